"""Word tokens: spaCy's English rules. The expected splits were made with spaCy 3.8 and are kept as they came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.tokens import word_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("He didn't leave the U.S. (1990-2005).", "He did n't leave the U.S. ( 1990 - 2005 ) ."),
        ("I've said it's Bob's; don't.", "I 've said it 's Bob 's ; do n't ."),
        ("He’d gone — she’ll come…", "He ’d gone — she ’ll come …"),
        ("St. Louis, Mo., and N.Y.", "St. Louis , Mo. , and N.Y."),
        ("well-known state-of-the-art", "well - known state - of - the - art"),
        ("$5.50 or €20m, 100% of 3km", "$ 5.50 or € 20 m , 100 % of 3 km"),
        ("born c. 1650–1720", "born c. 1650–1720"),
        ("and/or at 10am or 5p.m.", "and/or at 10 am or 5 p.m."),
        ("see https://example.org/a?b=c, now", "see https://example.org/a?b=c , now"),
        ("cannot, gonna; let's", "can not , gon na ; let 's"),
        ('\'Tis the "end".', '\' Tis the " end " .'),
        ("end.Start of it", "end . Start of it"),
        ("C++ and (e.g.) A.I.", "C++ and ( e.g. ) A.I."),
        ("its shell were well", "its shell were well"),
    ],
)
def test_english_rules(text: str, tokens: str) -> None:
    assert word_tokens(text) == tokens.split()


def test_a_run_of_blanks_keeps_all_but_one() -> None:
    assert word_tokens("one  two\n\nthree \n four ") == ["one", " ", "two", "\n\n", "three", "\n ", "four"]


def test_nothing_gives_nothing() -> None:
    assert word_tokens("") == []


@pytest.mark.parametrize(
    "text", ["?" * 20_000, "a" * 20_000, '("' * 10_000, "a-" * 10_000, "'s" * 10_000, "." * 20_000]
)
def test_an_absurd_word_is_split_all_the_same(text: str) -> None:
    assert "".join(word_tokens(text)) == text


@given(st.text())
def test_no_visible_character_is_lost_or_made(text: str) -> None:
    assert "".join("".join(word_tokens(text)).split()) == "".join(text.split())


@given(st.lists(st.text(st.characters(blacklist_categories=("Zs", "Cc", "Zl", "Zp")), min_size=1), max_size=5))
def test_words_are_split_on_their_own(words: list[str]) -> None:
    apart = [token for word in words for token in word_tokens(word)]
    assert word_tokens(" ".join(words)) == apart
