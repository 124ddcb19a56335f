"""Numbers and names of a claim, held against a premise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.facts import missing_names, negated, numbers
from localcheck.text.names import name_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 1886 about 2.5 million rivets, eleven awards, the third tower", {3, 11, 1886, 2_500_000}),
        ("18,038 pieces of iron and 72 names", {18038, 72}),
        ("twenty-one films, ninety days", {21, 90}),
        ("the 1930s and the 19th century", {1930, 19}),
        ("one of them, the first, the second", set()),
        ("three hundred workers", {300}),
        ("no number at all", set()),
        ("born on 7 November 1867", {7, 1867}),
    ],
)
def test_numbers_as_values(text: str, expected: set[float]) -> None:
    assert numbers(text) == expected


def test_the_same_number_in_words_and_digits() -> None:
    assert numbers("It won eleven awards.") == numbers("The film won 11 awards.") == {11}


@pytest.mark.parametrize(
    ("text", "denied"), [("Symphony no. 9 is long.", False), ("No. It is not.", True), ("no. It", True)]
)
def test_the_abbreviation_of_number_denies_nothing(text: str, denied: bool) -> None:
    assert negated(text) is denied


def test_names_leave_out_openers_and_months() -> None:
    assert name_words("Helium is light.") == {"helium"}
    assert not name_words("Counted from there, however.")
    assert name_words("In May the Polish chemist Marie Curie moved to Paris.") == {"polish", "marie", "curie", "paris"}
    assert missing_names("Her supervisor was John von Neumann.", "Alan Turing. His supervisor was Alonzo Church.") == {
        "john", "neumann",
    }  # fmt: skip
    assert not missing_names("Curie's work in Paris.", "The work of curie; paris")
    assert not missing_names("A0 is its postcode.", "The Curies' house has the postcode A0'.")


@given(st.text(max_size=80), st.text(max_size=80))
def test_nothing_is_missing_from_oneself_and_nothing_raises(a: str, b: str) -> None:
    assert not missing_names(a, a)
    assert numbers(a) <= numbers(f"{a} {b}")
