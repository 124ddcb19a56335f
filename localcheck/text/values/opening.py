"""On which days, and from and until when, something is open: what a text says of it that another one excludes. Pure."""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import CLOCK
from localcheck.text.words import folded

_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_DAYS = rf"(?P<days>{_DAY}s?(?:(?:, | and |, and ){_DAY}s?){{0,6}})\b(?! (?:to|through|until|till)\b)"
_OPEN = regex(rf"\bopens? (?:on )?{_DAYS}")
_CLOSED = regex(rf"\b(?:closed|shut) (?:on )?(?:every )?{_DAYS}")
_EVERY_DAY = regex(
    rf"\bopens? (?:daily|every day|all week|seven days a week)"
    rf"(?P<but>,? (?:except|but not|apart from)(?: for)?(?: on)? {_DAYS})?"
)
_AT_TIMES = regex(
    r"\b(?:winter|summer|spring|autumn|season|holidays?|mornings?|afternoons?|evenings?|first|last|every other|former|formerly"
    r"|then|since|(?:1\d|20)\d\d)\b",
    re.IGNORECASE,
)
"""With one of these it is open or closed at some times only."""
_BEGINS = regex(r"\b(?:opens (?:[a-z]+ ){0,2}?at|opens? (?:[a-z]+ ){0,2}?from) $")
_ENDS = regex(
    r"\b(?:closes? (?:[a-z]+ ){0,2}?at|opens? (?:[a-z]+ ){0,2}?(?:until|till)|opens? from [^;]{1,20} (?:to|until|till)) $"
)
_SUBJECT = regex(r"^(?P<who>[^,;:]{2,60}?) (?:(?:is|are) (?:open|closed|shut)|opens?|closes?)\b")


def otherwise_open(claim: str, premise: str) -> bool:
    """True if a claim says that something is open on a day, or until a time, and the premise that it is closed then, or that it
    opens then; and the other way round. False where it is so at some times of the year only, or of another thing.

    >>> otherwise_open("The museum is open daily.", "The museum is closed on Mondays.")
    True
    >>> otherwise_open("The museum opens at 17:00.", "The museum is open until 17:00.")
    True
    >>> otherwise_open("The museum is open on Mondays.", "The museum is open every day except Sunday.")
    False
    """
    who = _SUBJECT.match(claim)
    if who is None:
        return False
    told = [
        s.text for s in split_sentences(premise) if (its := _SUBJECT.match(s.text)) and _same(who["who"], its["who"])
    ]
    said = " ".join(told)
    if any(negated(text) or _AT_TIMES.search(text) for text in (claim, said)):
        return False
    return _other_days(claim, said) or _other_hours(claim, said)


def _same(who: str, its: str) -> bool:
    return its == "It" or folded(its) == folded(who)


def _other_days(claim: str, premise: str) -> bool:
    (opened, closed, daily), (its_opened, its_closed, its_daily) = _days(claim), _days(premise)
    if daily:
        return bool(its_closed - closed)
    against = opened & (its_closed - its_opened) or (closed - its_closed) & its_opened
    return bool(against or (its_daily and closed - its_closed))


def _days(text: str) -> tuple[set[str], set[str], bool]:
    """The days on which it is open, and closed, and whether it is open on all others."""
    every = _EVERY_DAY.search(text)
    opened = {day for found in _OPEN.finditer(text) for day in re.findall(_DAY, found["days"])}
    closed = {day for found in _CLOSED.finditer(text) for day in re.findall(_DAY, found["days"])}
    if every and every["but"]:
        closed |= set(re.findall(_DAY, every["days"]))
    return opened, closed, every is not None


def _other_hours(claim: str, premise: str) -> bool:
    (begins, ends), (its_begins, its_ends) = _hours(claim), _hours(premise)
    return bool((begins & its_ends) - its_begins or (ends & its_begins) - its_ends)


def _hours(text: str) -> tuple[set[tuple[float, str]], set[tuple[float, str]]]:
    """The times of day at which it opens, and at which it closes."""
    times = [q for q in quantities(text) if q.kind == CLOCK]
    begins = {(q.value, q.unit) for q in times if _BEGINS.search(text, 0, q.span.start)}
    return begins, {(q.value, q.unit) for q in times if _ENDS.search(text, 0, q.span.start)}
