"""A sentence's own subject is what its later pronouns mean, in a text about something else; only where that is sure."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.ingest.documents import from_text
from localcheck.text.sentences import split_sentences

ABOUT_LEONARDO = "Leonardo da Vinci painted the Last Supper in Milan. He was born in 1452. He died in France.\n\n"


def claims(sentence: str) -> list[str]:
    document = from_text(ABOUT_LEONARDO + sentence)
    sentences = split_sentences(document.text)
    return [c.text for c in RuleClaims().extract(document, sentences) if c.sentence > 2]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (
            "Alexander Fleming discovered penicillin by accident, and he shared the Nobel Prize with Florey in 1945.",
            [
                "Alexander Fleming discovered penicillin by accident.",
                "Alexander Fleming shared the Nobel Prize with Florey in 1945.",
            ],
        ),
        (
            "Mount Everest is 8,849 metres high, and it was first climbed in 1953.",
            ["Mount Everest is 8,849 metres high.", "Mount Everest was first climbed in 1953."],
        ),
        (
            "William the Conqueror was crowned in Westminster Abbey, and he began to build the Tower of London.",
            [
                "William the Conqueror was crowned in Westminster Abbey.",
                "William the Conqueror began to build the Tower of London.",
            ],
        ),
        (
            "Tolstoy wrote the book at Yasnaya Polyana, and his wife Sophia made several clean copies of the manuscript.",
            [
                "Tolstoy wrote the book at Yasnaya Polyana.",
                "Tolstoy's wife Sophia made several clean copies of the manuscript.",
            ],
        ),
    ],
)
def test_both_facts_are_claims(sentence: str, found: list[str]) -> None:
    assert claims(sentence) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "Amundsen reached the pole before Scott, and he died on the way back.",
        "Jenner later exposed the boy to smallpox, and he did not fall ill.",
        "Marie Curie married Pierre in 1895, and he died in 1906.",
        "Rome conquered Carthage in 146 BC, and it became a province.",
        "Columbus named the island San Salvador, and it lies in the Bahamas.",
    ],
)
def test_what_is_not_sure_stays_whole(sentence: str) -> None:
    assert claims(sentence) == [sentence]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (
            "Manilal was a researcher and published over 200 papers.",
            ["Manilal was a researcher.", "Manilal published over 200 papers."],
        ),
        ("The soldiers killed around the city were buried.", ["The soldiers killed around the city were buried."]),
    ],
)
def test_a_verb_before_about_so_many_is_the_verb_of_its_clause(sentence: str, found: list[str]) -> None:
    assert claims(sentence) == found


def test_it_is_the_subject_that_killed_about_a_third() -> None:
    document = from_text("The Black Death killed about a third of Europe's population. It came to Europe from Asia.")
    *_, last = RuleClaims().extract(document, split_sentences(document.text))
    assert last.about == "Black Death"
