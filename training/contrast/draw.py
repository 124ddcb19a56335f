"""Minimal pairs for training, of frames and of real sentences; kinds by their weights, the same for a seed."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from training import pairs as p
from training.articles import Article, read_articles
from training.contrast.corpus import of_articles
from training.contrast.dress import dress
from training.contrast.frames import Drawn, frames, triples
from training.decontaminate import Held, without
from training.synthetic import is_held_out

SOURCE = "contrast"
"""Source of the pairs made here."""
REAL = 0.4
"""Share that is made of real sentences."""
BATCH = 24
"""Triples of one frame that are drawn at a time; their premises lend each other sentences that decide nothing."""
ARTICLES = 0.85
"""Share of the articles that are read; enough for tens of thousands of pairs."""
WEIGHTS = {"converse": 2.5, "roles": 2.5, "order": 2.0, "bound": 0.25}
"""How often a kind is drawn, against 1 for the others: who did what to whom is learnt last; bounds are left to arithmetic
(`localcheck.judging.agreement`), and both readers lost on them what they were taught (TRAINING.md, 18)."""


def draw(data: Path, held: Held, count: int, seed: int, kinds: Mapping[str, float] | None = None) -> list[p.Pair]:
    """`count` pairs at most; none shares text with an evaluation set. In random order; `kinds` goes over `WEIGHTS`."""
    path = data / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz"
    articles = [
        a
        for a in read_articles(path, held)
        if not is_held_out(a.title) and p.fraction(a.title, f"contrast {seed}") < ARTICLES
    ]
    return mixed(articles, held, count, seed, kinds)


def mixed(
    articles: Sequence[Article], held: Held, count: int, seed: int, kinds: Mapping[str, float] | None = None
) -> list[p.Pair]:
    """The same from articles that are read already."""
    rng, weights = random.Random(seed), {**WEIGHTS, **(kinds or {})}
    real = _by_kind(of_articles(articles, seed))
    wanted = int(count * REAL)
    found = [_pair(drawn) for drawn in _evenly(real, wanted, rng, weights)]
    made = _made(rng, weights)
    found = list(without(held, found))
    seen = set(found)
    while len(found) < count:
        pair = next(made)
        if pair not in seen and not held.holds(pair):
            seen.add(pair)
            found.append(pair)
    rng.shuffle(found)
    return found


def _made(rng: random.Random, of_kinds: Mapping[str, float]) -> Iterator[p.Pair]:
    """Dressed pairs of frames without end, kinds by their weights."""
    by_kind = defaultdict(list)
    for frame in frames():
        by_kind[frame.kind].append(frame)
    kinds = sorted(by_kind)
    weights = [of_kinds.get(kind, 1.0) for kind in kinds]
    while True:
        frame = rng.choice(by_kind[rng.choices(kinds, weights)[0]])
        drawn = [triples(frame, rng) for _ in range(BATCH // 8)]
        strange = [triples(rng.choice(frames()), rng) for _ in range(2)]
        others = [group[0].premise for group in strange if group]
        for group in drawn:
            for one in group:
                yield p.Pair(dress(one, others, rng), one.hypothesis, one.label, SOURCE)


def _pair(drawn: Drawn) -> p.Pair:
    return p.Pair(drawn.premise, drawn.hypothesis, drawn.label, SOURCE)


def _by_kind(drawn: Iterator[Drawn]) -> dict[str, list[Drawn]]:
    found: dict[str, list[Drawn]] = defaultdict(list)
    for one in drawn:
        found[one.kind].append(one)
    return found


def _evenly(
    found: dict[str, list[Drawn]], count: int, rng: random.Random, of_kinds: Mapping[str, float] = WEIGHTS
) -> list[Drawn]:
    """At most `count`, of the rarest kinds all, of the others by their weights. Order within a kind is kept."""
    chosen: list[Drawn] = []
    weight = {kind: of_kinds.get(kind, 1.0) for kind in found}
    left = sorted(found, key=lambda kind: len(found[kind]) / weight[kind])
    for number, kind in enumerate(left):
        rows = found[kind]
        share = int((count - len(chosen)) * weight[kind] / sum(weight[k] for k in left[number:]))
        start = rng.randrange(max(1, len(rows) - share + 1))
        chosen += rows[start : start + share]
    return chosen
