"""What a text states with a date, a number or a name, each as it is written: what an edit may put in another's place. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from localcheck.text.lexicon import MONTH_NAME, MONTHS, NOT_NAMES, NUMERIC_DATE, OPENING_WORDS
from localcheck.text.names import NAME, without_possessive
from localcheck.text.patterns import regex
from localcheck.types import Span

Kind = Literal["date", "number", "name"]
_DATE = regex(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? {MONTH_NAME}(?:,? \d{{3,4}})?|{MONTH_NAME} \d{{1,2}}(?:st|nd|rd|th)?(?:, \d{{3,4}})?"
    rf"|{MONTH_NAME},? \d{{3,4}}|{MONTH_NAME})\b|{NUMERIC_DATE}"
)
_NUMBER = regex(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w]|[.,]\d)")
_WORD_BEFORE = regex(r"(\w+)\W+$")


@dataclass(frozen=True, slots=True)
class Stated:
    """One date, number or name in a text."""

    kind: Kind
    span: Span
    text: str
    """As it is written."""
    before: str
    """The word before it, lower-cased: ``in``, ``by``, ``since`` …; empty at the beginning."""

    @property
    def key(self) -> frozenset[str]:
        """What it says, whatever its form: lower-cased words and digits without separators."""
        text = self.text
        if (date := re.fullmatch(NUMERIC_DATE, text)) and date["iso_year"]:
            text = f"{int(date['iso_day'])} {list(MONTHS)[int(date['iso_month']) - 1]} {date['iso_year']}"
        words = re.findall(r"[\w.]+", text.replace(",", "").lower())
        return frozenset(w.strip(".") for w in words) - NOT_NAMES


def stated(text: str) -> list[Stated]:
    """Dates with a month, numbers in digits that are part of no date, and names, in their order.

    >>> [(s.kind, s.text) for s in stated("On 3 May 1912 Karl van Meyer opened 14 rooms in Utrecht.")]
    [('date', '3 May 1912'), ('name', 'Karl van Meyer'), ('number', '14'), ('name', 'Utrecht')]
    """
    taken: list[Span] = []
    found: list[Stated] = []
    for kind, span in _spans(text):
        if span.start < span.end and not any(span.meets(t) for t in taken):
            taken.append(span)
            before = _WORD_BEFORE.search(text[: span.start])
            found.append(Stated(kind, span, span.of(text), before.group(1).lower() if before else ""))
    return sorted(found, key=lambda s: s.span.start)


def _spans(text: str) -> Iterator[tuple[Kind, Span]]:
    for match in _DATE.finditer(text):
        yield "date", Span(*match.span())
    for match in _NUMBER.finditer(text):
        yield "number", Span(*match.span())
    for span in _names(text):
        yield "name", span


def _names(text: str) -> Iterator[Span]:
    """Runs of capitalised words, without words that only open the sentence and without a possessive."""
    for match in NAME.finditer(text):
        start, written = match.start(), without_possessive(match.group().rstrip(".’'"))
        while (word := written.split(" ")[0]) in OPENING_WORDS or word.lower() in NOT_NAMES:
            rest = written[len(word) :].lstrip()
            start += len(written) - len(rest)
            written = rest
            if not rest:
                break
        if written and written[0].isupper() and written.lower() not in MONTHS:
            yield Span(start, start + len(written))
