"""The figures that the model card states: computed from a model and the data folder, and compared with the card's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training import figures
from training import pairs as p
from training.chinese import PROBE
from training.collection import synthetic_pairs
from training.long import Fit, fitted
from training.makers import COPIED, REWORDED, Style

HELD_OUT_SEED, HELD_OUT_PER_ARTICLE, HELD_OUT_PER_BIOGRAPHY = 7, 3, 6
"""How the synthetic pairs of the held-out articles are drawn."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the card."""

    name: str
    """What was measured, for example `snli_dev/validation accuracy`."""
    value: float
    """Between -1 and 1."""
    n: int
    """Pairs, or passages."""


STATED = frozenset(
    {
        "olora_MNLI", "lingnli", "snli_dev", "cad_snli", "fever_dev_rte", "fever_symmetric", "foolmetwice",
        "wice_oracle_chunks", "scitail",
    }
)  # fmt: skip
"""Sources of the development file that figures are stated for."""
LONG_SOURCE = "wice_oracle_chunks"
LINGNLI_SHARE = 0.2
"""Of the LingNLI development rows, which outnumber all others together."""


def stated(pair: p.Pair) -> bool:
    """Whether a row of the development file is measured."""
    return pair.source in STATED and (pair.source != "lingnli" or p.fraction(pair.premise, "stated") < LINGNLI_SHARE)


def pair_figures(score: figures.Scorer, data: Path) -> Iterator[Figure]:
    """Accuracies on the validation rows, on the development file and on the held-out synthetic pairs."""
    train = p.read_pairs(data / "nli" / "train.jsonl.gz")
    sets = {
        "validation": [row for row in train if p.is_validation(row)],
        "dev": [row for row in p.read_pairs(data / "nli" / "dev.jsonl.gz") if stated(row)],
        "probe": list(PROBE),
        "held-out": held_out(data, REWORDED),
        "held-out-long": held_out(data, COPIED),
    }
    for part, rows in sets.items():
        for source, found in figures.measure_sources(score, rows).items():
            yield Figure(f"{source}/{part} accuracy", found.accuracy, found.n)
            yield Figure(f"{source}/{part} balanced", found.balanced, found.n)
            if found.refuting == found.refuting:
                yield Figure(f"{source}/{part} two-way", found.refuting, found.n)


def long_shift(score: figures.Scorer, data: Path) -> Fit:
    """What the card's `long_entail` lacks: the validation rows of WiCE are the long pairs that people wrote."""
    rows = [r for r in p.read_pairs(data / "nli" / "train.jsonl.gz") if r.source == LONG_SOURCE and p.is_validation(r)]
    scores = score([(row.premise, row.hypothesis) for row in rows])
    return fitted(scores, np.array([row.label == p.ENTAILMENT for row in rows]))


def held_out(data: Path, style: Style) -> list[p.Pair]:
    """Synthetic pairs of articles that were kept out of training."""
    drawn = HELD_OUT_SEED, HELD_OUT_PER_ARTICLE, HELD_OUT_PER_BIOGRAPHY
    return list(synthetic_pairs(data, *drawn, style=style, held_out=True))


def passage_figures(score: figures.Scorer, data: Path, samples: Sequence[int]) -> Iterator[Figure]:
    """SelfCheck-NLI on WikiBio, for each number of samples; 0 stands for the Wikipedia text as the premise."""
    rows = figures.wikibio_rows(data)
    for count in samples:
        premise = f"{count} samples" if count else "wiki_bio_text"
        for name, found in figures.wikibio(score, rows, count).items():
            for part in ("nonfact", "factual", "pearson", "spearman"):
                yield Figure(f"wikibio/{premise} {name} {part}", getattr(found, part), len(rows))


def write_figures(path: Path, found: Sequence[Figure]) -> None:
    """Write figures as the JSON beside the card."""
    table = {figure.name: {"value": round(figure.value, 4), "n": figure.n} for figure in found}
    path.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def read_figures(path: Path) -> dict[str, Figure]:
    """The figures that `write_figures` wrote, by name."""
    table = json.loads(path.read_text(encoding="utf-8"))
    return {name: Figure(name, float(row["value"]), int(row["n"])) for name, row in table.items()}


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure against the one in the card."""

    figure: Figure
    """As computed now."""
    stated: Figure | None
    """As in the card; None where the card does not have it."""
    agrees: bool
    """Whether they differ by no more than the tolerance, on the same number of items."""


def compare(found: Sequence[Figure], stated: dict[str, Figure], tolerance: float) -> Iterator[Compared]:
    """Hold each figure against the card's; kernels round differently, so a tolerance is needed between CPUs."""
    for figure in found:
        old = stated.get(figure.name)
        near = old is not None and old.n == figure.n and abs(old.value - figure.value) <= tolerance
        yield Compared(figure, old, near)
