"""Claims that compare two things: which of two mountains is higher, which of two wars came first. Pure.

No sentence of an encyclopedia says that Mont Blanc is lower than Mount Everest, but each article says how high its mountain is
(``measures``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.lexicon import rows
from localcheck.text.patterns import regex
from localcheck.text.values.events import DATED
from localcheck.text.values.gaps import ANY, HOW_LONG, Gap, gap
from localcheck.text.values.measures import FIRST, LAST, NTH, SINCE
from localcheck.text.values.plainly import WORD, plainly
from localcheck.text.values.timed import DONE, OFFICES

SAID = {
    word: (of, sign)
    for of, groups in (row.split(": ") for row in rows("comparisons.said"))
    for sign, words in zip((1, -1, 1), groups.split(" | "), strict=True)
    for word in words.split()
} | {"old": ("age", -1)}
"""Word -> what it compares, and 1 where it means more of it (or a later year), -1 where less."""
_FEWER = frozenset("fewer less smaller lower".split())
_NAME = (
    rf"(?:[Tt]he |[Aa]n? |[Oo]ur )?(?P<NAME>{WORD}(?: (?:(?:of|the|de|la|van|von|da) )*{WORD})*"
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
_OFFICE = rf"(?:was|became|served as) (?:the )?(?P<office>(?:{OFFICES})(?: of (?:the )?{WORD}(?: {WORD})*)?)"
_VERBS = rf"was born|died|lived|ended|sank|was sunk|{_HAPPENED}|(?:was )?(?:{'|'.join(DONE)})"
_ORDER = regex(
    rf"^{_ONE} (?P<verb>{_OFFICE}|{_VERBS}) (?P<long>{HOW_LONG})"
    rf"(?P<word>before|after|earlier than|later than) {_OTHER}"
    rf"(?: (?:had )?(?P<its>{_VERBS})| did| was| were)?[.!]?$"
)
_SAME = r"(?:in|on|within) the same (?P<unit>year|decade|century|day)"
_TOGETHER = regex(rf"^{_ONE} and {_OTHER} (?:were |was )?(?:both )?(?P<verb>born|died) {_SAME}[.!]?$")
_WITH = regex(rf"^{_ONE} (?:was )?(?P<verb>born|died) {_SAME} as {_OTHER}(?: was| did)?[.!]?$")
_UNITS = {"day": 0, "year": 1, "decade": 10, "century": 100}
_NOT = regex(r"\b(?:(?P<be>is|was|are|were)(?: not|n['’]t)|did(?: not|n['’]t) (?P<verb>die|outlive|live)\b)")
_YEAR_OF = regex(
    rf"^{_ONE} (?P<verb>was born|died) in the (?:same )?year (?:in which|that|when) {_OTHER} (?P<its>was born|died)[.!]?$"
)
_OUTLIVED = regex(rf"^{_ONE} (?:outlived|survived(?=.* by )) {_OTHER}(?: by (?P<long>[\w -]{{3,40}}))?[.!]?$")
_YEARS_OLDER = regex(
    rf"^{_ONE} (?:is|was) (?P<long>{HOW_LONG})(?P<word>older|younger) than {_OTHER}(?: is| was)?"
    r"(?: by (?P<by>[\w -]{3,40}))?[.!]?$"
)
_PREDATES = regex(rf"^{_ONE} (?:pre|ante)dat(?:es?|ed) {_OTHER}(?: by (?P<long>[\w -]{{3,40}}))?[.!]?$")
_LONGER = regex(rf"^{_ONE} lived (?P<word>longer|shorter) than {_OTHER}(?: did)?[.!]?$")
_HAPPENS = rf"(?:was |were )?(?:{'|'.join(DONE)}|fought|sunk)|sank|landed|ended|{_HAPPENED}"
_ALIVE_WHEN = regex(
    rf"^{_ONE} was (?:still |already )?(?P<state>alive|dead) (?:when|as|before|by the time) {_OTHER}"
    rf" (?P<verb>{_HAPPENS}|died|was born)\b[^,;]{{0,40}}$"
)
_TIME = "reign|presidency|lifetime|life|time|rule"
_AT_THE_TIME = regex(
    rf"^{_ONE} (?P<did>[a-z][^,;]{{2,60}}?) (?:during|in|at) (?P<of>the (?:{_TIME}) of )?{_OTHER}(?P<whose> (?:{_TIME}))?[.!]?$"
)
_MAY_COMPARE = regex(
    rf" (?:than|as|when|before|after|year|same|outlived?|survived|lived?|of the two|{_TIME})\b| (?:pre|ante)dat(?:es?|ed)\b"
    r"|^(?:Of|Between|When) "
)
"""A claim without any of these words fits none of the patterns above, which take far longer to look."""
_AGES = (FIRST, "founded", "completed", "opened", "built", "published")
"""Values that say how old a thing is."""
EVENT = (FIRST, "fought", "took place", "burned", "began", "started", "happened", "signed", DATED)
"""Values that say when an event was."""
_OF_EVENTS = frozenset(verb.removeprefix("was ") for verb in _HAPPENED.split("|"))
_NEXT = {"completed": ("completed", "built"), "built": ("built", "completed"), "opened": ("opened", "completed")}
"""Verb -> the values that decide it, the next where the article does not tell the first."""
WHICH_FIRST, LIVED, ALIVE, YEARS_LIVED = "time", "lives", "alive", "years of life"


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
    unit: int = 1
    """Of how many years the period is in which both are to be: a decade, a century; 0 for a day."""
    denied: bool = False
    """True for "is not longer than", which is so where it is shorter."""


@lru_cache(maxsize=4096)
def comparison(claim: str) -> Comparison | None:
    """What a claim compares; None for a claim that compares no two things.

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
    claim = plainly(claim)
    not_as = _NOT_AS.match(claim)
    if denied := not_as is None and negated(claim):
        claim = _affirmed(claim)
        if negated(claim):
            return None
    what = _measures(not_as or _MORE.match(claim), not_as is not None)
    what = what or _counted(claim) or _lives(claim) or _together(claim) or _times(claim)
    if what is None or what.one == what.other:
        return None
    return replace(what, denied=True) if denied else what


def _affirmed(claim: str) -> str:
    """A claim without its first "not": "did not die before" as "died before"."""
    return _NOT.sub(lambda found: f"{found['verb']}d" if found["verb"] else found["be"], claim, count=1)


def _measures(found: re.Match[str] | None, not_as: bool) -> Comparison | None:
    """Of "is higher than" and "is not as high as"."""
    if found is None or found["word"] not in SAID:
        return None
    of, sign = SAID[found["word"]]
    if bool(found["sun"]) != (of == "distance"):
        return None
    sign = -sign if not_as or found["less"] == "less " else sign
    if of == "size" and re.search(r" (?:city|town) than ", found.group()):
        of = "population"
    values = _AGES if of == "age" else ("area", "diameter") if of == "size" else (of,)
    return Comparison(found["one"], found["other"], of, sign, (values, values))


def _counted(claim: str) -> Comparison | None:
    """Of "has more inhabitants than", "covers a larger area than" and "more people live in … than in"."""
    found = _HAS_MORE.match(claim) or _LIVE_IN.match(claim)
    if found is None:
        return None
    what = found.groupdict().get("what")
    of, values = ("size", ("area",)) if what == "area" else ("population", ("population",))
    if what in NUMBERS:
        of, values = what, (what,)
    return Comparison(found["one"], found["other"], of, -1 if found["word"].lower() in _FEWER else 1, (values, values))


def _together(claim: str) -> Comparison | None:
    """Of "were born in the same decade" and "died in the same year as"."""
    found = _TOGETHER.match(claim) or _WITH.match(claim)
    if found is None:
        return None
    values = (LAST,) if found["verb"] == "died" else (FIRST,)
    return Comparison(found["one"], found["other"], WHICH_FIRST, 0, (values, values), unit=_UNITS[found["unit"]])


def _times(claim: str) -> Comparison | None:
    """Of "before", "after", "in the year in which" and "during the reign of"."""
    if found := _YEAR_OF.match(claim):
        return Comparison(
            found["one"], found["other"], WHICH_FIRST, 0, (_years_of(found["verb"]), _years_of(found["its"]))
        )
    if found := _ORDER.match(claim):
        sign = -1 if found["word"] in ("before", "earlier than") else 1
        if found["verb"] == "lived" and not found["its"]:
            return Comparison(found["one"], found["other"], LIVED, sign, ((FIRST, LAST), (FIRST, LAST)))
        office = (found["office"] or "").lower()
        mine = (f"{NTH} {office}", f"{SINCE} {office}") if office else _years_of(found["verb"])
        its = mine if not found["its"] else _years_of(found["its"])
        return Comparison(found["one"], found["other"], WHICH_FIRST, sign, (mine, its), gap(found["long"]))
    if found := _ALIVE_WHEN.match(claim):
        sign = 1 if found["state"] == "alive" else -1
        return Comparison(found["one"], found["other"], ALIVE, sign, ((FIRST, LAST), _happening(found["verb"])))
    if (found := _AT_THE_TIME.match(claim)) and bool(found["whose"]) != bool(found["of"]):
        other = re.sub(r"['’]s?$", "", found["other"]) if found["whose"] else found["other"]
        happened = re.match(_HAPPENS, found["did"])
        if happened and re.search(r"\b(?:lifetime|life)\b", found["of"] or found["whose"]):
            return Comparison(other, found["one"], ALIVE, 1, ((FIRST, LAST), _happening(happened.group())))
        return Comparison(found["one"], other, LIVED, 0, ((FIRST, LAST), (FIRST, LAST)))
    return None


def _lives(claim: str) -> Comparison | None:
    """Of "outlived", "twenty years older than", "predates" and "lived longer than"."""
    if found := _OUTLIVED.match(claim):
        return Comparison(found["one"], found["other"], WHICH_FIRST, 1, ((LAST,), (LAST,)), gap(found["long"] or ""))
    if (found := _YEARS_OLDER.match(claim)) and (found["long"] or found["by"]):
        sign = 1 if found["word"] == "younger" else -1
        return Comparison(
            found["one"], found["other"], WHICH_FIRST, sign, ((FIRST,), (FIRST,)), gap(found["long"] or found["by"])
        )
    if found := _PREDATES.match(claim):
        return Comparison(found["one"], found["other"], "age", -1, (_AGES, _AGES), gap(found["long"] or ""))
    if found := _LONGER.match(claim):
        sides = ((FIRST, LAST), (FIRST, LAST))
        return Comparison(found["one"], found["other"], YEARS_LIVED, 1 if found["word"] == "longer" else -1, sides)
    return None


def _happening(verb: str) -> tuple[str, ...]:
    """The values that say when something happened, or when somebody died or was born."""
    if verb in ("died", "was born"):
        return _years_of(verb)
    return tuple(
        v for v in dict.fromkeys((*_years_of(verb), *EVENT)) if v != FIRST or verb in ("began", "started", "broke out")
    )


def _years_of(verb: str) -> tuple[str, ...]:
    """The values that say when that was."""
    if verb in ("died", "ended"):
        return (LAST, "ended") if verb == "ended" else (LAST,)
    if verb in ("was born", "lived"):
        return (FIRST,)
    verb = verb.removeprefix("was ")
    return EVENT if verb in _OF_EVENTS else _NEXT.get(verb, (verb,))
