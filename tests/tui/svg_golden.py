"""SVG screenshots compared with those kept in ``snapshots/``.

``UPDATE_SNAPSHOTS=1 pytest tests/tui/test_tui_snapshots.py`` writes them anew: look at each in a browser before keeping it.
A screenshot is a fact of one Textual release, which ``snapshots/textual-version`` names; with another release the tests skip.
"""

from __future__ import annotations

import os
import re
from importlib.metadata import version
from pathlib import Path

import pytest
from textual.app import App

SNAPSHOTS = Path(__file__).parent / "snapshots"
MADE_WITH = SNAPSHOTS / "textual-version"
UPDATE = bool(os.environ.get("UPDATE_SNAPSHOTS"))
IDS = re.compile(r"terminal-\d+")


def normal(svg: str) -> str:
    """The picture without the ids that are derived from all of its content."""
    return "\n".join(line.rstrip() for line in IDS.sub("terminal", svg).splitlines()) + "\n"


def compare(app: App[None], name: str, folder: Path) -> None:
    """The app's screen must look like ``snapshots/<name>.svg``."""
    picture = normal(app.export_screenshot(title="localcheck", simplify=True))
    golden = SNAPSHOTS / f"{name}.svg"
    if UPDATE:
        golden.write_text(picture, encoding="utf-8")
        MADE_WITH.write_text(version("textual") + "\n", encoding="utf-8")
        return
    made_with = MADE_WITH.read_text(encoding="utf-8").strip()
    if made_with.split(".")[:2] != version("textual").split(".")[:2]:
        pytest.skip(f"the pictures were made with Textual {made_with}, this is {version('textual')}")
    if golden.read_text(encoding="utf-8") != picture:
        seen = folder / f"{name}.svg"
        seen.write_text(picture, encoding="utf-8")
        pytest.fail(f"{name} looks different: compare {golden} with {seen}", pytrace=False)
