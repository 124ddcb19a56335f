"""Makes a query from a claim: the words worth searching, and the names that may be titles of articles. Pure.

Names are read from capitals, since claims are natural sentences: ``The University of Oxford was founded …`` names
``The University of Oxford``, ``University of Oxford`` and ``Oxford``.

``snippet`` is the stretch of a found text that holds the rarest words of a query, for a person to glance at; ``closest`` its
sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import log

from localcheck.sources.articles import name_key
from localcheck.text.han import has_han, paired
from localcheck.text.lexicon import FUNCTION_WORDS, MONTHS, NAME_LINKS
from localcheck.text.names import without_possessive
from localcheck.text.words import Variant, folded, words

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
