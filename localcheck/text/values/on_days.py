"""On which days of the week something happens: what a sentence says of a claim that tells other days, or some of them. Pure.

A small model takes "Rubbish is collected on Mondays" for entailed by "Rubbish is collected on Tuesdays" (0.85), and "The
market takes place on Saturday" for contradicted by "The market takes place from Thursday to Sunday" (0.90).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from localcheck.text.facts import Says, negated
from localcheck.text.lexicon import FUNCTION_WORDS, MONTH_NAME, WEEKDAY, listed
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences
from localcheck.text.values.opening import DAYS, days_told
from localcheck.text.words import STEM, Variant, words

_GROUP = regex(
    rf"\b(?:(?:[Oo]n|[Aa]t|[Ff]rom|[Ee]very|[Ee]ach) (?:{DAYS}|weekdays?|weekends?)|(?:daily|every day)(?! from {DAYS}))\b"
)
_HABIT = regex(r"(?:[Ee]very|[Ee]ach) |.*(?:days|ends|daily|every day)\b")
_LIMITED = regex(
    r"\b(?:except|apart|other|only|but|unless|if|when|while|or|also|usually|mostly|some|all|both|many|most|few|half|first|second"
    r"|third|fourth|last|next|may|might|could|would|should|planned|proposed)\b",
    re.IGNORECASE,
)
"""Where one of these stands it is not told plainly for which days something holds."""
_JOINED = regex(r"[,;]|\band\b")
_ARTICLES = frozenset("the a an".split())
_LIGHT = listed("on_days.light")
"""Words that stand for any verb: what "takes place" on a day is on that day."""

_DATE = rf"(?:\d{{1,2}}(?:st|nd|rd|th)? {MONTH_NAME}|{MONTH_NAME} \d{{1,2}}(?:st|nd|rd|th)?)"
_DATED = regex(
    rf"\b(?P<first>[Ff]rom|[Bb]etween) {WEEKDAY},? (?P<from>{_DATE}),?"
    rf"(?P<to> (?:to|until|till|and) ){WEEKDAY},? (?P<until>{_DATE})"
)


class _On(NamedTuple):
    """Something that is told of some days."""

    words: list[str]
    """Its words in their order, articles left out."""
    days: frozenset[int]
    habit: bool
    """It is told of every such day, not of one."""


@lru_cache(maxsize=4096)
def on_other_days(claim: str, premise: str) -> bool:
    """True if the premise tells what the claim tells of other days of the week, and of none of the claim's.

    >>> on_other_days("The choir rehearses every Thursday.", "The society was founded in 1952 and rehearses every Wednesday.")
    True
    >>> on_other_days("She left on Friday.", "She arrived on Tuesday and left on Friday.")
    False
    """
    mine = _told(claim)
    if len(mine) != 1:
        return False
    its = list(_of_the_same(mine[0], premise))
    return bool(its) and all(on.days.isdisjoint(mine[0].days) for on in its)


@lru_cache(maxsize=4096)
def on_its_days(claim: str, premise: str) -> Says | None:
    """ "borne out" where the premise tells in the claim's words, and in their order, that something is on the claim's days,
    and perhaps on others; else None.

    >>> on_its_days("The market takes place on Saturday.", "The weekly market takes place from Thursday to Sunday.")
    'borne out'
    """
    mine = _told(claim)
    if len(mine) != 1:
        return None
    its = _of_the_same(mine[0], premise)
    told = any(mine[0].days <= on.days and _in_order(mine[0].words, on.words) for on in its)
    return "borne out" if told else None


def _of_the_same(mine: _On, premise: str) -> Iterator[_On]:
    """What is told of days with the claim's verb, or what stands in its place: the last word that is not a light one."""
    told = [word for word in mine.words if word not in FUNCTION_WORDS] or mine.words
    verb = next((word for word in reversed(told) if word not in _LIGHT), told[-1])[:STEM]
    for sentence in rough_sentences(premise):
        yield from (
            on for on in _told(sentence) if on.habit >= mine.habit and any(word[:STEM] == verb for word in on.words)
        )


def _told(sentence: str) -> list[_On]:
    """What a sentence tells of days: of a single group of days with all its words, of each of several with those in front of
    it, up to a comma or an "and"; where nothing stands there it is the same as before: "open on Mondays and on Fridays".
    """
    groups = list(_GROUP.finditer(sentence))
    if not groups or negated(sentence) or _LIMITED.search(sentence):
        return []
    ends = [0, *(group.end() for group in groups)]
    parts = [sentence[a : group.start()] for a, group in zip(ends, groups, strict=False)]
    said = _without_articles(parts[0] + (sentence[ends[1] :] if len(groups) == 1 else ""))
    told: list[_On] = []
    for part, group in zip(parts, groups, strict=True):
        days = frozenset(days_told(group[0]))
        said = (_without_articles(_JOINED.split(part)[-1]) if told else said) or said
        if not said or (group[0].lower().startswith("from ") and len(days) == 1):
            return []  # "On Mondays there is yoga, on Tuesdays pilates"; "from Monday"
        told.append(_On(said, days, bool(_HABIT.match(group[0]))))
    return told


def _without_articles(text: str) -> list[str]:
    return [word for word in words(text.lower(), Variant.RUNS) if word not in _ARTICLES]


def _in_order(some: Sequence[str], all_of_them: Sequence[str]) -> bool:
    rest = iter(all_of_them)
    return all(word in rest for word in some)


def without_days(claim: str, premise: str) -> str:
    """The premise without days of the week before both dates of an interval, for a claim that names none.

    >>> without_days("It lasts from 11 May to 15 May.", "It lasts from Monday, 11 May, to Friday, 15 May.")
    'It lasts from 11 May to 15 May.'
    """
    return premise if days_told(claim) else _DATED.sub(r"\g<first> \g<from>\g<to>\g<until>", premise)
