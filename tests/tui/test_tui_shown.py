"""What is on the screen after a key: progress, keys that apply, differences, colours, sentences for people, sign-off."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from rich.style import Style
from scripted_session import ScriptedSession
from textual.color import Color
from textual.widgets import Input, Static
from tui_examples import ARTICLE, DOCUMENT, INFO, LINES, REPORT, TEXT, VERDICTS, app_for, stored_run, until

from localcheck.system.resources import sha256_text
from localcheck.types import READING_NOTES, Label, Passage, Source
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.screens.exporting import ExportDialog
from localcheck_tui.screens.review import ReviewScreen
from localcheck_tui.screens.sources import SourcesScreen
from localcheck_tui.widgets.claims_list import ClaimsList
from localcheck_tui.widgets.document_view import DocumentView

SIZE = (120, 36)


def told(app: LocalcheckApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


def drawn(app: LocalcheckApp, text: str) -> tuple[str, Style, Style]:
    """The mark before a sentence of the document, its style, and the style of the words."""
    view = app.screen.query_one(DocumentView)
    for y in range(view.size.height):
        segments = list(view.render_line(y))
        for mark, words in pairwise(segments):
            if words.text and text.startswith(words.text.strip()[:12]) and len(mark.text) == 2:
                return mark.text.strip(), mark.style or Style(), words.style or Style()
    raise AssertionError(f"not on the screen: {text}")


async def test_done_total_percent_and_time_left_stand_there_while_a_run_goes_on(folder: Path) -> None:
    going = threading.Semaphore(3)

    def held() -> None:
        going.acquire(timeout=60)

    app = app_for(folder, script=ScriptedSession([REPORT], held))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "running" in told(app, "#run") and "3/≈8 38%" in told(app, "#run"))
        assert " s left" in told(app, "#run")
        await pilot.press("space")
        await until(pilot, lambda: "paused" in told(app, "#run"))
        assert "left" not in told(app, "#run"), "a paused run has no end in sight"
        going.release(20)
        await pilot.press("space")
        await until(pilot, lambda: "6/6" not in told(app, "#run") and "run 1" in told(app, "#run"))
        await until(pilot, lambda: "%" not in told(app, "#run"))


async def test_the_keys_that_are_named_change_with_what_is_selected(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: told(app, "#keys").startswith("a accept  o own label  s skip"))
        assert "enter sources" in told(app, "#keys")
        await pilot.press("j", "j")
        assert "e search the index" in told(app, "#keys") and "m read more" in told(app, "#keys"), "an open claim"
        await pilot.press("j")
        assert "accept" not in told(app, "#keys") and "d next undecided" in told(app, "#keys"), "a question"
        await pilot.press("g", "a", "g")
        assert told(app, "#keys").startswith("u undo  o another label"), "a decided claim"
        await pilot.press("slash")
        assert told(app, "#keys").startswith("enter next match  esc end the search")


async def test_what_the_quote_says_otherwise_is_marked_and_named(folder: Path) -> None:
    claim = "Marie Curie was born in Warsaw in 1866."
    other = replace(VERDICTS[0], claim=replace(VERDICTS[0].claim, text=claim))
    app = app_for(folder, stored_run(folder, (other, *VERDICTS[1:])))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("j", "g")
        shown = app.screen.query_one("#evidence", Static).render()
        quote, difference, *_ = str(shown).splitlines()
        assert difference.startswith("≠ ") and "1866" in difference and "1867" in difference
        marked = [str(shown)[s.start : s.end] for s in shown.spans if "reverse" in str(s.style)]  # type: ignore[union-attr]
        assert marked and all("1867" in words and words in quote for words in marked)
        await pilot.press("l")
        assert "≠" not in told(app, "#evidence"), "the next claim says what its quote says"


async def test_a_score_against_a_given_text_is_no_probability_and_no_index_is_said_to_lack_an_article(
    folder: Path,
) -> None:
    given = Passage("", ARTICLE, Source("context", "context", "1"))
    held = [replace(v, evidence=tuple(replace(e, passage=given) for e in v.evidence), beliefs=()) for v in VERDICTS]
    held[2] = replace(held[2], label=Label.NOT_ENOUGH_EVIDENCE, best=None)
    app = app_for(folder, stored_run(folder, held, replace(INFO, index="")))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "Warsaw" in told(app, "#claims"))
        assert "entailed by the context 0.95" in told(app, "#claims") and "P(factual)" not in told(app, "#claims")
        assert told(app, "#source-line") == "context 1"
        await pilot.press("j", "l")
        await until(pilot, lambda: "president" in told(app, "#claims"))
        assert "no article" not in told(app, "#evidence")


async def test_the_meter_fits_a_narrow_pane(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(60, 24)) as pilot:
        await until(pilot, lambda: "0.95" in told(app, "#claims"))
        width = app.screen.query_one(ClaimsList).content_size.width
        (line,) = [line for line in told(app, "#claims").splitlines() if "P(factual)" in line]
        assert line.endswith("0.95") and len(line) <= width


async def test_decided_sentences_are_dimmed_and_only_refuted_and_open_ones_have_a_colour(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("j", "j", "j")
        view = app.screen.query_one(DocumentView)
        plain = view.rich_style.color
        green, red, open_ = (
            Color.parse(app.theme_variables[f"label-{name}"]).rich_color
            for name in ("supported", "refuted", "unsettled")
        )
        mark, tick, words = drawn(app, LINES[0])
        assert (mark, tick.color, words.color, words.dim) == ("✓", green, plain, None)
        mark, _, words = drawn(app, LINES[1])
        assert (mark, words.color) == ("✗", red)
        mark, _, words = drawn(app, LINES[2])
        assert (mark, words.color) == ("?", open_)
        await pilot.press("g", "a", "j", "j")
        mark, tick, words = drawn(app, LINES[0])
        assert (mark, words.dim) == ("◆", True) and tick.color != green


async def test_sentences_for_people_stand_in_the_place_of_costs_and_bars_have_titles(folder: Path) -> None:
    reason = (
        "the quote entails the claim; stopped after 2 documents: expected cost 2.50 when deciding now, 3.50 when not"
    )
    app = app_for(folder, stored_run(folder, (replace(VERDICTS[0], rationale=reason), *VERDICTS[1:])))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("j", "g")
        await pilot.pause()
        assert "stopped after 2 documents: another article was not worth reading" in told(app, "#claims")
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        for words in ("1 Pierre Curie", "2 Marie Curie", "2 documents read", "that is the"):
            assert words in shown, words
        assert "expected cost" not in shown and "3.50" not in shown


async def test_a_sign_off_keeps_and_shows_the_digests_of_text_index_and_models(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcheck.reviewing.records.digests", lambda _: {"starter": "d" * 64})
    run = stored_run(folder)
    app = app_for(folder, run)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        await pilot.press("S")
        await until(pilot, lambda: app.screen is not app.review_screen)
        await pilot.press(*"the editor knows", "enter")
        await until(pilot, lambda: app.store.signoffs.of(run))
        await until(pilot, lambda: "signed off by ada" in told(app, "#run"))
        kept = app.store.signoffs.of(run)[0]
        assert kept.text_sha256 == sha256_text(TEXT)
        assert dict(kept.sources) == {"nli:starter-nli": "a" * 64, "index:starter": "d" * 64}
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, ExportDialog))
        app.screen.query_one("#path", Input).value = str(folder / "signed.jsonl")
        await pilot.press("enter")
        await until(pilot, (folder / "signed.jsonl").is_file)
        exported = (folder / "signed.jsonl").read_text(encoding="utf-8")
        assert all(digest in exported for digest in (kept.text_sha256, kept.claims_sha256, "a" * 64, "d" * 64))


async def test_a_notice_that_does_not_fit_on_one_line_is_shown_whole(folder: Path) -> None:
    """On 80 columns the command that helps was cut off."""
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("T")
        await until(pilot, lambda: "no language model" in told(app, "#run"))
        await pilot.pause()
        bar = app.screen.query_one("#run")
        shown = " ".join(" ".join(strip.text for strip in bar.render_lines(bar.size.region)).split())
        assert bar.size.height > 1 and shown == " ".join(told(app, "#run").split())
        await pilot.press("j", "a")
        await pilot.pause()
        assert bar.size.height == 1


async def test_what_was_said_of_a_claim_does_not_stand_beside_the_next_one(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SourcesScreen))
        await pilot.press("q")
        await until(pilot, lambda: "a accepts with it" in told(app, "#run"))
        await pilot.press("a")
        await until(pilot, lambda: "decided 1/5" in told(app, "#run"))


async def test_how_a_document_was_read_is_told_when_it_is_opened(folder: Path) -> None:
    note = "page 2 was not read: a scan without text"
    app = app_for(folder, replace(DOCUMENT, meta=((READING_NOTES, [note]),)))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen) and note in told(app, "#run"))


async def test_what_cannot_be_checked_has_no_label_to_accept(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("j", "j", "j", "a")
        await until(pilot, lambda: "there is no label to accept" in told(app, "#run"))
        assert review_of(app).reading.decisions == {}


def review_of(app: LocalcheckApp) -> ReviewScreen:
    assert app.review_screen is not None
    return app.review_screen
