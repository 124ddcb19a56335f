"""Sentences of a text without a title come with the headings that a claim asks for."""

from __future__ import annotations

import pytest

from localcheck.judging import sections as in_sections
from localcheck.judging.sections import of_other_sections, sections
from localcheck.judging.spans import headed_premise, relevance, sentence_spans
from localcheck.types import Claim, Passage, Source, Span

CHANGES = "# Log\n\n## [4.2.0] - 2026-09-14\n\n### Changed\n- Python 3.9 is gone.\n\n## 4.1.0 (2026-06-02)\n- It starts faster."
LEASE = (
    "LEASE\n\n1. Rent\nTenants pay £900 a month.\n\n## 2. Deposit\nTenants pay £1,300.\n\nRepairs\nThe boiler is ours."
)


def passage(text: str, title: str = "") -> Passage:
    return Passage(title, text, Source("context", "context", "1"))


def read(text: str, claim: str, title: str = "") -> list[str]:
    """Every sentence of a text as it is read for a claim."""
    return [headed_premise(passage(text, title), span, claim) for span in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "claim", "told"),
    [
        (CHANGES, "Version 4.2.0 needs Python 3.10.", "4.2.0: Python 3.9 is gone."),
        (CHANGES, "Version 4.2.0 starts faster.", "4.1.0: It starts faster."),
        (CHANGES, "Before version 4.1.0 it started slowly.", "- It starts faster."),
        (CHANGES, "Version 4.3 comes in June 2026.", "- It starts faster."),
        (LEASE, "The rent is £900.", "Rent: Tenants pay £900 a month."),
        (LEASE, "The deposit is £900.", "Deposit: Tenants pay £1,300."),
        (LEASE, "Repairs of the boiler are the landlord's.", "Repairs: The boiler is ours."),
        (LEASE, "Children pay £900.", "Tenants pay £900 a month."),
        ("Hotels\n\nHotels cost £90.", "Hotels cost £95.", "Hotels cost £90."),
        ("See you.\n\nPriya\n\n---\nFrom: Tom\n\nIt is done.", "Priya has done it.", "It is done."),
        (
            "You can apply if you:\n• rent\n\nApplicants need no card.",
            "Applicants can apply.",
            "Applicants need no card.",
        ),
        ("Chair: Ada\n\nIt was late.", "Ada was the chair.", "It was late."),
        ("## 4.2.0\n4.2.0 is out.\n\n## 4.1.0\nIt is old.", "Version 4.2.0 is out.", "4.2.0 is out."),
        ("The rent\nTenants pay £900.", "The boiler is ours.", "Tenants pay £900."),
    ],
)
def test_a_sentence_comes_with_the_headings_that_a_claim_asks_for(text: str, claim: str, told: str) -> None:
    assert told in read(text, claim)


def test_an_article_has_its_title_and_no_headings() -> None:
    assert "Lease. Tenants pay £1,300." in read("## Deposit\nTenants pay £1,300.", "The deposit is £900.", "Lease")


def test_a_title_is_no_heading() -> None:
    assert set(sections(CHANGES).values()) == {("4.2.0 - 2026-09-14", "Changed"), ("4.1.0 (2026-06-02)",)}


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# Rent\nIt is £9.\n\n# Deposit\nIt is £5.", ["Rent", "Deposit"]),
        ("## Rent\nIt is £9.\n\n# Deposit\nIt is £5.", ["Rent", "Deposit"]),
        ("It rains.\n\n## Rent\nIt is £9.\n\n---\n\nIt is late.", ["Rent"]),
        ("## Rent\nIt is £9.\n\n---\nIt is late.", ["Rent"]),
        ("## Rent\nIt is £9.\n\n- It is late.\n***It is ours.***", ["Rent"] * 2),
        ("== Rent ==\nIt is £9.", ["Rent"]),
        ("It is ours.\n\nRent\nTenants pay £900.", ["Rent"]),
        ("It is ours.\nRent\nTenants pay £900.", []),
        ("It is ours.\n1. Rent\nTenants pay £900.", ["Rent"]),
        ("Minutes\n\nIt rained.", []),
        ("Board\n\nMinutes\n\nIt rained.", []),
        ("Priya\n\n---\n\nMinutes\n\nIt rained.", []),
        ("Apollo 11\n\nIt landed.", []),
        ("Whitlow\n\nShe taught.", []),
        ("Priya\n\n---\nIt rained.\n\nMinutes\n\nIt rained.", []),
        ("Rent and\ndeposit\n\nIt is £9.\n\nMy own rent\n\nIt is £5.", []),
        ("Some minutes here\n\nIt rained.", []),
        ("Agnes Whitlow, 1934–2026\n\nShe taught.", ["Agnes Whitlow, 1934–2026"]),
        (
            "What tenants of small flats pay each month\n\nIt is £9.\n\nMy own rent\n\nIt is £5.",
            ["What tenants of small flats pay each month", "My own rent"],
        ),
        ("What tenants of small flats pay in each month\n\nIt is £9.\n\nMy own rent\n\nIt is £5.", []),
    ],
)
def test_what_is_a_heading(text: str, headings: list[str]) -> None:
    assert [path[-1] for path in sections(text).values()] == headings


def test_what_a_sentence_shares_with_a_claim_counts_its_headings() -> None:
    text = "## Deposit\nTenants pay £1,300."
    claim = Claim("0", 0, "The deposit is high.", Span(0, 20))
    assert relevance(claim, passage(text), sentence_spans(text)[1]) == 0.5


SEASONS = "Winter season\nAdults pay £12. Dogs are free.\n\nSummer season\nAdults pay £18. Dogs pay £2 as well."
FLATS = "## Flat rate\n\nThe fee is £30.\n\nNotice: four weeks.\n\n## Pay as you go\n\nThe fee is £5.\n\nNotice: none."
MEALS = "Monday\n\nLunch: soup. Dinner: trout.\n\nTuesday\n\nLunch: trout. Dinner: stew."
ROOMS = "Room A\nHire costs £120 a day. It is warm.\n\nRoom B\nHire costs £75 a day. It has chairs."


@pytest.mark.parametrize(
    ("text", "claim", "elsewhere"),
    [
        (SEASONS, "In the winter season adults pay £18.", {"Adults pay £18."}),
        (SEASONS, "In summer adults pay £18.", {"Adults pay £12."}),
        (SEASONS, "Adults pay £18.", set()),
        (SEASONS, "Adults pay less in winter than in summer.", set()),
        (
            FLATS,
            "Pay as you go has a notice of four weeks.",
            {"Notice: four weeks.", "The fee is £30."},
        ),
        (MEALS, "On Monday lunch is trout.", {"Dinner: trout.", "Lunch: trout.", "Dinner: stew."}),
        (ROOMS, "Hiring Room B costs £120.", {"Hire costs £120 a day."}),
        (ROOMS, "Hiring Room A costs £75.", {"Hire costs £75 a day."}),
        (LEASE, "The rent is £1,300.", set()),
        (f"{SEASONS} In winter adults pay £18.", "In winter adults pay £18.", {"Adults pay £18."}),
        (SEASONS.replace("Winter season", "Early winter"), "In winter adults pay £18.", set()),
        (SEASONS.replace("Winter season", "Season"), "In the season adults pay £18.", set()),
        ("## Winter season\nAll pay £12.\n\n### Children\nAll pay £6.", "Children pay £12.", set()),
        (f"{MEALS} Closing time: nine.", "On Monday we serve stew.", {"Lunch: trout.", "Dinner: stew."}),
        ("Lunch: trout. Dinner: stew.", "Dinner is trout.", {"Lunch: trout."}),
        ("Lunch: trout.\n\n## Dinner\nWe serve stew.", "Dinner is trout.", set()),
        ("Lunch: trout.\n\n## Dinner\nWe serve stew.", "Lunch is stew.", set()),
        ("Client: Can I? Agent: You pay. Client: Yes? Agent: You do.", "The client pays.", set()),
    ],
)
def test_what_a_heading_or_a_label_says_of_another_thing(text: str, claim: str, elsewhere: set[str]) -> None:
    found = of_other_sections(text, claim)
    assert {span.of(text) for span in sentence_spans(text) if span.start in found} == elsewhere


def test_a_text_of_many_sections_is_not_compared_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    is_named = in_sections._is_named
    monkeypatch.setattr(in_sections, "_is_named", lambda *one: asked.append("") or is_named(*one))
    names = [f"{one}{two}" for one in "abcdefghij" for two in "klmnopqrst"]
    text = "".join(f"## Winter season {name}\n\nAdults pay {i} euros.\n\n" for i, name in enumerate(names))
    found = of_other_sections(text, "In winter season ak adults pay 7 euros.")
    assert (len(found), len(asked) <= 3 * len(names)) == (len(names) - 1, True)
