"""Numbers with what they are numbers of: years, dates, lengths, weights, money, shares, times, and counts of things. Pure.

"13 books" is not borne out by "13 May", "120 km" is by "75 miles", and "nine awards" is contradicted by "eleven awards", not by
"in 1990". A value that cannot be typed is a plain number, which fits every kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from localcheck.text.lexicon import NUMERIC_DATE, SMALL, TENS, number_told
from localcheck.text.patterns import regex
from localcheck.text.values import worded, written
from localcheck.text.values.bounds import BEFORE, BIRTHDAY, BY, Lead, lead_of, level_of, limit_of, ruled, turn_of
from localcheck.text.values.called import decades_of_life, lasting, numbers_as_names, vague_counts
from localcheck.text.values.clocks import clock_times
from localcheck.text.values.dates import days_of
from localcheck.text.values.kinds import of_what, typed, words_before
from localcheck.text.values.quantity import AGE, AGE_GROUP, CARRIED_OVER, COUNT, DAY, MONEY, PLAIN, YEAR, Quantity
from localcheck.text.values.shares import Share, parts_of_a_change, shares
from localcheck.text.values.units import SHARE, TEMPERATURE, TIME, UNITS
from localcheck.text.values.written import MINUS, joined, with_units_before, with_units_behind
from localcheck.types import Span

_WORKING = regex(r"\b(\d{1,3}) (?:working|business)[ -]days\b", re.IGNORECASE)
_READ_WITH_ONE = frozenset({"decade", "century", "percent"})
"""Units of which "one" is a number behind "more than"; months may follow one year, and one of most things is no number."""
_FROM_AN_AGE = regex(r"\bfrom (?:the )?age(?: of)? $", re.IGNORECASE)
_TO_AN_AGE = regex(r"\s?(?:to|-|–|until)\s?\d")
_BELOW_ZERO = regex(r"\s?(?:°\s?[CF]|degrees?(?: Celsius| Fahrenheit| centigrade)?) below zero\b", re.IGNORECASE)
_NUMERIC = regex(NUMERIC_DATE)
_CENTURY_BEFORE = regex(r"(?<![\w.,-])(?P<century>1\d|20)(?P<year>\d\d)\s?[-–/]\s?$")
_ONE = regex(
    r"\b(?P<one>one|(?:for|takes|took|lasts|lasted|within|after|is|to|(?<!half )(?<!quarter )(?<!quarters )of) (?P<a>an?))"
    r" (?=[a-z]+)",
    re.IGNORECASE,
)
"""Of "a year" only where it surely is one."""
_ONE_AND = regex(
    r"\b(?P<one>one|(?P<a>an?)|(?:next|last|first|whole|full)) (?=[a-z]+"
    rf" and (?:a half\b|(?:a |three )quarters?\b|(?:\d{{1,2}}|{'|'.join((*SMALL, *TENS))})[ -]))",
    re.IGNORECASE,
)
"""One of a unit with a part of it, or some of a smaller one, behind it."""
_FOR_ONE = regex(
    r"\b(?:for|takes?|took|lasts?|lasted|within|is(?= an? \w+(?:[.,;]|$))) (?P<one>one|(?P<a>an?))"
    r" (?=(?:hour|day|week|month|year|decade)\b(?!['’]s| (?:ago|later|earlier|or)\b))",
    re.IGNORECASE,
)
NEARLY_ONE = 0.125
"""Share by which "for an hour" may be off."""
_DOZEN = regex(r"(?<!half )\ba dozen\b", re.IGNORECASE)
_AFTERWARDS = regex(r"\s+(?:later|afterwards?|thereafter|earlier)\b", re.IGNORECASE)
"""Behind a length of time that lies between two events, and is no number of the years that something took."""
_CARRIED = regex(r"[^.;,]{0,40}\bcarried (?:over|forward)\b")
_CARRYING = regex(r"\bcarr(?:y|ies|ied|ying) (?:over|forward) (?:up to |at most |no more than )?$")
"""Around a length of time that is carried over, and is no other number of the leave that somebody has."""
_BY_SO_MUCH = regex(r"\d[%\w.,]* (?:[a-z]+ ){0,2}(?:more|less|[a-z]{3,}er) than $")
_THEN = regex(r" [a-z]+ (?:ago|earlier|before)\b")
"""Behind the "a" of "180 fewer than a year earlier", which is then no bound on a year."""
_NUMBERING = regex(r"^\s*\(?\d{1,3}[.)]\s+(?=[A-Z])|\b[Tt]he (?:two|three|four) of (?:them|us|you)\b", re.MULTILINE)
"""The number of a step or a section before its sentence, and of those who are meant, which is a number of nothing."""
_YEARS_AFTER = regex(
    rf"\b(?P<number>\d{{1,2}}|{'|'.join(SMALL[2:13])}) years (?P<way>after|before)\b[^.;:,\d]{{0,60}}?"
    r" (?:of|in) (?P<year>[12]\d{3})\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The numbers of ``text`` in order, typed.

    >>> [(q.value, q.kind) for q in quantities("In 1886 it had 2.5 million rivets, rose 300 m and cost $4 million.")]
    [(1886.0, 'year'), (2500000.0, 'count'), (300.0, 'length'), (4000000.0, 'money, dollars')]
    """
    found = list(_found(text))
    ones = list(_ones_with_more(text, found))
    found = [other for other in found if not any(one.span.meets(other.span) for one in ones)]
    return tuple(with_units_before(text, joined(text, with_units_behind(text, [*found, *ones]))))


def _ones_with_more(text: str, found: Sequence[Quantity]) -> Iterator[Quantity]:
    """What begins with "a" or "one" and a unit: "a year and a half", and the year of "a year and six months".

    >>> [round(q.value / 60) for q in quantities("It takes an hour and a half, or one hour and 20 minutes.")]
    [90, 80]
    """
    for match in _ONE_AND.finditer(text):
        one = _single(text, match)
        free = not any(one.span.meets(other.span) and not other.soft for other in found)  # "a half" alone is a share
        if free and (one.told > 1 or any(worded.smaller_unit(one, other, text) for other in found)):
            yield one


@lru_cache(maxsize=16384)
def told_as_one(text: str) -> tuple[Quantity, ...]:
    """The times that a claim tells as "for an hour": missed only where another time is told.

    >>> [round(q.value) for q in told_as_one("It was down for an hour, and one day it fell.")]
    [3600]
    """
    found = (_single(text, match) for match in _FOR_ONE.finditer(text))
    told = quantities(text)
    free = (one for one in found if one.kind == TIME and not any(one.span.meets(other.span) for other in told))
    return tuple(replace(one, soft=True, within=NEARLY_ONE * one.value) for one in free)


@lru_cache(maxsize=16384)
def single_units(text: str) -> tuple[Quantity, ...]:
    """What a text tells as "one year" or "a dozen": the same as 12 months, or as 12, but too often no number to be missed.

    >>> [round(q.value) for q in single_units("The warranty lasts one hour or one or two minutes.")]
    [3600]
    """
    found = (_single(text, m) for m in _ONE.finditer(text))
    dozens = (Quantity(12.0, COUNT, told=12.0, span=Span(*m.span())) for m in _DOZEN.finditer(text))
    return (*(q for q in found if q.kind not in (COUNT, PLAIN)), *dozens, *lasting(text), *_working_weeks(text))


def _working_weeks(text: str) -> Iterator[Quantity]:
    """ "30 working days" as six weeks."""
    for match in _WORKING.finditer(text):
        weeks, rest = divmod(int(match[1]), 5)
        if weeks and not rest:
            week = UNITS["week"]
            yield Quantity(weeks * week.factor, week.kind, unit=week.name, told=float(weeks), span=Span(*match.span()))


def _single(text: str, match: re.Match[str]) -> Quantity:
    """One of something, with "and a half" behind it, if it has that."""
    start = match.start("a" if match["a"] else "one")
    one = typed(text, Span(start, match.end()), 1.0, "words", match.end() - 1)
    times, end = worded.and_a_half(text, max(one.span.end, match.end() - 1), 1.0)
    return replace(one, value=one.value * times, told=times, span=Span(start, end))


def _found(text: str) -> Iterator[Quantity]:
    told = [*clock_times(text), *numbers_as_names(text), *decades_of_life(text), *vague_counts(text)]
    parts = [_in_words(text, part) for part in shares(text)]
    changes = (_in_words(text, part) for part in parts_of_a_change(text))
    parts += [one for one in changes if one.turn and not any(one.span.meets(part.span) for part in parts)]
    dates = list(_dates_in_figures(text))
    yield from (*told, *dates)
    read = [*(one.span for one in (*told, *dates)), *(part.span for part in parts)]
    read += [Span(*match.span()) for match in _NUMBERING.finditer(text)]
    read_to = 0
    for match in written.NUMBER.finditer(text):
        if match.start() < read_to or any(match.start() < span.end and span.start < match.end() for span in read):
            continue
        value, ordinal = written.value_of(match)
        if value is None:
            continue
        if ends := _short_year(text, match):
            yield ends
            continue
        value, end, scaled = (value, match.end(), False) if ordinal else written.with_words(text, match, value)
        found = _read(text, match, value, ordinal, end, scaled)
        if match["words"] and value == 1 and not (found.bound and found.unit in _READ_WITH_ONE):
            continue
        read_to = max(end, found.span.end)
        if match["one"] and _THEN.match(text, match.end()) and _BY_SO_MUCH.search(text[: match.start()]):
            continue
        if not match["one"] or found.kind not in (COUNT, PLAIN):
            yield found
    yield from parts
    yield from _years_after(text)


def _dates_in_figures(text: str) -> Iterator[Quantity]:
    """The day and the year of dates as 1994-05-03 and 03/05/1994.

    >>> [(q.value, q.kind) for q in _dates_in_figures("It opened on 1994-05-03.")]
    [(1994.0, 'year'), (3.0, 'day')]
    """
    for match in _NUMERIC.finditer(text):
        near = words_before(text, match.start())
        for year, _, day in days_of(match)[:1]:
            yield Quantity(float(year), YEAR, near=near, told=float(year), span=Span(*match.span()))
            yield Quantity(float(day), DAY, near=near, told=float(day), span=Span(*match.span()))


def _in_words(text: str, share: Share) -> Quantity:
    """A share that is told in words, "two thirds" as near as 66 or 67 %."""
    lead = lead_of(text, share.span, SHARE)
    turn = share.turn
    if not turn and BY.search(text[: lead.start]):
        turn = turn_of(text[max(0, lead.start - BEFORE) : lead.start], SHARE)
    return Quantity(
        share.value,
        SHARE,
        unit="share",
        told=share.value,
        bound=lead.side,
        strict=lead.strict,
        within=0.125 * share.value if lead.about else 0.01 if share.value * 100 % 1 else 0.0,
        turn=turn,
        soft=True,
        span=Span(lead.start, share.span.end),
    )


def _short_year(text: str, match: re.Match[str]) -> Quantity | None:
    """The second year of "1939–45" and "2019/20", which is written without its century."""
    begun = _CENTURY_BEFORE.search(text[max(0, match.start() - 12) : match.start()])
    if begun is None or not re.fullmatch(r"\d\d?", match.group()) or re.match(r"-\d", text[match.end() :]):
        return None
    short = match.group() if len(match.group()) == 2 else begun["year"][0] + match.group()
    if int(short) <= int(begun["year"]):
        return None
    year = float(begun["century"] + short)
    return Quantity(year, YEAR, told=year, span=Span(*match.span()))


def _years_after(text: str) -> Iterator[Quantity]:
    """The year that a text tells by another one: "four years after the fire of 1902" is 1906."""
    for match in _YEARS_AFTER.finditer(text):
        years = number_told(match["number"])
        sign = -1 if match["way"].lower() == "before" else 1
        yield Quantity(float(match["year"]) + sign * years, YEAR, told=float(match["year"]), span=Span(*match.span()))


def _read(text: str, match: re.Match[str], value: float, ordinal: bool, begun: int, scaled: bool) -> Quantity:
    """The number with its scale, its unit and what stands before it."""
    factor, end, has_scale = written.scale_behind(text, match, begun, scaled)
    value, scaled = value * factor, scaled or has_scale
    form = written.form_of(match, ordinal, scaled)
    found = typed(text, Span(*match.span()), value, form, end)
    value, start, found = _below_zero(text, match, value, form, end, found)
    found, stop = _special(text, start, found), max(found.span.end, end)
    lead = lead_of(text, Span(start, stop), BIRTHDAY if BIRTHDAY in found.things else found.kind, found.things)
    if _from_an_age(text, start, end, found, lead):
        found, lead = replace(found, unit=AGE_GROUP), replace(lead, side=1)
    half = match["fraction"] is not None and text.startswith("year", match.end() + 1)  # some six months
    return replace(
        found,
        things=found.things or of_what(text, start, stop, found.kind),
        told=value,
        grain=abs(0.5 * 10.0 ** -len(written.decimals(match)) * factor * (found.value / value if value else 1.0)),
        bound=lead.side,
        strict=lead.strict,
        limit=0 if found.kind in (YEAR, DAY) else limit_of(text, start, lead.side),
        ruled=ruled(text, start) or int(_up_to(text, start, found.kind)),
        about=lead.about or half,
        within=0.25 * found.value if half else written.within(match, found.value, lead.about, scaled, value),
        turn=turn_of(lead.before, found.kind),
        level=level_of(text, lead.start, stop),
        span=Span(lead.start, stop),
    )


def _below_zero(
    text: str, match: re.Match[str], value: float, form: str, end: int, found: Quantity
) -> tuple[float, int, Quantity]:
    """The number as it is written, where it begins, and typed: negative for degrees with a minus, or "below zero"."""
    start = match.start()
    if found.kind != TEMPERATURE and "degree" not in found.things:
        return value, start, found
    minus, below = MINUS.search(text[:start]), _BELOW_ZERO.match(text, end)
    if not minus and not below:
        return value, start, found
    start = minus.start() if minus else start
    found = typed(text, Span(*match.span()), -value, form, end)
    return -value, start, replace(found, span=Span(start, below.end() if below else max(found.span.end, end)))


def _special(text: str, start: int, found: Quantity) -> Quantity:
    """The number as one of the "top 10", or as a time between two events, where it is one."""
    if found.kind == TIME and _AFTERWARDS.match(text, found.span.end):
        return replace(found, things=frozenset({"later"}))
    if found.kind == TIME and (
        _CARRIED.match(text, found.span.end) or _CARRYING.search(text, max(0, start - 40), start)
    ):
        return replace(found, things=CARRIED_OVER)
    if found.kind in (COUNT, PLAIN) and text[max(0, start - len("top ")) : start].lower() == "top ":
        return replace(found, kind=COUNT, things=frozenset({"top"}))
    return found


def _up_to(text: str, start: int, kind: str) -> bool:
    """True for "up to" an amount of money or time, which then is the most that somebody gets, also without a "may"."""
    return (kind == TIME or kind.startswith(MONEY)) and text[max(0, start - len("up to ")) : start].lower() == "up to "


def _from_an_age(text: str, start: int, end: int, found: Quantity, lead: Lead) -> bool:
    """True for the least age that somebody has to have: "may swim from the age of 6"."""
    if found.things != AGE or lead.side or lead.about or _TO_AN_AGE.match(text, end):
        return False
    return _FROM_AN_AGE.search(lead.before) is not None and limit_of(text, start, 1) > 0
