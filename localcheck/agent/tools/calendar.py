"""``calendar``: days between two dates, weekdays and leap years, compared with what a text says."""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Iterator
from datetime import date, timedelta

from localcheck.agent.tools.dates import Written, dates, plain_dates
from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit, answered
from localcheck.errors import ToolError
from localcheck.types import Label

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHINESE_DAYS = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6, "七": 6} | {str(i + 1): i for i in range(7)}
_DAY_NAME = re.compile(r"\b(" + "|".join(WEEKDAYS) + r")\b|(?:星期|周|礼拜)([一二三四五六日天])", re.I)
_DAYS = re.compile(r"(?<![\d.])(\d{1,3}(?:,\d{3})+|\d+)\s*(?:days?\b|天|日(?!期))", re.I)
_WEEKS = re.compile(r"(?<![\d.])(\d+)\s*(?:weeks?\b|(?:周|星期|个星期)(?![一二三四五六日天]))", re.I)
_NUMBER = re.compile(r"(?<![\d.])\d+(?![\d.])")
_HOW_LONG = re.compile(r"多少天|几天|天数|how many days|days? (?:are|is|lie)|number of days|相差|间隔", re.I)
_LEAP = re.compile(r"\bleap year\b|闰年", re.I)
_NOT_LEAP = re.compile(r"\b(?:not|n't|no) (?:a )?leap|平年|不是闰年|非闰年", re.I)
_YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)")
_INCLUSIVE = re.compile(r"\binclusive|including both|包括(?:首尾|起止|两端)|首尾都算|算头算尾", re.I)


def calendar() -> DescribedTool:
    """Days between two dates, weekday of a date, leap years."""
    return DescribedTool(
        "calendar",
        "Days between two dates, the weekday of a date, leap years; many date formats, English and Chinese. With a "
        "sentence, compares what it says.",
        {
            "date1": {"type": "string"},
            "date2": {"type": "string"},
            "sentence": {"type": "string"},
            "question": {"type": "string"},
        },
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
    lines = list(_statements(sentence, question))
    if not lines:
        return answered("calendar", "no span of days, weekday or leap year that can be told")
    wrong = next((line for line, right in lines if not right), None)
    label = Label.REFUTED if wrong is not None else Label.SUPPORTED
    return answered("calendar", "\n".join(line for line, _ in lines), label, wrong or lines[0][0])


def _one(text: str) -> date:
    found = dates(plain_dates(text))
    if len(found) != 1 or found[0].day is None:
        raise ToolError(f"calendar: {text[:40]!r} is not a date", "write 2024-02-29, 29 February 2024 or 2024年2月29日")
    return found[0].day


def _between(first: date, second: date, sentence: str) -> ToolResult:
    days = abs((second - first).days)
    line = f"from {first.isoformat()} to {second.isoformat()}: {days} days"
    said = [int(n.replace(",", "")) for n in _DAYS.findall(sentence)] or [int(n) for n in _NUMBER.findall(sentence)]
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


def _impossible(sentence: str) -> Iterator[tuple[str, bool]]:
    for written in dates(sentence):
        if written.day is None:
            yield f"{written.text.strip()}: the calendar has no such day", False


def _spans(sentence: str, question: str) -> Iterator[tuple[str, bool]]:
    found = [w for w in dates(sentence) if w.day] or []
    asked = [w for w in dates(question) if w.day]
    if len(found) < 2 and len(asked) == 2 and _HOW_LONG.search(question):
        found = asked
    if len(found) != 2:
        return
    first, second = (w.day for w in found)
    assert first is not None and second is not None
    days = abs((second - first).days)
    line = f"from {first.isoformat()} to {second.isoformat()}: {days} days"
    rest = _without(sentence, dates(sentence))
    said = [int(n.replace(",", "")) for n in _DAYS.findall(rest)]
    if not said and found is asked:
        said = [int(n) for n in _NUMBER.findall(rest)]
    for number in said[-1:]:
        yield f"{line}; the text says {number}", _fits(days, number, f"{sentence} {question}")
    for weeks in _WEEKS.findall(rest)[:1]:
        if not said:
            yield f"{line}, {days // 7} weeks and {days % 7} days; the text says {weeks} weeks", int(weeks) == days // 7


def _weekdays(sentence: str, question: str) -> Iterator[tuple[str, bool]]:
    names = _DAY_NAME.findall(sentence)
    found = [w for w in dates(sentence) if w.day] or [w for w in dates(question) if w.day]
    if len(names) != 1 or len(found) != 1 or found[0].day is None:
        return
    english, chinese = names[0]
    said = [d.lower() for d in WEEKDAYS].index(english.lower()) if english else _CHINESE_DAYS[chinese]
    try:
        day = found[0].day + _shift(sentence)
    except OverflowError:  # before the year 1, or after 9999
        return
    is_a = f"{day.isoformat()} is a {WEEKDAYS[day.weekday()]}"
    yield f"{is_a}; the text says {WEEKDAYS[said]}", day.weekday() == said


_WEEKDAY_CLAUSE = re.compile(
    r",?\s*(?:(?:and|which|it|that)\s+)*(?:was|is|on)?\s*(?:an?\s+|the\s+)?(?:" + "|".join(WEEKDAYS) + r")\b,?"
    r"|[,，(（]?\s*(?:当天|那天)?(?:是|为)?(?:星期|周|礼拜)[一二三四五六日天][)）]?",
    re.I,
)


def without_weekday(sentence: str) -> str:
    """What a sentence states beside the weekday of its date; empty where it names none.

    >>> without_weekday("Apollo 11 landed on 20 July 1969, which was a Sunday.")
    'Apollo 11 landed on 20 July 1969.'
    """
    rest = _WEEKDAY_CLAUSE.sub("", sentence, count=1)
    return rest if rest != sentence and len(_without(rest, dates(rest)).split()) > 2 else ""


def _shift(sentence: str) -> timedelta:
    """ "100 days after 1 May 2020 is a …": how far from the date the day lies."""
    match = re.search(r"(\d{1,5})\s*days? (after|from|before)", sentence, re.I)
    if match is None:
        return timedelta()
    return timedelta(days=int(match.group(1)) * (-1 if match.group(2).lower() == "before" else 1))


def _leap_years(sentence: str) -> Iterator[tuple[str, bool]]:
    if not _LEAP.search(sentence) and not _NOT_LEAP.search(sentence):
        return
    years = [int(y) for y in _YEAR.findall(sentence)]
    if len(years) != 1:
        return
    said = not _NOT_LEAP.search(sentence)
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
