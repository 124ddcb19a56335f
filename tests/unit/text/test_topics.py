"""Texts that speak of one thing after another: each paragraph's pronouns mean its own subject."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import rules
from localcheck.text.sentences import split_sentences
from localcheck.types import Document

SEVERAL = """Marie Curie was born in Warsaw in 1867. She discovered radium.

Florence Nightingale was a nurse. She worked in the Crimean War. Her book Notes on Nursing appeared in 1859.

The Danube is a river in Europe. It rises in the Black Forest. The river ends in the Black Sea.

Alan Turing was an English mathematician. There he designed the bombe. Turing died in 1954."""
BOHR = """Albert Einstein was born in Ulm. He moved to Bern.

Niels Bohr was a Danish physicist. He argued with Einstein.

In 1933 he went to America. He died in Princeton."""


def claims(text: str, title: str = "") -> list[str]:
    """Each claim, with what it is about in brackets where its words do not say so."""
    found = rules().extract(Document("text", text, title=title), split_sentences(text))
    return [f"{c.text} [{c.about}]" if c.about else c.text for c in found]


def test_each_paragraph_has_its_own_subject() -> None:
    assert claims(SEVERAL) == [
        "Marie Curie was born in Warsaw in 1867.",
        "Marie Curie discovered radium.",
        "Florence Nightingale was a nurse.",
        "Florence Nightingale worked in the Crimean War.",
        "Florence Nightingale's book Notes on Nursing appeared in 1859.",
        "The Danube is a river in Europe.",
        "The Danube rises in the Black Forest.",
        "The river ends in the Black Sea. [Danube]",
        "Alan Turing was an English mathematician.",
        "There Alan Turing designed the bombe.",
        "Alan Turing died in 1954.",
    ]


@pytest.mark.parametrize("title", ["Albert Einstein", ""])
def test_a_paragraph_that_introduces_another_is_about_that_one(title: str) -> None:
    assert claims(BOHR, title)[3:] == [
        "Niels Bohr argued with Einstein.",
        "In 1933 Albert Einstein went to America.",
        "Albert Einstein died in Princeton.",
    ]


def test_one_paragraph_about_several() -> None:
    text = (
        "Marie Curie was born in Warsaw. She discovered radium. Albert Einstein was born in Ulm."
        " In 1921 he won the Nobel Prize. Mount Everest is the highest mountain on Earth. It lies in the Himalayas."
    )
    assert claims(text)[1::2] == [
        "Marie Curie discovered radium.",
        "In 1921 Albert Einstein won the Nobel Prize.",
        "Mount Everest lies in the Himalayas.",
    ]


def test_a_text_with_a_title_is_not_taken_apart_within_a_paragraph() -> None:
    text = "Einstein married Mileva Marić in 1903. Marić was a Serbian physicist. He moved to Bern."
    assert claims(text, "Albert Einstein")[2] != "Mileva Marić moved to Bern."
    assert "Marić moved" not in " ".join(claims(text, "Albert Einstein"))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "Hamlet is a play by William Shakespeare. He wrote it around 1600. It is set in Denmark.",
            "He wrote it around 1600.",
        ),
        ("Moby-Dick is a novel by Herman Melville. He had worked on a whaler.", "He had worked on a whaler."),
        ("Orson Welles directed a film. He was 25 then. It won one Academy Award.", "It won one Academy Award."),
    ],
)
def test_a_pronoun_of_another_kind_means_somebody_else_and_names_nobody(text: str, kept: str) -> None:
    assert kept in claims(text)


def test_a_paragraph_that_begins_with_a_pronoun_goes_on_with_the_one_before() -> None:
    text = "Iceland joined NATO in 1949. It has no army.\n\nNorway is a country. It has a king.\n\nIt refused to join the EU."
    assert claims(text)[-1] == "Norway refused to join the EU."


LEONARDO = """Leonardo was born near Vinci in 1452. He painted the Mona Lisa. He spent his last years in France.

{first} {then}

In 1519 he died."""


@pytest.mark.parametrize(
    ("first", "then", "read"),
    [
        ("Michelangelo painted the ceiling.", "He was younger.", "Michelangelo was younger."),
        ("Napoleon himself knew little of painting.", "He came from Corsica.", "Napoleon came from Corsica."),
        ("Dürer, the son of a goldsmith, left Nuremberg.", "He was younger.", "Dürer was younger."),
        ("Snowmobiles carry the snowmobile post.", "He invented them.", "He invented them."),  # a common noun
        ("Hawks and Fletcher made films.", "He was the elder.", "He was the elder."),
        ("Pelopidas came to Thebes.", "When Alexander saw him he fled.", "When Alexander saw him he fled."),
        ("Isabella and her husband ruled Mantua.", "She collected pictures.", "Isabella collected pictures."),
        ("Unlike Leonardo, Dürer signed his prints.", "He was younger.", "He was younger."),  # both are named
        ("Verrocchio taught him for years.", "He ran a workshop.", "He ran a workshop."),  # either of them
        ("Critics praised the picture.", "He was proud of it.", "He was proud of it."),
    ],
)
def test_a_paragraph_whose_subject_is_another_is_about_that_one(first: str, then: str, read: str) -> None:
    assert read in claims(LEONARDO.format(first=first, then=then))


def test_where_a_title_says_what_the_text_is_about_another_subject_takes_over_only_if_it_is_introduced() -> None:
    text = LEONARDO.format(first="Michelangelo painted the ceiling.", then="He was younger.")
    assert claims(text, "Leonardo")[4] == "He was younger. [Leonardo]"
