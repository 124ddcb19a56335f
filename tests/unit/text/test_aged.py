"""How old somebody was when something happened, by the dates of one article."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.spans import sentence_spans
from localcheck.text.values.aged import Aged, aged, was_so_old
from localcheck.text.values.succession import when


@pytest.mark.parametrize(
    ("claim", "years"),
    [
        ("Martin Luther King Jr., then aged 35, was awarded the prize.", (35, 35)),
        ("Victoria inherited the throne at the age of eighteen.", (18, 18)),
        ("Victoria inherited the throne when she was just 18.", (18, 18)),
        ("Victoria inherited the throne in her late teens.", (16, 19)),
        ("Turing published his paper in his early twenties.", (20, 24)),
        ("Welles was in his mid-twenties when he made the film.", (23, 27)),
        ("Alexander the Great died in Babylon before turning thirty.", (0, 29)),
        ("Marco Polo was about forty-one years old when he came home.", (39, 43)),
        ("Darwin was under 50 when the book came out.", (0, 49)),
        ("Darwin was over 50 when the book came out.", (50, 120)),
        ("Darwin was tired when the book came out.", None),
        ("Darwin was 50 when the book did not come out.", None),
        ("Darwin, 50, slept.", None),
        ("Darwin, an old man, published the book in London.", None),
        ("Darwin was 150 when the book came out.", None),
    ],
)
def test_ages_at_something(claim: str, years: tuple[int, int] | None) -> None:
    found = aged(claim)
    assert (found and (found.low, found.high)) == years


def test_only_what_the_subject_did_counts() -> None:
    own = aged("Kahlo was 47 when she died.")
    assert own is not None and own.dying
    assert aged("Kahlo was 34 when her father died.") is None


def test_a_raised_number_is_no_age() -> None:
    assert aged("Marie Curie, ¹², discovered radium in Paris.") is None


@given(st.integers(1000, 1900), st.integers(1, 100), st.integers(1, 100))
def test_years_alone_leave_two_ages(born: int, age: int, said: int) -> None:
    true = was_so_old(Aged("A", said, said, "flew"), (born, ""), (born + age, ""))
    assert true is (None if said in (age - 1, age) else False)
    either = was_so_old(Aged("A", age - 1, age, "flew"), (born, ""), (born + age, ""))
    assert either is True


@pytest.mark.parametrize(("day", "age"), [("12 April", 27), ("9 March", 27), ("8 March", 26)])
def test_days_decide(day: str, age: int) -> None:
    born, then = (1934, "He was born on 9 March 1934."), (1961, f"He flew on {day} 1961.")
    assert was_so_old(Aged("A", age, age, "flew"), born, then) is True
    assert was_so_old(Aged("A", age + 1, age + 1, "flew"), born, then) is False
    assert was_so_old(Aged("A", age, age, "flew"), born, (1961, f"He flew on {day} 1961, and on 1 May 1961.")) in (
        None,
        True,
    )


@pytest.mark.parametrize(
    ("told", "year"),
    [
        ("His remains were exhumed in 1862, and moved in 1888 to Vienna's Zentralfriedhof.", None),
        ("His family moved to Vienna in 1780.", None),
        ("His father died in 1787, and he moved to Vienna in 1792.", 1792),
        ("He moved to Vienna in 1792.", 1792),
    ],
)
def test_what_befalls_his_remains_is_no_deed_of_his(told: str, year: int | None) -> None:
    found = when("moved to Vienna", "Ludwig van Beethoven", told, sentence_spans(told))
    assert (found and found.year) == year
