"""How high, long, deep or large a claim says that something is, and whether that is what its article tells. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.values.measures import Measured
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import Quantity
from localcheck.types import Span

_LIKE = {"high": "height", "tall": "height", "long": "length", "deep": "depth"}
_LIKE |= {"across": "diameter", "in diameter": "diameter"}
_WHO = rf"(?:The |the )?(?P<who>[{CAPITAL}\d][^,;:]{{1,60}}?)"
_NUMBER = r"(?P<number>[^,;:]*?\d[^;:]*?)"
_IS = regex(rf"^{_WHO} (?:is|was) {_NUMBER} (?P<how>{'|'.join(_LIKE)})[.!]?$")
_HAS = regex(rf"^{_WHO} has (?:an?|the) (?P<what>population|area|height|length|depth|diameter|mass) of {_NUMBER}[.!]?$")
_OF = regex(
    r"^The (?P<what>population|area|height|length|depth|diameter|mass|atomic number|melting point|boiling point) of"
    rf" {_WHO} (?:is|was) {_NUMBER}[.!]?$"
)
LONGEST = 200
"""Characters of a claim that says one value and nothing else; the patterns take the square of a longer one."""
_MORE = regex(r" ?(?:higher|taller|longer|deeper|larger|more|less|wider|away|from|apart)\b")
"""Behind a number that is a difference or a distance."""
_NEAR = {"population": 0.05, "area": 0.03, "mass": 0.05, "atomic number": 0.0}
_FAR = {"population": 0.6, "area": 0.3, "mass": 0.3, "atomic number": 0.0}
NEAR, FAR = 0.01, 0.05
"""Shares of the larger number: what is nearer is the same value, and what is further apart is another one. What lies between is
left to the reader; populations and areas change, or are counted in more than one way."""
SOFT = 0.05
"""The same as ``NEAR`` for a claim that says "about"."""


@dataclass(frozen=True, slots=True)
class Size:
    """A claim that says one value of one thing."""

    who: str
    value: str
    """A form of ``measures``."""
    number: Quantity


@lru_cache(maxsize=4096)
def sized(claim: str) -> Size | None:
    """Which value of what a claim says, if it says nothing else; None for another claim, and one that denies.

    >>> sized("Mount Everest is 8,849 metres high.").value, sized("The atomic number of gold is 79.") is None
    ('height', True)
    >>> sized("The atomic number of Gold is 79.").number.value
    79.0
    """
    if len(claim) > LONGEST or negated(claim):
        return None
    found = _IS.match(claim) or _HAS.match(claim) or _OF.match(claim)
    if found is None:
        return None
    told = [n for n in quantities(claim) if found.start("number") <= n.span.start < found.end("number")]
    if len(told) != 1 or told[0].ends[0] <= 0:
        return None
    parts = found.groupdict()
    return Size(found["who"], parts.get("what") or _LIKE[parts["how"]], told[0])


def held_to(claim: Size, told: Measured, text: str, sentences: Sequence[Span]) -> bool | None:
    """Whether the claim's value is the one that its article tells; None where that is open.

    It is not the one where both are far apart and no number of the article is the claim's: a tower has a height with its
    antenna and one without.
    """
    number = claim.number.ends[0]
    apart = abs(number - told.low) / max(number, abs(told.low), 1e-9)
    near = _NEAR.get(claim.value, SOFT if claim.number.soft or claim.number.ranges else NEAR)
    if apart <= near:
        return True
    if apart <= _FAR.get(claim.value, FAR) or told.low != told.high:
        return None
    others = (
        n
        for span in sentences
        for n in quantities(span.of(text))
        if n.kind == claim.number.kind and not _MORE.match(span.of(text), n.span.end)
    )
    return None if any(abs(n.ends[0] - number) <= NEAR * number for n in others) else False
