"""Sentences in a plainer form that says the same."""

from __future__ import annotations

import pytest

from localcheck.text.positive import positively, undecided


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
        ("Apart from Paris, only Rome burned.", "Only Paris and Rome burned."),
        ("Besides the Nile, only Egypt flooded in 1900.", "Only the Nile and Egypt flooded in 1900."),
        ("Only the Nile is longer than the Amazon.", "The Amazon is the second-longest, after the Nile."),
        (
            "Of all elements in the body, only oxygen is more plentiful than carbon.",
            "Of all elements in the body, carbon is the second most plentiful, after oxygen.",
        ),
        ("It did not join until the 21st century.", "It joined in the 21st century."),
        ("It was not built until the late nineteenth century.", "It was built in the late nineteenth century."),
        ("Jane Austen remained single all her life.", "Jane Austen never married."),
        ("Tesla was unmarried when he died.", "Tesla never married."),
        ("Churchill lived to be 90 years old.", "Churchill died at the age of 90 years old."),
        ("Profit was £8 million lower than before.", "Profit fell by £8 million."),
        ("Sales are 5% higher than a year ago.", "Sales rose by 5%."),
        ("Sales were higher than a year ago.", "Sales were higher than a year ago."),
        ("Profit was £8 million lower than that of the rival.", "Profit was £8 million lower than that of the rival."),
        ("She lived to the age of eighty-one.", "She died at the age of eighty-one."),
    ],
)
def test_a_not_that_denies_nothing_of_the_sentence_is_left_out(claim: str, said: str) -> None:
    assert positively(claim) == said


@pytest.mark.parametrize(
    "claim",
    [
        "Only two are larger than China.",
        "Only he was older than her.",
        "Apart from Paris, only Rome is burning.",
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
    ("text", "said"),
    [
        ("Still open: who gives the talk.", "Not yet decided: who gives the talk."),
        ("It is still open whether a lift is built.", "It is not yet decided whether a lift is built."),
        ("Agreed. Whether it is built is still open.", "Agreed. Whether it is built is not yet decided."),
        ("Date: TBD", "Date: not yet decided"),
        ("The dates are to be determined.", "The dates are not yet decided."),
        ("The shop is still open when you come.", "The shop is still open when you come."),
        ("The date is to be decided by the board.", "The date is to be decided by the board."),
    ],
)
def test_what_is_open_is_not_yet_decided(text: str, said: str) -> None:
    assert undecided(text) == said
