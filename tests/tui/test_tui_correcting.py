"""Corrections in the app, accepted one by one; and two runs compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from textual.widgets import DataTable, OptionList, Static
from tui_examples import TEXT, VERDICTS, app_for, session, stored_run, until

from localcheck.gate.correcting import Correction
from localcheck.run.correcting import Corrected
from localcheck.store import Accepted, Action, Review, Store
from localcheck.types import Label, Span
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.screens.correcting import CorrectionsScreen
from localcheck_tui.screens.runs import CompareScreen
from localcheck_tui.widgets.run_bar import RunBar

SIZE = (110, 30)
QUOTE = "She never held a political office in France."


def edit(claim: str, old: str, new: str) -> Correction:
    start = TEXT.index(old)
    return Correction(claim, Span(start, start + len(old)), old, new, QUOTE, "Marie Curie", 0.9)


def heading(app: LocalcheckApp) -> str:
    return str(app.screen.query_one("#heading", Static).render())


async def test_corrections_are_accepted_one_by_one_and_kept(folder: Path) -> None:
    passy = replace(VERDICTS[-1], label=Label.REFUTED, score=0.9)
    run, script = stored_run(folder, (*VERDICTS[:-1], passy)), session()
    edits = (edit("1.1", "president", "physicist"), edit("4.0", "1934", "1935"))
    supported, refuted = (next(v for v in script.reports["curie.txt"].verdicts if v.label is label) for label in
                          (Label.SUPPORTED, Label.REFUTED))  # fmt: skip
    script.edits = Corrected(edits, ((supported,), ()), TEXT, (refuted,))
    app = app_for(folder, run, script=script)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, CorrectionsScreen) and "0 of 2" in heading(app))
        told = str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert "president → physicist" in told and "was the first physicist of France" in told and QUOTE in told
        assert "checked again: supported" in told and "1 refuted claim has no edit" in heading(app)
        await pilot.press("a")
        assert [(c.new, c.reviewer) for c in app.store.corrections.of(run)] == [("physicist", "ada")]
        await pilot.press("enter")
        assert "2 of 2 accepted" in heading(app)
        await pilot.press("k", "u")
        assert [c.new for c in app.store.corrections.of(run)] == ["1935"]
        script.edits = Corrected((), (), TEXT, ())
        await pilot.press("escape", "C")
        await until(pilot, lambda: isinstance(app.screen, CorrectionsScreen) and "1 of 1 accepted" in heading(app))
        await pilot.press("enter")
        assert app.store.corrections.of(run) == (), "Enter on an accepted one takes it back"


async def test_a_correction_of_a_claim_that_is_decided_supported_is_left_out_and_that_is_said(folder: Path) -> None:
    run, script = stored_run(folder), session()
    script.edits = Corrected((), (), TEXT, ())
    made = edit("1.1", "president", "physicist")
    app = app_for(folder, run, script=script)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        app.store.corrections.accept(run, Accepted(made.claim_id, made.span, made.old, made.new, QUOTE, "Marie Curie"))
        await pilot.press("j", "right", "o", "1", "ctrl+s")
        await until(pilot, lambda: bool(app.store.reviews.decisions(run, "ada")))
        assert "president → physicist: this correction is left out now" in str(app.screen.query_one(RunBar).render())
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, CorrectionsScreen) and "0 of 1 accepted" in heading(app))
        assert "left out: its claim is not refuted" in str(
            app.screen.query_one(OptionList).get_option_at_index(0).prompt
        )


async def test_compare_shows_how_runs_were_made_and_enter_opens_the_difference(folder: Path) -> None:
    first, second = stored_run(folder), stored_run(folder)
    with Store(folder / "home" / "localcheck.db") as store:
        store.add_verdict(second, session().again["2.0"], "recheck:greybox")
        store.reviews.add(second, "1.1", Review(Action.ACCEPT, Label.REFUTED, reviewer="bob"))
    app = app_for(folder, first)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f3", "equals_sign", "down", "equals_sign")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        made = str(app.screen.query_one("#made", Static).render())
        assert "index starter" in made and "nli:starter-nli aaaaaaaa" in made
        table = app.screen.query_one(DataTable)
        decided = [{str(table.get_row_at(n)[2]), str(table.get_row_at(n)[4])} for n in range(table.row_count)]
        assert decided[2] == {"", "refuted"}, "what bob decided stands at his run"
        assert table.cursor_row == 3, "it begins at the first difference"
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is app.review_screen)
        reading = app.review_screen.reading  # type: ignore[union-attr]
        assert reading.run_id == second and reading.current.claim.id == "2.0"
