"""selfcheck-ngram on the WikiBio development passages against a second, naive computation (Manakul et al. 2023, Table 7).

The published figures are for all 238 passages; on this half only agreement with the naive computation is exact.
"""

from __future__ import annotations

import json
import math
import os
import warnings
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from localcheck.detectors.selfcheck_ngram import selfcheck_ngram
from localcheck.judging.samples import sample_sentences
from localcheck.text.tokens import word_tokens
from localcheck.types import Document

FILE = Path(os.environ.get("LOCALCHECK_SHARED", Path(__file__).parents[3] / "shared")) / "data/wikibio/wikibio_dev.json"
WORTH = {"accurate": 0.0, "minor_inaccurate": 0.5, "major_inaccurate": 1.0}


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    if not FILE.is_file():
        pytest.skip(f"the WikiBio development data is not at {FILE}")
    found: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def document_of(row: dict[str, Any]) -> Document:
    return Document(
        str(row["id"]),
        row["gpt3_text"],
        samples=tuple(row["gpt3_text_samples"]),
        sentences=tuple(row["gpt3_sentences"]),
    )


def detector_scores(rows: list[dict[str, Any]], n: int, score: Literal["max", "avg"]) -> list[list[float]]:
    """Raw scores, a list a passage; the score in [0, 1] must keep their order."""
    detect = selfcheck_ngram(n=n, score=score)
    found = []
    for row in rows:
        verdicts = list(detect(document_of(row)))
        raw = [dict(v.raw)[f"{score}_neg_logp"] for v in verdicts]
        assert [v.score for v in verdicts] == pytest.approx([min(1.0, value / 12) for value in raw])
        found.append(raw)
    return found


def naive_scores(row: dict[str, Any], n: int, score: str) -> list[float]:
    """The same by a list of joined strings and ``list.count``."""

    def joined(sentence: str) -> list[str]:
        words = ["<s>"] * (n - 1) + [token.lower() for token in word_tokens(sentence)]
        return ["\x00".join(words[at : at + n]) for at in range(len(words) - n + 1)]

    texts = [*row["gpt3_sentences"], *(s for sample in row["gpt3_text_samples"] for s in sample_sentences(sample))]
    everything = [gram for text in texts for gram in joined(text)]
    scores = []
    for sentence in row["gpt3_sentences"]:
        logs = [-math.log(everything.count(gram) / len(everything)) for gram in joined(sentence)]
        scores.append(max(logs) if score == "max" else math.fsum(logs) / len(logs))
    return scores


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("score", ["max", "avg"])
def test_the_detector_equals_a_naive_computation(
    rows: list[dict[str, Any]], n: int, score: Literal["max", "avg"]
) -> None:
    some = rows[:4]
    for ours, row in zip(detector_scores(some, n, score), some, strict=True):
        assert ours == pytest.approx(naive_scores(row, n, score), abs=1e-9)


def test_unigram_max_orders_the_half_set_as_the_published_code_does(rows: list[dict[str, Any]]) -> None:
    """The published code, run with spaCy on these passages, gives 86.80 / 56.61 / 67.82 / 68.54."""
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is for development only")
    stats = pytest.importorskip("scipy.stats")
    scores = detector_scores(rows, 1, "max")
    labels = [[WORTH[name] for name in row["annotation"]] for row in rows]
    flat, truth = np.concatenate([np.array(s) for s in scores]), np.concatenate([np.array(x) for x in labels])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nonfact = metrics.precision_recall_curve(truth > 0, flat)
        factual = metrics.precision_recall_curve(truth == 0, -flat)
    passages, human = [np.mean(s) for s in scores], [np.mean(x) for x in labels]
    measured = (
        metrics.auc(nonfact[1], nonfact[0]),
        metrics.auc(factual[1], factual[0]),
        stats.pearsonr(passages, human)[0],
        stats.spearmanr(passages, human)[0],
    )
    assert [100 * value for value in measured] == pytest.approx([86.80, 56.61, 67.82, 68.54], abs=0.05)
