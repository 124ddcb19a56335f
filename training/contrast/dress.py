"""Premises as the product reads them: with the article's title before them, beside other sentences, behind a lead. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence

from localcheck.judging.spans import titled
from training.contrast.frames import Drawn
from training.contrast.words import lists

TITLED = 0.6
"""Share of the premises that have a title, where the pair has a subject that could be one."""
PRONOUN = 0.35
"""Share of the titled ones, of those that begin with the subject, in which a pronoun takes its place."""
LED = 0.15
"""Share of the premises with a lead ("According to the official record, …")."""
BESIDE = 0.35
"""Share with another sentence before or behind."""

PLAIN = frozenset(
    "a about after all although among an at because before between born both contrary despite during either every exactly "
    "fewer first following from half hardly if in instead it more most neither no none not of on only some the there "
    "to visitors voters while when with without workers about as".split()
)
"""Words that lose their capital behind a lead."""


def dress(drawn: Drawn, others: Sequence[str], rng: random.Random) -> str:
    """The premise of the pair as an article might have it; `others` are sentences that decide nothing about it."""
    text = drawn.premise
    title = drawn.subject if drawn.subject and rng.random() < TITLED else ""
    if title and drawn.person and text.startswith(f"{title} ") and rng.random() < PRONOUN:
        text = drawn.person + text.removeprefix(title)
    elif rng.random() < LED:
        text = rng.choice(lists()["beside"]["lead"]) + lowered(text)
    if rng.random() < BESIDE:
        other = rng.choice(others) if others and rng.random() < 0.6 else rng.choice(lists()["beside"]["plain"])
        behind = text.startswith(("He ", "She ", "It ")) or rng.random() < 0.5
        text = f"{text} {other}" if behind else f"{other} {text}"
    return titled(title, text)


def lowered(text: str) -> str:
    """The sentence with a small first letter, unless it begins with a name."""
    return text[0].lower() + text[1:] if text.partition(" ")[0].strip(",").lower() in PLAIN else text
