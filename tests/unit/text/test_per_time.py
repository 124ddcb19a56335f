"""Amounts for a year beside those for a month."""

from __future__ import annotations

import pytest

from localcheck.text.values.frequency import in_its_time

RENT = "The monthly rent is £1,250, payable in advance on the first working day."


@pytest.mark.parametrize(
    ("claim", "premise", "read"),
    [
        ("The tenant pays £15,000 in rent per year.", RENT, "The tenant pays £1,250 in rent per month."),
        ("The annual rent is £16,000.", RENT, "The monthly rent is £1,333.33."),
        ("The fee is $24 a month.", "It costs $288 per year.", "The fee is $288 a year."),
        ("The rent is £15,000.", RENT, "The rent is £15,000."),
        ("The monthly rent is £1,250.", RENT, "The monthly rent is £1,250."),
        ("It costs €168 a year.", "Basic is €14 a month, Pro €20 a month.", "It costs €168 a year."),
        ("It costs €168 a year.", "It costs €15 a month, or €160 a year.", "It costs €168 a year."),
        ("They receive 30 days of annual leave.", RENT, "They receive 30 days of annual leave."),
    ],
)
def test_an_amount_is_told_for_the_time_of_the_source(claim: str, premise: str, read: str) -> None:
    assert in_its_time(claim, premise) == read
