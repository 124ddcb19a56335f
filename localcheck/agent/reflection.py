"""Reflection (Section 2.3): every label against its own evidence, and every sentence against those before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from localcheck.agent.arithmetic.symbols import plain, value_of
from localcheck.agent.steps import CheckedTriple
from localcheck.text.patterns import regex
from localcheck.types import Label

_NUMBER = regex(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|(?<![\w.])\d+(?:\.\d+)?(?!\d)")
_RESULT = regex(r"=\s{0,3}[^\d\s=]{0,3}\s{0,3}-?\d[\d.,]*")
"""What an equation gives: of one that is right it comes out of its own numbers, and not out of an earlier sentence."""
SMALLEST = 10
"""Smaller whole numbers occur too often: sharing one does not show that a sentence uses an earlier result."""
SETTLED = (Label.SUPPORTED, Label.REFUTED)


def reflect_local(checked: CheckedTriple) -> CheckedTriple:
    """Change SUPPORTED or REFUTED to NOT_ENOUGH_EVIDENCE if the quoted line is not in the evidence verbatim."""
    triple = checked.triple
    if triple.label not in SETTLED:
        return checked
    if triple.evidence is not None and triple.line and triple.line in triple.evidence.text:
        return checked
    return checked.corrected(
        Label.NOT_ENOUGH_EVIDENCE, f"{triple.tool}: the line that it quotes is not in its evidence"
    )


def reflect_global(checked: CheckedTriple, before: Sequence[CheckedTriple]) -> CheckedTriple:
    """Mark a sentence as wrong if it uses a wrong value of an earlier one, even if it is right by itself."""
    if checked.triple.label is Label.REFUTED or checked.triple.tool not in ("calculator", "none"):
        return checked
    sentence = plain(checked.triple.sentence)
    right = checked.triple.tool == "calculator" and checked.triple.label is Label.SUPPORTED
    used = numbers_in(_RESULT.sub(" ", sentence) if right else sentence)
    for earlier in before:
        for text in earlier.wrong:
            value = numbers_in(text)
            if value and value <= used and all(abs(v) >= SMALLEST or v.denominator != 1 for v in value):
                why = f"uses a wrong value ({text}): {earlier.triple.why}"
                return _built_on(checked, earlier, why)
    return checked


def _built_on(checked: CheckedTriple, earlier: CheckedTriple, why: str) -> CheckedTriple:
    triple = checked.triple
    moved = replace(triple, evidence=earlier.triple.evidence, line=earlier.triple.line)
    results = tuple(m.group() for m in _NUMBER.finditer(plain(triple.sentence)))[-1:]
    return replace(checked, triple=replace(moved, label=Label.REFUTED, why=why), wrong=results)


def numbers_in(text: str) -> frozenset[Fraction]:
    """The values of the numbers in ``text``."""
    found = (value_of(m.group()) for m in _NUMBER.finditer(plain(text)))
    return frozenset(v for v in found if v is not None)
