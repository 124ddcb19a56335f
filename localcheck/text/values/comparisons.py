"""Claims that compare two things: which of two mountains is higher, which of two wars came first. Pure.

No sentence of an encyclopedia says that Mont Blanc is lower than Mount Everest, but each article says how high its mountain is
(``measures``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import CAPITAL
from localcheck.text.values.lifetimes import DONE, OFFICES
from localcheck.text.values.measures import FIRST, LAST, NTH, SINCE, Measured
from localcheck.text.words import folded

_WORDS = {
    "height": ("taller higher", "lower", "tall high"),
    "length": ("longer", "shorter", "long"),
    "size": ("larger bigger greater", "smaller", "large big great"),
    "depth": ("deeper", "shallower", "deep"),
    "mass": ("heavier", "lighter", "heavy"),
    "distance": ("farther further", "closer nearer", "far"),
    "population": ("populous", "", "populous"),
    "age": ("younger newer", "older", "young new"),
}
"""What is compared -> words for more of it, or a later year, for less of it, and the first without "-er"."""
_SAID = {
    word: (of, sign)
    for of, groups in _WORDS.items()
    for sign, words in zip((1, -1, 1), groups, strict=True)
    for word in words.split()
} | {"old": ("age", -1)}
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
_NOT_AS = re.compile(
    rf"^{_ONE} (?:(?:is|was) not|isn['’]t|wasn['’]t) (?:nearly |quite |at all )?as (?P<word>[a-z]+)"
    rf"(?P<sun> (?:away )?from the Sun)? as {_OTHER}(?: is| was)?[.!]?$"
)
_HAS_MORE = re.compile(
    rf"^{_ONE} (?:has|had|covers) (?:many |far |a )?(?P<word>more|fewer|less|larger|bigger|higher|greater|smaller|lower) "
    rf"(?P<what>people|inhabitants|residents|citizens|population|area) than {_OTHER}(?: has| had| does)?[.!]?$"
)
_LIVE_IN = re.compile(rf"^(?P<word>More|Fewer) people (?:live|lived) in {_ONE} than in {_OTHER}[.!]?$")
_HAPPENED = "took place|happened|occurred|was fought|came|began|started|broke out"
_OFFICE = rf"(?:was|became|served as) (?:the )?(?P<office>(?:{OFFICES})(?: of (?:the )?{_WORD}(?: {_WORD})*)?)"
_VERBS = rf"was born|died|lived|ended|{_HAPPENED}|(?:was )?(?:{'|'.join(DONE)})"
_ORDER = re.compile(
    rf"^{_ONE} (?P<verb>{_OFFICE}|{_VERBS}) (?:(?:long|shortly|just|years|centuries) )?"
    rf"(?P<word>before|after|earlier than|later than) {_OTHER}"
    r"(?: (?:had )?(?P<its>was born|died|ended|began|started)| did| was| were)?[.!]?$"
)
_SAME_YEAR = re.compile(rf"^{_ONE} and {_OTHER} (?P<verb>were born|died) in the same year[.!]?$")
_YEAR_OF = re.compile(
    rf"^{_ONE} (?P<verb>was born|died) in the (?:same )?year (?:in which|that|when) {_OTHER} (?P<its>was born|died)[.!]?$"
)
_TIME = "reign|presidency|lifetime|life|time|rule"
_AT_THE_TIME = re.compile(
    rf"^{_ONE} [a-z][^,;]{{2,60}}? (?:during|in|at) (?P<of>the (?:{_TIME}) of )?{_OTHER}(?P<whose> (?:{_TIME}))?[.!]?$"
)
EVENT = (FIRST, "fought", "burned", "began", "started", "happened", "signed")
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
TIME, LIVED = "time", "lives"
_ORDERS = "before after earlier later first then until follow preced succe BC century same"
_STEMS = {
    "height": "tall high low height metre",
    "length": "long short length kilomet",
    "size": "larg bigg great small area times half third quarter",
    "depth": "deep shallow depth",
    "mass": "heav light mass weigh dens times",
    "distance": "far further near clos distan",
    "population": "popul inhabit people residents",
    "age": f"old young new age born found {_ORDERS}",
    TIME: _ORDERS,
    LIVED: _ORDERS,
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


@dataclass(frozen=True, slots=True)
class Comparison:
    """A claim that one thing has more of something than another."""

    one: str
    other: str
    of: str
    """What is compared: a key of ``_WORDS``, ``TIME`` for which came first, ``LIVED`` for whole lives."""
    sign: int
    """1 where the first is to have more, or to be later; -1 where less, or earlier; 0 where both are to be the same."""
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """For each of the two the values of ``measures`` that decide it: of a year the first that its article tells."""


@lru_cache(maxsize=4096)
def comparison(claim: str) -> Comparison | None:
    """What a claim compares; None for a claim that compares no two things, and for one that denies otherwise than "not as".

    >>> what = comparison("Mont Blanc is not as high as Mount Everest.")
    >>> what.one, what.other, what.of, what.sign
    ('Mont Blanc', 'Mount Everest', 'height', -1)
    >>> comparison("Newton was born after Copernicus had died.").sides[1]
    ('last year',)
    >>> comparison("It was higher in 1990.") is None
    True
    """
    found = _NOT_AS.match(claim)
    if found is None and negated(claim):
        return None
    what = _measures(found or _MORE.match(claim), found is not None) or _counted(claim) or _times(claim)
    return None if what is None or what.one == what.other else what


def _measures(found: re.Match[str] | None, not_as: bool) -> Comparison | None:
    """Of "is higher than" and "is not as high as"."""
    if found is None or found["word"] not in _SAID:
        return None
    of, sign = _SAID[found["word"]]
    if bool(found["sun"]) != (of == "distance"):
        return None
    sign = -sign if not_as or found["less"] == "less " else sign
    values = (
        (FIRST, "founded", "completed", "opened", "built")
        if of == "age"
        else ("area", "diameter")
        if of == "size"
        else (of,)
    )
    return Comparison(found["one"], found["other"], of, sign, (values, values))


def _counted(claim: str) -> Comparison | None:
    """Of "has more inhabitants than", "covers a larger area than" and "more people live in … than in"."""
    found = _HAS_MORE.match(claim) or _LIVE_IN.match(claim)
    if found is None:
        return None
    area = found.groupdict().get("what") == "area"
    of, values = ("size", ("area",)) if area else ("population", ("population",))
    return Comparison(found["one"], found["other"], of, -1 if found["word"].lower() in _FEWER else 1, (values, values))


def _times(claim: str) -> Comparison | None:
    """Of "before", "after", "in the same year" and "during the reign of"."""
    if found := _SAME_YEAR.match(claim):
        values = (LAST,) if found["verb"] == "died" else (FIRST,)
        return Comparison(found["one"], found["other"], TIME, 0, (values, values))
    if found := _YEAR_OF.match(claim):
        return Comparison(found["one"], found["other"], TIME, 0, (_years_of(found["verb"]), _years_of(found["its"])))
    if found := _ORDER.match(claim):
        sign = -1 if found["word"] in ("before", "earlier than") else 1
        if found["verb"] == "lived" and not found["its"]:
            return Comparison(found["one"], found["other"], LIVED, sign, ((FIRST, LAST), (FIRST, LAST)))
        office = (found["office"] or "").lower()
        mine = (f"{NTH} {office}", f"{SINCE} {office}") if office else _years_of(found["verb"])
        its = mine if not found["its"] else _years_of(found["its"])
        return Comparison(found["one"], found["other"], TIME, sign, (mine, its))
    if (found := _AT_THE_TIME.match(claim)) and bool(found["whose"]) != bool(found["of"]):
        other = re.sub(r"['’]s?$", "", found["other"]) if found["whose"] else found["other"]
        return Comparison(found["one"], other, LIVED, 0, ((FIRST, LAST), (FIRST, LAST)))
    return None


def _years_of(verb: str) -> tuple[str, ...]:
    """The values that say when that was."""
    if verb in ("died", "ended"):
        return (LAST, "ended") if verb == "ended" else (LAST,)
    if verb in ("was born", "lived"):
        return (FIRST,)
    return EVENT if verb in _HAPPENED.split("|") else (verb.removeprefix("was "),)


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
    if what.of == LIVED and what.sign == 0:
        return not (one and other)
    return not (one and ((other and _STEM[what.of].search(premise)) or _MOST[what.of].search(premise)))


def holds(
    claim: Comparison, one: Mapping[str, Measured], other: Mapping[str, Measured]
) -> tuple[bool, str, str] | None:
    """Whether what a claim compares is so, and by which value of each; None where the values of the two do not settle it."""
    if claim.of == LIVED:
        return _lives(claim.sign, one, other)
    if claim.of in (TIME, "age"):
        mine, its = (
            next((v for v in side if v in have), "") for side, have in zip(claim.sides, (one, other), strict=True)
        )
        if not mine or not its:
            return None
        order = (one[mine].low > other[its].high) - (one[mine].high < other[its].low)
        open_ = order == 0 and (claim.sign or one[mine].low != one[mine].high or other[its].low != other[its].high)
        return None if open_ else (order == claim.sign, mine, its)
    found = {name: _order(CLEARLY[name], one[name], other[name]) for name in one.keys() & other.keys()}
    if len(orders := {*found.values()}) != 1 or 0 in orders:
        return None
    return orders == {claim.sign}, min(found), min(found)


def _order(factor: float, one: Measured, other: Measured) -> int:
    """1 where the first has more, -1 where less; 0 where that is open."""
    return (one.low > other.high * factor) - (other.low > one.high * factor)


def _lives(sign: int, one: Mapping[str, Measured], other: Mapping[str, Measured]) -> tuple[bool, str, str] | None:
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
