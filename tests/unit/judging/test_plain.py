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


@given(st.text(alphabet="abc 1970's()（）,;.`’", max_size=60))
def test_letters_and_digits_stay_as_they_are(text: str) -> None:
    once = plain(text)
    assert [c for c in once if c.isalnum()] == [c for c in text if c.isalnum()]
    assert len(once) <= len(text)
