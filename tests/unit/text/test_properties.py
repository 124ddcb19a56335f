"""What something has one of, and how high or large it is, as its own article tells it."""

from __future__ import annotations

import pytest

from localcheck.judging.spans import sentence_spans
from localcheck.text.values.measures import measured
from localcheck.text.values.places import of_no_continent
from localcheck.text.values.properties import had_by, held_to, property_of, sized, told_of

TEXTS = {
    "Egypt": "Egypt is a country. The capital is Cairo, and the second-largest city is Alexandria. "
    "Arabic is the official language.",
    "Morocco": "Morocco is a kingdom. Morocco's capital city is Rabat; its largest city is its main port, Casablanca.",
    "Alaska": "Alaska is a state. The capital city, Juneau, lies on the mainland.",
    "Bolivia": "Bolivia is a country. The capital is Sucre while the seat of government is located in La Paz.",
    "Brazil": "Brazil is a country. Rio de Janeiro was the capital until 1960. Its capital is Brasília.",
    "Finland": "Finland is a country. The official languages are Finnish and Swedish, and its currency is the euro.",
    "Gold": "Gold is the chemical element with the symbol Au and the atomic number 79. Gold melts at 1,064 degrees Celsius.",
    "Mount Kilimanjaro": "Mount Kilimanjaro is in Tanzania, and it rises to 5,895 metres above sea level. Its summit is "
    "about 4,900 metres higher than the surrounding plain.",
    "Eiffel Tower": "The Eiffel Tower is 300 metres high. With its antenna it is 330 metres high.",
    "Peru": "Peru is a country. Peru has a population of about 30 million.",
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


@pytest.mark.parametrize(
    ("claim", "title", "true"),
    [
        ("Kilimanjaro is 5,895 m high.", "Mount Kilimanjaro", True),
        ("Kilimanjaro is 4,895 m high.", "Mount Kilimanjaro", False),
        ("Kilimanjaro is about 5,900 metres tall.", "Mount Kilimanjaro", True),
        ("The Eiffel Tower is 330 metres high.", "Eiffel Tower", None),  # its article tells both
        ("The Eiffel Tower is 500 metres high.", "Eiffel Tower", False),
        ("The atomic number of Gold is 79.", "Gold", True),
        ("The atomic number of Gold is 78.", "Gold", False),
        ("The melting point of Gold is about 1,064 °C.", "Gold", True),
        ("Peru has a population of about 30 million.", "Peru", True),
        ("Peru has a population of about 34 million.", "Peru", None),  # it grows
        ("Peru has a population of 3 million.", "Peru", False),
    ],
)
def test_a_value_is_held_to_the_articles(claim: str, title: str, true: bool | None) -> None:
    size, text = sized(claim), TEXTS[title]
    assert size is not None
    told = measured(size.value, title, text, sentence_spans(text))
    assert told is not None
    assert held_to(size, told, text, sentence_spans(text)) is true


def test_a_claim_with_more_than_a_value_is_left_to_the_reader() -> None:
    for claim in ("Peru is not 300 km long.", "Peru has 30 million people in 25 regions."):
        assert sized(claim) is None


def test_no_continent_is_named_by_a_country_or_a_range() -> None:
    assert of_no_continent("Peru is in South America.", "Peru borders Chile and Brazil.")
    assert not of_no_continent("Peru is in Africa.", "Peru is a country in South America.")
    assert not of_no_continent("Peru is a country with high mountains in Asia.", "Peru borders Chile.")


def test_a_long_claim_is_no_value_and_takes_no_time() -> None:
    """A hundred characters more took minutes once: what says a value and nothing else is short."""
    for claim in ("Xa is " + "1 " * 2000, "X is 1 " * 700, "The capital of " + "A of " * 2000):
        assert (sized(claim), property_of(claim)) == (None, None)
