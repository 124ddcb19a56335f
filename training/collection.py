"""The human-written pairs of the data folder, cut into what trains, what steers and what is measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

from training import pairs as p
from training.articles import read_articles
from training.decontaminate import Held, benchmark_texts, keys_of, without
from training.makers import REWORDED, Style
from training.splits import split_pairs
from training.synthetic import is_held_out, make_pairs


@dataclass(frozen=True, slots=True)
class Collection:
    """Pairs by use."""

    train: tuple[p.Pair, ...]
    """Licensed pairs that share no premise and no long hypothesis with anything below."""
    validation: tuple[p.Pair, ...]
    """Rows of the training file kept back, of the sources that the figures are stated for."""
    development: tuple[p.Pair, ...]
    """The development file, every source, whatever its licence: measuring is not training."""
    held: Held
    """The keys of all evaluation text, for cleaning synthetic pairs too."""


@lru_cache(maxsize=1)
def collect(data: Path) -> Collection:
    """Read `data`/nli and the benchmarks beside it; a minute's work that every kind of pairs needs, so done once a folder."""
    rows = list(p.read_pairs(data / "nli" / "train.jsonl.gz"))
    development = tuple(p.read_pairs(data / "nli" / "dev.jsonl.gz"))
    validation = tuple(row for row in rows if p.is_validation(row))
    passages, entities = benchmark_texts(data)
    held = keys_of([*validation, *development], passages, entities)
    train = tuple(without(held, p.allowed(row for row in rows if not p.is_validation(row))))
    return Collection(train, validation, development, held)


def synthetic_pairs(
    data: Path,
    seed: int,
    per_article: int,
    per_biography: int,
    *,
    style: Style = REWORDED,
    held_out: bool = False,
) -> Iterator[p.Pair]:
    """Synthetic pairs of the articles under `data`/wikipedia that share no text with an evaluation set."""
    held = collect(data).held
    path = data / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz"
    articles = (a for a in read_articles(path, held) if is_held_out(a.title) is held_out)
    return without(held, make_pairs(articles, seed, per_article, per_biography, style))


def rewritten_pairs(data: Path, seed: int) -> Iterator[p.Pair]:
    """Pairs of the WikiSplit files under `data`/decomposition that share no text with an evaluation set."""
    held = collect(data).held
    files = (data / "decomposition" / f"wikisplit_{part}.tsv.gz" for part in ("tune", "validation"))
    return without(held, chain.from_iterable(split_pairs(path, seed, held) for path in files))
