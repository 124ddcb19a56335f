"""On which days of the week something is open and on which it is closed: what a sentence says of a claim about some days. Pure.

Readers that were trained on pairs of sentences take "open daily except Mondays" for the contrary of "open on Sundays", and
"closed on Mondays", too.
"""

from __future__ import annotations

import re

from localcheck.text.facts import Says
from localcheck.text.patterns import regex
from localcheck.text.values.clocks import clock_times
from localcheck.text.values.opening import DAYS, weekdays
from localcheck.text.words import edited

_STATE = r"(?P<not>not |never |n['’]t )?(?P<state>open|opens|closed|shut)\b"
_TOLD = regex(rf"\b{_STATE}(?P<rest>(?:(?!\b(?:not |never )?(?:open|opens|closed|shut)\b)[^.;])*)", re.IGNORECASE)
_CLAIM = regex(
    rf"(?P<who>[^.;,]{{2,60}}?) (?:is |are |will be |does |do )?{_STATE}(?P<rest> [^.;]{{3,60}})[. ]*$",
    re.IGNORECASE,
)
_TIME = "\N{WATCH}"
"""Stands for a time of day."""
_PLAIN = regex(
    rf"(?:\s|,|{_TIME}|{DAYS}|to the public|for business|all week|(?:rest )?of the week|other days|seven days a week"
    r"|every ?day|daily|weekdays?|weekends?|(?:on|at|from|until|till|to|and|between|but|except|apart|other|than|only|the|for"
    r"|every|all|days?)\b)*"
)
_EVERY_OTHER = regex(r"\bevery other\b", re.IGNORECASE)
_SOME_DAYS = regex(rf"\b(?:(?P<end>from|since|until|till|to) )?(?P<days>{DAYS})")
_ON_CONDITION = regex(
    r"^\W*(?:In|At|On|During|From|Until|Till|If|When|Over|Throughout|Outside|Between|After|Before|Since|Unless|Except) "
)
_EVERY = regex(r"\b(?:daily|every ?day|all week|all days|seven days a week)\b", re.IGNORECASE)
_EXCEPT = regex(r"\b(?:except|but|apart from|other than)\b", re.IGNORECASE)
_OTHERS = regex(r"\bother days\b|\brest of the week\b", re.IGNORECASE)
_NOUN = regex(r"\b[a-zà-ÿ]{3,}\b")
_NAME = regex(r"\b[A-ZÀ-Þ][\w’'-]*")
_SKIPPED = frozenset("the our its their this that and for with also usually always from are will".split())
_STANDING_IN = frozenset("It They We The Our Its Their This That".split())
WEEK, WORKDAYS = frozenset(range(7)), frozenset(range(5))


def open_days(claim: str, premise: str) -> Says | None:
    """What a sentence says of a claim that something is open or closed on some days; None where it says nothing of days, or
    more than days and times ("in winter").

    >>> open_days("The museum is open on Sundays.", "The museum is open daily except Mondays.")
    'borne out'
    >>> open_days("The zoo is open on Mondays.", "The zoo is closed on Mondays and open from 9:00 on all other days.")
    'contradicted'
    >>> open_days("The museum is open on Sundays.", "The museum is closed on Mondays.")
    'unsaid'
    """
    found = _CLAIM.match(claim)
    if found is None or not _PLAIN.fullmatch(found["rest"]) or not _of_the_same(found["who"], premise):
        return None
    told = None if _of_some_weeks(found["rest"]) else _told(premise)
    on, off = _days_told(found["rest"])
    if not on or told is None:
        return None
    is_open = _is_open(found["state"], found["not"])
    if on <= told[is_open] and off <= told[not is_open]:
        return "borne out"
    if on & told[not is_open] or off & told[is_open]:
        return "contradicted"
    return None if told[is_open] else "unsaid"


def _told(premise: str) -> dict[bool, frozenset[int]] | None:
    """The days on which something is open (True), and closed (False)."""
    days_of: dict[bool, frozenset[int]] = {True: frozenset(), False: frozenset()}
    rest = edited(premise, [(time.span, _TIME) for time in clock_times(premise)])
    others: list[bool] = []
    for found in _TOLD.finditer(rest):
        is_open = _is_open(found["state"], found["not"])
        if (
            not _PLAIN.fullmatch(found["rest"])
            or _of_some_weeks(found["rest"])
            or (not is_open and _TIME in found["rest"])
        ):
            return None  # what is closed at noon is open on that day
        on, off = _days_told(found["rest"])
        days_of[is_open] |= on
        days_of[not is_open] |= off
        if _OTHERS.search(found["rest"]):
            others.append(is_open)
    for is_open in others:
        days_of[is_open] |= WEEK - days_of[not is_open]
    return days_of if any(days_of.values()) else None


def _of_some_weeks(words: str) -> bool:
    """Whether the days are those of some weeks only, or the first or the last of more that are not told ("until Friday")."""
    ends = ((found["end"], len(weekdays(found["days"]))) for found in _SOME_DAYS.finditer(words))
    return bool(_EVERY_OTHER.search(words)) or any(end and not (end == "from" and days > 1) for end, days in ends)


def _days_told(words: str) -> tuple[frozenset[int], frozenset[int]]:
    """The days that are told, and those that are excepted from them or, with "only", left out."""
    told, *excepted = _EXCEPT.split(words, maxsplit=1)
    on = WEEK if _EVERY.search(told) else _named(told)
    off = _named(" ".join(excepted))
    left_out = WEEK - on if "only" in told.split() and on else frozenset()
    return on - off, off | left_out


def _named(words: str) -> frozenset[int]:
    found = frozenset(weekdays(words))
    found |= WORKDAYS if "weekday" in words else frozenset()
    return found | (WEEK - WORKDAYS if "weekend" in words else frozenset())


def _is_open(state: str, negation: str | None) -> bool:
    return (state.lower() in ("open", "opens")) is (negation is None)


def _of_the_same(who: str, premise: str) -> bool:
    """Whether the sentence speaks of what the claim speaks of at any time, and of nothing that belongs to it ("the café of the
    museum").
    """
    found = _TOLD.search(premise)
    if found is None or _ON_CONDITION.match(premise):
        return False
    before = premise[: found.start()]
    mine, its = (set(_NOUN.findall(text)) - _SKIPPED for text in (who, before))
    named = set(_NAME.findall(who)) - _STANDING_IN
    return named <= set(_NAME.findall(before)) and (mine == its or not its or not (mine or named))
