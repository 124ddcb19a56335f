"""What "They" means: the last subject, where that was several."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.claims.rules.several import several_in
from localcheck.ingest.documents import from_text
from localcheck.text.sentences import split_sentences


def claims(text: str) -> list[str]:
    document = from_text(text)
    return [claim.text for claim in RuleClaims().extract(document, split_sentences(document.text))]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("The Wright brothers built bicycles. They flew in 1903.", "The Wright brothers flew in 1903."),
        ("Ada Byron married William King in 1835. They had a son.", "Ada Byron and William King had a son."),
        ("Bats are mammals. They can fly. Their wings are skin.", "Bats' wings are skin."),
        ("Simon & Garfunkel were a duo. They met in school.", "Simon & Garfunkel met in school."),
        ("The Romans built a wall. They called it after Hadrian.", "The Romans called it after Hadrian."),
        ("In 1898 Marie and Pierre Curie found radium. They won a prize.", "Marie and Pierre Curie won a prize."),
        ("Google was founded by Larry Page and Sergey Brin. They met in 1995.", "Larry Page and Sergey Brin met in 1995."),
        ("Tony Freeth and his team went on. In 2005 they had a scan.", "In 2005 Tony Freeth and his team had a scan."),
        ("The brothers Jacob and Wilhelm Grimm wrote tales. They died.", "The brothers Jacob and Wilhelm Grimm died."),
        ("Ada Lovelace wrote notes. Her parents parted when she was one. They never met again.",
         "Ada Lovelace's parents never met again."),
    ],
)  # fmt: skip
def test_they_are_the_last_subject_of_several(text: str, last: str) -> None:
    assert claims(text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "Wolves hunt elks. They live in forests.",
        "Many scientists doubted it. They were wrong.",
        "Bill Gates and Paul Allen founded Microsoft. Windows was a success. They were friends.",
        "The class was large. They liked it.",
        "Two of the men drowned. They were brothers.",
        "The Romans built roads. They say it rained.",
    ],
)
def test_they_stay_where_others_may_be_meant(text: str) -> None:
    assert claims(text)[-1] in (text.split(". ")[-1], "it rained.")


def test_they_between_do_not_hide_whom_she_means() -> None:
    found = claims("Marie Curie met Pierre in Paris. They married in 1895. She won a prize in 1911.")
    assert found[-1] == "Marie Curie won a prize in 1911."


def test_a_band_is_not_it() -> None:
    assert claims("The Beatles were a band. It rained. It was from Liverpool.")[-1] == "It was from Liverpool."


def test_a_sentence_with_they_goes_on_with_those_before() -> None:
    assert several_in("They left.", "the Romans") == "the Romans" and not several_in("Rome was a city.", "the Romans")
