"""Every NLI backend keeps the same promises: the fake, the shipped encoder, both behind the cache, and a cascade."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from localcheck.backends.nli import OpenNLI, open_nli
from localcheck.backends.nli.cache import cached_nli
from localcheck.errors import NLIError
from localcheck.ports import NLI, Encoder, SentenceEncoder
from localcheck.system import resources
from localcheck.types.infos import ModelInfo

PREMISE = "Marie Curie was born in Warsaw in 1867. She moved to Paris in 1891."
PAIRS = [
    (PREMISE, "Marie Curie was born in Warsaw."),
    (PREMISE, "Marie Curie was born in Berlin."),
    ("", ""),
    ("", "She moved to Paris."),
    (PREMISE * 80, "She moved to Paris in 1891."),
    ("玛丽·居里出生于华沙。", "居里出生于柏林。"),
    ("\x00\ud800 \u200b", "?"),
]


@pytest.fixture(params=["table", "starter", "cached table", "cached starter", "cascade"])
def nli(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenNLI]:
    if request.param.endswith("table"):
        file = tmp_path / "table.json"
        rows = [{"premise": p, "hypothesis": h, "scores": [0.5, 0.3, 0.2]} for p, h in PAIRS[:2]]
        file.write_text(json.dumps(rows))
        found = open_nli(f"table:{file}")
    else:
        folder = resources.shipped() / "models" / "starter-nli"
        if not (folder / "model.bin").is_file():
            pytest.skip("the starter model is not in this checkout")
        monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path / "home"))
        found = open_nli("cascade:starter-nli+starter-nli" if request.param == "cascade" else "starter-nli")
    if request.param.startswith("cached"):
        found = cached_nli(found, tmp_path / "nli.db")
    yield found
    found.close()


def test_ports(nli: OpenNLI) -> None:
    assert isinstance(nli, NLI) and isinstance(nli, Encoder) and isinstance(nli, SentenceEncoder)
    assert isinstance(nli.info, ModelInfo) and nli.info.name and nli.info.languages
    assert nli.info.classes in (2, 3) and len(nli.info.sha256) == 64 and nli.info.max_tokens > 64


def test_rows_are_probabilities_in_the_order_asked(nli: OpenNLI) -> None:
    found = nli.entail(PAIRS)
    assert found.shape == (len(PAIRS), 3) and found.dtype == np.float64
    assert np.allclose(found.sum(axis=1), 1) and (found >= 0).all()
    backwards = nli.entail(PAIRS[::-1])[::-1]
    assert np.abs(found - backwards).max() < 0.05
    one_by_one = np.concatenate([nli.entail([pair]) for pair in PAIRS])
    assert np.abs(found - one_by_one).max() < 0.05
    assert nli.entail([]).shape == (0, 3)


def test_equal_pairs_get_equal_rows(nli: OpenNLI) -> None:
    found = nli.entail([PAIRS[0], PAIRS[1], PAIRS[0]])
    assert (found[0] == found[2]).all()


def test_tokens_lie_in_the_text_in_order(nli: OpenNLI) -> None:
    for text in (PREMISE, "", "玛丽·居里", "a\x00b"):
        spans = nli.tokens(text)
        assert all(s.end <= len(text) for s in spans)
        assert [s.start for s in spans] == sorted(s.start for s in spans)
    assert nli.premise_room("") >= nli.premise_room(PREMISE) >= 0
    assert nli.premise_room(len(nli.tokens(PREMISE))) == nli.premise_room(PREMISE)
    assert nli.fits(PREMISE) and not nli.fits(PREMISE * 80)


def test_vectors_have_unit_length_and_no_special_tokens(nli: OpenNLI) -> None:
    first, empty, long = nli.encode(["Paris and Warsaw", "", PREMISE * 60])
    assert len(first.tokens) == len(first.vectors) == len(nli.tokens("Paris and Warsaw"))
    assert len(empty.tokens) == 0 == len(empty.vectors)
    assert len(long.tokens) == len(long.vectors) == len(nli.tokens(PREMISE * 60))
    assert np.allclose(np.linalg.norm(first.vectors, axis=1), 1, atol=1e-5)


def test_sentence_vectors_have_unit_length_or_are_refused(nli: OpenNLI) -> None:
    texts = ["Paris and Warsaw", "", PREMISE * 60, "\x00\ud800", "Paris and Warsaw"]
    if not nli.info.embeds:
        with pytest.raises(NLIError, match="sentence vectors"):
            nli.embed(texts)
        return
    found = nli.embed(texts)
    assert found.dtype == np.float32 and found.shape == (len(texts), nli.embed([]).shape[1])
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert (found[0] == found[4]).all() and found[0] @ found[1] < 0.95


def test_shipped_model_tells_right_from_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (resources.shipped() / "models" / "starter-nli" / "model.bin").is_file():
        pytest.skip("the starter model is not in this checkout")
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path))
    nli = open_nli("starter-nli")
    right, wrong = nli.entail(PAIRS[:2])
    nli.close()
    assert right.argmax() == 0 and wrong.argmax() == 2
