"""Runs go into the database as they are made and come out as they were."""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_examples import DOCUMENT, INFO, SENTENCES, report, verdict, verdicts

from localcheck.errors import BackendError, BadInput, UnknownName, UsageError
from localcheck.settings import Settings
from localcheck.store import Recorder, RunState, Store
from localcheck.store.database import is_written, writing
from localcheck.types import Cost, Event, Evidence, Failed, Finished, Judged, Label, Started, Verdict


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "localcheck.db") as opened:
        yield opened


def test_a_run_comes_back_as_it_was(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    first, second = verdict(), verdict("1.0", Label.REFUTED, 0.9)
    store.add_verdict(run_id, second)
    store.add_verdict(run_id, first)
    run = store.load(run_id)
    assert (run.document, run.sentences, run.info) == (DOCUMENT, SENTENCES, INFO)
    assert run.verdicts == (first, second), "in the order of the document"
    assert dict(run.summary.counts) == {"supported": 1, "refuted": 1}


def test_a_heading_is_counted_under_no_label(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    heading = verdict("1.0", Label.NOT_ENOUGH_EVIDENCE)
    store.add_verdict(run_id, verdict())
    store.add_verdict(run_id, replace(heading, claim=replace(heading.claim, checkable=False)))
    (summary,) = store.runs()
    assert dict(summary.counts) == {"supported": 1}


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(verdicts())
def test_every_verdict_survives_the_round_trip(store: Store, made: Verdict) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    store.add_verdict(run_id, made)
    assert store.load(run_id).verdicts == (made,)


def test_the_last_revision_of_a_claim_is_the_verdict_and_the_report_keeps_the_run_s_own(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    made, later = verdict(label=Label.NOT_ENOUGH_EVIDENCE), verdict(label=Label.SUPPORTED)
    assert store.add_verdict(run_id, made) == 1
    assert store.report(run_id) is None
    store.finish_run(run_id, report(made))
    assert store.add_verdict(run_id, later, "more") == 2
    assert store.load(run_id).verdicts == (later,)
    assert store.report(run_id) == report(made)


def test_a_wording_is_taken_back_to_the_one_before_it(store: Store) -> None:
    first = verdict()
    run = store.begin_run(INFO, DOCUMENT, SENTENCES)
    store.add_verdict(run, first)

    def reworded(text: str, seconds: float) -> None:
        claim = replace(first.claim, text=text, note="reworded by ada")
        store.add_verdict(run, replace(first, claim=claim, cost=Cost(seconds=seconds)), "reworded:ada")

    def back() -> str | None:
        found = store.take_back_wording(run, first.claim.id, "ada")
        return found and found.claim.text

    for n, text in enumerate(("one", "two", "one", first.claim.text)):
        reworded(text, n)
    assert [back() for _ in range(5)] == ["one", "two", "one", first.claim.text, None]


def test_a_killed_run_stays_open_and_its_failed_claims_are_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "localcheck.db"
    with Store(path) as store:
        run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
        store.add_verdict(run_id, verdict())
        store.add_verdict(run_id, replace(verdict("1.0", Label.FAILED), error="model died"))
    with Store(path) as store:
        assert store.summary(run_id).state is RunState.OPEN
        assert store.judged_claims(run_id) == {"0.0"}


def test_runs_are_filtered_and_listed_newest_first(store: Store) -> None:
    first = store.begin_run(INFO, DOCUMENT, SENTENCES)
    second = store.begin_run(replace(INFO, detector="greybox"), replace(DOCUMENT, id="Other.txt", title="x"), ())
    store.end_run(second, RunState.FAILED, "no model")
    assert [r.id for r in store.runs()] == [second, first]
    assert [r.id for r in store.runs(text="OTHER")] == [second]
    assert [r.id for r in store.runs(text="lovelace")] == [first]
    other = store.begin_run(INFO, replace(DOCUMENT, title="Éloge de la Straße"), ())
    with Store(store.path, read_only=True) as reading:
        assert [r.id for r in store.runs(text="éLOGE")] == [r.id for r in reading.runs(text="STRASSE")] == [other]
    store.remove([other])
    assert [r.id for r in store.runs(detector="greybox")] == [second]
    assert [r.error for r in store.runs(state=RunState.FAILED)] == ["no model"]
    assert [r.id for r in store.runs(limit=1)] == [second]


def test_removing_a_run_takes_its_rows_and_the_orphaned_passages(store: Store) -> None:
    kept, gone = (store.begin_run(INFO, DOCUMENT, SENTENCES) for _ in range(2))
    store.add_verdict(kept, verdict())
    other = verdict()
    passage = replace(other.evidence[0].passage, text="Only here.")
    store.add_verdict(gone, replace(other, evidence=(replace(other.evidence[0], passage=passage),)))
    store.remove([gone])
    with closing(sqlite3.connect(store.path)) as plain, plain:
        assert plain.execute("SELECT text FROM passages").fetchall() == [("Ada Lovelace was born in 1815.",)]
        assert plain.execute("SELECT count(*) FROM verdicts").fetchone() == (1,)
    plain.close()
    with pytest.raises(UnknownName, match="unknown run"):
        store.load(gone)


def test_equal_passages_are_kept_once(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    store.add_verdict(run_id, verdict())
    store.add_verdict(run_id, verdict("1.0"))
    plain = sqlite3.connect(store.path)
    assert plain.execute("SELECT count(*) FROM passages").fetchone() == (1,)
    assert plain.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    plain.close()


def test_removing_an_unknown_run_removes_nothing(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    with pytest.raises(UnknownName):
        store.remove([run_id, 99])
    assert [r.id for r in store.runs()] == [run_id]


def test_two_threads_write_to_one_database(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)

    def work(sentence: int) -> None:
        with Store(store.path) as own:
            for i in range(20):
                own.add_verdict(run_id, verdict(f"{sentence}.{i}"))

    threads = [threading.Thread(target=work, args=(n,)) for n in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.load(run_id).verdicts) == 40


def test_several_make_a_store_at_the_same_time(tmp_path: Path) -> None:
    """SQLite refuses at once who switches to the write-ahead log while another one opens the file; 4 of 60 tries failed."""
    failed: list[BaseException] = []

    def work(path: Path, together: threading.Barrier) -> None:
        together.wait()
        try:
            Store(path).close()
        except BackendError as error:
            failed.append(error)

    for i in range(30):
        together = threading.Barrier(6)
        threads = [threading.Thread(target=work, args=(tmp_path / f"{i}.db", together)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failed == []


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "localcheck.db"
    path.write_text("this is not a database, but a text that is long enough to have a header\n" * 20)
    with pytest.raises(BadInput, match="not a SQLite database"):
        Store(path)


def test_a_damaged_schema_that_is_no_text_is_one_clear_error(tmp_path: Path) -> None:
    """SQLite quotes the schema in its message, and Python cannot read that."""
    path = tmp_path / "localcheck.db"
    Store(path).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = CAST(x'43524541544520ff20' AS TEXT) WHERE name = 'checks'")
    with pytest.raises(BadInput, match="the store is damaged"):
        Store(path)


def test_a_folder_that_cannot_be_made_is_a_backend_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BackendError):
        Store(tmp_path / "file" / "localcheck.db")


def events(fail: bool = False) -> Iterator[Event]:
    yield Started(DOCUMENT, SENTENCES)
    yield Judged(DOCUMENT, verdict(), 1)
    if fail:
        yield Failed(DOCUMENT, "the model failed", "try again")
        return
    yield Judged(DOCUMENT, verdict("1.0"), 2)
    yield Finished(report(verdict(), verdict("1.0")))


def test_the_recorder_stores_events_as_they_pass(store: Store) -> None:
    recorder = Recorder(store, Settings())
    seen = []
    for event in recorder.follow(events()):
        seen.append(event)
        if isinstance(event, Judged):
            assert recorder.run_id is not None
            assert len(store.load(recorder.run_id).verdicts) == event.done
    assert seen == list(events())
    assert recorder.run_id is not None
    assert store.summary(recorder.run_id).state is RunState.FINISHED


def test_closing_the_recorder_cancels_the_run_and_closes_the_source(store: Store) -> None:
    closed = []

    def source() -> Iterator[Event]:
        try:
            yield from events()
        finally:
            closed.append(True)

    recorder = Recorder(store, Settings())
    stream = recorder.follow(source())
    next(stream), next(stream)
    stream.close()
    assert closed == [True]
    assert recorder.run_id is not None
    assert store.summary(recorder.run_id).state is RunState.CANCELLED
    assert len(store.load(recorder.run_id).verdicts) == 1


@pytest.mark.parametrize("raises", [False, True])
def test_a_failing_run_is_stored_as_failed_with_its_reason(store: Store, raises: bool) -> None:
    def broken() -> Iterator[Event]:
        yield Started(DOCUMENT, SENTENCES)
        raise BackendError("the model failed")

    recorder = Recorder(store, Settings())
    if raises:
        with pytest.raises(BackendError):
            list(recorder.follow(broken()))
    else:
        list(recorder.follow(events(fail=True)))
    assert recorder.run_id is not None
    summary = store.summary(recorder.run_id)
    assert (summary.state, summary.error) == (RunState.FAILED, "the model failed")


def test_a_run_that_another_program_is_writing_is_not_removed_until_it_ends(store: Store) -> None:
    kept = store.begin_run(INFO, DOCUMENT, SENTENCES)
    recorder = Recorder(store, Settings())
    with Store(store.path) as other, closing(recorder.follow(events())) as stream:
        next(stream)
        assert recorder.run_id is not None
        with pytest.raises(UsageError, match=f"run {recorder.run_id} is being written now") as refused:
            other.remove([kept, recorder.run_id])
        assert refused.value.hint == "wait until it has ended, or stop it where it was started"
        assert len(other.runs()) == 2, "none was removed"
        for _ in stream:
            pass
        other.remove([kept, recorder.run_id])
        assert other.runs() == []
    assert not list(store.path.parent.glob(".*.lock"))


def test_a_run_has_one_writer_at_a_time_and_another_is_told_so(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    with writing(store.path, run_id):
        with pytest.raises(UsageError, match=f"run {run_id} is being checked by another program") as refused:
            list(Recorder(store, Settings(), run_id).follow(events()))
        assert refused.value.hint.startswith(f"localcheck review {run_id} shows what it judged so far; wait until")
        assert store.is_written(run_id) and store.load(run_id).verdicts == ()
        assert store.summary(run_id).state is RunState.OPEN, "it is still its writer's"
    assert not is_written(store.path, run_id)
    list(Recorder(store, Settings(), run_id).follow(events()))
    assert store.summary(run_id).state is RunState.FINISHED


def test_a_document_that_could_not_be_read_is_a_failed_run(store: Store) -> None:
    list(Recorder(store, Settings()).follow([Failed(DOCUMENT, "empty")]))
    assert [r.state for r in store.runs()] == [RunState.FAILED]


def test_the_recorder_continues_a_run(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    store.add_verdict(run_id, verdict())
    store.end_run(run_id, RunState.CANCELLED)
    recorder = Recorder(store, Settings(), run_id)
    list(recorder.follow(events()))
    assert [r.id for r in store.runs()] == [run_id]
    assert store.add_verdict(run_id, verdict(), "more") == 2, "what was judged before was not stored again"
    assert store.summary(run_id).state is RunState.FINISHED


@given(st.text())
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_can_be_stored(store: Store, text: str) -> None:
    """Lone surrogates and NUL among them: nothing that was read may stop a run from being written down."""
    run_id = store.begin_run(INFO, replace(DOCUMENT, id=text, text=text), ())
    store.end_run(run_id, RunState.FAILED, text)
    assert store.load(run_id).document.text == text


def test_a_verdict_that_another_program_writes_during_a_read_is_not_half_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path / "localcheck.db") as reader, Store(tmp_path / "localcheck.db") as writer:
        run = writer.begin_run(INFO, DOCUMENT, SENTENCES)
        writer.add_verdict(run, verdict("0.0"))
        read = Store._evidence

        def overtaken(store: Store, where: str, value: int) -> dict[int, tuple[Evidence, ...]]:
            found = read(store, where, value)
            writer.add_verdict(run, verdict("1.0"))
            return found

        monkeypatch.setattr(Store, "_evidence", overtaken)
        assert [v.claim.id for v in reader.load(run).verdicts] == ["0.0"]
        monkeypatch.undo()
        assert [v.claim.id for v in reader.load(run).verdicts] == ["0.0", "1.0"]


class Interrupted(BaseException):
    """What Ctrl-C raises, under another name, so that pytest does not take it for one."""


@contextmanager
def interrupted_at(line: int) -> Iterator[None]:
    """Raise ``Interrupted`` at the ``line``-th line that the module of transactions runs in the block."""
    left = line

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.endswith("store/connection.py"):
            return None
        if event == "line":
            left -= 1
            if left == 0:
                raise Interrupted
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("reads", [True, False], ids=["a read", "a write"])
def test_an_interrupt_at_any_line_of_a_transaction_leaves_none_open(tmp_path: Path, reads: bool) -> None:
    """An interrupted run still writes that it stopped, while the traceback of the interrupt is alive."""
    with Store(tmp_path / "localcheck.db") as store:
        run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
        kept, line = [], 0
        while len(kept) == line:
            line += 1
            try:
                with interrupted_at(line):
                    store.load(run_id) if reads else store.add_verdict(run_id, verdict())
            except Interrupted as interrupt:
                kept.append(interrupt)
            number = store.add_verdict(run_id, verdict("1.0"))
            assert store.load(run_id).verdicts[-1].claim.id == "1.0" and number >= line
        assert line > 10


def test_no_other_program_sees_a_run_before_it_is_known_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the two it could be removed, or continued by somebody else."""
    path, seen = tmp_path / "localcheck.db", list[int]()

    @contextmanager
    def looked_at(store: Path, run_id: int) -> Iterator[None]:
        with Store(path, read_only=True) as other:
            seen.append(len(other.runs()))
        with writing(store, run_id):
            yield

    with Store(path) as store:
        monkeypatch.setattr("localcheck.store.recording.writing", looked_at)
        events = Recorder(store, Settings()).follow(iter([Started(DOCUMENT, SENTENCES, INFO)]))
        next(events)
        assert seen == [0] and store.is_written(1)
        events.close()
        assert [run.state for run in store.runs()] == [RunState.CANCELLED] and not store.is_written(1)


def test_a_store_that_is_closed_says_so_in_words_of_ours(tmp_path: Path) -> None:
    with Store(tmp_path / "localcheck.db") as store:
        pass
    with pytest.raises(BackendError, match="closed database"):
        store.end_run(1, RunState.OPEN)
    with pytest.raises(BackendError, match="closed database"), store.together():
        pass
