"""The exports opened where people open them: the page in a real Chromium, the Word document in LibreOffice.

Both are asked of the machine: ``playwright`` with a Chromium at /usr/bin, and ``soffice``. Without them these tests skip.
"""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_reviewing_records import QUOTE, by, decided, store

from localcheck.reviewing.exporting import export
from localcheck.reviewing.records import reviewed_run
from localcheck.store import Accepted, Action, Review, Store
from localcheck.types import Label, Span

__all__ = ["decided", "store"]
CHROMIUM = next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), "")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture
def reviewed(decided: Store, tmp_path: Path) -> Store:
    """The decided run, with a comment, a dispute and an accepted correction."""
    decided.reviews.add(1, "1.0", by("bob", Label.REFUTED, note="rust <is> brown"))
    decided.reviews.add(1, "0.0", Review(Action.COMMENT, note="ask the author", reviewer="cyd"))
    decided.corrections.accept(1, Accepted("0.0", Span(9, 13), "four", "two", QUOTE, "Mars", "ada"))
    return decided


@pytest.fixture
def page(reviewed: Store, tmp_path: Path) -> Iterator[Any]:
    """The exported page in a headless Chromium; ``asked`` on it lists what it wanted from elsewhere."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM:
        pytest.skip("no Chromium is installed")
    path = tmp_path / "mars.html"
    export(reviewed_run(reviewed, 1), path)
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        opened = browser.new_page()
        asked: list[str] = []
        opened.on("request", lambda request: asked.append(request.url))
        opened.goto(path.as_uri())
        opened.asked = asked
        yield opened
        browser.close()


@pytest.mark.slow
def test_the_page_in_a_browser_has_marks_notes_decisions_and_corrections(page: Any) -> None:
    """A mark leads to its note, and nothing is fetched or run."""
    marks = page.locator(".text a")
    assert marks.count() == 3
    assert page.locator(".text sup").all_inner_texts() == ["1", "2", "3"]
    shown = page.locator(".text").inner_text()
    assert "Mars has four moons." in shown
    notes = page.locator("ol.notes > li")
    assert notes.count() == 3
    first = notes.nth(0).inner_text()
    assert "refuted" in first and QUOTE in first and "P(factual) 0.10" in first
    assert "two <b>moons</b> --> not four" in first, "markup of people is text"
    assert "ask the author" in first and "Mars, starter" in first
    assert notes.nth(0).locator("a").get_attribute("href") == "https://example.org/Mars"
    second = notes.nth(1).inner_text()
    assert "disputed" in second and "rust <is> brown" in second and "not verified" in second
    assert page.locator("ol.corrections del").first.inner_text() == "four"
    assert "Mars has two moons." in page.locator("ol.corrections").inner_text()
    page.locator(".text a").nth(1).click()
    assert page.evaluate("document.querySelector('li:target').id") == "n2"
    colours = [m.evaluate("e => getComputedStyle(e).borderBottomStyle") for m in page.locator(".text a").all()[:2]]
    assert colours == ["solid", "double"], "the marks of refuted and disputed look different"
    assert page.locator("#localcheck-record").inner_text() == "" or not page.locator("#localcheck-record").is_visible()
    assert all(url.startswith("file:") for url in page.asked)


@pytest.mark.slow
def test_the_word_document_in_libreoffice_has_comments_at_the_sentences(reviewed: Store, tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="the extra 'docx' is not installed")
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    path = tmp_path / "mars.docx"
    export(reviewed_run(reviewed, 1), path)
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [office, "--headless", profile, "--convert-to", "fodt", "--outdir", str(tmp_path), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    flat = tmp_path / "mars.fodt"
    assert flat.exists(), done.stdout + done.stderr
    text = flat.read_text(encoding="utf-8")
    comments = [words(c) for c in re.findall(r"<office:annotation [^>]*>(.*?)</office:annotation>", text, re.DOTALL)]
    assert len(comments) == 3
    assert "REFUTED" in comments[0] and QUOTE in comments[0] and "ask the author" in comments[0]
    assert "disputed" in comments[1] and "printed edition, p. 12" in comments[1]
    assert text.count("<office:annotation-end") == 3, "each comment covers its sentence"
    body = words(re.sub(r"<office:annotation .*?</office:annotation>", "", text, flags=re.DOTALL))
    assert "Mars has four moons." in body and "Corrections for the author" in body and "four → two" in body


def words(xml: str) -> str:
    """The text of a piece of XML, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", xml)).split())
