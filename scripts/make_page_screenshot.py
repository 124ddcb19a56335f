"""The picture of the page in docs/page.md: the real page in a headless Chromium, over the real server and models.

    python scripts/make_page_screenshot.py [--document examples/mixed.txt] [--out docs/page.png] [--dark]

Needs Playwright and Chromium. Nothing is scripted: without a model and an index it fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from localcheck.system.resources import atomic_write

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
SIZE = {"width": 1120, "height": 900}


def take(browser: Any, address: str, text: str, dark: bool) -> bytes:
    """Check ``text`` on the page, open its first refuted sentence, and photograph the window."""
    page = browser.new_page(viewport=SIZE, color_scheme="dark" if dark else "light")
    page.goto(address)
    page.get_by_label("Paste a text").fill(text)
    page.get_by_role("button", name="Check this text").click()
    page.locator("#status", has_text="Done").wait_for(timeout=600_000)
    page.locator(".sentence.refuted").first.click()
    page.wait_for_timeout(300)
    taken: bytes = page.screenshot()
    return taken


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def main() -> None:
    """Start the server in a home of its own, take the picture, end it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--document", type=Path, default=Path("examples/mixed.txt"))
    parser.add_argument("--out", type=Path, default=Path("docs/page.png"))
    parser.add_argument("--dark", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        command = [sys.executable, "-m", "localcheck", "serve", "--ui", "--port", str(free_port())]
        environment = {**os.environ, "LOCALCHECK_HOME": home}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None and server.stderr is not None
            address = server.stdout.readline().strip()
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            picture = take(browser, waited(address), given.document.read_text(encoding="utf-8"), given.dark)
            browser.close()
        finally:
            server.terminate()
            server.wait(30)
    with atomic_write(given.out, "wb") as f:
        f.write(picture)
    print(f"{given.out}: {len(picture):,} bytes")


def waited(address: str) -> str:
    """The address, once something listens there."""
    port = int(address.split("/")[2].rpartition(":")[2])
    for _ in range(600):
        with socket.socket() as s:
            s.settimeout(0.1)
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return address
    raise SystemExit(f"nothing listens at {address}")


if __name__ == "__main__":
    main()
