"""Claims without their dates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.values.undated import FEWEST, dated, undated


@pytest.mark.parametrize(
    ("claim", "rest"),
    [
        ("It was launched from Florida in July 1969.", "It was launched from Florida."),
        ("In 1905 Einstein published four papers.", "Einstein published four papers."),
        ("In 1905, Einstein published four papers.", "Einstein published four papers."),
        ("She was born on 7 November 1867 in Warsaw.", "She was born in Warsaw."),
        ("She was born on November 7, 1867, in Warsaw.", "She was born in Warsaw."),
        ("She moved to Paris in the spring of 1891.", "She moved to Paris."),
        ("Since late 1920 the team has played here.", "The team has played here."),
        ("He won the 1921 Nobel Prize.", ""),
        ("It ran from 1905 to 1910.", ""),
        ("It was built in two years.", ""),
        ("It cost 1905 dollars.", ""),
        ("Born in 1867.", ""),
    ],
)
def test_the_phrase_with_the_year_goes(claim: str, rest: str) -> None:
    assert undated(claim) == rest


@given(st.text(max_size=80))
def test_nothing_is_added_and_something_is_left(claim: str) -> None:
    rest = undated(claim)
    assert not rest or (len(rest.split()) >= FEWEST and set(rest.lower()) <= set(claim.lower()))


@pytest.mark.parametrize("text", ["in 1969", "the 1960s", "in the nineteenth century", "the roaring twenties"])
def test_texts_with_a_time(text: str) -> None:
    assert dated(text)


@pytest.mark.parametrize("text", ["on July 16 at 13:32", "the same year", "12,345 people"])
def test_texts_without(text: str) -> None:
    assert not dated(text)
