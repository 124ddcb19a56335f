"""How each screen looks: dark, light and high contrast, 80×24 and very wide, CJK and right-to-left text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from scripted_session import ScriptedSession, unjudged
from svg_golden import compare
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, TextArea
from tui_examples import INFO, app_for, finished, places, stored_run, until

from localcheck.store import Store
from localcheck.types import Document, Label, Span, Verdict
from localcheck_tui.app import LocalcheckApp, Target

Prepare = Callable[[Pilot[None]], Awaitable[None]]


def keys(*pressed: str) -> Prepare:
    async def press(pilot: Pilot[None]) -> None:
        await pilot.press(*pressed)

    return press


async def settings_shown(pilot: Pilot[None]) -> None:
    await pilot.press("f5")
    await until(pilot, lambda: pilot.app.screen.query("#option-k"))


async def resources_shown(pilot: Pilot[None]) -> None:
    await pilot.press("f4")
    await until(pilot, lambda: pilot.app.screen.query_one("#items", OptionList).option_count == 3)


async def pasting(pilot: Pilot[None]) -> None:
    await pilot.press("f2", "ctrl+t", "ctrl+t")
    pilot.app.screen.query_one("#text", TextArea).insert("A text to check.")


SCREENS: dict[str, tuple[tuple[int, int], Prepare]] = {
    "review": ((120, 36), keys()),
    "review-refuted": ((120, 36), keys("n", "l")),
    "review-narrow": ((80, 24), keys("n", "l")),
    "review-very-wide": ((220, 50), keys("n", "l")),
    "review-light": ((120, 36), keys("f6", "n")),
    "review-contrast": ((120, 36), keys("f6", "f6", "n")),
    "review-decided": ((120, 36), keys("a", "s", "o", "1", "ctrl+s", "g")),
    "review-blind": ((120, 36), keys("b")),
    "review-search": ((120, 36), keys("slash", "s", "h", "e")),
    "evidence-in-full": ((120, 36), keys("enter")),
    "override": ((80, 24), keys("o")),
    "recheck": ((80, 24), keys("r")),
    "export": ((80, 24), keys("x")),
    "tally": ((100, 30), keys("a", "a", "o", "1", "ctrl+s", "t")),
    "help": ((80, 50), keys("question_mark")),
    "runs": ((100, 24), keys("f3")),
    "compare": ((100, 24), keys("f3", "equals_sign", "down", "equals_sign")),
    "paste": ((80, 24), pasting),
    "settings": ((100, 36), settings_shown),
    "resources": ((100, 24), resources_shown),
}


def still(app: LocalcheckApp) -> None:
    """Cursors do not blink, and the proposed path is the same everywhere."""
    for field in app.screen.query(Input):
        field.cursor_blink = False
        if field.id == "path" and field.value:
            field.value = "/home/ada/curie.review.html"
    for area in app.screen.query(TextArea):
        area.cursor_blink = False


def two_runs(folder: Path) -> int:
    """The example twice; the second run knows better about one claim."""
    first, second = stored_run(folder), stored_run(folder)
    with Store(places(folder).store) as store:
        known = store.load(second).verdicts[3]
        store.add_verdict(second, Verdict(known.claim, Label.REFUTED, 0.9), "more")
    return first


async def look(folder: Path, name: str, size: tuple[int, int], prepare: Prepare, target: Target) -> None:
    app = app_for(folder, target)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await prepare(pilot)
        app.clear_notifications()
        still(app)
        await pilot.pause()
        compare(app, name, folder)


@pytest.mark.parametrize("name", SCREENS)
async def test_screen(folder: Path, name: str) -> None:
    size, prepare = SCREENS[name]
    await look(folder, name, size, prepare, two_runs(folder))


async def test_welcome(folder: Path) -> None:
    await look(folder, "welcome", (80, 24), keys(), None)


async def test_a_document_in_chinese_and_hebrew_keeps_the_borders_straight(folder: Path) -> None:
    text = (
        "玛丽·居里于1867年出生在华沙。\nשלום עולם, זהו משפט בעברית.\nمرحبا بالعالم.\nCafé 👩‍🔬 e\u0301t\u0301e\u0301."
    )
    document = Document("scripts.txt", text, "漢字 ועברית")
    app = app_for(folder, document, script=ScriptedSession([unjudged(document)]))
    async with app.run_test(size=(80, 24)) as pilot:
        await finished(pilot)
        await pilot.pause()
        compare(app, "scripts", folder)


async def test_a_failed_run(folder: Path) -> None:
    with Store(places(folder).store) as store:
        run = store.begin_run(
            INFO, Document("broken.pdf", "Text.", "Broken"), unjudged(Document("", "Text.")).sentences
        )
        from localcheck.store import RunState

        store.end_run(run, RunState.FAILED, "the model file is damaged")
        assert store.load(run).sentences[0].span == Span(0, 5)
    await look(folder, "failed", (100, 24), keys(), run)
