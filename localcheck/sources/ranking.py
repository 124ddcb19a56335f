"""Merges two searches into one ranking: articles found by the names in a claim, and articles found by its words. Pure.

What the sentences around the claim ask for counts, too, and pages that only list what a name can mean ("Commodore may refer
to:") come last: they say nothing of any claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from localcheck.sources.articles import BASE, LONGER, Named
from localcheck.sources.queries import SUBJECT, Name
from localcheck.text.patterns import regex
from localcheck.types import Passage

Hit = tuple[int, float]
"""Article number and score, higher is better."""

BONUS = {0: 1.0, 1: 0.9, BASE: 0.5, LONGER: 0.9}
"""Added share of the best word score for an article that the claim names by title, redirect, bare title, or its beginning."""
TELLS, AGAIN = 0.5, 0.05
"""The same for an article whose text has a name that is no article's, and for each time that it has it again, three at most."""

ASKED_FOR = 1.5
"""The same for an article that all sentences around the claim ask for most."""


def merge(
    hits: Sequence[Hit],
    names: Sequence[Name],
    named: Sequence[Named],
    limit: int,
    telling: Mapping[int, int] = MappingProxyType({}),
    around: Callable[[], Mapping[int, float]] = dict,
) -> list[Hit]:
    """The best ``limit`` articles: word score plus a bonus for being named, greater for longer names and earlier ones.

    The subject (the earliest of the outermost names that is an article) comes first. ``telling``: how often the text of an
    article has the name that the claim is about, where no article has that name: "Charles Bridge" in ``Prague``. ``around``
    tells how much the sentences around the claim ask for an article, from 0 to 1; it is asked where no article is the subject.
    """
    places = {n.key: n for n in names}
    outer = _outermost([places[n.key] for n in named if n.key in places])
    top = max((score for _, score in hits), default=1.0) or 1.0
    scores = dict(hits)
    found: dict[int, float] = {}
    for item in named:
        name = places.get(item.key)
        if name is None:
            continue
        inner = 1.0 if name in outer and not name.part else 0.25
        bonus = top * BONUS[item.kind] * inner * (0.6 if name.length == 1 else 1.0) * (1.0 - min(name.start, 30) / 100)
        found[item.article] = max(found.get(item.article, 0.0), bonus)
    for article, bonus in found.items():
        scores[article] = scores.get(article, 0.0) + bonus
    for article, count in telling.items():
        scores[article] = scores.get(article, 0.0) + top * (TELLS + AGAIN * min(count - 1, 3))
    subject = _subject(outer, named, scores)
    if subject is not None:
        scores[subject] = max(scores.values()) + 0.01 * top
    else:
        for article, share in around().items():
            scores[article] = scores.get(article, 0.0) + top * ASKED_FOR * share
    return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:limit]


def _outermost(names: Sequence[Name]) -> list[Name]:
    """Names that do not lie inside a longer one."""
    every = set(names)

    def inside(name: Name) -> bool:
        end = name.start + name.length
        return any(o.start <= name.start and end <= o.start + o.length and o.length > name.length for o in every)

    return sorted((n for n in every if not inside(n)), key=lambda n: (n.start, n.key))


def _subject(outer: Sequence[Name], named: Sequence[Named], scores: dict[int, float]) -> int | None:
    """The article with the earliest name in the claim; of several with that name, the one with the best word score.

    A plural and its singular are one name: the words tell "Algorithms is a journal" from "Algorithms are procedures".
    """
    for name in outer:
        forms = {o.key for o in outer if (o.start, o.length) == (name.start, name.length)}
        exact = [n for key in sorted(forms) for n in _exact([n for n in named if n.key == key and n.kind != LONGER])]
        if name.start <= SUBJECT and exact and not name.part:
            return max(exact, key=lambda n: (scores.get(n.article, 0.0), -n.article)).article
    return None


def _exact(same: Sequence[Named]) -> Sequence[Named]:
    """Articles that have the name itself, else those that have it with a parenthesis."""
    return [n for n in same if n.kind != BASE] or same


BEGINNING = 400
"""Characters in which such a page says what it is."""
_TITLE = regex(r"\((?:disambiguation|消歧义|消歧義)\)$")
_LIST = regex(
    r"\b(?:(?:may|can|could|might)\s(?:\w+\s){0,2}(?:refer\sto|stand\sfor)|may\s(?:also\s)?mean|(?:most\s)?(?:commonly|usually)\srefers\sto"
    r"|is\sthe\sname\sof)\b[^.\n:]{0,60}:\s*$|可(?:以|能)?(?:指|是指)[^。\n]{0,20}[:：]\s*$",
    re.IGNORECASE | re.MULTILINE,
)


def is_disambiguation(title: str, text: str) -> bool:
    """Does the page only list articles of like names, as far as its title and its first lines tell?

    >>> is_disambiguation("Mary", "Mary may refer to:"), is_disambiguation("Mary Astor", "Mary Astor was an actress.")
    (True, False)
    """
    return bool(_TITLE.search(title) or _LIST.search(text[:BEGINNING]))


def lists_last(passages: Iterable[Passage]) -> Iterator[Passage]:
    """The passages in their order, the disambiguation pages behind all others."""
    lists = []
    for passage in passages:
        if is_disambiguation(passage.title, passage.text):
            lists.append(passage)
        else:
            yield passage
    yield from lists
