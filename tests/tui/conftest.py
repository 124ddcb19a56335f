"""Run each test of the app in a folder of its own."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import pytest

if TYPE_CHECKING:
    from textual.css.model import RuleSet

pytest.importorskip("textual", reason="the extra 'tui' is not installed")

TOGETHER, LONGEST = 0.25, 2.0
"""Changes are drawn together until so many seconds of the processor have passed, or so many of the clock's."""
LOOK, FRAME = 0.004, 0.02
"""Seconds between two looks at whether the app is idle, and those in which what waits for the next frame comes to its turn."""
PARSED: dict[tuple[object, ...], list[RuleSet]] = {}
"""Rules by variables, text and place."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user of this test works; exports are proposed here."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def few_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw changes of the screen four times in a second of the processor: half of the time went into frames that nobody reads.

    By the clock, a busy machine would draw the more. What changed since is kept and drawn with the next frame. A screen that
    opens is drawn at once and whole, and so is the one that a test asks for. That one alone has the dimmed screens behind a
    dialog: they were drawn when they opened, and once more they took half of what all drawing took.
    """
    from textual._compositor import Compositor

    draw, drawn, opened = Compositor.render_update, [time.thread_time(), time.monotonic()], WeakSet[Compositor]()

    def seldom(compositor: Compositor, full: bool = False, **named: Any) -> object:
        recent = time.thread_time() - drawn[0] < TOGETHER and time.monotonic() - drawn[1] < LONGEST
        if recent and not full and compositor in opened:
            return None
        opened.add(compositor)
        if not full:
            named["screen_stack"] = []
        found = draw(compositor, full, **named)
        drawn[:] = time.thread_time(), time.monotonic()
        return found

    monkeypatch.setattr(Compositor, "render_update", seldom)


@pytest.fixture(autouse=True)
def keys_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test presses on a dialog that came by itself is meant for it."""
    from localcheck_tui.screens.dialogs import DraftDialog

    monkeypatch.setattr(DraftDialog, "WAITS", 0.0)


@pytest.fixture(autouse=True)
def styles_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The style sheets of Textual's and our widgets are the same in every app: a tenth of each start went into parsing them."""
    from textual.css.stylesheet import Stylesheet

    parse = Stylesheet._parse_rules

    def known(sheet: Stylesheet, *arguments: Any, **named: Any) -> list[RuleSet]:
        key = (frozenset(sheet._variables.items()), arguments, *named.items())
        if key not in PARSED:
            PARSED[key] = parse(sheet, *arguments, **named)
        return PARSED[key]

    monkeypatch.setattr(Stylesheet, "_parse_rules", known)


async def idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until no task can go on, no timer of the next frame is left, and no thread computes."""
    loop: Any = asyncio.get_running_loop()
    begun = loop.time()
    while (waited := loop.time() - begun) < max_sleep:
        used, now = time.process_time(), loop.time()
        soon = [t.when() - now for t in loop._scheduled if not t.cancelled()] if waited < FRAME else []
        await asyncio.sleep(max([LOOK, *(seconds for seconds in soon if seconds < FRAME)]))
        if time.process_time() - used < LOOK / 20 and not loop._ready and loop.time() - begun >= min_sleep:
            due = (t.when() - loop.time() < FRAME and not t.cancelled() for t in loop._scheduled)
            if waited >= FRAME or not any(due):
                return


@pytest.fixture(autouse=True)
def idle_is_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual sleeps for a fiftieth of a second at least, twice for each key: half of what these tests took."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", idle)
