"""How far samples agree with a sentence: the scores of SelfCheckGPT (Manakul et al. 2023) as functions of arrays.

All of them are 0 where the samples agree with the sentence and 1 where they do not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from localcheck.stats.ragged import FloatArray

BETA = 0.8
"""beta_1 = beta_2 of Appendix B.1."""


def contradiction(probabilities: FloatArray) -> FloatArray:
    """Eq. 9: P(contradict) / (P(entail) + P(contradict)), ignoring neutral; 0.5 if both are 0.

    ``probabilities``: rows (entail, neutral, contradict). Equal to the softmax over the two logits.
    """
    entail, contradict = probabilities[..., 0], probabilities[..., 2]
    total = entail + contradict
    return np.asarray(np.where(total > 0, contradict / np.where(total > 0, total, 1.0), 0.5), dtype=np.float64)


def not_entailed(probabilities: FloatArray) -> FloatArray:
    """1 - P(entail), for models of two classes, whose contradiction is always 0."""
    return np.asarray(1.0 - probabilities[..., 0], dtype=np.float64)


def mean_over_samples(scores: FloatArray) -> float:
    """Eq. 10 and 11: the mean of the samples' scores; 0.5 if there are no samples."""
    return float(scores.mean()) if scores.size else 0.5


def most_telling(probabilities: FloatArray, groups: Sequence[int]) -> FloatArray:
    """For each group, the row that is least neutral. ``groups`` gives the group of each row: 0, 1, 2, … in order."""
    index = np.asarray(groups)
    told = 1.0 - probabilities[:, 1]
    rows = []
    for group in range(int(index.max()) + 1 if index.size else 0):
        members = np.flatnonzero(index == group)
        rows.append(members[int(told[members].argmax())])
    return probabilities[rows]


def greedy_f1(one: FloatArray, other: FloatArray) -> float:
    """BERTScore F1 (Zhang et al. 2020) of two texts by the vectors of their tokens, a token a row; 0 where one has none.

    From the cosine similarities of their tokens, recall averages the best column of every row, and precision the best row of
    every column. The F1 is 0 if both are 0.
    """
    if not one.size or not other.size:
        return 0.0
    similarity = one @ other.T
    recall, precision = similarity.max(axis=1).mean(), similarity.max(axis=0).mean()
    return float(2 * precision * recall / (precision + recall)) if precision + recall > 0 else 0.0


def rescale(f1: FloatArray, baseline: float) -> FloatArray:
    """(F - b) / (1 - b): b is the mean F1 of unrelated sentences, so that unrelated ones score about 0."""
    return np.asarray((f1 - baseline) / (1.0 - baseline), dtype=np.float64)


def bertscore_inconsistency(best: FloatArray) -> float:
    """Eq. 1: 1 - mean over samples of the F1 with the sample's most similar sentence."""
    return 1.0 - float(best.mean()) if best.size else 0.5


def simple_counting(matches: float, mismatches: float) -> float:
    """Section 5.2: N_n / (N_m + N_n); 0.5 when no sample could answer, as in the published code."""
    total = matches + mismatches
    return mismatches / total if total > 0 else 0.5


def bayes_inconsistency(matches: float, mismatches: float, beta_1: float = BETA, beta_2: float = BETA) -> float:
    """Eq. 5, 16-19 and 21: gamma_2^N_n / (gamma_1^N_m + gamma_2^N_n), counts soft or hard.

    gamma_1 = beta_2 / (1 - beta_1), gamma_2 = beta_1 / (1 - beta_2); computed through logarithms.
    """
    gamma_1, gamma_2 = beta_2 / (1.0 - beta_1), beta_1 / (1.0 - beta_2)
    return float(np.exp(-np.logaddexp(0.0, matches * np.log(gamma_1) - mismatches * np.log(gamma_2))))


def soft_counts(same: NDArray[np.bool_], answerable: FloatArray) -> tuple[float, float]:
    """Eq. 20: the answerability alpha_n summed over matching and over differing answers."""
    return float(answerable[same].sum()), float(answerable[~same].sum())


def hard_counts(same: NDArray[np.bool_], answerable: FloatArray, threshold: float) -> tuple[float, float]:
    """Footnote 7: soft counting with alpha 1 above ``threshold`` and 0 below."""
    return soft_counts(same, (answerable >= threshold).astype(np.float64))
