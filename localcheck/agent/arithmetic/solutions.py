"""Unknowns that a text gives a value, held against the equations of the same text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from localcheck.agent.arithmetic.checking import Checked, check
from localcheck.agent.arithmetic.formula import FormulaError, Letter, evaluate, letters_of
from localcheck.agent.arithmetic.statements import Equality


@dataclass(frozen=True, slots=True)
class Solution:
    """A value that the text gives to an unknown, and the first equation that it does not solve."""

    letter: str
    value: Fraction
    violated: Checked | None


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
        checked = (check(e, known) for e in equations if letter in e.letters)
        result[letter] = Solution(letter, value, next((c for c in checked if c.holds is False), None))
    return result


def _one(values: list[Fraction]) -> bool:
    """Are these one value, up to rounding?"""
    size = max(abs(v) for v in values)
    return max(values) - min(values) <= size / 100
