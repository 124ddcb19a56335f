"""What differs between a claim and the quote that decides on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.values.differences import differences, in_words


@pytest.mark.parametrize(
    ("claim", "quote", "said"),
    [
        ("Paris is the capital of Germany.", "Berlin is the capital of Germany.", "claim: Paris, source: Berlin"),
        (
            "Paris is the capital of Germany.",
            "The capital and largest city of Germany is Berlin.",
            "claim: Paris, source: Berlin",
        ),
        ("Ada was a carpenter.", "Ada was a stone mason by trade.", "claim: carpenter, source: stone mason by trade"),
        ("Smoking is allowed.", "Smoking is not allowed.", "only the source says “not”"),
        ("The captain survived.", "Captain Smith died in 1912.", "claim: survived, source: died"),
        ("It weighs 2500 g.", "It weighs 2.5 kg.", ""),
        ("It weighs 2600 g.", "It weighs 2.5 kg.", "claim: 2600 g, source: 2.5 kg"),
        ("It has 20 lifeboats.", "She carried only 16 wooden lifeboats.", "claim: 20, source: 16"),
        ("It closed in May 2020.", "It closed in March 2020.", "claim: May 2020, source: March 2020"),
        ("More than 100 people died.", "59 people died.", "claim: More than 100, source: 59"),
        ("It rained.", "It rained.", ""),
        ("The tower is 324 metres tall.", "The tower reached 324 metres in the year 2000.", ""),
        (
            "The Danube is the longest river.",
            "The Danube is the second-longest river.",
            "claim: longest, source: second-longest",
        ),
        ("It is the second largest city.", "It is the largest city.", "claim: second largest, source: largest"),
        ("It is the tallest tower.", "It is one of the tallest towers.", "claim: tallest, source: one of the tallest"),
        ("It is the longest river.", "The second-longest is the Danube; the longest river is the Volga.", ""),
        ("It lies west of a forest.", "It lies in the second west of a forest.", ""),
        ("It closes at 18:00.", "The office opens at 7:30 and closes at 19:00.", "claim: 18:00, source: 19:00"),
        ("B has 8 seats.", "A has 5 seats, and B has 10 seats.", "claim: 8, source: 10"),
        (
            "Its large cities are Lyon, Bonn and Ulm.",
            "Its largest cities are Lyon, Bonn and Köln.",
            "claim: Ulm, source: Köln",
        ),
        ("It borders Peru and Chile.", "It borders Peru.", "only the claim says “Chile”"),
        ("The fair is held on a Saturday.", "It takes place on Sunday 22 June.", "claim: Saturday, source: Sunday"),
        ("It is held on Saturday.", "It is held on Saturday or Sunday.", ""),
        ("Changing the password deletes your notes.", "Your notes are kept.", ""),
        (
            "It may sell them if the rent has not been paid for 30 days.",
            "If the rent is unpaid for 45 days, it may sell them.",
            "claim: 30 days, source: 45 days",
        ),
        ("It is in Southern Europe.", "It is in Northern Europe.", "claim: Southern Europe, source: Northern Europe"),
    ],
)
def test_the_difference_is_named_as_a_person_would(claim: str, quote: str, said: str) -> None:
    assert in_words(differences(claim, quote)) == said


@pytest.mark.parametrize(
    ("claim", "quote", "title", "said"),
    [
        (
            "Pakistan's economy is the 25th largest in the world.",
            "The Pakistani economy is the 24th-largest in the world.",
            "Pakistan",
            "claim: 25th, source: 24th",
        ),
        ("German painter Anna Maria Berg was a late bloomer.", "She drew well.", "Maria Berg", ""),
        (
            "Her second album was The Moon.",
            "Her second album went to No. 1 in the US.",
            "",
            "only the claim says “Moon”",
        ),
        (
            "Kent is in France.",
            "Kent is a county in the East of England.",
            "",
            "claim: France, source: East of England",
        ),
    ],
)
def test_a_name_differs_from_one_in_its_role(claim: str, quote: str, title: str, said: str) -> None:
    """Of 70 refutations of FEVER ten named what did not differ, six of these a name in another role, or one thing twice."""
    assert in_words(differences(claim, quote, title)) == said


@pytest.mark.parametrize(
    ("claim", "quote", "said"),
    [
        ("The game is a movie.", "After they said no word for six years, it featured elsewhere.", ""),
        ("The game is a movie.", "The game, unlike others, is not a movie.", "only the source says “not”"),
        ("She received support from Syria.", "She receives military training and support from Syria.", ""),
        ("She failed at earning the title.", "She earned the title.", "claim: failed at earning, source: earned"),
    ],
)
def test_a_negation_of_something_else_and_the_same_word_are_no_difference(claim: str, quote: str, said: str) -> None:
    """Of 14 refutations of FEVER that were told by a "not" of the source alone 9 were about something else."""
    assert in_words(differences(claim, quote)) == said


def test_names_of_the_title_are_said_and_the_subject_comes_last() -> None:
    found = differences("Marie Curie was born in Krakow.", "Maria was born in Warsaw.", "Marie Curie")
    assert [(d.claim, d.source) for d in found] == [("Krakow", "Warsaw")]
    assert in_words(differences("Marie Curie was born in Krakow.", "Maria was born in Warsaw.")).startswith(
        "claim: Krakow"
    )


@pytest.mark.parametrize(
    ("claim", "quote", "title", "said"),
    [
        ("Albert Einstein found the law.", "In 1687 the English scientist published it.", "Isaac Newton", ""),
        (
            "Albert Einstein was an English physicist.",
            "He was a theoretical physicist from Ulm.",
            "Albert Einstein",
            "",
        ),
        ("Albert Einstein was born in Paris.", "He was an English mathematician.", "Isaac Newton", ""),
        ("Albert Einstein was an English physicist.", "He was a German physicist.", "", "German"),
        ("Albert Einstein developed the theory.", "Isaac Newton developed the theory.", "Isaac Newton", "Isaac Newton"),
        ("The wall of China is visible from it.", "The wall can be seen from it.", "Wall of China", "can be seen"),
    ],
)
def test_a_person_is_not_in_the_place_of_a_nationality(claim: str, quote: str, title: str, said: str) -> None:
    """Only things of one sort are named as said otherwise; for a name with no counterpart the source "does not say"."""
    found = differences(claim, quote, title)
    assert {d.source for d in found} == {said}


@pytest.mark.parametrize(
    ("claim", "quote", "said"),
    [
        ("Soyuz 1 crashed in 1968.", "His MiG-15 crashed in 1968.", "only the claim says “Soyuz”"),
        ("It came with Apollo 11.", "It came with Apollo 13.", "claim: 11, source: 13"),
        ("About 30 guests came.", "Some 50 guests came.", "claim: About 30, source: Some 50"),
        ("It opened on May 3.", "It opened on June 4.", "claim: May 3, source: June 4"),
    ],
)
def test_a_number_of_a_name_differs_from_one_of_the_same_name_only(claim: str, quote: str, said: str) -> None:
    assert in_words(differences(claim, quote)) == said


def test_nothing_is_named_in_the_place_of_another_sort() -> None:
    quote = (
        'He would even write in the Tuscan dialect for works such as "The New Life" and the "Divine Comedy"; this highly '
        "unorthodox choice set a precedent that important later writers such as Petrarch and Boccaccio would follow."
    )
    assert "Petrarch" not in in_words(differences("Dante wrote the Divine Comedy in Latin.", quote, "Dante Alighieri"))
    quote = (
        "The Nile is commonly regarded as the longest river, though some sources cite the Amazon River as the longest."
    )
    assert differences("The Amazon carries less water than the Nile.", quote, "Nile") == ()


def test_beside_another_date_a_name_stands_in_the_place_of_one_of_its_kind_only() -> None:
    claim = "In 1895 Marie Curie married Pierre Curie, a physicist from France."
    quote = (
        "In 1911, it was revealed that Curie had had an affair with physicist Paul Langevin, a pupil of Pierre Curie's."
    )
    assert in_words(differences(claim, quote, "Marie Curie")) == "claim: 1895, source: 1911"
    claim, quote = "It was written in France in 1895.", "It was written in Spain in 1911."
    assert in_words(differences(claim, quote)) == "claim: 1895, source: 1911; claim: France, source: Spain"


@pytest.mark.parametrize(
    ("claim", "quote", "said"),
    [
        (
            "The warranty lasts twelve years.",
            "Employees have 27 days of leave. The warranty lasts as long as the contract.",
            "",
        ),
        (
            "Dogs may stay in the rooms.",
            "Dogs may stay in the cabins, but the bar is not open to them.",
            "",
        ),
        (
            "Clean it every four weeks in areas with hard water.",
            "The lid does not lock. Clean it every two weeks.",
            "four weeks",
        ),
        ("The function holds it at 70 °F.", "The function holds it at 70 °C.", "claim: 70 °F, source: 70 °C"),
        ("The light means that it is warm.", "The light shows that it is warm.", ""),
        ("It should be unanimous.", "I do not know. I do not think it should be unanimous.", "source says “not”"),
        (
            "Its chief is Anna Holm.",
            'The firm has forty staff and a nickname ("Oslo Lions").',
            "only the claim says “Anna Holm”",
        ),
        ("Adults can rest here.", "Do not rest here.", "only the source says “not”"),
    ],
)
def test_what_is_named_is_of_the_sentence_that_speaks_of_the_same(claim: str, quote: str, said: str) -> None:
    found = in_words(differences(claim, quote))
    assert said in found and ("“not”" in found) is ("“not”" in said) and (bool(said) or not found)
    assert not found.endswith(("source: C", "source: Do"))


@given(st.text(max_size=120), st.text(max_size=120))
def test_places_are_those_of_the_words_whatever_the_texts(claim: str, quote: str) -> None:
    for found in differences(claim, quote):
        assert found.claim == (found.claim_span.of(claim) if found.claim_span else "")
        assert found.source == (found.source_span.of(quote) if found.source_span else "")
    assert differences(claim, claim) == ()


def test_days_of_the_week_are_named_once() -> None:
    (one,) = differences("Training is on Mondays.", "Training is on Tuesdays and Thursdays from 18:00.")
    assert (one.claim, one.source) == ("Mondays", "Tuesdays and Thursdays")


@pytest.mark.parametrize("verb", ["was awarded", "was given", "won"])
def test_who_won_a_prize_received_it(verb: str) -> None:
    said = "Albert Einstein received the 1921 Nobel Prize in Physics, chiefly for one work and not for relativity."
    assert in_words(differences(f"Albert Einstein {verb} the 1921 Nobel Prize for relativity.", said)) == ""
