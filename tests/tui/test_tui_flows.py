"""Flows through the app: live runs, blind review, other screens. Keys are pressed, the store is read."""

from __future__ import annotations

import gc
import json
import threading
from pathlib import Path

import pytest
from scripted_session import ScriptedSession
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, Select, TextArea
from tui_examples import (
    DOCUMENT,
    SENTENCES,
    TEXT,
    VERDICTS,
    app_for,
    check_anew,
    finished,
    places,
    session,
    stored_run,
    until,
)

from localcheck.cli.checks.review import keep_for_good
from localcheck.errors import NLIError
from localcheck.settings import load
from localcheck.store import RunState, Store
from localcheck.types import Document, Label
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.screens.deciding import OverrideDialog
from localcheck_tui.screens.dialogs import ConfirmDialog, HelpScreen
from localcheck_tui.screens.open import OpenScreen
from localcheck_tui.screens.resources import ResourcesScreen
from localcheck_tui.screens.review import ReviewScreen
from localcheck_tui.screens.runs import CompareScreen, RunsScreen
from localcheck_tui.screens.settings import SettingsScreen
from localcheck_tui.screens.welcome import WelcomeScreen
from localcheck_tui.widgets.document_view import DocumentView

SIZE = (120, 36)


def review(app: LocalcheckApp) -> ReviewScreen:
    assert app.review_screen is not None
    return app.review_screen


class Gate:
    """Lets verdicts through one by one, from the test's side."""

    def __init__(self) -> None:
        self.open = threading.Semaphore(0)

    def __call__(self) -> None:
        self.open.acquire(timeout=60)


async def running_with(pilot: Pilot[None], gate: Gate, verdicts: int) -> None:
    """Let so many verdicts through and wait for them."""
    gate.open.release(verdicts)
    app = pilot.app
    assert isinstance(app, LocalcheckApp)
    await until(pilot, lambda: app.review_screen is not None and len(review(app).reading.verdicts) == verdicts)


async def exported(pilot: Pilot[None], folder: Path, *endings: str) -> list[str]:
    """Export the run that is under review in these formats; the texts of the files."""
    app = pilot.app
    for ending in endings:
        await pilot.press("x")
        app.screen.query_one("#path", Input).value = str(folder / f"out.{ending}")
        await pilot.press("enter")
    await until(pilot, lambda: (folder / f"out.{endings[-1]}").exists())
    return [(folder / f"out.{ending}").read_text(encoding="utf-8") for ending in endings]


async def test_the_first_run_needs_three_keys_from_the_welcome_to_a_flagged_claim(folder: Path) -> None:
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        assert isinstance(app.screen, WelcomeScreen)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("n", "a")
        assert [d.review.label for d in review(app).reading.decisions.values()] == [Label.SUPPORTED]
        assert review(app).reading.document.text == TEXT


async def test_a_run_is_watched_cancelled_exported_and_continued(folder: Path) -> None:
    gate = Gate()
    script = session(gate)
    app = app_for(folder, script=script)
    async with app.run_test(size=SIZE) as pilot:
        for n in (1, 2):
            gate.open.release()
            await until(pilot, lambda n=n: len(review(app).reading.verdicts) == n)
            run = review(app).reading.run_id
            assert run is not None and len(app.store.load(run).verdicts) == n, "stored as soon as it is made"
            await pilot.press("j")
        assert review(app).reading.sentence == 2, "the keys work while the run goes on"
        shown = app.screen
        await pilot.press("f3", "enter")
        await until(pilot, lambda: app.screen is shown)
        assert review(app).reading.running, "opening the run that is going on neither asks nor cancels"
        await pilot.press("ctrl+c", "y")
        gate.open.release(1)
        await until(pilot, lambda: not review(app).reading.running)
        assert app.store.summary(run).state is RunState.CANCELLED
        markdown, page, lines = await exported(pilot, folder, "md", "html", "jsonl")
        sentences = len({v.claim.sentence for v in review(app).reading.verdicts.values()})
        said = f"This run was cancelled: {sentences} of 5 sentences were checked. Continue it with: localcheck review {run}"
        assert said in markdown and said in page
        assert {json.loads(line)["state"] for line in lines.splitlines()[:-1]} == {"cancelled"}
        await pilot.press("space")
        gate.open.release(10)
        await finished(pilot)
        assert [r.id for r in app.store.runs()] == [run], "it is the same run"
        assert len(app.store.load(run).verdicts) == 6
    assert script.closed


async def test_pause_holds_the_run_serves_requests_and_a_second_space_lets_it_go_on(folder: Path) -> None:
    gate = Gate()
    app = app_for(folder, script=session(gate))
    async with app.run_test(size=SIZE) as pilot:
        await running_with(pilot, gate, 4)
        await pilot.press("space", "j", "j", "m")
        gate.open.release(10)
        await until(pilot, lambda: review(app).reading.verdicts["2.0"].label is Label.REFUTED)
        assert review(app).reading.running, "m is served while the run is paused"
        held = len(review(app).reading.verdicts)
        assert held <= 5, "at most the verdict that was being made when the pause began"
        await pilot.pause(0.3)
        assert len(review(app).reading.verdicts) == held
        await pilot.press("space")
        await finished(pilot)
        assert len(review(app).reading.verdicts) == 6


async def test_a_killed_run_is_opened_and_continued(folder: Path) -> None:
    with Store(places(folder).store) as store:
        from tui_examples import INFO

        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        store.add_verdict(run, VERDICTS[0])
    app = app_for(folder, run)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert set(review(app).reading.verdicts) == {"0.0"}
        await pilot.press("space")
        await finished(pilot)
        assert len(app.store.load(run).verdicts) == 6


async def test_quitting_leaves_a_run_that_can_be_continued(folder: Path) -> None:
    gate = Gate()
    app = app_for(folder, script=session(gate))
    async with app.run_test(size=SIZE) as pilot:
        gate.open.release()
        await until(pilot, lambda: len(review(app).reading.verdicts) == 1)
        gate.open.release(1)
        await pilot.press("q")
    with Store(places(folder).store) as store:
        (summary,) = store.runs()
        assert summary.state in (RunState.CANCELLED, RunState.OPEN)
        assert store.judged_claims(summary.id)


async def test_a_failing_backend_is_told_with_its_hint_and_stored(folder: Path) -> None:
    def fail() -> None:
        raise NLIError("the model file is damaged", "localcheck models verify")

    app = app_for(folder, script=session(fail))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: review(app).reading.error)
        assert review(app).reading.hint == "localcheck models verify"
        assert app.store.runs()[0].error == "the model file is damaged"


async def test_a_blind_reviewer_sees_no_verdict_and_decides_first(folder: Path) -> None:
    app = app_for(folder, stored_run(folder), blind=True, reviewer="ada")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "supported" not in shown and "0.95" not in shown and "⟦" not in shown
        assert "hidden" in shown
        await pilot.press("n")
        assert review(app).reading.sentence == 1, "undecided sentences are walked, not flagged ones"
        await pilot.press("D")
        assert review(app).reading.sentence == 1, "the one that is most in doubt would tell"
        await pilot.press("p", "a")
        assert isinstance(app.screen, OverrideDialog)
        await pilot.press("1", "enter")
        decision = review(app).reading.decisions["0.0"].review
        assert (decision.blind, decision.reviewer, decision.label) == (True, "ada", Label.SUPPORTED)
        assert review(app).reading.label_of(0) is Label.SUPPORTED


BURSTS = (
    ("o", "1 ctrl+s ctrl+s"),
    ("c", "enter enter enter"),
    ("h", "escape escape"),
    ("question_mark", "escape escape"),
)
"""A key that opens a dialog, and keys that arrive together."""


async def test_clicks_choose_and_keys_in_one_burst_reach_the_dialog_and_nothing_below_it(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert await pilot.click("#document", offset=(5, 3))
        await pilot.pause()
        assert review(app).reading.sentence == 1
        assert await pilot.click("#claims", offset=(4, 8))
        await pilot.pause()
        assert review(app).reading.claim == 1
        assert await pilot.click("#evidence", offset=(5, 4))
        await pilot.pause()
        assert app.screen is not review(app)
        await pilot.press("escape")
        # Over a slow connection "/sasnou" is one packet; its letters must not skip or accept claims.
        for key, character in (("slash", "/"), *((c, c) for c in "sasnou")):
            app.post_message(Key(key, character))
        await until(pilot, lambda: review(app).query_one("#search", Input).value == "sasnou")
        assert review(app).reading.decisions == {}
        await pilot.press("escape")
        # Enter pressed twice closed the review, too, and left an empty screen.
        for opened, burst in BURSTS:
            await pilot.press("d", opened)
            assert app.screen is not review(app)
            for key in burst.split():
                app.post_message(Key(key, key if len(key) == 1 else None))
            await until(pilot, lambda: app.screen is review(app))
            await pilot.pause(0.2)
            assert app.screen is review(app), opened


async def test_a_recent_run_a_file_and_a_pasted_text_are_opened(folder: Path) -> None:
    run = stored_run(folder)
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        assert isinstance(app.screen, OpenScreen), "with runs in the store the welcome is not shown"
        await pilot.press("ctrl+t", "enter")
        await until(pilot, lambda: app.review_screen is not None)
        assert review(app).reading.run_id == run
        await pilot.press("f2", "slash")
        for wrong in ("broken.bad", f"a text in the place of a path {'x' * 300}", "~nobody-of-this-name/text.txt"):
            app.screen.query_one("#path", Input).value = wrong
            await pilot.press("enter")
            await until(pilot, lambda: any(n.severity == "error" for n in app._notifications))
            assert isinstance(app.screen, OpenScreen), "a file that cannot be read leaves the screen as it is"
            app.clear_notifications()
        app.screen.query_one("#path", Input).value = str(places(folder).example)
        await pilot.press("enter")
        await check_anew(pilot)
        await until(pilot, lambda: review(app).reading.run_id == 2)
        await finished(pilot)
        await pilot.press("f2", "ctrl+t", "ctrl+t", "ctrl+s")
        asked = app.screen
        assert isinstance(asked, OpenScreen), "nothing was pasted yet"
        asked.query_one("#text", TextArea).insert("Two lines\n\nOne line.\nAnother line.")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: review(app).reading.run_id == 3)
        await finished(pilot)
        assert [s.text for s in review(app).reading.sentences] == ["Two lines", "One line.", "Another line."]
        assert review(app).reading.document.title == "Two lines", "the first line, as of the same text in a file"
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, OpenScreen))
        asked = app.screen
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        asked.hand_back(Document("other.txt", "Mars has two moons."))
        await until(pilot, lambda: review(app).reading.document.id == "other.txt")
        assert app.screen is review(app), "though another screen lay over the one that asked"


async def test_what_is_typed_on_the_paste_page_stays_until_it_is_checked(folder: Path) -> None:
    stored_run(folder)
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("ctrl+t", "ctrl+t", *"Mars.")
        app.screen.query_one("#title", Input).value = "The title"
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, OpenScreen))
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, OpenScreen))
        assert app.screen.query_one("#text", TextArea).text == "Mars."
        assert app.screen.query_one("#title", Input).value == "The title"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.review_screen is not None)
        assert review(app).reading.document.title == "The title"
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, OpenScreen))
        assert app.screen.query_one("#text", TextArea).text == app.screen.query_one("#title", Input).value == ""


async def test_a_run_that_is_gone_when_it_is_chosen_leaves_no_empty_screen(folder: Path) -> None:
    run = stored_run(folder)
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        with Store(places(folder).store) as store:
            store.remove([run])
        await pilot.press("ctrl+t", "enter")
        await until(pilot, lambda: isinstance(app.screen, WelcomeScreen))
        assert any("unknown run" in n.message for n in app._notifications)


async def test_runs_are_filtered_marked_compared_and_removed(folder: Path) -> None:
    second = [stored_run(folder), stored_run(folder)][1]
    with Store(places(folder).store) as store:
        store.add_verdict(second, session().again["2.0"], "recheck:greybox")
    app = app_for(folder, second)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f3")
        screen = app.screen
        assert isinstance(screen, RunsScreen)
        await pilot.press("slash", *"nothing like it")
        assert screen.query_one("#table").row_count == 0  # type: ignore[attr-defined]
        await pilot.press("escape")
        assert app.screen is screen, "Escape leaves the filter first"
        await pilot.press("slash")
        screen.query_one("#filter", Input).value = ""
        await pilot.press("enter", "equals_sign", "down", "equals_sign")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        assert isinstance(app.screen, CompareScreen)
        assert "1 of 6 claims differ" in app.screen.headline()
        await pilot.press("n")
        assert app.screen.query_one("#table").cursor_row == 3  # type: ignore[attr-defined]
        await pilot.press("p", "escape", "equals_sign", "R")
        assert len(app.store.runs()) == 2, "one press only asks"
        await pilot.press("R")
        assert [run.id for run in app.store.runs()] == [second]
        await pilot.press("equals_sign")
        assert app.screen is screen, "what was removed is not marked any more"
        with Store(places(folder).store) as store:
            gone = store.begin_run(store.load(second).info, DOCUMENT, SENTENCES)
            screen._runs = store.runs()
            screen.show_rows()
            store.remove([gone])
        await pilot.press("up", "equals_sign")
        await until(pilot, lambda: any("unknown run" in n.message for n in app._notifications))
        await pilot.press("down")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))


async def test_the_settings_form_comes_from_the_signature_and_is_saved_and_an_index_is_built(folder: Path) -> None:
    script = session()
    app = app_for(folder, stored_run(folder), script=script)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f5")
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        await until(pilot, lambda: screen.query("#option-k"))
        screen.query_one("#option-k", Input).value = "five"
        screen.query_one("#option-required", Input).value = "yes"
        await pilot.press("ctrl+s")
        assert isinstance(app.screen, SettingsScreen), "five is not a whole number"
        screen.query_one("#option-k", Input).value = "5"
        screen.query_one("#option-policy", Select).value = "one-step"
        choice: Select[str] = screen.query_one("#option-index", Select)
        await until(pilot, lambda: ("enwiki", "enwiki") in choice._options)
        choice.value = "enwiki"
        await pilot.press("ctrl+s")
        assert app.screen is screen, "saving leaves the screen open"
        assert "saved" in str(screen.query_one("#help-line").render())
        wanted = {"k": 5, "policy": "one-step", "required": "yes"}
        assert app.settings.index == "enwiki"
        assert app.settings.detector_options("bayes-sequential") == wanted
        await pilot.press("escape", "f4")
        await until(pilot, lambda: isinstance(app.screen, ResourcesScreen))
        resources = app.screen
        await pilot.click("#build-index")
        assert ("build_index", "wiki") not in script.asked, "a path and a name are needed"
        resources.query_one("#source", Input).value = "dump.xml.bz2"
        resources.query_one("#name", Input).value = "wiki"
        # A button takes no second click while it shows the first.
        await until(pilot, lambda: not resources.query_one("#build-index").has_class("-active"))
        await pilot.click("#build-index")
        await until(pilot, lambda: ("build_index", "wiki") in script.asked)
        await pilot.click("#import-model")
        await until(pilot, lambda: ("import_model", "wiki") in script.asked)
    again = load(places(folder).config, environment={})
    assert (again.index, again.detector_options("bayes-sequential")) == ("enwiki", wanted)


async def test_exports_lead_with_the_reviewers_label_ask_before_they_overwrite_and_are_told_where_they_fail(
    folder: Path,
) -> None:
    target = folder / "curie.review.html"
    before = "<!-- made by localcheck --> my notes"
    target.write_text(before, encoding="utf-8")
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        for wrong in (str(folder / "curie.txt" / "no.md"), f"{'x' * 300}.md", "~nobody-of-this-name/no.md"):
            await pilot.press("x")
            app.screen.query_one("#path", Input).value = wrong
            await pilot.press("enter")
            await until(pilot, lambda: app.screen is app.review_screen)
        assert not (folder / "no.md").exists()
        for answer in ("enter", "escape", "n"):
            await pilot.press("x", "enter")
            assert isinstance(app.screen, ConfirmDialog)
            await pilot.press(answer)
            assert target.read_text(encoding="utf-8") == before
            await pilot.press("escape")
            assert app.screen is app.review_screen
        await pilot.press("x", "enter", "y")
        await until(pilot, lambda: app.screen is app.review_screen)
        assert "Marie Curie" in target.read_text(encoding="utf-8")
        await pilot.press("o", "2", *"wrong", "enter")
        assert review(app).reading.decisions["0.0"].review.label is Label.REFUTED
        text, page, record = await exported(pilot, folder, "md", "html", "jsonl")
    assert (
        "2 supported, 2 refuted, 1 not enough evidence, 1 not checked; 1 decided by people, 1 of them otherwise" in text
    )
    line = "the machine said supported, P\\(factual\\) 0.95"
    assert f"* **refuted** ({line})".replace("\\", "") in text.replace("\\", "")
    assert '<li class="note refuted" id="n1" value="1"><b>✗ refuted</b>' in page and "not finished" not in page
    lines = [json.loads(line) for line in record.splitlines()]
    assert len(lines) == 7 and "record" in lines[-1]
    first = lines[0]
    assert (first["label"], first["label_by"], first["verdict"]["label"]) == ("refuted", "reviewer", "supported")


async def test_text_that_tries_to_control_the_terminal_is_harmless_at_every_size(folder: Path) -> None:
    evil = Document("evil.txt", "Red \x1b[31m text\x07.\nTurned \u202eright to left.\nשלום עולם.\n漢字の文章です。")
    app = app_for(folder, evil)
    async with app.run_test(size=(80, 24)) as pilot:
        await finished(pilot)
        for width, height in ((80, 24), (40, 10), (111, 30), (260, 70), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            for strip in app.screen._compositor.render_strips():
                assert not {"\x1b", "\x07", "\u202e"} & set(strip.text)
                assert strip.cell_length == width, "every line fills the screen, so no border moves"
        await pilot.press("j")
        assert review(app).reading.sentence == 1


async def test_of_thousands_of_sentences_those_on_screen_are_drawn_and_verdicts_that_come_together_are_shown_together(
    folder: Path,
) -> None:
    """Keys must not wait for frames that nobody could read."""
    going = threading.Semaphore(1)
    text = "\n".join(f"Sentence number {i} says something about the number {i}." for i in range(3_000))
    script = ScriptedSession([], before_verdict=lambda: bool(going.acquire(timeout=60)))
    app = app_for(folder, Document("long.txt", text), script=script)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: len(review(app).reading.verdicts) == 1)
        assert len(review(app).reading.sentences) == 3_000
        await pilot.press("G")
        assert review(app).reading.sentence == 2_999
        await pilot.press("pageup", "g")
        assert review(app).reading.sentence == 0
        assert len(review(app).query_one(DocumentView)._strips) < 6 * SIZE[1]
        await pilot.pause(0.3)
        screen, laid_out, shown = review(app), [], []
        screen.screen_layout_refresh_signal.subscribe(screen, lambda _: laid_out.append(1))
        take = screen.take
        screen.take = lambda news: (shown.append(len(news.changed)), take(news))[1]  # type: ignore[assignment]
        for _ in range(250):
            going.release()
        await until(pilot, lambda: len(screen.reading.verdicts) == 251)
        assert sum(shown) == 250 and len(shown) < 60, shown
        assert len(laid_out) <= 8, "of 250 verdicts only those after which the counts of the heading need another width"
        going.release(100)


async def test_opening_something_else_leaves_the_run_going_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "localcheck_tui.engine.FOLLOWS", 2.0
    )  # on a busy machine the app looks a text up later than usual
    gate = Gate()
    other = stored_run(folder)
    (folder / "other.txt").write_text("Another text.", encoding="utf-8")
    app = app_for(folder, script=session(gate))
    async with app.run_test(size=SIZE) as pilot:
        await check_anew(pilot)
        await running_with(pilot, gate, 2)
        mine = review(app).reading
        await pilot.press("f3", "down", "enter")
        await until(pilot, lambda: review(app).reading.run_id == other)
        assert mine.running and not review(app).reading.waiting
        await pilot.press("f2", "slash", *"other.txt", "enter")
        gate.open.release(1)  # files are read between two verdicts
        await until(pilot, lambda: review(app).reading.document.text == "Another text.")
        assert mine.running and review(app).reading.waiting
        gate.open.release(20)
        await until(pilot, lambda: app.store.summary(mine.run_id or 0).state is RunState.FINISHED)
        await until(pilot, lambda: not review(app).reading.running)
        assert len(mine.verdicts) == 6, "a run that nobody looks at brings its verdicts all the same"


def test_what_was_made_is_kept_from_the_garbage_collector() -> None:
    gc.disable()
    gc.unfreeze()  # what conftest.py keeps from it
    try:
        keep_for_good()
        assert gc.isenabled() and gc.get_freeze_count() > 1000
    finally:
        gc.enable()
