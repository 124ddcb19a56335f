"""The README's screenshot: the real app, reviewing an example that the real pipeline has just checked.

    python scripts/make_screenshot.py [--document examples/mixed.txt] [--out docs/screenshot.svg]

Writes the SVG, and a PNG beside it where CairoSVG is installed. Nothing is scripted: without a model and an index it fails.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from localcheck.ingest.documents import read_document
from localcheck.settings import Settings
from localcheck.store import RunState
from localcheck.system.resources import atomic_write
from localcheck.types import Label, Verdict
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.places import usual
from localcheck_tui.screens.review import ReviewScreen
from localcheck_tui.session import Session

SECONDS = 600


async def take(document: Path, size: tuple[int, int], theme: str) -> str:
    """Check ``document`` in the app, go to the most telling claim, and photograph the screen."""
    app = LocalcheckApp(
        Session(), Settings(), usual(), target=read_document(document), animation=False, theme=f"localcheck-{theme}"
    )
    async with app.run_test(size=size) as pilot:
        for _ in range(SECONDS * 10):
            await pilot.pause(0.1)
            screen = app.review_screen
            if screen is not None and not screen.reading.running and screen.reading.state is not RunState.OPEN:
                break
        if screen is None or screen.reading.state is not RunState.FINISHED:
            raise SystemExit(f"the run did not finish: {screen.reading.error if screen else 'no document'}")
        await show(screen, telling(list(screen.reading.verdicts.values())))
        app.clear_notifications()
        await pilot.pause(0.5)
        return app.export_screenshot(title="localcheck review")


def telling(verdicts: list[Verdict]) -> Verdict:
    """The surest verdict that refutes a claim with a quote; else the surest of all."""
    refuted = [v for v in verdicts if v.label is Label.REFUTED and v.deciding is not None]
    return max(refuted or verdicts, key=lambda v: abs(v.score - 0.5))


async def show(screen: ReviewScreen, verdict: Verdict) -> None:
    """Make this claim the current one."""
    screen.reading.go_to_claim(verdict.claim.id)
    screen.show_place()


def main() -> None:
    """Take the picture and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--document", type=Path, default=Path("examples/mixed.txt"))
    parser.add_argument("--out", type=Path, default=Path("docs/screenshot.svg"))
    parser.add_argument("--columns", type=int, default=140)
    parser.add_argument("--rows", type=int, default=38)
    parser.add_argument("--theme", choices=["dark", "light", "contrast"], default="dark")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["LOCALCHECK_HOME"] = home
        svg = asyncio.run(take(chosen.document, (chosen.columns, chosen.rows), chosen.theme))
    with atomic_write(chosen.out) as f:
        f.write(svg)
    print(f"wrote {chosen.out}", file=sys.stderr)
    if find_spec("cairosvg") is not None:
        import cairosvg

        cairosvg.svg2png(bytestring=svg.encode(), write_to=str(chosen.out.with_suffix(".png")), output_width=1400)
        print(f"wrote {chosen.out.with_suffix('.png')}", file=sys.stderr)


if __name__ == "__main__":
    main()
