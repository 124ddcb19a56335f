"""Tests for localcheck.judging.rows: a row of a Markdown table is read with the names of its columns."""

from __future__ import annotations

import pytest

from localcheck.judging.evidence.choose import sentence_texts
from localcheck.judging.opinion import Candidate, Opinion
from localcheck.judging.rows import rows
from localcheck.judging.sides import sides_of
from localcheck.judging.spans import as_read, sentence_spans
from localcheck.types import Claim, Label, Passage, Source, Span

SALES = (
    "Revenue by region (£ million)\n\n| Region | Q3 2026 | Q3 2025 |\n|---|---|---|\n| Norway | 30 | 32 |\n\nThe rest."
)
WEEK = "| Time | Monday | Friday |\n|:--|---|---|\n| 9:00 | Yoga | – |\n| 10:00 | Judo | Yoga |\n"


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
        ("|  a  |  b  |\n|  -  | :-: |\n| c | d |", "", ["", "The b of c is d."]),
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


@pytest.mark.parametrize(("claim", "label"), [("Yoga is on Monday.", None), ("At 10:00 there is yoga.", Label.REFUTED)])
def test_a_row_about_something_else_contradicts_nothing(claim: str, label: Label | None) -> None:
    passage = Passage("", WEEK, Source("context", "context", "1"), 0)
    place = WEEK.index("| 10:00")
    quote = Candidate(Span(place, place + 23), 0.95, 0.95, 1.0)
    found = sides_of(
        Claim("0.0", 0, claim, Span(0, len(claim))), [Opinion(passage, 0, candidates=((Label.REFUTED, quote),))]
    )
    assert (found.against is not None) == (label is Label.REFUTED)
