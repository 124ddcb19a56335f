"""Deadlines said in one way: "not later than 15 September" is "by 15 September". Pure.

A small model takes the "not" of a deadline for a denial: it called "must be delivered by 15 September" contradicted by "must be
delivered not later than 15 September" (0.79).
"""

from __future__ import annotations

import re

from localcheck.text.lexicon import COUNT_WORDS
from localcheck.text.patterns import regex

_NUMBER = rf"(?:\d+|an?|{COUNT_WORDS})"
_TIME = rf"(?P<time>{_NUMBER} (?:(?:working|business|calendar|full) )?(?:minute|hour|day|week|month|year)s?\b)"
_NO_TIME = (
    r"(?! (?:what|when|if|that|those|these|this|he|she|it|they|we|you|any|anything|expected|planned|usual|ever)\b)"
)
_LATEST = regex(
    rf"\b(?<!is )(?<!was )(?<!are )(?<!were )(?:(?:and|but) )?(?:(?:no|not) later than|at the latest){_NO_TIME}"
    rf" (?:(?P<within>within) |(?:by|on|in|at) |{_TIME}(?P<ahead>(?= (?:before|prior to)\b))?|(?=\w))",
    re.IGNORECASE,
)
_AT_THE_END = regex(r"\b(?P<by>by|within)(?P<rest> [^.;,]{2,60}?),? at the latest\b", re.IGNORECASE)
_AT_ONCE = regex(
    r"\bwithout (?:(?:undue|unreasonable|any) )?delay,? (?:and )?(?:in any (?:case|event),? )?(?=(?:by|within) )",
    re.IGNORECASE,
)


def deadlines(text: str) -> str:
    """``text`` with "by" and "within" where it says "not later than" and "at the latest", which deny nothing.

    >>> deadlines("It is due not later than 1 June."), deadlines("It is due no later than ten days after receipt.")
    ('It is due by 1 June.', 'It is due within ten days after receipt.')
    >>> deadlines("Give notice not later than three months before the end.")
    'Give notice at least three months before the end.'
    >>> deadlines("Report it without undue delay, at the latest within seven days.")
    'Report it within seven days.'
    >>> deadlines("It must be paid by 1 June at the latest."), deadlines("He came later than she did.")
    ('It must be paid by 1 June.', 'He came later than she did.')
    """
    if "late" not in text:
        return text
    text = _AT_THE_END.sub(r"\g<by>\g<rest>", _LATEST.sub(_in_time, text))
    return _AT_ONCE.sub("", text)


def _in_time(match: re.Match[str]) -> str:
    by = "at least " if match["ahead"] is not None else "within " if match["time"] or match["within"] else "by "
    return f"{by.capitalize() if match[0][0].isupper() else by}{match['time'] or ''}"
