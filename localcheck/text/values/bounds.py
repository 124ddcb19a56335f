"""What stands before a number and says how it is meant: as a bound or a limit, as rounded, or as a change by so much. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex
from localcheck.text.values.quantity import CLOCK, COUNT, DAY, ORDINAL, YEAR
from localcheck.text.values.units import SHARE, TEMPERATURE, TIME
from localcheck.types import Span

BEFORE = 44
"""Characters before a number in which what bounds it is looked for."""
DENIED = 90
"""Characters before a year in which a negation may stand that turns its bound: "not … before 1872"."""
_MEASURE = (
    r"(?: (?:an?|the)(?: total| combined)? (?:value|total|amount|sum|maximum|limit|price|cost|weight|height|length|width|depth"
    r"|distance|speed|temperature|duration|period|age) of)?"
)
"""What may stand between a bound and its number: "up to a value of £2,000"."""
_MORE = regex(
    r"\b(?:(?P<strict>(?:more|greater|larger|longer|higher|older|heavier|faster) than|over|above|beyond|exceed(?:s|ed|ing)?)"
    rf"|at least{_MEASURE}|no (?:less|fewer) than|a minimum of)(?: the age of)?\s+$",
    re.I,
)
_LESS = regex(
    rf"\b(?:not? (?:more|greater|larger|longer|higher|older|faster) than|at most{_MEASURE}"
    rf"|(?<!\bgo )(?<!\bgoes )(?<!\bwent )up to{_MEASURE}|a maximum of|by the age of"
    r"|(?<!no )(?P<strict>(?:less|fewer|smaller|shorter|lower|younger|lighter) than|under(?: the age of)?|below"
    r"|before (?:(?:he|she|they) (?:had )?)?(?:reached|reaching|turned|turning|the age of)(?: the age of)?"
    r"|before (?:he|she|they) (?:was|were)|not yet(?: turned| reached)?))\s+$",
    re.I,
)
_RULE = regex(
    r"\b(?:must|may(?! have\b)|should|shall|needs?|requir(?:es?|ed)|ha(?:s|ve) to|allowed|permitted|eligible|Keep|Store)\b"
)
"""In its sentence a bound is a limit that somebody set. "At most" is one anyway; "fewer than" may be of what was counted."""
_MUST = regex(
    r"\b(?:must|should|shall|needs?|requir(?:es?|ed)|ha(?:s|ve) to|allow(?:s|ed)|permit(?:s|ted)|eligible|recommend(?:s|ed)"
    r"|Keep|Store)\b"
)
"""In its sentence an interval is one that somebody set."""
_MAY = regex(r"\b(?:may(?! have\b)|can|cannot|will)\b")
"""In its sentence "up to" a number says what somebody allowed, and an interval perhaps only what happens."""
_PEAK = regex(
    r"\b(?:max(?:imum|imal|\.)|(?:credit|speed|spending|weight|baggage|luggage|upper) limit)(?: [a-z]+){0,3}(?: is| of|:) $",
    re.IGNORECASE,
)
_FLOOR = regex(r"\bmin(?:imum|imal|\.)(?: [a-z]+){0,3}(?: is| of|:) $", re.IGNORECASE)
_NEVER = regex(r"(?:\b(?:never|not|cannot)\b|n['’]t\b)(?:,[^.;,]{1,60},)?[^.;,]*$", re.IGNORECASE)
"""In front of "above 70" it makes 70 the most that it was; what stands behind it in commas is an aside."""
_UNTIL = regex(r"\b(?:until|till|(?<!\bgo )(?<!\bgoes )(?<!\bwent )up to|(?:no|not) later than) $", re.IGNORECASE)
_IN_ADVANCE = regex(r" (?:before|prior to|ahead of|in advance)\b")
"""Behind "until seven days": at least so many."""
_NOT_FOR = regex(r"\bha(?:s|ve|d)(?: not| never|n['’]t)\b[^.;,]*\b(?:for|in) $", re.IGNORECASE)
"""In front of "over five years" in which something was not, and which are more than five all the same."""
_NOT_BE = regex(
    r"(?:\b(?:never|not|cannot)|n['’]t) (?:be|have|get|take|cost|weigh|last|stay|contain|bring|use) $", re.IGNORECASE
)
"""In front of "less than 70" it makes 70 the least that it is; further off it may deny what is so of what is less."""
_NOT_YET = regex(r"(?:\b(?:never|not|cannot|no|nobody|none|unable)\b|n['’]t\b)[^.;,]*$", re.IGNORECASE)
"""In front of "before 1872" it makes 1872 the first year in which it may have been."""
_EARLIER = regex(r"\b(?:before|prior to|earlier than)\s+(?:the\s+(?:year\s+)?)?$", re.IGNORECASE)
_LATER = regex(r"\b(?:after|(?<!no )(?<!not )later than)\s+(?:the\s+(?:year\s+)?)?$", re.IGNORECASE)
BIRTHDAY = "birthday"
"""Stands for the kind of the number of a birthday, which only "before" bounds."""
_BEFORE_BIRTHDAY = regex(r"\b(?P<strict>(?:before|short of) (?:his|her|their)) $", re.IGNORECASE)
"""In front of "80th birthday" it makes 80 an age that was not reached."""
_ABOUT = regex(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|ca\.|(?-i:c\.)|some|close to"
    r"|an? (?:estimated|average of))\s+"
    r"|[~≈]\s?)$",
    re.I,
)
_FELL = regex(
    r"(?:[-−–]|\b(?:fell|falls?|fallen|dropp?e?d|declined?|decreased?|reduced?|lower(?:ed)?|down|cut|shrank|shrunk)\b[^.;]*\bby\s)\s*$",
    re.I,
)
_ROSE = regex(r"(?:\+|\b(?:rose|rises?|risen|grew|grown?|increased?|raised|up|climbed|gained)\b[^.;]*\bby\s)\s*$", re.I)
CHANGED = regex(
    r"\b(?:fell|falls?|fallen|dropped|declined|decreased|reduced|lowered|shrank|shrunk|rose|rises?|risen|grew|grown"
    r"|increase[sd]?|increasing|climbed|went|moved|changed|raise[sd]?|raising|reduces?|reducing|to lower|cut)\b[^.;]*$",
    re.I,
)
"""In front of "from 40 to 55": these are no interval."""
BY = regex(r"\bby $", re.IGNORECASE)
_TO = regex(r"\bto $")
_IS = regex(
    r"\b(?:is|are|was|were|be|been|costs?|stands? at|stood at)(?: (?:now|currently|still|only|just))? $", re.IGNORECASE
)
_A_CHANGE = regex(
    r"\b(?:rises?|raises?|increases?|growth|gains?|falls?|drops?|declines?|decreases?|reductions?|cuts?|changes?|difference"
    r"|gap|savings?|discount|surcharge|supplement|extra|extension|improvement|loss|hike)\b",
    re.IGNORECASE,
)
_HIGHER = regex(r" (?:[a-z]{3,}er|more|less|above|below|up|down|off|ahead|behind|apart)\b")
"""Behind a number by which two things differ."""
_LASTED = regex(
    r"\b(?:lasts?|lasted|lasting|takes?|took|taken|taking|for|is|was|are|were|be|been|of|after|runs?|ran|spent|spends?|and"
    r"|just|well|in|at|than|with|has|had|have|earlier|later) $"
)
_SPREAD = regex(
    r"\b(?:spread|repaid|paid|payable|distributed|staggered|phased|divided|(?:takes?|took) place|held)"
    r" (?:back |off |out |in )?$"
)
"""In front of "over five days", which are then no more than five."""
_CARRIED_ON = regex(r"\bcarr(?:y|ies|ied|ying) $")
_HANDED = regex(r"\b(?:hand|turn)(?:s|ed|ing)? $")
_TAKEN = regex(r"\b(?:tak(?:es?|en|ing)|took) $")
_TAKEN_OVER = listed("bounds.taken_over")
"""Things that a buyer takes over; who took over 200 photos took more than 200."""
_OLD = regex(r"\s+(?:old|of age)\b", re.IGNORECASE)
_UNDER_WHOM = regex(r"\b(?:serv|work|stud[yi]|train|fought|play|liv)\w* under $")


@dataclass(frozen=True, slots=True)
class Lead:
    """Words before a number that belong to it: "more than", "about"."""

    before: str
    """What stands before them, from ``BEFORE`` characters before the number on."""
    start: int
    """Where they begin; where the number does if there are none."""
    side: int = 0
    """1 for "more than", -1 for "less than", 0 where it is no bound."""
    strict: bool = False
    """Is the bound itself left out?"""
    about: bool = False
    """Is the number said to be rounded?"""


def lead_of(text: str, number: Span, kind: str, things: frozenset[str] = frozenset()) -> Lead:
    """The words before a number of this kind, or of a ``BIRTHDAY``, that is written at ``number`` with its unit and counts
    these ``things``.

    >>> lead_of("It has more than 50 rooms.", Span(17, 19), COUNT)
    Lead(before='It has ', start=7, side=1, strict=True, about=False)
    """
    first = max(0, number.start - BEFORE)
    before = text[first : number.start]
    bound, side, strict = _bound(before, kind, things)
    if kind == TIME and _IN_ADVANCE.match(text, number.end) and (until := _UNTIL.search(before)):
        bound, side, strict = until, 1, False
    if kind == YEAR and side < 0 and _NOT_YET.search(text, max(0, number.start - DENIED), number.start):
        side, strict = 1, False
    if strict and kind == TIME and not _OLD.match(text, number.end):
        strict = not _spanned(before, bound)
    about = _ABOUT.search(before)
    lead = bound or about
    before = before[: lead.start()] if lead else before
    return Lead(before, first + len(before), side, strict, bool(about))


def _bound(before: str, kind: str, things: frozenset[str]) -> tuple[re.Match[str] | None, int, bool]:
    """The words before a number that make it a bound, 1 for "more than" and -1 for "less than", and whether it is left out."""
    below, above = (_EARLIER, _LATER) if kind == YEAR else (_LESS, _MORE)
    less = (_BEFORE_BIRTHDAY if kind == BIRTHDAY else below).search(before)
    bound = less or above.search(before)
    if bound is None or (kind == COUNT and _UNDER_WHOM.search(before)):
        return None, 0, False
    if bound.group().lower() == "over " and _over_of_a_verb(before[: bound.start()], kind, things):
        return None, 0, False
    strict = bool(kind == YEAR or bound["strict"])
    if strict and kind != YEAR:
        denied = before[: bound.start()]
        if not less and _NEVER.search(denied) and not (kind == TIME and _NOT_FOR.search(denied)):
            return bound, -1, False
        if less and (_NOT_BE if kind != TEMPERATURE else _NEVER).search(denied):
            return bound, 1, False  # "not suitable under 12" is said of who is younger
    return bound, -1 if less else 1, strict


def _over_of_a_verb(verb: str, kind: str, things: frozenset[str]) -> bool:
    """Whether the "over" between a verb and a number belongs to the verb: "carry over ten days", "spread over ten days".

    >>> _over_of_a_verb("It took ", COUNT, frozenset({"employee"})), _over_of_a_verb("It took ", TIME, frozenset())
    (True, False)
    """
    if kind == TIME:
        return _SPREAD.search(verb) is not None or _CARRIED_ON.search(verb) is not None
    return _HANDED.search(verb) is not None or bool(_TAKEN.search(verb) and things & _TAKEN_OVER)


def limit_of(text: str, start: int, side: int) -> int:
    """-1 for the most and 1 for the least that may be, 0 else; ``side``: of the number at ``start`` as a bound."""
    before = text[max(0, start - BEFORE) : start]
    if not side:
        return -1 if _PEAK.search(before) else int(_FLOOR.search(before) is not None)
    if side == 1 and _UNTIL.search(before):
        return 1
    most = _LESS.search(before)
    if most and not most["strict"]:
        return -1
    return side if _RULE.search(_sentence(text, start)) else 0


def ruled(text: str, start: int) -> int:
    """2 where the sentence of the number at ``start`` says what must be, 1 where it says what may or can be, 0 else.

    >>> ruled("It must have 8 keys.", 13), ruled("It may hold 8 keys.", 12), ruled("It has 8 keys.", 7)
    (2, 1, 0)
    """
    sentence = _sentence(text, start)
    return 2 if _MUST.search(sentence) else int(_MAY.search(sentence) is not None)


def _sentence(text: str, at: int) -> str:
    """What stands around a place in its sentence."""
    return text[max(0, at - 120) : at].rpartition(". ")[2] + text[at : at + 120].partition(". ")[0]


def _spanned(before: str, bound: re.Match[str] | None) -> bool:
    """Whether "over" may say in which time something happened ("invested it over five years"), not only that it was longer."""
    return bound is not None and bound["strict"].lower() == "over" and not _LASTED.search(before[: bound.start()])


def turn_of(before: str, kind: str) -> int:
    """1 where a number is one by which something rose, -1 where it fell by it, 0 else; a sign says so of shares only."""
    if kind in (YEAR, DAY, ORDINAL, CLOCK) or (kind != SHARE and not before.endswith("by ")):
        return 0
    return -1 if _FELL.search(before) else 1 if _ROSE.search(before) else 0


def level_of(text: str, start: int, end: int) -> bool:
    """Whether the number is what something is, was or became ("was cut to 35 euros"), and not by how much it changed."""
    before = text[max(0, start - 60) : start]
    if became := _TO.search(before):
        return CHANGED.search(before[: became.start()]) is not None
    return _IS.search(before) is not None and not _A_CHANGE.search(before) and not _HIGHER.match(text, end)
