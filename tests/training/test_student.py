"""Distilling the starter: what it is taught, that it learns it, keeps its vectors, and goes on where it stopped."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra train is not installed")

from localcheck.errors import BadInput, MissingResource  # noqa: E402
from localcheck.types import Passage, Source  # noqa: E402
from localcheck.types.infos import ModelInfo  # noqa: E402
from training import pairs as p  # noqa: E402
from training.encoded import from_rows  # noqa: E402
from training.student import draw, label, recipe  # noqa: E402

torch, transformers, network = Later("torch"), Later("transformers"), Later("training.network")
data, loop, teaching = Later("training.student.data"), Later("training.student.loop"), Later("training.teacher.loop")

SMALL = recipe.Recipe(budget=96, vectors=40, warmup=2, rate=1e-2, near=1.0, minutes=10.0)


def model() -> network.PairClassifier:
    """A small BERT with random weights."""
    torch.manual_seed(3)
    return network.untrained(
        transformers.BertConfig(
            vocab_size=40, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
            max_position_embeddings=40, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
        )
    )  # fmt: skip


def lesson(count: int = 24) -> data.Lesson:
    """Pairs whose class is told by one token; the first half is labelled by people, the last two thirds by the teacher."""
    rng = np.random.default_rng(5)
    classes = rng.integers(0, 3, count).astype(np.int8)
    rows = [
        np.array([0, *rng.integers(10, 39, n % 7 + 3), 2, 4 + kind, 2], np.uint16) for n, kind in enumerate(classes)
    ]
    second = np.array([len(row) - 2 for row in rows], np.int32)
    soft = np.full((count, 3), 0.05, np.float32)
    soft[np.arange(count), classes] = 0.9
    soft[: count // 3] = np.nan
    labels = np.where(np.arange(count) < count // 2, classes, p.NEUTRAL).astype(np.int8)
    pairs = from_rows(rows, second, labels, np.array(["x"] * count, np.str_))
    return data.Lesson(pairs, np.arange(count) < count // 2, soft)


def near(of: network.PairClassifier) -> data.Sentences:
    """Six texts with the vectors that the untrained model gives them."""
    rng = np.random.default_rng(6)
    starts = np.arange(0, 49, 8)
    flat = rng.integers(3, 39, 48).astype(np.uint16)
    with torch.inference_mode():
        vectors = data.pooled(of.encoder, *data.padded(flat, starts, np.arange(6))).numpy()
    return data.Sentences(flat, starts, vectors.astype(np.float16))


def test_the_divergence_is_none_from_the_teacher_itself_and_where_it_was_not_asked() -> None:
    soft = torch.tensor([[0.7, 0.2, 0.1], [float("nan")] * 3, [0.1, 0.1, 0.8]])
    same = loop.divergence(torch.log(torch.tensor([[0.7, 0.2, 0.1], [1.0, 0, 0], [0.8, 0.1, 0.1]])), soft, 2.0)
    assert same[0] == pytest.approx(0, abs=1e-6) and same[1] == 0 and same[2] > 0.5


def test_the_divergence_is_that_of_the_softened_probabilities() -> None:
    soft, logits = torch.tensor([[0.64, 0.32, 0.04]]), torch.tensor([[0.0, 0.0, 0.0]])
    softened = np.sqrt([0.64, 0.32, 0.04]) / np.sqrt([0.64, 0.32, 0.04]).sum()
    expected = 4 * float((softened * np.log(softened * 3)).sum())
    assert float(loop.divergence(logits, soft, 2.0)) == pytest.approx(expected, abs=1e-5)


def test_sentences_are_read_as_they_were_written(tmp_path: Path) -> None:
    texts = near(model())
    texts.save(tmp_path / "sentences.npz")
    assert np.array_equal(data.load_sentences(tmp_path / "sentences.npz").vectors, texts.vectors)
    with pytest.raises(MissingResource, match=r"none\.npz"):
        data.load_sentences(tmp_path / "none.npz")


def test_it_learns_from_labels_and_from_the_teacher_and_keeps_its_vectors() -> None:
    student = model()
    texts = near(student)
    run, taught = loop.Run(student, SMALL), lesson()
    for _ in range(80):
        run.take(taught, texts, np.arange(24), np.arange(6), 0.0)
    with torch.inference_mode():
        kept = data.pooled(student.encoder, *data.padded(texts.ids, texts.starts, np.arange(6))).numpy()
        tensors = loop.to_tensors(loop.pad(taught.pairs, np.arange(24)), run.device)
        said = student(tensors.ids, tensors.segments, tensors.mask).argmax(1).numpy()
    wanted = np.where(np.isnan(taught.soft[:, 0]), taught.pairs.labels, np.nan_to_num(taught.soft).argmax(1))
    assert (said == wanted).mean() > 0.9
    assert (kept * texts.vectors.astype(np.float32)).sum(1).min() > 0.9


def test_a_run_that_stops_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    taught, texts = lesson(), near(model())
    whole, first, then = (loop.Run(model(), SMALL) for _ in range(3))
    rows = [rows for rows, _ in zip(teaching.batches(taught.pairs, SMALL.budget, SMALL.seed), range(6), strict=False)]
    for some in rows:
        whole.take(taught, texts, some, np.arange(3), 0.0)
    for some in rows[:3]:
        first.take(taught, texts, some, np.arange(3), 0.0)
    first.save(tmp_path / "run.safetensors")
    then.resume(tmp_path / "run.safetensors")
    for some in rows[3:]:
        then.take(taught, texts, some, np.arange(3), 0.0)
    assert then.step == 6
    for name, value in whole.average.items():
        assert torch.allclose(value, then.average[name], atol=1e-6), name


class Counting:
    """Scores that tell which pair they belong to."""

    info = ModelInfo("counting", "", ("entailment", "neutral", "contradiction"), ("*",), 512, why="a test")
    asked = 0

    def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        self.asked += len(pairs)
        return np.array([[float(premise), 0.0, 0.0] for premise, _ in pairs])


def test_labels_are_a_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label, "CHUNK", 4)
    pairs = [p.Pair(str(n), "claim", p.NEUTRAL, "read") for n in range(10)]
    path, nli = tmp_path / "read.f32", Counting()
    assert next(label.label(nli, pairs, path)) == 4
    with path.open("ab") as journal:
        journal.write(b"half a row")
    assert list(label.label(nli, pairs, path)) == [8, 10] and nli.asked == 10
    assert label.read(path, 10)[:, 0].tolist() == list(range(10))
    with pytest.raises(BadInput, match="10 scores for 9 pairs"):
        label.read(path, 9)


def test_what_was_scored_once_is_not_scored_again(tmp_path: Path) -> None:
    pairs = [p.Pair(str(n), "claim", p.NEUTRAL, "read") for n in range(6)]
    soft = np.random.default_rng(2).dirichlet([0.3] * 3, 6).astype(np.float32)
    assert label.keep(tmp_path / "kept.npz", [*pairs[:4], pairs[1]], soft[[0, 1, 2, 3, 1]]) == 4
    known = label.kept(tmp_path / "kept.npz")
    again = known.scores(pairs)
    assert np.allclose(again[:4], soft[:4], atol=2e-3) and np.isnan(again[4:]).all()
    nli = Counting()
    assert list(label.label(nli, pairs, tmp_path / "read.f32", known)) == [6] and nli.asked == 2
    assert np.allclose(label.read(tmp_path / "read.f32", 6)[:4], soft[:4], atol=2e-3)
    assert np.isnan(label.kept(tmp_path / "none.npz").scores(pairs)).all()


def test_short_texts_are_paired_in_other_ways_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (
        p.Pair("a man runs", "a man moves", p.ENTAILMENT, "snli_dev"),
        p.Pair("a man runs", "a man sits", p.CONTRADICTION, "snli_dev"),
        p.Pair("a long premise", "a claim", p.ENTAILMENT, "foolmetwice"),
    )
    collection = type("Collection", (), {"train": rows})
    monkeypatch.setattr(draw, "collect", lambda data: collection)
    found = draw.short(Path("data"), 1)
    assert {(pair.premise, pair.hypothesis) for pair in found} == {
        ("a man moves", "a man runs"), ("a man sits", "a man runs"),
        ("a man moves", "a man sits"), ("a man sits", "a man moves"),
    }  # fmt: skip
    assert {pair.source for pair in found} == {draw.SOURCE} and len(found) == 4


def test_of_the_surely_neutral_pairs_one_in_three_is_kept() -> None:
    soft = np.array([[0.01, 0.98, 0.01]] * 6 + [[0.9, 0.05, 0.05]], np.float32)
    assert data.telling(soft, 3).tolist() == [2, 5, 6]


class Index:
    """Two articles for every query."""

    def search(self, query: str) -> Iterator[Passage]:
        text = "Marie Curie was a physicist. She discovered radium in 1898. She worked in Paris. Radium glows."
        yield Passage("Marie Curie", text, Source("wikipedia", "test"))
        yield Passage(
            "Rome",
            "Rome is an old city. It lies in Italy. Curie never discovered it.",
            Source("wikipedia", "test"),
        )


def test_a_claim_is_put_beside_what_would_be_read_for_it() -> None:
    found = list(draw.of_claim("Marie Curie discovered radium.", Index(), random.Random(1)))
    premises = [pair.premise for pair in found]
    assert "Marie Curie. She discovered radium in 1898." in premises
    assert sum(text.startswith("Rome") for text in premises) <= draw.FOREIGN
    assert {pair.source for pair in found} == {draw.SOURCE} and len(set(premises)) == len(premises)


def test_a_wrong_recipe_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text("rate = 1\nmad = 2")
    with pytest.raises(BadInput, match="mad"):
        recipe.read(tmp_path / "r.toml")
    assert recipe.read().human["foolmetwice"]["times"] == 3
