"""Is it the length or the place of a sentence that a language model's log-probabilities measure?

    localcheck eval wikibio --data wikibio_dev.json -d greybox --llm gguf:MODEL --out run.jsonl
    python scripts/greybox_length.py run.jsonl --data wikibio_dev.json

For every measure: Spearman correlations over sentences with the label (0 accurate, 0.5, 1 inaccurate), with the number of words
and with the place in the passage; the partial correlation with the label once words and place are held fixed (ranks, linear);
the correlation inside passages (ranks within each passage, pooled); and the Pearson correlation of passage means, as published,
beside the one that is left when the mean length of the sentences is held fixed. In percent, with 1,000 bootstraps of passages.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentences of one passage, one number each."""

    labels: Array
    words: Array
    places: Array
    """0 for the first sentence, 1 for the last."""
    measure: Array


def passages(run: Path, data: Path, measure: str) -> list[Passage]:
    """The passages of a stored experiment."""
    texts = {str(row["id"]): row["gpt3_sentences"] for row in json.loads(data.read_text(encoding="utf-8"))}
    found = []
    for line in run.read_text(encoding="utf-8").splitlines()[1:]:
        row = json.loads(line)
        sentences = texts[row["id"]]
        if measure not in row["raw"] or len(sentences) != len(row["labels"]):
            continue
        words = np.array([len(s.split()) for s in sentences], float)
        places = np.arange(len(sentences)) / max(1, len(sentences) - 1)
        found.append(Passage(np.array(row["labels"], float), words, places, np.array(row["raw"][measure], float)))
    return found


def together(some: Sequence[Passage], name: str) -> Array:
    """One number of all sentences."""
    return np.concatenate([getattr(p, name) for p in some])


def correlation(a: Array, b: Array) -> float:
    """Pearson; NaN where one of them does not vary."""
    return float(np.corrcoef(a, b)[0, 1]) if np.std(a) > 0 and np.std(b) > 0 else float("nan")


def spearman(some: Sequence[Passage], a: str, b: str) -> float:
    """Over all sentences."""
    return correlation(rankdata(together(some, a)), rankdata(together(some, b)))


def partial(some: Sequence[Passage]) -> float:
    """Measure with label, the ranks of words and places held fixed."""
    held = [rankdata(together(some, name)) for name in ("words", "places")]
    return correlation(*(_rest(rankdata(together(some, name)), held) for name in ("measure", "labels")))


def inside(some: Sequence[Passage]) -> float:
    """Measure with label within passages, where all sentences are about the same person."""
    varied = [p for p in some if np.std(p.labels) > 0]
    if not varied:
        return float("nan")
    ranks = [[rankdata(v) - (len(v) + 1) / 2 for v in (p.measure, p.labels)] for p in varied]
    return correlation(np.concatenate([m for m, _ in ranks]), np.concatenate([y for _, y in ranks]))


def of_means(some: Sequence[Passage]) -> float:
    """Pearson of passage means, as published."""
    return correlation(*(np.array([getattr(p, name).mean() for p in some]) for name in ("measure", "labels")))


def of_means_partial(some: Sequence[Passage]) -> float:
    """The same, the mean number of words of the passage's sentences held fixed."""
    held = [np.array([p.words.mean() for p in some])]
    return correlation(*(_rest(np.array([getattr(p, n).mean() for p in some]), held) for n in ("measure", "labels")))


def _rest(values: Array, held: Sequence[Array]) -> Array:
    design = np.column_stack([np.ones(len(values)), *held])
    rest: Array = values - design @ np.linalg.lstsq(design, values, rcond=None)[0]
    return rest


FIGURES: dict[str, Callable[[Sequence[Passage]], float]] = {
    "with label": lambda some: spearman(some, "measure", "labels"),
    "with words": lambda some: spearman(some, "measure", "words"),
    "with place": lambda some: spearman(some, "measure", "places"),
    "label, words and place fixed": partial,
    "label, inside passages": inside,
    "passage means (Pearson)": of_means,
    "passage means, words fixed": of_means_partial,
}


def interval(some: Sequence[Passage], figure: Callable[[Sequence[Passage]], float]) -> tuple[float, float]:
    """95 % of the bootstraps of passages."""
    rng = np.random.default_rng(0)
    draws = [figure([some[i] for i in rng.integers(0, len(some), len(some))]) for _ in range(1000)]
    return float(np.nanpercentile(draws, 2.5)), float(np.nanpercentile(draws, 97.5))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    names = ("avg_neg_logp", "max_neg_logp", "avg_entropy", "max_entropy")
    some = passages(options.run, options.data, names[0])
    print(f"{len(some)} passages, {sum(len(p.labels) for p in some)} sentences\n")
    print("| measure | " + " | ".join(FIGURES) + " |\n" + "|" + "---|" * (len(FIGURES) + 1))
    for name in names:
        some = passages(options.run, options.data, name)
        cells = []
        for figure in FIGURES.values():
            low, high = interval(some, figure)
            cells.append(f"{100 * figure(some):.0f} [{100 * low:.0f}, {100 * high:.0f}]")
        print(f"| {name} | " + " | ".join(cells) + " |")
    words, places, labels = (
        f"{100 * spearman(some, a, b):.0f}" for a, b in (("words", "labels"), ("places", "labels"), ("words", "places"))
    )
    print(f"\nLabel with words {words}, label with place {places}, words with place {labels}.")


if __name__ == "__main__":
    main()
