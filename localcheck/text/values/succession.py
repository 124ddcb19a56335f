"""Claims that one event came before or after another, held against the years that one article gives for both. Pure.

"Michael Faraday discovered electromagnetic induction before he built his first electric motor": no sentence says so, but two
begin with "In 1831 he discovered" and "In 1821 he built". Readers of one sentence see the words and miss the order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import FUNCTION_WORDS, SMALL
from localcheck.text.words import folded
from localcheck.types import Span

SHARE = 0.6
"""Of an event's words, the subject's own aside, that must stand in the words around its year. Of 3,310 claims 24 are settled by
their first two documents, all rightly (decision 0238)."""
SENTENCES = 400
"""Of an article that are looked through."""
_LENGTH = r"(?:years?|decades?|centur(?:y|ies)|months?|weeks?|days?)"
_MANY = rf"(?:\d+|an?|some|several|many|few|half|{'|'.join(SMALL[1:])}|hundreds?|dozens?)"
_HOW_LONG = (
    rf"(?:(?:long|shortly|soon|just|only|about|more than|less than|{_MANY}(?: (?:few|of|dozen|hundred))?|{_LENGTH}) )*"
)
_BEFORE = re.compile(rf"^(?P<one>[^;]{{8,140}}?),? {_HOW_LONG}(?P<word>before|after) (?P<other>[^,;]{{3,110}}?)[.!]?$")
_ALREADY = re.compile(
    r"^(?P<one>[^;]{4,90}? (?:was|were|had|has) already [^;]{3,110}?) (?P<word>when|before|by the time)"
    r" (?P<other>[^,;]{6,110}?)[.!]?$"
)
_FIRST = re.compile(r"^(?P<word>Before|After) (?P<other>[^,;]{6,90}), (?P<one>[^;]{8,120}?)[.!]?$")
_OPEN = re.compile(
    r"\b(?:all|every|each|any|most|both|only|until|few|hardly|still|went on|kept|stayed|remained|continued|named after"
    r"|for (?:[\w-]+ ){1,3}(?:years|decades|centuries|months))\b",
    re.I,
)
"""What lasts, or is said of many, has no year of its own."""
_YEAR = re.compile(r"(?<![\d.,])(?:1\d{3}|20[0-2]\d)(?![\d.,]\d|\d)")
_CUT = re.compile(
    r"(?<=[a-z)\d]),? (?:and|but|while|whereas) (?!\d)|[;:]|, (?=(?:which|who|where|when|before|after|then)\b)"
    r"| until (?=(?:his|her|its|their)\b)"
)
"""Between two events of one sentence."""
_KIN = re.compile(
    r"\b(?:[Hh]is|[Hh]er|[Tt]heir) (?:[a-z-]+ ){0,2}(daughter|son|child|brother|sister|wife|husband|father|mother|parent|cousin"
    r"|nephew|niece|uncle|aunt|friend|student|pupil)s?\b"
)
"""Somebody else, whose deeds are not the subject's."""
_NOUNS = {"death": "die", "birth": "bear", "wedding": "marry", "marriage": "marry", "arrival": "arriv"}
"""Noun -> stem of the verb that says the same."""
_LIGHT = frozenset(
    "took take taken place made make put set got get gone go went become became come came before after first later had already"
    " when year years time while day days month months week weeks".split()
)


@dataclass(frozen=True, slots=True)
class Succession:
    """A claim that one event came before another."""

    earlier: frozenset[str]
    """Stems of the words of the event that the claim puts first."""
    later: frozenset[str]
    """The same of the other."""


@dataclass(frozen=True, slots=True)
class Dated:
    """An event in an article."""

    year: int
    span: Span
    """Of its sentence."""


def succession(claim: str) -> Succession | None:
    """What a claim puts before what; None for a claim that orders no two events, or that denies, or has a year of its own.

    >>> sorted(succession("Kepler taught mathematics long before he went to Graz.").later)
    ['graz']
    >>> sorted(succession("Chaplin had already been knighted when he won the prize.").earlier)
    ['chaplin', 'knight']
    >>> succession("All her novels were published after she died.") is None
    True
    """
    if negated(claim) or _OPEN.search(claim) or _YEAR.search(claim):
        return None
    found = _ALREADY.match(claim) or _BEFORE.match(claim) or _FIRST.match(claim)
    if found is None:
        return None
    one, other = _stems(found["one"]), _stems(found["other"])
    return Succession(other, one) if found["word"].lower() == "after" else Succession(one, other)


def in_order(what: Succession, title: str, text: str, spans: Sequence[Span]) -> tuple[bool, Dated, Dated] | None:
    """Whether the article gives both events years in the order of the claim, with its earlier and its later event.

    None where it does not give both, or the same year; ``spans`` are the sentences of ``text``.
    """
    subject = _stems(title)
    if not (what.earlier - subject and what.later - subject):
        return None
    dated = list(_dated(text, spans[:SENTENCES]))
    one, other = (_best(event, subject, dated) for event in (what.earlier, what.later))
    if one is None or other is None or one.year == other.year:
        return None
    return one.year < other.year, one, other


def _dated(text: str, spans: Sequence[Span]) -> Iterator[tuple[frozenset[str], frozenset[str], Dated]]:
    """The parts of sentences that have one year, by their stems, with whose they are if not the subject's own."""
    for span in spans:
        sentence = span.of(text)
        if not _YEAR.search(sentence):
            continue
        for part in _CUT.split(sentence):
            years, other = set(_YEAR.findall(part)), _KIN.search(part)
            if len(years) == 1:
                yield _stems(part), _stems(other[1]) if other else frozenset(), Dated(int(years.pop()), span)


def _best(
    event: frozenset[str], subject: frozenset[str], dated: Sequence[tuple[frozenset[str], frozenset[str], Dated]]
) -> Dated | None:
    """Where most of the event's words stand, the subject's own aside; the first of several."""
    event = event - subject
    best, found = 0.0, None
    for have, other, told in dated:
        share = len(event & have) / len(event)
        if share > best and other <= event:
            best, found = share, told
    return found if best >= SHARE else None


def _stems(text: str) -> frozenset[str]:
    words = (w for w in folded(text) if len(w) > 2 and w not in FUNCTION_WORDS and w not in _LIGHT and not w.isdigit())
    return frozenset(_root(w) for w in words)


def _root(word: str) -> str:
    """What "abolition" and "abolished", "invented" and "inventor" have in common."""
    root = _NOUNS.get(word) or stem(word)
    for end in ("ation", "ition", "ment", "ion", "or", "er", "y"):
        if root.endswith(end) and len(root) - len(end) >= 4:
            return root[: -len(end)]
    return root
