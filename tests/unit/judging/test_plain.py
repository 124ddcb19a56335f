"""Texts as the NLI model reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.evidence.wording import plain


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
        ("It runs from 15.03.2026 to 2028-03-14.", "It runs from 15 March 2026 to 14 March 2028."),
        ("Due 15-Mar-2026, 2026/3/5 or 03/15/2026", "Due 15 March 2026, 5 March 2026 or 15 March 2026"),
        ("Due 03/04/2026, 31.02.2026 or 10.0.2026.1", "Due 03/04/2026, 31.02.2026 or 10.0.2026.1"),
        ("Honoured twice, and twice as often.", "Honoured two times, and twice as often."),
        ("", ""),
    ],
)
def test_what_a_converter_left_over_is_not_read(text: str, read: str) -> None:
    assert plain(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Deliver it not later than 15 September 2026.", "Deliver it by 15 September 2026."),
        ("No later than 1990, he left.", "By 1990, he left."),
        ("It is due no later than 14 days after receipt.", "It is due within 14 days after receipt."),
        ("It is due within 14 days at the latest.", "It is due within 14 days."),
        ("Tell us a week ahead, at the latest on 5 May.", "Tell us a week ahead, by 5 May."),
        ("It must be told without delay, no later than a week after it.", "It must be told within a week after it."),
        ("Cancel no later than two days before arrival.", "Cancel at least two days before arrival."),
        ("It was no later than noon.", "It was no later than noon."),
        ("It ends at the latest when the Sun does.", "It ends at the latest when the Sun does."),
    ],
)
def test_a_deadline_is_read_without_its_denial(text: str, read: str) -> None:
    assert plain(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("He was gone for a fortnight.", "He was gone for two weeks."),
        ("It is cleaned fortnightly, or once a fortnight.", "It is cleaned every two weeks, or once every two weeks."),
        ("A fortnight’s rest, and a fortnightly paper.", "two weeks’ rest, and a fortnightly paper."),
    ],
)
def test_a_fortnight_is_two_weeks(text: str, read: str) -> None:
    assert plain(text) == read


@given(st.text(alphabet="abc 1970's()（）,;.`’", max_size=60))
def test_letters_and_digits_stay_as_they_are(text: str) -> None:
    once = plain(text)
    assert [c for c in once if c.isalnum()] == [c for c in text if c.isalnum()]
    assert len(once) <= len(text)
