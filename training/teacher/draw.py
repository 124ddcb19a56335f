"""The teacher's pairs: licensed human ones, synthetic ones, and neutral ones between claims that share a name."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from training import pairs as p
from training import reworded, written
from training.collection import collect, rewritten_pairs, synthetic_pairs
from training.contrast import draw as contrast
from training.encoded import Encoded, from_rows
from training.makers import COPIED
from training.teacher.recipe import Recipe

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WIKIPEDIA = ("fever_dev_rte", "foolmetwice")
"""Sources whose claims are about Wikipedia articles and have no neutral pairs of their own."""
SILENT = 0.34
"""Share of a claim's words (the shared name left out) that may stand in evidence which is called silent about it."""
LONGEST = 400
"""Tokens of a pair; longer premises lose their end."""
CLS, SEP = 0, 2
"""MPNet's `<s>` and `</s>`."""

_NAME = re.compile(r"\b[A-Z][a-z]{3,}")
_WORD = re.compile(r"\w+")
_COMMON = frozenset(
    "the a an of in on at to is was were are be been by and or for with as from that his her its it he she they has had have "
    "not only did does which who whom this there also".split()
)


def draw(data: Path, recipe: Recipe) -> list[p.Pair]:
    """The pairs of a recipe in random order, the same for the same seed; none shares text with an evaluation set."""
    rng = random.Random(recipe.seed)
    by_source: dict[str, list[p.Pair]] = defaultdict(list)
    for pair in collect(data).train:
        by_source[pair.source].append(pair)
    for rows in by_source.values():
        rng.shuffle(rows)
    drawn = [
        pair
        for name, how in recipe.human.items()
        for _ in range(how["times"])
        for pair in by_source[name][: how["pairs"]]
    ]
    wiki = [pair for name in WIKIPEDIA for pair in by_source[name]]
    drawn += list(elsewhere(wiki, recipe.elsewhere, rng))
    made = (
        (synthetic_pairs(data, recipe.seed + 24, 1, 6), recipe.synthetic),
        (synthetic_pairs(data, recipe.seed + 25, 1, 4, style=COPIED), recipe.copied),
        (rewritten_pairs(data, 1), recipe.splits),
    )
    for found, count in made:
        rows = list(found)
        rng.shuffle(rows)
        drawn += rows[:count]
    if recipe.contrast:
        drawn += contrast.draw(data, collect(data).held, recipe.contrast, recipe.seed, recipe.kinds)
    drawn += recipe.written * written.pairs()
    if recipe.reworded:
        drawn += recipe.reworded * reworded.pairs(data, collect(data).held)
    rng.shuffle(drawn)
    return drawn


def elsewhere(claims: Sequence[p.Pair], count: int, rng: random.Random) -> Iterator[p.Pair]:
    """At most `count` neutral pairs: a claim, and the evidence of another claim in which the same name stands.

    Evidence with more than a third of the claim's other words may well speak of it, and is passed over.
    """
    by_name: dict[str, list[p.Pair]] = defaultdict(list)
    for claim in claims:
        for name in names(claim.hypothesis):
            by_name[name].append(claim)
    for claim in rng.sample(claims, len(claims)):
        if count <= 0:
            return
        if not (found := names(claim.hypothesis)):
            continue
        name = rng.choice(found)
        other = rng.choice(by_name[name])
        rest = _words(claim.hypothesis) - {name.lower()}
        same = other.premise == claim.premise or other.hypothesis == claim.hypothesis
        if rest and not same and len(rest & _words(other.premise)) <= SILENT * len(rest):
            count -= 1
            yield p.Pair(other.premise, claim.hypothesis, p.NEUTRAL, "fever_other")


def names(text: str) -> list[str]:
    """The distinct capitalised words of at least four letters, sorted."""
    return sorted(set(_NAME.findall(text)))


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)} - _COMMON


def encode(tokenizer: Tokenizer, pairs: Sequence[p.Pair], longest: int = LONGEST) -> Encoded:
    """Token ids `<s> premise </s> </s> hypothesis </s>`; a premise too long loses its end, a hypothesis never does."""
    rows, second = [], []
    premises = tokenizer.encode_batch([pair.premise for pair in pairs], add_special_tokens=False)
    hypotheses = tokenizer.encode_batch([pair.hypothesis for pair in pairs], add_special_tokens=False)
    for premise, hypothesis in zip(premises, hypotheses, strict=True):
        claim = hypothesis.ids[: longest - 4]
        text = premise.ids[: longest - 4 - len(claim)]
        rows.append(np.array([CLS, *text, SEP, SEP, *claim, SEP], np.uint16))
        second.append(len(text) + 3)
    labels = np.array([pair.label for pair in pairs], np.int8)
    return from_rows(rows, np.array(second, np.int32), labels, np.array([pair.source for pair in pairs], np.str_))
