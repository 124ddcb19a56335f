"""Run each test of the app in a folder of its own."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the extra 'tui' is not installed")

TOGETHER = 0.25
"""Seconds of which changes are drawn together."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user of this test works; exports are proposed here."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def few_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw changes of the screen four times in a second, not sixty: a third of the time went into frames that nobody reads.

    What changed since is kept and drawn with the next frame. A screen that opens is drawn at once and whole, and so is the
    one that a test asks for.
    """
    from textual._compositor import Compositor

    draw, drawn = Compositor.render_partial_update, [0.0]

    def seldom(compositor: Compositor) -> object:
        if time.monotonic() - drawn[0] < TOGETHER:
            return None
        found = draw(compositor)
        drawn[0] = time.monotonic()
        return found

    monkeypatch.setattr(Compositor, "render_partial_update", seldom)
