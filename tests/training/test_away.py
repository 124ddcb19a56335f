"""Training away from the data: what is sent is what is learnt from, and both readers come back trained."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra train is not installed")

from safetensors.numpy import load_file, save_file  # noqa: E402

from training import adapter  # noqa: E402
from training import pairs as p  # noqa: E402
from training.encoded import Encoded, from_rows  # noqa: E402
from training.student.recipe import Recipe as Student  # noqa: E402
from training.teacher.recipe import Recipe  # noqa: E402

torch, transformers, tensors = Later("torch"), Later("transformers"), Later("safetensors.torch")
network, teacher, lessons = Later("training.network"), Later("training.teacher.network"), Later("training.student.data")
packing, pack, run = Later("training.away.bytes"), Later("training.away.pack"), Later("training.away.run")

RECIPE = Recipe(rank=6, first=0, budget=64, warmup=2, rate=3e-3, pairs=4, minutes=0.02)
CLS, SEP = 101, 102


def pairs(count: int = 24) -> Encoded:
    """Pairs in BERT's numbers whose label is told by one token of the hypothesis."""
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 3, count).astype(np.int8)
    rows = [
        np.array([CLS, *rng.integers(110, 130, n % 7 + 3), SEP, 100, 103 + label, SEP], np.uint16)
        for n, label in enumerate(labels)
    ]
    return from_rows(rows, np.array([len(row) - 3 for row in rows], np.int32), labels, np.array(["x"] * count, np.str_))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What `pack` writes, with small models of random weights."""
    torch.manual_seed(3)
    config = transformers.MPNetConfig(
        vocab_size=140, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=66, layer_norm_eps=1e-5,
    )  # fmt: skip
    base = transformers.MPNetModel(config, add_pooling_layer=False)
    base.save_pretrained(str(tmp_path))
    weights = {name: value.detach().contiguous() for name, value in base.state_dict().items()}
    tensors.save_file(dict(packing.packed(weights.items())), str(tmp_path / "base.safetensors"))
    before = teacher.Teacher(tmp_path, rank=4, first=1, dtype=torch.float32)
    trained = {n: v.detach().numpy() for n, v in before.named_parameters() if v.requires_grad}
    save_file(trained, tmp_path / "adapter.safetensors")
    bert = transformers.BertConfig(
        vocab_size=140, hidden_size=12, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    bert.to_json_file(str(tmp_path / "bert.json"))
    student = network.untrained(bert)
    tensors.save_file(
        {n: v.contiguous() for n, v in student.state_dict().items()}, str(tmp_path / "starter.safetensors")
    )
    data = pairs()
    data.save(tmp_path / "pool.npz")
    data.save(tmp_path / "judged.npz")
    rows = np.arange(24, dtype=np.int32)
    scores = np.full((24, 3), np.nan, np.float16)
    np.savez(tmp_path / "rows.npz", allow_pickle=False, teacher=rows, student=rows[:12], read=rows[12:], scores=scores)
    starts = np.arange(0, 25, 4)
    near = np.random.default_rng(1).normal(size=(6, 12))
    lessons.Sentences(np.full(24, 120, np.uint16), starts, near.astype(np.float16)).save(tmp_path / "sentences.npz")
    return tmp_path


def test_a_pair_is_sent_once_and_learnt_from_as_often_as_it_was_drawn() -> None:
    pool, pair = pack.Pool(), p.Pair("a", "b", p.ENTAILMENT, "x")
    pool.add("teacher", pair)
    pool.add("student", pair, 3)
    pool.add("read", replace(pair, label=p.NEUTRAL))
    assert len(pool.pairs) == 2
    assert pool.rows == {"teacher": [0], "student": [0, 0, 0], "read": [1]}


def test_a_byte_a_weight_is_near_the_weight() -> None:
    weights = {"a": torch.randn(5, 7), "zero": torch.zeros(2, 3), "bias": torch.randn(4), "places": torch.arange(6)}
    found = packing.unpacked(dict(packing.packed(weights.items())))
    assert set(found) == set(weights)
    assert torch.equal(found["bias"], weights["bias"]) and torch.equal(found["places"], weights["places"])
    assert (found["a"] - weights["a"]).abs().max() <= weights["a"].abs().max() / 254 + 1e-6


def test_pairs_are_numbered_as_mpnet_does() -> None:
    data = from_rows(
        [np.array([CLS, 2000, 100, SEP, 3000, SEP], np.uint16)],
        np.array([4], np.int32),
        np.array([0], np.int8),
        np.array(["x"]),
    )
    sent = run.as_mpnet(data)
    assert sent.ids.tolist() == [0, 2004, 3, 2, 2, 3004, 2] and sent.second.tolist() == [5]


def test_a_wider_adapter_says_what_the_narrow_one_said(folder: Path) -> None:
    narrow, wide = (teacher.Teacher(folder, rank, first, torch.float32).eval() for rank, first in ((4, 1), (6, 0)))
    said = {n: v + 0.1 * np.ones_like(v) for n, v in load_file(folder / "adapter.safetensors").items()}
    narrow.begin_from(said)
    like = {n: v.detach().numpy() for n, v in wide.named_parameters() if v.requires_grad}
    wide.begin_from(adapter.widened(said, like, folder))
    data = run.as_mpnet(pairs())
    assert np.allclose(run.careful_scores(narrow, data), run.careful_scores(wide, data), atol=1e-6)


def test_both_come_back_trained_and_the_careful_reader_is_not_trained_twice(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    student = Student(budget=64, vectors=20, warmup=2, rate=3e-3, minutes=0.01, silent=1)
    list(run.both(folder, RECIPE, student, "cpu", out))
    first = load_file(out / "teacher.safetensors")
    begun = load_file(folder / "adapter.safetensors")
    assert any(
        not np.allclose(first[n][: len(v), : v.shape[1]], v, atol=1e-3) for n, v in begun.items() if n.endswith(".b")
    )
    starter = load_file(out / "starter.safetensors")
    old = load_file(folder / "starter.safetensors")
    assert {f"model.{n}" for n in old} == set(starter)
    assert any(not np.allclose(starter[f"model.{n}"], old[n], atol=1e-3) for n in old)
    list(run.both(folder, replace(RECIPE, minutes=1.0), None, "cpu", out))
    assert all(np.array_equal(value, first[name]) for name, value in load_file(out / "teacher.safetensors").items())


def test_figures_are_of_each_source() -> None:
    scores = np.array([[0.9, 0.05, 0.05], [0.2, 0.1, 0.7], [0.1, 0.8, 0.1]], np.float32)
    data = replace(pairs(3), labels=np.array([0, 2, 0], np.int8), sources=np.array(["a", "a", "b"]))
    (name, right, auc), (other, wrong, unknown) = run.figures(scores, data)
    assert (name, right, auc) == ("a", 1.0, 1.0)
    assert (other, wrong) == ("b", 0.0) and np.isnan(unknown)
