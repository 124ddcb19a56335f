"""When the document's title leads the query, and in which order names are looked up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from localcheck.sources import queries
from localcheck.sources.by_query import AROUND, query_for, sentences_around
from localcheck.types import Claim, Document, Span


def claim(text: str) -> Claim:
    return Claim("0.0", 0, text, Span(0, len(text)))


@pytest.mark.parametrize(
    ("title", "text", "query"),
    [
        ("Marie Curie", "She was born in 1867.", "Marie Curie She was born in 1867."),
        ("Marie Curie", "It rained.", "Marie Curie It rained."),
        ("Marie Curie", "She was born in Warsaw.", "Marie Curie She was born in Warsaw."),
        ("Marie Curie", "Pierre Curie was born in Paris.", "Pierre Curie was born in Paris. Marie Curie"),
        ("Marie Curie", "Marie Curie was born in Warsaw.", "Marie Curie was born in Warsaw."),
        ("Mercury (planet)", "Mercury is hot.", "Mercury (planet) Mercury is hot."),
        ("Mercury (planet)", "Mercury orbits the Sun.", "Mercury orbits the Sun. Mercury (planet)"),
        ("Meeting notes", "Pierre Curie was born in Paris.", "Pierre Curie was born in Paris."),
        ("My Essay about Iceland", "The climate is mild.", "Iceland The climate is mild."),
        ("My Essay about Iceland", "Ingólfr came to stay.", "Iceland Ingólfr came to stay."),
        ("My Essay about Iceland", "The winters of Iceland are mild.", "The winters of Iceland are mild."),
        ("Golden Gate Bridge: quick facts", "In 1931 Ellis left.", "In 1931 Ellis left. Golden Gate Bridge"),
        ("", "She was born in 1867.", "She was born in 1867."),
    ],
)
def test_the_title_leads_a_claim_that_names_nobody(title: str, text: str, query: str) -> None:
    assert query_for(Document("d", text, title), claim(text)) == query


def test_what_a_claim_is_about_leads_whatever_the_title_says() -> None:
    crew = replace(claim("The crew landed in the Pacific."), about="Apollo 11")
    assert query_for(Document("d", "", "Moon landings"), crew) == "Apollo 11, The crew landed in the Pacific."


def test_longer_names_come_first_and_equal_ones_in_their_order() -> None:
    found = queries.names("Paris and Marie Curie of Warsaw")
    lengths = [name.length for name in found]
    assert lengths == sorted(lengths, reverse=True) and lengths[0] > 1
    for length in set(lengths):
        starts = [name.start for name in found if name.length == length]
        assert starts == sorted(starts)
    keys = [name.key for name in found]
    assert keys.index("marie curie") < keys.index("paris") < keys.index("warsaw")


def test_plurals_are_looked_up_in_the_singular_and_long_lower_case_runs_are_no_names() -> None:
    keys = {name.key for name in queries.names("Berries grow where strong sea wind waves reach sand")}
    assert {"berries", "berry"} <= keys and not {"berrie", "berry s", "bery"} & keys
    assert "strong sea wind waves" in keys and "strong sea wind waves reach" not in keys


def test_a_name_anywhere_behind_the_first_word_is_the_claim_s_own() -> None:
    named, nobody = claim("In Warsaw rain fell."), claim("In warsaw rain fell.")
    assert query_for(Document("d", "", "Marie Curie"), named) == f"{named.text} Marie Curie"
    assert query_for(Document("d", "", "Marie Curie"), nobody) == f"Marie Curie {nobody.text}"


def test_a_function_word_opens_a_name_only_as_a_capital_article() -> None:
    keys = {name.key for name in queries.names("In Paris the Danube met The Hague")}
    assert {"paris", "danube", "the hague", "hague"} <= keys
    assert not {"in paris", "the danube", "the danube met", "in"} & keys
    (name,) = [name for name in queries.names("It is The Hague") if name.key == "the hague"]
    assert (name.start, name.length, name.part) == (2, 2, False)


BLOG = "We came to Lisbon by train. Many ships left Lisbon for India. The hills of Lisbon are old."


@pytest.mark.parametrize(
    ("text", "at", "query"),
    [
        ("The city was made the capital in 1255.", 1, "The city was made the capital in 1255. Lisbon"),
        (
            "The city was made the capital in 1255.",
            0,
            "The city was made the capital in 1255.",
        ),  # nothing stands before it
        ("Many ships left for India.", 1, "Many ships left for India."),
        ("Porto lies on a river.", 1, "Porto lies on a river."),
    ],
)
def test_without_a_title_a_claim_that_names_nothing_has_the_name_of_its_text_behind_it(
    text: str, at: int, query: str
) -> None:
    assert query_for(Document("d", BLOG), replace(claim(text), sentence=at)) == query
    assert query_for(Document("d", text), replace(claim(text), sentence=at)) == text


def test_a_name_that_is_rare_in_its_text_or_not_the_only_one_is_not_what_the_text_is_about() -> None:
    city = replace(claim("The city was made the capital in 1255."), sentence=1)
    for more in (" It rained." * 30, " All of India, the coast of India"):
        assert query_for(Document("d", BLOG + more), city) == city.text


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Its fur is white.", "Giant panda Its fur is white."),
        ("China has put it on coins.", "Giant panda China has put it on coins."),
        ("Most live in Sichuan.", "Most live in Sichuan. Giant panda"),
        ("Zoos want it.", "Giant panda Zoos want it."),
    ],
)
def test_without_a_title_what_the_paragraph_is_about_stands_for_it(text: str, query: str) -> None:
    whole = f"The giant panda lives in China. It eats bamboo. Its cubs are small. {text}"
    said = replace(claim(text), span=Span(whole.index(text), len(whole)))
    assert query_for(Document("d", whole), said) == query


def test_the_sentences_around_a_claim_tell_what_is_spoken_of() -> None:
    text = " ".join(f"Sentence {n} is here." for n in range(30))
    near = sentences_around(text, text.index("Sentence 12"))
    assert near == tuple(f"Sentence {n} is here." for n in range(12 - AROUND, 12 + AROUND + 1))
    assert sentences_around(text, 0)[0] == "Sentence 0 is here." and len(sentences_around(text, 0)) == AROUND + 1
    assert sentences_around("Two are too few. They tell nothing.", 0) == ()
