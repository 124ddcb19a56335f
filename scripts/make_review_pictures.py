"""The pictures of ``docs/review.md``: queue, finish screen and comparison of the real app, over the examples.

    python scripts/make_review_pictures.py [--out docs]

The real pipeline checks three examples in a home of its own, and keys are pressed as a reviewer would. Nothing is scripted:
without a model and an index it fails.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from localcheck.ingest.documents import read_document
from localcheck.settings import Settings
from localcheck.store import RunState
from localcheck.system.resources import atomic_write
from localcheck_tui.app import LocalcheckApp, Target
from localcheck_tui.places import usual
from localcheck_tui.screens.finish import FinishScreen
from localcheck_tui.screens.queue import QueueScreen
from localcheck_tui.screens.runs import CompareScreen
from localcheck_tui.session import Session

EXAMPLES = tuple(Path("examples") / f"{name}.txt" for name in ("mixed", "factual", "subtly_wrong"))
SIZE = (110, 24)
SECONDS = 900


async def until(pilot: Pilot[None], true: Callable[[], object]) -> None:
    """Wait until something is true. Raises ``SystemExit`` after ``SECONDS``."""
    for _ in range(SECONDS * 5):
        await pilot.pause(0.2)
        if true():
            await pilot.pause(0.5)
            return
    raise SystemExit("the app did not come so far; is there a model, and an index?")


def opened(target: Target, settings: Settings) -> LocalcheckApp:
    """The real app, still, with Ada reviewing."""
    return LocalcheckApp(Session(), settings, usual(), target=target, reviewer="ada", animation=False)


def checked(app: LocalcheckApp) -> bool:
    """True when every run of the queue has ended well."""
    readings = [entry.reading for entry in app.desk.entries]
    return bool(readings) and all(r is not None and r.state is RunState.FINISHED for r in readings)


async def queue_and_finish() -> dict[str, str]:
    """Three documents, of which the first is half decided."""
    app, taken = opened(EXAMPLES, Settings()), {}
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: len(app.desk.entries) == len(EXAMPLES) and checked(app))
        app.store.places.own(2, "bob")
        await pilot.press("enter")
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("d", "a", "a", "a")
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen))
        taken["finish"] = app.export_screenshot(title="localcheck review: what is left")
        await pilot.press("escape", "f9")
        await until(pilot, lambda: isinstance(app.screen, QueueScreen))
        taken["queue"] = app.export_screenshot(title="localcheck review: the queue")
    return taken


async def comparison() -> dict[str, str]:
    """The first document once more, by a method that always reads two articles."""
    app = opened(read_document(EXAMPLES[0]), Settings(detector="fixed-k"))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await pilot.press("down", "enter")  # there is a run of this text already: check it anew
        await until(pilot, lambda: app.review_screen is not None and checked(app))
        await pilot.press("f3")
        await pilot.pause(0.5)
        first = [run.id for run in app.store.runs()].index(1)
        await pilot.press("equals_sign", *["down"] * first, "equals_sign")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        return {"compare": app.export_screenshot(title="localcheck review: two runs of one text")}


def main() -> None:
    """Take the pictures and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("docs"))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["LOCALCHECK_HOME"] = home
        taken = asyncio.run(queue_and_finish()) | asyncio.run(comparison())
    for name, svg in taken.items():
        path = chosen.out / f"review-{name}.svg"
        with atomic_write(path) as f:
            f.write(svg)
        print(f"wrote {path}", file=sys.stderr)


if __name__ == "__main__":
    main()
