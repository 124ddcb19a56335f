"""Claims that compare two things: which of two mountains is higher, which of two wars came first. Pure.

No sentence of an encyclopedia says that Mont Blanc is lower than Mount Everest, but each article says how high its mountain is
(``measures``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import CAPITAL
from localcheck.text.values.measures import YEARS, Measured
from localcheck.text.words import folded

_WORDS = {
    "height": ("taller higher", "lower"),
    "length": ("longer", "shorter"),
    "size": ("larger bigger greater", "smaller"),
    "depth": ("deeper", "shallower"),
    "mass": ("heavier", "lighter"),
    "distance": ("farther further", "closer nearer"),
    "population": ("populous", ""),
    "age": ("younger newer", "older"),
}
"""What is compared -> words for more of it, or a later year, and for less of it."""
_SAID = {
    word: (of, sign)
    for of, pair in _WORDS.items()
    for sign, words in zip((1, -1), pair, strict=True)
    for word in words.split()
}
_FEWER = frozenset("fewer less smaller lower".split())
_WORD = rf"(?:[{CAPITAL}\d][\w’'-]*|[{CAPITAL}]\.|Jr\.|St\.)"
_NAME = (
    rf"(?:[Tt]he |[Aa]n? )?(?P<NAME>{_WORD}(?: (?:(?:of|the|de|la|van|von|da) )*{_WORD})*"
    r"|(?!(?:he|she|it|they|those|that|this|any|all|his|her|its|their|ever|before|expected|usual)\b)[a-z-]+(?: [a-z-]+)?)"
)
"""A name, or one or two words in small letters: "cello", "blue whale"."""
_ONE, _OTHER = _NAME.replace("NAME", "one"), _NAME.replace("NAME", "other")
_MORE = re.compile(
    rf"^{_ONE} (?:is|was|are|were) (?:much |far |slightly |a (?:lot|bit|little) )?(?P<less>less |more )?(?P<word>[a-z]+)"
    rf"(?P<sun> (?:away )?(?:from|to) the Sun)?(?: in (?:area|size))? than {_OTHER}(?: is| was| are)?[.!]?$"
)
_PEOPLE = re.compile(
    rf"^{_ONE} (?:has|had) (?:many |far |a )?(?P<word>more|fewer|less|larger|bigger|higher|greater|smaller|lower) "
    rf"(?:people|inhabitants|residents|citizens|population) than {_OTHER}(?: has| had| does)?[.!]?$"
)
_ORDER = re.compile(
    rf"^{_ONE} (?:(?P<born>was born)|(?P<died>died)|(?P<lived>lived)|(?P<ended>ended)"
    r"|(?P<began>began|started|broke out|took place|happened|occurred|was fought|came))"
    rf" (?P<word>before|after|earlier than|later than) {_OTHER}(?: did| was| were)?[.!]?$"
)
_EVENTS = "born died lived ended began".split()
_ORDERS = "before after earlier later first then until follow preced succe BC century"
_STEMS = {
    "height": "tall high low height metre",
    "length": "long short length kilomet",
    "size": "larg bigg great small area times half third quarter",
    "depth": "deep shallow depth",
    "mass": "heav light mass weigh dens times",
    "distance": "far further near clos distan",
    "population": "popul inhabit people residents",
    "age": f"old young new age born found {_ORDERS}",
    **dict.fromkeys(_EVENTS, _ORDERS),
}
"""How words begin with which a sentence may compare in this."""
_STEM = {
    of: re.compile(rf"\b(?:{'|'.join(stems.split())}" + r"|\d{3,})", re.IGNORECASE) for of, stems in _STEMS.items()
}
_MOST = {
    of: re.compile(
        rf"\b(?:is|was) (?:the |its )?(?:[\w'’-]+ ){{0,3}}?(?:(?:{'|'.join(stems.split())})\w*est\b|most popul)"
    )
    for of, stems in _STEMS.items()
}
ONLY_YEARS = frozenset({*_EVENTS, "age"})
CLEARLY = {
    "height": 1.01,
    "length": 1.03,
    "distance": 1.03,
    "area": 1.1,
    "diameter": 1.1,
    "depth": 1.1,
    "population": 1.2,
    "mass": 1.2,
}
"""By which factor two values must differ: articles round them, and are of other years."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A claim that one thing has more of something than another."""

    one: str
    other: str
    of: str
    """What is compared: a key of ``_WORDS``, or one of "born", "died", "lived", "began" and "ended"."""
    sign: int
    """1 where the first is to have more, or to be later; -1 where less, or earlier."""

    @property
    def values(self) -> tuple[str, ...]:
        """The values of ``measures`` that decide it."""
        if self.of in ONLY_YEARS:
            return (YEARS,)
        return ("area", "diameter") if self.of == "size" else (self.of,)


@lru_cache(maxsize=4096)
def comparison(claim: str) -> Comparison | None:
    """What a claim compares; None for a claim that compares no two things, and for one that denies.

    >>> comparison("Mont Blanc is higher than Mount Everest.")
    Comparison(one='Mont Blanc', other='Mount Everest', of='height', sign=1)
    >>> comparison("World War I began after the French Revolution.").of, comparison("It was higher in 1990.")
    ('began', None)
    """
    if negated(claim):
        return None
    if found := _ORDER.match(claim):
        of, sign = next(name for name in _EVENTS if found[name]), 1
        sign = -1 if found["word"] in ("before", "earlier than") else 1
    elif found := _PEOPLE.match(claim):
        of, sign = "population", -1 if found["word"] in _FEWER else 1
    elif (found := _MORE.match(claim)) and found["word"] in _SAID:
        of, sign = _SAID[found["word"]]
        sign = -sign if found["less"] == "less " else sign
        if bool(found["sun"]) != (of == "distance"):
            return None
    else:
        return None
    return None if found["one"] == found["other"] else Comparison(found["one"], found["other"], of, sign)


def uncompared(claim: str, premise: str) -> bool:
    """True if a claim compares two things and the premise does not compare these two in that, nor says of the first that it is
    the largest, or the smallest, of all.

    >>> uncompared("The Atlantic is smaller than the Pacific.", "Pacific Ocean. The Atlantic is increasing.")
    True
    >>> uncompared("Russia is larger than Canada.", "Russia is the largest country in the world.")
    False
    """
    what = comparison(claim)
    if what is None:
        return False
    have, names = frozenset(folded(premise)), [frozenset(folded(name)) for name in (what.one, what.other)]
    one, other = (bool((mine - its or mine) & have) for mine, its in (names, names[::-1]))
    return not (one and ((other and _STEM[what.of].search(premise)) or _MOST[what.of].search(premise)))


def holds(claim: Comparison, one: Mapping[str, Measured], other: Mapping[str, Measured]) -> tuple[bool, str] | None:
    """Whether what a claim compares is so, and by which value; None where the values of the two do not settle it."""
    found = {name: _order(claim.of, name, one[name], other[name]) for name in one.keys() & other.keys()}
    orders = set(found.values())
    if len(orders) != 1 or 0 in orders:
        return None
    return orders == {claim.sign}, min(found)


def _order(of: str, name: str, one: Measured, other: Measured) -> int:
    """1 where the first has more, or is later, -1 where less; 0 where that is open."""
    if name != YEARS:
        factor = CLEARLY[name]
        return (one.low > other.high * factor) - (other.low > one.high * factor)
    if of == "lived":  # of two whose lives overlap neither lived before the other
        return (one.low > other.high) - (one.high < other.low)
    mine, its = (one.high, other.high) if of in ("died", "ended") else (one.low, other.low)
    return 0 if math.inf in (mine, its) else (mine > its) - (mine < its)
