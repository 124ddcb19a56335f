"""False versions of a true claim: one detail swapped, so that the text speaks against it."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from training.lexicon import ADDITIONS, KINDS, OPPOSITES

_YEAR = re.compile(r"(?<![\d,.])(1[0-9]{3}|20[0-2][0-9])(?![\d,]|\.\d)")
_NUMBER = re.compile(r"(?<![\d.,\w])(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?![\d\w]|[.,]\d)")
_NAME = re.compile(
    r"(?:(?<=\b(in|at|by|to|of) )|(?<=\b(from|with) )|(?<=\b(and|for) ))"
    r"((?:[A-Z][\w'’-]+)(?: (?:(?:of|the|de|von|van) )?[A-Z][\w'’.-]*\w){0,4})"
)
_COPULA = re.compile(r"\b(is|was|were|are|has|had|can|could|did|would)\b(?! not)")
_VERB = re.compile(
    r"\b(became|wrote|won|joined|moved|published|received|married|founded|served|studied|returned|died)\b"
)
_BASE = {
    "became": "become", "wrote": "write", "won": "win", "joined": "join", "moved": "move", "published": "publish",
    "received": "receive", "married": "marry", "founded": "found", "served": "serve", "studied": "study",
    "returned": "return", "died": "die",
}  # fmt: skip
_GROUP = {word: group for group in KINDS for word in group}
_OPPOSITE: dict[str, list[str]] = defaultdict(list)
for _a, _b in OPPOSITES:
    _OPPOSITE[_a].append(_b)
    _OPPOSITE[_b].append(_a)
_MONTHS = frozenset(KINDS[4])


@dataclass(frozen=True, slots=True)
class Details:
    """True details of a text, to be put in the wrong place."""

    years: tuple[str, ...]
    """Years it mentions."""
    names: tuple[tuple[str, str], ...]
    """(preposition, name) pairs: what follows "in" is a place or a time, what follows "by" is somebody."""


def details(sentences: Iterable[str]) -> Details:
    """Years and names in the sentences, in order, each once."""
    years: dict[str, None] = {}
    names: dict[tuple[str, str], None] = {}
    for sentence in sentences:
        years.update(dict.fromkeys(_YEAR.findall(sentence)))
        names.update(
            dict.fromkeys((m[1] or m[2] or m[3], m[4]) for m in _NAME.finditer(sentence) if m[4] not in _MONTHS)
        )
    return Details(tuple(years), tuple(names))


def wrong_year(text: str, known: Details, rng: random.Random) -> str | None:
    """Another year of the same article, or one some years off."""
    found = list(_YEAR.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    others = [year for year in known.years if year != match[0] and year not in text]
    if others and rng.random() < 0.5:
        return _put(text, match, rng.choice(others))
    return _put(
        text, match, str(int(match[0]) + rng.choice([-1, 1]) * rng.choice([1, 2, 3, 5, 7, 10, 12, 20, 30, 50, 100]))
    )


def wrong_number(text: str, known: Details, rng: random.Random) -> str | None:
    """Another number in place of one that is no year."""
    found = [match for match in _NUMBER.finditer(text) if not _YEAR.fullmatch(match[0])]
    if not found:
        return None
    match = rng.choice(found)
    digits = match[0].replace(",", "")
    if "." in digits:
        return _put(
            text, match, f"{float(digits) * rng.choice([0.3, 0.5, 1.6, 2.0, 4.0]):.{len(digits.partition('.')[2])}f}"
        )
    value = int(digits)
    new = max(1, rng.choice([value + rng.randint(1, 9), value * 2, value * 10, value // 2, value - rng.randint(1, 5)]))
    return None if new == value else _put(text, match, f"{new:,}" if "," in match[0] else str(new))


def wrong_kind(text: str, known: Details, rng: random.Random) -> str | None:
    """Another nationality, place, profession, month, colour … in place of one."""
    found = [match for match in re.finditer(r"\b[A-Za-z]+\b", text) if match[0] in _GROUP]
    if not found:
        return None
    match = rng.choice(found)
    others = [word for word in _GROUP[match[0]] if word not in text]
    return _article(_put(text, match, rng.choice(others)), match.start()) if others else None


def wrong_name(text: str, known: Details, rng: random.Random) -> str | None:
    """Another name of the same article, in the place of one that follows the same preposition."""
    found = [match for match in _NAME.finditer(text) if match[4] not in _MONTHS]
    if not found:
        return None
    match = rng.choice(found)
    preposition = match[1] or match[2] or match[3]
    others = [n for p, n in known.names if p == preposition and n not in text and match[4] not in n]
    return text[: match.start(4)] + rng.choice(others) + text[match.end(4) :] if others else None


def opposite(text: str, known: Details, rng: random.Random) -> str | None:
    """A word turned into one that excludes it: first and last, father and brother, won and lost."""
    found = [match for match in re.finditer(r"\b[a-z]+\b", text) if match[0] in _OPPOSITE]
    if not found:
        return None
    match = rng.choice(found)
    return _put(text, match, rng.choice(_OPPOSITE[match[0]]))


def negated(text: str, known: Details, rng: random.Random) -> str | None:
    """The statement denied, or its denial taken away."""
    if " not " in text:
        return text.replace(" not ", " ", 1)
    if match := _COPULA.search(text):
        return _put(text, match, rng.choice([f"{match[0]} not", f"{match[0]} never"]))
    if match := _VERB.search(text):
        return _put(text, match, rng.choice([f"never {match[0]}", f"did not {_BASE[match[0]]}"]))
    return None


Falsifier = Callable[[str, Details, random.Random], str | None]
WEIGHTED: tuple[tuple[Falsifier, float], ...] = (
    (wrong_year, 3.0), (wrong_number, 1.5), (wrong_kind, 4.0), (wrong_name, 3.0), (opposite, 1.5), (negated, 0.5),
)  # fmt: skip
"""Ways to falsify, and how often each is tried first."""


def falsify(text: str, known: Details, rng: random.Random, times: int = 1) -> str | None:
    """The text with `times` details made wrong, or None where nothing in it can be swapped."""
    changed: str | None = None
    for _ in range(times):
        order = sorted(WEIGHTED, key=lambda pair: -(rng.random() ** (1 / pair[1])))
        for way, _weight in order:
            result = way(changed or text, known, rng)
            if result and result != text:
                changed = result
                break
    return changed


def unsupported(text: str, known: Details, rng: random.Random) -> str:
    """The claim with an addition that nothing supports."""
    names = [name for _, name in known.names if name not in text] or ["a friend"]
    addition = rng.choice(ADDITIONS)
    filled = addition.format(name=rng.choice(names), place=rng.choice(KINDS[1]), number=rng.randint(2, 60))
    return f"{text.rstrip('.')} {filled}."


def _put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def _article(text: str, place: int) -> str:
    """Make "a" or "an" before `place` agree with the word there."""
    before, after = text[:place], text[place:]
    vowel = after[:1].lower() in "aeio"
    if before.endswith((" a ", " an ")):
        before = re.sub(r" an? $", " an " if vowel else " a ", before)
    return before + after
