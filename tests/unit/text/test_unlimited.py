"""What may be as much as somebody likes, against an upper limit."""

from __future__ import annotations

import pytest

from localcheck.judging.closed_forms import EXCLUDING, holds
from localcheck.text.values.unlimited import differently_limited

FIVE = "There is a small shop; pupils may bring up to £5."


@pytest.mark.parametrize(
    ("claim", "premise", "excluded"),
    [
        ("Pupils may bring as much money as they like.", FIVE, True),
        (FIVE, "Pupils may bring as much money as they like.", True),
        ("You can borrow any number of books.", "You can borrow at most ten books.", True),
        ("You may stay up to two weeks.", "You may stay as long as you like.", True),
        ("Members may bring an unlimited number of guests.", "Members may bring up to three guests.", True),
        ("You may eat as many apples as you like.", "You may stay up to two weeks.", False),
        ("Pupils may not bring as much money as they like.", FIVE, False),
        ("You can borrow as many books as you like.", "You can borrow at least ten books.", False),
        ("You can borrow as many books as you like.", "The library has ten books.", False),
        ("You can borrow any number of books.", "The maximum is ten books.", True),
        ("Pupils may bring as much money as they like.", "Pupils may bring up to 5 kg of sweets.", False),
        ("Borrow any number of books.", "You can borrow as many books as you like, up to ten at once.", False),
        ("Borrow any number of books.", "There is no limit to loans, but at most ten films are lent.", False),
    ],
)
def test_a_limit_excludes_that_there_is_none(claim: str, premise: str, excluded: bool) -> None:
    assert differently_limited(claim, premise) is excluded


def test_it_is_among_what_excludes() -> None:
    assert holds(EXCLUDING, "Pupils may bring as much money as they like.", FIVE)
