"""By how much something changed: what rose from 40 to 50 euros rose by 10 euros, or by 25 %, not by 40 or 50. Pure.

Whether something rose or fell, where a text tells only what it was and what it is: "40, after 50"; whether it was put off or
brought forward; and what was so before it was changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from localcheck.text.facts import Says, negated
from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import MONTH_OR_SHORT, month_number, word_set
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.bounds import BY, CHANGED
from localcheck.text.values.quantities import quantities, single_units
from localcheck.text.values.quantity import CLOCK, COUNT, DAY, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.values.units import SHARE, TIME
from localcheck.text.words import folded
from localcheck.types import Span

_FROM = regex(r"\bfrom $")
_TO = regex(r"^[^.;]{0,40}?\bto $")
_END = regex(r"\b(?:from|to) $")
_POINTS = frozenset({"percentage", "point"})
NEAR = 60
"""Characters in front of a number in which the verb that makes it an end of a change is looked for."""
ROUNDED = 0.005
"""A change in per cent is told without decimals."""
SCALED = 1000
"""From 4 to something this many times as large is from 4 million to 5 million, or not for us to say."""


def beside(number: Quantity, premise: str) -> Sequence[Quantity]:
    """The numbers of a premise that may bear out or contradict one of a claim: for "by 15 euros" not those from and to which
    something changed, but how far they lie apart; for what it changed to not by how much it changed.

    >>> rise = quantities("It rose by 10 euros.")[0]
    >>> [(q.told, q.kind) for q in beside(rise, "It rose from 40 to 50 euros.")]
    [(10.0, 'money, euros'), (25.0, 'share')]
    """
    have = [q.in_money_of(number) for q in quantities(premise)]
    if not number.turn:
        return [q for q in have if not (number.level and _by(q, premise))]
    return (*(q for q in have if not _is_an_end(q, premise)), *changes(premise))


def changes(text: str) -> tuple[Quantity, ...]:
    """By how much something changed that a text tells as "from A to B" or "by A to B": the difference, and its share of what
    was there.
    """
    have = quantities(text)
    begun = ((one, have[at + 1 :]) for at, one in enumerate(have) if _is_an_end(one, text, _FROM))
    told = (change for one, later in begun for other in _reached(one, later, text) for change in _apart(one, other))
    reached = ((one, b) for one, b in pairwise(have) if _by(one, text) and text[one.span.end : b.span.start] == " to ")
    return (*told, *(change for one, other in reached for change in _counted_back(one, other)))


def _by(number: Quantity, text: str) -> bool:
    """Whether it is a number by which something changed, with "by" before it."""
    return bool(number.turn) and BY.search(text, 0, number.span.start) is not None


def _counted_back(by: Quantity, other: Quantity) -> Iterator[Quantity]:
    """By how much what became ``other`` changed, as an amount and as a share, where only one of the two is told: what rose by
    8 % to 432 million rose by 32 million.
    """
    if by.soft or by.ranges or other.kind == SHARE:
        return
    of_all = by.kind == SHARE
    before = other.value / (1 + by.turn * by.value) if of_all else other.value - by.turn * by.value
    if (
        not other.told
        or before <= 0
        or (not of_all and (by.kind not in (other.kind, PLAIN) or other.told > SCALED * by.told))
    ):
        return
    one = replace(
        other, value=before, told=before * other.told / other.value, within=by.grain * (before if of_all else 1)
    )
    for change in _apart(one, other):
        yield replace(change, span=Span(by.span.start - len("by "), other.span.end))


def _is_an_end(number: Quantity, text: str, word: re.Pattern[str] = _END) -> bool:
    """Whether something changed from this number, or to it."""
    if number.soft:  # "a rise due to a doubling of"
        return False
    before = text[max(0, number.span.start - NEAR) : number.span.start]
    found = word.search(before)
    return found is not None and CHANGED.search(before[: found.start()]) is not None


def _reached(one: Quantity, later: Sequence[Quantity], text: str) -> Sequence[Quantity]:
    """The number to which something changed from ``one``; empty if there is none."""
    return [other for other in later if _TO.match(text[one.span.end : other.span.start])][:1]


def _apart(one: Quantity, other: Quantity) -> Iterator[Quantity]:
    """By how much ``one`` became ``other``; nothing where they are dates, bounds, or numbers of different things."""
    typed = one if other.kind in (PLAIN, YEAR) else other
    if {one.kind, other.kind} & {DAY, ORDINAL, CLOCK} or one.kind == other.kind == YEAR or one.ranges or other.ranges:
        return
    if one.kind not in (typed.kind, PLAIN, YEAR) or other.told > SCALED * abs(one.told):
        return
    if typed.unit == "°f":  # 0 °F is not the zero of the base unit
        typed = replace(typed, kind=PLAIN, value=typed.told)
    unit = typed.value / typed.told if typed.told else 1.0
    low, high = (q.value if q.kind == typed.kind else q.told * unit for q in (one, other))
    told, turn = round(abs(high - low) / unit, 6), 1 if high > low else -1
    change = replace(typed, turn=turn, bound=0, span=Span(one.span.start - len("from "), other.span.end))
    yield replace(change, value=told * unit, told=told, within=one.within + other.within)
    if typed.kind == SHARE:
        yield replace(change, kind=COUNT, things=_POINTS, value=told, told=told, unit="", within=0.0)
    if low:
        share = abs(high - low) / abs(low)
        yield Quantity(
            share, SHARE, unit="share", told=round(100 * share, 6), turn=turn, within=ROUNDED, span=change.span
        )


_UP = "rose|was raised|grew|increased|climbed|went up|was up|has (?:risen|grown|increased)|(?:was|is) higher|(?:was|is) larger"
_DOWN = (
    "fell|was (?:cut|reduced|lowered)|declined|decreased|dropped|shrank|went down|was down"
    "|has (?:fallen|declined|decreased|dropped)|(?:was|is) lower|(?:was|is) smaller"
)
_CLAIM = regex(rf"(?P<what>[^,;]{{3,80}}?) (?:(?P<up>{_UP})|{_DOWN})\b(?P<rest>[^,;]{{0,60}})\.?")
_CELL = regex(
    r"(?:^|: )The value of (?P<what>[^.]{2,60}?) in (?:(?P<part>[HQ][1-4]) )?(?P<one>(?:19|20)\d\d) is (?P<value>[^;]{1,40}?)\."
    r" The value of (?P=what) in (?:(?P<its_part>[HQ][1-4]) )?(?P<other>(?:19|20)\d\d) is (?P<its>[^;]{1,40}?)\.$"
)
"""The cells of a row in the columns of two years, or of the same part of two years."""
_AFTER = regex(
    r"(?P<what>[^,;.]{3,80}?) (?:was|were|is|are|stood at|came to|amounted to) (?P<now>[^,;]{1,60}),? "
    r"(?:after|compared (?:with|to)|up from|down from|against) (?P<before>[^,;]{1,60}?)\.?"
)
_BY_AMOUNT = regex(
    r" by (?P<amount>(?:[A-Z]{3} |[€$£])?\d+(?:[.,]\d+)*(?: ?(?:%|per cent|percent))?(?: (?:thousand|million|billion))?)"
    r"(?: (?:euros?|pounds?|dollars?|francs?|kron(?:or|er)))?(?=[ .]|$)"
)
"""By how much something changed."""
_COMPARED_WITH = regex(r" (?:compared (?:with|to)|against|from|over) (?P<when>(?:the |a )?[^,;]{3,40}?)(?=\.?$)")
"""With which time a claim compares."""
_TIMES = (YEAR, DAY, ORDINAL)
_BELOW = regex(r"[-−–(][€$£]?$")
"""In front of an amount that is less than nothing."""
_QUARTER = regex(r"\bQ([1-4])\b")
_NTH = ("first", "second", "third", "fourth")
_LIMITS = regex(
    r"\b(?:only|most|least|all|every|each|any|both|again|still|always|since|until|more than|faster|slower)\b"
)
_COMPARED = word_set("before earlier last previous year compared than year's")


@dataclass(frozen=True, slots=True)
class _Change:
    """A value that a text tells twice."""

    subject: frozenset[str]
    """The words of what it is of."""
    words: frozenset[str]
    """These with what stands around them, and when it was the later one."""
    by: float
    """The later value less the earlier."""
    before: float
    """The earlier value."""
    earlier: frozenset[str] = frozenset()
    """The words of when it had that one."""


def trend(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where a claim says only that something rose or fell, or by how much, and the premise tells
    an earlier and a later value of it; else None. That it was by another amount is left to a reader.

    >>> trend("Net debt rose.", "Net debt was £220 million at the end of June, after £265 million in May.")
    'contradicted'
    >>> said = "Sales: The value of Spain in Q1 2026 is 40. The value of Spain in Q1 2025 is 30."
    >>> trend("In Spain sales rose.", said), trend("In Spain sales rose by 5%.", said)
    ('borne out', None)
    >>> trend("Sales in Spain rose by 10 million euros in Q1 2026.", said)
    'borne out'
    """
    change = _in_row(premise) or _in_sentence(premise)
    if change is None:
        return None
    told, amount = _without_amount(claim)
    when = _COMPARED_WITH.search(told)
    if when is not None and _words(when["when"]) and _words(when["when"]) <= change.earlier:
        told = f"{told[: when.start()]}."
    found = _CLAIM.fullmatch(told)
    if found is None or negated(claim) or _LIMITS.search(claim) or any(q.kind not in _TIMES for q in quantities(told)):
        return None
    said = _words(f"{found['what']} {found['rest']}")
    if not change.subject <= said <= change.words or not (amount is None or _is_by(amount, change)):
        return None
    return "borne out" if (change.by > 0) == bool(found["up"]) else "contradicted"


def _without_amount(claim: str) -> tuple[str, Quantity | None]:
    """A claim without the amount by which it says that something changed, and that amount."""
    found = _BY_AMOUNT.search(claim)
    told = quantities(found["amount"]) if found else []
    if found is None or len(told) != 1 or told[0].ranges:
        return claim, None
    return f"{claim[: found.start()]}{claim[found.end() :]}", told[0]


def _is_by(amount: Quantity, change: _Change) -> bool:
    """Whether something changed by an amount: in the unit of its values, or in thousands or millions of it."""
    if amount.kind == SHARE:
        return bool(change.before) and abs(abs(change.by / change.before) - amount.value) <= ROUNDED
    return any(abs(amount.told - abs(change.by) * scale) <= 1e-6 * amount.told for scale in (1, 1e3, 1e6, 1e9))


def _in_row(premise: str) -> _Change | None:
    """What a row tells of two years."""
    row = _CELL.search(premise)
    if row is None or row["part"] != row["its_part"] or row["one"] == row["other"]:
        return None
    later, earlier = (row["value"], row["its"]) if row["one"] > row["other"] else (row["its"], row["value"])
    year = min(row["one"], row["other"])
    change = _change(row["what"], premise.replace(year, ""), earlier, later)
    return change and replace(change, earlier=_words(f"{row['part'] or ''} {year}"))


def _in_sentence(premise: str) -> _Change | None:
    """The same of "was 40, after 50"."""
    found = None if negated(premise) else _AFTER.fullmatch(premise)
    if found is None:
        return None
    return _change(found["what"], premise[: found.start("before")], found["before"], found["now"])


def _change(subject: str, said: str, before: str, now: str) -> _Change | None:
    one, other = _value(before), _value(now)
    if one is None or other is None or one.kind != other.kind or one.value == other.value:
        return None
    return _Change(_words(subject), _words(said), other.value - one.value, one.value)


def _value(text: str) -> Quantity | None:
    """The one value that a text begins with, beside dates; None where it tells none, a bound, or one below nothing."""
    told = [q for q in quantities(text) if q.kind not in _TIMES]
    return told[0] if told and not told[0].ranges and not _BELOW.search(text[: told[0].span.start]) else None


def _words(text: str) -> frozenset[str]:
    """What tells one thing and one time from another."""
    said = _QUARTER.sub(lambda nth: f"{_NTH[int(nth[1]) - 1]} quarter", text)
    found = (word for word in folded(said) if word not in ENGLISH and word not in _COMPARED)
    return frozenset(word.removesuffix("s") for word in found)


_WHAT = r"[\w’'-]+(?:\.\d[\w-]*)? "
_SAID = r"(?:[^.;,]|[.,]\d)"
_CHANGED = regex(
    rf"\b(?P<what>(?:{_WHAT}){{1,8}})(?:(?:was|were|is|are|(?:has|have) been) (?:moved|postponed|rescheduled|changed|raised"
    r"|put back|put off|pushed back|delayed|brought forward|increased|cut|lowered|reduced|extended)"
    r"|(?:ha(?:s|ve) )?(?:moves?|moved|changed|switched)) from"
    rf" (?P<old>{_SAID}{{1,40}}?) to (?P<new>{_SAID}{{1,40}})"
)
_UNIT = regex(r"[$€£]?\d[\d.,]* (?P<unit>[^\W\d_]+)")
"""Behind the second number of "from 40 to 55 euros", and meant of the first as well."""
_NOW = regex(rf"(?P<what>(?:{_WHAT}){{1,6}}?)(?:is|are|costs?|begins?|starts?|lasts?|takes place) ")
_ONCE = regex(
    r"\b(?:was|were|had|been|before|until|previous\w*|former\w*|original\w*|first|no|not|from)\b|n['’]t\b", re.I
)


def before_a_change(claim: str, premise: str) -> bool:
    """True if the claim says that something is so, and the premise that this was changed to something else.

    >>> before_a_change("The meeting is on Tuesday.", "The meeting was moved from Tuesday to Thursday.")
    True
    >>> before_a_change("The meeting was on Tuesday.", "The meeting moves from Tuesday to Thursday.")
    False
    """
    now, changed = _NOW.match(claim), _CHANGED.search(premise)
    if now is None or changed is None or _ONCE.search(claim):
        return False
    said, (old, new) = _content(claim[now.end() :]), _ends(changed)
    subject, rest = _content(now["what"]), premise[changed.end() :]
    gone = old - new
    same = bool(subject) and subject <= _content(changed["what"])
    return same and bool(gone) and old <= said and not (new - old) & said and not gone & _content(rest)


_SHIFTED = regex(
    rf"(?P<what>(?:{_WHAT}){{1,6}}?)(?:(?:(?:is|are|was|were|will be|(?:has|have|had) been)(?P<not> not|n['’]t)?"
    r" (?:(?P<off>postponed|put back|put off|pushed back|delayed|deferred)|brought forward)(?: by (?P<by>[^.;,]{3,20}))?)"
    r"|(?:is|was|are|were|(?:will )?(?:be|begins?|starts?|takes? place)) (?P<so_far>[^.;,]{0,20}? ?)"
    r"(?:(?P<later>later)|earlier)"
    r"(?: than (?:\w+ )?(?:planned|scheduled|announced))?)[.!]?"
)
_MONTH = regex(rf"\b{MONTH_OR_SHORT}\b", re.IGNORECASE)
_ON = regex(
    rf"\b(?P<month>{MONTH_OR_SHORT})\b|(?<![\d.,:])(?P<day>\d{{1,2}})(?P<nth>st|nd|rd|th)?(?![\d:]|[.,]\d)(?! ?[ap]\.?m\b)",
    re.IGNORECASE,
)
_AN = regex(r"^\s*an? ")
_DAY, _MONTH_LONG = 86_400.0, 30.4


def shifted(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where a claim says only that something was put off or brought forward, or by how long, and
    the premise from when to when it was moved; else None.

    >>> moved = "The launch moves from the 3rd to the 10th of May, because the bank needs another week."
    >>> shifted("The launch was brought forward.", moved), shifted("The launch is a week later than planned.", moved)
    ('contradicted', 'borne out')
    """
    said = _SHIFTED.fullmatch(claim)
    if said is None:
        return None
    subject, by = _content(said["what"]), _AN.sub("one ", said["by"] or said["so_far"] or "")
    for changed in _CHANGED.finditer(premise):
        days = _days_apart(changed["old"], changed["new"])
        if not days or not subject or not subject <= _content(changed["what"]):
            continue
        so = (days > 0) == bool(said["off"] or said["later"])
        if said["not"]:
            return None if by else "contradicted" if so else "borne out"
        told = [q for q in (*quantities(by), *single_units(by)) if q.kind == TIME]
        if by.strip() and len(told) != 1:
            return None
        near = max(told[0].within, _DAY * (told[0].unit in ("month", "year"))) if told else 0.0
        so = so and all(abs(q.value - abs(days) * _DAY) <= near for q in told)
        return "borne out" if so else "contradicted"
    return None


def _days_apart(old: str, new: str) -> float | None:
    """How many days later something is that was moved from ``old`` to ``new``; None where that is not told."""
    hours = [[q.value for q in quantities(text) if q.kind == CLOCK] for text in (old, new)]
    (month, day), (its_month, its_day) = (_first_day(text, bool(_MONTH.search(f"{old} {new}"))) for text in (old, new))
    month = month or its_month
    if day and its_day and bool(month) == bool(its_month):
        return _day_of_year(its_month, its_day) - _day_of_year(month, day)
    if month and its_month and not day and not its_day:
        return (its_month - month) * _MONTH_LONG
    if all(len(times) == 1 for times in hours) and not (month or day or its_month or its_day):
        return (hours[1][0] - hours[0][0]) / 1440
    return None


def _first_day(text: str, in_a_month: bool) -> tuple[int, int]:
    """The month and the day that a text begins with, 0 for one that it does not tell; a mere "3" is a day beside a month."""
    told = [one for one in _ON.finditer(text) if one["month"] or one["nth"] or in_a_month][:2]
    month = next((month_number(one["month"]) for one in told if one["month"]), 0)
    return month, next((int(one["day"]) for one in told if one["day"]), 0)


def _day_of_year(month: int, day: int) -> int:
    return date(2001, month or 1, 1).toordinal() + day


def _ends(changed: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of what something was changed from and to, both with the unit that stands at the second number only."""
    old, new, unit = _content(changed["old"]), _content(changed["new"]), _UNIT.match(changed["new"])
    return (old | {stem(unit["unit"].lower())} if unit and all(w[0].isdigit() for w in old) else old), new


def _content(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in re.findall(r"\d+(?:[.,]\d+)+|[\w’'-]+", text.lower()) if w not in ENGLISH)
