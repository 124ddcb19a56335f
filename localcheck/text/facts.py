"""What a reader checks first: the numbers and the names of a claim, and whether a premise has them too. Pure.

A small NLI model reads "nine awards" and "eleven awards" as much the same. A claim's number or name that the premise does
not have is the plainest sign that the premise does not entail it.

What a text states with a date, a number or a name, each as it is written: what an edit may put in another's place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from localcheck.text.lexicon import (
    MONTH_NAME,
    MONTHS,
    NOT_NAMES,
    NUMBER_WORDS,
    NUMERIC_DATE,
    OPENING_WORDS,
    ORDINALS,
    SCALES,
    number_told,
)
from localcheck.text.names import NAME, name_words, without_possessive
from localcheck.text.patterns import regex
from localcheck.text.words import Variant, words
from localcheck.types import Span

Says = Literal["borne out", "contradicted", "unsaid"]
"""What a premise says of a claim, as a rule sees it; None where it sees nothing of the kind, so that another may decide."""
_DIGITS = regex(r"(?<![\w.])(\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+|\d+)(?:[.](\d+))?(st|nd|rd|th|s)?(?![\w])")
_SCALE = regex(rf"[\s-]+({'|'.join(SCALES)})\b", re.IGNORECASE)
_ORDINAL = regex(rf"\b(?:{'|'.join(ORDINALS)})\b", re.IGNORECASE)
_WORD_NUMBER = regex(rf"(?!{_ORDINAL.pattern})\b{NUMBER_WORDS}\b", re.IGNORECASE)
_NEGATION = regex(
    r"\b(?:not|no(?!\.\s?\d)|never|nor|neither|none|nobody|nothing|without|cannot|hardly)\b|n['’]t\b", re.IGNORECASE
)
_ENDS = (". ", "! ", "? ", "\n")
_DENYING = regex(
    r"\b(?:except|unable|unknown|unfinished|incomplete|fail(?:s|ed)? to|refus(?:es?|ed) to|declin(?:es?|ed) to|lacks?"
    r"|lacked|hardly|scarcely|(?:stayed|kept|remained) (?:out of|away from)|only)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)
def negated(text: str) -> bool:
    """True if a negating word occurs: not, never, without, …; not the "no." before a number.

    >>> negated("It has no number."), negated("Booking no. 88-4107")
    (True, False)
    """
    return bool(_NEGATION.search(text))


def negations(text: str) -> int:
    """How many negating words occur."""
    return len(_NEGATION.findall(text))


def negated_around(text: str, at: int) -> bool:
    """True if the sentence around a place has a negating word: that of another sentence says nothing of it.

    >>> negated_around("It has no smell. It is the second lightest.", 20)
    False
    """
    start = max(text.rfind(mark, 0, at) for mark in _ENDS) + 1
    end = min((i for i in (text.find(mark, at) for mark in _ENDS) if i >= 0), default=len(text))
    return negated(text[start:end])


def denying(text: str) -> bool:
    """True if the text denies something, by a negating word or by another: except, failed to, unable, refused, stayed out of.

    >>> denying("Brazil borders every country except Chile."), denying("Brazil borders Peru.")
    (True, False)
    """
    return negated(text) or bool(_DENYING.search(text))


def negation(text: str) -> Span | None:
    """Where the first negating word stands; None if there is none."""
    found = _NEGATION.search(text)
    return Span(*found.span()) if found else None


def missing_names(claim: str, premise: str) -> frozenset[str]:
    """Names of the claim that stand nowhere in the premise, whatever their case."""
    have = frozenset(w.lower() for w in words(re.sub(r"['’](?:s\b|(?!\w))", "", premise), Variant.WITH_TAILS))
    return frozenset(n for n in name_words(claim) if n not in have)


@lru_cache(maxsize=16384)
def numbers(text: str) -> frozenset[float]:
    """The numbers of ``text`` as values: digits, words, scales ("2.5 million"), ordinals. Months are no numbers.

    >>> sorted(numbers("In 1886 about 2.5 million rivets, eleven awards, the thirty-third tower"))
    [11.0, 33.0, 1886.0, 2500000.0]
    """
    return frozenset(_numbers(text))


def _numbers(text: str) -> Iterator[float]:
    for match in _DIGITS.finditer(text):
        value = float(re.sub(r"\D", "", match.group(1)) + ("." + match.group(2) if match.group(2) else ""))
        yield value * _scale(text, match.end())
    for match in _WORD_NUMBER.finditer(text):
        value = number_told(match.group()) * _scale(text, match.end())
        if value != 1:
            yield value
    for match in _ORDINAL.finditer(text):
        value = ORDINALS[match.group().lower()]
        if value > 2:
            yield float(value)


def _scale(text: str, end: int) -> float:
    match = _SCALE.match(text, end)
    return float(SCALES[match.group(1).lower()]) if match else 1.0


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
