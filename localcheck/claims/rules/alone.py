"""Whether each part of a split sentence can be read alone: what its "it", "there" or "a year later" means stands in the part
itself, or can be told. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.claims.rules.wording import CONJUNCTION, SUBORDINATOR
from localcheck.text.counted_dates import counted_within, dated_before
from localcheck.text.lexicon import LONE_YEAR, NUMBER_WORDS
from localcheck.text.names import ONE_NAME
from localcheck.text.patterns import regex
from localcheck.text.there import placed, points

_OBJECT = regex(r"\b(?P<before>[a-z]+(?<!ing)) (?P<word>it|him|them)\b(?!['’-])")
_SUBJECT = regex(r"(?:[A-Z][a-z]+ly|Together|Then|Later|Soon|Today|Now|Here|In \d{4}),? (?P<word>it|he|she|they)\b")
_TIMES = "hour|day|week|month|year|decade|night|morning|evening|summer|winter|spring|autumn|season"
_COUNTED = regex(
    rf"\b(?:(?:the|that) (?:following|next|same|previous) (?:{_TIMES})"
    rf"|(?:an?|few|several|some|many|\d+|{NUMBER_WORDS}) (?:{_TIMES})s? (?:later|earlier|afterwards|before that|after that))\b"
)
_EXPLAINED = regex(
    rf"(?<=[A-Za-z])(?:['’]s|(?<=s)['’]) |\b(?:{'|'.join(sorted(SUBORDINATOR))})\b|, (?:among|of|all of|some of) them"
)
"""Behind it, a pronoun may mean somebody of the same part: "Ada's pupil persuaded her", "David, who welcomed him"."""
OWNED = regex(
    rf"(?:The )?{ONE_NAME} (?:is|was|became|remains) (?:now |still |also |once )?(?P<its>its|his|her) (?=[a-z])"
)
"""Whose own is told: nothing is its own neighbour, so "Nigeria is its western neighbour" means another's."""
_OTHERS = frozenset("it its he his him she her".split())
_YEARS = regex(LONE_YEAR)
_QUOTED = regex(r"[\"“][^\"”]*[\"”]?")


def leaves_open(parts: Sequence[str]) -> bool:
    """Whether a later part has a word that only an earlier one explains.

    >>> leaves_open(["Critics panned the book.", "Readers loved it."]), leaves_open(["It sold well.", "Readers loved it."])
    (True, False)
    >>> leaves_open(["The Creek left in the spring.", "White settlers arrived the following year."])
    True
    >>> leaves_open(["Peru borders Brazil.", "Lima is its capital."])
    True
    """
    return any(_is_open(part, parts[:i]) for i, part in enumerate(parts) if i)


def _is_open(part: str, earlier: Sequence[str]) -> bool:
    if points(part) and placed(part, earlier[-1]) == part:
        return True
    if _COUNTED.search(part) and not _YEARS.search(part) and counted_within(part, dated_before(earlier)) == part:
        return True
    known = {*earlier[0].lower().rstrip(".").split()}
    if OWNED.match(part) and known.isdisjoint(_OTHERS):
        return True
    subject = _SUBJECT.match(part)
    told = _EXPLAINED.split(_QUOTED.sub("", part))[0]
    objects = [found["word"] for found in _OBJECT.finditer(told) if found["before"] not in CONJUNCTION]
    return not known.issuperset(objects + ([subject["word"]] if subject else []))
