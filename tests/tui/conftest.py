"""Run each test of the app in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the extra 'tui' is not installed")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user of this test works; exports are proposed here."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
