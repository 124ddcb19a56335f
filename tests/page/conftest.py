"""A headless Chromium. Without it, or without Playwright, the tests say so and skip."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra serve is not installed")
pytest.importorskip("uvicorn", reason="the extra serve is not installed")

from serving_page import Served, serving

ROOT = Path(__file__).parents[2]
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    """A server with an empty store."""
    with serving(home) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser; closed with the module, because Playwright allows one at a time in a thread."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium on this machine")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any) -> Iterator[Any]:
    """Opens pages in contexts of their own. Nothing of them may ask another place, run into an error, or break the policy."""
    contexts, asked, errors = [], [], []

    def open_page(address: str, **options: Any) -> Any:
        context = chromium.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append((request.url, address.partition("/#")[0])))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.locator("h1").wait_for()
        return page

    open_page.errors = errors  # type: ignore[attr-defined]
    yield open_page
    for context in contexts:
        context.close()
    assert [url for url, origin in asked if not url.startswith((f"{origin}/", f"blob:{origin}/"))] == []
    assert asked
    assert [e for e in errors if not e.startswith("Failed to load resource")] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core: of ``$LOCALCHECK_AXE``, else where ``scripts/test`` puts it."""
    path = Path(os.environ.get("LOCALCHECK_AXE", ROOT / "build/axe/node_modules/axe-core/axe.min.js"))
    if not path.is_file():
        pytest.skip("no axe-core: npm install --prefix build/axe axe-core")
    return path.read_text(encoding="utf-8")
