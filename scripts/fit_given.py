"""Fits the score of given texts (`judging.given_score`) for an NLI model. Run it again whenever a model or a rule changes.

python scripts/fit_given.py tests/reference/contexts/*.txt --effort careful --out models/starter-nli/given-cascade.json

The files are those of `scripts/context_statements.py`. Printed is what is judged rightly and wrongly by quotes alone, and where
a side that is not likely enough is withdrawn, each statement by a score of other texts' statements; and how far P(true) is
from the share that is true (expected calibration error, ten bins). With `--effort thorough` the language model is asked about
each statement as well (some hours), and the numbers of `given_score.joined` are fitted to what both say of those that it is
asked about in use, and printed; the score is that of `careful`, so that `--out` is not needed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from context_statements import WANTED, statements
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from localcheck.judging.context import answered, context_passages
from localcheck.judging.evidence.learned import Given, reading_of
from localcheck.judging.given_score import DECIDES, LEAST, NUMBERS, SIDES_TAKEN, GivenScore, as_shares, to_json
from localcheck.judging.opinion import SIDES
from localcheck.judging.second_reader import ASKED
from localcheck.judging.sides import in_conflict, sides_of
from localcheck.judging.together import drive
from localcheck.ports import NLI, FloatArray
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.text.sentences import split_sentences
from localcheck.types import Document, Label

IntArray = NDArray[np.int64]
FOLDS = 20
"""At most."""
PENALTY = 0.3
"""Inverse strength of the ridge penalty on standardised numbers."""
SILENT = 2.0
"""How much a statement of which a text says nothing counts: of 1,367 only 96 are such."""
RIDGE = 0.001
"""Penalty on the squares of the four numbers of two readers."""


class Seen(NamedTuple):
    """A statement of one claim that a model judged."""

    text: str
    wanted: Label
    label: Label
    """By quotes alone."""
    row: tuple[float, ...]
    heard: tuple[float, ...] | None
    """P(true), P(not told) and P(false) by a language model; None where there is none."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--effort", default=Settings().effort)
    parser.add_argument("--out", type=Path, help="where the score is written")
    parser.add_argument("--decides", type=float, default=DECIDES, help="the probability from which a side is taken")
    options = parser.parse_args()
    with open_runtime(Settings(effort=options.effort)) as runtime:
        rows = [seen for path in options.files for seen in read(runtime, path)]
        sha256 = runtime.nli_sha256()
    data = f"{len(rows)} statements beside {len({seen.text for seen in rows})} texts"
    print(data)
    if options.out:
        score = GivenScore(sha256, data, *weights(rows), options.decides)
        options.out.write_text(json.dumps(to_json(score), indent=1) + "\n", encoding="utf-8")
    shares = report(rows, options.decides)
    asked = [i for i, seen in enumerate(rows) if seen.heard and shares[i, [0, 2]].max() < ASKED]
    if asked:
        report_pool([rows[i] for i in asked], shares[asked])


def read(runtime: Runtime, path: Path) -> Iterator[Seen]:
    """The statements of one claim each that nothing but the model settles."""
    nli = runtime.provide(NLI)
    consultant = runtime.beside().consultant
    reader = Given(reading_of(8, 4, nli), runtime.sentence_vectors())
    for context, mark, statement in statements(path):
        question, _, answer = statement.rpartition(" || ")
        document = Document("given", answer, prompt=question, context=(context,))
        found = answered(runtime.extractor.extract(document, split_sentences(answer)), document)
        claims = [claim for claim in found if claim.checkable]
        if len(claims) != 1:
            continue
        opinions = [drive(nli, reader.weigh(claims[0], passage)) for passage in context_passages(document)]
        sides = sides_of(claims[0], opinions)
        if opinions[0].told and not in_conflict(claims[0], opinions, sides):
            taken = (float(sides.label is side) for side in SIDES_TAKEN)
            heard = None
            if consultant is not None and opinions[0].shown:
                _, said, _ = consultant.hear(claims[0], opinions[0], lambda answer: None)
                heard = None if said.error else (said.true, said.neither, said.false)
            yield Seen(context, WANTED[mark], sides.label, (*opinions[0].told, *taken), heard)


def fitted(rows: Sequence[Seen]) -> LogisticRegression:
    """A multinomial logistic model: true, not told, false."""
    model = make_pipeline(StandardScaler(), LogisticRegression(C=PENALTY, max_iter=3000))
    told = [SILENT if seen.wanted is Label.NOT_ENOUGH_EVIDENCE else 1.0 for seen in rows]
    wanted = [SIDES.get(seen.wanted, 1) for seen in rows]
    return model.fit([seen.row for seen in rows], wanted, logisticregression__sample_weight=told)


def weights(rows: Sequence[Seen]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Of true against not told and of false against not told, on the numbers as they are."""
    scale, model = fitted(rows)
    by_number = model.coef_ / scale.scale_
    every = np.column_stack([model.intercept_ - by_number @ scale.mean_, by_number])
    true, false = (tuple(float(round(x, 5)) for x in every[side] - every[1]) for side in (0, 2))
    assert len(true) == 1 + len(NUMBERS) + len(SIDES_TAKEN)
    return true, false


def report(rows: Sequence[Seen], least: float) -> FloatArray:
    """Print what the score does to statements of texts that it was not fitted on; their three probabilities, shape (n, 3)."""
    shares = np.zeros((len(rows), 3))
    for mine, other in by_text(rows):
        shares[other] = fitted([rows[i] for i in mine]).predict_proba([rows[i].row for i in other])
    quotes = [seen.label for seen in rows]
    kept = [
        label if label not in SIDES or share[SIDES[label]] >= least else Label.NOT_ENOUGH_EVIDENCE
        for label, share in zip(quotes, shares, strict=True)
    ]
    for name, labels in (("by quotes alone", quotes), ("and likely enough", kept)):
        wrong = [label in SIDES and label is not seen.wanted for label, seen in zip(labels, rows, strict=True)]
        right = [label is seen.wanted for label, seen in zip(labels, rows, strict=True)]
        print(f"{name}: right {100 * np.mean(right):.1f}, wrong {100 * np.mean(wrong):.1f}")
    true = np.array([seen.wanted is Label.SUPPORTED for seen in rows])
    print(f"P(true): ECE {100 * calibration_error(shares[:, 0], true):.1f}")
    return shares


def by_text(rows: Sequence[Seen]) -> list[tuple[IntArray, IntArray]]:
    """Which rows are fitted on and which are judged, text by text."""
    texts = [seen.text for seen in rows]
    return list(GroupKFold(min(FOLDS, len(set(texts)))).split(rows, groups=texts))


def report_pool(rows: Sequence[Seen], shares: FloatArray) -> None:
    """Print the numbers of `given_score.joined` for statements that a language model is asked about, and what both readers
    together do to those of texts that the numbers were not fitted on.
    """
    own, heard = (np.log(np.maximum(p, LEAST)) for p in (shares, np.array([seen.heard for seen in rows])))
    wanted = np.array([SIDES.get(seen.wanted, 1) for seen in rows])
    counts = np.where(wanted == 1, SILENT, 1.0)

    def surprise(numbers: FloatArray, mine: IntArray) -> float:
        said = np.log(pooled(numbers, own[mine], heard[mine])[np.arange(len(mine)), wanted[mine]])
        return float(-(counts[mine] * said).mean() + RIDGE * (numbers**2).sum())

    def pool(mine: IntArray) -> FloatArray:
        found: FloatArray = minimize(surprise, (0.5, 0.5, 0.0, 0.0), (mine,)).x
        return found

    both = np.zeros_like(own)
    for mine, other in by_text(rows):
        both[other] = pooled(pool(mine), own[other], heard[other])
    numbers = [round(float(x), 2) for x in pool(np.arange(len(rows)))]
    print(f"asked about {len(rows)}: weights of both, and what is added for true and for false: {numbers}")
    decided = np.where(both.max(axis=1) >= DECIDES, both.argmax(axis=1), 1)
    right, wrong = decided == wanted, (decided != 1) & (decided != wanted)
    print(f"by both: right {100 * right.mean():.1f}, wrong {100 * wrong.mean():.1f}")
    print(f"P(true): ECE {100 * calibration_error(both[:, 0], wanted == 0):.1f}")


def pooled(numbers: FloatArray, own: FloatArray, heard: FloatArray) -> FloatArray:
    """`given_score.joined` of many statements' log-probabilities by these four numbers, shape (n, 3)."""
    return as_shares(numbers[0] * own + numbers[1] * heard + np.array([numbers[2], 0.0, numbers[3]]))


def calibration_error(p: FloatArray, true: FloatArray) -> float:
    """The mean distance of P and the share that is true, over ten bins of equal width, by their size."""
    bins = np.minimum((p * 10).astype(int), 9)
    return float(sum(abs(p[bins == b].mean() - true[bins == b].mean()) * (bins == b).mean() for b in set(bins)))


if __name__ == "__main__":
    main()
