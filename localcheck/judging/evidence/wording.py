"""How a claim and a premise are worded when a model reads them. Pure.

Each table lists its steps in the order in which they are taken. Quotes in reports are taken from the text itself, never from
what a step made of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, reduce

from localcheck.judging.spans import counted_for
from localcheck.text.dated_labels import in_months
from localcheck.text.impersonal import unstressed
from localcheck.text.lexicon import rows
from localcheck.text.patterns import regex
from localcheck.text.positive import deadlines, excused, positively, undecided
from localcheck.text.there import named_again
from localcheck.text.values.conditions import (
    as_others,
    as_rule,
    conditioned,
    for_the_named,
    taxed,
    unless_changed,
    without_others,
)
from localcheck.text.values.frequency import in_its_time, in_its_way, in_times, in_weeks
from localcheck.text.values.lifetimes import parted
from localcheck.text.values.on_days import without_days
from localcheck.text.values.table_rows import in_its_band, of_its_band
from localcheck.text.values.within import within

ADJECTIVES = dict(row.split() for row in rows("wording.peoples"))
ADJECTIVES |= {f"{place}er": f"from {place}" for place in ("Luxembourg", "New Zealand", "London", "New York", "Berlin")}
ADJECTIVES |= {
    f"{people}{end}": people.replace("Scots", "Scottish")
    for people in "Scots French English Irish Welsh Dutch".split()
    for end in ("man", "woman")
}
"""Nouns that differ from their adjective; "an Italian" needs no other word."""
_NOUN = regex(rf"\ban? (?P<noun>{'|'.join(ADJECTIVES)})(?=[.,;:)]|$| (?:by birth|and|but)\b)")


def as_adjectives(text: str) -> str:
    """``text`` with nouns like "a Spaniard" as adjectives, where nothing depends on the noun.

    A small model called "Picasso was a Spaniard" contradicted (0.82) by "Picasso was a Spanish painter", and "was Spanish"
    entailed (0.90); so it was with 11 of 20 such nouns.

    >>> as_adjectives("Picasso was a Spaniard and lived in France."), as_adjectives("a Dane named Bohr")
    ('Picasso was Spanish and lived in France.', 'a Dane named Bohr')
    """
    return _NOUN.sub(lambda match: ADJECTIVES[match["noun"]], text)


Step = Callable[[str], str]
"""A text in other words."""
Beside = Callable[[str, str], str]
"""A claim or a premise in other words, by the claim and the premise together."""

_DECADE = regex(r"\b(1\d|20)(\d0)['’]s\b")
_EMPTY = regex(r"\s*[(（][\s,;:.]*[)）]")
_LEADING = regex(r"(?<=\()[\s,;:]+")
_FIRST_OF = regex(r"\bthe first of (?:(?:his|her|their) (?:parents['’] )?)?(?P<n>[a-z]+) children\b")
"""A child is the eldest; "first" is read as if it were the first in something else."""
_WITHIN = regex(r"\bwithin (?=(?:an?|one) (?:hour|day|week|fortnight|month|year|decade|century)\b(?! of\b))")
_DUE = regex(r"\b(?:must|may|should|shall|can|will|is|are|to|has|have)\b[^.;]*$")
"""In front of "within a week": a time that is set, and no longer one than "within seven days"."""
_DOZEN = regex(r"\b((?:more|fewer|less) than|over|at least|under) a dozen\b", re.IGNORECASE)
_TICKS = regex(r"``|''")


@lru_cache(maxsize=4096)  # a sentence is read for many claims
def plain(text: str) -> str:
    """The text as the model reads it: decades without apostrophe, plain quotation marks, no brackets that a converter emptied,
    a dash between two dates where one dropped it, "a Spaniard" as "Spanish", "twice" as "two times", "a fortnight" as "two
    weeks", "not later than" as "by", and "still open" as "not yet decided".

    A claim that "came up in the 1970's" was called contradicted by "in the early 1970s" (0.81), and entailed without the
    apostrophe (0.96).

    >>> plain("Skopje (, ; ) grew in the 1970's.")
    'Skopje grew in the 1970s.'
    >>> plain("He was the first of eight children."), plain("It was gone within a month.")
    ('He was the eldest of eight children.', 'It was gone in less than a month.')
    >>> plain("Most die within a year of diagnosis."), plain("She won more than a dozen prizes.")
    ('Most die within a year of diagnosis.', 'She won more than twelve prizes.')
    >>> plain("It must be paid not later than 3 May."), plain("It is cleaned fortnightly.")
    ('It must be paid by 3 May.', 'It is cleaned every two weeks.')
    """
    return reduce(lambda said, step: step(said), PLAIN, text)


def _within(match: re.Match[str]) -> str:
    """ "In less than" for "within", which the model reads better of what happened; a time that was set stays as it is."""
    return match[0] if _DUE.search(match.string, max(0, match.start() - 100), match.start()) else "in less than "


def _marks(text: str) -> str:
    """Without the apostrophe of decades, and with one kind of quotation marks."""
    return _TICKS.sub('"', _DECADE.sub(r"\1\2s", text))


def _counts(text: str) -> str:
    """Dozens, limits of time and places in a row of children as numbers and words that are plainer."""
    text = _DOZEN.sub(r"\1 twelve", _WITHIN.sub(_within, text))
    return _FIRST_OF.sub(r"the eldest of \g<n> children", text)


def _without_empty_brackets(text: str) -> str:
    return _LEADING.sub("", _EMPTY.sub("", text))


PLAIN: tuple[Step, ...] = (
    parted,
    in_months,
    _marks,
    undecided,
    deadlines,
    conditioned,
    as_adjectives,
    in_times,
    in_weeks,
    named_again,
    _counts,
    _without_empty_brackets,
)
"""Steps that every text takes."""
OF_A_CLAIM: tuple[Step, ...] = (unstressed, plain, positively)
OF_A_PREMISE: tuple[Beside, ...] = (
    counted_for,
    excused,
    lambda _, premise: plain(premise),
    for_the_named,
    without_others,
    taxed,
    of_its_band,
    without_days,
    within,
)
"""Steps of a premise that is read for a claim."""
TOLD_ALIKE: tuple[Beside, ...] = (in_its_band, unless_changed, as_others, as_rule, in_its_time, in_its_way)
"""Steps of a claim that is read beside a premise: what both say is said in the premise's words."""


def stated(claim: str) -> str:
    """A claim as it is read, whatever stands beside it."""
    return reduce(lambda said, step: step(said), OF_A_CLAIM, claim)


def premise_for(claim: str, premise: str) -> str:
    """A premise as it is read for a claim."""
    return reduce(lambda said, step: step(claim, said), OF_A_PREMISE, premise)


def in_the_premise_s_words(claim: str, premise: str) -> str:
    """A claim as it is read beside a premise."""
    return reduce(lambda said, step: step(said, premise), TOLD_ALIKE, claim)
