"""selfcheck-ngram on WikiBio development passages against a second, naive computation.

What it gives on all of them stands in ``test_published.py``.
"""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any, Literal

import pytest

from localcheck.detectors.selfcheck_ngram import selfcheck_ngram
from localcheck.judging.samples import sample_sentences
from localcheck.text.tokens import word_tokens
from localcheck.types import Document

FILE = Path(os.environ.get("LOCALCHECK_SHARED", Path(__file__).parents[3] / "shared")) / "data/wikibio/wikibio_dev.json"


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
