"""How many times of day a sentence lists: "at 8:00, 12:30 and 17:00" is three times a day. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from localcheck.text.facts import Says, negated
from localcheck.text.irregular_verbs import content_singulars
from localcheck.text.lexicon import NUMBER_WORDS, number_told
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences
from localcheck.text.subjects import stands_in
from localcheck.text.values.clocks import clock_times
from localcheck.text.values.opening import DAYS, days_told
from localcheck.text.values.quantity import Quantity

_ON = rf"(?:{DAYS}|weekdays|weekends)"
_HOW = rf"(?:only |just )?(?P<times>once|twice|(?:\d{{1,2}}|{NUMBER_WORDS}) times)"
_A_DAY = r"(?:(?:a|per|each|every) day|daily)"
_CLAIMS = (
    regex(
        rf"^(?:On (?P<led>{_ON}),? )?(?P<who>[^,;.]{{2,60}}?) {_HOW}(?: {_A_DAY})?(?: on (?P<days>{_ON}))?[.!]?$",
        re.IGNORECASE,
    ),
    regex(
        rf"^There (?:is|are) (?P<times>\d{{1,2}}|{NUMBER_WORDS}) (?P<who>[a-z][a-z -]{{2,40}}?)"
        rf"(?: {_A_DAY})?(?: on (?P<days>{_ON}))?[.!]?$",
        re.IGNORECASE,
    ),
)
_DAILY = regex(rf"\b{_A_DAY}\b", re.IGNORECASE)
_LISTED = regex(r"(?:,|,? and|,? &| ?/)(?: (?:again|then))?(?: at)? ?")
_SPANNED = regex(
    r"\b(?:from|between|until|till|before|after|by|since|closes?|ends?|arriv\w+|back|returns?) (?:at |about )?$|[–-] ?$",
    re.IGNORECASE,
)
"""In front of a time that bounds something, or is another one's."""
_DAY = regex(rf"\b{_ON}|\b(?:every ?day|daily|each day|a day)\b", re.IGNORECASE)
_SMALL = {"once": 1, "twice": 2}
EVERY = frozenset(range(7))


@lru_cache(maxsize=4096)
def timetabled(claim: str, premise: str) -> Says | None:
    """What the times of day that a sentence lists say of a claim about how often something is on some days; None where it lists
    none for them, or more than one list.

    >>> boat = "The boat sails on weekdays at 8:00, 12:30 and 17:00, on Sundays only at 10:00."
    >>> timetabled("The boat sails three times on weekdays.", boat), timetabled("The boat sails twice on Sundays.", boat)
    ('borne out', 'contradicted')
    >>> timetabled("The boat sails three times on Saturdays.", boat) is None
    True
    """
    found = None if negated(claim) else next((m for form in _CLAIMS if (m := form.match(claim))), None)
    if found is None:
        return None
    named = found.groupdict()
    days = frozenset(days_told(f"{named.get('led') or ''} {named['days'] or ''}"))
    if not days and not _DAILY.search(claim):
        return None
    listing = [s for s in rough_sentences(premise) if any(clock_times(s))]
    if len(listing) != 1 or negated(listing[0]):
        return None
    if not stands_in(claim) and not _named(found["who"], premise):
        return None
    fitting = [count for count, on in _lists(listing[0]) if (days <= on if days else on == EVERY)]
    if len(fitting) != 1:
        return None
    return "borne out" if fitting[0] == _count(found["times"]) else "contradicted"


def _named(who: str, premise: str) -> bool:
    """Whether all content words stand in the premise, in the singular or the plural: "buses" as "bus"."""
    there = content_singulars(premise)
    return all(any(one.startswith(word) or word.startswith(one) for one in there) for word in content_singulars(who))


def _count(told: str) -> int:
    word = told.lower().removesuffix(" times")
    return _SMALL.get(word) or int(number_told(word))


def _lists(sentence: str) -> list[tuple[int, frozenset[int]]]:
    """How many times of day each list of a sentence has, and on which days; none where one of them is no time of its own."""
    times = sorted(clock_times(sentence), key=lambda time: time.span.start)
    if any(_SPANNED.search(sentence[: time.span.start]) for time in times):
        return []
    ends = [0, *(time.span.end for time in times)]
    joined = [bool(_LISTED.fullmatch(sentence[a : t.span.start])) for a, t in zip(ends, times, strict=False)]
    number = [sum(not one for one in joined[: i + 1]) for i in range(len(times))]
    runs = [[time for _, time in run] for _, run in groupby(zip(number, times, strict=True), key=lambda pair: pair[0])]
    return _with_days(sentence, runs)


def _with_days(sentence: str, runs: Sequence[Sequence[Quantity]]) -> list[tuple[int, frozenset[int]]]:
    """Each list with the days that stand before it; of a single one also with those behind it."""
    told, end = list[tuple[int, frozenset[int]]](), 0
    for run in runs:
        before = [m[0] for m in _DAY.finditer(sentence, end, run[0].span.start)]
        end = run[-1].span.end
        behind = [m[0] for m in _DAY.finditer(sentence, end)] if len(runs) == 1 else []
        days = before or behind
        if not days and len(runs) > 1:
            return []
        told.append((len(run), frozenset(days_told(" ".join(days))) or EVERY))
    return told
