"""What a claim and a premise count or date in other words: families, years in which nothing had happened yet, who lost."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.judging.closed_forms import settled
from localcheck.text.values.compare import compare
from localcheck.text.values.differences import differences, in_words
from localcheck.text.values.opposites import opposed
from localcheck.text.values.relations import exchanged

FAMILY = "She had two brothers and one sister."


@pytest.mark.parametrize(
    ("claim", "premise", "held"),
    [
        ("She had three siblings.", FAMILY, True),
        ("She had three brothers and sisters.", FAMILY, True),
        ("She had two brothers.", FAMILY, True),
        ("She had two siblings.", FAMILY, False),
        ("She had four siblings.", FAMILY, False),
        ("He had six siblings.", "He was the third of seven sons.", True),
        ("He had eighteen siblings.", "One of 19 children, he was the third son.", True),
        ("He had seven siblings.", "He was the third of seven sons.", False),
        ("Caesar was killed in 44 BC.", "He was assassinated on 15 March 44 BCE.", True),
        ("Caesar was killed in 44 BC.", "Caesar was killed in AD 44.", False),
        ("Caesar was born after 150 BC.", "Caesar (c. 130 BC – 85 BC) was a senator.", True),
        ("They had five children.", "They had two sons and three daughters.", True),
        ("They had two children.", "They had two sons and three daughters.", False),
        ("They had three children.", "They had a son and two daughters.", True),
        ("About 1,100 giraffes live in zoos.", "There are 1,144 in captivity.", True),
        ("About 1,100 giraffes live in zoos.", "There are 1,344 in captivity.", False),
        ("The road was built by 1990.", "The road was built in 1995.", False),
    ],
)
def test_a_number_that_is_told_in_other_words(claim: str, premise: str, held: bool) -> None:
    assert (not compare(claim, premise).lost) is held


VESPASIAN = "Vespasian emerged triumphant in AD 69, before his son Titus, who opened the Colosseum."


@pytest.mark.parametrize(
    ("claim", "premise", "rival"),
    [
        ("The Colosseum was finished in AD 80.", VESPASIAN, False),
        ("The Colosseum was finished in AD 80.", "It was finished in AD 82.", True),
        ("Five men founded the club.", "Dunant and four other men founded the club.", False),
        ("Six men founded the club.", "Dunant and four other men founded the club.", True),
        ("Lennon was 45 when he was shot.", "Lennon was shot in 1980. He was 40 years old.", True),
        ("More than 1,500 people died on it.", "Titanic. Only 705 of the people on board survived.", False),
        ("More than 1,500 people died on it.", "Titanic. Only 705 of the people on board died.", True),
        ("The team won 12 games.", "The team lost 20 games.", False),
        ("His two companions were on the Moon.", "Apollo 11. Collins was alone and did not land on the Moon.", False),
        ("His two companions were on the Moon.", "Apollo 11. His three companions were on the Moon.", True),
    ],
)
def test_a_number_of_another_event_is_no_rival(claim: str, premise: str, rival: bool) -> None:
    assert bool(compare(claim, premise).rivals) is rival


@pytest.mark.parametrize(
    ("claim", "premise", "open_still"),
    [
        ("Eisenhower had six siblings.", "The Eisenhowers had two sons.", True),
        ("Eisenhower had six children.", "The Eisenhowers had two sons.", False),
    ],
)
def test_other_kin_contradict_nothing(claim: str, premise: str, open_still: bool) -> None:
    row = agreeing(np.array([0.02, 0.08, 0.9]), premise, claim, 0.6)
    assert bool(row[2] < 0.5) is open_still


def test_a_family_of_another_size_is_a_rival() -> None:
    assert compare("They had two children.", "They had two sons and three daughters.").rivals


@pytest.mark.parametrize("years", ["1907", "1907 and 1908"])
def test_the_ends_of_an_interval_do_not_rival_a_year_inside(years: str) -> None:
    premise = "She won from 1905 to 1910."
    assert not compare(f"She won prizes in {years}.", premise).rivals
    assert compare("She won prizes in 1912.", premise).rivals


def test_a_year_of_two_calendars_settles_no_death() -> None:
    premise = "Isaac Newton (25 December 1642 – 20 March 1726/27) was an English mathematician."
    assert settled("Isaac Newton died in 1727.", premise) is None
    assert settled("Isaac Newton died in 1727.", premise.replace("/27", "")) is not None


@pytest.mark.parametrize(
    ("claim", "premise", "expected"),
    [
        ("The team lost the final.", "The team won twelve games before losing the final.", False),
        ("More than 1,500 people died on it.", "Only 705 of the people on board survived.", False),
        ("Five of their children died young.", "Of thirteen children eight survived.", False),
        ("In 1912 the captain died.", "In 1912 the captain survived.", True),
        ("The team lost only 36 games.", "The team won 116 games.", False),
        ("The team lost the final.", "The team won the final.", True),
        ("Prices have risen.", "Prices have fallen.", True),
        ("The mountain lies in the north of Kenya.", "The mountain lies in the southern part of Kenya.", True),
        ("Jutland lies north of Germany.", "Jutland lies in the south of the region.", False),
    ],
)
def test_opposites_in_other_forms(claim: str, premise: str, expected: bool) -> None:
    assert opposed(claim, premise) is expected


def test_an_assistant_is_not_the_one_who_is_assisted() -> None:
    premise = "Johannes Kepler became an assistant to Tycho Brahe."
    assert exchanged("Tycho Brahe became an assistant to Johannes Kepler.", premise)
    assert not exchanged("Johannes Kepler became an assistant to Tycho Brahe.", premise)


def test_two_readers_are_not_believed_about_another_world_war() -> None:
    row = np.array([0.95, 0.03, 0.02])
    claim = "The first battle of the First World War took place there."
    other = "The first clash of the Second World War took place there."
    assert agreeing(row, other, claim, 0.7, by_two=True)[0] < 0.5
    assert agreeing(row, other.replace("Second", "First"), claim, 0.7, by_two=True)[0] > 0.9


def test_the_same_number_is_no_difference() -> None:
    assert (
        in_words(differences("It has fallen to 268.", "It has increased to 268.")) == "claim: fallen, source: increased"
    )


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The study describes the animals in detail.", "The study described the birds in detail."),
        ("About 1,100 giraffes live in captivity.", "There are 1,144 currently in captivity."),
    ],
)
def test_two_forms_of_a_word_and_half_a_number_are_no_difference(claim: str, quote: str) -> None:
    told = in_words(differences(claim, quote))
    assert "describe" not in told
    assert "100" not in told
