"""Windows, batches, plans, heads, layouts, the table and the cache: everything of NLI that needs no model."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from localcheck.backends.nli import encoder
from localcheck.backends.nli.cache import CachedNLI
from localcheck.backends.nli.head import class_columns, probabilities
from localcheck.backends.nli.pairs import LEAST_WINDOW, MIN_PREMISE, by_length, collect, premise_windows, room_beside
from localcheck.backends.nli.table import TableNLI, open_nli
from localcheck.errors import BadInput, NLIError
from localcheck.system.cpu import _quota


@given(st.lists(st.integers(0, 600), max_size=60), st.integers(1, 2000), st.integers(0, 9), st.integers(1, 4))
@example([0, 0, 0, 0], 2, 0, 3)
def test_batches_hold_every_item_once_and_their_limits(
    lengths: list[int], tokens: int, size: int, workers: int
) -> None:
    found = list(by_length(lengths, tokens=tokens, size=size, workers=workers))
    assert sorted(i for batch in found for i in batch) == list(range(len(lengths)))
    for batch in found:
        (widest,) = {lengths[i] for i in batch}
        if size:
            assert len(batch) <= size
        else:
            assert len(batch) == 1 or len(batch) * max(1, widest) <= tokens
    if not size and workers > 1 and len(lengths) >= workers:
        assert len(found) >= workers


@pytest.mark.parametrize(
    ("machine", "options", "expected"),
    [
        (encoder.Cpu(2, avx2=True), {}, ("int8", 2, 1, 0)),
        (encoder.Cpu(8, avx2=True, avx512=True, vnni=True, bf16=True), {}, ("int8", 8, 1, 0)),
        (encoder.Cpu(32, avx2=True), {}, ("int8", 8, 4, 0)),
        (encoder.Cpu(8, avx2=True), {"width": 1024}, ("int8", 4, 2, 0)),
        (encoder.Cpu(2, avx2=True), {"threads": 1, "batch_size": 4}, ("int8", 1, 1, 4)),
        (encoder.Cpu(2), {"supported": {"float32"}}, ("float32", 2, 1, 0)),
        (encoder.Cpu(2, avx2=True), {"compute_type": "float32"}, ("float32", 2, 1, 0)),
    ],
)
def test_plan_follows_the_cpu(machine: encoder.Cpu, options: dict[str, object], expected: tuple[object, ...]) -> None:
    supported = options.pop("supported", {"int8", "float32", "int8_float32"})
    plan = encoder.plan(machine, supported, **options)  # type: ignore[arg-type]
    assert (plan.compute_type, plan.workers, plan.threads, plan.batch_size) == expected
    assert plan.compute_type in plan.why


@given(st.integers(1, 256), st.integers(0, 300), st.integers(64, 4096))
def test_plan_never_uses_more_threads_than_allowed(cores: int, threads: int, width: int) -> None:
    plan = encoder.plan(encoder.Cpu(cores), {"int8"}, threads=threads, width=width)
    assert 1 <= plan.workers * plan.threads <= (threads or cores)


@given(st.integers(0, 3000), st.integers(-20, 700))
def test_premise_windows_cover_every_token_and_fit(count: int, room: int) -> None:
    found = premise_windows(count, room)
    if not found:
        assert room < min(count, MIN_PREMISE)
        return
    assert found[0][0] == 0 and found[-1][1] == count
    assert all(b - a <= max(room, 0) for a, b in found)
    assert all(b[0] <= a[1] and a[0] < b[0] for a, b in pairwise(found))


@given(st.integers(0, 700), st.integers(8, 512), st.integers(0, 600))
def test_a_window_never_takes_room_that_is_not_there(hypothesis: int, max_tokens: int, window: int) -> None:
    whole = room_beside(hypothesis, 3, max_tokens)
    room = room_beside(hypothesis, 3, max_tokens, window)
    assert room <= whole == max_tokens - 3 - hypothesis
    assert room + 3 + hypothesis <= window or room == min(whole, LEAST_WINDOW) or not window
    assert (room >= MIN_PREMISE) == (whole >= MIN_PREMISE), "a window makes no pair unreadable"


def test_window_that_decides_most_clearly_speaks() -> None:
    scores = np.array([[0.2, 0.7, 0.1], [0.1, 0.0, 0.9], [0.8, 0.1, 0.1]])
    found = collect([(0, 1), (0, 2), (0,), (), (2, 1)], scores)
    assert found.tolist() == [scores[1].tolist(), scores[2].tolist(), scores[0].tolist(), [0, 1, 0], scores[1].tolist()]


def test_quota_of_a_container(tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text("250000 100000\n")
    assert _quota(tmp_path) == 2
    (tmp_path / "cpu.max").write_text("max 100000\n")
    assert _quota(tmp_path) is None


def test_labels_map_to_classes() -> None:
    assert class_columns(("CONTRADICTION", "NEUTRAL", "ENTAILMENT")) == (2, 1, 0)
    assert class_columns(("entailment", "not-entailment")) == (0, 1)
    for wrong in (("LABEL_0", "LABEL_1"), ("neutral", "contradiction"), ("entailment", "entailed"), ("entailment",)):
        with pytest.raises(NLIError, match="entailment"):
            class_columns(wrong)


@given(st.lists(st.tuples(*[st.floats(-60, 60)] * 3), min_size=1, max_size=5), st.floats(0.1, 10))
def test_probabilities_are_a_permuted_softmax(rows: list[tuple[float, float, float]], temperature: float) -> None:
    logits = np.array(rows, dtype=np.float32)
    p = probabilities(logits, (2, 1, 0), temperature)
    assert np.allclose(p.sum(axis=1), 1) and (p >= 0).all()
    assert np.allclose(p, probabilities(logits[:, ::-1], (0, 1, 2), temperature))
    assert (probabilities(logits[:, :2], (0, 1))[:, 2] == 0).all()


def test_table_reads_and_refuses(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    file.write_text(json.dumps([{"premise": "p", "hypothesis": "h", "scores": [0.7, 0.2, 0.1]}]))
    nli = open_nli(file)
    assert nli.entail([("p", "h"), ("p", "x")]).tolist() == [[0.7, 0.2, 0.1], [0, 1, 0]]
    assert nli.entail([]).shape == (0, 3)
    a, b = nli.encode(["the cat", "The dog"])
    assert a.vectors[0] @ b.vectors[0] == 1
    for wrong in ("[1]", "{", '[{"premise":"p","hypothesis":"h","scores":[2,0,0]}]'):
        file.write_text(wrong)
        with pytest.raises(BadInput):
            open_nli(file)


class Counting(TableNLI):
    """A table that counts the pairs that reach it."""

    asked = 0

    def entail(self, pairs):  # type: ignore[no-untyped-def]
        self.asked += len(pairs)
        return super().entail(pairs)


def test_cache_asks_once_and_survives(tmp_path: Path) -> None:
    table = {("a", "b"): (0.5, 0.25, 0.25), ("ab", ""): (1.0, 0.0, 0.0)}
    pairs = [("a", "b"), ("ab", ""), ("a", "b"), ("x", "\ud800")]
    inner = Counting(table)
    with CachedNLI(inner, tmp_path / "c" / "nli.db") as cached:
        first = cached.entail(pairs)
        assert inner.asked == 3 and cached.hits == 1
        assert cached.entail([]).shape == (0, 3)
    again = Counting(table)
    with CachedNLI(again, tmp_path / "c" / "nli.db") as cached:
        assert (cached.entail(pairs) == first).all() and again.asked == 0
    other = Counting({**table, ("y", "y"): (1.0, 0.0, 0.0)})
    with CachedNLI(other, tmp_path / "c" / "nli.db") as cached:
        cached.entail(pairs)
        assert other.asked == 3, "another model never reads these scores"


def test_scores_of_another_version_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = ("a premise", "a hypothesis")
    with CachedNLI(TableNLI({pair: (0.9, 0.05, 0.05)}), tmp_path / "nli.db") as cached:
        cached.entail([pair])
    monkeypatch.setattr("localcheck.backends.nli.cache.VERSION", 10_000)
    with CachedNLI(TableNLI({pair: (0.9, 0.05, 0.05)}), tmp_path / "nli.db") as cached:
        cached.entail([pair])
        assert cached.hits == 0


def test_cache_forgets_the_oldest_and_never_fails_a_run(tmp_path: Path) -> None:
    path = tmp_path / "nli.db"
    with CachedNLI(TableNLI({}), path) as cached:
        cached.entail([(str(i), "") for i in range(100)])
    with CachedNLI(TableNLI({}), path, max_rows=50) as cached:
        cached.entail([("new", "")])
    with closing(sqlite3.connect(path)) as kept:
        assert kept.execute("SELECT COUNT(*) FROM nli").fetchone()[0] == 41
    path.write_bytes(b"this is no database" * 100)
    with CachedNLI(TableNLI({}), path) as cached:
        assert cached.entail([("a", "b")]).tolist() == [[0, 1, 0]]
    with CachedNLI(TableNLI({}), Path("/proc/nowhere/nli.db")) as cached:
        assert cached.entail([("a", "b")]).tolist() == [[0, 1, 0]]
