"""Whether somebody died young or grew old, and who is called a man or a woman."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.values.lifetimes import Years
from localcheck.text.values.persons import Called, Lifespan, called_man_or_woman, lifespan, lived, told_of
from localcheck.types import Span


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("Byron died at a young age in Greece.", Lifespan("Byron", True, False)),
        ("Byron passed away very young.", Lifespan("Byron", True, False)),
        ("Titian lived to a ripe old age.", Lifespan("Titian", False, False)),
        ("Titian never reached old age.", Lifespan("Titian", False, True)),
        ("Titian lived a long life.", Lifespan("Titian", False, False)),
        ("Byron died young, and Titian old.", None),
        ("Young Byron died in Greece.", None),
        ("Titian lived in an old house.", None),
    ],
)
def test_lives_that_are_called_short_or_long(claim: str, found: Lifespan | None) -> None:
    assert lifespan(claim) == found


@given(st.integers(0, 120), st.booleans(), st.booleans())
def test_what_years_say_of_a_life(age: int, young: bool, denied: bool) -> None:
    held = lived(Lifespan("A", young, denied), Years(1800, 1800 + age))
    assert held is None or held == (((age < 55) == young) != denied)
    assert (held is None) == (40 < age < 60 if young else 50 < age < 75)


def test_years_that_are_no_life_say_nothing() -> None:
    for life in (Years(None, 1800), Years(1800, None), Years(1800, 1700), Years(1500, 1700)):
        assert lived(Lifespan("A", True, False), life) is None


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("Ada Lovelace was Lord Byron's only legitimate daughter.", Called("Ada Lovelace", True)),
        ("Mary Shelley became the wife of a poet.", Called("Mary Shelley", True)),
        ("Bede was a monk in Northumbria.", Called("Bede", False)),
        ("Bede was not a nun.", None),
        ("Ada was a womanly figure.", None),
        ("The queen was the mother of a king.", None),
        ("Edward, the son of a king, was the brother of Mary.", None),
    ],
)
def test_who_is_called_a_man_or_a_woman(claim: str, found: Called | None) -> None:
    assert called_man_or_woman(claim) == found


def spans(text: str) -> list[Span]:
    places, at = [], 0
    for sentence in text.split(". "):
        places.append(Span(at, at + len(sentence)))
        at += len(sentence) + 2
    return places


@pytest.mark.parametrize(
    ("text", "woman"),
    [
        ("She sang. Her voice was low. She died. He wept", None),
        ("She sang. Her voice was low. She died. She rests. He wept", True),
        ("He sang. He wrote. His wife was a nurse. She said that she and her friends knew her and hers", None),
        ("He sang. He wrote. His wife was a nurse", False),
        ("Ada sang. Ada wrote. She died", None),
        ("", None),
    ],
)
def test_whom_an_article_is_about(text: str, woman: bool | None) -> None:
    found = told_of(text, spans(text))
    assert (found and found[0]) is woman
