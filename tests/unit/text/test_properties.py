"""What something has one of, as its own article tells it."""

from __future__ import annotations

import pytest

from localcheck.judging.spans import sentence_spans
from localcheck.text.values.properties import had_by, property_of, told_of

TEXTS = {
    "Egypt": "Egypt is a country. The capital is Cairo, and the second-largest city is Alexandria. "
    "Arabic is the official language.",
    "Morocco": "Morocco is a kingdom. Morocco's capital city is Rabat; its largest city is its main port, Casablanca.",
    "Alaska": "Alaska is a state. The capital city, Juneau, lies on the mainland.",
    "Bolivia": "Bolivia is a country. The capital is Sucre while the seat of government is located in La Paz.",
    "Brazil": "Brazil is a country. Rio de Janeiro was the capital until 1960. Its capital is Brasília.",
    "Finland": "Finland is a country. The official languages are Finnish and Swedish, and its currency is the euro.",
    "Gold": "Gold is the chemical element with the symbol Au and the atomic number 79. Gold melts at 1,064 degrees Celsius.",
}


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        ("The capital of Egypt is Cairo.", True),
        ("The capital of Egypt is Alexandria.", False),
        ("Alexandria is the capital of Egypt.", False),
        ("Egypt's capital is Cairo.", True),
        ("The official language of Egypt is Arabic.", True),
        ("The official language of Egypt is French.", False),
        ("The capital of Morocco is Casablanca.", False),
        ("The capital of Alaska is Juneau.", True),
        ("Anchorage is the capital of Alaska.", False),
        ("La Paz is the capital of Bolivia.", None),  # the sentence names another seat
        ("The capital of Brazil is Rio de Janeiro.", False),
        ("Swedish is the official language of Finland.", True),
        ("The official language of Finland is Danish.", False),
        ("The chemical symbol of Gold is Au.", True),
        ("The symbol of Gold is Ag.", False),
        ("The largest island of Egypt is Crete.", None),  # it tells of none
    ],
)
def test_the_things_own_article_names_what_it_has(claim: str, true: bool | None) -> None:
    asked = property_of(claim)
    assert asked is not None
    text = TEXTS[asked.of]
    found = had_by(asked, asked.of, text, sentence_spans(text))
    assert (None if found is None else found[0]) is true


@pytest.mark.parametrize(
    "claim",
    [
        "The capital of Egypt is not Alexandria.",
        "Cairo is an old capital of Egypt.",
        "Rio de Janeiro was the capital of Brazil.",
        "The capital is Cairo.",
    ],
)
def test_other_claims_are_left_to_the_reader(claim: str) -> None:
    assert property_of(claim) is None


def test_a_sentence_that_only_has_the_word_tells_nothing() -> None:
    for said in (
        "Austin is the capital of Texas.",
        "The capital was moved to Bern.",
        "It is the capital of a province.",
    ):
        assert told_of("capital", "Austin", said) == []


def test_a_long_claim_is_no_value_and_takes_no_time() -> None:
    """A hundred characters more took minutes once: what says a value and nothing else is short."""
    assert property_of("The capital of " + "A of " * 2000) is None
