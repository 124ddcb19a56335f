"""Rows of a Markdown table in a text that is checked: each cell is a claim, in the words of its column."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import rules
from localcheck.claims.rules.tables import COLUMNS
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Document

PLANETS = """A comparison:

| Planet | Diameter (km) | **Moons** |
|:-------|:-------------:|----------:|
| Mars | 6,779 | 2 |
| Jupiter | 139,820 | 95 |

Saturn has rings."""


def claims(text: str) -> list[Claim]:
    return rules().extract(Document("text", text), split_sentences(text))


def test_each_cell_is_a_claim_at_the_place_of_its_row() -> None:
    found = claims(PLANETS)
    assert [c.text for c in found if c.checkable] == [
        "The diameter of Mars is 6,779 km.",
        "Mars has 2 moons.",
        "The diameter of Jupiter is 139,820 km.",
        "Jupiter has 95 moons.",
        "Saturn has rings.",
    ]
    assert {c.span.of(PLANETS) for c in found if "Mars" in c.text} == {"| Mars | 6,779 | 2 |"}
    assert [c.note for c in found if "Planet |" in c.text] == [COLUMNS]


def test_labels_before_the_rows_and_things_for_columns() -> None:
    text = "| Feature | Python | Java |\n| --- | --- | --- |\n| Released | 1991 | 1995 |\n| Typing | dynamic | static |"
    assert [c.text for c in claims(text) if c.checkable] == [
        "Python was released in 1991.",
        "Java was released in 1995.",
        "The typing of Python is dynamic.",
        "The typing of Java is static.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| Mars | 6,779 | 2 |\n| Jupiter | 139,820 | 95 |",
        "```\n| Planet | Moons |\n|---|---|\n| Mars | 2 |\n```",
        "| Planet | Moons |\n|---|---|\n| | 2 |",
    ],
)
def test_cells_whose_columns_or_rows_have_no_names_and_code_say_nothing(text: str) -> None:
    assert not any(c.checkable for c in claims(text))


def test_a_pronoun_in_a_line_with_a_name_is_its_own() -> None:
    text = "Rivers:\n\n1. **Nile**: the longest river in Africa; its mouth is in Egypt."
    text += "\n2. **Gullfoss** – a waterfall; it drops 32 metres."
    assert [c.text for c in claims(text) if c.checkable] == [
        "Nile is the longest river in Africa.",
        "Nile's mouth is in Egypt.",
        "Gullfoss is a waterfall.",
        "Gullfoss drops 32 metres.",
    ]


def test_a_row_is_whole_whatever_its_cells_say() -> None:
    row = "| Mercury | It is hot. It has no moon. | 4,879 |"
    found = claims(f"| Planet | Remarks | Diameter (km) |\n|---|---|---|\n{row}\n\nSaturn has rings.")
    assert "The diameter of Mercury is 4,879 km." in [c.text for c in found if c.checkable]
    assert {
        c.span.of(f"| Planet | Remarks | Diameter (km) |\n|---|---|---|\n{row}") for c in found if "4,879" in c.text
    } == {row}


def test_statements_below_each_other_are_claims_as_they_stand() -> None:
    first = "| Statement | By |\n|---|---|\n| Mars has two moons. | Ann |\n| Venus turns the other way | Ben |"
    numbered = "| No. | Text | By |\n|---|---|---|\n| 1 | Mars has two moons. | Ann |\n| 2 | Venus turns the other way. | Ben |"
    assert [c.text for c in claims(first) if c.checkable] == ["Mars has two moons.", "Venus turns the other way."]
    assert [c.text for c in claims(numbered) if c.checkable] == ["Mars has two moons.", "Venus turns the other way."]


@pytest.mark.parametrize(
    ("head", "cell"),
    [("Since", "always"), ("By", "Ada Lovelace"), ("Why", "rain"), ("Used for", "fishing"), ("In service", "1998")],
)
def test_a_column_whose_name_is_no_noun_is_no_property(head: str, cell: str) -> None:
    """Such as "The since of River is always"."""
    text = f"| Name | {head} | Mouth |\n|---|---|---|\n| River | {cell} | Danube |"
    said = " ".join(c.text for c in claims(text))
    assert "The mouth of River is Danube." in said and f"The {head.lower()} of" not in said
