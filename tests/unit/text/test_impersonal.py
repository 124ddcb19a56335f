"""``text.impersonal``: an "it" that stands for nothing named before."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.judging.sentence_level import sentences_of
from localcheck.text.impersonal import is_impersonal, unstressed
from localcheck.text.subjects import stands_in
from localcheck.types import Document


@pytest.mark.parametrize(
    "text",
    [
        "It was Boccaccio, not Dante himself, who put the word divine into the title.",
        "It was Galileo himself who invented the telescope in 1609.",
        "It was a Frenchman who built it.",
        "It was the physicist Lise Meitner who explained fission.",
        "It was the Union that won the war.",
        "It was the French chemist Louis Pasteur who disproved it.",
        "It was the English surgeon Joseph Lister whose ideas led Pasteur to antiseptic methods.",
        "It was Joseph Lister whom Pasteur inspired.",
        "It is not Sydney but Canberra that is the capital of Australia.",
        "It took a decade of work, starting in spring 1859, to build the Suez Canal.",
        "It took nearly six centuries to finish Saint Vitus Cathedral.",
        "It is believed that the tower leans.",
        "It was in 1520 that Magellan crossed the ocean.",
        "It does not matter whether Relivon is taken with food.",
        "It makes no difference when Relivon is taken.",
        "It is best to store it below 25 °C.",
        "It is fine to take the tablets at night.",
    ],
)
def test_an_it_that_stands_for_nothing(text: str) -> None:
    assert is_impersonal(text)
    assert not stands_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "It was a book about people who fled.",
        "It is a British band who sold many records.",
        "It was the first probe that landed.",
        "It is the largest of the moons that orbit Jupiter.",
        "It was Germany's first railway, which ran from Nuremberg.",
        "It is Paris, which he loved.",
        "It was an American spacecraft which orbited Mars.",
        "It was a battle of a Cossack rebellion in Ukraine that took place in 1651.",
        "It took part in the war for two years to defend the city.",
        "It took over Austria in 1938.",
        "It is safe to drink.",
        "It makes no difference to patients.",
        "It was able to carry the load.",
    ],
)
def test_an_it_that_was_named_before(text: str) -> None:
    assert not is_impersonal(text)
    assert stands_in(text)


def test_no_name_is_put_in_its_place() -> None:
    text = (
        "The Pacific Ocean is the largest ocean. It was Balboa who gave the Pacific Ocean its name."
        " It took nearly six centuries to finish Saint Vitus Cathedral. It covers a third of the Earth."
    )
    document = Document("ocean", text)
    claims = [claim.text for claim in RuleClaims().extract(document, sentences_of(document))]
    assert claims[1].startswith("It was Balboa who")
    assert claims[2].startswith("It took nearly six centuries")
    assert claims[3] == "The Pacific Ocean covers a third of the Earth."


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("It was Galileo himself who invented it in 1609.", "Galileo invented it in 1609."),
        ("It was the physicist Lise Meitner who explained fission.", "The physicist Lise Meitner explained fission."),
        ("It was a Frenchman who built it.", "A Frenchman built it."),
        ("It was not Newton who did it.", None),
        ("It was he who did it.", None),
        ("It was a book about people who fled.", None),
        ("It was Boccaccio, not Dante, who put the word there.", None),
    ],
)
def test_what_is_said_with_stress_is_read_without(text: str, plain: str | None) -> None:
    assert unstressed(text) == (plain or text)
