"""The figures of the card, by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from training import figures as f
from training import pairs as p
from training import stated_figures

SCORES = np.array([[0.8, 0.1, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7], [0.5, 0.3, 0.2], [0.1, 0.7, 0.2]])


def test_three_way_accuracy_and_two_kinds_of_balance() -> None:
    found = f.measure(SCORES, [p.ENTAILMENT, p.NEUTRAL, p.CONTRADICTION, p.NEUTRAL, p.CONTRADICTION])
    assert found.n == 5 and found.accuracy == 0.6 and found.binary == 0.8
    assert found.balanced == pytest.approx((1 + 3 / 4) / 2)
    assert np.isnan(found.refuting)


def test_rows_labelled_not_entailed_are_right_when_not_entailed() -> None:
    found = f.measure(SCORES, [p.ENTAILMENT, p.NOT_ENTAILMENT, p.NOT_ENTAILMENT, p.NOT_ENTAILMENT, p.ENTAILMENT])
    assert found.accuracy == 0.6


def test_without_neutral_rows_the_two_sides_are_also_compared_alone() -> None:
    found = f.measure(SCORES, [p.ENTAILMENT, p.CONTRADICTION, p.CONTRADICTION, p.ENTAILMENT, p.CONTRADICTION])
    assert found.refuting == 1.0 and found.accuracy == 0.6


def rows() -> list[dict[str, object]]:
    """Three passages of two sentences; a sentence is accurate when it is in the samples."""
    kinds = [("accurate", "accurate"), ("accurate", "major_inaccurate"), ("major_inaccurate", "minor_inaccurate")]
    return [
        {
            "gpt3_sentences": ["s0" if a == "accurate" else "x0", "s1" if b == "accurate" else "x1"],
            "annotation": [a, b], "gpt3_text_samples": ["s0 s1"] * 3, "wiki_bio_text": "s0 s1",
        }
        for a, b in kinds
    ]  # fmt: skip


def knows(pairs: object) -> np.ndarray:
    """A scorer that entails what stands in the premise."""
    assert isinstance(pairs, list)
    return np.array([[0.9, 0.05, 0.05] if hypothesis in premise else [0.1, 0.2, 0.7] for premise, hypothesis in pairs])


@pytest.mark.parametrize("samples", [0, 3])
def test_a_perfect_scorer_has_perfect_figures(samples: int) -> None:
    for found in f.wikibio(knows, rows(), samples).values():
        assert found.nonfact == pytest.approx(1) and found.factual == pytest.approx(1)
        assert found.pearson > 0.9


def test_a_pair_without_entailment_and_contradiction_tells_nothing() -> None:
    """Eq. 9 divides by P(entail) + P(contradict): where a model is sure of neutral the score is 0.5, not NaN."""

    def neutral(pairs: object) -> np.ndarray:
        assert isinstance(pairs, list)
        return np.array([[0.0, 1.0, 0.0]] * len(pairs))

    found = f.wikibio(neutral, rows(), 3)["contradiction"]
    assert found.nonfact == pytest.approx(0.75) and found.factual == pytest.approx(0.75)


def test_figures_are_written_read_and_compared(tmp_path: Path) -> None:
    stated = [stated_figures.Figure("a", 0.75, 10), stated_figures.Figure("b", 0.5, 4)]
    stated_figures.write_figures(tmp_path / "figures.json", stated)
    read = stated_figures.read_figures(tmp_path / "figures.json")
    now = [
        stated_figures.Figure("a", 0.754, 10),
        stated_figures.Figure("b", 0.6, 4),
        stated_figures.Figure("c", 1.0, 1),
    ]
    assert [c.agrees for c in stated_figures.compare(now, read, 0.005)] == [True, False, False]
    assert [c.agrees for c in stated_figures.compare([stated_figures.Figure("a", 0.75, 9)], read, 0.005)] == [False]
