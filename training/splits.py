"""Pairs from sentences that Wikipedia's editors split in two (WikiSplit, Botha et al. 2018): claims of two facts, reworded.

Of a long sentence and its two halves: the halves together entail the whole and the whole each half; one half alone does not
entail the whole, which says more. Editors also add and drop facts while they split, so a pair is called entailed only where
the premise has nearly all words of the claim, and neutral only where several are missing; what lies between is left out.
"""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from pathlib import Path

from localcheck.text.stopwords import ENGLISH
from training import pairs as p
from training.decontaminate import Held, key
from training.falsify import details, falsify

SOURCE = "wikisplit"
FEW, MANY = 0.1, 3
"""Entailed: at most this share of a claim's words is missing in the premise. Neutral: at least so many words are."""

_COMMON = ENGLISH
_MARK = "<::::>"


def split_pairs(path: Path, seed: int, held: Held) -> Iterator[p.Pair]:
    """Pairs of a WikiSplit file (gzip), without rows that name an entity of an evaluation set; about a third of each label."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            whole, _, halves = line.rstrip("\n").partition("\t")
            first, mark, second = halves.partition(_MARK)
            named = f" {key(line)} "
            if mark and not any(f" {entity} " in named for entity in held.entities):
                rng = random.Random(f"{seed}:{number}")
                yield from _pairs(plain(whole), plain(first), plain(second), rng)


def plain(text: str) -> str:
    """With one quotation mark where the file has two apostrophes."""
    return text.replace("''", '"').strip()


def words(text: str) -> frozenset[str]:
    """The words that a claim stands on: not the grammatical ones, cut to six letters so that endings do not count."""
    return frozenset(word[:6] for word in re.findall(r"\w+", text.lower()) if word not in _COMMON)


def _pairs(whole: str, first: str, second: str, rng: random.Random) -> Iterator[p.Pair]:
    """Up to three pairs: one half from the whole, the whole from both halves, and now and then the whole from one half."""
    half, both = rng.choice((first, second)), f"{first} {second}"
    known = details((whole, first, second))
    for premise, claim in ((whole, half), (both, whole)):
        label = judged(premise, claim)
        if label == p.ENTAILMENT and rng.random() < 0.5:
            label, claim = p.CONTRADICTION, falsify(claim, known, rng) or ""
        if label is not None and claim:
            yield p.Pair(premise, claim, label, SOURCE)
    if rng.random() < 0.5 and judged(half, whole) == p.NEUTRAL:
        yield p.Pair(half, whole, p.NEUTRAL, SOURCE)


def judged(premise: str, claim: str) -> int | None:
    """Entailment or neutral by the words that the premise lacks; None where they do not tell."""
    needed = words(claim)
    missing = len(needed - words(premise))
    if missing <= FEW * len(needed):
        return p.ENTAILMENT
    return p.NEUTRAL if missing >= MANY else None
