"""Which of two values that articles tell is greater, or later, and what a claim that compares them is then. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from localcheck.text.values.comparisons import ALIVE, LIVED, NUMBERS, WHICH_FIRST, YEARS_LIVED, Comparison
from localcheck.text.values.gaps import ANY, fits
from localcheck.text.values.measures import FIRST, LAST, NTH, Measured

Values = Mapping[str, Measured]
Held = tuple[bool, str, str] | None
"""Whether a comparison is so, and by which value of each; None where that is open."""
CLEARLY = {"height": 1.01, "length": 1.03, "distance": 1.03, "population": 1.2, "mass": 1.2, "price": 1.0}
CLEARLY |= dict.fromkeys(("area", "diameter", "depth"), 1.1) | dict.fromkeys(NUMBERS, 1.01)
"""By which factor two values must differ: articles round them, and are of other years."""
BUILT = frozenset(("built", "completed", "opened"))
FEW_YEARS = 2
"""Between what is built, and then opened."""


def holds(claim: Comparison, one: Values, other: Values) -> Held:
    """Whether what a claim compares is so, and by which value of each; None where the values of the two do not settle it."""
    held = _holds(claim, one, other)
    return (not held[0], *held[1:]) if held is not None and claim.denied else held


def _holds(claim: Comparison, one: Values, other: Values) -> Held:
    if claim.of == LIVED:
        return _lives(claim.sign, one, other)
    if claim.of == YEARS_LIVED:
        return _years_lived(claim.sign, one, other)
    if claim.of == ALIVE:
        return _alive(claim, one, other)
    if claim.of in (WHICH_FIRST, "age"):
        return _later(claim, one, other)
    found = {name: _order(CLEARLY[name], one[name], other[name]) for name in one.keys() & other.keys()}
    if len(orders := {*found.values()}) != 1 or 0 in orders:
        return None
    return orders == {claim.sign}, min(found), min(found)


def _later(claim: Comparison, one: Values, other: Values) -> Held:
    """Which came later, by the first values of each that can be held against one another: a number of an office is no year."""
    told = ((mine, its) for mine in claim.sides[0] if mine in one for its in claim.sides[1] if its in other)
    pair = next((p for p in told if p[0].startswith(NTH) == p[1].startswith(NTH)), None)
    if pair is None:
        return None
    mine, its = (values[value] for values, value in zip((one, other), pair, strict=True))
    if claim.sign == 0:
        same = _same(claim.unit, mine, its)
        return None if same is None else (same, *pair)
    order = (mine.low > its.high) - (mine.high < its.low)
    exact = mine.low == mine.high and its.low == its.high
    if frozenset(pair) <= BUILT and len({*pair}) == 2 and abs(mine.low - its.low) <= FEW_YEARS:
        return None
    if order and order == claim.sign and claim.gap != ANY:
        years = exact and not pair[0].startswith(NTH)
        apart = fits(abs(mine.low - its.low), claim.gap) if years else None
        return None if apart is None else (apart, *pair)
    if not order and exact and fits(0, claim.gap) is False:
        return False, *pair
    return (order == claim.sign, *pair) if order else None


def _same(unit: int, one: Measured, other: Measured) -> bool | None:
    """Whether two years are of one year, decade or century; that they are of one day no years tell."""
    ends = [end if unit < 2 else (end - (unit == 100)) // unit for end in (one.low, one.high, other.low, other.high)]
    if ends[0] > ends[3] or ends[1] < ends[2]:
        return False
    return True if unit and len({*ends}) == 1 else None


def _order(factor: float, one: Measured, other: Measured) -> int:
    """1 where the first has more, -1 where less; 0 where that is open."""
    return (one.low > other.high * factor) - (other.low > one.high * factor)


def _lives(sign: int, one: Values, other: Values) -> Held:
    """Of two whose lives overlap neither lived before the other; of two whose lives do not none saw the other."""
    if LAST in one and FIRST in other and one[LAST].high < other[FIRST].low:
        return sign == -1, LAST, FIRST
    if FIRST in one and LAST in other and one[FIRST].low > other[LAST].high:
        return sign == 1, FIRST, LAST
    if sign and all(v in values for v in (FIRST, LAST) for values in (one, other)):
        apart = {(one[v].low > other[v].high) - (one[v].high < other[v].low) for v in (FIRST, LAST)}
        if apart == {-sign}:
            return False, FIRST, FIRST
    return None


def _years_lived(sign: int, one: Values, other: Values) -> Held:
    """Which of two lives was longer, by two years at least."""
    ends = [values[v] for values in (one, other) for v in (FIRST, LAST) if v in values]
    if len(ends) != 4 or any(end.low != end.high for end in ends):
        return None
    apart = (ends[1].low - ends[0].low) - (ends[3].low - ends[2].low)
    return ((apart > 0) == (sign > 0), LAST, LAST) if abs(apart) > 1 else None


def _alive(claim: Comparison, one: Values, other: Values) -> Held:
    """Whether somebody was alive, or dead, when something happened; None in the year of the birth or the death."""
    happened = next((v for v in claim.sides[1] if v in other), "")
    if not happened or FIRST not in one or LAST not in one:
        return None
    year, born, died = other[happened], one[FIRST], one[LAST]
    if year.low > died.high:
        return claim.sign < 0, LAST, happened
    if year.high < born.low:
        return False, FIRST, happened
    return (claim.sign > 0, LAST, happened) if born.high < year.low and year.high < died.low else None
