"""What a sentence says of another thing, pair, phase or place in a claim's words, as ``judging.agreement`` corrects it."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.occasions import on_the_other_side_of_death
from localcheck.text.values.relations import another_pair
from localcheck.text.values.respective import of_another_portion
from localcheck.text.values.superlatives import first_of_a_people, ranked_alike

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


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        (
            "The Trial was published during Kafka's lifetime.",
            "The Trial. It was written by Kafka in 1914 and published posthumously.",
            True,
        ),
        ("It was published after his death.", "It was published in his lifetime.", True),
        (
            "The Trial was published during Kafka's lifetime.",
            "The Trial. After Kafka's death in 1924 his friend and executor Max Brod edited the text for publication.",
            True,
        ),
        ("It was published in his lifetime.", "It was published. After his death it was sold.", False),
        ("The novel was published before Kafka's death.", "It was published a year after his death.", True),
        ("It was published in his lifetime.", "Some were published in his lifetime, others posthumously.", False),
        ("It was published in his lifetime.", "It was written in his lifetime and published in 1925.", False),
        ("It was not published in his lifetime.", "It was published posthumously.", False),
        ("It was translated in his lifetime.", "It was published posthumously.", False),
    ],
)
def test_in_the_lifetime_or_after_the_death(claim: str, premise: str, other: bool) -> None:
    assert on_the_other_side_of_death(claim, premise) is other
    if other:
        assert agreeing(SURE, premise, claim, 0.6)[2] > 0.5


@pytest.mark.parametrize(
    ("claim", "premise", "silent"),
    [
        ("He was the first person to use type.", "He was the first European to use type.", True),
        ("He was the first man in space.", "He was the first man in space and the first Soviet.", False),
        ("He was the first European to use type.", "He was the first European to use type.", False),
        ("He was the first person to use type.", "He was the first to use type.", False),
    ],
)
def test_the_first_of_a_people_is_not_the_first_person(claim: str, premise: str, silent: bool) -> None:
    assert first_of_a_people(claim, premise) is silent
    if silent:
        assert agreeing(SURE, premise, claim, 0.6)[0] < 0.5


SMALLEST = "Rhode Island. It is the smallest in area, the 7th least populous, and the 2nd most densely populated."


@pytest.mark.parametrize(
    ("claim", "premise", "alike"),
    [
        ("Rhode Island is the smallest state of the United States.", SMALLEST, True),
        ("Delaware is the smallest state of the United States.", SMALLEST.replace("It", "Rhode Island"), False),
        ("Texas is the largest state.", "Texas. It is the second largest state, and Alaska is the largest.", False),
        ("Texas is the largest state.", "Texas. It is not the largest state.", False),
    ],
)
def test_the_same_superlative_contradicts_nothing(claim: str, premise: str, alike: bool) -> None:
    assert ranked_alike(claim, premise) is alike
    if alike:
        assert agreeing(AGAINST, premise, claim, 0.6)[2] < 0.5


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
