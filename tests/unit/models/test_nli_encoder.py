"""The encoder runtime computes what transformers computes on the same weights, in any batching and order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tiny_models import make_checkpoint, reference_probabilities

from localcheck.manifest import read_card
from localcheck.modelstore.convert import Conversion, convert
from localcheck.nli.encoder import open_nli
from localcheck.nli.head import class_columns

pytest.importorskip("torch")
pytest.importorskip("transformers")

FAMILIES = ["bert", "roberta", "xlm-roberta", "distilbert"]
PAIRS = [
    ("paris is the capital of france", "paris lies in france"),
    ("berlin lies in germany and he was born in berlin", "he was never born"),
    ("", "he wrote a book"),
    ("he wrote a book", ""),
    ("", ""),
    ("the river " * 3, "a river"),
    ("one", "two three 1990"),
    ("paris is the capital of france", "paris lies in france"),
]


def tiny(tmp_path: Path, family: str, classes: int = 3, quantization: str = "float32") -> tuple[object, Path, Path]:
    source, target = tmp_path / "source", tmp_path / "tiny"
    model = make_checkpoint(source, family, classes)
    convert(source, target, Conversion(quantization=quantization))
    return model, source, target


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("classes", [3, 2])
@pytest.mark.parametrize("family", FAMILIES)
def test_equals_transformers(tmp_path: Path, family: str, classes: int) -> None:
    model, source, target = tiny(tmp_path, family, classes)
    with open_nli(target, compute_type="float32", batch_size=3) as nli:
        found = nli.entail(PAIRS)
    columns = class_columns(read_card(target).labels)
    expected = reference_probabilities(model, source, PAIRS, columns)
    assert np.ptp(expected[:, 0]) > 0.02, "the random model must tell pairs apart"
    assert np.abs(found - expected).max() < 1e-4
    assert np.allclose(found.sum(axis=1), 1)
    if classes == 2:
        assert (found[:, 2] == 0).all()
