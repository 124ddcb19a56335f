"""The page in a real browser: what a colleague without a terminal sees and does."""

from __future__ import annotations

import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import expect
from serving_page import EVIL, TEXT, Served, evaluated, serving

from localcheck.serve.limits import Limits
from localcheck.settings import Settings
from localcheck.store import Action, Quoted, QuoteKind, Review, RunState, Store
from localcheck.types import Label

expect.set_options(timeout=20_000)  # the machine may do other things
SUPPORTED, REFUTED, OPEN = ".sentence.supported", ".sentence.refuted", ".sentence.not_enough_evidence"


def check(page: Any, text: str = TEXT) -> None:
    """Paste a text and wait until all of it is judged."""
    page.get_by_label("Paste a text").fill(text)
    page.get_by_role("button", name="Check this text").click()
    done(page)


def done(page: Any) -> None:
    """Wait for the end of the run. What is expected is looked at after 0.1, 0.35, 0.85 seconds; what is waited for, sooner."""
    page.locator("#status").filter(has_text=re.compile("Done")).wait_for(timeout=60_000)


def decide(page: Any, label: str, note: str = "") -> None:
    """In the page, or in the card of one claim."""
    page.get_by_role("radio", name=label, exact=True).check()
    page.get_by_label("Note", exact=True).fill(note)
    page.get_by_role("button", name="Save").click()


def test_sentences_are_coloured_as_verdicts_arrive(served: Served, visit: Any) -> None:
    served.nli.gate.clear()
    page = visit(served.address)
    assert "token" not in page.url
    page.get_by_label("Paste a text").fill(TEXT)
    page.get_by_role("button", name="Check this text").click()
    expect(page.locator(".sentence")).to_have_count(3)
    expect(page.locator("#status")).to_contain_text("of 3 sentences checked")
    assert page.locator(".sentence.waiting").count() >= 2
    served.nli.gate.set()
    expect(page.locator("#status")).to_have_text("Done: 3 sentences checked", timeout=60_000)
    classes = [page.locator(".sentence").nth(i).get_attribute("class") for i in range(3)]
    assert classes == ["sentence supported", "sentence refuted", "sentence not_enough_evidence"]


def test_the_evidence_of_a_sentence(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    page.locator(REFUTED).click()
    panel = page.locator(".panel")
    expect(panel.locator("h2")).to_be_focused()
    expect(panel.locator("blockquote")).to_have_text("Mars has two small moons, Phobos and Deimos.")
    assert panel.locator("mark:visible").all_inner_texts() == ["two", "four"]
    expect(panel.locator(".difference")).to_contain_text("claim: four, source: two")
    panel.get_by_text("Context").click()
    expect(panel.locator(".context")).to_contain_text("Mars is the fourth planet from the Sun.")
    said = panel.locator("svg.trace").get_attribute("aria-label")
    assert re.fullmatch(r"P\(factual\): 0\.50 before any document(, 0\.\d\d after \d+)+", said), said


def test_a_hostile_document_and_hostile_evidence_are_text(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page, f"{EVIL}\n\nThe evil tag is written as {EVIL} in the evil book. {TEXT}")
    assert EVIL in page.locator(".document").inner_text()
    for i in range(page.locator(".sentence").count()):
        page.locator(".sentence").nth(i).click()
    assert page.locator("main img, main script").count() == 0
    page.goto(f"{served.url}/#/runs")
    page.locator("table").wait_for()
    assert "<img src=" in page.locator("tbody").inner_text()
    assert page.locator("main img, main script").count() == 0 and page.title() == "Earlier runs · localcheck"


def test_decisions_stand_in_the_store_under_the_reviewers_name(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    page.locator(REFUTED).click()
    decide(page, "Supported", "an old book")
    page.get_by_role("textbox", name="Name").fill("Ada")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".panel")).to_contain_text("Ada decided: supported")
    expect(page.locator(".sentence").nth(1)).to_have_class("sentence supported")
    page.locator(OPEN).click()
    decide(page, "Not enough evidence")
    expect(page.locator("#status")).to_have_text("Decided: not enough evidence")
    with Store(served.store) as store:
        journal = [entry.decision for entry in store.reviews.journal(1)]
        assert store.reviews.seen(1, "Ada") == {v.claim.id for v in store.load(1).verdicts}
    told = [(d.review.action, d.review.label, d.review.note, d.review.reviewer) for d in journal]
    assert told == [
        (Action.OVERRIDE, Label.SUPPORTED, "an old book", "Ada"),
        (Action.ACCEPT, Label.NOT_ENOUGH_EVIDENCE, "", "Ada"),
    ]
    page.locator(SUPPORTED).nth(0).click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#status")).to_have_text(re.compile(r"Taken back: not enough evidence, “Zanzibar is the .*”"))
    expect(page.locator(".panel h2")).to_have_text("Evidence for sentence 3")
    with Store(served.store) as store:
        assert len(store.reviews.curations(1)) == 1
    page.get_by_role("button", name="Reviewer: Ada").click()
    name(page, "Bob")
    expect(page.get_by_role("button", name="Reviewer: Bob")).to_be_visible()
    page.locator(".sentence").nth(1).click()
    expect(page.locator(".panel .people")).to_have_text("◆ supported, decided by people")
    expect(page.locator(".panel input:checked")).to_have_count(0)  # what others chose is shown, and not proposed
    decide(page, "Refuted")
    expect(page.locator("#status")).to_contain_text("another reviewer says otherwise")
    expect(page.locator(".panel")).to_contain_text("disputed: Ada supported, Bob refuted")
    expect(page.locator(".panel .people")).to_have_text("≠ disputed")
    expect(page.locator(".sentence").nth(1).locator(".sign")).to_have_text("✗≠")


def test_a_run_that_is_removed_while_it_is_open_leaves_the_page(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    page.locator(REFUTED).click()
    with Store(served.store) as store:
        store.remove([1])
    page.get_by_role("button", name="Undo").click()
    name(page)
    expect(page.locator("h1")).to_have_text("Run 1 is not here")
    assert page.locator(".sentence").count() == 0


def name(page: Any, who: str = "Ada") -> None:
    page.get_by_role("textbox", name="Name").fill(who)
    page.get_by_role("button", name="Keep it").click()


def test_what_is_typed_about_a_claim_outlives_what_is_decided_meanwhile(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page, f"{TEXT} Mars has two small moons and Venus has ten rings.")
    page.locator(".sentence").nth(3).click()
    first, second = page.locator(".claim-card").all()
    note = second.get_by_label("Note", exact=True)
    second.get_by_role("radio", name="Refuted", exact=True).check()
    note.fill("ten")
    decide(first, "Supported")
    name(page)
    expect(first).to_contain_text("Ada ")
    expect(second.get_by_role("radio", name="Refuted", exact=True)).to_be_checked()
    note.press("End")
    evaluated(page, "[...document.querySelectorAll('button')].find((b) => b.textContent === 'Undo').click() ?? null")
    expect(page.locator("#status")).to_contain_text("Taken back: supported")
    expect(note).to_be_focused()
    page.keyboard.type(" rings")
    page.locator(".sentence").nth(0).click()
    page.locator(".sentence").nth(3).click()
    expect(note).to_have_value("ten rings")
    page.reload()
    expect(second.get_by_role("radio", name="Refuted", exact=True)).to_be_checked()
    expect(note).to_have_value("ten rings")
    second.get_by_role("button", name="Save").click()
    expect(second).to_contain_text("Ada decided: refuted")
    expect(second).to_contain_text("ten rings")
    page.get_by_role("button", name="Reviewer: Ada").click()
    name(page, "Bob")
    expect(note).to_have_value("")


def test_a_decision_is_given_anew_with_the_note_and_the_quote_that_it_had(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    with Store(served.store) as store:
        claim = store.load(1).verdicts[1].claim.id
        quoted = Quoted(QuoteKind.OUTSIDE, "an old book")
        store.reviews.add(
            1, claim, Review(Action.OVERRIDE, Label.SUPPORTED, "seen", "four", reviewer="Ada", quoted=quoted)
        )
    page.get_by_role("button", name="Reviewer").click()
    name(page)
    page.locator(SUPPORTED).nth(1).click()
    expect(page.get_by_role("radio", name="Supported", exact=True)).to_be_checked()
    expect(page.locator(".picked")).to_contain_text("an old book")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#status")).to_have_text("Decided: supported")
    page.get_by_role("radio", name="Refuted", exact=True).check()  # the quote spoke for the other label
    expect(page.locator(".picked")).to_be_empty()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#status")).to_have_text("Decided: refuted")
    with Store(served.store) as store:
        told = [
            (e.decision.review.label, e.decision.review.note, e.decision.review.quoted.title)
            for e in store.reviews.journal(1)
        ]
    assert told == [
        (Label.SUPPORTED, "seen", "an old book"), (Label.SUPPORTED, "seen", "an old book"), (Label.REFUTED, "seen", ""),
    ]  # fmt: skip


def test_what_others_decide_meanwhile_is_there_when_somebody_comes_back(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    page.locator(REFUTED).click()
    with Store(served.store) as store:
        store.reviews.add(
            1, store.load(1).verdicts[1].claim.id, Review(Action.OVERRIDE, Label.SUPPORTED, reviewer="Bob")
        )
    evaluated(page, "dispatchEvent(new Event('focus'))")
    expect(page.locator(".panel")).to_contain_text("Bob decided: supported")


def test_a_title_that_people_took_for_a_claim_is_counted_and_a_long_link_in_a_note_is_broken(
    served: Served, visit: Any
) -> None:
    page = visit(served.address, viewport={"width": 360, "height": 740})
    check(page, f"Of moons\n\n{TEXT}")
    note = f"https://example.org/{'moon' * 60}"
    with Store(served.store) as store:
        store.reviews.add(1, "0.0", Review(Action.OVERRIDE, Label.REFUTED, note, reviewer="Bob"))
        store.reviews.add(1, "1.0", Review(Action.OVERRIDE, Label.REFUTED, note, reviewer="Bob"))
    page.reload()
    expect(page.locator(".count.refuted")).to_have_text("✗ 3 refuted")
    page.locator(".sentence").nth(1).click()
    expect(page.locator(".said li")).to_contain_text(note)
    assert evaluated(page, "document.querySelector('.said').scrollWidth <= document.querySelector('.said').clientWidth")


def test_corrections_are_accepted_one_by_one_and_stand_in_the_text(served: Served, visit: Any, tmp_path: Path) -> None:
    page = visit(served.address)
    check(page, f"{TEXT} Marie Curie was born in Paris in 1867.")
    page.get_by_role("button", name="Corrections").click()
    edits = page.locator(".edit")
    expect(edits).to_have_count(2)
    expect(page.locator("h1")).to_be_focused()
    expect(edits.first).to_contain_text("Mars has four small moons.")
    expect(edits.first.locator("ins")).to_have_text("Mars has two small moons.")
    assert edits.first.locator("mark").all_inner_texts() == ["four", "two"]
    expect(edits.first.locator(".source")).to_contain_text("Mars, articles · checked again: supported")
    edits.first.get_by_role("button", name="Accept").click()
    name(page)
    expect(page.locator(".lead")).to_have_text("1 of 2 corrections accepted.")
    expect(edits.first.get_by_role("button", name="Take back")).to_be_focused()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the corrected text").click()
    download.value.save_as(tmp_path / "text")
    assert (
        (tmp_path / "text").read_text().startswith("Marie Curie was born in Warsaw in 1867. Mars has two small moons.")
    )
    with Store(served.store) as store:
        assert [(c.old, c.new, c.reviewer) for c in store.corrections.of(1)] == [("four", "two", "Ada")]
    page.reload()
    expect(page.locator(".lead")).to_have_text("1 of 2 corrections accepted.")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".lead")).to_have_text("0 of 2 corrections accepted.")


def test_a_quote_of_ones_own_is_picked_from_the_index_and_stands_with_the_decision(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    page.locator(OPEN).click()
    page.get_by_role("button", name="A quote of your own").click()
    dialog = page.locator("dialog")
    page.get_by_label("Search the index").fill("planets like Mars")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("found for “planets like Mars”")
    dialog.get_by_role("button", name="Mars is the fourth planet from the Sun.").click()
    quote = dialog.get_by_label("Quote, word for word")
    expect(quote).to_have_value("Mars is the fourth planet from the Sun.")
    quote.fill("Mars is the fifth planet from the Sun.")
    dialog.get_by_role("button", name="Use this quote").click()
    expect(dialog.get_by_role("status")).to_contain_text("not found in any source here")
    quote.fill("the fourth planet from the Sun")
    dialog.get_by_role("button", name="Use this quote").click()
    expect(page.locator(".picked .source")).to_contain_text("Mars, articles")
    decide(page, "Refuted")
    name(page)
    expect(page.locator(".said")).to_contain_text("“the fourth planet from the Sun” — Mars, articles")
    with Store(served.store) as store:
        (decision,) = store.reviews.curations(1)["2.0"].decisions
    assert decision.review.quoted.kind is QuoteKind.VERIFIED and decision.review.quote in decision.review.quoted.passage


def test_a_slow_answer_does_not_replace_what_was_searched_for_since(served: Served, visit: Any) -> None:
    page = visit(served.address)
    held: list[Any] = []
    page.route("**/sources?claim=*", lambda route: held.append(route))
    check(page)
    page.locator(REFUTED).click()
    page.get_by_role("button", name="A quote of your own").click()
    status = page.locator("dialog").get_by_role("status")
    page.get_by_label("Search the index").fill("Warsaw")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(status).to_contain_text("found for “Warsaw”")
    with page.expect_response("**/sources?claim=*") as late:
        held.pop().continue_()
    late.value.finished()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(status).to_contain_text("found for “Warsaw”")
    expect(page.locator("dialog .pick").first).to_contain_text("Warsaw")


def test_blind_hides_verdicts_until_they_are_decided(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    page.get_by_label("Blind").check()
    name(page)
    expect(page.locator(".sentence.hidden-verdict")).to_have_count(3)
    page.locator(".sentence").nth(1).click()
    panel = page.locator(".panel")
    expect(panel).to_contain_text("Hidden until you decide")
    assert "two small moons" not in panel.inner_text() and panel.locator("mark, svg").count() == 0
    expect(page.get_by_role("button", name="Corrections")).to_be_disabled()
    decide(page, "Supported")
    expect(panel.locator("blockquote")).to_have_text("Mars has two small moons, Phobos and Deimos.")
    expect(page.locator(".sentence.hidden-verdict")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".sentence.hidden-verdict")).to_have_count(3)
    with page.expect_response("**/seen"):
        page.get_by_label("Blind").uncheck()
    expect(page.locator(REFUTED)).to_have_count(1)
    with Store(served.store) as store:
        assert next(entry.decision.review.blind for entry in store.reviews.journal(1))
        assert len(store.reviews.seen(1, "Ada")) == 3


def test_a_run_is_signed_off(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    page.get_by_role("button", name="Sign off").click()
    name(page)
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("2 claims not settled")
    page.get_by_label("Why it is signed all the same").fill("a draft")
    page.keyboard.press("Enter")
    expect(page.locator(".signed")).to_contain_text("Signed off by Ada")
    page.reload()
    expect(page.locator(".signed")).to_contain_text("although claims were open (a draft)")
    with Store(served.store) as store:
        assert [s.reason for s in store.signoffs.of(1)] == ["a draft"]


def test_earlier_runs_are_opened_exported_and_compared(served: Served, visit: Any, tmp_path: Path) -> None:
    page = visit(served.address)
    check(page)
    page.get_by_role("link", name="Check", exact=True).click()
    check(page, TEXT.replace("Warsaw", "Paris"))
    for name, begins in (
        ("html", "<!doctype html>"),
        ("json", "{"),
        ("csv", ""),
        ("jsonl", "{"),
        ("sarif", "{"),
        ("md", ""),
    ):
        page.get_by_label("Format").select_option(name)
        with page.expect_download() as download:
            page.get_by_role("button", name="Export").click()
        download.value.save_as(tmp_path / name)
        assert download.value.suggested_filename == f"localcheck-run-2.{name}"
        assert (tmp_path / name).read_text(encoding="utf-8-sig").startswith(begins)
    page.get_by_role("link", name="Earlier runs").click()
    page.get_by_label("compare run 1").check()
    page.get_by_label("compare run 2").check()
    page.get_by_role("button", name="Compare two runs").click()
    expect(page.locator(".lead")).to_contain_text("The two texts differ")
    assert page.locator(".flip .claim").all_inner_texts() == [
        "Marie Curie was born in Warsaw in 1867.",
        "now Marie Curie was born in Paris in 1867.",
    ], "the edited sentence stands beside what it was"
    page.get_by_role("link", name="Open run 1").click()
    expect(page.locator(REFUTED)).to_have_count(1)


DROP = """((where, names) => {
  const data = new DataTransfer();
  data.setData("text/plain", "dropped");
  for (const name of names) data.items.add(new File(["Mars has two moons."], name));
  const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  return document.querySelector(where).dispatchEvent(event);
})"""
"""Drop files, else a text; true if the browser is left to put it there."""


def test_a_dropped_text_replaces_nothing_and_of_several_files_none_is_checked(served: Served, visit: Any) -> None:
    page = visit(served.address)
    page.get_by_label("Paste a text").fill(TEXT)
    assert evaluated(page, f"{DROP}('#text', [])") is True, "the browser inserts it where it is dropped"
    assert evaluated(page, f"{DROP}('.drop', [])") is False
    assert page.get_by_label("Paste a text").input_value() == TEXT
    assert evaluated(page, f"{DROP}('#text', ['a.txt', 'b.txt'])") is False
    expect(page.locator("#status")).to_have_text("One document at a time: nothing was checked")
    with Store(served.store) as store:
        assert store.runs() == []


def test_a_dropped_file_is_read_by_the_reader_of_its_kind(served: Served, visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"<h1>Of moons</h1><p>{TEXT}</p>", encoding="utf-8")
    page = visit(served.address)
    page.get_by_label("or choose a document").set_input_files(file)
    done(page)
    expect(page.locator("h1")).to_have_text("Of moons (page.html)")
    assert "<p>" not in page.locator(".document").inner_text()
    with Store(served.store) as store:
        assert store.summary(1).document_id == "page.html"


def test_what_was_not_read_is_said_when_the_run_is_done(served: Served, visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "moons.rtf"
    file.write_text(rf"{{\rtf1 {TEXT}{{\footnote A note.}}\par}}", encoding="latin-1")
    page = visit(served.address)
    page.get_by_label("or choose a document").set_input_files(file)
    done(page)
    expect(page.locator(".note")).to_contain_text(["its footnotes were not read"])


def tab_to(page: Any, css: str) -> None:
    """Press Tab until the focus is there, and see it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if evaluated(page, f"document.activeElement.matches({css!r})"):
            style = evaluated(page, "getComputedStyle(document.activeElement).outlineStyle")
            assert style == "solid", f"no visible focus on {css}"
            return
    raise AssertionError(f"the Tab key does not reach {css}")


def test_the_keyboard_alone_quotes_corrects_and_signs(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page)
    focused, keys = page.locator(":focus"), page.keyboard
    tab_to(page, ".sentence")
    keys.press("n")
    keys.press("Enter")
    tab_to(page, ".deciding button:last-child")
    keys.press("Enter")
    expect(focused).to_have_id("query")
    keys.insert_text("planet")
    keys.press("Enter")
    expect(page.locator("dialog [role=status]")).to_contain_text("found for")
    tab_to(page, ".pick")
    taken = focused.inner_text()
    keys.press("Enter")
    expect(focused).to_have_id("quote")
    tab_to(page, "dialog button.first")
    keys.press("Enter")
    expect(page.locator(".picked blockquote")).to_have_text(taken)
    expect(focused).to_have_text("A quote of your own …")
    tab_to_back(page, ".deciding input[type=radio]")
    keys.press("ArrowUp")  # from the last one, where Shift+Tab arrives, to "Refuted"
    tab_to(page, ".deciding button.first")
    keys.press("Enter")
    expect(focused).to_have_id("reviewer")
    keys.insert_text("Ada")
    keys.press("Enter")
    expect(page.locator(".said")).to_contain_text("Ada accepted: refuted")
    expect(page.locator(".said")).to_contain_text(taken)
    page.goto(f"{served.url}/#/corrections/1")
    page.locator(".edit").wait_for()
    expect(page.locator("h1")).to_be_focused()
    tab_to(page, ".edit button")
    keys.press("Enter")
    expect(page.locator(".lead")).to_have_text("1 of 1 correction accepted.")
    expect(focused).to_contain_text("Take back")


def tab_to_back(page: Any, css: str) -> None:
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        if evaluated(page, f"document.activeElement.matches({css!r})"):
            return
    raise AssertionError(f"Shift and Tab do not reach {css}")


def test_the_keyboard_alone(served: Served, visit: Any) -> None:
    """Tab, Enter, letters: paste, check, go to what is flagged, read, decide, and come back."""
    page = visit(served.address)
    focused = page.locator(":focus")

    tab_to(page, "#text")
    page.keyboard.insert_text(TEXT)
    tab_to(page, "button.first")
    page.keyboard.press("Enter")
    done(page)
    tab_to(page, ".sentence")
    page.keyboard.press("n")
    expect(focused).to_have_class("sentence refuted")
    page.keyboard.press("Enter")
    expect(focused).to_have_id("chosen")
    tab_to(page, "input[type=radio]")
    page.keyboard.press("ArrowRight")
    tab_to(page, ".deciding button.first")
    page.keyboard.press("Enter")
    expect(page.locator("dialog input")).to_be_focused()
    page.keyboard.insert_text("Ada")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("Decided: ")
    page.keyboard.press("Escape")
    expect(focused).to_have_attribute("href", "#/run/1/1")


def broken_rules(page: Any, axe: str, scheme: str) -> list[str]:
    """Of the dark page only contrasts are looked at: all else is the same as on the light one."""
    evaluated(page, f"typeof axe === 'object' || (() => {{ {axe}; return true; }})()")
    which = "{}" if scheme == "light" else "{runOnly: ['color-contrast']}"
    found = evaluated(page, f"(await axe.run(document, {which})).violations")
    return [f"{v['id']}: {n['html'][:160]} {n['failureSummary']}" for v in found for n in v["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_while_people_decide(served: Served, visit: Any, axe: str, scheme: str) -> None:
    page = visit(served.address, color_scheme=scheme)
    violations = partial(broken_rules, page, axe, scheme)
    check(page)
    page.locator(REFUTED).click()
    page.get_by_role("button", name="A quote of your own").click()
    page.locator("dialog option").first.wait_for(state="attached")
    assert violations() == []
    page.get_by_role("button", name="Cancel").click()
    page.get_by_label("Blind").check()
    name(page)
    page.locator(".hidden-verdict").first.click()
    assert violations() == []
    page.get_by_label("Blind").uncheck()
    page.get_by_role("button", name="Sign off").click()
    page.locator("dialog").wait_for()
    assert violations() == []
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Corrections").click()
    page.locator(".edit").wait_for()
    assert violations() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_any_view(served: Served, visit: Any, axe: str, scheme: str) -> None:
    page = visit(served.address, color_scheme=scheme)
    violations = partial(broken_rules, page, axe, scheme)
    assert violations() == []
    check(page)
    assert violations() == []
    for name in (SUPPORTED, REFUTED, OPEN):
        page.locator(name).click()
        page.locator(".panel .claim").first.wait_for()
        evaluated(page, "[...document.querySelectorAll('.panel details')].map((one) => (one.open = true)).length")
        assert violations() == []
    decide(page, "Refuted")
    assert violations() == []
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("link", name="Check", exact=True).click()
    check(page, TEXT.replace("Warsaw", "Paris"))
    page.get_by_role("link", name="Earlier runs").click()
    page.locator("table").wait_for()
    assert violations() == []
    page.goto(f"{served.url}/#/compare/1/2")
    page.locator(".flip").first.wait_for()
    assert violations() == []
    page.goto(f"{served.url}/#/run/77")
    expect(page.locator("#status.problem")).to_contain_text("77")
    assert violations() == []


def test_each_paragraph_runs_in_its_own_direction(served: Served, visit: Any) -> None:
    """Without ``dir=auto``: Chromium looks through all of such a text at each piece that is put into it."""
    page = visit(served.address)
    check(page, "Mars has four small moons.\n\nالمريخ له قمران صغيران.\n\nMars is a planet.")
    assert page.locator(".document").get_attribute("dir") is None
    text, *said = (
        page.locator(one).bounding_box() for one in (".document", "[href$='/0']", "[href$='/1']", "[href$='/2']")
    )
    assert [abs(box["x"] - text["x"]) < 1 for box in said] == [True, False, True]
    assert abs(said[1]["x"] + said[1]["width"] - text["x"] - text["width"]) < 1


def test_no_sentence_is_looked_for_among_all_claims(served: Served, visit: Any) -> None:
    page = visit(served.address)
    check(page, "\n\n".join(["Mars has two small moons, Phobos and Deimos."] * 120))
    counting = """(() => { window.seen = 0; const before = Map.prototype.values;
        Map.prototype.values = function () { window.seen += this.size; return before.call(this); }; return 0; })()"""
    evaluated(page, counting)
    page.locator("[href$='/0']").focus()
    page.keyboard.press("n")
    expect(page.locator("#status")).to_have_text("No further flagged sentence")
    assert 0 < evaluated(page, "window.seen") < 2_000


def test_a_narrow_window_and_large_letters_need_no_sideways_scrolling(served: Served, visit: Any) -> None:
    """320 pixels are 1280 at 400 % (WCAG 2.2, 1.4.10), so 200 % is within it."""
    page = visit(served.address, viewport={"width": 320, "height": 640})
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert evaluated(page, wide) == 0
    check(page, TEXT + " " + "x" * 300)
    page.locator(REFUTED).click()
    expect(page.locator("h2")).to_be_in_viewport()
    assert evaluated(page, wide) == 0
    page.get_by_role("link", name="Earlier runs").click()
    page.locator("table").wait_for()
    assert evaluated(page, wide) == 0


def test_a_page_without_token_says_where_it_is(served: Served, visit: Any) -> None:
    page = visit(served.url)
    expect(page.locator("#status.problem")).to_contain_text("open the address that `localcheck serve --ui` prints")


def test_a_missing_index_is_said_and_the_text_is_kept(home: Path, visit: Any) -> None:
    with serving(home, settings=Settings(index="nowhere")) as served:
        page = visit(served.address)
        page.get_by_label("Paste a text").fill(TEXT)
        page.get_by_role("button", name="Check this text").click()
        expect(page.locator("#status.problem")).to_contain_text("nowhere", timeout=60_000)
        assert page.get_by_label("Paste a text").input_value() == TEXT


def test_a_busy_server_is_said_and_the_text_is_kept(home: Path, visit: Any) -> None:
    with serving(home, Limits(requests=1)) as served:
        served.nli.gate.clear()
        page = visit(served.address)
        page.get_by_label("Paste a text").fill(TEXT)
        page.get_by_role("button", name="Check this text").click()
        page.locator(".document").wait_for()
        page.get_by_role("link", name="Check", exact=True).click()
        page.get_by_label("Paste a text").fill(f"{TEXT} Again.")
        page.get_by_role("button", name="Check this text").click()
        expect(page.locator("#status.problem")).to_have_text(re.compile("^1 run is at work"))
        assert page.get_by_label("Paste a text").input_value() == f"{TEXT} Again."


def test_a_run_is_stopped_and_continued(served: Served, visit: Any) -> None:
    served.nli.gate.clear()
    page = visit(served.address)
    page.get_by_label("Paste a text").fill(TEXT)
    page.get_by_role("button", name="Check this text").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#status")).to_contain_text("Stopped.")
    served.nli.gate.set()
    page.get_by_role("button", name="Continue").click()
    done(page)
    expect(page.locator(".sentence.waiting")).to_have_count(0)
    with Store(served.store) as store:
        assert [run.state for run in store.runs()] == [RunState.FINISHED]


def test_a_run_that_another_tab_continued_is_followed_by_who_comes_back(served: Served, visit: Any) -> None:
    served.nli.gate.clear()
    page = visit(served.address)
    page.get_by_label("Paste a text").fill(TEXT)
    page.get_by_role("button", name="Check this text").click()
    assert served.nli.held.wait(30)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#status")).to_contain_text("Stopped.")
    served.nli.gate.set()  # what waits there goes on and ends
    served.nli.gate.clear()
    other = visit(served.address)
    other.goto(f"{served.url}/#/run/1")
    other.get_by_role("button", name="Continue").click()
    expect(other.get_by_role("button", name="Stop")).to_be_visible()
    evaluated(page, "dispatchEvent(new Event('focus'))")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    served.nli.gate.set()
    done(page)
    expect(page.locator(".sentence.waiting")).to_have_count(0)


def test_a_server_that_is_gone_in_the_middle_of_a_run_is_said(served: Served, visit: Any) -> None:
    served.nli.gate.clear()
    page = visit(served.address)
    page.get_by_label("Paste a text").fill(TEXT)
    page.get_by_role("button", name="Check this text").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    cut = "(ReadableStreamDefaultReader.prototype.read = () => Promise.reject(new TypeError('network error'))) && 0"
    evaluated(page, cut)  # as a stream ends that is cut off
    expect(page.locator("#status.problem")).to_contain_text("localcheck does not answer")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()


def test_a_closed_window_loses_nothing_and_a_new_one_follows_the_run(served: Served, visit: Any) -> None:
    served.nli.gate.clear()
    page = visit(served.address)
    page.get_by_label("Paste a text").fill(TEXT)
    page.get_by_role("button", name="Check this text").click()
    page.locator(".document").wait_for()
    page.context.close()
    other = visit(served.address)
    other.goto(f"{served.url}/#/run/1")
    expect(other.get_by_role("button", name="Stop")).to_be_visible()
    other.context.close()
    served.nli.gate.set()
    ended = time.monotonic() + 30
    with Store(served.store) as store:
        while store.summary(1).state is not RunState.FINISHED:
            assert time.monotonic() < ended, "the run did not go on without a window"
            time.sleep(0.05)


def test_a_server_that_ended_is_said(home: Path, visit: Any) -> None:
    with serving(home) as served:
        page = visit(served.address)
        page.get_by_label("Paste a text").fill(TEXT)
    page.get_by_role("button", name="Check this text").click()
    expect(page.locator("#status.problem")).to_contain_text("localcheck does not answer")
    assert page.get_by_label("Paste a text").input_value() == TEXT
