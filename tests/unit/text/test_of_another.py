"""What a sentence says of another thing, pair, phase or place in a claim's words, as ``judging.agreement`` corrects it."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.relations import another_pair
from localcheck.text.values.respective import of_another_portion

SURE, AGAINST = np.array([0.8, 0.15, 0.05]), np.array([0.05, 0.15, 0.8])


BROWN = "Gordon Brown. He was succeeded as Prime Minister by David Cameron, and as Leader of the Party by Ed Miliband."
PALACE = "Buckingham Palace. George V, who had succeeded Edward VII in 1910, had a more serious personality."
POLICY = "Dwight D. Eisenhower. He continued Harry S. Truman's policy of recognizing the Republic of China."


@pytest.mark.parametrize(
    ("claim", "premise", "another"),
    [
        ("Queen Victoria was succeeded by George V.", PALACE, True),
        ("Edward VII was succeeded by George V.", PALACE, False),
        ("Tony Blair was followed by Gordon Brown as prime minister.", BROWN, True),
        ("Gordon Brown was followed by Nick Clegg as prime minister.", BROWN, False),
        ("Gordon Brown was followed by David Cameron.", BROWN, False),
        ("David Cameron was succeeded by Gordon Brown.", BROWN, False),
        ("Harry S. Truman succeeded Dwight D. Eisenhower as president.", POLICY, True),
        (
            "Harry S. Truman succeeded Dwight D. Eisenhower as president.",
            f"{POLICY} New taxes came after the war.",
            True,
        ),
        ("Harry S. Truman succeeded Roosevelt.", "Truman became president after the death of Roosevelt.", False),
        ("Edward VII was succeeded by George V.", "Edward VII. He died in 1910 and was succeeded by his son.", False),
        ("Elizabeth I succeeded her half-sister Mary I.", "Mary I. She was succeeded by Elizabeth.", False),
        ("George V was a king.", PALACE, False),
    ],
)
def test_who_came_after_whom(claim: str, premise: str, another: bool) -> None:
    assert another_pair(claim, premise) is another
    if another:
        assert agreeing(SURE, premise, claim, 0.6)[1] == 1.0


SMALLEST = "Rhode Island. It is the smallest in area, the 7th least populous, and the 2nd most densely populated."


@pytest.mark.parametrize(
    ("claim", "premise", "another"),
    [
        ("One serving has 11 g of protein.", "Per serving: 310 kcal, 14 g protein, 11 g fat.", True),
        ("One serving has 11 g of fat.", "Per serving: 310 kcal, 14 g protein, 11 g fat.", False),
        (
            "One serving has 11 g of fat.",
            "Lentils have 14 g of protein; the soup has 11 g of fat and 9 g of fat.",
            False,
        ),
    ],
)
def test_an_amount_of_another_part(claim: str, premise: str, another: bool) -> None:
    assert of_another_portion(claim, premise) is another
