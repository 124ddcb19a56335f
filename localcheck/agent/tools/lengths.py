"""How many days a month or a year has, where a sentence says that and nothing else. Pure."""

from __future__ import annotations

import re
from calendar import isleap, monthrange
from collections.abc import Iterator

from localcheck.agent.tools.dates import julian_only
from localcheck.text.lexicon import MONTH_OR_SHORT, month_number
from localcheck.text.patterns import regex

_TOLD = (
    regex(r"(?:(?P<year>\d{4})年)?(?:(?P<month>\d{1,2})月)?(?:份|全年)?(?:一?共|总共)?有(?P<days>\d{2,3})天[。.]?"),
    regex(
        rf"(?:The month of )?(?:(?P<month>{MONTH_OR_SHORT}),? ?)?(?:(?:The year )?(?P<year>\d{{4}}) )?"
        r"(?:has|had|have|will have) (?:exactly )?(?P<days>\d{2,3}) days[.]?",
        re.I,
    ),
)
MOST_APART = 3
"""Days by which a wrong length may differ: "April had 12 days" says something of that April."""


def told_lengths(sentence: str) -> Iterator[tuple[str, bool]]:
    """A line for a person, and whether the sentence is right; nothing for February without its year.

    >>> list(told_lengths("April has 31 days.")), list(told_lengths("2024年2月有29天。"))
    ([('month 4 has 30 days; the text says 31', False)], [('2024-02 has 29 days; the text says 29', True)])
    """
    told = next((m for pattern in _TOLD if (m := pattern.fullmatch(sentence.strip()))), None)
    if told is None:
        return
    year, name, said = int(told["year"] or 0), told["month"], int(told["days"])
    month = 0 if name is None else int(name) if name.isdecimal() else month_number(name)
    if month > 12 or not (year or month) or (month == 2 and not year) or (year and julian_only(year)):
        return
    days = monthrange(year or 1, month)[1] if month else 365 + isleap(year)
    if abs(days - said) <= MOST_APART:
        what = f"{year}-{month:02}" if year and month else f"month {month}" if month else str(year)
        yield f"{what} has {days} days; the text says {said}", days == said
