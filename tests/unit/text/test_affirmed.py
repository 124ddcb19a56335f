"""What a claim denies, said as if it were so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.affirmed import affirmed, hypothesis_for, positively
from localcheck.text.facts import negations


@pytest.mark.parametrize(
    ("claim", "denied"),
    [
        ("The Titanic never reached New York.", "The Titanic reached New York."),
        ("Dickens did not travel to America.", "Dickens traveled to America."),
        ("She didn't win the prize.", "She won the prize."),
        ("He did not carry it.", "He carried it."),
        ("The flight did not have any pilots.", "The flight had some pilots."),
        ("Gin does not derive its flavour from juniper.", "Gin derives its flavour from juniper."),
        ("The river does not carry silt.", "The river carries silt."),
        ("Backing vocalists cannot ever sing.", "Backing vocalists can sing."),
        ("Pluto is no longer considered a planet.", "Pluto is considered a planet."),
        ("The wall no longer stands.", "The wall stands."),
        ("Switzerland has no access to the sea.", "Switzerland has access to the sea."),
        ("Gin has nothing to do with juniper.", "Gin has to do with juniper."),
        ("Washington chose not to run again.", "Washington chose to run again."),
        ("Van Gogh sold hardly any paintings.", "Van Gogh sold many paintings."),
        ("Beethoven could hardly hear.", "Beethoven could hear."),
        ("Nobody knows where he is buried.", "Somebody knows where he is buried."),
        ("B. R. Ambedkar did not live in India.", "B. R. Ambedkar lived in India."),
    ],
)
def test_the_sentence_without_its_negation(claim: str, denied: str) -> None:
    assert affirmed(claim) == denied


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Hawaii did not become a state until 1959.", "Hawaii became a state in 1959."),
        (
            "Women could not vote in Switzerland until February 1971.",
            "Women could vote in Switzerland in February 1971.",
        ),
        ("The bridge wasn't opened until 19 March 1932.", "The bridge was opened on 19 March 1932."),
        ("The largest city of Australia is Sydney, not Canberra.", "The largest city of Australia is Sydney."),
        ("It was painted by Rembrandt and not by Vermeer.", "It was painted by Rembrandt."),
        ("The volcano has not erupted since December 1707.", "The volcano last erupted in December 1707."),
        ("The ship hasn't been seen since 4 May 1920.", "The ship was last seen on 4 May 1920."),
        ("England has not won the cup since 1966.", "England last won the cup in 1966."),
        ("No planet is larger than Jupiter.", "Jupiter is the largest planet."),
        (
            "No building was taller than the Eiffel Tower until 1930.",
            "The Eiffel Tower was the tallest building until 1930.",
        ),
        (
            "No other country in Europe is as thinly populated as Iceland.",
            "Iceland is the most thinly populated country in Europe.",
        ),
        ("No animal is as heavy as the blue whale.", "The blue whale is the heaviest animal."),
        ("Jane Austen remained single all her life.", "Jane Austen never married."),
        ("Tesla was unmarried when he died.", "Tesla never married."),
        ("Churchill lived to be 90 years old.", "Churchill died at the age of 90 years old."),
        ("She lived to the age of eighty-one.", "She died at the age of eighty-one."),
    ],
)
def test_a_not_that_denies_nothing_of_the_sentence_is_left_out(claim: str, said: str) -> None:
    assert positively(claim) == said


@pytest.mark.parametrize(
    "claim",
    [
        "Canberra is not the largest city.",
        "He did not marry until he was fifty.",
        "She never won, not even once.",
        "It is a bird, not only a symbol.",
        "Nobody came, and not a word was said.",
        "Pluto has not been called a planet since 2006.",
        "He has not written a book since 1990, when he fell ill.",
        "No one is taller than Bob.",
        "No metal is as heavy as Osmium is thought to be.",
        "He was single.",
        "She lived to be ninety and died in London.",
        "The song was released as a single.",
    ],
)
def test_a_not_that_denies_something_stays(claim: str) -> None:
    assert positively(claim) == claim


@pytest.mark.parametrize(
    "claim",
    [
        "Oslo is the capital.",
        "Oslo is not only the capital but also the largest city.",
        "Three of his sons did not reach adulthood.",
        "Some of the bridges were not rebuilt.",
        "He was a ruler who did not like violence.",
        "He left the court and did not return.",
        "He is not known, and no portrait is left.",
        "He hid so they would not find him.",
        "It does not use the euro but the franc.",
        "It has no fewer than ten bridges.",
        "He never came. The bridge was closed.",
        'The song "I do not care" was a hit.',
        "Do Not Disturb was released by Columbia.",
        "He was not seen" + " again" * 100 + ".",
    ],
)
def test_a_negation_that_turns_only_a_part_round_stays(claim: str) -> None:
    assert affirmed(claim) == ""


@given(st.lists(st.sampled_from("the old bridge was not never has no did cross it , . and two".split()), max_size=9))
def test_only_one_negation_is_taken_and_none_is_left(words: list[str]) -> None:
    claim = " ".join(words)
    if said := affirmed(claim):
        assert (negations(claim), negations(said)) == (1, 0)


def test_it_is_read_beside_a_premise_that_denies_nothing() -> None:
    claim = "Gold does not rust."
    assert hypothesis_for(claim, "Gold stays bright.") == "Gold rusts."
    assert hypothesis_for(claim, "Gold never rusts.") == claim
    assert hypothesis_for("Gold shines.", "Gold is bright.") == "Gold shines."
