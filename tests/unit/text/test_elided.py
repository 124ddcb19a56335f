"""What is counted and not said again, as claims and as verdicts."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.text.sentences import split_sentences
from localcheck.text.there import named_again
from localcheck.types import Document


def test_what_is_counted_twice_and_named_once() -> None:
    assert named_again("She won 12 games at home and 5 at sea.") == "She won 12 games at home and 5 games at sea."
    assert (
        named_again("It has 3 rooms in the attic and 2 cellars in it.")
        == "It has 3 rooms in the attic and 2 cellars in it."
    )


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Mars has two moons. Venus has none. Earth has one.", ["Venus has no moons.", "Earth has one moon."]),
        ("Mars has two moons, but Venus has none.", ["Venus has no moons."]),
        ("Saturn has many moons. Jupiter has more.", ["Jupiter has more."]),
        (
            "Brazil is the largest producer of coffee; Vietnam comes second.",
            ["Vietnam is the second-largest producer of coffee."],
        ),
        ("It was the most common metal. Tin was second.", ["Tin was the second most common metal."]),
        ("Brazil grows coffee. Vietnam comes second.", ["Vietnam comes second."]),
        ("Mars is a planet. Venus has none.", ["Venus has none."]),
        ("Mars has two moons.\n\nVenus has none.", ["Venus has none."]),
    ],
)
def test_what_is_counted_is_taken_from_the_sentence_before(text: str, claims: list[str]) -> None:
    found = [claim.text for claim in RuleClaims().extract(Document("x", text), split_sentences(text))]
    assert found[1:] == claims
