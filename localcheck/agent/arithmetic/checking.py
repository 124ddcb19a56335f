"""Checks equalities: do both sides agree, to the last digit that the text gives, with their units and percentages? And do the
values that a text gives to its unknowns solve the equations of the same text?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from localcheck.agent.arithmetic.formula import (
    PI,
    FormulaError,
    Letter,
    Number,
    Operation,
    computes,
    evaluate,
    letters_of,
    nodes,
    numbers_of,
    shown,
)
from localcheck.agent.arithmetic.measuring import (
    COINS,
    CURRENCIES,
    MONEY,
    SIZES,
    SPACE,
    differ_by_prefix,
    measured_by,
    size_of,
)
from localcheck.agent.arithmetic.statements import Equality, Side
from localcheck.text.patterns import regex

PIS = (PI, Fraction(314, 100), Fraction(22, 7))
"""Values that schools take for π; a result by any of them stands."""
MIXED = regex(r"\d\s*\(\s*\d+\s*/\s*\d+\s*\)")
"""2(1/2) is a product, or two and a half as school books write it without a line."""
POINTS = (Fraction(3), Fraction(7), Fraction(19, 2), Fraction(13, 11))
"""Where the two sides of an equality with unknowns are compared: an identity agrees at all of them."""


@dataclass(frozen=True, slots=True)
class Checked:
    """An equality with what came out."""

    equality: Equality
    holds: bool | None
    """None where it cannot be told: an equation, or beyond the limits."""
    value: Fraction | None = None
    """What the computing side gives."""
    stated: Fraction | None = None
    """What the text says instead, when it does not hold."""

    @property
    def line(self) -> str:
        """One line for a person."""
        if self.holds is None:
            return f"{self.equality.text}: an equation, or beyond the calculator"
        if self.holds:
            return f"{self.equality.text}: correct"
        found = "" if self.value is None else f", the result is {shown(self.value)}"
        return f"{self.equality.text}: wrong{found}"


def check(equality: Equality, letters: Mapping[str, Fraction] | None = None) -> Checked:
    """Compute both sides. Unknowns take their value from ``letters``; without a value only an identity can be confirmed."""
    try:
        free = equality.letters - set(letters or {})
        if free:
            return _identity(equality, free, dict(letters or {}))
        return _compare(equality, dict(letters or {}), solution=bool(equality.letters))
    except (FormulaError, OverflowError, ZeroDivisionError):
        return Checked(equality, None)


def _identity(equality: Equality, free: frozenset[str], letters: dict[str, Fraction]) -> Checked:
    for point in POINTS:
        values = {**letters, **{name: point + 2 * i for i, name in enumerate(sorted(free))}}
        if evaluate(equality.left.formula, values) != evaluate(equality.right.formula, values):
            return Checked(equality, None)
    return Checked(equality, True)


def _compare(equality: Equality, letters: dict[str, Fraction], solution: bool) -> Checked:
    left, right = equality.left, equality.right
    if _adds_unlike(left) or _adds_unlike(right):
        return Checked(equality, None)
    if not (computes(left.formula) or computes(right.formula)) and not solution:
        return _conversion(equality)
    if not solution and _sizes_differ(equality):
        return _compare_in_base_units(equality)
    share = left.share or right.share
    for pi in PIS:
        value, stated = evaluate(left.formula, letters, pi, share), evaluate(right.formula, letters, pi, share)
        if _agree(equality, value, stated, solution) or _agree_in_units(equality, value, stated):
            return Checked(equality, True, value)
    value, stated = (evaluate(side.formula, letters, relative=True) for side in (left, right))
    if _agree(equality, value, stated, solution):
        return Checked(equality, True, value)
    if any(
        _adds(side) and len(_all_units(side)) > 1 for side in (left, right)
    ):  # $5 + 50 cents: nothing is known of them
        return Checked(equality, None)
    value, stated = (evaluate(side.formula, letters, relative=share) for side in (left, right))
    if isinstance(left.formula, Number) and computes(right.formula):
        value, stated = stated, value
    unsure = _may_convert(left, right) or MIXED.search(equality.text)
    return Checked(equality, None if unsure else False, value, stated)


def _may_convert(left: Side, right: Side) -> bool:
    """Is the result in another unit, of which nothing is known here: 99 cents in dollars, MB in GB, kW and min in kWh?"""
    mine, its = _all_units(left), _all_units(right)
    if not mine or not its or mine & its:
        return False
    coins = bool(mine & COINS and its & MONEY) or bool(its & COINS and mine & MONEY)
    return coins or len(mine) > 1 or len(its) > 1 or any(differ_by_prefix(m, i) for m in mine for i in its)


def _sizes_differ(equality: Equality) -> bool:
    """Are there units of one kind and of different sizes: metres and centimetres, millions and ones?"""
    units = [measured_by(u) for side in (equality.left, equality.right) for u in side.units]
    sizes = {(SPACE.get(kind, kind), size) for kind, size in filter(None, units)}
    if any(kind == "count" for kind, _ in sizes):
        many = sum(u is not None and u[0] == "count" for u in units)
        numbers = sum(len(numbers_of(side.formula)) for side in (equality.left, equality.right))
        sizes |= {("count", Fraction(1))} if many < numbers else set()
    return len({kind for kind, _ in sizes}) < len(sizes)


def _compare_in_base_units(equality: Equality) -> Checked:
    """An equality with units of different sizes. It is called wrong only where all its units are known and of one kind."""
    left, right = equality.left, equality.right
    values = [evaluate(side.based or side.formula, relative=side.share) for side in (left, right)]
    shares = [evaluate(side.formula) for side in (left, right)]
    if not shares[1] or not values[1]:
        return Checked(equality, None)
    if _times_a_time(left) and shares[0] == shares[1]:  # 365 days x 24 hours = 8,760 hours
        return Checked(equality, True, shares[0])
    one = values[1] / shares[1]
    value, stated = values[0] / one, shares[1]
    if _close(value, stated, _last_place(equality), equality.sign == "≈"):
        return Checked(equality, True, value)
    kinds = {measured and measured[0] for side in (left, right) for measured in map(measured_by, side.units)}
    single = len(kinds) == 1 and None not in kinds and not _times_a_time(left)
    whole = all(not _adds(s) or len(s.units) == len(numbers_of(s.formula)) or kinds == {"count"} for s in (left, right))
    sure = single and whole and right.units and isinstance(right.formula, Number) and "/" not in left.text
    return Checked(equality, False, value, stated) if sure else Checked(equality, None)


def _times_a_time(side: Side) -> bool:
    """Does it multiply two lengths of time? Hours by minutes means: by the minutes of each hour."""
    signs = {n.sign for n in nodes(side.formula) if isinstance(n, Operation)}
    return signs == {"*"} and len({unit for unit in side.units if SIZES.get(unit, ("",))[0] == "time"}) > 1


def _all_units(side: Side) -> set[str]:
    """Its units, with the signs of currencies before numbers."""
    return {*side.units, *(c for c in side.text if c in CURRENCIES)}


def _adds_unlike(side: Side) -> bool:
    """Does it add what cannot be added: kilograms and metres, euros and dollars?"""
    signs = {n.sign for n in nodes(side.formula) if isinstance(n, Operation)}
    units = _all_units(side)
    if not signs or not signs <= {"+", "-"} or any(unit.startswith("/") for unit in units):
        return False
    kinds = {measured[0] for measured in map(measured_by, units) if measured} - {"count", "money"}
    return len(kinds) > 1 or len({CURRENCIES[u.lower()] for u in units if u.lower() in CURRENCIES}) > 1


def _adds(side: Side) -> bool:
    return any(isinstance(n, Operation) and n.sign in "+-" for n in nodes(side.formula))


def _conversion(equality: Equality) -> Checked:
    """Two bare quantities: told only where both have a unit of the same kind, or one is the other in per cent."""
    if (told := _in_per_cent(equality)) is not None:
        return told
    if (ratio := _ratio(equality)) is None or equality.sign == "≗":
        return Checked(equality, None)
    value, stated = evaluate(equality.left.formula) * ratio, evaluate(equality.right.formula)
    holds = _close(value, stated, _last_place(equality), loose=equality.sign == "≈")
    return Checked(equality, holds, value, None if holds else stated)


def _in_per_cent(equality: Equality) -> Checked | None:
    """0.875 = 87.5%. The other way round, "5% = 0.5" may be 5% of something, and is only confirmed."""
    left, right = equality.left.formula, equality.right.formula
    if not (isinstance(left, Number) and isinstance(right, Number)) or left.percent == right.percent:
        return None
    if equality.left.units or equality.right.units or equality.sign == "≗":
        return None
    value, stated = evaluate(left), evaluate(right)
    holds = abs(value - stated) <= max(left.last_place, right.last_place) if right.percent else value == stated
    if not holds and (left.percent or value.denominator == 1):
        return None
    return Checked(equality, holds, value, None if holds else stated)


def _ratio(equality: Equality) -> Fraction | None:
    """How many units of the right side one of the left side is; None where they do not measure the same."""
    first, second = size_of(equality.left.units), size_of(equality.right.units)
    return first[1] / second[1] if first and second and first[0] == second[0] else None


def _agree_in_units(equality: Equality, value: Fraction, stated: Fraction) -> bool:
    ratio = _ratio(equality)
    return ratio not in (None, 1) and _close(value * ratio, stated, _last_place(equality), equality.sign == "≈")


def _agree(equality: Equality, value: Fraction, stated: Fraction, solution: bool) -> bool:
    if solution:  # a solution that was rounded need not fit to the last digit
        return abs(value - stated) <= max(abs(value), abs(stated)) / 100
    computed, literal = (value, stated) if isinstance(equality.right.formula, Number) else (stated, value)
    tie = 2 * abs(computed - literal) == _last_place(equality) == 1
    if tie and equality.sign != "≈" and _is_price(equality):
        return False  # 3 * 4.5 = 14 euros
    return _close(computed, literal, _last_place(equality), equality.sign == "≈")


def _is_price(equality: Equality) -> bool:
    """Is it a sum of money made without a share, a quotient, a root or a power? Nobody rounds those half up to whole ones."""
    sides = (equality.left, equality.right)
    parts = [n for side in sides for n in nodes(side.formula)]
    whole = all(not n.percent if isinstance(n, Number) else isinstance(n, Operation) and n.sign in "+-*" for n in parts)
    return whole and any(MONEY & {*side.text, *(unit.lower() for unit in side.units)} for side in sides)


def _last_place(equality: Equality) -> Fraction:
    for side in (equality.right, equality.left):
        if isinstance(side.formula, Number):
            return side.formula.last_place
    return Fraction(0)


def _close(value: Fraction, stated: Fraction, last: Fraction, loose: bool) -> bool:
    """Is ``stated`` the value, rounded or cut off at its last place? ``loose`` after "≈": a per cent, or that place.

    Nobody cuts off what ends after two decimals: 7 x 1.5 is 10.5 and not 10.
    """
    apart, size = abs(value - stated), abs(value)
    if last == 1 and value.denominator == 1 and not loose:
        return apart == 0
    if apart <= size / 10**9:
        return True
    if loose:
        return apart <= max(last, size / 100)
    smaller = abs(stated) < size
    cut = smaller and apart < last and apart <= size / 50 and (100 * value).denominator != 1
    rounded = (apart < last / 2 or (apart == last / 2 and not smaller)) and apart <= size / 20
    return rounded or cut


@dataclass(frozen=True, slots=True)
class Solution:
    """A value that the text gives to an unknown, held against the equations with it."""

    letter: str
    value: Fraction
    solved: Checked | None
    """The first equation that it solves."""
    violated: Checked | None
    """The first that it does not."""


def assignment(equality: Equality) -> tuple[str, Fraction] | None:
    """``x = 30`` (or ``x = 210 / 7``): the unknown and its value; None for any other equality."""
    for one, other in ((equality.left, equality.right), (equality.right, equality.left)):
        if isinstance(one.formula, Letter) and one.formula.name != "π" and not letters_of(other.formula):
            try:
                return one.formula.name, evaluate(other.formula)
            except FormulaError:
                return None
    return None


def solutions(stated: Iterable[Equality]) -> dict[str, Solution]:
    """The unknowns with one value each; an unknown with several values (other cases, other problems) is left out."""
    found = tuple(stated)
    values: dict[str, list[Fraction]] = {}
    for equality in found:
        if (assigned := assignment(equality)) is not None:
            values.setdefault(assigned[0], []).append(assigned[1])
    known = {letter: given[-1] for letter, given in values.items() if _one(given)}
    equations = [e for e in found if e.letters and e.letters <= known.keys() and assignment(e) is None]
    result = {}
    for letter, value in known.items():
        checked = [check(e, known) for e in equations if letter in e.letters]
        solved, violated = (next((c for c in checked if c.holds is holds), None) for holds in (True, False))
        result[letter] = Solution(letter, value, solved, violated)
    return result


def _one(values: list[Fraction]) -> bool:
    """Are these one value, up to rounding?"""
    size = max(abs(v) for v in values)
    return max(values) - min(values) <= size / 100
