"""The monitor screen: keys are pressed, the checks log is real."""

from __future__ import annotations

import time
from pathlib import Path

from svg_golden import compare
from test_tui_snapshots import still
from textual.widgets import DataTable
from tui_examples import app_for, places, stored_run

from localcheck.store import Check, Store
from localcheck.types import Disposition
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.screens.monitor import MonitorScreen
from localcheck_tui.screens.review import ReviewScreen


def log(folder: Path, now: float = 0.0) -> int:
    """A run, and checks of two templates; the worst one is that run's."""
    run = stored_run(folder)
    now = now or time.time()
    with Store(places(folder).store) as store:
        for i in range(6):
            store.checks.add(Check(f"a{i}", now - 100 - i, f"d{i}", "m", "good", score=1.0, claims=2, supported=2))
        store.checks.add(
            Check("b0", now - 50, "bad", "m", "[b]dip[/b]", score=0.25, disposition=Disposition.BLOCK, claims=4,
                  supported=1, run_id=run),
            Check("b1", now - 60, "fair", "m", "[b]dip[/b]", score=0.75, claims=4, supported=3),
            Check("b2", now - 70, "none", "m", "[b]dip[/b]", outcome="empty_context"),
        )  # fmt: skip
    return run


def rows(app: LocalcheckApp, table: str) -> list[list[str]]:
    found = app.screen.query_one(table, DataTable)
    return [[str(cell) for cell in found.get_row_at(i)] for i in range(found.row_count)]


async def test_a_dip_is_marked_and_its_checks_are_one_key_away(folder: Path) -> None:
    run = log(folder)
    app = app_for(folder, run)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("f7")
        assert isinstance(app.screen, MonitorScreen)
        lines = {(row[0], row[1]): row for row in rows(app, "#groups")}
        assert lines["template", "[b]dip[/b]"][3] == "0.50 ▼"
        assert lines["template", "good"][3] == "1.00"
        assert lines["model", "m"][2] == "9"
        place = [row[1] for row in rows(app, "#groups")].index("[b]dip[/b]")
        await pilot.press(*["down"] * place, "enter")
        assert [row[0] for row in rows(app, "#checks")] == ["0.25", "0.75", "–"]
        await pilot.press("escape")
        assert isinstance(app.screen, MonitorScreen) and app.screen.query_one("#groups", DataTable).display
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.reading.run_id == run


async def test_without_checks_it_says_so_and_leaves(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f7")
        assert rows(app, "#groups") == []
        assert "no checks" in str(app.screen.query_one("#title").render())
        await pilot.press("escape")
        assert isinstance(app.screen, ReviewScreen)


NOW = 1_793_000_000.0


async def test_how_the_monitor_looks_and_the_checks_behind_a_dip(folder: Path) -> None:
    run = log(folder, NOW)
    with Store(places(folder).store) as store:
        for i in range(40):
            score = 0.95 if i < 25 else 0.6
            store.checks.add(
                Check(f"c{i}", NOW - (40 - i) * 4 * 3600, f"e{i}", "m2", "letters", "law", score=score, claims=20,
                      supported=int(20 * score)),
            )  # fmt: skip
    app = app_for(folder, run)
    async with app.run_test(size=(120, 30)) as pilot:
        app.push_screen(MonitorScreen(app.store, lambda: NOW), app.opened)
        await pilot.pause()
        still(app)
        compare(app, "monitor", folder)
        lines = [row[1] for row in rows(app, "#groups")]
        assert {row[0] for row in rows(app, "#groups")} == {"template", "model", "category"}
        await pilot.press(*["down"] * lines.index("letters"), "enter")
        assert len(rows(app, "#checks")) == 40
        await pilot.pause()
        compare(app, "monitor-checks", folder)
