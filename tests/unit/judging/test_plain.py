"""Texts as the NLI model reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.evidence.read import plain


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("It came up in the 1970's.", "It came up in the 1970s."),
        ("It came up in the late 1960’s", "It came up in the late 1960s"),
        ("In 1975's spring, and in the 70's.", "In 1975's spring, and in the 70's."),
        ("Skopje (, ; ) is a city.", "Skopje is a city."),
        ("Granite () is a rock (, from Latin).", "Granite is a rock (from Latin)."),
        ("``Dead'' or alive (1990).", '"Dead" or alive (1990).'),
        ("Picasso was a Spaniard.", "Picasso was Spanish."),
        ("Bohr was a Dane, an Englishwoman and a Londoner", "Bohr was Danish, English and from London"),
        ("the Spaniard Juan Gris, a Dane named Bohr", "the Spaniard Juan Gris, a Dane named Bohr"),
        ("Honoured twice, and twice as often.", "Honoured two times, and twice as often."),
        ("", ""),
    ],
)
def test_what_a_converter_left_over_is_not_read(text: str, read: str) -> None:
    assert plain(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("He was born two days before Christmas in 1822.", "He was born on 23 December 1822."),
        ("He was born 3 days after Christmas, 1822.", "He was born on 28 December 1822."),
        ("The day after Boxing Day, he left.", "On 27 December, he left."),
        ("He stayed until the eve of New Year.", "He stayed until 31 December."),
        ("It sank a day after New Year’s Eve 1999.", "It sank on 1 January 2000."),
    ],
)
def test_days_that_are_counted_from_a_feast_are_dates(text: str, read: str) -> None:
    assert plain(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "It was open for the three days before Christmas.",
        "It was open in the days before Christmas.",
        "It melted within two days after Christmas.",
        "It came about two days before Christmas.",
        "It came twenty-two days before Christmas.",
        "It came two days before Christmas, on 23 December 1822.",
        "It came two days before Christmas dinner.",
        "It came two days before Christmas Island was seen.",
    ],
)
def test_days_around_a_feast_that_are_no_date_stay(text: str) -> None:
    assert plain(text) == text


@given(st.text(alphabet="abc 1970's()（）,;.`’", max_size=60))
def test_letters_and_digits_stay_as_they_are(text: str) -> None:
    once = plain(text)
    assert [c for c in once if c.isalnum()] == [c for c in text if c.isalnum()]
    assert len(once) <= len(text)
