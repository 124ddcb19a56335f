"""Counts of claims and premises beside ranks, versions and numbers that are names."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.compare import compare
from localcheck.text.values.same_words import in_same_words


@pytest.mark.parametrize(
    ("claim", "premise", "worked_out"),
    [
        ("Two crewmates walked on the Moon.", "They walked on the Moon while Collins circled it.", True),
        ("More than ten years passed between them.", "The first was built in 1956, the second in 1963.", False),
        ("The eruption lasted more than three centuries.", "The volcano erupted in 1783–1784.", False),
        ("The eruption lasted more than three centuries.", "In the 18th century, in 1783, the volcano erupted.", False),
        ("The dresses were worn by 18-year-olds.", "The dresses were navy, with a frill at the hem.", False),
        ("The famine lasted more than 200 years.", "The famine killed about 40,000 people.", False),
        ("She worked there for ten years.", "She worked there from 1990 until 1995.", False),
        ("The fall of the wall was ten years ago.", "The wall fell in November 1989.", True),
        ("Five others were chosen before him.", "He was the sixth to be chosen.", True),
        ("Two of the five walked on the Moon.", "Three astronauts walked on the Moon.", False),
        ("Seven astronauts walked on the Moon.", "Twelve astronauts walked on the Moon.", False),
        ("He walked on the Moon in 1969.", "He walked on the Moon.", False),
    ],
)
def test_what_a_premise_has_no_number_for_may_have_been_worked_out(claim: str, premise: str, worked_out: bool) -> None:
    found = compare(claim, premise)
    assert found.lost and found.worked_out is worked_out
    row = agreeing(np.array([0.9, 0.05, 0.05]), premise, claim, 0.9)
    assert bool(row[0] > 0.5) is worked_out and row.sum() == pytest.approx(1.0)


def test_of_them_behind_a_length_of_time_counts_in_its_unit() -> None:
    premise = "He spent 27 years in prison, 18 of them on an island."
    assert not compare("He spent less than 20 years on an island.", premise).lost
    assert compare("He spent less than a decade on an island.", premise).rivals


def test_a_number_before_what_is_counted_may_have_one_of_its_own() -> None:
    premise = "Most of these organs have two 61-note (five-octave) keyboards called manuals."
    assert compare("They have three keyboards.", premise).rivals
    assert not compare("They have two keyboards.", premise).lost


def test_a_rank_or_a_share_is_no_other_number_of_a_count() -> None:
    assert not compare("Half of the quests are short.", "There are six quests.").rivals
    assert not compare("Four were younger than he.", "He was the third of the family.").rivals
    assert compare("A third of the quests are short.", "Half of the quests are short.").rivals


def test_things_that_are_named_with_their_articles_are_counted() -> None:
    rivers = "It is one of the largest in Europe, after the Volga, the Danube and the Rhine."
    assert not compare("Three rivers of Europe carry more water.", rivers).lost


def test_a_later_version_is_asked_as_the_premise_tells_it_unless_it_is_needed() -> None:
    newer = "The software needs Windows 10 and newer."
    assert in_same_words("It runs on Windows 11.", newer)[0] == "It runs on Windows 10 and newer."
    assert compare("It needs Windows 11.", newer).lost and in_same_words("It needs Windows 11.", newer)[0].endswith(
        "11."
    )


@pytest.mark.parametrize(
    ("claim", "premise", "so"),
    [
        ("It runs on Android 13.", "It requires Android 12 or later.", True),
        ("It runs on Android 11.", "It requires Android 12 or later.", False),
        ("It runs on Windows 11.", "It runs on Windows 10 and newer.", True),
        ("It runs on iOS 14.", "It runs on Android 12+ and iOS 15+.", False),
        ("It works with Python 3.12.", "It needs at least Python 3.10.", True),
        ("It works with Python 3.9.", "It needs at least Python 3.10.", False),
    ],
)
def test_a_later_version_is_among_those_from_one_on(claim: str, premise: str, so: bool) -> None:
    found = compare(claim, premise)
    assert bool(found.lost) is not so and bool(found.rivals) is not so


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Version 2.1 fixes the login bug.", "Version 2.10 fixes the login bug."),
        ("Release 3.4.1 adds dark mode.", "Release 3.4.0 adds dark mode."),
        ("Python 3.10 is needed.", "Python 3.1 is needed."),
        ("Support for Python 3.10 ended.", "Support for Python 3.8 and 3.1 ended."),
        ("Order 88213 was shipped.", "Order 88231 was shipped."),
        ("Room 30 seats 12 people.", "Room 12 seats 30 people."),
    ],
)
def test_another_version_or_number_of_a_room_contradicts(claim: str, premise: str) -> None:
    assert compare(claim, premise).rivals
    assert in_same_words(claim, premise)[0] == claim


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Version 2.10 fixes the login bug.", "v2.10 fixes the login bug."),
        ("Version 3.4 adds dark mode.", "Release 3.4.0 adds dark mode."),
        ("The fix is in version 3.8.2.", "A fix will be in 3.8.2, planned for May."),
        ("Python 3.9 is no longer supported.", "Support for Python 3.8 and 3.9 was dropped."),
        ("It needs Python 3.10.", "Minimum Python is now 3.10; support for Python 3.8 ended."),
        ("Order no. 88231 was shipped.", "Order 88231 was shipped."),
        ("Flight 454 is late.", "Flight LH 454 is late."),
    ],
)
def test_a_version_or_the_number_of_a_room_is_known_again(claim: str, premise: str) -> None:
    assert not compare(claim, premise).lost


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The order was shipped two days later.", "Order 88231 was placed on 3 March 2025."),
        ("The order holds three items.", "Order 88231 holds two mugs and one teapot."),
        ("Two of the rooms are free.", "Room 12 has a screen."),
        ("It needs version 3.4.", "It needs version 3.4.2."),
    ],
)
def test_what_is_counted_is_not_contradicted_by_a_number_that_is_a_name(claim: str, premise: str) -> None:
    assert not compare(claim, premise).rivals


def test_what_is_ordered_is_counted() -> None:
    assert compare("You can order 3 pizzas.", "You can order 5 pizzas.").rivals
    assert not compare("The line 5 km away was held.", "The line 5000 m away was held.").lost


@pytest.mark.parametrize(
    ("claim", "premise", "contradicted"),
    [
        ("The deposit is 1,700 euros.", "It amounts to two monthly rents. The monthly rent is 850 euros.", False),
        ("The deposit is 2,550 euros.", "It amounts to two monthly rents. The monthly rent is 850 euros.", True),
        ("60 employees left.", "Of its 210 employees 150 moved to York and the others left.", False),
        ("70 employees left.", "Of its 210 employees 150 moved to York and the others left.", True),
        ("Two days cost 400 euros.", "The room costs 200 euros for two days or 200 euros a day.", False),
        ("It was shipped two days later.", "It was placed on 3 March 2025 and shipped on 5 March 2025.", False),
        ("For two days the room costs 500 euros.", "The room costs 200 euros a day.", True),
        ("For two days the room costs 400 euros.", "The room costs 200 euros a day.", False),
        ("Two nights cost 190 francs.", "A double room costs 140 francs a night, a single room 95 francs.", False),
        ("Two nights cost 200 francs.", "A double room costs 140 francs a night, a single room 95 francs.", True),
        ("$300,000 was given.", "They gave $200,000 and an additional $100,000.", False),
        ("It was nominated for seven awards.", "It was nominated for four awards and three Globe awards.", False),
        ("They won seven games.", "They won four games and lost three sets.", True),
        ("Together the two of them ate thirteen.", "I ate nine, Lena managed four.", False),
        ("Together they ate fourteen.", "I ate nine, Lena managed four.", True),
        ("It is free after 3 years.", "It is free after 1 year.", True),
        ("Invoice 4711 is due on 17 May 2025.", "Invoice 4711 of 3 May 2025 is due within 14 days.", False),
        ("Invoice 4711 is due on 18 May 2025.", "Invoice 4711 of 3 May 2025 is due within 14 days.", True),
        ("The contract ends on 31 March 2026.", "The contract begins on 1 April 2024, for 24 months.", False),
        ("The contract ends on 31 March 2025.", "The contract begins on 1 April 2024, for 24 months.", True),
        ("For 100 km it pays €30.", "It pays €0.30 per kilometre.", False),
        ("For 100 km it pays €40.", "It pays €0.30 per kilometre.", True),
        ("It costs €1,190 with VAT.", "It costs €1,000 plus 19% VAT.", False),
        ("It costs €1,200 with VAT.", "It costs €1,000 plus 19% VAT.", True),
        ("Sales rose by $230 million.", "Sales were $4.21 billion, after $3.98 billion a year before.", False),
    ],
)
def test_what_may_be_reckoned_from_the_premise_is_not_contradicted(
    claim: str, premise: str, contradicted: bool
) -> None:
    found = compare(claim, premise)
    assert found.lost and bool(found.rivals) is contradicted
    row = agreeing(np.array([0.1, 0.1, 0.8]), premise, claim, 0.9)
    assert bool(row[2] > 0.5) is contradicted


def test_a_count_of_them_is_of_what_stands_behind() -> None:
    told = "They employ 23 people, four of them apprentices."
    assert not compare("It has four apprentices.", told).lost and not compare("It employs 23 people.", told).lost


def test_many_numbers_are_not_added_in_pairs() -> None:
    rows = ", ".join(f"{n},500 euros" for n in range(1, 900))
    assert compare("It is 1,700 euros.", f"They are {rows}.").rivals


@pytest.mark.parametrize("told", ["In the trial, 59 of 80 patients recovered.", "Of the 80 patients, 59 recovered."])
def test_a_whole_bears_out_no_number_of_its_part(told: str) -> None:
    for false in (
        "80 patients recovered.",
        "More than 70 patients recovered.",
        "Between 60 and 80 patients recovered.",
    ):
        assert compare(false, told).rivals, false
    for true in (
        "59 patients recovered.",
        "59 of the 80 patients recovered.",
        "80 patients took part, and 59 recovered.",
    ):
        assert not compare(true, told).lost, true
    assert not compare("The trial had 80 patients.", told).lost
    assert not compare("21 of the patients did not recover.", told).lost


def test_a_whole_of_which_something_else_is_told_is_a_number_like_others() -> None:
    assert not compare("He played 80 games.", "He won 59 of his 80 games.").lost
    assert not compare("80 patients were treated.", "59 of 80 patients treated with aspirin recovered.").lost
