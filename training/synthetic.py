"""Paragraph-length pairs cut from encyclopedia articles: the domain that the product works in.

In the style `REWORDED` true, falsified, shortened and reworded claims occur under more than one label, so that the claim
alone tells nothing.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from training import pairs as p
from training.articles import Article
from training.cuts import Cut, cut, is_biography, usable_sentences
from training.falsify import details
from training.makers import REWORDED, SOURCE, Style, namesake

HELD_OUT_SHARE = 0.04
"""Share of the articles that are kept for measuring."""


def is_held_out(title: str) -> bool:
    """Whether the article belongs to the measured part; decided by its title alone."""
    return p.fraction(title, "held-out article") < HELD_OUT_SHARE


def make_pairs(
    articles: Iterable[Article], seed: int, per_article: int, per_biography: int, style: Style = REWORDED
) -> Iterator[p.Pair]:
    """Pairs of every article, the same for the same seed; about a third of each label."""
    people: deque[Article] = deque(maxlen=50)
    for article in articles:
        usable = usable_sentences(article)
        if len(usable) < 3:
            continue
        rng = random.Random(f"{seed}:{article.title}")
        place = partial(cut, article, usable, details(article.sentences), rng, style.lengths)
        person = is_biography(article)
        for _ in range(per_biography if person else per_article):
            if person and people and rng.random() < style.namesakes:
                yield namesake(place(), rng.choice(people), rng)
            elif pair := make_pair(place, style, rng):
                yield pair
        if person:
            people.append(article)


def make_pair(place: Callable[[], Cut], style: Style, rng: random.Random) -> p.Pair | None:
    """One pair, or None where the sentence that was drawn does not give one of the kind that was drawn."""
    maker, label, _ = rng.choices(style.makers, [share for *_, share in style.makers])[0]
    drawn = place()
    made = maker(drawn, rng)
    if not made or len(made[1]) < 15:
        return None
    premise, text = made
    if rng.random() < (0.15 if drawn.title in premise else 0.8):
        premise = f"{drawn.title}: {premise}"
    return p.Pair(premise, text, label, SOURCE)
