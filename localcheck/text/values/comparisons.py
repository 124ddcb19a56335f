"""Claims that compare two things: which of two mountains is higher, which of two wars came first. Pure.

No sentence of an encyclopedia says that Mont Blanc is lower than Mount Everest, but each article says how high its mountain is
(``measures``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.subjects import subject
from localcheck.text.values.gaps import ANY, HOW_LONG, Gap, gap
from localcheck.text.values.measures import FIRST, LAST, NTH, SINCE
from localcheck.text.values.timed import DONE, OFFICES
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
SAID = {
    word: (of, sign)
    for of, groups in _WORDS.items()
    for sign, words in zip((1, -1, 1), groups, strict=True)
    for word in words.split()
} | {"old": ("age", -1)}
"""Word -> what it compares, and 1 where it means more of it (or a later year), -1 where less."""
_FEWER = frozenset("fewer less smaller lower".split())
_WORD = rf"(?:[{CAPITAL}\d][\w’'-]*|[{CAPITAL}]\.|Jr\.|St\.)"
_NAME = (
    rf"(?:[Tt]he |[Aa]n? |[Oo]ur )?(?P<NAME>{_WORD}(?: (?:(?:of|the|de|la|van|von|da) )*{_WORD})*"
    r"|(?!(?:he|she|it|they|those|that|this|any|all|his|her|its|their|ever|before|expected|usual)\b)[a-z-]+(?: [a-z-]+)?)"
)
"""A name, or one or two words in small letters: "cello", "blue whale"."""
_ONE, _OTHER = _NAME.replace("NAME", "one"), _NAME.replace("NAME", "other")
_MORE = regex(
    rf"^{_ONE} (?:is|was|are|were) (?:much |far |slightly |a (?:lot|bit|little) |an? )?(?P<less>less |more )?(?P<word>[a-z]+)"
    rf"(?: (?:[a-z]+)(?= than))?(?P<sun> (?:away )?(?:from|to) the Sun)?(?: in (?:area|size))? than {_OTHER}"
    r"(?: is| was| are)?[.!]?$"
)
_NOT_AS = regex(
    rf"^{_ONE} (?:(?:is|was) not|isn['’]t|wasn['’]t) (?:nearly |quite |at all )?as (?P<word>[a-z]+)"
    rf"(?P<sun> (?:away )?from the Sun)? as {_OTHER}(?: is| was)?[.!]?$"
)
NUMBERS = ("atomic number", "melting point", "boiling point")
"""What is called by its name: "has a higher melting point than"."""
_HAS_MORE = regex(
    rf"^{_ONE} (?:has|had|covers) (?:many |far |a )?(?P<word>more|fewer|less|larger|bigger|higher|greater|smaller|lower) "
    rf"(?P<what>people|inhabitants|residents|citizens|population|area|{'|'.join(NUMBERS)}) than {_OTHER}"
    r"(?: has| had| does)?[.!]?$"
)
_LIVE_IN = regex(rf"^(?P<word>More|Fewer) people (?:live|lived) in {_ONE} than in {_OTHER}[.!]?$")
_HAPPENED = "took place|happened|occurred|was fought|came|began|started|broke out"
_OFFICE = rf"(?:was|became|served as) (?:the )?(?P<office>(?:{OFFICES})(?: of (?:the )?{_WORD}(?: {_WORD})*)?)"
_VERBS = rf"was born|died|lived|ended|{_HAPPENED}|(?:was )?(?:{'|'.join(DONE)})"
_ORDER = regex(
    rf"^{_ONE} (?P<verb>{_OFFICE}|{_VERBS}) (?P<long>{HOW_LONG})"
    rf"(?P<word>before|after|earlier than|later than) {_OTHER}"
    r"(?: (?:had )?(?P<its>was born|died|ended|began|started|broke out)| did| was| were)?[.!]?$"
)
_SAME_YEAR = regex(rf"^{_ONE} and {_OTHER} (?P<verb>were born|died) in the same year[.!]?$")
_YEAR_OF = regex(
    rf"^{_ONE} (?P<verb>was born|died) in the (?:same )?year (?:in which|that|when) {_OTHER} (?P<its>was born|died)[.!]?$"
)
_OUTLIVED = regex(rf"^{_ONE} (?:outlived|survived(?=.* by )) {_OTHER}(?: by (?P<long>[\w -]{{3,40}}))?[.!]?$")
_YEARS_OLDER = regex(
    rf"^{_ONE} (?:is|was) (?P<long>{HOW_LONG})(?P<word>older|younger) than {_OTHER}(?: is| was)?[.!]?$"
)
_PREDATES = regex(rf"^{_ONE} (?:pre|ante)dat(?:es?|ed) {_OTHER}(?: by (?P<long>[\w -]{{3,40}}))?[.!]?$")
_LONGER = regex(rf"^{_ONE} lived (?P<word>longer|shorter) than {_OTHER}(?: did)?[.!]?$")
_HAPPENS = rf"(?:was |were )?(?:{'|'.join(DONE)}|fought|sunk)|sank|landed|ended|{_HAPPENED}"
_ALIVE_WHEN = regex(
    rf"^{_ONE} was (?:still |already )?(?P<state>alive|dead) (?:when|as) {_OTHER} (?P<verb>{_HAPPENS})\b[^,;]{{0,40}}$"
)
_TIME = "reign|presidency|lifetime|life|time|rule"
_AT_THE_TIME = regex(
    rf"^{_ONE} (?P<did>[a-z][^,;]{{2,60}}?) (?:during|in|at) (?P<of>the (?:{_TIME}) of )?{_OTHER}(?P<whose> (?:{_TIME}))?[.!]?$"
)
_MAY_COMPARE = regex(
    rf" (?:than|as|when|before|after|year|outlived|survived|lived|{_TIME})\b| (?:pre|ante)dat(?:es?|ed)\b"
)
"""A claim without any of these words fits none of the patterns above, which take far longer to look."""
_AGES = (FIRST, "founded", "completed", "opened", "built")
"""Values that say how old a thing is."""
EVENT = (FIRST, "fought", "took place", "burned", "began", "started", "happened", "signed")
"""Values that say when an event was."""
WHICH_FIRST, LIVED, ALIVE, YEARS_LIVED = "time", "lives", "alive", "years of life"
_ORDERS = "before after earlier later first then until follow preced succe outliv BC century same"
_STEMS = {
    "height": "tall high low height metre",
    "length": "long short length kilomet",
    "size": "larg bigg great small area times half third quarter",
    "depth": "deep shallow depth",
    "mass": "heav light mass weigh dens times",
    "distance": "far further near clos distan",
    "population": "popul inhabit people residents",
    "age": "old young new",
    WHICH_FIRST: _ORDERS,
    LIVED: _ORDERS,
    ALIVE: _ORDERS,
    YEARS_LIVED: "age years old long",
    **dict.fromkeys(NUMBERS, "number point melt boil"),
}
"""How words begin with which a sentence may compare in this."""
_STEM = {of: regex(rf"\b(?:{'|'.join(stems.split())}|\d{{3,}})", re.IGNORECASE) for of, stems in _STEMS.items()}
_BEGUN = r"\b(?:found(?:ed|ation|ing)|built(?!-up)|born|established|created|opened|completed|settled|beg[au]n|dat(?:es|ing))\b"
_ORDERED = r"\b(?:before|after|earlier|later|prior|follow(?:s|ed|ing))\b"
_OLDER = regex(
    rf"\b(?:old|young|new)(?:er|est)\b|\b(?:pre|ante)dat|{_BEGUN}[^.;]{{0,60}}{_ORDERED}|{_ORDERED}[^.;]{{0,60}}{_BEGUN}",
    re.IGNORECASE,
)
_DATE = regex(r"(?<![\w,.])\d{3,4}(?!\w|,\d)|\b[\w-]+ centur(?:y|ies)\b")
_FROM_WHEN = regex(rf"{_BEGUN}|\([^()\d]{{0,20}}\d{{3,4}}\s?[–-]", re.IGNORECASE)
"""With two dates: they are of a foundation, or of a life."""
_FURTHER = regex(rf"(?<=[a-z])(?:, (?:the )?{_WORD}(?: {_WORD})?){{0,9}},? and (?:the )?{_WORD}(?: {_WORD})?(?=[.!]?$)")
"""At the end of a claim, what is compared as well: "than London, Paris and Rome"."""
_MOST = {
    of: regex(
        rf"\b(?:is|was) (?:the |its )?(?:(?!second|third)[\w'’-]+ ){{0,3}}?(?:(?:{'|'.join(stems.split())})\w*est\b|most popul)"
    )
    for of, stems in _STEMS.items()
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A claim that one thing has more of something than another."""

    one: str
    other: str
    of: str
    """What is compared: a key of ``_WORDS``, one of ``NUMBERS``, ``WHICH_FIRST``, ``LIVED`` for whole lives, ``YEARS_LIVED``
    for how long they were, ``ALIVE`` for a life and what happened in it.
    """
    sign: int
    """1 where the first is to have more, or to be later; -1 where less, or earlier; 0 where both are to be the same."""
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """For each of the two the values of ``measures`` that decide it: of a year the first that its article tells."""
    gap: Gap = ANY
    """How many years are to lie between the two."""


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
    if not _MAY_COMPARE.search(claim):
        return None
    found = _NOT_AS.match(claim)
    if found is None and negated(claim):
        return None
    readings = ((_NOT_AS, _less_than), *_READINGS[1:]) if found else _READINGS
    what = next((told for form, read in readings if (said := form.match(claim)) and (told := read(said))), None)
    return None if what is None or what.one == what.other else what


def _of(
    found: re.Match[str], of: str, sign: int, values: tuple[str, ...], its: tuple[str, ...] = (), gap: Gap = ANY
) -> Comparison:
    """What a match of ``one`` and ``other`` compares by ``values``, those of the other being the same unless given."""
    return Comparison(found["one"], found["other"], of, sign, (values, its or values), gap)


def _more_than(found: re.Match[str]) -> Comparison | None:
    """Of "is higher than"."""
    if found["word"] not in SAID or bool(found["sun"]) != (SAID[found["word"]][0] == "distance"):
        return None
    of, sign = SAID[found["word"]]
    sign = -sign if found.groupdict().get("less") == "less " else sign
    return _of(found, of, sign, _AGES if of == "age" else ("area", "diameter") if of == "size" else (of,))


def _less_than(found: re.Match[str]) -> Comparison | None:
    """Of "is not as high as"."""
    what = _more_than(found)
    return what and replace(what, sign=-what.sign)


def _counted(found: re.Match[str]) -> Comparison:
    """Of "has more inhabitants than", "covers a larger area than" and "more people live in … than in"."""
    what = found.groupdict().get("what") or "population"
    of = what if what in NUMBERS else "size" if what == "area" else "population"
    values = (what,) if what in (*NUMBERS, "area") else ("population",)
    return _of(found, of, -1 if found["word"].lower() in _FEWER else 1, values)


def _in_order(found: re.Match[str]) -> Comparison:
    """Of "was born before" and "was president after"."""
    sign = -1 if found["word"] in ("before", "earlier than") else 1
    if found["verb"] == "lived" and not found["its"]:
        return _of(found, LIVED, sign, (FIRST, LAST))
    office = (found["office"] or "").lower()
    mine = (f"{NTH} {office}", f"{SINCE} {office}") if office else _years_of(found["verb"])
    return _of(found, WHICH_FIRST, sign, mine, _years_of(found["its"]) if found["its"] else (), gap(found["long"]))


def _at_the_time(found: re.Match[str]) -> Comparison | None:
    """Of "during the reign of"."""
    if bool(found["whose"]) == bool(found["of"]):
        return None
    other = re.sub(r"['’]s?$", "", found["other"]) if found["whose"] else found["other"]
    happened = re.match(_HAPPENS, found["did"])
    if happened and re.search(r"\b(?:lifetime|life)\b", found["of"] or found["whose"]):
        return Comparison(other, found["one"], ALIVE, 1, ((FIRST, LAST), _happening(happened.group())))
    return Comparison(found["one"], other, LIVED, 0, ((FIRST, LAST), (FIRST, LAST)))


def _years_older(found: re.Match[str]) -> Comparison | None:
    sign = 1 if found["word"] == "younger" else -1
    return _of(found, WHICH_FIRST, sign, (FIRST,), gap=gap(found["long"])) if found["long"] else None


_READINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Comparison | None]], ...] = (
    (_MORE, _more_than),
    (_HAS_MORE, _counted),
    (_LIVE_IN, _counted),
    (_OUTLIVED, lambda m: _of(m, WHICH_FIRST, 1, (LAST,), gap=gap(m["long"] or ""))),
    (_YEARS_OLDER, _years_older),
    (_PREDATES, lambda m: _of(m, "age", -1, _AGES, gap=gap(m["long"] or ""))),
    (_LONGER, lambda m: _of(m, YEARS_LIVED, 1 if m["word"] == "longer" else -1, (FIRST, LAST))),
    (_SAME_YEAR, lambda m: _of(m, WHICH_FIRST, 0, (LAST,) if m["verb"] == "died" else (FIRST,))),
    (_YEAR_OF, lambda m: _of(m, WHICH_FIRST, 0, _years_of(m["verb"]), _years_of(m["its"]))),
    (_ORDER, _in_order),
    (_ALIVE_WHEN, lambda m: _of(m, ALIVE, 1 if m["state"] == "alive" else -1, (FIRST, LAST), _happening(m["verb"]))),
    (_AT_THE_TIME, _at_the_time),
)
"""How a claim is read that compares: the first form that fits and tells something is taken."""


def _happening(verb: str) -> tuple[str, ...]:
    """The values that say when something happened that is no life."""
    begins = verb in ("began", "started", "broke out")
    return tuple(v for v in dict.fromkeys((*_years_of(verb), *EVENT)) if v != FIRST or begins)


def _years_of(verb: str) -> tuple[str, ...]:
    """The values that say when that was."""
    if verb in ("died", "ended"):
        return (LAST, "ended") if verb == "ended" else (LAST,)
    if verb in ("was born", "lived"):
        return (FIRST,)
    return EVENT if verb in _HAPPENED.split("|") else (verb.removeprefix("was "),)


def uncompared(claim: str, premise: str) -> bool:
    """True if a claim compares two things, or one with several, and the premise does not compare the two, or the first two, in
    that, nor says of the first that it is the largest, or the smallest, of all.

    >>> uncompared("The Atlantic is smaller than the Pacific.", "Pacific Ocean. The Atlantic is increasing.")
    True
    >>> uncompared("Russia is larger than Canada.", "Russia is the largest country in the world.")
    False
    >>> uncompared("London is older than Paris and Rome.", "London is the second most populous in the EU, after Paris.")
    True
    """
    what = comparison(claim) or comparison(_FURTHER.sub("", claim))
    if what is None:
        return False
    have, names = frozenset(folded(premise)), [frozenset(folded(name)) for name in (what.one, what.other)]
    one, other = (bool((mine - its or mine) & have) for mine, its in (names, names[::-1]))
    if what.of == LIVED and what.sign == 0:
        return not (one and other)
    one = one and (what.of != "age" or _is_told_of(frozenset().union(*names), premise))
    return not (one and ((other and _compares(what.of, premise)) or _MOST[what.of].search(premise)))


def _is_told_of(names: frozenset[str], premise: str) -> bool:
    """Whether a birth is told of one of the names: "Wiles was born in Cambridge" tells no age of the university."""
    return "born" not in premise or bool((frozenset(folded(" ".join(subject(premise)))) or names) & names)


def _compares(of: str, premise: str) -> bool:
    """True if a sentence may compare two things in this: ages by a date of each, or by which was founded first; "after Paris"
    is a place among others.
    """
    if of != "age":
        return _STEM[of].search(premise) is not None
    dated = len(set(_DATE.findall(premise))) > 1 and _FROM_WHEN.search(premise)
    return bool(dated or _OLDER.search(premise))
