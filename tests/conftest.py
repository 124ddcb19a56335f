"""Shared by all tests: where the development data lies, and a home of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The development data beside the checkout (or $LOCALCHECK_SHARED/data); skips where it is missing."""
    folder = Path(os.environ.get("LOCALCHECK_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        pytest.skip(f"development data not here: {folder}")
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, for this test and the processes that it starts."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("LOCALCHECK_HOME", str(folder))
    return folder
