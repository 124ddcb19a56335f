"""What differs between a claim and the quote that decides on it, word by word: for people who must see it at a glance. Pure.

``localcheck.text.values.differences`` is the one place for this: reports, the terminal app, corrections and editors call

    differences(claim, quote, title)  ->  Difference(kind, claim="Paris", source="Berlin", claim_span, source_span), ...
    in_words(differences(...))        ->  'claim: Paris, source: Berlin'

Numbers and dates come first (as ``text.values`` compares them: 2500 g and 2.5 kg do not differ), then opposites, ranks
("longest" and "second-longest") and "not", then names; other words are named only where nothing of these differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from localcheck.text.facts import Stated, negation, stated
from localcheck.text.han import has_han
from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import FUNCTION_WORDS, MONTHS, NOT_NAMES
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.compare import compare
from localcheck.text.values.dates import periods
from localcheck.text.values.opening import DAYS, weekdays
from localcheck.text.values.opposites import opposite_words
from localcheck.text.values.other_names import MOST_WORDS, gaps, is_placed, nearest, other_names, rivals_near
from localcheck.text.values.quantities import quantities
from localcheck.text.values.ranks import ranked_otherwise
from localcheck.text.values.timed import years_told
from localcheck.text.words import STEM, Variant, folded, matches
from localcheck.types import Span

SHOWN = 2
"""Differences that a line for a person names."""
Kind = Literal["number", "opposite", "rank", "negation", "name", "words"]
_NUMBERED = regex(r"\b([A-Z]\w+)[ -]$")
_NUMBERS_NOTHING = frozenset(MONTHS) | NOT_NAMES | FUNCTION_WORDS
_SAME = tuple(
    frozenset(row.split())
    for row in (
        "can may could might",
        "means shows says indicates signals",
        "awarded given received won got gained earned",
    )
)
"""Words that say much the same of anything: the difference lies elsewhere. Who was awarded a prize received it."""
_DAYS = regex(rf"\b(?=[A-Z][a-z]+day){DAYS}")
_PREFIX = regex(r"\b(?:un|in|im|ir|il|non-?)(\w{4,})")
_PART = regex(r"(?:[^,;:.!?]|\.(?=\S| \d))+")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the claim says otherwise than the quote."""

    kind: Kind
    claim: str
    """What the claim says, as it is written; empty where it says nothing of it ("not" in the quote only)."""
    source: str
    """What the quote says in its place; empty where it does not have it."""
    claim_span: Span | None = None
    """Where that stands in the claim; None where ``claim`` is empty."""
    source_span: Span | None = None
    """Where that stands in the quote; None where ``source`` is empty."""


def differences(claim: str, quote: str, title: str = "") -> tuple[Difference, ...]:
    """What the claim says otherwise than ``quote``, the most telling first; empty where nothing can be named. Of several
    sentences only the one that is nearest to the claim differs from it: the others speak of something else.

    ``title``: of the document that is quoted; names in it count as said.

    >>> [(d.kind, d.claim, d.source) for d in differences("It opened in Paris in 1912.", "It opened in Berlin in 1913.")]
    [('number', '1912', '1913'), ('name', 'Paris', 'Berlin')]
    """
    if years := years_told(claim, title, quote):
        mine, other = years
        return (Difference("number", mine.of(claim), other.of(quote), mine, other),)
    near = nearest(claim, [sentence.span for sentence in split_sentences(quote)], quote)
    found = _all(claim, quote, title)
    inside = tuple(d for d in found if d.source_span is None or near is None or d.source_span in near)
    return inside or tuple(replace(d, source="", source_span=None) for d in found if d.kind == "name")


def _all(claim: str, quote: str, title: str) -> tuple[Difference, ...]:
    """What is said otherwise anywhere in the quote."""
    numbers = tuple(_numbers(claim, quote))
    words = [d for d in _opposites(claim, quote) if all(d.claim_span != n.claim_span for n in numbers)]
    ranks = ranked_otherwise(claim, quote)
    ordered = [
        Difference("rank", a.of(claim), b.of(quote), a, b)
        for a, b in ranks
        if not any(n.claim_span and n.claim_span in a for n in numbers)
    ]
    sure = [*numbers, *words, *ordered, *_negation(claim, quote)]
    apart = other_names(claim, quote, title, alone=not any(d.source for d in sure))
    names = tuple(dict.fromkeys((*_weekdays(claim, quote), *(_of_names(*pair) for pair in apart))))
    sure = [d for d in sure if not any(_within(d, name) for name in names)]
    told = [d.claim_span for d in numbers if d.claim_span]  # the F of "70 °F" is no name
    found = [*sure, *(d for d in names if not any(d.claim_span and d.claim_span in number for number in told))]
    plain = [d for d in found if d.source or d.kind == "negation"]
    if plain:
        return tuple(plain)
    words_apart = (
        () if has_han(claim) else tuple(_other_words(claim, quote, title))
    )  # Chinese is written without spaces
    return words_apart or tuple(found)


def _of_names(mine: Stated, other: Stated | None) -> Difference:
    return Difference("name", mine.text, other.text if other else "", mine.span, other.span if other else None)


def _within(one: Difference, other: Difference) -> bool:
    """Whether one difference is a part of another: Southern and Northern, of Southern Europe and Northern Europe."""
    spans = ((one.claim_span, other.claim_span), (one.source_span, other.source_span))
    return all(inner is not None and outer is not None and inner in outer for inner, outer in spans)


def in_words(found: Sequence[Difference]) -> str:
    """The differences as one line for a person; empty where there are none.

    >>> in_words(differences("The captain survived.", "The captain died."))
    'claim: survived, source: died'
    """
    return "; ".join(map(_told, found[:SHOWN]))


def _told(one: Difference) -> str:
    """One difference in words."""
    if one.claim and one.source:
        return f"claim: {one.claim}, source: {one.source}"
    return f"only the claim says “{one.claim}”" if one.claim else f"only the source says “{one.source}”"


def _numbers(claim: str, quote: str) -> Iterator[Difference]:
    compared = compare(claim, quote)
    seen: list[Span] = []
    near = dict(rivals_near(claim, quote))
    rivals = [(mine, near.get(mine, other)) for mine, other in compared.rivals]
    pairs: list[tuple[Span, Span | None]] = [*rivals, *((x, _only(x, claim, quote)) for x in compared.lost)]
    for mine, other in pairs:
        if _numbers_what(mine, claim) != (_numbers_what(other, quote) if other else ""):
            continue
        date, rival = _date_of(mine, claim), _date_of(other, quote) if other else None
        if date is None or rival is None:
            date, rival = mine, other
        if rival and date.of(claim).lower() == rival.of(quote).lower():
            continue  # what differs is a word before it: "rose by 5 %"
        if not any(date in span or span in date for span in seen):
            seen.append(date)
            yield Difference("number", date.of(claim), rival.of(quote) if rival else "", date, rival)
    if not seen:
        yield from _months(claim, quote)


def _numbers_what(place: Span, text: str) -> str:
    """The name that a number belongs to, ``Soyuz`` for "Soyuz 1" and ``MiG`` for "MiG-15"; empty for any other number."""
    found = _NUMBERED.search(text[: place.start])
    if found is None or found[1].lower() in _NUMBERS_NOTHING or not re.fullmatch(r"\d{1,3}", place.of(text)):
        return ""
    return found[1]


def _date_of(place: Span, text: str) -> Span | None:
    """The date with a month that a number is part of."""
    return next((s.span for s in stated(text) if s.kind == "date" and place in s.span), None)


def _months(claim: str, quote: str) -> Iterator[Difference]:
    """A month without a day or a year, where the quote has another one."""
    mine, other = ([s for s in stated(text) if s.kind == "date"] for text in (claim, quote))
    if len(mine) == len(other) == 1 and mine[0].key.isdisjoint(other[0].key):
        yield Difference("number", mine[0].text, other[0].text, mine[0].span, other[0].span)


def _weekdays(claim: str, quote: str) -> Iterator[Difference]:
    """Days of the week, where the quote has others and neither text has further ones."""
    mine, other = ([Span(*m.span()) for m in _DAYS.finditer(text)] for text in (claim, quote))
    if len(mine) == len(other) == 1 and weekdays(mine[0].of(claim)).isdisjoint(weekdays(other[0].of(quote))):
        yield Difference("name", mine[0].of(claim), other[0].of(quote), mine[0], other[0])


def _only(place: Span, claim: str, quote: str) -> Span | None:
    """The one number of the quote that is of the kind of the claim's and not among the claim's; None if there are more."""
    mine = quantities(claim)
    kinds = {q.kind for q in mine if q.span == place}
    free = [o.span for o in quantities(quote) if o.kind in kinds and not any(m.agrees(o) for m in mine)]
    return free[0] if len(free) == 1 else None


def _opposites(claim: str, quote: str) -> Iterator[Difference]:
    if pair := opposite_words(claim, quote):
        mine, other = _place(claim, pair[0]), _place(quote, pair[1])
        yield Difference("opposite", mine.of(claim), other.of(quote), mine, other)


def _place(text: str, word: str) -> Span:
    at = next(m for m in matches(text, Variant.PLAIN) if m.group().lower() == word)
    return Span(*at.span())


def _negation(claim: str, quote: str) -> Iterator[Difference]:
    """ "Not" in one of the two only: in the claim, but not in the part of the quote that is nearest to it; or in a part of the
    quote that has half of the claim's words.
    """
    parts = [Span(*m.span()) for m in _PART.finditer(quote)]
    near = nearest(claim, parts, quote) or Span(0, len(quote))
    mine, inside = negation(claim), negation(near.of(quote))
    if mine and not inside and not _said_by_a_prefix(claim, quote):
        yield Difference("negation", mine.of(claim), "", mine)
    words = set(folded(claim)) - ENGLISH
    for part in parts if inside and not mine else ():
        there = negation(part.of(quote))
        if there and 2 * len(words.intersection(folded(part.of(quote)))) >= len(words):
            other = Span(part.start + there.start, part.start + there.end)
            yield Difference("negation", "", other.of(quote), None, other)
            return


def _said_by_a_prefix(claim: str, quote: str) -> bool:
    """Whether the quote says "not" by the beginning of one of the claim's words: "unpaid" of what has not been paid."""
    wanted = {word.lower() for word in claim.split()}
    return any(found[1] in wanted for found in _PREFIX.finditer(quote.lower()))


def _other_words(claim: str, quote: str, title: str) -> Iterator[Difference]:
    there = set(folded(f"{quote} {title}"))
    here = set(folded(claim))
    for mine, other in gaps(claim, quote):
        said, instead = _telling(claim, mine, there), _telling(quote, other, here)
        if said is None or instead is None or _has_value(mine, claim) or _has_value(other, quote):
            continue
        if any(of(said.of(claim)) <= of(instead.of(quote)) for of in (_stems, _beginnings)):
            continue
        if any({said.of(claim).lower(), instead.of(quote).lower()} <= same for same in _SAME):
            continue
        short = max(len(said.of(claim).split()), len(instead.of(quote).split())) <= MOST_WORDS
        if short and (sort := _sort(said, claim)) is not None and sort == _sort(instead, quote):
            if sort == "name" and is_placed(said, claim) != is_placed(instead, quote):
                continue
            yield Difference("words", said.of(claim), instead.of(quote), said, instead)


def _stems(words: str) -> set[str]:
    return {stem(word) for word in words.lower().split()}


def _beginnings(words: str) -> set[str]:
    """What "large" and "largest" have alike."""
    return {word[:STEM] for word in words.lower().split()}


def _has_value(part: Span, text: str) -> bool:
    """Whether a number or a date stands in a part of ``text``: these are compared as what they are."""
    spans = [q.span for q in quantities(text)] + [p.span for p in periods(text)]
    return any(span.meets(part) for span in spans)


def _telling(text: str, part: Span, known: set[str]) -> Span | None:
    """The part of ``text`` from its first to its last word that says something and is not known; None if there is none."""
    words = [Span(*m.span()) for m in matches(text, Variant.WITH_TAILS) if set(folded(m.group())) - known - ENGLISH]
    inside = [word for word in words if word in part]
    return Span(inside[0].start, inside[-1].end) if inside else None


def _sort(part: Span, text: str) -> str | None:
    """``name`` or ``words``; None for a part that has both, or a part of a name: only what is of one sort stands in each
    other's place.
    """
    names = [s.span for s in stated(text) if s.kind == "name" and s.span.meets(part)]
    inside = [span for span in names if span in part]
    return "words" if not names else "name" if inside == [part] else None
