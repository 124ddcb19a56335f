"""Tests for localcheck.text.values.changes: what rose or fell, of two values that a text tells, and what was put off."""

from __future__ import annotations

import pytest

from localcheck.text.values.changes import shifted, trend

ROW = (
    "Revenue by region (£ million): The value of Rest of Europe in Q3 2026 is £73 million. "
    "The value of Rest of Europe in Q3 2025 is £80 million."
)
DEBT = "Net debt was £220 million at the end of September, after £265 million at the end of June."


@pytest.mark.parametrize(
    ("claim", "premise", "said"),
    [
        ("In the rest of Europe revenue fell.", ROW, "borne out"),
        ("In the rest of Europe revenue rose compared with the year before.", ROW, "contradicted"),
        ("Revenue in the rest of Europe fell in the third quarter of 2026.", ROW, "borne out"),
        ("Revenue in the rest of Europe fell in the second quarter.", ROW, None),
        ("Revenue in the rest of Europe fell in 2025.", ROW, None),
        ("Revenue fell.", ROW, None),
        ("The rest of Europe was the only region where revenue fell.", ROW, None),
        ("The result rose.", "The value of Result in 2026 is −9,000. The value of Result in 2025 is 5,000.", None),
        ("The result rose.", "The value of Result in 2026 is (9,000). The value of Result in 2025 is 5,000.", None),
        ("Revenue in the rest of Europe fell by £7 million.", ROW, "borne out"),
        ("Revenue in the rest of Europe rose by £7 million.", ROW, "contradicted"),
        ("Revenue in the rest of Europe was cut by 9% compared with the third quarter of 2025.", ROW, "borne out"),
        ("Revenue in the rest of Europe fell by £7 million compared with the second quarter.", ROW, None),
        ("Revenue in the rest of Europe fell by £8 million.", ROW, None),
        ("Revenue fell by £7 million.", ROW, None),
        ("Net debt was cut by £45 million.", DEBT, "borne out"),
        ("Net debt was higher than before.", DEBT, "contradicted"),
        ("Net debt fell.", DEBT, "borne out"),
        ("Debt fell.", DEBT, None),
        ("Net debt fell by a third.", DEBT, None),
        ("Net debt fell.", "Net debt was £220 million, after almost no change.", None),
    ],
)
def test_what_rose_or_fell_follows_from_two_values(claim: str, premise: str, said: str | None) -> None:
    assert trend(claim, premise) == said


MOVED = "The launch moves from the 3rd to the 10th of May, because the bank needs another week."


@pytest.mark.parametrize(
    ("claim", "premise", "said"),
    [
        ("The launch was brought forward.", MOVED, "contradicted"),
        ("The launch was put back by a week.", MOVED, "borne out"),
        ("The launch is two weeks later than planned.", MOVED, "contradicted"),
        ("The launch was not postponed.", MOVED, "contradicted"),
        ("The test was postponed.", MOVED, None),
        ("The launch was put back.", "The launch was brought forward from 10 May to 3 May.", "contradicted"),
        ("The talk was brought forward by half an hour.", "The talk was moved from 10 am to 9.30 am.", "borne out"),
        ("The trial was postponed by a month.", "The trial has been rescheduled from 3 May to 3 June.", "borne out"),
        ("The trial was postponed by two days.", "The trial was moved from 30 May to 1 June.", "borne out"),
        ("The fair was delayed.", "The fair was moved from May to March.", "contradicted"),
        ("The rate was delayed.", "The rate was cut from 5 to 3 per cent.", None),
        ("The talk was postponed.", "The talk was moved from Friday to Monday.", None),
    ],
)
def test_what_was_put_off_follows_from_two_dates(claim: str, premise: str, said: str | None) -> None:
    assert shifted(claim, premise) == said
