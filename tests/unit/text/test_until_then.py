"""What was so before a year, beside what ended in that year or began earlier."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.undated import so_until_then

WATERLOO = "Eurostar. 82 million passengers used Waterloo Station from its opening in 1994 to its closure in 2007."
SOLD = "Harley-Davidson. In 1981, AMF sold the company to a group of investors."


@pytest.mark.parametrize(
    ("claim", "premise", "so"),
    [
        ("Before 2007 the Eurostar left from Waterloo.", WATERLOO, True),
        ("Before 2007 the Eurostar left from Paddington.", WATERLOO, False),
        ("Before 2006 the Eurostar left from Waterloo.", WATERLOO, False),
        ("Before 1981 Harley-Davidson belonged to AMF.", SOLD, True),
        ("Before 1981 Harley-Davidson belonged to AMF.", "Harley-Davidson. In 1969 AMF bought the company.", True),
        ("Before 1981 Harley-Davidson belonged to AMF.", "Harley-Davidson. In 1981 AMF bought the company.", False),
        ("Before 1981 Harley-Davidson never belonged to AMF.", SOLD, False),
        ("Before the 1980s Harley-Davidson belonged to AMF.", SOLD, False),
        ("In 1981 Harley-Davidson belonged to AMF.", SOLD, False),
        ("The road was closed until 1964.", "The road was open until 1964.", False),
    ],
)
def test_an_end_does_not_exclude_what_was_so_before_it(claim: str, premise: str, so: bool) -> None:
    assert so_until_then(claim, premise) is so


def test_a_reader_that_takes_it_for_a_contradiction_is_doubted() -> None:
    row = np.array([0.1, 0.1, 0.8])
    assert agreeing(row, WATERLOO, "Before 2007 the Eurostar left from Waterloo.", 0.6)[2] < 0.3
    assert agreeing(row, WATERLOO, "Before 2007 the Eurostar left from Paddington.", 0.6)[2] > 0.7


def test_the_day_of_the_change_is_no_other_day() -> None:
    changed = "Eurostar. On 14 November 2007 the terminus changed from Waterloo to St Pancras."
    claim = "Before 2007 the Eurostar left from Waterloo."
    assert agreeing(np.array([0.4, 0.1, 0.5]), changed, claim, 0.6)[2] < 0.2
