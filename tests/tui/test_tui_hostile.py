"""Names and errors are text in the app: neither markup nor escape sequences."""

from __future__ import annotations

import time
from pathlib import Path

from textual.widgets import DataTable, DirectoryTree, Input, OptionList, Static, TextArea
from tui_examples import INFO, SENTENCES, TEXT, app_for, stored_run, until

from localcheck.store import Check
from localcheck.types import Document
from localcheck_tui.screens.open import OpenScreen
from localcheck_tui.screens.runs import RunsScreen

EVIL = "[red]x[/] [@click=app.exit]y[/] \x1b]52;c;aGk=\x07 \u202e"
NAME = "[red]a[/nope]\x1b[2J\u202e.txt".replace("/", "")


async def test_notifications_and_lists_do_not_read_markup(folder: Path) -> None:
    (folder / NAME).write_text("Mars.")
    app = app_for(folder, None)
    async with app.run_test(size=(120, 36)) as pilot:
        app.store.begin_run(INFO, Document(EVIL, TEXT, EVIL), SENTENCES)
        app.notify(EVIL, title=EVIL)
        await pilot.pause()
        (toast,) = app._notifications
        assert not toast.markup and "\x1b" not in toast.message + toast.title
        app.action_go("open")
        await until(pilot, lambda: isinstance(app.screen, OpenScreen))
        tree = app.screen.query_one(DirectoryTree)
        await until(pilot, lambda: any("[red]" in str(c.label) for c in tree.root.children))
        for child in tree.root.children:
            assert "\x1b" not in str(child.label) and "\u202e" not in str(child.label)
        options = app.screen.query_one("#runs", OptionList)
        assert "[red]x[/]" in str(options.get_option_at_index(0).prompt)
        area = app.screen.query_one(TextArea)
        area.text = f"one {EVIL}"
        assert "\x1b" not in area.get_line(0).plain and len(area.get_line(0)) == len(f"one {EVIL}")
        await pilot.press("escape")
        app.action_go("runs")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen))
        row = app.screen.query_one(DataTable).get_row_at(0)
        assert "[red]x[/]" in str(row[RunsScreen.COLUMNS.index("document")])
        assert not any({"\x1b", "\x07", "\u202e"} & set(str(cell)) for cell in row)
        await pilot.pause()


async def test_brackets_that_are_typed_or_stored_are_shown_and_end_nothing(folder: Path) -> None:
    """Each of these lines read ``[/x]`` as a closing tag, and the app ended with a traceback."""
    now = time.time()
    app = app_for(folder, stored_run(folder))
    app.store.checks.add(Check("a", now - 9, "d", "[/x]", "t", score=1.0, claims=1, supported=1))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.review_screen is not None)

        async def told(selector: str, words: str) -> None:
            await until(pilot, lambda: words in str(app.screen.query_one(selector, Static).render()))
            await pilot.press("escape")

        await pilot.press("e", *"[/x]", "enter")
        await told("#source", "no article about [/x]")
        await pilot.press("escape", "x")
        app.screen.query_one("#path", Input).value = "[/x].odd"
        await pilot.press("ctrl+s")
        await told("#told", "[/x].odd")
        await pilot.press("f7", "down", "enter")
        await told("#title", "model [/x]")
        await pilot.press("escape")
        out = folder / "[" / "x].jsonl"
        out.parent.mkdir()
        out.write_bytes(b"")
        await pilot.press("f8", "P")
        app.screen.query_one("#path", Input).value = "[/x].jsonl"
        await pilot.press("enter")
        out.unlink()
        await told("#title", "[/x].jsonl: cannot be read")
