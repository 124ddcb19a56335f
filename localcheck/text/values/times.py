"""How often something happened: "twice" is two times, who won the cup five times won five cups, and a fortnight is two weeks.
Pure.
"""

from __future__ import annotations

import re

from localcheck.text.lexicon import SMALL
from localcheck.text.patterns import regex

_NUMBER = rf"(?:\d+|{'|'.join(SMALL)})"
_TWICE = regex(
    r"\b(twice|thrice)\b(?! (?:as|the|a|an|that|this|its|his|her|their|what|more|higher|larger|over)\b|[- ]?weekly|-)",
    re.IGNORECASE,
)
_FORTNIGHT = regex(
    r"\b(?:(?P<every>(?<=once )a|(?<=twice )a|(?<=times )a|every|per|each) fortnight\b"
    r"|fortnightly(?=[.,;:)]|$| (?:on|in|at|by|from)\b)|(?:an?|one) fortnight(?P<of>['’]s)?\b)",
    re.IGNORECASE,
)
_THING_TIMES = regex(rf"\b(?P<thing>[A-Za-z]{{3,}}) (?P<times>{_NUMBER} times)\b", re.IGNORECASE)


def in_times(text: str) -> str:
    """``text`` with "twice" and "thrice" as "two times" and "three times", but not where they compare ("twice as high").

    >>> in_times("She was honoured twice."), in_times("It is twice as high.")
    ('She was honoured two times.', 'It is twice as high.')
    """
    return _TWICE.sub(lambda match: "two times" if match[0].lower() == "twice" else "three times", text)


def in_weeks(text: str) -> str:
    """``text`` with "two weeks" for "a fortnight", and "every two weeks" for "fortnightly".

    >>> in_weeks("It takes a fortnight."), in_weeks("They meet fortnightly."), in_weeks("It is a fortnightly paper.")
    ('It takes two weeks.', 'They meet every two weeks.', 'It is a fortnightly paper.')
    """
    return _FORTNIGHT.sub(_weeks, text) if "ortnight" in text else text


def _weeks(match: re.Match[str]) -> str:
    if match["every"] or match[0].lower() == "fortnightly":
        return "every two weeks"
    return "two weeks’" if match["of"] else "two weeks"


def told_in_times(claim: str, premise: str) -> str:
    """The claim with a count of things as the premise has it: of how often.

    The starter called "Brazil has won five World Cups" contradicted (0.77) by "won the World Cup five times", and entailed
    (0.89) when it was written so.

    >>> told_in_times("Brazil has won five World Cups.", "Brazil has won the FIFA World Cup five times.")
    'Brazil has won World Cups five times.'
    >>> told_in_times("Brazil has won five games.", "Brazil has won the FIFA World Cup five times.")
    'Brazil has won five games.'
    """
    for told in _THING_TIMES.finditer(premise):
        number = told["times"].split()[0]
        counted = re.compile(rf"\b{number} (?P<things>(?:[A-Za-z]+ ){{0,3}}{told['thing']}(?:s|es)?)\b", re.IGNORECASE)
        claim = counted.sub(rf"\g<things> {told['times']}", claim, count=1)
    return claim
