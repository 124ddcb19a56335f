"""Numbers and qualities that a sentence tells of two things at once."""

from __future__ import annotations

import pytest

from localcheck.judging.agreement import decided_against
from localcheck.text.values.respective import of_another_portion, of_the_other

DAYS = "Staff in Berlin and Munich receive 30 and 28 days of leave, respectively."

BOXES = "Boxes: Small: £60 a year; large: £110 a year."

NAUSEA = "Nausea was more common with drug A (12%) than with placebo (5%; p = 0.01)."


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
        ("With drug A nausea occurred in 5% of the patients.", NAUSEA, True),
        ("Nausea occurred in 12% of the patients who took the placebo.", NAUSEA, True),
        ("Nausea occurred in 12% of the patients who took drug A.", NAUSEA, False),
        ("Nausea occurred in 5% of all patients.", NAUSEA, False),
        ("Nausea did not occur in 5% of those who took drug A.", NAUSEA, False),
        ("In Rome 5 came.", "It was shown in Rome (2019) and in Oslo (5).", False),
        ("Berlin has 28 parks.", "Berlin and Munich, and Ulm and Bonn, have 30 and 28 parks, respectively.", False),
        ("A large box costs £60 a year.", BOXES, True),
        ("A large box costs £110 a year.", BOXES, False),
        ("Both small and large boxes cost £60 a year.", BOXES, False),
        ("The large hall seats 60.", "Small: £60 a year; large: 20 m².", False),
    ],
)
def test_each_number_belongs_to_one_of_the_two(claim: str, premise: str, other: bool) -> None:
    assert of_the_other(claim, premise) is other
    assert not other or decided_against(claim, premise)


AUK = "Great auk. It had a black back and a white belly."


OPENINGS = (
    "The opening into the uterus is called the internal os, and the opening into the vagina is called the external os."
)


SCALE = (
    "The scale has five whole steps (whole tones) and two half steps (semitones), which lie two or three steps apart."
)


@pytest.mark.parametrize(
    ("claim", "premise", "another"),
    [
        ("The scale has five half steps and two whole steps.", SCALE, True),
        ("The scale has five half steps.", SCALE, True),
        ("The scale has two half steps and five whole steps.", SCALE, False),
        ("The scale has five steps.", SCALE, False),
        ("The team won two gold medals.", "The team won five gold medals and two silver medals.", True),
        ("The team won two gold medals.", "The team won five gold medals and has two coaches.", False),
    ],
)
def test_a_number_belongs_to_one_kind_of_the_things(claim: str, premise: str, another: bool) -> None:
    assert of_another_portion(claim, premise) is another
    assert not another or decided_against(claim, premise)
