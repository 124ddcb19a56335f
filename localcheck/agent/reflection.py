"""Reflection (Section 2.3): every label against its own evidence, and every sentence against those before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from localcheck.agent.arithmetic.measuring import SIZES
from localcheck.agent.arithmetic.symbols import plain, value_of
from localcheck.agent.steps import Triple
from localcheck.judging.opinion import SIDES
from localcheck.text.patterns import regex
from localcheck.types import Label

_NUMBER = regex(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|(?<![\w.])\d+(?:\.\d+)?(?!\d)")
_BEHIND = regex(r"\s{0,3}(%|per cent\b|[^\W\d_]{1,20})")
"""The word or the sign behind a number."""
_RESULT = regex(r"=\s{0,3}[^\d\s=]{0,3}\s{0,3}-?\d[\d.,]*")
"""What an equation gives: of one that is right it comes out of its own numbers, and not out of an earlier sentence."""
SMALLEST = 10
"""Smaller whole numbers occur too often: sharing one does not show that a sentence uses an earlier result, unless it computes
with it in the same unit ("3 h + 0.5 h + 1.5 h = 4 h. 240 km / 4 h = 60 km/h", the case study of the paper)."""


def reflect_local(triple: Triple) -> Triple:
    """Change SUPPORTED or REFUTED to NOT_ENOUGH_EVIDENCE if the quoted line is not in the evidence verbatim."""
    quoted = triple.evidence is not None and triple.line and triple.line in triple.evidence.text
    if triple.label not in SIDES or quoted:
        return triple
    why = f"{triple.tool}: the line that it quotes is not in its evidence"
    return replace(triple, label=Label.NOT_ENOUGH_EVIDENCE, why=why)


def reflect_global(triple: Triple, before: Sequence[Triple]) -> Triple:
    """Mark a sentence as wrong if it uses a wrong value of an earlier one, even if it is right by itself."""
    if triple.label is Label.REFUTED or triple.tool not in ("calculator", "none"):
        return triple
    sentence = plain(triple.sentence)
    right = triple.tool == "calculator" and triple.label is Label.SUPPORTED
    used = quantities_in(_RESULT.sub(" ", sentence) if right else sentence)
    for earlier in before:
        for text in earlier.wrong:
            found = quantities_in(text)
            if found and all(
                any(q.may_be(o) and (q.telling or (right and q.is_measured(o))) for o in used) for q in found
            ):
                why = f"uses a wrong value ({text}): {earlier.line}"
                moved = replace(triple, evidence=earlier.evidence, line=earlier.line)
                return replace(moved, label=Label.REFUTED, why=why, wrong=tuple(_NUMBER.findall(sentence))[-1:])
    return triple


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with the word or the sign behind it."""

    value: Fraction
    unit: str

    @property
    def telling(self) -> bool:
        """Is it a number that does not occur everywhere?"""
        return abs(self.value) >= SMALLEST or self.value.denominator != 1

    def is_measured(self, other: Quantity) -> bool:
        """Are both so many of the same known unit, however it is spelled?"""
        return self.value == other.value and self.unit in SIZES and SIZES[self.unit] == SIZES.get(other.unit)

    def may_be(self, other: Quantity) -> bool:
        """Can both be the same? Not a share and a number, nor minutes and metres, nor minutes and apples."""
        if self.value != other.value or "%" in (self.unit, other.unit):
            return self == other
        measured = [SIZES[unit][0] if unit in SIZES else "" for unit in (self.unit, other.unit)]
        return not (self.unit and other.unit) or measured[0] == measured[1]


def quantities_in(text: str) -> frozenset[Quantity]:
    """The numbers in ``text`` with their units."""
    bare = plain(text)
    found = ((value_of(m.group()), _BEHIND.match(bare, m.end())) for m in _NUMBER.finditer(bare))
    return frozenset(
        Quantity(value, "" if unit is None else _named(unit[1])) for value, unit in found if value is not None
    )


def _named(unit: str) -> str:
    """The unit as ``SIZES`` names it; Chinese words have no space behind them."""
    if unit in ("percent", "per cent"):
        return "%"
    parts = (unit[:end] for end in range(len(unit), 0, -1)) if not unit.isascii() else ()
    return next((part for part in parts if part in SIZES), unit)
