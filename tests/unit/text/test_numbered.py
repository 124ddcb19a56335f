"""Names with a number: what is said of Sputnik 2 is not said of Sputnik 1."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.numbered import numbered, of_another_number

DOG = "Sputnik 1 had a dog on board."


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        (DOG, "Sputnik 1. Sputnik 2, launched in November, carried a dog.", True),
        (DOG, "Sputnik 1 (satellite). Sputnik 2, launched in November, carried a dog.", True),
        (DOG, "Sputnik 1. It was followed by Sputnik 2, which carried a dog.", False),
        (DOG, "Sputnik 1. A month after Sputnik 1 came Sputnik 2 with a dog.", False),
        (DOG, "Sputnik 1. The crew of Vostok 2 waited.", False),
        ("World War II ended in 1918.", "World War I ended on 11 November 1918.", True),
        ("World War Two ended in 1945.", "World War II ended on 2 September 1945.", False),
        ("Elizabeth II never married.", "Elizabeth I never married.", True),
        ("Henry VIII had six wives.", "Henry the Eighth had six wives.", False),
        ("Louis XIV built Versailles.", "Louis the Sixteenth built Versailles.", True),
        ("World War II ended in 1945.", "The Second World War ended in 1945.", False),
        ("The First World War ended in 1945.", "World War II ended in 1945.", True),
        ("On May 5 he left.", "On May 6 he left.", False),
        ("In Paris 20 people died.", "In Paris 30 people died.", False),
    ],
)
def test_a_sentence_about_another_number(claim: str, premise: str, other: bool) -> None:
    assert of_another_number(claim, premise) is other


def test_it_does_not_support_what_it_says_of_the_other() -> None:
    row = np.array([0.9, 0.05, 0.05])
    found = agreeing(row, "Sputnik 1. Sputnik 2 carried a dog.", DOG, 0.6)
    assert found[0] < 0.2 and found[2] == pytest.approx(row[2]) and found.sum() == pytest.approx(1)


def test_numbers_are_read_in_figures_letters_and_words() -> None:
    assert [one.number for one in numbered("Louis XIV, Henry VIII, Apollo 11 and World War Two")] == [14, 8, 11, 2]
