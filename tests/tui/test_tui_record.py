"""The record of human judgement, key by key: reviewers side by side, quotes, blind mode, drafts, sign-off, export."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scripted_session import ScriptedSession
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, RadioSet, Select, Static
from tui_examples import (
    DOCUMENT,
    INFO,
    LINES,
    REPORT,
    TEXT,
    VERDICTS,
    app_for,
    check_anew,
    finished,
    places,
    stored_run,
    until,
)

from localcheck.claims.rules.extract import RuleClaims
from localcheck.errors import BackendError
from localcheck.judging.sentence_level import sentences_of
from localcheck.reports.report import build
from localcheck.reviewing import drafts
from localcheck.reviewing.exporting import render
from localcheck.reviewing.records import reviewed_run
from localcheck.reviewing.words import headline
from localcheck.store import Action, QuoteKind, Review, Standing, Store
from localcheck.types import Claim, Document, Label, Verdict
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.reading import Reading
from localcheck_tui.remembered import Remembered
from localcheck_tui.screens import opening
from localcheck_tui.screens.deciding import OverrideDialog
from localcheck_tui.screens.dialogs import AskDialog, ConfirmDialog, DraftDialog, TextDialog
from localcheck_tui.screens.exporting import ExportDialog
from localcheck_tui.screens.finish import FinishScreen
from localcheck_tui.screens.runs import CompareScreen, RunsScreen
from localcheck_tui.screens.welcome import WelcomeScreen
from localcheck_tui.widgets.claims_list import ClaimsList
from localcheck_tui.widgets.run_bar import RunBar, status_text

SIZE = (120, 34)


def reading(app: LocalcheckApp) -> Reading:
    assert app.review_screen is not None
    return app.review_screen.reading


def told(app: LocalcheckApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


def status(app: LocalcheckApp) -> str:
    assert app.review_screen is not None
    return str(app.review_screen.query_one(RunBar).render())


def claims(app: LocalcheckApp) -> str:
    assert app.review_screen is not None
    return str(app.review_screen.query_one(ClaimsList).query_one("#claims", Static).render())


async def opened(pilot: Pilot[None], app: LocalcheckApp) -> None:
    await until(pilot, lambda: app.review_screen is not None and app.screen is app.review_screen)


async def own_label(pilot: Pilot[None], app: LocalcheckApp, number: str, note: str = "") -> None:
    await pilot.press("o")
    await until(pilot, lambda: isinstance(app.screen, OverrideDialog))
    await pilot.press(number, *note, "ctrl+s")
    await until(pilot, lambda: app.screen is app.review_screen)


async def test_several_lines_that_are_pasted_become_one_line_of_a_note(folder: Path) -> None:
    run = stored_run(folder)
    app = app_for(folder, run)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, OverrideDialog))
        await pilot.press("2")
        app.post_message(Paste("The first line,\r\n  and the second.\n\nA third.\n"))
        app.post_message(Paste(" The end."))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.screen is app.review_screen)
        note = app.store.reviews.decisions(run, "ada")["0.0"].review.note
        assert note == "The first line, and the second. A third. The end."
        # Over a slow connection the key that opens a field and what is pasted into it arrive together.
        app.post_message(Key("c", "c"))
        app.post_message(Paste("See p. 12."))
        await until(pilot, lambda: any(field.value == "See p. 12." for field in app.screen.query(Input)))


async def test_two_labels_are_disputed_until_a_third_person_adjudicates_and_kappa_is_over_what_was_decided(
    folder: Path,
) -> None:
    run = stored_run(folder)
    ada = app_for(folder, run)
    async with ada.run_test(size=SIZE) as pilot:
        await opened(pilot, ada)
        await own_label(pilot, ada, "2", "ada says so")
    bob = app_for(folder, run, reviewer="bob")
    async with bob.run_test(size=SIZE) as pilot:
        await opened(pilot, bob)
        await own_label(pilot, bob, "1")
        assert "disputed: another reviewer says otherwise" in status(bob)
        await pilot.press("g")
        assert "ada: decided refuted · ada says so" in claims(bob), "nobody's decision erases another's"
        assert "≠ disputed" in claims(bob)
        await pilot.press("t")
        await until(pilot, lambda: isinstance(bob.screen, TextDialog))
        agreement = " ".join(str(s.render()) for s in bob.screen.query(Static))
        assert "You and ada\n1 claim of 1 document\nagree on 0%" in agreement, "the other claims were not decided"
    cyd = app_for(folder, run, reviewer="cyd")
    async with cyd.run_test(size=SIZE) as pilot:
        await opened(pilot, cyd)
        await own_label(pilot, cyd, "2")
        assert cyd.store.reviews.curations(run)["0.0"].standing is Standing.ADJUDICATED
        await pilot.press("g")
        assert "adjudicated refuted" in claims(cyd)


async def test_one_s_own_label_leads_accepting_over_it_asks_and_keeps_the_note_and_a_comment_decides_nothing(
    folder: Path,
) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, AskDialog))
        await pilot.press(*"ask her", "enter")
        await until(pilot, lambda: "“ ask her" in claims(app))
        assert not reading(app).decisions and "decided 0/5" in told(app, "#counts").replace(" of ", "/")
        await own_label(pilot, app, "2", "see p. 12")
        await pilot.press("g")
        assert "◆ refuted · machine: ✓ supported" in claims(app), "the machine's stands behind it"
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        question = " ".join(str(s.render()) for s in app.screen.query(Static))
        assert "You decided refuted (“see p. 12”; the note is kept). Accepting replaces it by supported." in question
        await pilot.press("escape")
        assert reading(app).decisions["0.0"].review.label is Label.REFUTED
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("y")
        await until(pilot, lambda: reading(app).decisions["0.0"].review.label is Label.SUPPORTED)
        assert reading(app).decisions["0.0"].review.note == "see p. 12"
        await pilot.press("g")
        await own_label(pilot, app, "1")
        await pilot.press("g", "a")
        kept = reading(app).decisions["0.0"].review
        assert (kept.action, kept.note) == (Action.ACCEPT, "see p. 12") and kept.quote, "nor is the quote lost"
        await pilot.press("g", "s")
        await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.press("escape")
        assert reading(app).decisions["0.0"].review.label is Label.SUPPORTED, "skipping takes no label away unasked"
        await pilot.press("g", "b", "j")
        assert "machine" not in claims(app), "not for a blind reviewer who has not decided"


QUOTES = (
    ("She was born in Warsaw on 7 November 1867.", "", QuoteKind.VERIFIED, "✓ Marie Curie"),
    ("She was born on the Moon.", "", QuoteKind.NOT_FOUND, "not found in any source"),
    ("Born in 1867.", "printed edition, p. 12", QuoteKind.OUTSIDE, "outside the index: printed edition, p. 12"),
)
"""What is typed as the quote and as its source, and what that is kept and shown as."""


async def test_a_typed_quote_is_looked_up_and_never_dressed_as_verified(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        for quote, outside, kind, shown in QUOTES:
            await pilot.press("o")
            await until(pilot, lambda: isinstance(app.screen, OverrideDialog))
            assert app.screen.query_one(RadioSet).pressed_index == -1, "nothing is preselected"
            await pilot.press("1")
            app.screen.query_one("#quote", Input).value = quote
            app.screen.query_one("#outside", Input).value = outside
            await pilot.pause()
            await pilot.press("ctrl+s")
            if kind is QuoteKind.NOT_FOUND:
                await until(pilot, lambda: "not found in any source. Save again" in told(app, "#found"))
                await pilot.press("ctrl+s")
            await until(pilot, lambda: app.screen is app.review_screen)
            assert reading(app).decisions["0.0"].review.quoted.kind is kind
            await pilot.press("g")
            assert f"“{quote}” {shown}" in " ".join(claims(app).split())
            await pilot.press("u", "g")
            assert not reading(app).decisions


async def test_a_source_that_is_named_without_a_quote_is_shown_and_exported(folder: Path) -> None:
    run = stored_run(folder)
    app = app_for(folder, run)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("j", "l", "o", "1")
        app.screen.query_one("#outside", Input).value = "printed edition, p. 12"
        await pilot.press("ctrl+s", "g", "j", "l")
        assert "outside the index: printed edition, p. 12" in " ".join(claims(app).split())
        for format in ("html", "md", "csv"):
            assert "printed edition, p. 12 (a source outside the index" in render(
                reviewed_run(app.store, run), format
            ).replace("\\", ""), format


async def test_a_quote_is_found_where_a_line_of_its_article_ends_and_kept_as_it_stands_there(folder: Path) -> None:
    verdict = VERDICTS[0]
    wrapped = tuple(
        replace(e, passage=replace(e.passage, text=e.passage.text.replace("Warsaw on", "Warsaw\n  on")))
        for e in verdict.evidence
    )
    app = app_for(folder, stored_run(folder, (replace(verdict, evidence=wrapped), *VERDICTS[1:])))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("o", "1")
        app.screen.query_one("#quote", Input).value = "born in Warsaw on 7 November"
        await pilot.pause()
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.screen is app.review_screen)
        review = reading(app).decisions["0.0"].review
        assert review.quote == "born in Warsaw\n  on 7 November" and review.quoted.kind is QuoteKind.VERIFIED
        found = review.quoted
        assert found.passage[found.start : found.start + len(review.quote)] == review.quote


WARSAW = "She was born in Warsaw on 7 November 1867."


@pytest.mark.parametrize(("labels", "kept"), [("1", WARSAW), ("2", ""), ("3", ""), ("21", WARSAW)])
async def test_the_machine_s_quote_is_proposed_for_its_own_label_only(folder: Path, labels: str, kept: str) -> None:
    """It says that the first claim is supported: whoever says otherwise has not chosen its quote."""
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("o")
        assert app.screen.query_one("#quote", Input).value == WARSAW
        for label in labels:
            await pilot.press(label)
            app.screen.set_focus(app.screen.query_one("#label"))
        assert app.screen.query_one("#quote", Input).value == kept
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.screen is app.review_screen)
        review = reading(app).decisions["0.0"].review
        assert (review.quote, review.quoted.kind is QuoteKind.VERIFIED) == (kept, bool(kept))


async def test_a_quote_that_was_typed_or_picked_stays_whatever_label_is_chosen(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("o")
        app.screen.query_one("#quote", Input).value = "She was born in Warsaw"
        await pilot.press("2", "ctrl+s")
        await until(pilot, lambda: app.screen is app.review_screen)
        assert reading(app).decisions["0.0"].review.quote == "She was born in Warsaw"


async def test_a_verdict_that_was_on_the_screen_is_not_blind(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("b")
        await own_label(pilot, app, "1")
        assert not reading(app).decisions["0.0"].review.blind
    app = app_for(folder, 1, reviewer="bob", blind=True)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        assert "hidden" in claims(app) and "supported" not in claims(app)
        for _ in range(5):
            await own_label(pilot, app, "1")
        decided = reading(app).decisions
        assert sorted(decided) == ["0.0", "1.0", "1.1", "2.0", "4.0"], (
            "the sentence that cannot be checked is passed over"
        )
        assert all(d.review.blind for d in decided.values())


async def test_a_blind_reviewer_learns_no_verdict_from_the_lists(folder: Path) -> None:
    run, _ = stored_run(folder), stored_run(folder)
    app = app_for(folder, run, blind=True)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen))
        table = app.screen.query_one(DataTable)
        assert [str(cell) for cell in table.get_row_at(0)[3:8]] == ["▒"] * 5
        await pilot.press("slash", *"is:refuted")
        assert table.row_count == 0
        app.screen.query_one("#filter", Input).value = ""
        await pilot.press("escape", "equals_sign", "down", "equals_sign")
        await until(pilot, lambda: any("switch blind mode off" in n.message for n in app._notifications))
        assert isinstance(app.screen, RunsScreen), "no comparison is opened"


async def test_a_blind_reviewer_learns_no_verdict_from_the_sign_off(folder: Path) -> None:
    app = app_for(folder, stored_run(folder), blind=True)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("S")
        await pilot.pause()
        assert app.screen is app.review_screen and "blind mode off" in status(app)
        for _ in range(5):
            await own_label(pilot, app, "1")
        assert not reading(app).open_claims()
        await pilot.press("S")
        await until(pilot, lambda: bool(app.store.signoffs.of(1)))


async def test_a_verdict_that_was_seen_in_a_comparison_is_not_blind(folder: Path) -> None:
    run, other = stored_run(folder), stored_run(folder)
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        app.open_run(run)
        await opened(pilot, app)
        seen = app.store.reviews.seen
        assert not seen(other, reading(app).reviewer)
        await pilot.press("f3", "equals_sign", "down", "equals_sign")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        claims_seen = {v.claim.id for v in reading(app).verdicts.values()}
        assert seen(run, reading(app).reviewer) == seen(other, reading(app).reviewer) == claims_seen
        await pilot.press("escape", "escape", "b")
        assert reading(app).blind and not any(map(reading(app).is_blind, reading(app).verdicts.values()))


async def test_a_verdict_that_was_seen_in_the_list_of_claims_is_not_blind(folder: Path) -> None:
    app = app_for(folder, Document("long.txt", "\n".join(f"Fact number {n} is here." for n in range(90))))
    async with app.run_test(size=SIZE) as pilot:
        await finished(pilot)
        last = reading(app).verdicts["89.0"]
        await pilot.press("b")
        assert reading(app).is_blind(last), "it stands further down than the screen"
        await pilot.press("b", "f")
        await until(pilot, lambda: isinstance(app.screen, FinishScreen))
        await pilot.press("escape", "b")
        assert reading(app).blind and not reading(app).is_blind(last)


async def test_the_name_is_asked_once_and_kept_and_what_was_seen_before_is_not_blind_under_it(folder: Path) -> None:
    run = stored_run(folder)
    app = app_for(folder, run, reviewer="")
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("b", "o")
        await until(pilot, lambda: isinstance(app.screen, AskDialog))
        app.screen.query_one(Input).value = "dora"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, OverrideDialog))
        await pilot.press("1", "ctrl+s")
        await until(pilot, lambda: "decided 1/5" in status(app) and status(app).endswith("dora"))
        assert not reading(app).decisions["0.0"].review.blind
        assert "1.1" in app.store.reviews.seen(1, "dora"), "also in the next sitting"
        await pilot.press("b", "a")
        await until(pilot, lambda: len(reading(app).decisions) == 2)
        assert app.screen is app.review_screen, "it is not asked again"
    assert Remembered(places(folder).config.parent).reviewer == "dora"
    app = app_for(folder, None, reviewer="")
    async with app.run_test(size=SIZE) as pilot:
        app.open_run(run)
        await opened(pilot, app)
        assert "decided 2/5" in status(app) and status(app).endswith("dora")


def test_two_apps_keep_what_the_other_one_wrote(tmp_path: Path) -> None:
    first, second = Remembered(tmp_path), Remembered(tmp_path)
    first.keep("reviewer", "dora")
    second.keep("theme", "localcheck-light")
    kept = Remembered(tmp_path)
    assert (kept.reviewer, kept.theme) == ("dora", "localcheck-light")


async def test_decisions_in_another_run_of_the_same_text_are_offered(folder: Path) -> None:
    hers, his = stored_run(folder), stored_run(folder)
    with Store(places(folder).store) as store:
        store.reviews.add(hers, "0.0", Review(Action.OVERRIDE, Label.REFUTED, "no", reviewer="bea"))
        store.reviews.add(his, "1.1", Review(Action.OVERRIDE, Label.REFUTED, reviewer="ben"))
    app = app_for(folder, DOCUMENT)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DraftDialog))
        await pilot.press("down", "enter")
        await until(pilot, lambda: set(app.store.reviews.curations(his)) == {"0.0", "1.1"})
        await until(pilot, lambda: isinstance(app.screen, DraftDialog))
        await pilot.press("enter")
        await opened(pilot, app)
        assert reading(app).run_id == his
        app.store.reviews.add(hers, "2.0", Review(Action.OVERRIDE, Label.REFUTED, reviewer="bea"))
        app.entry_chosen(app.desk.entries[0])
        await until(pilot, lambda: isinstance(app.screen, DraftDialog))
        await pilot.press("down", "enter")
        await until(pilot, lambda: set(app.store.reviews.curations(his)) == {"0.0", "1.1", "2.0"})


async def test_an_edited_text_keeps_the_decisions_on_unchanged_sentences_and_checks_the_rest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = stored_run(folder)
    with Store(places(folder).store) as store:
        store.reviews.add(run, "0.0", Review(Action.OVERRIDE, Label.REFUTED, "no", reviewer="ada"))
        store.reviews.add(run, VERDICTS[5].claim.id, Review(Action.OVERRIDE, Label.REFUTED, reviewer="ada"))
    threads: set[str] = set()

    def rules() -> RuleClaims:
        threads.add(threading.current_thread().name)
        return RuleClaims()

    monkeypatch.setattr(drafts, "RuleClaims", rules)
    edited = replace(DOCUMENT, text=TEXT.replace(LINES[4], "She died in Passy."))
    sentences = sentences_of(edited)
    fresh = Verdict(Claim("4.0", 4, "She died in Passy.", sentences[4].span), Label.REFUTED, 0.9)
    asked: list[int] = []
    script = ScriptedSession([build(edited, sentences, [*VERDICTS[:5], fresh], INFO)], lambda: asked.append(1))
    app = app_for(folder, edited, script=script)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DraftDialog))
        told = " ".join(str(line.render()) for line in app.screen.query(Static))
        assert "2 claims decided. 1 cannot be carried over: the sentence changed, or leans on a change." in told
        await pilot.press("enter")
        await opened(pilot, app)
        await until(pilot, lambda: reading(app).run_id == 2 and reading(app).state == "finished")
        assert "carried over from run 1" in claims(app) and "decided 1/5" in status(app)
        assert reading(app).decisions["0.0"].review.note == "no"
        assert len(asked) == 1, "only the new sentence is checked"
        await pilot.press("G")
        assert "She died in Passy." in claims(app) and "carried over" not in claims(app)
        for number, name in enumerate(("curie-v2.txt", "pasted"), 3):
            text = TEXT.replace(LINES[4], f"She died in Passy, says {name}.")
            app.check(replace(DOCUMENT, id=name, title="", text=text))
            await until(pilot, lambda: isinstance(app.screen, DraftDialog))
            await pilot.press("enter")
            await until(pilot, lambda n=number: reading(app).run_id == n and reading(app).state == "finished")
            await pilot.press("g")
            assert "carried over from run 1" in claims(app), "a draft by another name is known, too"
            assert reading(app).document.id == name and reading(app).decisions["0.0"].review.note == "no"
    assert threads == {"localcheck-engine"}, "the app's own thread splits no text"


async def test_the_search_for_a_draft_is_told_and_keys_on_their_way_answer_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = stored_run(folder)
    with Store(places(folder).store) as store:
        store.reviews.add(run, "0.0", Review(Action.OVERRIDE, Label.REFUTED, "no", reviewer="ada"))
    searching, look = threading.Event(), drafts.earlier_draft

    def slow(*given: Any) -> drafts.Draft | None:
        searching.wait(10)
        return look(*given)

    monkeypatch.setattr(drafts, "earlier_draft", slow)
    monkeypatch.setattr(opening, "LOOKING_SECONDS", 0.01)
    monkeypatch.setattr(DraftDialog, "WAITS", 1.0)
    app = app_for(folder, replace(DOCUMENT, text=TEXT.replace(LINES[4], "She died in Passy.")))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: any("looking for an earlier draft" in n.message for n in app._notifications))
        searching.set()
        await until(pilot, lambda: isinstance(app.screen, DraftDialog))
        await pilot.press("enter")
        assert isinstance(app.screen, DraftDialog), "it was meant for something else"
        await until(pilot, lambda: not app.screen.query_one("#choices").disabled)
        await pilot.press("enter")
        await opened(pilot, app)


async def test_an_entry_that_somebody_else_made_is_shown_with_a_new_verdict(folder: Path) -> None:
    """One entry of another reviewer was taken for one's own when a claim was judged again before the next look."""
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        with Store(places(folder).store) as store:
            store.reviews.add(1, "0.0", Review(Action.OVERRIDE, Label.REFUTED, "no", reviewer="bob"))
        reading(app).go_to_claim("2.0")
        await pilot.press("m")
        await until(pilot, lambda: reading(app).verdicts["2.0"].label is Label.REFUTED)
        assert "0.0" in reading(app).curations


async def test_what_others_decide_meanwhile_is_shown_and_a_decision_is_made_on_the_verdict_that_was_in_view(
    folder: Path,
) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("a", "g")
        with Store(places(folder).store) as store:
            store.reviews.add(1, "0.0", Review(Action.OVERRIDE, Label.REFUTED, "no", reviewer="bob"))
        assert "bob" not in claims(app)
        assert app.review_screen is not None
        app.review_screen.keep_up()
        await pilot.pause()
        assert "bob: decided refuted" in claims(app) and "≠1 disputed" in status(app)
        with Store(places(folder).store) as store:
            store.reviews.undo(1, "bob")
        await pilot.press("c", *"why", "enter")
        assert "bob" not in claims(app) and "why" in claims(app), "an entry of one's own reads the others' too"
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, OverrideDialog))
        with Store(places(folder).store) as store:
            again = replace(VERDICTS[0], label=Label.REFUTED, score=0.9)
            assert store.add_verdict(1, again, "more") == 2
        await pilot.press("1", "ctrl+s")
        await until(pilot, lambda: app.screen is app.review_screen)
        assert app.store.reviews.decisions(1, "ada")["0.0"].verdict_revision == 1, "in view when the key was pressed"
        await pilot.press("g")
        assert reading(app).current == again and "earlier verdict" in claims(app), "the newer one is shown from now on"
        with Store(places(folder).store) as store:
            store.add_verdict(1, VERDICTS[0], "more")
            store.reviews.add(1, "1.0", Review(Action.SKIP, reviewer="bob"))
        app.review_screen.keep_up()
        assert reading(app).current == VERDICTS[0], "what others have judged again is shown with what they decide"


async def test_a_decision_reads_the_record_of_its_claim_alone_and_what_the_store_refuses_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With thousands of decisions, reading all of them took a quarter of a second a key."""
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("a")
        read: list[str] = []
        monkeypatch.setattr(Reading, "read_record", lambda *_: read.append("everything"))
        await pilot.press("a", "s", "u", "U", "c", *"why", "enter", "u")
        await own_label(pilot, app, "1")
        assert not read
        here, counted = reading(app), reading(app).counts()
        monkeypatch.undo()
        kept = here.decisions, here.curations, here.comments, here.revisions
        assert sorted(here.decisions) == ["0.0", "1.0", "1.1"] and counted == (4, 0, 1, 0, 3, 5)
        here.read_record(app.store)
        assert kept == (here.decisions, here.curations, here.comments, here.revisions) and counted == here.counts()
        assert app.review_screen is not None
        with Store(places(folder).store, read_only=True) as read_only:
            app.review_screen.store = read_only
            await pilot.press("u")
            await until(pilot, lambda: "readonly" in status(app))
        app.review_screen.store = app.store
        with Store(places(folder).store) as store:
            store.remove([1])
        await pilot.press("S")
        await until(pilot, lambda: "unknown run" in status(app))
        assert app.screen is app.review_screen, "the review goes on"


async def test_a_draft_that_cannot_be_carried_over_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = stored_run(folder)
    with Store(places(folder).store) as store:
        store.reviews.add(run, "0.0", Review(Action.SKIP, reviewer="ada"))
        store.reviews.add(run, "1.0", Review(Action.ACCEPT, Label.SUPPORTED, reviewer="ada"))
    app = app_for(folder, replace(DOCUMENT, text=TEXT.replace(LINES[4], "She died in Passy.")))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DraftDialog))
        with monkeypatch.context() as broken:
            broken.setattr(Store, "begin_run", refuse)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, WelcomeScreen))


def refuse(*_: object) -> int:
    raise BackendError("the disk is full", "make room")


async def test_a_run_under_review_or_going_on_is_not_removed(folder: Path) -> None:
    going = threading.Semaphore(2)
    script = ScriptedSession([REPORT], lambda: bool(going.acquire(timeout=60)))
    run = stored_run(folder)
    app = app_for(folder, folder / "curie.txt", script=script)
    async with app.run_test(size=SIZE) as pilot:
        await check_anew(pilot)
        await until(pilot, lambda: app.review_screen is not None and reading(app).done == 2)
        app.open_run(run)
        await opened(pilot, app)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen))
        await pilot.press("R", "R", "down", "R", "R")
        assert [r.id for r in app.store.runs()] == [2, 1]
        going.release(20)
        await until(pilot, lambda: not app.desk.entries[0].running)
        await pilot.press("up", "R", "R")
        assert [r.id for r in app.store.runs()] == [1], "the one that is in nobody's view can go"


async def test_the_dialogs_of_export_name_and_sign_off_keep_what_is_typed_and_wait_for_it(folder: Path) -> None:
    app, said = app_for(folder, stored_run(folder)), list[str | None]()
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, ExportDialog))
        field = app.screen.query_one("#path", Input)
        field.value = str(folder / "mine.pages")
        await pilot.press("enter")
        assert isinstance(app.screen, ExportDialog) and field.value.endswith("mine.pages")
        assert "no export format by this name" in told(app, "#told")
        field.value = str(folder / "mine.html")
        endings = []
        for _ in range(7):
            await pilot.press("ctrl+f")
            await pilot.pause()
            endings.append(Path(field.value).suffix[1:])
        assert endings == ["docx", "md", "csv", "jsonl", "json", "sarif", "html"], "the list fills the ending in"
        assert app.screen.query_one("#format", Select).value == "html"
        (folder / "mine.html.sig").write_text("-----BEGIN SSH SIGNATURE-----\n")
        await pilot.press("enter")
        await until(pilot, lambda: (folder / "mine.html").is_file())
        await until(pilot, lambda: not (folder / "mine.html.sig").exists())
        app.push_screen(AskDialog("Your name?", value="root"), said.append)
        for character in "cyd":
            app.post_message(Key(character, character))
        app.post_message(Key("enter", None))
        await until(pilot, lambda: bool(said))
        assert said == ["cyd"], "a name that is typed as soon as it is asked for is kept"
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, AskDialog))
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is app.review_screen)
        assert not app.store.signoffs.of(1) and "not signed: decide these claims" in status(app)
        assert reading(app).current is not None and reading(app).current.claim.id == "1.1"  # type: ignore[union-attr]
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, AskDialog))
        await pilot.press(*"the editor knows", "enter")
        await until(pilot, lambda: app.store.signoffs.of(1))
        assert app.store.signoffs.of(1)[0].reason == "the editor knows"


async def test_compare_refuses_runs_of_two_texts(folder: Path) -> None:
    first = stored_run(folder)
    with Store(places(folder).store) as store:
        run = store.load(first)
        other = store.begin_run(run.info, type(DOCUMENT)("other.txt", "Mars is red.", "Mars"), ())
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        app.open_run(first)
        await opened(pilot, app)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen))
        await pilot.press("equals_sign", "down", "equals_sign")
        await until(pilot, lambda: any("different texts" in n.message for n in app._notifications))
        assert isinstance(app.screen, RunsScreen), "no comparison is opened"
        assert app.screen.query_one(DataTable).row_count == 2 and other == 2


async def test_a_database_of_an_earlier_version_opens_and_shows_its_decisions(folder: Path) -> None:
    """``v5-reviewed.sql`` was written by the program of schema 5."""
    path = places(folder).store
    path.parent.mkdir(parents=True, exist_ok=True)
    old = sqlite3.connect(path)
    schemas = Path(__file__).parents[1] / "unit" / "store" / "schemas"
    old.executescript((schemas / "v5-reviewed.sql").read_text(encoding="utf-8"))
    old.close()
    app = app_for(folder, 1, reviewer="ada")
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        assert "cyd: adjudicated refuted" in claims(app) and "bob: " in claims(app) and "look again" in claims(app)
        await pilot.press("u")
        assert "took back" in status(app)


async def test_every_place_counts_the_same_claims_as_decided(folder: Path) -> None:
    """The app counted a skip as decided, and no list but the export a sentence that only people took for a claim."""
    run = stored_run(folder)
    app = app_for(folder, run)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        reading(app).go_to(3)
        await own_label(pilot, app, "1")
        await pilot.press("s")
        await until(pilot, lambda: reading(app).skipped == 1)
        supported, refuted, unsettled, _, decided, claims = reading(app).counts()
        assert (decided, claims) == (1, 6) and "decided 1/6, skipped 1" in status_text(reading(app)).plain
        assert reading(app).decided(3), "its sentence has the mark of a decision"
        assert reading(app).matches("is:decided") == [3]
        (skipped,) = reading(app).matches("is:skipped")
        assert [app.screen._mark(n) for n in (3, skipped)] == ["◆", "–"], "a skip had the mark of a decision"
        exported = headline(reviewed_run(app.store, run))
        assert f"{supported} supported, {refuted} refuted, {unsettled} not enough evidence; 1 decided" in exported
        summary = app.store.summary(run)
        assert dict(summary.counts) == {"supported": supported, "refuted": refuted, "not_enough_evidence": unsettled}
        assert (summary.reviewed, summary.skipped) == (1, 1)


async def test_a_wording_is_taken_back_first_also_after_the_app_was_started_again(folder: Path) -> None:
    run = stored_run(folder)
    with Store(places(folder).store) as store:
        said = Review(Action.ACCEPT, Label.SUPPORTED, reviewer="ada")
        store.reviews.add(run, "0.0", said, at="2026-01-01T00:00:00+00:00")
        before = VERDICTS[3]
        claim = replace(before.claim, text="Blue it was.", note="reworded by ada")
        store.add_verdict(run, replace(before, claim=claim), "reworded:ada")
    app = app_for(folder, run)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("u")
        assert reading(app).verdicts["2.0"].claim == before.claim and "took back the wording" in status(app)
        await pilot.press("u")
        assert not reading(app).decisions


async def test_a_name_with_spaces_or_in_other_capitals_is_the_same_reviewer(folder: Path) -> None:
    """``--as "ada "`` was a second person, who could settle her own dispute."""
    run = stored_run(folder)
    with Store(places(folder).store) as store:
        store.reviews.see(run, "ada", ["0.0"])
    app = app_for(folder, run, reviewer=" Ada ")
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await pilot.press("a")
        await until(pilot, lambda: bool(app.store.reviews.decisions(1, "ada")))


async def test_a_history_that_cannot_be_read_is_told_and_the_app_stays(folder: Path) -> None:
    """A damaged row ended the app, and with it the run at work."""
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.review_screen is not None)
        with closing(sqlite3.connect(places(folder).store)) as db, db:
            db.execute("UPDATE verdicts SET body = '{}'")
        await pilot.press("h")
        await until(pilot, lambda: "'claim' is missing" in str(getattr(app.review_screen, "_notice", "")))
        assert app.is_running
