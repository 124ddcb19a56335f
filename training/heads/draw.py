"""What a head learns from: hypotheses that share a premise, half minimal pairs, half licensed rows that people wrote.

One premise is read once for its two or three hypotheses, so that a group costs little more than a pair; and a head that must
tell hypotheses of one premise apart cannot learn from the premise alone. Groups come in random order: a run that is stopped
early has the same mix.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from training import pairs as p
from training import reworded, written
from training.articles import Article, read_articles
from training.collection import Collection, collect, synthetic_pairs
from training.contrast import draw as contrast
from training.contrast.corpus import of_articles, silent
from training.contrast.dress import dress
from training.contrast.frames import Drawn, frames, triples
from training.decontaminate import Held, key
from training.synthetic import is_held_out
from training.teacher.draw import WIKIPEDIA, elsewhere

Group = list[p.Pair]
"""Pairs with one premise."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Pairs at most, by kind."""

    human: Mapping[str, int]
    """By source of licensed rows."""
    elsewhere: int
    """Claims beside evidence of another claim in which the same name stands."""
    synthetic: int
    frames: int
    real: int
    """Minimal pairs of sentences of articles."""
    beside: float = 0.3
    """Share of the premises that get another sentence before or behind, as the product reads the best sentences together."""
    again: frozenset[str] = frozenset()
    """Sources whose rows come a second time, beside other sentences."""
    written: bool = False
    """With the pairs of `training.written`."""
    reworded: float | None = None
    """With those of `training.reworded`: all that are settled, and such a share of the silent ones."""


HEAD = Mix(
    human={
        "foolmetwice": 900,
        "fever_dev_rte": 900,
        "fever_symmetric": 220,
        "wice_oracle_chunks": 250,
        "snli_dev": 250,
        "cad_snli": 350,
        "olora_MNLI": 350,
    },
    elsewhere=500,
    synthetic=250,
    frames=1500,
    real=1500,
)
"""For a linear head: more pairs hardly help it."""
ADAPTER = Mix(
    human={
        "foolmetwice": 900,
        "fever_dev_rte": 4000,
        "fever_symmetric": 400,
        "wice_oracle_chunks": 600,
        "snli_dev": 600,
        "cad_snli": 1000,
        "olora_MNLI": 1500,
        "conjnli": 300,
        "scitail": 300,
    },
    elsewhere=2500,
    synthetic=500,
    frames=3500,
    real=3500,
    beside=0.5,
)
"""For an adapter, which learns from every row."""
FURTHER = Mix(
    human={
        "foolmetwice": 900,
        "fever_dev_rte": 4500,
        "fever_symmetric": 400,
        "snli_dev": 300,
        "cad_snli": 600,
        "olora_MNLI": 900,
        "conjnli": 500,
        "scitail": 300,
    },
    elsewhere=2000,
    synthetic=300,
    frames=2800,
    real=2800,
    beside=0.6,
    again=frozenset({"foolmetwice"}),
)
"""For an adapter that goes on from one: what people wrote to mislead twice, fewer of the rows that it reads well."""
AWAY = Mix(
    human={
        "foolmetwice": 900,
        "fever_dev_rte": 11_000,
        "fever_symmetric": 400,
        "wice_oracle_chunks": 600,
        "snli_dev": 8200,
        "cad_snli": 8000,
        "olora_MNLI": 2600,
        "conjnli": 4000,
        "scitail": 1200,
        "help_lex": 1000,
        "med": 1000,
        "semiauto_base_wiki": 2000,
        "semiauto_sim_wiki": 1000,
    },
    elsewhere=4000,
    synthetic=4000,
    frames=14_000,
    real=14_000,
    beside=0.5,
    again=frozenset({"foolmetwice", "fever_symmetric"}),
    written=True,
    reworded=0.5,
)
"""For an adapter that is trained on a GPU: all that there is."""
MIXES = {"head": HEAD, "adapter": ADAPTER, "further": FURTHER, "away": AWAY}
STEER = {"foolmetwice": 200, "fever_symmetric": 60, "wice_oracle_chunks": 60, "olora_MNLI": 80, "snli_dev": 60}
"""The same of the validation rows, by which layer, features and strength of the ridge are chosen."""
STEER_FRAMES = 120
MOST = 3
"""Hypotheses of one premise."""
LONGEST = 420
"""Characters of a premise."""


def draw(data: Path, seed: int, claims: Path, mix: Mix = HEAD) -> tuple[list[Group], list[Group]]:
    """(groups to learn from, groups to steer by). Nothing shares text with evaluation sets, nor with ``claims``."""
    found = collect(data)
    taken = _keys(claims)
    path = data / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz"
    articles = [a for a in read_articles(path, found.held) if not is_held_out(a.title)]
    rng = random.Random(seed)
    train = [*_human(found.train, mix.human, mix.beside, rng), *_silent(found, mix.elsewhere, rng)]
    train += _human(found.train, {source: mix.human[source] for source in sorted(mix.again)}, mix.beside, rng)
    train += [*_made(data, mix.synthetic, rng), *_framed(mix.frames, rng)]
    train += _real(articles[: len(articles) // 2], mix.real, mix.beside, seed)
    train += grouped(written.pairs()) if mix.written else []
    if mix.reworded is not None:
        train += grouped(_fewer_silent(reworded.pairs(data, found.held), mix.reworded, rng))
    groups = [[pair for pair in group if _free(pair, found.held, taken)] for group in train]
    steer = [*_human(found.validation, STEER, HEAD.beside, rng), *_framed(STEER_FRAMES, rng)]
    groups, steer = [g for g in groups if g], [g for g in steer if g]
    rng.shuffle(groups)
    rng.shuffle(steer)
    return groups, steer


def _keys(claims: Path) -> frozenset[str]:
    rows = [json.loads(line) for line in claims.read_text(encoding="utf-8").splitlines()]
    return frozenset(key(text) for row in rows for text in (row["claim"], row["evidence"]))


def _free(pair: p.Pair, held: Held, taken: frozenset[str]) -> bool:
    return not held.holds(pair) and key(pair.hypothesis) not in taken and key(pair.premise) not in taken


def _human(rows: Sequence[p.Pair], wanted: Mapping[str, int], share: float, rng: random.Random) -> Iterator[Group]:
    """Groups of each source, those with several labels first: they teach the difference."""
    for source, most in wanted.items():
        groups = grouped(pair for pair in rows if pair.source == source and len(pair.premise) <= LONGEST)
        rng.shuffle(groups)
        groups.sort(key=lambda group: -len({pair.label for pair in group}))
        others = [group[0].premise for group in groups]
        count = 0
        for group in groups:
            if count >= most:
                break
            count += len(group)
            yield beside(group, rng.choice(others), share, rng) if source in WIKIPEDIA else group


def _silent(found: Collection, count: int, rng: random.Random) -> Iterator[Group]:
    """Claims beside the evidence of another claim in which the same name stands."""
    wiki = [pair for pair in found.train if pair.source in WIKIPEDIA and len(pair.premise) <= LONGEST]
    yield from grouped(elsewhere(wiki, count, rng))


def _made(data: Path, count: int, rng: random.Random) -> Iterator[Group]:
    rows = [pair for pair in synthetic_pairs(data, rng.randrange(1 << 20), 1, 2) if len(pair.premise) <= LONGEST]
    rng.shuffle(rows)
    yield from grouped(rows[:count])


def _framed(count: int, rng: random.Random) -> Iterator[Group]:
    """Groups of frames, kinds by their weights."""
    by_kind = defaultdict(list)
    for frame in frames():
        by_kind[frame.kind].append(frame)
    kinds = sorted(by_kind)
    weights = [contrast.WEIGHTS.get(kind, 1.0) for kind in kinds]
    while count > 0:
        drawn = triples(rng.choice(by_kind[rng.choices(kinds, weights)[0]]), rng)
        strange = triples(rng.choice(frames()), rng)
        if drawn:
            count -= len(drawn)
            yield _pairs(drawn, dress(rng.choice(drawn), [one.premise for one in strange], rng))


def _real(articles: Sequence[Article], count: int, share: float, seed: int) -> Iterator[Group]:
    """Groups of real sentences, kinds by their weights, some beside another sentence of their article."""
    rng = random.Random(seed)
    drawn = contrast._evenly(contrast._by_kind(of_articles(articles, seed)), count, rng)
    sentences = {article.title: article.sentences for article in articles}
    for group in grouped(p.Pair(one.premise, one.hypothesis, one.label, contrast.SOURCE) for one in drawn):
        title = next((t for t in _titles(group[0].premise) if t in sentences), "")
        other = rng.choice(sentences[title]) if title and sentences[title] else ""
        if other and other not in group[0].premise and all(silent(other, pair.hypothesis, title) for pair in group):
            group = beside(group, other, share, rng, f"{title}. ")
        yield group


def _fewer_silent(rows: Iterable[p.Pair], share: float, rng: random.Random) -> Iterator[p.Pair]:
    return (row for row in rows if row.label != p.NEUTRAL or rng.random() < share)


def _titles(premise: str) -> Iterator[str]:
    """What may be the title in front of a premise."""
    place = premise.find(". ")
    while place >= 0:
        yield premise[:place]
        place = premise.find(". ", place + 1)


def beside(group: Group, other: str, share: float, rng: random.Random, lead: str = "") -> Group:
    """The group, for a share of the groups with another sentence before or behind its premise; ``lead`` stays in front."""
    if rng.random() >= share or len(other) > LONGEST / 2:
        return group
    text = group[0].premise.removeprefix(lead)
    both = f"{text} {other}" if rng.random() < 0.5 else f"{other} {text}"
    return [p.Pair(lead + both, pair.hypothesis, pair.label, pair.source) for pair in group]


def _pairs(drawn: Sequence[Drawn], premise: str) -> Group:
    return [p.Pair(premise, one.hypothesis, one.label, contrast.SOURCE) for one in drawn]


def grouped(rows: Iterable[p.Pair]) -> list[Group]:
    """The pairs by premise, in the order of its first appearance, at most ``MOST`` of one, different labels first."""
    found: dict[str, Group] = {}
    for pair in rows:
        found.setdefault(pair.premise, []).append(pair)
    return [_varied(group)[:MOST] for group in found.values()]


def _varied(group: Group) -> Group:
    first = list({pair.label: pair for pair in reversed(group)}.values())[::-1]
    return [*first, *(pair for pair in group if pair not in first)]
