"""Makes a query from a claim: the words worth searching, and the names that may be titles of articles. Pure.

Names are read from capitals, since claims are natural sentences: ``The University of Oxford was founded …`` names
``The University of Oxford``, ``University of Oxford`` and ``Oxford``.

``snippet`` is the stretch of a found text that holds the rarest words of a query, for a person to glance at; ``closest`` its
sentence.

Merges two searches into one ranking: articles found by the names in a claim, and articles found by its words. Pure.

What the sentences around the claim ask for counts, too, and pages that only list what a name can mean ("Commodore may refer
to:") come last: they say nothing of any claim.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from types import MappingProxyType

from localcheck.sources.articles import BASE, LONGER, Named, name_key
from localcheck.text.han import has_han, paired
from localcheck.text.lexicon import FUNCTION_WORDS, MONTHS, NAME_LINKS
from localcheck.text.names import without_possessive
from localcheck.text.patterns import regex
from localcheck.text.words import Variant, folded, words
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


MAX_WORDS = 120
"""Words of a query that are looked at; a claim is a sentence."""
SUBJECT = 3
"""A name that begins with this word of a claim, or an earlier one, may be what the claim is about."""
COPULAS = frozenset("is was has can".split())
"""Verbs behind what a general statement is about."""
LED_BY = ("pope", "saint", "st", "king", "queen", "emperor", "sir", "lord", "prince", "mount", "lake", "river")
"""Words that titles may begin with where a claim leaves them out ("Innocent III" and "Pope Innocent III")."""
BEFORE_DATES = frozenset("in by on since until during before after from early late mid".split())
"""Behind one of these a month tells when: it names no article that is worth one of the few reads."""
MAX_NAME = 8
"""Words of the longest name looked up."""


@dataclass(frozen=True, slots=True)
class Name:
    """A run of words that may be the name of an article."""

    key: str
    start: int
    """Number of the token that it begins with."""
    length: int
    """Words in it."""
    proper: bool = False
    """It begins and ends with a capital."""
    part: bool = False
    """One word of a longer run of capitals: ``Second`` in ``Second World War``. It never names the subject."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched for."""

    terms: tuple[str, ...]
    """Words without stop words, folded, each once, in order."""
    names: tuple[Name, ...]


def build(claim: str) -> Query:
    """The query for a claim; an empty one gives an empty query."""
    return Query(terms(claim), tuple(names(claim)))


def terms(text: str) -> tuple[str, ...]:
    """The words of a text that are worth searching; all of them where it has stop words alone."""
    pairs = folded(paired(text)) if has_han(text) else []
    found = list(dict.fromkeys([*folded(text), *pairs]))[:MAX_WORDS]
    kept = tuple(w for w in found if w not in FUNCTION_WORDS and (len(w) > 1 or w.isdigit()))
    return kept or tuple(found)


def cut_short(names: Sequence[Name], known: Collection[str]) -> list[str]:
    """Proper names of several words at the beginning of a claim that no article has and that lie in no longer one: titles
    may go on where the claim stops ("Manchester United" in "Manchester United F.C.").
    """
    proper = [n for n in names if n.proper and n.length > 1 and n.start <= SUBJECT]
    longer = [n for n in names if n.key in known or n.proper]
    return [n.key for n in proper if n.key not in known and not any(n.key != o.key and _covers(o, n) for o in longer)]


def led(keys: Sequence[str]) -> dict[str, str]:
    """Titles that ``keys`` may be short for -> the key."""
    return {f"{word} {key}": key for key in keys for word in LED_BY}


def one_letter_apart(first: str, second: str) -> bool:
    """Is one name the other with one letter more, less, or another one, in a word of four letters or more?

    >>> one_letter_apart("honk kong", "hong kong"), one_letter_apart("charles i", "charles v")
    (True, False)
    """
    mine, other = first.split(), second.split()
    apart = [(a, b) for a, b in zip(mine, other, strict=False) if a != b]
    if len(mine) != len(other) or len(apart) != 1:
        return False
    short, long = sorted(apart[0], key=len)
    if len(short) < 4 or len(long) - len(short) > 1 or not (short + long).isalpha():
        return False
    same = next((n for n in range(len(short)) if short[n] != long[n]), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]


def _covers(longer: Name, name: Name) -> bool:
    end = name.start + name.length
    return longer.start <= name.start and end <= longer.start + longer.length


def names(claim: str) -> list[Name]:
    """Candidate names: runs that begin and end with a capital or a digit, and short lower-case runs; longest first.

    A plural is looked up in the singular too, since articles are titled so.
    """
    tokens = [t.rstrip(".") for t in words(claim, Variant.WITH_JOINTS)[:MAX_WORDS]]
    candidates: dict[str, Name] = {}
    for start in range(len(tokens)):
        for length in range(min(MAX_NAME, len(tokens) - start), 0, -1):
            run = tokens[start : start + length]
            if _is_name(run) and not _is_date(run, tokens[start - 1] if start else ""):
                key = name_key(" ".join([*run[:-1], without_possessive(run[-1])]))
                part = length == 1 and _has_capital_beside(tokens, start)
                for form in (key, _singular(key)):
                    if form and form not in candidates:
                        candidates[form] = Name(form, start, length, _capital(run[0]) and _capital(run[-1]), part)
    for name in _generic(tokens):
        candidates.setdefault(name.key, name)
    return sorted(candidates.values(), key=lambda n: (-n.length, n.start))


def _generic(tokens: Sequence[str]) -> list[Name]:
    """What a sentence like "A neutrino is a fermion" is about, though it has no capital."""
    if len(tokens) < 3 or tokens[0].lower() not in ("a", "an") or tokens[2] not in COPULAS or not tokens[1].isalpha():
        return []
    return [Name(name_key(tokens[1]), 1, 1)]


def _has_capital_beside(tokens: list[str], at: int) -> bool:
    beside = tokens[max(0, at - 1) : at] + tokens[at + 1 : at + 2]
    return any(_capital(word) and word.lower() not in FUNCTION_WORDS for word in beside)


def _singular(key: str) -> str:
    """``kangaroos`` -> ``kangaroo``; empty where no plural is likely."""
    last = key.rpartition(" ")[2]
    if len(last) < 5 or not last.endswith("s") or last.endswith(("ss", "us", "is")):
        return ""
    return f"{key[:-3]}y" if last.endswith("ies") else key[:-1]


def _is_name(run: list[str]) -> bool:
    first, last = run[0], run[-1]
    if len(run) == 1:
        return _capital(first) and first.lower() not in FUNCTION_WORDS
    if first.lower() in FUNCTION_WORDS and not (first[0].isupper() and first.lower() in ("the", "a", "an")):
        return False
    if last.lower() in FUNCTION_WORDS and not last[0].isupper():
        return False
    if (
        _capital(first)
        and (_capital(last) or last[0].isdigit())
        and all(_capital(w) or w.lower() in NAME_LINKS for w in run[1:-1])
    ):
        return True
    return len(run) <= 4 and not any(w.lower() in FUNCTION_WORDS - NAME_LINKS for w in run)


def _is_date(run: list[str], before: str) -> bool:
    """Is a run of words a month, with or without numbers, that tells when: "July 1885" behind "In"?"""
    dated = all(word.isdigit() or word.lower() in MONTHS for word in run)
    return dated and (before.isdigit() or before.lower() in BEFORE_DATES)


def _capital(word: str) -> bool:
    return word[0].isupper() or (len(word) > 1 and any(c.isupper() for c in word[1:]))


STEP = 40
SCANNED = 200_000
"""Characters of a text that are looked at."""


def snippet(text: str, query: str, length: int = 240, title: str = "") -> str:
    """At most ``length`` characters of ``text`` on one line, cut at spaces, with an ellipsis where something is left out.

    A word counts the more, the fewer stretches hold it: that of one row of a table more than those of its columns. Words of
    the ``title``, which stands beside it, do not count where there are others.
    """
    scanned = text[:SCANNED]
    starts = range(0, max(1, len(scanned) - length // 2), STEP)
    scores = _held([scanned[start : start + length] for start in starts], query, title)
    best = _middle(scores) * STEP
    start = best and (scanned.find(" ", best, best + length // 2) + 1 or best)  # Chinese has no spaces
    piece = " ".join(text[start : start + length].split())
    if start + length < len(text):
        piece = piece.rpartition(" ")[0] or piece
        piece += " …"
    return ("… " if start else "") + piece


def closest(sentences: Sequence[str], query: str, title: str = "") -> int:
    """The place of the first sentence with the rarest words of a query; 0 where none has any. The title's own do not count.

    >>> closest(["China is large.", "It has a wall.", "The Great Wall is long."], "Great Wall of China", "China")
    2
    """
    scores = _held(sentences, query, title)
    return scores.index(max(scores)) if scores else 0


def _held(stretches: Sequence[str], query: str, title: str) -> list[float]:
    """How much each stretch of a text holds of a query."""
    asked = set(folded(paired(" ".join(build(query).terms))))
    wanted = asked - set(folded(paired(title))) or asked
    held = [wanted.intersection(folded(paired(stretch))) for stretch in stretches]
    number = Counter(word for words in held for word in words)
    return [sum(log(1 + len(held) / number[word]) for word in sorted(words)) for words in held]


def _middle(scores: list[float]) -> int:
    """The middle of the first run of the highest scores; the beginning where nothing was found."""
    first, most = scores.index(max(scores)), max(scores)
    behind = next((i for i in range(first, len(scores)) if scores[i] != most), len(scores))
    return (first + behind - 1) // 2 if most else 0
