"""How often something happens."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.frequency import in_its_way, otherwise_often, spans_between
from localcheck.text.values.relations import exchanged


@pytest.mark.parametrize(
    ("claim", "premise", "otherwise"),
    [
        ("The Games take place every year.", "The Games are held every four years.", True),
        ("It appears monthly.", "The magazine appears every week.", True),
        ("It is held twice a year.", "It is held annually.", True),
        ("It is held annually.", "It takes place once a year.", False),
        ("It is held every other year.", "It is a biennial festival.", False),
        ("It is held every year.", "Every four years it is in Rome, every year in Bern.", False),
        ("It is held every year.", "It was held in 1990.", False),
        ("Every school year begins in May.", "It is held every four years.", False),
    ],
)
def test_how_often(claim: str, premise: str, otherwise: bool) -> None:
    assert otherwise_often(claim, premise) is otherwise


@pytest.mark.parametrize(
    ("claim", "premise", "against"),
    [
        ("The annual gross salary is 37,800 euros.", "The gross monthly salary is 3,150 euros.", False),
        ("The gross monthly salary is 3,150 euros.", "The annual gross salary is 37,800 euros.", False),
        ("The annual gross salary is 31,500 euros.", "The gross monthly salary is 3,150 euros.", True),
        ("The annual gross salary is 3,150 euros.", "The gross monthly salary is 3,150 euros.", True),
    ],
)
def test_an_annual_amount_is_twelve_monthly_ones(claim: str, premise: str, against: bool) -> None:
    row = agreeing(np.array([0.3, 0.1, 0.6]), premise, claim, 1.0)
    assert bool(row[2] > 0.5) is against and otherwise_often(claim, premise) is against


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        (
            "A return trip with a car costs 48 euros.",
            "A car costs 24 euros each way.",
            "A trip with a car costs 24 euros each way.",
        ),
        ("A car there and back costs £49.", "A car costs £24.50 each way.", "A car costs £24.50 each way."),
        ("The walk there and back is 24 km.", "It is 12 km per direction.", "The walk is 12 km per direction."),
        ("A car costs 48 euros.", "A car costs 24 euros each way.", "A car costs 48 euros."),
        ("A return ticket costs £48.", "It costs £48 there and back, £25 each way.", "A return ticket costs £48."),
    ],
)
def test_what_is_told_for_each_way_is_half_of_both(claim: str, premise: str, told: str) -> None:
    assert in_its_way(claim, premise) == told


def test_weekdays_tell_how_often() -> None:
    assert otherwise_often("It is emptied every second Friday.", "It is emptied every Friday.")
    assert not otherwise_often("It is emptied twice a week.", "It is emptied every Monday and every Friday.")
    assert not otherwise_often("It is emptied once a week.", "It is emptied every Friday.")


def test_a_count_that_is_no_number_says_nothing() -> None:
    assert spans_between("every school year, every single day, each fourth week") == [1.0, 28.0]


def test_what_a_body_that_orbits_something_is_said_to_do() -> None:
    premise = "The Moon is an astronomical body that orbits planet Earth."
    assert exchanged("The Earth orbits the Moon.", premise) and not exchanged("The Moon orbits the Earth.", premise)


def test_a_reader_is_corrected_by_each() -> None:
    sure = np.array([0.9, 0.05, 0.05])
    often = agreeing(sure, "The Games are held every four years.", "The Games are held every year.", 0.6)
    assert often[2] > 0.7


def test_the_far_end_of_the_scale() -> None:
    sure = np.array([0.9, 0.05, 0.05])
    far = agreeing(
        sure, "Mercury is the planet closest to the Sun.", "Mercury is the planet farthest from the Sun.", 0.9
    )
    assert far[2] > 0.7
