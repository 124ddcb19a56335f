"""Tests for localcheck.judging.rows: a row of a Markdown table is read with the names of its columns."""

from __future__ import annotations

import pytest

from localcheck.judging.evidence.choose import sentence_texts
from localcheck.judging.opinion import Candidate, Opinion
from localcheck.judging.rows import is_outdone, rows
from localcheck.judging.sides import sides_of
from localcheck.judging.spans import as_read, sentence_spans
from localcheck.types import Claim, Label, Passage, Source, Span

SALES = (
    "Revenue by region (£ million)\n\n| Region | Q3 2026 | Q3 2025 |\n|---|---|---|\n| Norway | 30 | 32 |\n\nThe rest."
)
MODELS = "| | DX 45 | DX 60 | DX 60 Pro |\n|---|---|---|---|\n| Weight | 36 kg | 43 kg | 46 kg |\n| Class | E | C | B |"
STAGE = "| Time | Artist | Style |\n|---|---|---|\n| 19:30 | Nils Brekke | folk |\n| 21:30 | Saltwater Radio | rock |"
WEEK = "| Time | Monday | Friday |\n|:--|---|---|\n| 9:00 | Yoga | – |\n| 10:00 | Judo | Yoga |\n"

DOSES = "| Weight | Single dose |\n|---|---|\n| 5–8 kg | 3 ml |\n| 9–12 kg | 5 ml |"


def _read(text: str, claim: str = "") -> list[str]:
    return [as_read(text, span, claim) for span in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "claim", "said"),
    [
        (
            SALES,
            "",
            [
                "Revenue by region (£ million)",
                "",
                "Revenue by region (£ million): The value of Norway in Q3 2026 is £30 million. "
                "The value of Norway in Q3 2025 is £32 million.",
                "The rest.",
            ],
        ),
        (WEEK, "Yoga is on Mondays.", ["", "On Monday, 9:00, there is Yoga.", "On Monday, 10:00, there is Judo."]),
        (MODELS, "The DX 60 Pro is light.", ["", "The weight of DX 60 Pro is 46 kg.", "The class of DX 60 Pro is B."]),
        (MODELS, "The DX 60 is light.", ["", "The weight of DX 60 is 43 kg.", "The class of DX 60 is C."]),
        ("|  a  |  b  |\n|  -  | :-: |\n| c | d |", "", ["", "The b of c is d."]),
        ("| Price | |\n|---|---|\n| Adult: | €940 |\n| Child | – |", "", ["", "Price: Adult: €940.", ""]),
        ("| | 2026 |\n|---|---|\n| Rent | €9 |", "", ["", "2026: Rent: €9."]),
        (
            SALES,
            "Sales in Norway fell in Q3 2026.",
            [
                "Revenue by region (£ million)",
                "",
                "Revenue by region (£ million): The value of Norway in Q3 2026 is £30 million. "
                "The value of Norway in Q3 2025 is £32 million.",
                "The rest.",
            ],
        ),
        (
            SALES,
            "Sales in Norway fell compared with Q3 2025.",
            [
                "Revenue by region (£ million)",
                "",
                "Revenue by region (£ million): The value of Norway in Q3 2026 is £30 million. "
                "The value of Norway in Q3 2025 is £32 million.",
                "The rest.",
            ],
        ),
        ("a | b\nc | d", "", ["a | b\nc | d"]),
        ("| a |\n|---|\n| b |", "", ["| a |\n|---|", "| b |"]),
    ],
)
def test_a_row_is_read_with_the_columns_that_a_claim_names(text: str, claim: str, said: list[str]) -> None:
    assert _read(text, claim) == said


def test_a_table_ends_with_its_lines() -> None:
    assert len(rows(f"{WEEK}\nA line.\n| 11:00 | Box | Box |")) == 3


def test_a_row_is_chosen_by_the_names_of_its_columns() -> None:
    texts = sentence_texts(Passage("", SALES, Source("context", "context", "1"), 0))
    assert "Q3 2026" in texts[2]


@pytest.mark.parametrize(
    ("text", "row", "claim", "label"),
    [
        (WEEK, "10:00", "Yoga is on Monday.", None),
        (WEEK, "10:00", "At 10:00 there is yoga.", Label.REFUTED),
        (STAGE, "21:30", "Saltwater Radio plays jazz.", Label.REFUTED),
        (STAGE, "21:30", "Amara Diallo plays jazz.", None),
        (MODELS, "Weight", "The DX 60 Pro weighs 43 kg.", Label.REFUTED),
        (SALES, "Norway", "Norway had the same revenue in Q3 2026 and Q3 2025, as planned.", None),
        (MODELS, "Weight", "The oven weighs 46 kg.", None),
        (MODELS, "Weight", "The DX 60 Pro has a lower weight than the DX 60.", None),
    ],
)
def test_a_row_about_something_else_contradicts_nothing(text: str, row: str, claim: str, label: Label | None) -> None:
    passage = Passage("", text, Source("context", "context", "1"), 0)
    place = text.index(f"| {row}")
    quote = Candidate(Span(place, (text + "\n").index("\n", place)), 0.95, 0.95, 1.0)
    found = sides_of(
        Claim("0.0", 0, claim, Span(0, len(claim))), [Opinion(passage, 0, candidates=((Label.REFUTED, quote),))]
    )
    assert (found.against is not None) == (label is Label.REFUTED)


@pytest.mark.parametrize(
    ("claim", "against"),
    [
        ("A child of 10 kg may get 7 ml.", True),
        ("A child of 10 kg may eat it.", False),
        ("A child of 20 kg may get 7 ml.", False),
    ],
)
def test_a_row_of_the_interval_that_holds_a_value_is_about_it(claim: str, against: bool) -> None:
    passage = Passage("", DOSES, Source("context", "context", "1"), 0)
    quote = Candidate(Span(DOSES.index("| 9"), len(DOSES)), 0.8, 0.8)
    opinion = Opinion(passage, 0, candidates=((Label.REFUTED, quote),))
    assert (sides_of(Claim("0.0", 0, claim, Span(0, len(claim))), [opinion]).against is not None) is against


PLANS = "| | Solo | Team |\n|---|---|---|\n| Price (billed yearly) | £6 | £9 |\n| Price (billed monthly) | £8 | £12 |"


@pytest.mark.parametrize(
    ("claim", "row", "outdone"),
    [
        ("Billed monthly, Team costs £12.", "| Price (billed yearly)", True),
        ("Billed monthly, Team costs £12.", "| Price (billed monthly)", False),
        ("The price of Team is £12.", "| Price (billed yearly)", False),
    ],
)
def test_a_row_gives_way_to_one_that_is_called_by_more_of_the_claim(claim: str, row: str, outdone: bool) -> None:
    assert is_outdone(PLANS, PLANS.index(row), claim) is outdone
