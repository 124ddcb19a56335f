"""Numbers with what they are numbers of: years, dates, lengths, weights, money, shares, times, and counts of things. Pure.

"13 books" is not borne out by "13 May", "120 km" is by "75 miles", and "nine awards" is contradicted by "eleven awards", not by
"in 1990". A value that cannot be typed is a plain number, which fits every kind.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from localcheck.text.lexicon import NUMERIC_DATE, ORDINALS, SCALES, SMALL, TENS, number_told
from localcheck.text.patterns import regex
from localcheck.text.values.called import called
from localcheck.text.values.clocks import clock_times
from localcheck.text.values.dates import days_of
from localcheck.text.values.inexact import decades_of_life, lasting, vague_counts
from localcheck.text.values.kinds import COUNTED, OF_MONTH, between_ages, of_what, typed, words_before
from localcheck.text.values.quantity import AGE, AGE_GROUP, CLOCK, COUNT, DAY, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.values.shares import Share, parts_of_a_change, shares
from localcheck.text.values.units import ATTACHED, SHARE, TEMPERATURE, TIME
from localcheck.text.values.worded import (
    FRACTION,
    FRACTIONS,
    SCALE,
    and_a_half,
    compounds,
    part_of_a_unit,
    power,
    scaled_words,
)
from localcheck.types import Span

_NUMBER = regex(
    rf"(?P<fraction>{FRACTION})|"
    r"(?P<money>(?:US)?[$€£]\s?)?(?<![\w.])(?:(?P<digits>\d{1,3}(?P<dots>(?:\.\d{3})+)(?=,\d\d?(?!\d))"
    r"|\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+|\d+)(?:[.](?P<part>\d+))?"
    rf"(?:,(?P<comma>\d{{1,2}})(?(dots)|(?=\s?(?:{ATTACHED}|%|million|billion)(?!\w))))?"
    rf"(?:(?P<tail>st|nd|rd|th|s)?(?![\w])|(?=(?:{ATTACHED}|[kmb]n?)(?![\w])|[{FRACTIONS}]))"
    r"|(?P<place>\b(?:" + "|".join(ORDINALS).replace("-", r"\s?-\s?") + r")\b)|(?P<words>\b(?:"
    + "|".join([*TENS, *SMALL[::-1]]) + r")(?:[-\s]+(?:" + "|".join(SMALL[1:10]) + r"))?(?:\b|(?=score\b)))"
    r"|\b(?P<scaled>half an?(?= (?:dozen|century|decade)\b)"
    r"|(?:half )?an?(?= (?:hundred|thousand|million|billion|trillion)\b))"
    r"|(?:(?<=than )|(?<=over )|(?<=under )|(?<=about )|(?<=nearly )|(?<=almost ))(?P<one>an?)(?= [a-z]))",
    re.IGNORECASE,
)  # fmt: skip
_SHORT_SCALE = regex(r"\s?(k|m|mn|mln|bn|b)\b", re.IGNORECASE)
_SHORT_OF = regex(
    rf"\s?(?:bn|mln)\b|[km](?= (?:{'|'.join(sorted(COUNTED))}|user|euro|dollar|pound)s?\b)", re.IGNORECASE
)
"""The same without a sign of money before it: 5 m may be metres, 5m people are none."""
_SHORT = {"k": 1e3, "m": 1e6, "mn": 1e6, "mln": 1e6, "bn": 1e9, "b": 1e9}
_MORE = regex(
    r"\b(?:(?P<strict>(?:more|greater|larger|longer|higher|older|heavier|faster) than|over|above|beyond|exceed(?:s|ed|ing)?)"
    r"|at least|no (?:less|fewer) than|a minimum of)(?: the age of)?\s+$",
    re.I,
)
_LESS = regex(
    r"\b(?:not? (?:more|greater|larger|longer|higher|older|faster) than|at most|up to|a maximum of|by the age of"
    r"|(?<!no )(?P<strict>(?:less|fewer|smaller|shorter|lower|younger|lighter) than|under(?: the age of)?|below"
    r"|before (?:(?:he|she|they) (?:had )?)?(?:reached|reaching|turned|turning|the age of)(?: the age of)?"
    r"|before (?:he|she|they) (?:was|were)|not yet(?: turned| reached)?))\s+$",
    re.I,
)
_RULE = regex(
    r"\b(?:must|may(?! have\b)|should|shall|needs?|requir(?:es?|ed)|ha(?:s|ve) to|allowed|permitted|eligible|Keep|Store)\b"
)
"""In its sentence a bound is a limit that somebody set. "At most" is one anyway; "fewer than" may be of what was counted."""
_ALLOWED = regex(
    r"\b(?:must|may(?! have\b)|should|shall|can|cannot|needs?|requir(?:es?|ed)|ha(?:s|ve) to|allow(?:s|ed)|permit(?:s|ted)"
    r"|eligible|recommend(?:s|ed)|Keep|Store)\b"
)
"""In its sentence an interval, or "up to" a number, says what may be."""
_PEAK = regex(
    r"\b(?:max(?:imum|imal|\.)|(?:credit|speed|spending|weight|baggage|luggage|upper) limit)(?: [a-z]+){0,3}(?: is| of|:) $",
    re.IGNORECASE,
)
_FLOOR = regex(r"\bmin(?:imum|imal|\.)(?: [a-z]+){0,3}(?: is| of|:) $", re.IGNORECASE)
_NEVER = regex(r"(?:\b(?:never|not|cannot)\b|n['’]t\b)(?:,[^.;,]{1,60},)?[^.;,]*$", re.IGNORECASE)
"""In front of "above 70" it makes 70 the most that it was; what stands behind it in commas is an aside."""
_NOT_FOR = regex(r"\bha(?:s|ve|d)(?: not| never|n['’]t)\b[^.;,]*\b(?:for|in) $", re.IGNORECASE)
"""In front of "over five years" in which something was not, and which are more than five all the same."""
_NOT_BE = regex(
    r"(?:\b(?:never|not|cannot)|n['’]t) (?:be|have|get|take|cost|weigh|last|stay|contain|bring|use) $", re.IGNORECASE
)
"""In front of "less than 70" it makes 70 the least that it is; further off it may deny what is so of what is less."""
_NOT_YET = regex(r"(?:\b(?:never|not|cannot|no|nobody|none|unable)\b|n['’]t\b)[^.;,]*$", re.IGNORECASE)
"""In front of "before 1872" it makes 1872 the first year in which it may have been."""
_EARLIER = regex(r"\b(?:before|prior to|earlier than)\s+(?:the\s+(?:year\s+)?)?$", re.IGNORECASE)
_LATER = regex(r"\b(?:after|later than)\s+(?:the\s+(?:year\s+)?)?$", re.IGNORECASE)
_BIRTHDAY = "birthday"
_BEFORE_BIRTHDAY = regex(r"\b(?P<strict>(?:before|short of) (?:his|her|their)) $", re.IGNORECASE)
"""In front of "80th birthday" it makes 80 an age that was not reached."""
_ABOUT = regex(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|ca\.|(?-i:c\.)|some|close to"
    r"|an? (?:estimated|average of))\s+"
    r"|[~≈]\s?)$",
    re.I,
)
_READ_WITH_ONE = frozenset({"decade", "century", "percent"})
"""Units of which "one" is a number behind "more than"; one year may go on with months, and one of most things is no number."""
_RANGE = regex(r"\s?(?:–|-|to|and|bis)\s?$", re.IGNORECASE)
_FELL = regex(
    r"(?:[-−–]|\b(?:fell|falls?|fallen|dropp?e?d|declined?|decreased?|reduced?|lower(?:ed)?|down|cut|shrank|shrunk)\b[^.;]*\bby\s)\s*$",
    re.I,
)
_ROSE = regex(r"(?:\+|\b(?:rose|rises?|risen|grew|grown?|increased?|raised|up|climbed|gained)\b[^.;]*\bby\s)\s*$", re.I)
_MINUS = regex(r"(?:(?<![\w°%)\]])(?<![\d°] )(?<!°[CF] )[-−–]|\bminus )$", re.IGNORECASE)
_FROM_AN_AGE = regex(r"\bfrom (?:the )?age(?: of)? $", re.IGNORECASE)
_TO_AN_AGE = regex(r"\s?(?:to|-|–|until)\s?\d")
_BELOW_ZERO = regex(r"\s?(?:°\s?[CF]|degrees?(?: Celsius| Fahrenheit| centigrade)?) below zero\b", re.IGNORECASE)
_NUMERIC = regex(NUMERIC_DATE)
CHANGED = regex(
    r"\b(?:fell|falls?|fallen|dropped|declined|decreased|reduced|lowered|shrank|shrunk|rose|rises?|risen|grew|grown|increased"
    r"|climbed|went|moved|changed|raised|cut)\b[^.;]*$",
    re.I,
)
"""In front of "from 40 to 55": these are no interval."""
BY = regex(r"\bby $", re.IGNORECASE)
_AS_A_RANGE = 3
"""What rose by 30 cm to 60 cm rose by something between them; by 30 cm to more than so many times that, it was as much then."""
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
_CENTURY_BEFORE = regex(r"(?<![\w.,-])(?P<century>1\d|20)(?P<year>\d\d)\s?[-–/]\s?$")
_ONE = regex(
    r"\b(?P<one>one|(?:for|takes|took|lasts|lasted|within|after|is|to|(?<!half )(?<!quarter )(?<!quarters )of) (?P<a>an?))"
    r" (?=[a-z]+)",
    re.IGNORECASE,
)
"""Of "a year" only where it surely is one."""
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
_TAKEN_OVER = frozenset(
    "employee staff worker company firm business branch shop store factory bank hotel contract lease loan debt".split()
)
"""Things that a buyer takes over; who took over 200 photos took more than 200."""
_DOZEN = regex(r"(?<!half )\ba dozen\b", re.IGNORECASE)
_OLD = regex(r"\s+(?:old|of age)\b", re.IGNORECASE)
_AFTERWARDS = regex(r"\s+(?:later|afterwards?|thereafter|earlier)\b", re.IGNORECASE)
"""Behind a length of time that lies between two events, and is no number of the years that something took."""
_BY_SO_MUCH = regex(r"\d[%\w.,]* (?:[a-z]+ ){0,2}(?:more|less|[a-z]{3,}er) than $")
_THEN = regex(r" [a-z]+ (?:ago|earlier|before)\b")
"""Behind the "a" of "180 fewer than a year earlier", which is then no bound on a year."""
_UNDER_WHOM = regex(r"\b(?:serv|work|stud[yi]|train|fought|play|liv)\w* under $")
_YEARS_AFTER = regex(
    rf"\b(?P<number>\d{{1,2}}|{'|'.join(SMALL[2:13])}) years (?P<way>after|before)\b[^.;:,\d]{{0,60}}?"
    r" (?:of|in) (?P<year>[12]\d{3})\b",
    re.IGNORECASE,
)
_OF_THEM = regex(r" of (?:them|these|those|which) (?:in|on|at|as|under|with|behind)\b")
_ARC = regex(
    r"(?<![\w.,])(?P<degrees>\d{1,3})\s?°\s?(?P<minutes>[1-5]?\d(?:\.\d+)?)\s?['’′](?!\d)"
    r"(?:\s?(?P<seconds>[1-5]?\d(?:\.\d+)?)\s?(?:[\"”″]|['’′]{2}))?"
)
_RANGE_BEFORE = regex(r"\b(?P<word>between|from)\s+(?:the ages? of\s+)?$", re.IGNORECASE)


@lru_cache(maxsize=16384)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The numbers of ``text`` in order, typed.

    >>> [(q.value, q.kind) for q in quantities("In 1886 it had 2.5 million rivets, rose 300 m and cost $4 million.")]
    [(1886.0, 'year'), (2500000.0, 'count'), (300.0, 'length'), (4000000.0, 'money, dollars')]
    """
    return tuple(_with_units_before(text, _joined(text, list(_found(text)))))


@lru_cache(maxsize=16384)
def single_units(text: str) -> tuple[Quantity, ...]:
    """What a text tells as "one year" or "a dozen": the same as 12 months, or as 12, but too often no number to be missed.

    >>> [round(q.value) for q in single_units("The warranty lasts one hour or one or two minutes.")]
    [3600]
    """
    found = (_single(text, m) for m in _ONE.finditer(text))
    dozens = (Quantity(12.0, COUNT, told=12.0, span=Span(*m.span())) for m in _DOZEN.finditer(text))
    return (*(q for q in found if q.kind not in (COUNT, PLAIN)), *dozens, *lasting(text))


def _single(text: str, match: re.Match[str]) -> Quantity:
    """One of something, with "and a half" behind it, if it has that."""
    start = match.start("a") if match["a"] else match.start()
    one = typed(text, Span(start, match.end()), 1.0, "words", match.end() - 1)
    times, end = and_a_half(text, max(one.span.end, match.end() - 1), 1.0)
    return replace(one, value=one.value * times, told=times, span=Span(start, end))


def _found(text: str) -> Iterator[Quantity]:
    told = [*clock_times(text), *called(text), *decades_of_life(text), *vague_counts(text), *_arcs(text)]
    parts = [_in_words(text, part) for part in shares(text)]
    changes = (_in_words(text, part) for part in parts_of_a_change(text))
    parts += [one for one in changes if one.turn and not any(one.span.meets(part.span) for part in parts)]
    dates = list(_dates_in_figures(text))
    yield from (*told, *dates)
    read = [*(one.span for one in (*told, *dates)), *(part.span for part in parts)]
    read_to = 0
    for match in _NUMBER.finditer(text):
        if match.start() < read_to or any(match.start() < span.end and span.start < match.end() for span in read):
            continue
        value, ordinal = _value(match)
        if value is None:
            continue
        if ends := _short_year(text, match):
            yield ends
            continue
        value, end, scaled = (value, match.end(), False) if ordinal else _whole(text, match, value)
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


def _arcs(text: str) -> Iterator[Quantity]:
    """Degrees with minutes and seconds of arc, as near as the last of them.

    >>> [(q.value, q.span) for q in _arcs("It lies at 46°30′ N.")]
    [(46.5, Span(start=11, end=17))]
    """
    for match in _ARC.finditer(text):
        value = int(match["degrees"]) + float(match["minutes"]) / 60 + float(match["seconds"] or 0) / 3600
        span, things = Span(*match.span()), typed(text, Span(*match.span()), value, "figure", match.end()).things
        within = 0.5 / (3600 if match["seconds"] else 60)
        yield Quantity(value, COUNT, things | {"degree"}, told=value, within=within, span=span)


def _in_words(text: str, share: Share) -> Quantity:
    """A share that is told in words, "two thirds" as near as 66 or 67 %."""
    before = text[max(0, share.span.start - 44) : share.span.start]
    bound, side, strict = _bound(before, SHARE)
    about = _ABOUT.search(before)
    lead = bound or about
    span = Span(share.span.start - (len(before) - lead.start() if lead else 0), share.span.end)
    within = 0.125 * share.value if about else 0.01 if share.value * 100 % 1 else 0.0
    told = Quantity(share.value, SHARE, unit="share", told=share.value, bound=side, strict=strict, soft=True)
    turn = share.turn or (
        _turn(text[max(0, span.start - 44) : span.start], SHARE) if BY.search(text[: span.start]) else 0
    )
    return replace(told, within=within, turn=turn, span=span)


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


def _whole(text: str, match: re.Match[str], value: float) -> tuple[float, int, bool]:
    """The number with what words add behind it, where it ends, and whether a word as "thousand" is among them."""
    if match["digits"] and (raised := power(text, match.end(), value)):
        return *raised, True
    value, end = and_a_half(text, match.end(), value)
    if match["money"] or not (match["words"] or match["scaled"]):
        return value, end, False
    listed = _RANGE_BEFORE.search(text[: match.start()]) is not None
    return scaled_words(text, end, value, listed)


def _read(text: str, match: re.Match[str], value: float, ordinal: bool, begun: int, scaled: bool) -> Quantity:
    scale = None if scaled else SCALE.match(text, begun)
    factor = float(SCALES[scale.group(1).lower()]) if scale else 1.0
    if scale is None and match["digits"]:
        scale = (_SHORT_SCALE if match["money"] else _SHORT_OF).match(text, match.end())
        factor = _SHORT[scale.group().strip().lower()] if scale else factor
    end = scale.end() if scale else begun
    value *= factor
    scaled = scaled or bool(scale)
    form, start = _form(match, ordinal, scaled), match.start()
    found = typed(text, Span(*match.span()), value, form, end)
    if found.kind == TEMPERATURE or "degree" in found.things:
        minus, below = _MINUS.search(text[:start]), _BELOW_ZERO.match(text, end)
        if minus or below:
            value, start = -value, minus.start() if minus else start
            found = typed(text, Span(*match.span()), value, form, end)
            found = replace(found, span=Span(start, below.end() if below else max(found.span.end, end)))
    if found.kind == TIME and _AFTERWARDS.match(text, found.span.end):
        found = replace(found, things=frozenset({"later"}))
    before = text[max(0, start - 44) : start]
    if found.kind in (COUNT, PLAIN) and before.lower().endswith("top "):
        found = replace(found, kind=COUNT, things=frozenset({"top"}))
    bound, side, strict = _bound(before, _BIRTHDAY if _BIRTHDAY in found.things else found.kind)
    if bound is not None and _over_of_a_verb(before, bound, found):
        bound, side, strict = None, 0, False
    if found.kind == YEAR and side < 0 and _NOT_YET.search(text, max(0, match.start() - 90), match.start()):
        side, strict = 1, False
    if strict and found.kind == TIME and not _OLD.match(text, found.span.end):
        strict = not _spanned(before, bound)
    if found.things == AGE and not side and _FROM_AN_AGE.search(before) and not _TO_AN_AGE.match(text, end):
        side = max(0, _limit(text, start, 1))
        found = replace(found, unit=AGE_GROUP) if side else found
    about = _ABOUT.search(before)
    lead = bound or about
    return replace(
        found,
        things=found.things or of_what(text, start, max(found.span.end, end), found.kind),
        told=value,
        grain=abs(0.5 * 10.0 ** -len(_decimals(match)) * factor * (found.value / value if value else 1.0)),
        bound=side,
        strict=strict,
        limit=0 if found.kind in (YEAR, DAY) else _limit(text, start, side),
        ruled=_ALLOWED.search(_sentence(text, start)) is not None,
        about=bool(about),
        within=_within(match, found.value, bool(about), scaled, value),
        turn=_turn(before[: lead.start()] if lead else before, found.kind),
        level=_level(text, start - (len(before) - lead.start() if lead else 0), max(found.span.end, end)),
        span=Span(start - (len(before) - lead.start() if lead else 0), max(found.span.end, end)),
    )


def _bound(before: str, kind: str) -> tuple[re.Match[str] | None, int, bool]:
    """The words before a number that make it a bound, 1 for "more than" and -1 for "less than", and whether it is left out."""
    below, above = (_EARLIER, _LATER) if kind == YEAR else (_LESS, _MORE)
    less = (_BEFORE_BIRTHDAY if kind == _BIRTHDAY else below).search(before)
    bound = less or above.search(before)
    if bound is None or (kind == COUNT and _UNDER_WHOM.search(before)):
        return None, 0, False
    if kind == TIME and bound.group().lower() == "over " and _SPREAD.search(before[: bound.start()]):
        return None, 0, False
    strict = bool(kind == YEAR or bound["strict"])
    if strict and kind != YEAR:
        denied = before[: bound.start()]
        if not less and _NEVER.search(denied) and not (kind == TIME and _NOT_FOR.search(denied)):
            return bound, -1, False
        if less and _NOT_BE.search(denied):
            return bound, 1, False
    return bound, -1 if less else 1, strict


def _over_of_a_verb(before: str, bound: re.Match[str], number: Quantity) -> bool:
    """Whether the "over" in front of a number belongs to a verb: "carry over ten days", "hand over 12 keys".

    >>> [q.bound for q in quantities("It took over 12 employees, which took over two years.")]
    [0, 1]
    """
    if bound.group().lower() != "over ":
        return False
    verb = before[: bound.start()]
    if number.kind == TIME:
        return _CARRIED_ON.search(verb) is not None
    return _HANDED.search(verb) is not None or bool(_TAKEN.search(verb) and number.things & _TAKEN_OVER)


def _limit(text: str, start: int, side: int) -> int:
    """-1 for the most and 1 for the least that may be, 0 else; ``side``: of the number at ``start`` as a bound."""
    before = text[max(0, start - 44) : start]
    if not side:
        return -1 if _PEAK.search(before) else int(_FLOOR.search(before) is not None)
    most = _LESS.search(before)
    if most and not most["strict"]:
        return -1
    return side if _RULE.search(_sentence(text, start)) else 0


def _sentence(text: str, at: int) -> str:
    """What stands around a number in its sentence."""
    return text[max(0, at - 120) : at].rpartition(". ")[2] + text[at : at + 120].partition(". ")[0]


def _spanned(before: str, bound: re.Match[str] | None) -> bool:
    """Whether "over" may say in which time something happened ("invested it over five years"), not only that it was longer."""
    return bound is not None and bound["strict"].lower() == "over" and not _LASTED.search(before[: bound.start()])


def _form(match: re.Match[str], ordinal: bool, scaled: bool) -> str:
    """How the number is written, as ``kinds.typed`` wants to know it."""
    if match["money"]:
        return f"money {match['money'].strip()[-1]}"
    if ordinal:
        return "ordinal"
    if match["fraction"]:
        return "figure"
    if not match["digits"]:
        return "words"
    whole = not scaled and not _decimals(match) and not re.search(r"\D", match["digits"])
    return "digits" if whole else "figure"


def _decimals(match: re.Match[str]) -> str:
    """The digits behind the decimal point, or the comma of "2,5 kg"."""
    return match["part"] or match["comma"] or ""


def _turn(before: str, kind: str) -> int:
    """1 where a number is one by which something rose, -1 where it fell by it, 0 else; a sign says so of shares only."""
    if kind in (YEAR, DAY, ORDINAL, CLOCK) or (kind != SHARE and not before.endswith("by ")):
        return 0
    return -1 if _FELL.search(before) else 1 if _ROSE.search(before) else 0


def _level(text: str, start: int, end: int) -> bool:
    """Whether the number is what something is, was or became ("was cut to 35 euros"), and not by how much it changed."""
    before = text[max(0, start - 60) : start]
    if became := _TO.search(before):
        return CHANGED.search(before[: became.start()]) is not None
    return _IS.search(before) is not None and not _A_CHANGE.search(before) and not _HIGHER.match(text, end)


def _joined(text: str, found: list[Quantity]) -> Iterator[Quantity]:
    """Two numbers of one kind with "to" or a dash between them are the ends of one interval: between 50 and 60."""
    found.sort(key=lambda q: q.span.start)
    found = compounds(text, found)
    at = 0
    while at < len(found):
        one, other = found[at], found[at + 1] if at + 1 < len(found) else None
        interval = other and _interval(text, one, other)
        yield interval or one
        at += 2 if interval else 1


def _with_units_before(text: str, found: Iterable[Quantity]) -> Iterator[Quantity]:
    """The numbers, one "of them" with the unit of the time before it: "27 years in prison, 18 of them on an island"."""
    before: Quantity | None = None
    for one in found:
        if before and before.kind == TIME and before.told and _OF_THEM.match(text, one.span.end):
            in_seconds = one.told * before.value / before.told
            one = replace(one, value=in_seconds, kind=TIME, unit=before.unit, things=frozenset())
        before = one
        yield one


def _interval(text: str, one: Quantity, other: Quantity) -> Quantity | None:
    if one.ranges or other.ranges or other.kind in (YEAR, DAY, ORDINAL) or other.soft:
        return None
    other = between_ages(text, one, other) or other
    between = text[one.span.start : other.span.start]
    before = text[max(0, one.span.start - 60) : one.span.start]
    minus = _MINUS.search(before) if other.kind == TEMPERATURE else None  # "between −5 and 10 °C"
    before = before[: minus.start()] if minus else before
    lead, joint = _RANGE_BEFORE.search(before), _RANGE.search(between)
    from_ = lead is not None and lead["word"].lower() == "from"
    if joint is None or len(between) > 40 or (from_ and CHANGED.search(before)):
        return None
    if BY.search(before) and "to" in joint.group() and _became(one, other):
        return None
    bare = joint.start() <= one.span.end - one.span.start
    if (not bare and lead is None) or ("and" in joint.group().lower() and (lead is None or from_)):
        return None  # "was £21,000, and was raised to £50,000"
    if one.kind not in (other.kind, other.kind.removesuffix(" per time"), PLAIN, COUNT) and not (
        bare and one.kind == YEAR
    ):
        return None
    shares_unit = one.kind in (PLAIN, COUNT) or one.kind != other.kind
    low = one.told * (other.value / other.told if other.told else 1.0) if shares_unit else one.value
    low = -abs(low) if minus else low
    if not low < other.value:
        return None
    start = one.span.start - sum(len(found.group()) for found in (lead, minus) if found)
    return replace(other, value=low, upto=other.value, told=one.told, span=Span(start, other.span.end))


def _became(one: Quantity, other: Quantity) -> bool:
    """True for "by 5 euros to 35 euros", where the second is what came of a rise by the first, and no end of an interval."""
    if one.kind != other.kind or not one.turn:  # "by 1.1 to 6.4 °C"
        return False
    return one.kind.startswith("money") or (one.kind != TEMPERATURE and other.value > _AS_A_RANGE * one.value)


def _value(match: re.Match[str]) -> tuple[float | None, bool]:
    """The number, None for what is hardly one ("one", "first", "second"), and whether it is an ordinal.

    "More than a tonne" is a number: 1 of the unit.
    """
    if match["digits"]:
        value = float(re.sub(r"\D", "", match["digits"]) + "." + _decimals(match))
        return value, (match["tail"] or "").lower() in ("st", "nd", "rd", "th")
    if match["one"]:
        return 1.0, False
    if match["fraction"]:
        return part_of_a_unit(match["fraction"]), False
    if match["scaled"]:
        return (0.5 if match["scaled"].lower().startswith("half") else 1.0), False
    if match["words"]:
        return float(number_told(match["words"])), False
    place = ORDINALS[re.sub(r"\s", "", match["place"].lower())]
    return (float(place) if place > 2 or OF_MONTH.match(match.string, match.end()) else None), True


def _within(match: re.Match[str], value: float, about: bool, scaled: bool, told: float) -> float:
    """Half a unit of the last digit that is not a zero, if the number is said to be rounded or is told in millions; never more
    than an eighth of it, or a twentieth where nobody says "about".
    """
    if not (about or scaled) or not value or not told or math.isinf(value):
        return 0.0
    digits = re.sub(r"\D", "", match["digits"] + _decimals(match)) if match["digits"] else f"{told:.0f}"
    significant = len(digits.split(".")[0].strip("0")) or 1
    unit = 10.0 ** (math.floor(math.log10(abs(told))) - significant + 1) * abs(value / told)
    return min(0.5 * unit, (0.125 if about else 0.05) * abs(value))
