"""By whom each of two things was done."""

from __future__ import annotations

import pytest

from localcheck.text.values.agents import of_the_other_agent

ACCOUNTS = "The accounts were prepared by Hugh Pelham, and examined by Farrow & Lyle, who had no objections."
SIRENS = "Sirens is a series written by Paul Dini, with art by Guillem March, and published by DC Comics."


@pytest.mark.parametrize(
    ("claim", "premise", "another"),
    [
        ("The accounts were prepared by Farrow & Lyle.", ACCOUNTS, True),
        ("The accounts were examined by Hugh Pelham.", ACCOUNTS, True),
        ("The accounts were examined by Farrow & Lyle.", ACCOUNTS, False),
        ("The accounts were prepared by Mr Pelham.", ACCOUNTS, False),
        ("The accounts were prepared by Ayesha Rahman.", ACCOUNTS, False),
        ("The accounts were not prepared by Farrow & Lyle.", ACCOUNTS, False),
        ("Sirens was published by Paul Dini.", SIRENS, True),
        ("It was written by Ann Lee.", "It was written by Bob Ray and Ann Lee, and edited by Ann Lee.", False),
        ("It was written by Ann Lee.", "It was not written by Bob Ray but edited by Ann Lee.", False),
        ("It was made by Fox.", "It was sold by Fox. Parts were made by Ann Lee.", False),
    ],
)
def test_who_did_one_thing_did_not_do_the_other(claim: str, premise: str, another: bool) -> None:
    assert of_the_other_agent(claim, premise) is another
