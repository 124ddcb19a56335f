"""Ways to make a premise and a claim from a cut of an article, and the two styles that draw among them.

A claim is made from one sentence of an article (or from two); the premise is a window of the same article. Whether the
window holds the sentence, holds a falsified version of it, or does not hold it decides the label together with
whether the claim itself was falsified.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from training import pairs as p
from training.articles import Article
from training.cuts import Cut, Lengths, starts_with_pronoun
from training.falsify import falsify, unsupported
from training.true_claims import claim, fused, verbatim

SOURCE = "synthetic"

_WORD = re.compile(r"\w+")


def supported(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A claim of the window; now and then another sentence of the window has been falsified, which changes nothing."""
    neighbour = rng.choice(cut.after) if cut.after else ""
    text = claim(cut.sentence, cut.title, rng)
    if neighbour and rng.random() < 0.15 and not starts_with_pronoun(neighbour):
        text = fused(cut.sentence, neighbour, cut.title, rng)
    return cut.premise(cut.sentence), text


def false_claim(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A claim of the window with one detail wrong, sometimes beside true ones."""
    text = claim(cut.sentence, cut.title, rng)
    wrong = falsify(text, cut.known, rng, times=rng.choice([1, 1, 1, 2]))
    neighbour = rng.choice(cut.before) if cut.before else ""
    if wrong and neighbour and rng.random() < 0.15 and not starts_with_pronoun(neighbour):
        parts = (neighbour, wrong) if rng.random() < 0.5 else (wrong, neighbour)
        wrong = fused(*parts, cut.title, rng)
        return (cut.premise(cut.sentence), wrong) if not holds(cut.premise(cut.sentence), wrong) else None
    return (cut.premise(cut.sentence), wrong) if wrong else None


def false_premise(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A true claim against a window that says otherwise."""
    changed = falsify(cut.sentence, cut.known, rng, times=rng.choice([1, 2, 3]))
    text = claim(cut.sentence, cut.title, rng)
    if not changed:
        return None
    lost = set(_WORD.findall(cut.sentence)) - set(_WORD.findall(changed))
    return (cut.premise(changed), text) if lost & set(_WORD.findall(text)) else None


def elsewhere(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A claim of the same article that the window says nothing about; sometimes falsified, which changes nothing."""
    if not cut.elsewhere:
        return None
    text = claim(rng.choice(cut.elsewhere), cut.title, rng)
    if rng.random() < 0.35:
        text = falsify(text, cut.known, rng) or text
    return _unless_held(cut.premise(cut.sentence), text)


def removed(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A claim, true or falsified, of a sentence that has been taken out of the window."""
    if not cut.before and not cut.after:
        return None
    text = claim(cut.sentence, cut.title, rng)
    if rng.random() < 0.35:
        text = falsify(text, cut.known, rng) or text
    return _unless_held(cut.premise(), text)


def too_much(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A supported claim with something added that the window does not say."""
    if cut.elsewhere and rng.random() < 0.5:
        return cut.premise(cut.sentence), fused(cut.sentence, rng.choice(cut.elsewhere), cut.title, rng)
    return cut.premise(cut.sentence), unsupported(claim(cut.sentence, cut.title, rng), cut.known, rng)


def namesake(cut: Cut, other: Article, rng: random.Random) -> p.Pair:
    """A claim about one person held against the life of another who is given the same name: not entailed."""
    begin = rng.randint(0, max(0, min(4, len(other.sentences) - 4)))
    window = " ".join(other.sentences[begin : begin + rng.randint(2, 8)])
    for name in (other.title, other.title.split()[-1]):
        window = window.replace(name, cut.title if name == other.title else cut.title.split()[-1])
    return p.Pair(window, claim(cut.sentence, cut.title, rng), p.NOT_ENTAILMENT, SOURCE)


def copied(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A sentence of the window, or a part of it, in its own words."""
    return cut.premise(cut.sentence), verbatim(cut.sentence, cut.title, rng)


def copied_wrong(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """The same with one to three details wrong."""
    wrong = falsify(verbatim(cut.sentence, cut.title, rng), cut.known, rng, times=rng.choice([1, 2, 2, 3]))
    return (cut.premise(cut.sentence), wrong) if wrong else None


def copied_elsewhere(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A sentence of the same article from outside the window."""
    if not cut.elsewhere:
        return None
    return cut.premise(cut.sentence), verbatim(rng.choice(cut.elsewhere), cut.title, rng)


def copied_removed(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A sentence that has been taken out of the window."""
    if not cut.before and not cut.after:
        return None
    return _unless_held(cut.premise(), verbatim(cut.sentence, cut.title, rng))


Maker = Callable[[Cut, random.Random], tuple[str, str] | None]


@dataclass(frozen=True, slots=True)
class Style:
    """Which pairs are made, and of which length."""

    makers: tuple[tuple[Maker, int, float], ...]
    """How a pair is made, its label, and how often."""
    lengths: Lengths
    """Of the windows."""
    namesakes: float
    """Share of a biography's pairs that set it against the life of somebody else."""


REWORDED = Style(
    makers=(
        (supported, p.ENTAILMENT, 0.38),
        (false_claim, p.CONTRADICTION, 0.18),
        (false_premise, p.CONTRADICTION, 0.12),
        (elsewhere, p.NEUTRAL, 0.13),
        (removed, p.NEUTRAL, 0.10),
        (too_much, p.NEUTRAL, 0.09),
    ),
    lengths=((10, 45, 0.3), (45, 100, 0.7)),
    namesakes=0.20,
)
"""Short windows and claims in other words: copying is not enough."""
COPIED = Style(
    makers=(
        (copied, p.ENTAILMENT, 0.40),
        (copied_wrong, p.CONTRADICTION, 0.24),
        (copied_elsewhere, p.NEUTRAL, 0.22),
        (copied_removed, p.NEUTRAL, 0.14),
    ),
    lengths=((50, 120, 0.4), (120, 240, 0.6)),
    namesakes=0.08,
)
"""Long windows and claims in the article's own words: where in a long premise is it said, if it is said at all?"""
STYLES = {"reworded": REWORDED, "copied": COPIED}


def holds(premise: str, text: str, share: float = 0.75) -> bool:
    """Whether most words of the claim stand in the premise, so that the premise may well speak of it."""
    words = {word for word in _WORD.findall(text.lower()) if len(word) > 3}
    return len(words & set(_WORD.findall(premise.lower()))) > share * max(1, len(words))


def _unless_held(premise: str, text: str) -> tuple[str, str] | None:
    return None if holds(premise, text) else (premise, text)
