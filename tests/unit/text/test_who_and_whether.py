"""Whose verb it is, of what a superlative is one, and whether something was done or only planned: decided without a model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.agreement import LONGEST, agreeing
from localcheck.text.subjects import subject
from localcheck.text.values.compare import compare
from localcheck.text.values.missing import lost
from localcheck.text.values.ranks import of_another_kind
from localcheck.text.values.relations import borne_out, exchanged
from localcheck.text.values.undated import lasting_within

LINCOLN = "Abraham Lincoln. In 1858 he lost a race for the Senate against Stephen A. Douglas after seven debates."


@pytest.mark.parametrize(
    ("claim", "premise", "held"),
    [
        ("Stephen A. Douglas won the Senate race of 1858 against Abraham Lincoln.", LINCOLN, True),
        ("Abraham Lincoln beat Stephen A. Douglas.", LINCOLN, False),
        ("Ganymede is bigger than Mercury.", "Mercury. It is smaller than Jupiter's moon Ganymede.", True),
        ("Abraham Lincoln killed John Wilkes Booth.", "John Wilkes Booth shot Lincoln at a theatre.", False),
        ("John Wilkes Booth killed Lincoln.", "John Wilkes Booth shot Lincoln at a theatre.", None),
        (
            "Cyril Okafor was a patient of Priya Raman.",
            "Priya Raman. The surgeon Cyril Okafor operated on her knee.",
            False,
        ),
        ("Alma left the yard to Agnes.", "Alma Berg inherited the yard at Bergen from her aunt Agnes.", False),
        ("Agnes left the yard to Alma.", "Alma Berg inherited the yard at Bergen from her aunt Agnes.", True),
        ("Bob rented the flat from Alma.", "Alma Berg rented the flat to Bob Lund.", True),
        ("Alma rented the flat from Bob.", "Alma Berg rented the flat to Bob Lund.", False),
        ("Bob sold the boat to Alma.", "Alma Berg rented the flat to Bob Lund.", None),
        ("Harriet died before Leonard.", "Leonard Ashby outlived his sister Harriet.", True),
        (
            "The capital of Brazil is São Paulo.",
            "Brazil is large. Its capital is Brasília, its main port Santos.",
            False,
        ),
        (
            "Brasília is the capital of Brazil.",
            "Brazil has no king. Its capital is Brasília, its main port Santos.",
            True,
        ),
        ("Alba is taller than Berg.", "The tower Berg would only be slightly taller than Alba.", False),
        ("Alba was taller than Berg.", "Berg is much smaller than Alba.", True),
        ("Alma taught her father.", "Alma Berg. Her parents were rich, and her father taught her.", False),
        ("Gregor Stanek debated Amara Diallo.", "Amara Diallo debated Gregor Stanek in Accra.", True),
    ],
)
def test_relations_told_in_other_words(claim: str, premise: str, held: bool | None) -> None:
    assert (borne_out(claim, premise), exchanged(claim, premise)) == (held is True, held is False)


def test_opposite_words_do_not_exclude_what_the_relation_bears_out() -> None:
    support = np.array([0.9, 0.05, 0.05])
    assert agreeing(support, LINCOLN, "Stephen A. Douglas won against Abraham Lincoln.", 0.8).argmax() == 0


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        ("Mars is the largest planet.", "Mars. Olympus Mons on Mars is the largest volcano of the Solar System.", True),
        ("Mars is the largest planet.", "Mars is the largest body in its orbit.", False),
        ("Brazil is the largest country in the world.", "Brazil is the largest country in South America.", True),
        ("Mars is the largest planet.", "Of all planets Mars is the largest one.", False),
        (
            "It is the world's biggest oil exporter.",
            "Saudi Arabia, the biggest oil producer in the world, agreed.",
            False,
        ),
    ],
)
def test_the_largest_of_what(claim: str, premise: str, other: bool) -> None:
    assert of_another_kind(claim, premise) is other


@pytest.mark.parametrize(
    ("claim", "premise", "lost", "rival"),
    [
        ("At its height the flock numbered 250.", "The flock never numbered above 70.", True, True),
        ("There were fewer than 100 in the flock.", "The flock never numbered above 70.", False, False),
        ("No fewer than 30 people died.", "At least 40 people died.", False, False),
        ("No fewer than 30 people died.", "Twenty people died.", True, True),
        ("She died before she reached the age of 40.", "She died in London, aged 36.", False, False),
        ("She died before turning 30.", "She died in London, aged 36.", True, True),
        ("Less than half of the voters came.", "Just under 45 percent of the voters came.", False, False),
        ("The lift was installed in 1906.", "The lift was installed four years after the fire of 1902.", False, False),
        ("The lift was installed in 1905.", "The lift was installed four years after the fire of 1902.", True, True),
    ],
)
def test_bounds_ages_and_years_by_other_years(claim: str, premise: str, lost: bool, rival: bool) -> None:
    found = compare(claim, premise)
    assert (bool(found.lost), bool(found.rivals)) == (lost, rival)


@pytest.mark.parametrize(
    ("premise", "claim", "within"),
    [
        ("He lived in Paris from 1921 to 1928.", "He lived in Paris in 1925.", True),
        ("He lived in Paris from 1921 to 1928.", "He lived in Paris in 1935.", False),
        ("The law applied from 1920 to 1933.", "The law applied in 1925.", True),
        ("He taught at Oxford from 1925 until 1959.", "He taught at Oxford in 1940.", True),
        ("The bridge was built from 1921 to 1928.", "The bridge was finished in 1925.", False),
        ("It is closed from 1 November to 31 March.", "It is closed on 24 December.", True),
        ("It is closed from 1 November to 31 March.", "It is closed on 24 May.", False),
        ("The pass is closed from November to April.", "The pass is closed in January.", True),
        ("It runs from 3 March to 17 April 2023.", "It is open on 1 April 2023.", True),
        ("It runs from 3 March to 17 April 2023.", "It is open on 1 May 2023.", False),
        ("It is open from 1 March 2023 to 5 May 2024.", "It is open on 6 June 2022.", False),
        ("It was divided from 13 August 1961 to 9 November 1989.", "It was divided on 1 January 1970.", True),
        ("It was divided from 13 August 1961 to 9 November 1989.", "It was divided on 1 December 1989.", False),
        ("It lasted from 1 July to 18 November 1916.", "It was still raging in September 1916.", True),
        ("It lasted from 1 July to 18 November 1916.", "It was still raging in December 1916.", False),
        ("It sank on the night of 14 to 15 April 1912.", "It sank on the night of 14 April 1912.", True),
    ],
)
def test_a_state_in_an_interval_of_years_or_days_is_borne_out(premise: str, claim: str, within: bool) -> None:
    assert lasting_within(claim, premise) is within
    row = agreeing(np.array([0.9, 0.08, 0.02]), premise, claim, 1.0)
    assert bool(row[0] > 0.6) is within


def test_a_state_within_an_interval_is_not_refuted_by_its_ends() -> None:
    premise = "He edited the almanac between 1904 and 1919."
    assert lasting_within("He was editing the almanac in 1910.", premise)
    assert not lasting_within("He founded the almanac in 1910.", premise)
    row = agreeing(np.array([0.1, 0.1, 0.8]), premise, "He was editing the almanac in 1910.", 1.0)
    assert row[2] < 0.2
    papers = "He edited three papers from 1904 to 1919."
    nine = agreeing(np.array([0.8, 0.1, 0.1]), papers, "He was editing nine papers in 1910.", 1.0)
    assert nine.argmax() == 2, "another count still contradicts"


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_may_come(claim: str, premise: str) -> None:
    row = agreeing(np.array([0.4, 0.3, 0.3]), premise, claim, 1.0)
    assert row.sum() == pytest.approx(1.0) and (row >= 0).all()


def test_two_denials_are_not_held_against_one_another_by_a_wavering_reader() -> None:
    against, sure = np.array([0.1, 0.1, 0.8]), np.array([0.05, 0.1, 0.85])
    premise = "He studied medicine without finishing."
    assert agreeing(against, premise, "He never completed his studies.", 0.6).argmax() == 1
    assert agreeing(sure, premise, "He never completed his studies.", 0.6).argmax() == 2
    assert agreeing(against, premise, "He completed his studies.", 0.6).argmax() == 2
    assert agreeing(against, "He completed his studies.", "He never completed his studies.", 0.6).argmax() == 2


def test_closed_forms_are_looked_for_in_a_bounded_part_of_a_premise() -> None:
    row, claim = np.array([0.9, 0.05, 0.05]), "Aristotle was taught by Alexander."
    told = "Alexander was taught by Aristotle."
    assert agreeing(row, told, claim, 1.0).argmax() == 2
    assert agreeing(row, "It rained. " * (LONGEST // 11 + 1) + told, claim, 1.0) == pytest.approx(row)


@pytest.mark.parametrize(
    ("claim", "believed"),
    [
        ("The Titanic sailed from Southampton on 10 April 1912 and called at Cherbourg and Queenstown.", False),
        ("The Titanic sailed from Liverpool on 10 April 1912 and called at Cherbourg and Queenstown.", True),
        ("The Titanic sailed from Southampton on 10 April 1912 and never called at Cherbourg and Queenstown.", True),
        ("The Titanic sailed from Southampton.", True),
    ],
)
def test_a_long_claim_in_the_words_of_the_premise_but_one_is_hardly_contradicted(claim: str, believed: bool) -> None:
    premise = (
        "The Titanic left Southampton on 10 April 1912 and called at Cherbourg in France and at Queenstown in Ireland."
    )
    row = agreeing(np.array([0.2, 0.05, 0.75]), premise, claim, 0.9)
    assert bool(row[2] > 0.5) is believed


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Fleming was buried in Westminster Abbey.", ("fleming",)),
        ("Fleming's teacher came from Rome.", ("fleming",)),
        ("Beijing hosted the Olympics in 2008.", ("beijing",)),
        ("Italy is a member of the European Union.", ("italy",)),
        ("Counted from the Sun, Mars is fourth.", ("mars",)),
        ("Using advanced methods, Gauss proved it.", ("gauss",)),
        ("Everyone who lived near Pripyat had to leave it, said Dyatlov.", ("dyatlov",)),
    ],
)
def test_a_name_that_ends_as_a_participle_does(text: str, about: tuple[str, ...]) -> None:
    assert subject(text) == about


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("Orla shared the prize with two other chemists.", 0),
        ("Three chemists shared the prize.", 0),
        ("Four chemists shared the prize.", 1),
        ("Thirty chemists shared the prize.", 1),
    ],
)
def test_what_is_named_one_by_one_is_counted(claim: str, missing: int) -> None:
    assert len(lost(claim, "Orla, Venn and Tamm shared the prize.")) == missing


def test_a_rank_is_compared_beside_a_sentence_that_denies_something_else() -> None:
    claim = "Helium is the most abundant element."
    row = np.array([0.9, 0.05, 0.05])
    denies = "It has no smell. It is the second most abundant element."
    assert agreeing(row, f"Helium. {denies}", claim, 1.0)[2] > 0.5
    assert agreeing(row, "Helium. It is not the second most abundant element.", claim, 1.0)[2] < 0.5
