"""Batches in one process: what is read, what is written, and how they go on."""

from __future__ import annotations

import fcntl
import json
import os
import resource
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from batch_files import FACT, WRONG, documents, write_rows

from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.nli.table import TableNLI
from localcheck.batch.executor import Executor, Local, Progress, Task
from localcheck.batch.items import items
from localcheck.batch.open_batch import Log, opened
from localcheck.batch.output import Journal, Output
from localcheck.batch.run import HURRIED, IN_A_ROW, WAITING, Batch, Done, Pace
from localcheck.errors import BackendError, BadInput, LocalcheckError, NetworkRefused, NLIError, UnknownName, UsageError
from localcheck.gate.effort import Effort
from localcheck.ingest import indexing
from localcheck.ports import LLM, NLI, FloatArray, SentenceEncoder
from localcheck.settings import Settings
from localcheck.settings.requests import BatchRequest, Call
from localcheck.store import Store
from localcheck.types import Claim, Completion, Label, RunInfo, Span, Verdict

TABLE: dict[tuple[str, str], tuple[float, float, float]] = {(FACT, FACT): (0.98, 0.01, 0.01)}
SETTINGS = Settings(detector="faithfulness", nli="table", cache=False)


class Breaking(TableNLI):
    """Fails after a number of calls, or on a word."""

    def __init__(self, after: int = 10**9, word: str = "") -> None:
        super().__init__(TABLE)
        self.left, self.word = after, word

    def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        if self.word and any(self.word in h for _, h in pairs):
            raise NLIError("broken")
        return super().entail(pairs)


def ports(nli: NLI | None = None) -> dict[type, Any]:
    """A model by a table, and none that compares meanings: what a batch does with documents is the same without."""
    return {NLI: nli or TableNLI(TABLE), SentenceEncoder: None}


def batch(
    source: Path, out: Path, nli: NLI | None = None, resume: bool = False, call: Call | None = None, **more: Any
) -> tuple[list[Done], Batch]:
    settings = more.pop("settings", SETTINGS)
    with Output(out, resume) as output, closing(Local(settings, ports(nli))) as engine:
        work = Batch(output, engine, settings, call or Call(), **more)
        return list(work.rows(items(source))), work


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_row_a_document_in_order_with_score_and_ruling(tmp_path: Path) -> None:
    done, _ = batch(write_rows(tmp_path / "in.jsonl", documents(20)), tmp_path / "out.jsonl")
    rows = rows_of(tmp_path / "out.jsonl")
    assert [r["id"] for r in rows] == [f"d{i}" for i in range(20)] == [d.id for d in done]
    assert [r["faithfulness"]["score"] for r in rows] == [1.0 if i % 3 == 0 else 0.5 for i in range(20)]
    assert [r["ruling"]["disposition"] for r in rows] == ["pass" if i % 3 == 0 else "block" for i in range(20)]
    assert not (tmp_path / "out.jsonl.journal").exists(), "nothing is left beside a finished batch"


def test_rows_hold_no_times_and_two_batches_are_the_same(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(9))
    for name in ("a", "b"):
        batch(source, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert rows_of(tmp_path / "a")[0]["report"]["run"]["started"] == ""


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with forty documents, and what a batch that nothing interrupted made of them."""
    folder = tmp_path_factory.mktemp("forty")
    batch(write_rows(folder / "in.jsonl", documents(40)), folder / "alone")
    return folder


@pytest.mark.parametrize("calls", [0, 1, 2, 3, 4])
def test_interrupted_anywhere_and_resumed_it_is_the_same(forty: Path, tmp_path: Path, calls: int) -> None:
    source = forty / "in.jsonl"
    with pytest.raises(KeyboardInterrupt):
        batch(source, tmp_path / "out", Breaking(calls))
    batch(source, tmp_path / "out", resume=True)
    assert (tmp_path / "out").read_bytes() == (forty / "alone").read_bytes()


def test_what_was_judged_is_not_judged_again(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(40))
    with pytest.raises(KeyboardInterrupt):
        batch(source, tmp_path / "out", Breaking(3))
    journal = tmp_path / "out.journal"
    known = len(journal.read_text().splitlines()) - 1
    assert known > 0
    batch(source, tmp_path / "out", nli := Counting(), resume=True)
    total = sum(len(row["report"]["verdicts"]) for row in rows_of(tmp_path / "out"))
    assert len(nli.claims) == PAIRS * (total - known)


PAIRS = 1
"""Read for a claim beside a context of one sentence, which is also its window and the best of it: asked for once."""


class Counting(TableNLI):
    """Remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(TABLE)
        self.claims: list[str] = []

    def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
        self.claims += [h for _, h in pairs]
        return super().entail(pairs)


@pytest.mark.parametrize("damage", ["{not json}", '{"format": "localcheck-batch"}', "\x00\x01"])
def test_a_damaged_row_is_set_aside_and_made_again(tmp_path: Path, damage: str) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(10))
    batch(source, tmp_path / "alone")
    lines = (tmp_path / "alone").read_text().splitlines()
    (tmp_path / "out").write_text("\n".join([*lines[:4], damage, *lines[5:]]) + "\n")
    nli = Counting()
    _, work = batch(source, tmp_path / "out", nli, resume=True)
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()
    assert Counter(nli.claims) == {FACT: PAIRS, WRONG: PAIRS}, "only the two claims of the damaged row are judged again"
    assert "out:5 is damaged" in work.warnings[0]
    (beside,) = tmp_path.glob("out.damaged-*")
    assert beside.read_text().splitlines() == [damage], "the damaged row alone is set aside"
    assert not (tmp_path / "out.kept").exists()


@pytest.mark.parametrize("content", ['{"id": "1", "text": "Mine."}\n', "notes without an end", "\x00" * 50])
def test_a_file_that_is_no_output_is_not_touched(tmp_path: Path, content: str) -> None:
    (tmp_path / "notes").write_text(content)
    with pytest.raises(UsageError, match="is not the output of a batch"):
        batch(write_rows(tmp_path / "in.jsonl", documents(2)), tmp_path / "notes", resume=True)
    assert (tmp_path / "notes").read_text() == content


def test_a_first_row_that_was_not_written_to_its_end_is_no_foreign_file(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(2))
    batch(source, tmp_path / "alone")
    for size in (1, 30, 400):
        (tmp_path / "out").write_bytes((tmp_path / "alone").read_bytes()[:size])
        batch(source, tmp_path / "out", resume=True)
        assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()


def test_many_rows_that_only_move_are_written_as_they_are_found(tmp_path: Path) -> None:
    rows = [{"id": f"d{i}", "text": FACT, "context": [FACT]} for i in range(300)]
    batch(write_rows(tmp_path / "in.jsonl", rows), tmp_path / "out")
    new = [{"id": f"n{i}", "text": WRONG, "context": [FACT]} for i in range(2)]
    source = write_rows(tmp_path / "in.jsonl", [new[0], *rows, new[1]])
    nli = Counting()
    done, _ = batch(source, tmp_path / "out", nli, resume=True)
    assert Counter(nli.claims) == {WRONG: 2 * PAIRS} and [d.id for d in done if not d.reused] == ["n0", "n1"]
    assert (
        [d.id for d in done]
        == [r["id"] for r in rows_of(tmp_path / "out")]
        == [r["id"] for r in [new[0], *rows, new[1]]]
    )


def test_a_torn_last_row_is_cut_without_a_word(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(6))
    batch(source, tmp_path / "alone")
    whole = (tmp_path / "alone").read_bytes()
    (tmp_path / "out").write_bytes(whole[: len(whole) - 40])
    _, work = batch(source, tmp_path / "out", resume=True)
    assert (tmp_path / "out").read_bytes() == whole and work.warnings == []


def test_a_damaged_line_of_the_journal_is_judged_again(forty: Path, tmp_path: Path) -> None:
    source = forty / "in.jsonl"
    with pytest.raises(KeyboardInterrupt):
        batch(source, tmp_path / "out", Breaking(3))
    journal = tmp_path / "out.journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([lines[0], b"\xff\xfe garbage\n", *lines[2:], lines[1][:30]]))
    _, work = batch(source, tmp_path / "out", resume=True)
    assert (tmp_path / "out").read_bytes() == (forty / "alone").read_bytes()
    assert "2 damaged lines of" in work.warnings[0]


def test_other_settings_make_other_rows(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(6))
    batch(source, tmp_path / "out")
    done, work = batch(source, tmp_path / "out", resume=True, call=Call(risk="high"))
    assert not any(d.reused for d in done) and work.foreign == 6
    assert {r["ruling"]["risk"] for r in rows_of(tmp_path / "out")} == {"high"}
    assert batch(source, tmp_path / "out", resume=True, call=Call(risk="high"))[1].foreign == 0


@pytest.mark.parametrize("build", ["another index", "another program"])
def test_rows_of_an_index_built_anew_and_of_a_changed_program_are_told_and_judged_again(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, build: str
) -> None:
    """Names and versions stay: two builds of one version, and an index under its old name, mixed their rows."""
    (tmp_path / "notes.jsonl").write_text(json.dumps({"title": "Ada", "text": FACT}) + "\n")
    list(indexing.build(tmp_path / "notes.jsonl", "notes", "whoosh", "en"))
    settings = Settings(index="notes", nli="table", cache=False)
    source, out = write_rows(tmp_path / "in.jsonl", documents(3)), tmp_path / "out"
    batch(source, out, settings=settings)
    assert batch(source, out, settings=settings, resume=True)[1].foreign == 0
    if build == "another index":
        (tmp_path / "notes.jsonl").write_text(json.dumps({"title": "Ada", "text": f"{FACT} It is old."}) + "\n")
        list(indexing.build(tmp_path / "notes.jsonl", "notes", "whoosh", "en", force=True))
    else:
        monkeypatch.setattr("localcheck.run.remembering.means.program", lambda: "another build of 1.1.0")
    done, work = batch(source, out, settings=settings, resume=True)
    assert work.foreign == 3 and not any(row.reused for row in done)
    assert batch(source, out, settings=settings, resume=True)[1].foreign == 0


def test_stopped_with_other_settings_the_rows_of_the_first_are_kept(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(6))
    batch(source, tmp_path / "out")
    before = (tmp_path / "out").read_bytes()
    with Output(tmp_path / "out", True) as output, closing(Local(SETTINGS, ports())) as engine:
        rows = Batch(output, engine, SETTINGS, Call(risk="high")).rows(items(source))
        assert not next(rows).reused
        rows.close()
    batch(source, tmp_path / "out", nli := Counting(), resume=True)
    assert not nli.claims and (tmp_path / "out").read_bytes() == before


def test_a_document_put_in_between_is_judged_and_the_others_are_kept(tmp_path: Path) -> None:
    rows = documents(8)
    batch(write_rows(tmp_path / "in.jsonl", rows), tmp_path / "out")
    nli = Counting()
    new = {"id": "new", "text": WRONG, "context": [FACT]}
    batch(write_rows(tmp_path / "in.jsonl", [*rows[:3], new, *rows[3:]]), tmp_path / "out", nli, resume=True)
    assert [r["id"] for r in rows_of(tmp_path / "out")] == ["d0", "d1", "d2", "new", *(f"d{i}" for i in range(3, 8))]
    assert set(nli.claims) == {WRONG}


def test_rows_without_an_id_are_kept_where_they_moved(tmp_path: Path) -> None:
    """A row at the top gave all others another number, and they were judged anew."""
    rows = [
        {k: v for k, v in row.items() if k != "id"} | {"note": i, "share": i / 7} for i, row in enumerate(documents(8))
    ]
    batch(write_rows(tmp_path / "in.jsonl", rows), tmp_path / "out")
    moved = [{"text": WRONG, "context": [FACT]}, *rows[1:], rows[0], rows[3]]
    source = write_rows(tmp_path / "in.jsonl", moved)
    done, _ = batch(source, tmp_path / "out", nli := Counting(), resume=True)
    assert Counter(nli.claims) == {WRONG: PAIRS} and [d.id for d in done] == [f"in.jsonl:{n}" for n in range(1, 11)]
    batch(source, tmp_path / "alone")
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()


def test_files_that_were_renamed_are_kept(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name, text in (("a.txt", FACT), ("b.md", f"# House\n\n{WRONG}")):
        (tmp_path / "in" / name).write_text(text)
    batch(tmp_path / "in", tmp_path / "out", settings=Settings(detector="all-false"))
    (tmp_path / "in" / "a.txt").rename(tmp_path / "in" / "c.txt")
    done, _ = batch(tmp_path / "in", tmp_path / "out", resume=True, settings=Settings(detector="all-false"))
    assert [(d.id, d.reused) for d in done] == [("b.md", True), ("c.txt", True)]
    assert [row["report"]["document"]["id"] for row in rows_of(tmp_path / "out")] == ["b.md", "c.txt"]


def test_rows_that_cannot_be_read_are_rows_with_an_error(tmp_path: Path) -> None:
    source = [*documents(2), "{broken", {"id": 0}, {"id": "e", "text": " "}, {"id": "p", "path": "../secret.txt"}]
    done, _ = batch(write_rows(tmp_path / "in.jsonl", [*source, {"text": FACT, "risk": "hgih"}]), tmp_path / "out")
    rows = rows_of(tmp_path / "out")
    assert [bool(r["error"]) for r in rows] == [False, False, True, True, False, True, True]
    assert rows[4]["faithfulness"]["outcome"] == "empty_answer"
    assert (rows[2]["id"], rows[3]["id"]) == ("in.jsonl:3", "0")
    assert "leads out of" in rows[5]["error"]["message"]
    assert rows[6]["error"]["kind"] == "UnknownName"
    assert max(d.row.exit_code for d in done) == 2


def test_a_backend_that_fails_is_a_row_that_resuming_tries_again(tmp_path: Path) -> None:
    rows = documents(6)
    rows[2]["text"] = "A poison text stands here."
    source = write_rows(tmp_path / "in.jsonl", rows)
    settings = Settings(detector="faithfulness", cache=False, options=(("faithfulness", (("group", 1),)),))
    done, _ = batch(source, tmp_path / "out", Breaking(word="poison"), settings=settings)
    assert [d.row.exit_code for d in done] == [0, 0, 4, 0, 0, 0]
    done, _ = batch(source, tmp_path / "out", resume=True, settings=settings)
    assert [d.row.exit_code for d in done] == [0] * 6
    assert [d.reused for d in done][:2] == [True, True]


def test_a_row_whose_every_claim_failed_counts_as_a_failed_backend_and_is_tried_again(tmp_path: Path) -> None:
    settings = Settings(detector="faithfulness-llm", llm="scripted", cache=False)
    source = write_rows(tmp_path / "in.jsonl", documents(2))

    def done(answer: Completion, resume: bool) -> list[Done]:
        given = {**ports(), LLM: Scripted(lambda _: answer)}
        with Output(tmp_path / "out", resume) as output, closing(Local(settings, given)) as engine:
            return list(Batch(output, engine, settings, Call()).rows(items(source)))

    first = done(Completion(error="the server is gone"), False)
    assert [r["faithfulness"]["outcome"] for r in rows_of(tmp_path / "out")] == ["failed"] * 2
    assert [d.row.exit_code for d in first] == [4, 4]
    assert not any(d.reused for d in done(Completion(error="the server is gone"), True))


def test_rows_that_a_limit_leaves_out_wait_for_the_next_full_resumption(tmp_path: Path) -> None:
    source, out = write_rows(tmp_path / "in.jsonl", documents(10)), tmp_path / "out"
    batch(source, out)
    before = out.read_bytes()
    with Output(out, True) as output, closing(Local(SETTINGS, ports())) as engine:
        work = Batch(output, engine, SETTINGS, Call(), limited=True)
        assert len(list(work.rows(items(source, 4)))) == 4
    assert work.warnings == [WAITING.format(rows=6, file="out.kept")] and len(rows_of(out)) == 4
    _, work = batch(source, out, nli := Counting(), resume=True)
    assert out.read_bytes() == before and not nli.claims and not work.warnings
    assert not (tmp_path / "out.kept").exists()


class Buggy(TableNLI):
    """Meets a bug on a word."""

    def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
        if any("poison" in h for _, h in pairs):
            raise IndexError("nobody foresaw this")
        return super().entail(pairs)


def test_a_bug_that_one_document_meets_costs_no_other_document(tmp_path: Path) -> None:
    rows = documents(40)
    for i in (7, 30):
        rows[i]["text"] = "A poison text stands here."
    source = write_rows(tmp_path / "in.jsonl", rows)
    done, _ = batch(source, tmp_path / "out", Buggy(TABLE))
    assert [i for i, d in enumerate(done) if d.row.exit_code] == [7, 30]
    assert rows_of(tmp_path / "out")[7]["error"]["message"] == "unexpected IndexError: nobody foresaw this"
    done, _ = batch(source, tmp_path / "out", resume=True)
    assert [d.row.exit_code for d in done] == [0] * 40
    batch(source, tmp_path / "alone")
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()


def test_what_breaks_outside_a_document_ends_the_batch(tmp_path: Path) -> None:
    class Full(Output):
        def append(self, line: bytes) -> None:
            raise OSError("the disk is gone")

    source = write_rows(tmp_path / "in.jsonl", [{"id": f"d{i}", "text": ""} for i in range(600)])
    with (
        Full(tmp_path / "out", False) as output,
        closing(Local(SETTINGS, ports())) as engine,
        pytest.raises(OSError, match="the disk is gone"),
    ):
        list(Batch(output, engine, SETTINGS, Call()).rows(items(source)))


def test_a_backend_that_went_away_does_not_use_up_the_rest(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(100))
    with pytest.raises(BackendError, match=f"{IN_A_ROW} documents in a row failed, the last one with: broken"):
        batch(source, tmp_path / "out", Breaking(word="museum"))
    assert IN_A_ROW <= len(rows_of(tmp_path / "out")) < 60
    batch(source, tmp_path / "out", resume=True)
    batch(source, tmp_path / "alone")
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()


def test_a_class_that_asks_for_no_check_is_not_judged(tmp_path: Path) -> None:
    nli = Counting()
    source = write_rows(tmp_path / "in.jsonl", [{**d, "risk": "none"} for d in documents(3)])
    batch(source, tmp_path / "out", nli)
    assert nli.claims == []
    assert {r["faithfulness"]["outcome"] for r in rows_of(tmp_path / "out")} == {"skipped"}


def test_a_budget_stops_and_resuming_goes_on(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(30))
    batch(source, tmp_path / "alone")
    done, work = batch(source, tmp_path / "out", pace=Pace(1e-9, 30))
    assert work.out_of_time and len(done) < 30
    batch(source, tmp_path / "out", resume=True)
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()


def test_checks_are_logged_once_over_all_resumptions(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", [{**d, "template": 3, "model": "m"} for d in documents(40)])
    store = tmp_path / "localcheck.db"
    for calls in (2, 3):
        with pytest.raises(KeyboardInterrupt):
            batch(source, tmp_path / "out", Breaking(calls), resume=True, log=Log(store, tmp_path / "waiting"))
    batch(source, tmp_path / "out", resume=True, log=Log(store, tmp_path / "waiting"))
    with Store(store) as opened:
        checks = opened.checks.between(0, 1e12)
    assert sorted(c.document_id for c in checks) == sorted(f"d{i}" for i in range(40))
    assert {(c.template, c.model) for c in checks} == {("3", "m")}


def test_a_row_put_in_before_a_resumption_is_logged(tmp_path: Path) -> None:
    """It got the name of the check that was logged for the row in its place before, and counted as logged."""
    rows, store = documents(40), tmp_path / "localcheck.db"
    with pytest.raises(KeyboardInterrupt):
        batch(
            write_rows(tmp_path / "in.jsonl", rows), tmp_path / "out", Breaking(3), log=Log(store, tmp_path / "waiting")
        )
    new = {"id": "new", "text": WRONG, "context": [FACT]}
    batch(
        write_rows(tmp_path / "in.jsonl", [new, *rows]),
        tmp_path / "out",
        resume=True,
        log=Log(store, tmp_path / "waiting"),
    )
    with Store(store) as opened:
        checks = opened.checks.between(0, 1e12)
    assert sorted(c.document_id for c in checks) == sorted(["new", *(f"d{i}" for i in range(40))])


def test_the_log_has_each_documents_own_time(tmp_path: Path) -> None:
    """It had the time that a document was open, with that of all those judged beside it: the median was ten times too long."""

    class Slow(TableNLI):
        def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
            time.sleep(0.01 * len(pairs))
            return super().entail(pairs)

    source, began = write_rows(tmp_path / "in.jsonl", documents(12)), time.perf_counter()
    batch(source, tmp_path / "out", Slow(TABLE), log=Log(tmp_path / "localcheck.db", tmp_path / "waiting"))
    took = time.perf_counter() - began
    with Store(tmp_path / "localcheck.db") as opened:
        latencies = [c.latency for c in opened.checks.between(0, 1e12)]
    assert len(latencies) == 12 and min(latencies) > 0 and sum(latencies) < took


def test_a_store_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "localcheck.db").write_text("no database, but long enough to have a header of its own\n" * 30)
    log = Log(tmp_path / "localcheck.db", tmp_path / "waiting")
    done, _ = batch(write_rows(tmp_path / "in.jsonl", documents(5)), tmp_path / "out", log=log)
    assert len(done) == 5 and len(log.waiting) == 5 and isinstance(log.error, BadInput)


def test_a_locked_store_is_waited_for_and_then_caught_up_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localcheck.store.connection.BUSY_MS", 20)
    path = tmp_path / "localcheck.db"
    Store(path).close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    log = Log(path, tmp_path / "waiting")
    done, _ = batch(write_rows(tmp_path / "in.jsonl", documents(5)), tmp_path / "out", log=log)
    assert len(done) == 5 and len(log.waiting) == 5
    assert "locked" in str(log.error)
    holder.execute("ROLLBACK")
    holder.close()
    log.flush()
    assert not log.waiting and log.error is None


def test_checks_that_wait_for_a_locked_store_survive_a_kill_and_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcheck.store.connection.BUSY_MS", 20)
    path, beside = tmp_path / "localcheck.db", tmp_path / "out.checks"
    Store(path).close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    source = write_rows(tmp_path / "in.jsonl", documents(40))
    with pytest.raises(KeyboardInterrupt):
        batch(source, tmp_path / "out", Breaking(3), log=Log(path, beside))
    kept = len(beside.read_text().splitlines())
    assert kept == len(rows_of(tmp_path / "out")) > 0, "nothing waits in memory alone"
    log = Log(path, beside)
    batch(source, tmp_path / "out", resume=True, log=log)
    assert len(log.waiting) == 40 == len(beside.read_text().splitlines())
    holder.execute("ROLLBACK")
    holder.close()
    with beside.open("a") as file:
        file.write('{"torn')
    batch(source, tmp_path / "out", resume=True, log=Log(path, beside))
    assert not beside.exists()
    with Store(path) as opened:
        assert sorted(c.document_id for c in opened.checks.between(0, 1e12)) == sorted(f"d{i}" for i in range(40))


def test_out_is_not_written_over_and_not_by_two_at_once(tmp_path: Path) -> None:
    batch(write_rows(tmp_path / "in.jsonl", documents(2)), tmp_path / "out")
    with pytest.raises(UsageError, match="exists"):
        Output(tmp_path / "out", resume=False)
    with Output(tmp_path / "out", resume=True), pytest.raises(BackendError, match="another batch"):
        Output(tmp_path / "out", resume=True)


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(2))
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(BackendError, match="File too large"):
            batch(source, tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """Rows went into a pipe that nobody read, and the batch said that all was well."""
    source = write_rows(tmp_path / "in.jsonl", documents(2))
    os.mkfifo(tmp_path / "pipe")
    for out in (tmp_path / "pipe", Path("/dev/null"), tmp_path):
        with pytest.raises(BadInput, match=r"no regular file|a folder"):
            batch(source, out)


def test_what_cannot_be_a_batch_is_refused_before_anything_is_opened_or_written(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "in.jsonl", documents(3))
    batch(source, tmp_path / "rows.jsonl")
    rows = (tmp_path / "rows.jsonl").read_bytes()
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "rows.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    for given, out, why in (
        ("rows.jsonl", "rows.jsonl", "IN and OUT"),
        ("rows.jsonl", "link.jsonl", "IN and OUT"),
        ("gone.jsonl", "out.jsonl", "no such file"),
        ("pipe.jsonl", "out.jsonl", "from a pipe"),
    ):
        request = BatchRequest(tmp_path / given, tmp_path / out, Settings(nli="gone"), resume=True)
        with pytest.raises(UsageError, match=why), opened(request):
            pass
    with (
        pytest.raises(BadInput, match="from a pipe"),
        opened(BatchRequest(Path("-"), tmp_path / "out.jsonl", SETTINGS)),
    ):
        pass
    with pytest.raises(UsageError, match="not standard output"), opened(BatchRequest(source, Path("-"), SETTINGS)):
        pass
    for settings in (Settings(nli="gone"), Settings(detector="all-false", options={"all-false": {"k": 5}})):
        with pytest.raises(LocalcheckError), opened(BatchRequest(source, tmp_path / "out.jsonl", settings)):
            pass
    assert (tmp_path / "rows.jsonl").read_bytes() == rows and not (tmp_path / "out.jsonl").exists()


def test_a_connection_that_was_refused_ends_the_batch(tmp_path: Path) -> None:
    class Outside(TableNLI):
        def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
            raise NetworkRefused("refused")

    def never() -> Iterator[None]:
        batch(write_rows(tmp_path / "in.jsonl", documents(2)), tmp_path / "out", Outside({}))
        yield

    with pytest.raises(NetworkRefused):
        next(never())
    assert issubclass(UnknownName, UsageError)


class Timed(TableNLI):
    """A second a pair; a clock."""

    def __init__(self) -> None:
        super().__init__(TABLE)
        self.now = 0.0

    def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
        self.now += len(pairs)
        return super().entail(pairs)

    def __call__(self) -> float:
        return self.now


def one_at_a_time() -> Settings:
    return Settings(detector="faithfulness", cache=False, options=(("faithfulness", (("group", 1),)),))


def test_a_short_budget_lowers_the_effort_so_that_all_get_a_verdict_and_resuming_makes_them_anew(
    tmp_path: Path,
) -> None:
    context = " ".join(f"The museum has a hall number {i}." for i in range(12))
    rows = [{**row, "context": [f"{FACT} {context}"]} for row in documents(30)]
    source, settings = write_rows(tmp_path / "in.jsonl", rows), one_at_a_time()
    slow, short = Timed(), Timed()
    batch(source, tmp_path / "alone", slow, settings=settings)
    done, work = batch(source, tmp_path / "out", short, settings=settings, pace=Pace(0.7 * slow.now, 30, short))
    assert len(done) == 30 and not work.out_of_time
    hurried = [HURRIED in row["report"]["run"]["notes"] for row in rows_of(tmp_path / "out")]
    assert sum(hurried) == work.pace.hurried > 3 and not hurried[0]
    place = hurried.index(True)
    parameters = [dict(row["report"]["run"]["parameters"]) for row in rows_of(tmp_path / "out")]
    assert (parameters[0]["max_windows"], parameters[place]["max_windows"]) == (4, 1)
    again, _ = batch(source, tmp_path / "out", resume=True, settings=settings)
    assert [d.reused for d in again[:place]] == [True] * place and not again[place].reused
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()
    assert not (tmp_path / "out.kept").exists()


def test_a_pace_goes_back_to_the_usual_effort_when_the_time_reaches_again() -> None:
    now = [0.0]
    pace = Pace(100, 20, lambda: now[0])
    assert pace.effort(Effort.THOROUGH, 0) is Effort.THOROUGH, "before the first document nothing is known"
    now[0] = 10
    pace.finished(hurried=False)
    assert pace.effort(Effort.USUAL, 1) is Effort.QUICK, "19 documents of 10 s do not fit into 90 s"
    assert pace.effort(Effort.QUICK, 1) is Effort.QUICK
    assert pace.hurried == 0, "they count when they are done"
    now[0] = 20
    pace.finished(hurried=True)
    assert pace.effort(Effort.USUAL, 13) is Effort.USUAL, "7 documents fit into 80 s"
    now[0] = 101
    assert pace.over
    assert not Pace(0, 20, lambda: 1e12).over
    assert Pace(100, None, lambda: 0).effort(Effort.USUAL, 0) is Effort.USUAL


def test_the_strategy_of_the_class_says_how_much_is_read(tmp_path: Path) -> None:
    classes = ("none", "low", "medium", "high", "critical")
    source = write_rows(tmp_path / "in.jsonl", [{**documents(1)[0], "id": r, "risk": r} for r in classes])
    settings = Settings(detector="faithfulness", cache=False, options=(("faithfulness", (("sentences", 6),)),))
    batch(source, tmp_path / "out", settings=settings)
    read = {r["id"]: dict(r["report"]["run"]["parameters"]) for r in rows_of(tmp_path / "out")}
    assert {name: p["max_windows"] for name, p in read.items()} == {
        "none": 4, "low": 1, "medium": 4, "high": 0, "critical": 0
    }  # fmt: skip
    assert {p["sentences"] for p in read.values()} == {6}, "what the user chose is not touched"
    settings = Settings(detector="faithfulness", cache=False, options=(("faithfulness", (("max-windows", 2),)),))
    batch(source, tmp_path / "chosen", settings=settings)
    assert {dict(r["report"]["run"]["parameters"])["max_windows"] for r in rows_of(tmp_path / "chosen")} == {2}
    done, _ = batch(source, tmp_path / "chosen", resume=True, settings=settings)
    assert all(d.reused for d in done)


def test_rows_that_were_cut_out_survive_a_kill_before_they_are_written_again(tmp_path: Path) -> None:
    rows = documents(12)
    batch(write_rows(tmp_path / "in.jsonl", rows), tmp_path / "out")
    new = {"id": "new", "text": WRONG, "context": [FACT]}
    source = write_rows(tmp_path / "in.jsonl", [*rows[:2], new, *rows[2:]])
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            batch(source, tmp_path / "out", Breaking(0), resume=True)
        (tmp_path / "out").write_bytes(b"".join((tmp_path / "out").read_bytes().splitlines(keepends=True)[:2]))
    nli = Counting()
    batch(source, tmp_path / "out", nli, resume=True)
    assert Counter(nli.claims) == {WRONG: PAIRS}, "only the new document is judged"
    assert [r["id"] for r in rows_of(tmp_path / "out")] == ["d0", "d1", "new", *(f"d{i}" for i in range(2, 12))]


def test_a_look_at_a_batch_keeps_none_from_starting(tmp_path: Path) -> None:
    """The app looks every second whether somebody holds the file, and holds it for that instant itself."""
    (tmp_path / "out").touch()
    with (tmp_path / "out").open("rb") as looking:
        fcntl.flock(looking, fcntl.LOCK_SH)
        threading.Timer(0.05, fcntl.flock, (looking.fileno(), fcntl.LOCK_UN)).start()
        with Output(tmp_path / "out", resume=True):
            pass


def test_a_file_that_is_taken_away_before_it_is_locked_takes_no_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another batch without rows removed its own at the end: whole hours were then written into a file without a name."""
    flock, out = fcntl.flock, tmp_path / "out"

    def removed(file: int, how: int) -> None:
        out.unlink()
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", removed)
    with pytest.raises(BackendError, match="taken it away"):
        Output(out, resume=False)


class FirstLast(Executor):
    """Ends the first document when there is no other one for now."""

    info = RunInfo("faithfulness")

    def close(self) -> None: ...

    def steps(self, tasks: Iterable[Task | None]) -> Generator[Progress, None, None]:
        waiting = iter(tasks)
        first = next(waiting)
        assert first is not None
        self.overtook = 0
        while (task := next(waiting, None)) is not None:
            self.overtook += 1
            yield Progress(task.index)
        yield Progress(first.index)
        yield from (Progress(task.index) for task in waiting if task is not None)


def test_behind_a_slow_document_only_so_many_rows_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localcheck.batch.run.BEHIND", 20_000)
    source, executor = write_rows(tmp_path / "in.jsonl", documents(100)), FirstLast()
    with Output(tmp_path / "out", resume=False) as output, closing(executor):
        done = list(Batch(output, executor, SETTINGS, Call()).rows(items(source)))
    assert [d.id for d in done] == [r["id"] for r in rows_of(tmp_path / "out")] == [f"d{i}" for i in range(100)]
    row = (tmp_path / "out").stat().st_size / 100
    assert 20_000 / row < executor.overtook + 2 < 100


def test_the_journal_of_a_long_document_is_not_written_anew_for_each_short_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcheck.batch.output.COMPACT_AT", 10_000)
    verdict = Verdict(Claim("0.0", 0, FACT, Span(0, len(FACT))), Label.NOT_ENOUGH_EVIDENCE, 0.5)
    journal = Journal(tmp_path / "journal", "s", set())
    for _ in range(100):
        journal.add("long", verdict)
    assert (tmp_path / "journal").stat().st_size > 20_000
    written, write = [], Journal._rewrite
    monkeypatch.setattr(Journal, "_rewrite", lambda self: (written.append(self), write(self)))
    for n in range(50):
        journal.add(f"short {n}", verdict)
        journal.done(f"short {n}")
    journal.close(finished=False)
    assert len(written) == 1
    assert len(Journal(tmp_path / "journal", "s", set()).known["long"]) == 100
