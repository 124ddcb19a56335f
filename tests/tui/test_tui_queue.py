"""The queue: several documents in one sitting, runs in the background, unfinished runs offered, a home that is read-only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from scripted_session import ScriptedSession
from textual.widgets import DataTable, Static
from tui_examples import (
    DOCUMENT,
    INFO,
    REPORT,
    SENTENCES,
    TEXT,
    VERDICTS,
    app_for,
    finished,
    places,
    stored_run,
    until,
)

from localcheck.cli.checks.review import find_targets
from localcheck.errors import BadInput, LocalcheckError
from localcheck.reviewing.merging import lacking
from localcheck.settings import Settings
from localcheck.store import Action, Review, RunState, RunSummary, Store
from localcheck.store.database import writing
from localcheck.types import Document, Label
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.desk import Entry
from localcheck_tui.keeping import (
    ELSEWHERE,
    catch_up,
    decided_elsewhere,
    newest_of,
    reading_of,
    run_of_document,
    unfinished,
)
from localcheck_tui.marks import run_named
from localcheck_tui.reading import Reading
from localcheck_tui.screens.dialogs import AskDialog, ConfirmDialog, ContinueDialog, DraftDialog
from localcheck_tui.screens.queue import QueueScreen, named
from localcheck_tui.screens.runs import RunsScreen
from localcheck_tui.widgets.key_bar import hints
from localcheck_tui.widgets.run_bar import status_text

SIZE = (100, 30)


def three(folder: Path) -> tuple[Path, ...]:
    """A file, a folder with a text, and a set with two rows of which one is empty."""
    (folder / "curie.txt").write_text(TEXT, encoding="utf-8")
    (folder / "more").mkdir()
    (folder / "more" / "mars.txt").write_text("Mars has two moons.\nIt is red.", encoding="utf-8")
    (folder / "set.jsonl").write_text(json.dumps({"id": "s1", "text": "Venus is hot."}) + "\n", encoding="utf-8")
    return folder / "curie.txt", folder / "more", folder / "set.jsonl"


def rows(app: LocalcheckApp) -> list[list[str]]:
    table = app.screen.query_one(DataTable)
    return [[str(cell) for cell in table.get_row_at(n)] for n in range(table.row_count)]


def reading(app: LocalcheckApp) -> Reading:
    assert app.review_screen is not None
    return app.review_screen.reading


async def test_a_queue_is_checked_in_the_background_while_one_document_is_reviewed(folder: Path) -> None:
    going = threading.Semaphore(3)
    app = app_for(folder, three(folder), script=ScriptedSession([REPORT], lambda: bool(going.acquire(timeout=60))))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and len(rows(app)) == 3)
        await until(pilot, lambda: rows(app)[0][2] == "running 3/≈8")
        await pilot.press("enter")
        await until(pilot, lambda: app.review_screen is not None)
        assert reading(app).document.title == "Marie Curie" and reading(app).running
        await pilot.press("a")
        assert len(reading(app).decisions) == 1, "it is reviewed while it is checked"
        first = reading(app)
        await pilot.press("N")
        await until(pilot, lambda: reading(app) is not first)
        assert reading(app).document.id == "mars.txt" and reading(app).waiting and first.running
        await pilot.press("escape")
        going.release(20)
        await until(pilot, lambda: all(e.number and not e.running for e in app.desk.entries))
        assert len(first.verdicts) == 6 and len(reading(app).verdicts) == 2
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app)[2][2] == "checked")
        assert [row[2] for row in rows(app)] == ["checked"] * 3 and rows(app)[0][:2] == ["Marie Curie", "ada"]
        assert rows(app)[0][3:8] == ["3", "1", "1", "", "1/5"], "claims that cannot be checked do not count"
        await pilot.press("down", "down", "O")
        await until(pilot, lambda: isinstance(app.screen, AskDialog))
        await pilot.press(*"bob", "enter")
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app)[2][1] == "bob")
        await pilot.press("slash", *"in:bob")
        await until(pilot, lambda: len(rows(app)) == 1)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, type(app.review_screen)))
        assert reading(app).document.text == "Venus is hot."


async def test_blind_mode_holds_for_the_next_document_too(folder: Path) -> None:
    app = app_for(folder, three(folder), script=ScriptedSession([REPORT]))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and len(rows(app)) == 3)
        await until(pilot, lambda: all(e.number and not e.running for e in app.desk.entries))
        await pilot.press("enter")
        await until(pilot, lambda: app.review_screen is not None)
        first = reading(app)
        await pilot.press("b", "N")
        await until(pilot, lambda: reading(app) is not first)
        assert reading(app).blind
        second = reading(app)
        await pilot.press("b", "N")
        await until(pilot, lambda: reading(app) is not second)
        assert not reading(app).blind


async def test_a_run_that_ends_while_the_queue_is_shown_says_so(folder: Path) -> None:
    app = app_for(folder, three(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and len(rows(app)) == 3)
        await until(pilot, lambda: [row[2] for row in rows(app)] == ["checked"] * 3)


async def test_a_run_of_the_queue_is_cancelled_only_after_a_yes(folder: Path) -> None:
    going = threading.Semaphore(1)
    paths = three(folder)
    app = app_for(
        folder, (paths[0], paths[0]), script=ScriptedSession([REPORT], lambda: bool(going.acquire(timeout=60)))
    )
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app) and "1/≈5" in rows(app)[0][2])
        await pilot.press("ctrl+c", "n")
        assert app.desk.entries[0].running
        await pilot.press("escape")
        await pilot.pause()
        assert app.desk.entries[0].running, "Escape leaves the screen, not the run"
        await pilot.press("f9", "ctrl+c")
        await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y")
        going.release(20)
        await until(pilot, lambda: not app.desk.entries[0].running)
        assert app.store.runs()[-1].state is RunState.CANCELLED


async def test_a_document_whose_run_was_cancelled_before_it_began_is_cancelled_and_waits_no_more(folder: Path) -> None:
    going = threading.Semaphore(1)
    app = app_for(folder, three(folder), script=ScriptedSession([REPORT], lambda: bool(going.acquire(timeout=60))))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and len(rows(app)) == 3)
        await until(pilot, lambda: [row[2] for row in rows(app)] == ["running 1/≈5", "waiting", "waiting"])
        await pilot.press("down", "ctrl+c")
        await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y")
        going.release(20)
        await until(pilot, lambda: [row[2] for row in rows(app)] == ["checked", "cancelled", "checked"])


async def test_a_running_document_is_opened_while_its_verdicts_arrive(folder: Path) -> None:
    going = threading.Semaphore(3)
    app = app_for(folder, three(folder), script=ScriptedSession([REPORT], lambda: bool(going.acquire(timeout=60))))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app) and "3/≈8" in rows(app)[0][2])
        entry = app.desk.entries[0]
        going.release(20)
        while entry.ended is None:
            time.sleep(0.01)  # the app's thread is here: it does not take the news
        app.entry_chosen(entry)
        app.on_events_waiting()
        app.notify("something was done")
        await until(pilot, lambda: reading(app) is entry.reading and not reading(app).running)
        assert len(reading(app).verdicts) == 6 and reading(app).state is RunState.FINISHED


async def test_documents_are_opened_faster_than_their_screens_are_made(folder: Path) -> None:
    app = app_for(folder, three(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and [r[2] for r in rows(app)] == ["checked"] * 3)
        for entry in (*app.desk.entries, app.desk.entries[0]):
            app.entry_chosen(entry)
        await until(pilot, lambda: reading(app).document == DOCUMENT)
        await pilot.press("j")
        assert reading(app).sentence == 1


async def test_a_run_that_waited_and_was_cancelled_goes_on_with_space(folder: Path) -> None:
    going = threading.Semaphore(3)
    paths = three(folder)
    app = app_for(folder, paths[:2], script=ScriptedSession([REPORT], lambda: bool(going.acquire(timeout=60))))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app) and "3/≈8" in rows(app)[0][2])
        await until(pilot, lambda: rows(app)[1:] and rows(app)[1][2] == "waiting")
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.review_screen is not None)
        assert reading(app).waiting
        await pilot.press("ctrl+c")
        await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y")
        await until(pilot, lambda: not reading(app).running)
        await pilot.press("space")
        going.release(3)
        await until(pilot, lambda: app.desk.entries[0].job is None)
        await until(pilot, lambda: reading(app).sentences, seconds=3)
        going.release(20)
        await until(pilot, lambda: not reading(app).running)
        assert reading(app).state is RunState.FINISHED and len(reading(app).verdicts) == 2


async def test_a_run_that_was_cancelled_and_goes_on_to_its_next_verdict_is_not_paused(folder: Path) -> None:
    going = threading.Semaphore(3)
    script = ScriptedSession([REPORT], lambda: bool(going.acquire(timeout=60)))
    app = app_for(folder, folder / "curie.txt", script=script)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None and reading(app).done == 3)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y", "space")
        assert reading(app).running and not reading(app).paused
        assert "□ cancelling" in status_text(reading(app)).plain
        assert "pause" not in [hint.action for hint in hints(reading(app))]
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app)[0][2].startswith("cancelling"))
        going.release(20)
        await until(pilot, lambda: rows(app)[0][2] == "cancelled")
        assert not app.desk.entries[0].reading.cancelling  # type: ignore[union-attr]


async def test_a_document_opened_again_shows_its_run_while_it_goes_on_and_is_offered_after_a_cancel(
    folder: Path,
) -> None:
    going = threading.Semaphore(3)
    script = ScriptedSession([REPORT], lambda: bool(going.acquire(timeout=60)))
    app = app_for(folder, folder / "curie.txt", script=script)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None and reading(app).done == 3)
        first = reading(app)
        app.open_file(folder / "curie.txt")
        going.release()
        await until(pilot, lambda: first.done == 4)
        assert reading(app) is first and len(app.desk.entries) == 1
        await pilot.press("ctrl+c")
        await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y")
        going.release(20)
        await until(pilot, lambda: not first.running)
        app.open_file(folder / "curie.txt")
        await until(pilot, lambda: isinstance(app.screen, ContinueDialog))
        await pilot.press("enter")
        await finished(pilot)
        assert script.asked.count(("check", "bayes-sequential")) == 2 and len(app.store.runs()) == 1


async def test_a_document_that_was_reviewed_before_is_not_checked_again(folder: Path) -> None:
    run = stored_run(folder)
    script = ScriptedSession([REPORT])
    app = app_for(folder, (folder / "curie.txt",), script=script)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app))
        assert rows(app)[0][2] == "checked" and not script.asked
        await pilot.press("enter")
        await until(pilot, lambda: app.review_screen is not None)
        assert reading(app).run_id == run


async def test_a_document_whose_run_was_removed_says_so_and_is_checked_anew(folder: Path) -> None:
    removed, other = stored_run(folder), stored_run(folder, VERDICTS[:3])
    app = app_for(folder, removed)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        app.open_run(other)
        await until(pilot, lambda: reading(app).run_id == other)
        app.store.remove([removed])
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app))
        assert rows(app)[0][2] == "removed"
        await pilot.press("home", "enter")
        await finished(pilot)
        assert reading(app).run_id not in (removed, other)


def test_no_verdict_is_read_to_find_the_runs_of_a_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two long runs that took seconds, in which the app took no key."""
    first, second = stored_run(folder), stored_run(folder)
    with Store(places(folder).store) as store:
        lone = store.begin_run(INFO, replace(DOCUMENT, text=f"{TEXT} More."), SENTENCES)
        store.reviews.add(first, "0.0", Review(Action.ACCEPT, Label.SUPPORTED, reviewer="ada"))
        assert lacking(store, second, first) == 1
        monkeypatch.setattr(Store, "_evidence", lambda *_: pytest.fail("evidence was read"))
        found = newest_of(store, DOCUMENT)
        assert found is not None and found.id == second
        assert decided_elsewhere(store, lone) is None
        assert lacking(store, second, first) == 1


async def test_a_document_that_was_not_opened_is_counted_by_the_labels_of_people_as_in_the_list_of_runs(
    folder: Path,
) -> None:
    run = stored_run(folder)
    with Store(places(folder).store) as store:
        store.reviews.add(run, "1.1", Review(Action.OVERRIDE, Label.SUPPORTED, reviewer="ada"))
        store.reviews.add(run, "2.0", Review(Action.SKIP, reviewer="ada"))
    app = app_for(folder, (folder / "curie.txt",))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app))
        assert rows(app)[0][3:8] == ["4", "", "1", "", "1/5"] and app.desk.entries[0].reading is None
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen))
        assert rows(app)[0][3:6] == ["4", "", "1"]
        await pilot.press("enter")
        await until(pilot, lambda: app.review_screen is not None)
        assert reading(app).counts() == (4, 0, 1, 0, 1, 5) and reading(app).skipped == 1, "the review counts the same"


async def test_a_claim_that_failed_is_counted_as_failed_in_the_queue_and_in_the_heading(folder: Path) -> None:
    broken = replace(VERDICTS[3], label=Label.FAILED, error="the model is gone")
    stored_run(folder, [*VERDICTS[:3], broken, *VERDICTS[4:]])
    app = app_for(folder, (folder / "curie.txt",))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app))
        assert rows(app)[0][3:8] == ["3", "1", "", "1", "0/5"] and app.desk.entries[0].reading is None
        await pilot.press("enter")
        await until(pilot, lambda: app.review_screen is not None)
        for place in ("#counts", "#run"):
            assert "✓3 ✗1 ?0 !1 failed" in str(app.screen.query_one(place, Static).render())
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, QueueScreen))
        assert rows(app)[0][3:8] == ["3", "1", "", "1", "0/5"]


async def test_a_blind_reviewer_sees_no_labels_of_a_document_that_was_not_opened(folder: Path) -> None:
    stored_run(folder)
    app = app_for(folder, (folder / "curie.txt",), blind=True)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app))
        assert rows(app)[0][3:8] == ["", "", "", "", "0/5"] and app.desk.entries[0].reading is None


async def test_a_file_that_cannot_be_read_stands_in_the_queue_with_its_reason(folder: Path) -> None:
    (folder / "broken.bad").write_bytes(b"?")
    app = app_for(folder, (folder / "broken.bad", folder / "curie.txt"))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and len(rows(app)) == 2)
        assert rows(app)[0][2] == "not read" and "cannot be read" in rows(app)[0][-1], (
            "no column is pushed off the screen"
        )
        await pilot.press("enter")
        assert isinstance(app.screen, QueueScreen)


async def test_files_of_a_folder_that_are_not_read_are_named_in_the_queue(folder: Path) -> None:
    paths = three(folder)
    for name in ("set.jsonl", "notes.log", ".hidden"):
        (paths[1] / name).write_text("x", encoding="utf-8")
    app = app_for(folder, paths[1:2])
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, QueueScreen) and len(rows(app)) == 2)
        assert rows(app)[1][0] == "more" and rows(app)[1][-1].startswith(
            "2 files not read: notes.log (files of type .log"
        )
        assert "queue: 1 document," in str(app.screen.query_one("#heading", Static).render())
        await pilot.press("down", "enter")
        assert isinstance(app.screen, QueueScreen)


def unfinished_run(folder: Path) -> int:
    with Store(places(folder).store) as store:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        for verdict in VERDICTS[:4]:
            store.add_verdict(run, verdict)
        store.places.leave(run, "ada", "2.0")
    return run


async def test_an_unfinished_run_is_offered_on_start_and_opens_where_it_was_left(folder: Path) -> None:
    run = unfinished_run(folder)
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ContinueDialog))
        await pilot.press("enter")
        await until(pilot, lambda: app.review_screen is not None)
        assert reading(app).run_id == run
        assert reading(app).current is not None and reading(app).current.claim.id == "2.0"  # type: ignore[union-attr]
        await finished(pilot)
        assert len(app.store.load(run).verdicts) == 6
        await pilot.press("j", "j")
        await pilot.press("q")
    with Store(places(folder).store) as store:
        assert store.places.left(run, "ada") == "4.0", "the place is kept"


async def test_an_unfinished_run_of_a_file_is_offered_when_the_file_is_opened(folder: Path) -> None:
    run = unfinished_run(folder)
    app = app_for(folder, folder / "curie.txt")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ContinueDialog))
        await pilot.press("down", "enter")
        await finished(pilot)
        assert reading(app).run_id not in (None, run), "the other choice checks it anew"


async def test_a_run_that_nobody_decided_anything_in_is_offered_when_its_file_is_opened(folder: Path) -> None:
    run = stored_run(folder)
    app = app_for(folder, folder / "curie.txt")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DraftDialog))
        told = " ".join(str(line.render()) for line in app.screen.query(Static))
        assert "This text was checked in run 1 (2026-01-02, index starter): nobody has decided anything." in told
        await pilot.press("enter")
        await until(pilot, lambda: app.review_screen is not None)
        assert reading(app).run_id == run and len(app.store.runs()) == 1


def test_a_document_of_the_queue_is_reviewed_where_people_decided_else_where_it_was_checked_as_asked(
    folder: Path,
) -> None:
    older, newer = stored_run(folder), stored_run(folder)
    with Store(places(folder).store) as store:

        def found(**asked: str) -> int | None:
            return run_of_document(store, DOCUMENT, replace(Settings(), **asked))

        assert (found(), found(index="mine"), found(detector="nli")) == (newer, None, None)
        store.reviews.add(older, "0.0", Review(Action.ACCEPT, Label.SUPPORTED, reviewer="ada"))
        assert found() == found(index="mine") == older


def test_documents_of_one_title_are_told_apart_by_their_files() -> None:
    texts = (("drafts/towers.pdf", "Towers"), ("towers.docx", "Towers"), ("curie.txt", "Marie Curie"), ("mars.txt", ""))
    long = Document("a-folder-with-a-long-name/towers.docx", "", "Towers")
    entries = [Entry(document) for document in (*(Document(i, "", title) for i, title in texts), long)]
    names = [name for _, name in named(entries)]
    assert names == ["drafts/towers.pdf", "towers.docx", "Marie Curie", "mars.txt", "…h-a-long-name/towers.docx"]


def test_runs_of_one_title_are_told_apart_by_their_files() -> None:
    def of(title: str, id: str) -> RunSummary:
        return RunSummary(1, id, title, "all-false", "", RunState.FINISHED, "", "", "")

    assert run_named(of("Report", "drafts/r1.md"), 30) == "Report (r1.md)"
    assert run_named(of("", "drafts/r1.md"), 30) == "r1.md" and run_named(of("Report", "text"), 30) == "Report"
    assert run_named(of("Rivers and mountains of Europe", "brief.docx"), 30) == "Rivers and mount… (brief.docx)"
    assert len(run_named(of("Rivers and mountains of Europe", "the-second-draft-of-october.docx"), 30)) == 30


async def test_the_newest_run_that_was_interrupted_is_offered_whatever_was_checked_since(folder: Path) -> None:
    run = unfinished_run(folder)
    with Store(places(folder).store) as store:
        store.begin_run(INFO, DOCUMENT, SENTENCES)
        later = store.begin_run(INFO, replace(DOCUMENT, text="Mars."), ())
        store.finish_run(later, REPORT)
        assert unfinished(store) is None, "its text was checked anew"
        store.remove([later - 1])
        assert unfinished(store) == store.summary(run)
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ContinueDialog))


async def test_a_run_that_another_process_is_at_is_not_offered_and_only_read_and_decided(folder: Path) -> None:
    run = unfinished_run(folder)
    with Store(places(folder).store) as other, writing(other.path, run):
        assert unfinished(other) is None
        app = app_for(folder, folder / "curie.txt")
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: app.review_screen is not None and app.review_screen.ready)
            assert reading(app).run_id == run and len(reading(app).verdicts) == 4, "its file opens it"
            assert str(app.screen.query_one("#run").render()) == ELSEWHERE
            await pilot.press("a")
            assert len(reading(app).decisions) == 1
            assert "▷ checked elsewhere" in str(app.screen.query_one("#run").render())
            other.add_verdict(run, VERDICTS[4])
            await pilot.press("space")
            assert not reading(app).running and len(reading(app).verdicts) == 5
            other.add_verdict(run, VERDICTS[5])
            other.finish_run(run, REPORT)
            await pilot.press("space")
            assert reading(app).state is RunState.FINISHED and len(reading(app).verdicts) == 6


async def test_a_run_goes_on_with_the_settings_that_it_was_begun_with(folder: Path) -> None:
    app = app_for(folder)
    async with app.run_test(size=SIZE) as pilot:
        await finished(pilot)
        app.settled(replace(app.settings, effort="careful", seed=7))
        assert app.review_screen is not None
        made = app.review_screen.settings_of_run()
        assert (made.effort, made.seed) == ("", 0)


def test_what_another_process_finished_is_known_with_its_models(folder: Path) -> None:
    with Store(places(folder).store) as store:
        run = store.begin_run(replace(INFO, models=()), DOCUMENT, SENTENCES)
        known = reading_of(store, run, "ada", blind=False)
        store.finish_run(run, REPORT)
        catch_up(known, store)
        assert known.state is RunState.FINISHED and known.info.models == INFO.models


async def test_the_queue_leaves_a_run_alone_that_another_process_is_at(folder: Path) -> None:
    run = unfinished_run(folder)
    app = app_for(folder, (folder / "curie.txt",))
    with writing(places(folder).store, run):
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, QueueScreen) and rows(app))
            assert rows(app)[0][2] == "elsewhere" and not app.desk.entries[0].running


def test_targets_of_the_command_line(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "set.jsonl"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    one, two, rows_ = (str(tmp_path / name) for name in ("a.txt", "b.txt", "set.jsonl"))
    assert find_targets([]) is None
    assert find_targets([one]) == Path(one)
    assert find_targets([rows_]) == (Path(rows_),) and find_targets([str(tmp_path)]) == (tmp_path,)
    assert find_targets([one, two]) == (Path(one), Path(two))
    with pytest.raises(BadInput, match="no such file or folder"):
        find_targets([one, str(tmp_path / "missing.txt")])


def test_a_store_that_is_only_read_shows_everything_and_keeps_nothing(folder: Path) -> None:
    run = stored_run(folder)
    with Store(places(folder).store, read_only=True) as store:
        assert len(store.load(run).verdicts) == 6 and store.places.owner(run) == ""
        with pytest.raises(LocalcheckError):
            store.reviews.add(run, "0.0", Review(Action.ACCEPT, Label.SUPPORTED))


LOOK = """
import asyncio, sys
from pathlib import Path
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.places import Places
from scripted_session import ScriptedSession
from localcheck.settings import Settings

folder = Path(sys.argv[1])
where = Places(folder / "home" / "localcheck.db", folder / "home" / "localcheck.toml", folder, folder / "curie.txt")

async def look():
    app = LocalcheckApp(ScriptedSession([]), Settings(), where, target=1, reviewer="ada", animation=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        shown = str(app.review_screen.query_one("#run").render())
        await pilot.press("a")
        await pilot.pause()
        print(len(app.review_screen.reading.verdicts), len(app.review_screen.reading.decisions), shown)

asyncio.run(look())
"""


@pytest.mark.skipif(os.geteuid() != 0 or not sys.platform.startswith("linux"), reason="mounting needs root and Linux")
def test_a_home_that_cannot_be_written_to_opens_for_reading(folder: Path) -> None:
    stored_run(folder)
    home = folder / "home"
    mount = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 99; shift; exec "$@"'
    command = ["unshare", "-m", "bash", "-c", mount, "bash", str(home), sys.executable, "-c", LOOK, str(folder)]
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=found)
    if done.returncode == 99 or "unshare" in done.stderr[:40]:
        pytest.skip("nothing can be mounted here")
    assert done.stdout.startswith("6 0 ") and "cannot be written to" in done.stdout, done.stdout + done.stderr
