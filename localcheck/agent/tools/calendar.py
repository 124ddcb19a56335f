"""``calendar``: days between two dates, weekdays and leap years, compared with what a text says."""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Iterator
from datetime import date, timedelta

from localcheck.agent.tools.dates import GREGORIAN_FROM, Written, dates, julian_only, plain_dates, told_lengths
from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit, answered, strings, told
from localcheck.errors import ToolError
from localcheck.text.lexicon import SMALL, number_told
from localcheck.text.patterns import regex
from localcheck.types import Label

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHINESE_DAYS = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6, "七": 6} | {str(i + 1): i for i in range(7)}
_DAY_NAME = regex(r"\b(" + "|".join(WEEKDAYS) + r")\b|(?:星期|周|礼拜)([一二三四五六日天])", re.I)
_DAYS = regex(r"(?<![\d.])(\d{1,3}(?:,\d{3})+|\d+)\s*(?:days?\b|天|日(?!期))", re.I)
_WEEKS = regex(r"(?<![\d.])(\d+)\s*(?:weeks?\b|(?:周|星期|个星期)(?![一二三四五六日天]))", re.I)
_NUMBER = regex(r"(?<![\d.])\d+(?![\d.])")
_HOW_LONG = regex(r"多少天|几天|天数|how many days|days? (?:are|is|lie)|number of days|相差|间隔", re.I)
_WHICH_DAY = regex(r"(?:what|which) (?:week)?day\b|\bday of the week\b|(?:星期|周|礼拜)几", re.I)
_LEAP = regex(r"\bleap year\b|闰年", re.I)
_NOT_LEAP = regex(r"(?:\bnot|n['’]t|\bno) (?:a )?leap|平年|不是闰年|非闰年", re.I)
_YEAR = regex(r"(?<!\d)(\d{4})(?!\d)")
_INCLUSIVE = regex(
    r"\binclusive|(?:including|counting) both|both (?:days|dates|ends) (?:included|counted)"
    r"|including the (?:first|last|start|end)|(?:包括|包含|含)(?:首尾|起止|两端|头尾)|首尾(?:都|均)?[算计]|算头算尾",
    re.I,
)
_OTHER_SPAN = regex(r"\d\s*(?:个)?(?:weeks?|months?|years?|hours?|周|星期|月|年|小时)", re.I)
"""A number that counts something other than days."""
_SHIFT = regex(
    rf"(?P<n>\d{{1,5}}|{'|'.join(SMALL[1:13])})\s+(?P<unit>days?|weeks?)\s+(?P<way>after|from|before)\b", re.I
)
_SHIFTED = regex(
    r"\b(?:days?|weeks?|months?|years?)\s+(?:after|from|before|later|earlier)\b|(?:天|日|周|星期|月|年)(?:之|以)?[前后]",
    re.I,
)


_DENIED = regex(r"\b(?:no|not|never|invalid|reject\w*|without)\b|n['’]t\b|没有|不存在|无效|并无|不是", re.I)
_BESIDE_LEAP = regex(r"\b(?:after|before|follow\w*|preced\w*|next|previous|last)\b|[之以]?[前后]|[上下]一", re.I)
"""Another year than the one that is named is the leap year."""
_WHOLE_SPAN = regex(
    r"\b(?:there (?:are|were|is|was|will be)|last(?:s|ed)?|span\w*|took|takes|passed|apart|in all|in total|altogether)\b"
    r"|\b(?:runs?|ran)\b|共|相差|间隔|历时|总计|为期|相距|[前后]\s*\d+\s*天|\d+\s*天(?:之|以)?[前后]",
    re.I,
)
"""The days are those between the dates, and not some of them: "he worked 15 days"."""
_TAKES = regex(
    r"\b(?:last(?:s|ed)?|took|takes|runs?|ran|in all|in total|altogether)\b|共|历时|总计|为期",
    re.I,
)
_APART = regex(r"\b(?:between|apart|after|before|later|earlier)\b|相差|间隔|相距|[前后]", re.I)
"""The days are those from one date to the other. What takes a time is also told with its first day and its last one."""
_LINK = regex(
    r"[\s,(]*(?:(?:and|which|it|that|was|is|will|be|falls?|fell|on|an?|the)\b[\s,]*){0,5}|[\s,(]*(?:当天|那天|正好)?[是为]?",
    re.I,
)
_OTHER_DAY = regex(r"\s+(?:after|before|following|next)\b|\s+[A-Z]")


def calendar() -> DescribedTool:
    """Days between two dates, weekday of a date, leap years."""
    return DescribedTool(
        "calendar",
        "Days between two dates, the weekday of a date, leap years; many date formats, English and Chinese. With a "
        "sentence, compares what it says.",
        strings("date1", "date2", "sentence", "question"),
        (),
        _run,
        _rule,
        priority=70,
    )


def _run(arguments: Arguments) -> ToolResult:
    sentence, question = (plain_dates(str(arguments.get(name, ""))) for name in ("sentence", "question"))
    if "date1" in arguments and "date2" in arguments:
        first, second = (_one(str(arguments[name])) for name in ("date1", "date2"))
        return _between(first, second, sentence)
    if "date1" in arguments and not sentence:
        day = _one(str(arguments["date1"]))
        return answered("calendar", f"{day.isoformat()} is a {WEEKDAYS[day.weekday()]}")
    found = list(_statements(sentence, question))
    return told("calendar", found, "no span of days, weekday or leap year that can be told")


def _one(text: str) -> date:
    found = dates(plain_dates(text))
    if len(found) != 1 or found[0].day is None:
        raise ToolError(f"calendar: {text[:40]!r} is not a date", "write 2024-02-29, 29 February 2024 or 2024年2月29日")
    return found[0].day


def _apart(first: date, second: date) -> tuple[int, str]:
    """The days between two dates, and a line that says so."""
    days = abs((second - first).days)
    return days, f"from {first.isoformat()} to {second.isoformat()}: {days} days"


def _days_in(text: str) -> list[int]:
    """The numbers of days that a text states."""
    return [int(n.replace(",", "")) for n in _DAYS.findall(text)]


def _between(first: date, second: date, sentence: str) -> ToolResult:
    days, line = _apart(first, second)
    said = _days_in(sentence) or [int(n) for n in _NUMBER.findall(sentence)]
    if not said:
        return answered("calendar", line)
    right = _fits(days, said[-1], sentence)
    return answered("calendar", f"{line}; the text says {said[-1]}", Label.SUPPORTED if right else Label.REFUTED)


def _fits(days: int, said: int, text: str) -> bool:
    """The difference of the dates; with both ends counted only where the text says so."""
    return said == days + bool(_INCLUSIVE.search(text))


def _statements(sentence: str, question: str) -> Iterator[tuple[str, bool]]:
    """What the sentence says about the calendar, each with a line and whether it is right."""
    yield from _impossible(sentence)
    yield from _spans(sentence, question)
    yield from _weekdays(sentence, question)
    yield from _leap_years(sentence)
    yield from told_lengths(sentence)


def _impossible(sentence: str) -> Iterator[tuple[str, bool]]:
    if _DENIED.search(sentence):
        return
    for written in dates(sentence):
        if written.day is None and not written.julian:
            yield f"{written.text.strip()}: the calendar has no such day", False


def _spans(sentence: str, question: str) -> Iterator[tuple[str, bool]]:
    found, asked = ([w.day for w in dates(text) if w.day] for text in (sentence, question))
    if len(found) < 2 and len(asked) == 2 and _HOW_LONG.search(question):
        found = asked
    if len(found) != 2:
        return
    days, line = _apart(*found)
    rest = _without(sentence, dates(sentence))
    said = _days_in(rest)
    weeks = [int(n) for n in _WEEKS.findall(rest)][:1]
    if not said and found is asked and not _OTHER_SPAN.search(rest):
        said = [int(n) for n in _NUMBER.findall(rest)]
    if weeks and said and said[-1] < 7:  # 22 weeks and 2 days
        said = [7 * weeks[0] + said[-1]]
    told = found is asked or _HOW_LONG.search(question) or _WHOLE_SPAN.search(sentence) or _SHIFT.search(sentence)
    both_ends = found is not asked and not _HOW_LONG.search(question) and _TAKES.search(sentence)
    for number in said[-1:]:
        if number == days + 1 and both_ends and not (_APART.search(sentence) or _INCLUSIVE.search(sentence)):
            continue  # the Blitz lasted 57 days, from 7 September 1940 to 2 November 1940
        if (right := _fits(days, number, f"{sentence} {question}")) or told:
            yield f"{line}; the text says {number}", right
    if weeks and not said and (told or weeks[0] == days // 7):
        yield f"{line}, {days // 7} weeks and {days % 7} days; the text says {weeks[0]} weeks", weeks[0] == days // 7


def _weekdays(sentence: str, question: str) -> Iterator[tuple[str, bool]]:
    pairs = list(_pairs(sentence)) if len(dates(sentence)) > 1 and not _SHIFTED.search(sentence) else []
    yield from (_weekday(day, name) for day, name in pairs if day.year >= GREGORIAN_FROM)
    if pairs:
        return
    names = _DAY_NAME.findall(sentence)
    found = [w for w in dates(sentence) if w.day] or [w for w in dates(question) if w.day]
    if len(names) != 1 or len(found) != 1 or found[0].day is None:
        return
    asked = _WHICH_DAY.search(question) and any(w.day == found[0].day for w in dates(question))
    if found[0].text in sentence and not (asked or _SHIFT.search(sentence) or _belongs(sentence, found[0])):
        return
    shift = _shift(sentence)
    try:
        day = None if shift is None else found[0].day + shift
    except OverflowError:  # before the year 1, or after 9999
        return
    if day is None or day.year < GREGORIAN_FROM:
        return
    yield _weekday(day, names[0])


def _weekday(day: date, name: tuple[str, str]) -> tuple[str, bool]:
    english, chinese = name
    said = [d.lower() for d in WEEKDAYS].index(english.lower()) if english else _CHINESE_DAYS[chinese]
    is_a = f"{day.isoformat()} is a {WEEKDAYS[day.weekday()]}"
    return f"{is_a}; the text says {WEEKDAYS[said]}", day.weekday() == said


def _pairs(sentence: str) -> Iterator[tuple[date, tuple[str, str]]]:
    """The days of a sentence with several, each with the weekday right beside it: "Mon, 6 May 2024 to Wed, 8 May 2024"."""
    written = [(w.start, w.start + len(w.text), w.day) for w in dates(sentence) if w.day]
    for name in _DAY_NAME.finditer(sentence):
        before = [day for at, _, day in written if name.end() <= at and not sentence[name.end() : at].strip(" ,(")]
        behind = [
            day for _, end, day in written if end <= name.start() and not sentence[end : name.start()].strip(" ,(")
        ]
        yield from ((day, (name[1] or "", name[2] or "")) for day in (before or behind)[:1])


def _belongs(sentence: str, written: Written) -> bool:
    """Does the weekday stand right beside the date? "The Sunday Times appeared on 20 November 1822" says no weekday."""
    name = _DAY_NAME.search(sentence)
    if name is None:
        return False
    end = written.start + len(written.text)
    if name.end() <= written.start:
        return bool(re.fullmatch(r"[\s,(]*(?:the\s+)?", sentence[name.end() : written.start]))
    return bool(_LINK.fullmatch(sentence[end : name.start()])) and not _OTHER_DAY.match(sentence, name.end())


_WEEKDAY_CLAUSE = regex(
    r",?\s*(?:(?:and|which|it|that)\s+)*(?:was|is|on)?\s*(?:an?\s+|the\s+)?(?:" + "|".join(WEEKDAYS) + r")\b,?"
    r"|[,，(（]?\s*(?:当天|那天)?(?:是|为)?(?:星期|周|礼拜)[一二三四五六日天][)）]?",
    re.I,
)


_THE_DAY = regex(
    r"(?P<date>[^,]+(?:, \d{4})?), (?:which was )?the (?:day|date) (?:on which |that |when )?(?P<what>[^,.]{3,}?),?\.?$",
    re.I,
)
"""What is left of "DATE, the day the Berlin Wall fell, was a Thursday"."""


def without_weekday(sentence: str) -> str:
    """What a sentence states beside the weekday of its date; empty where it names none.

    >>> without_weekday("Apollo 11 landed on 20 July 1969, which was a Sunday.")
    'Apollo 11 landed on 20 July 1969.'
    >>> without_weekday("20 July 1969, the day Apollo 11 landed, was a Sunday.")
    'Apollo 11 landed on 20 July 1969.'
    """
    rest = _WEEKDAY_CLAUSE.sub("", sentence, count=1)
    if (named := _THE_DAY.match(rest)) and dates(named["date"]):
        rest = f"{named['what'][0].upper()}{named['what'][1:]} on {named['date']}."
    told = _SHIFT.sub(" ", _without(rest, dates(rest)))  # how far from a date the day lies is the calendar's too
    return rest if rest != sentence and len(told.split()) > 2 else ""


def without_calendar(sentence: str) -> str:
    """``sentence`` without what the calendar can tell: dates, weekdays, numbers of days and weeks, leap years."""
    bare = plain_dates(sentence)
    rest = _SHIFT.sub(" ", _WEEKDAY_CLAUSE.sub(" ", _without(bare, dates(bare))))
    for pattern in (_DAYS, _WEEKS, _LEAP, _NOT_LEAP, _YEAR):
        rest = pattern.sub(" ", rest)
    return rest


def _shift(sentence: str) -> timedelta | None:
    """ "100 days after 1 May 2020 is a …": how far from the date the day lies; None where that is not read."""
    match = _SHIFT.search(sentence)
    if match is None:
        return None if _SHIFTED.search(sentence) else timedelta()
    days = number_told(match["n"]) * (7 if match["unit"].lower().startswith("week") else 1)
    return timedelta(days=-days if match["way"].lower() == "before" else days)


def _leap_years(sentence: str) -> Iterator[tuple[str, bool]]:
    if not _LEAP.search(sentence) and not _NOT_LEAP.search(sentence):
        return
    years = sorted({int(y) for y in _YEAR.findall(sentence)})
    if len(years) != 1 or _BESIDE_LEAP.search(sentence) or julian_only(years[0]):
        return
    said = not _NOT_LEAP.search(sentence)
    if said and _DENIED.search(sentence):
        return  # "every fourth year is a leap year, but 2100 is not"
    what = "a leap year" if isleap(years[0]) else "not a leap year"
    yield f"{years[0]} is {what}", said == isleap(years[0])


def _without(sentence: str, found: list[Written]) -> str:
    for written in found:
        sentence = sentence.replace(written.text, " ")
    return sentence


def _rule(unit: Unit) -> Arguments | None:
    """Arguments for a unit that states a span of days, a weekday or a leap year that can be computed; else None."""
    if unit.whole:
        return None
    sentence, question = plain_dates(unit.text), plain_dates(unit.question)
    if next(iter(_statements(sentence, question)), None) is None:
        return None
    return {"sentence": unit.text, "question": unit.question}
