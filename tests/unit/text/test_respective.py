"""Numbers that a sentence tells of two things at once."""

from __future__ import annotations

import pytest

from localcheck.judging.agreement import decided_against
from localcheck.text.values.respective import of_the_other

DAYS = "Staff in Berlin and Munich receive 30 and 28 days of leave, respectively."


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        ("Staff in Berlin receive 28 days of leave.", DAYS, True),
        ("Staff in Munich receive 30 days of leave.", DAYS, True),
        ("Staff in Munich receive 28 days of leave.", DAYS, False),
        ("Staff in Berlin and Munich receive 28 days of leave.", DAYS, False),
        ("Staff in Berlin do not receive 28 days of leave.", DAYS, False),
        ("Staff in Hamburg receive 30 days of leave.", DAYS, False),
        ("Children take two tablets.", "Adults and children take three and two tablets respectively.", False),
        ("Adults take two tablets.", "Adults and children take three and two tablets respectively.", True),
        ("Berlin has 28 parks.", "Berlin and Munich, and Ulm and Bonn, have 30 and 28 parks, respectively.", False),
    ],
)
def test_each_number_belongs_to_one_of_the_two(claim: str, premise: str, other: bool) -> None:
    assert of_the_other(claim, premise) is other
    assert not other or decided_against(claim, premise)
