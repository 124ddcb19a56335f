"""Arithmetic of claims and premises: units, shares, bounds, intervals, seasons and months, by properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.values.compare import compare, in_same_words
from localcheck.text.values.dates import SEASONS, periods
from localcheck.text.values.quantities import quantities

MONTHS = "January February March April May June July August September October November December".split()
whole = st.integers(2, 900)
EXACT = (
    ("kg", "g", 1000),
    ("km", "m", 1000),
    ("hours", "minutes", 60),
    ("years", "months", 12),
    ("bar", "kPa", 100),
    ("l", "ml", 1000),
)


@given(whole, st.sampled_from(EXACT))
def test_the_same_amount_in_another_unit_is_borne_out_both_ways(n: int, units: tuple[str, str, int]) -> None:
    large, small, factor = units
    one, other = f"It takes {n} {large}.", f"It takes {n * factor} {small}."
    assert not compare(one, other).lost and not compare(other, one).lost
    assert in_same_words(one, other)[0] == other


@given(whole, st.integers(1, 900), st.sampled_from(EXACT))
def test_another_amount_in_another_unit_contradicts(n: int, more: int, units: tuple[str, str, int]) -> None:
    large, small, factor = units
    share = more * factor / (n * factor)
    found = compare(f"It takes {n} {large}.", f"It takes {(n + more) * factor} {small}.")
    assert bool(found.rivals) is (share > 0)


@given(whole, whole)
def test_a_bound_holds_exactly_what_lies_inside(bound: int, n: int) -> None:
    for said, holds in (
        (f"Fewer than {bound} people died.", n < bound),
        (f"More than {bound} people died.", n > bound),
        (f"At least {bound} people died.", n >= bound),
        (f"At most {bound} people died.", n <= bound),
    ):
        premise = f"{n} people died."
        assert bool(compare(said, premise).lost) is not holds
        assert bool(compare(said, premise).rivals) is not holds
        assert compare(premise, said).left_open is (holds and n != bound)
        if n != bound:
            assert compare(premise, said).lost
            assert bool(compare(premise, said).rivals) is not holds


@given(st.integers(2, 400), st.integers(1, 400), st.integers(2, 900))
def test_an_interval_holds_what_lies_between_its_ends(low: int, width: int, n: int) -> None:
    said, inside = f"It has between {low} and {low + width} rooms.", low <= n <= low + width
    assert bool(compare(said, f"It has {n} rooms.").lost) is not inside


@given(st.integers(1900, 2030), st.sampled_from(sorted(SEASONS)), st.sampled_from(MONTHS))
def test_a_month_lies_in_its_season_or_contradicts_it(year: int, season: str, month: str) -> None:
    first, last = SEASONS[season]
    number = MONTHS.index(month) + 1
    inside = first <= number <= last or (last > 12 and number <= last - 12)
    found = compare(f"It closed in the {season} of {year}.", f"It closed in {month} {year}.")
    assert bool(found.rivals) is not inside
    assert not compare(f"It closed in {month} {year}.", f"It closed in {month} {year}.").lost


@given(st.integers(0, 9), st.integers(0, 9))
def test_a_year_lies_in_its_decade(decade: int, year: int) -> None:
    assert not compare(f"It opened in the 19{decade}0s.", f"It opened in 19{decade}{year}.").lost


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Costs were halved.", "Costs fell by 50 %."),
        ("Costs were halved.", "The change in costs was −50 %."),
        ("Sales doubled.", "Sales rose by 100 percent."),
        ("Two thirds of the staff left.", "66.7 % of the staff left."),
        ("It runs at 20 °C.", "It runs at 68 °F."),
        ("It runs at 120 km/h.", "It runs at 75 mph."),
        ("It cost $5m.", "It cost five million dollars."),
        ("It opened in the 19th century.", "It opened in 1850."),
    ],
)
def test_paraphrases_of_numbers_are_borne_out(claim: str, premise: str) -> None:
    assert not compare(claim, premise).lost


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Costs were halved.", "Costs fell by 20 %."),
        ("Costs fell by 50 %.", "Costs rose by 50 %."),
        ("It takes 5 mg.", "It takes 50 mg."),
        ("He ruled for 12 years.", "He ruled for 12 months."),
        ("It runs at 20 °C.", "It runs at 95 °F."),
        ("It closed in May 2020.", "It closed in March 2020."),
    ],
)
def test_other_values_contradict(claim: str, premise: str) -> None:
    assert compare(claim, premise).rivals


@given(st.text(max_size=100), st.text(max_size=100))
def test_nothing_raises_and_a_text_bears_itself_out(a: str, b: str) -> None:
    assert not compare(a, a).lost and not compare(a, a).rivals
    assert in_same_words(a, a) == (a, a)
    compare(a, b)
    in_same_words(a, b)
    for found in quantities(a):
        assert 0 <= found.span.start < found.span.end <= len(a)
    for period in periods(a):
        assert period.first <= period.last
