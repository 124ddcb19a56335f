"""The finish screen, and the one language of filters on lists."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import DataTable, Input, Static
from tui_examples import DOCUMENT, VERDICTS, app_for, stored_run, until

from localcheck.store import Action, Review
from localcheck.types import REWORDED, Label
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.reading import Reading
from localcheck_tui.screens.dialogs import AskDialog
from localcheck_tui.screens.exporting import ExportDialog
from localcheck_tui.screens.finish import FinishScreen
from localcheck_tui.screens.listing import ListScreen
from localcheck_tui.screens.runs import RunsScreen

SIZE = (110, 30)


def reading(app: LocalcheckApp) -> Reading:
    assert app.review_screen is not None
    return app.review_screen.reading


def claims(app: LocalcheckApp) -> list[str]:
    table = app.screen.query_one(DataTable)
    return [str(table.get_row_at(n)[4]) for n in range(table.row_count)]


def heading(app: LocalcheckApp) -> str:
    return str(app.screen.query_one("#heading", Static).render())


async def test_the_finish_screen_lists_what_is_left_and_leads_to_it(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen) and claims(app))
        assert claims(app) == ["Marie Curie was the first president of France.", "Her favourite colour was blue."]
        assert "left: ✗ refuted 1, ? open 1 · decided 0/5" in heading(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is app.review_screen)
        assert reading(app).current is not None and reading(app).current.claim.id == "1.1"  # type: ignore[union-attr]
        await pilot.press("a", "f")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen) and claims(app))
        assert claims(app) == ["Her favourite colour was blue."]
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, AskDialog))
        await pilot.press("escape", "f", "x")
        await until(pilot, lambda: isinstance(app.screen, ExportDialog))


async def test_when_nothing_is_left_it_says_so_and_names_the_sign_off(folder: Path) -> None:
    run = stored_run(folder)
    app = app_for(folder, run)
    for claim in ("1.1", "2.0"):
        app.store.reviews.add(run, claim, Review(Action.OVERRIDE, Label.REFUTED, reviewer="ada"))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen))
        assert "nothing is left" in heading(app) and not claims(app)
        await pilot.press("S")
        await until(pilot, lambda: bool(app.store.signoffs.of(run)))
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen))
        assert "signed off by ada" in heading(app)
        app.store.reviews.add(run, "0.0", Review(Action.ACCEPT, Label.SUPPORTED, reviewer="bob"))
        await pilot.press("escape", "f")
        await until(pilot, lambda: "changed since ada signed off" in heading(app))


QUERIES = {
    "": 6,
    "is:refuted": 1,
    "is:supported": 3,
    "is:unchecked": 1,
    "is:supported in:curie": 3,
    "nobel": 1,
    "in:nothing": 0,
    "is:undecided is:refuted": 1,
}
"""Each finds another number than the one before it."""


async def test_claims_are_filtered_by_label_word_source_and_state(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("f", "slash", *"is:open", "backspace")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen))
        field = app.screen.query_one("#filter", Input)
        assert field.value == "is:ope"
        for query, found in QUERIES.items():
            field.value = query
            await until(pilot, lambda found=found: len(claims(app)) == found)
            await pilot.pause()
            assert len(claims(app)) == found, query


async def test_of_thousands_of_claims_the_first_are_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localcheck_tui.screens.finish.MOST", 2)
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("f", "slash")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen))
        assert len(claims(app)) == 2 and "the first 2 of 6 claims" in heading(app)
        await pilot.press(*"blue")
        assert len(claims(app)) == 1 and "the first" not in heading(app)


async def test_a_reworded_claim_is_left_until_somebody_decided_about_its_words(folder: Path) -> None:
    worded = replace(
        VERDICTS[0], claim=replace(VERDICTS[0].claim, text="She was born in Warsaw.", note=f"{REWORDED}ada")
    )
    app = app_for(folder, stored_run(folder, [worded, VERDICTS[1]]))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, AskDialog))
        asked = " ".join(str(part.render()) for part in app.screen.query(Static))
        assert "1 claim not settled" in asked and "supported (reworded by ada): She was born in Warsaw." in asked
        await pilot.press("escape", "a", "f")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen))
        assert "nothing is left" in heading(app)


async def test_the_list_of_runs_counts_what_can_be_checked_as_the_review_does(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        assert reading(app).counts()[:3] == (3, 1, 1)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen))
        assert [str(cell) for cell in app.screen.query_one(DataTable).get_row_at(0)[3:6]] == ["3", "1", "1"]


async def test_a_blind_reviewer_cannot_ask_the_filter_for_verdicts(folder: Path) -> None:
    app = app_for(folder, stored_run(folder), blind=True)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen) and len(claims(app)) == 5)
        assert "✗" not in heading(app) and "▒ undecided 5" in heading(app)
        await pilot.press("slash", *"is:refuted")
        assert not claims(app)


async def test_runs_are_filtered_by_state_label_and_index(folder: Path) -> None:
    stored_run(folder)
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f3", "slash", *"is:fin is:refuted in:starter curie")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen))
        table = app.screen.query_one(DataTable)
        assert table.row_count == 2
        await pilot.press("space", *"is:unfinished")
        assert table.row_count == 0


async def test_runs_show_the_title_of_their_document_in_a_narrow_terminal(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:

        def shown() -> str:
            return "\n".join(strip.text for strip in app.screen._compositor.render_strips())

        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen) and DOCUMENT.title in shown())


async def test_a_list_is_never_entered_through_its_filter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine letters that were typed behind the key that opens a list went into its filter."""
    focused: list[str | None] = []
    set_focus = Screen.set_focus

    def noted(screen: Screen[Any], widget: Widget | None, **more: Any) -> None:
        focused.append(widget.id if widget else None)
        set_focus(screen, widget, **more)

    monkeypatch.setattr(Screen, "set_focus", noted)
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        for key in ("f", "f3", "f9"):
            await until(pilot, lambda: app.screen is app.review_screen)
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, ListScreen) and app.screen.focused is not None)
            await pilot.press("escape")
    assert "table" in focused and "filter" not in focused
