"""Cross-fitting by article, and what a replayed decision comes to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.evaluate.deciding import SHOWN, Folded, decided, foldable, folded, replayed, row
from localcheck.evaluate.fitting import FOLDS, Observed, fit_evidence
from localcheck.judging.evidence.features import FEATURES
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.stats.bayes import Costs, Likelihoods, Policy

COSTS = Costs(28, 28, 1, 8)
POLICY = Policy(Likelihoods((0.5, 0.5), (0.5, 0.5)), COSTS, 2)


def observed(means: Sequence[float], articles: int = 40, seed: int = 0, spread: float = 0.4) -> list[Observed]:
    """Two documents a claim; the first one's features lie around ``means[factual]``, the second one is silent."""
    rng = np.random.default_rng(seed)
    found = []
    for i in range(200):
        factual = bool(i % 2)
        first = np.clip(rng.normal(means[factual], spread, len(FEATURES)), -1, 1)
        for rank, features in enumerate((first, np.zeros(len(FEATURES)))):
            found.append(Observed(str(i), f"a{i // 2 % articles}", factual, rank, features))
    return found


TELLING, NOISE = (-0.5, 0.5), (0.0, 0.0)


def fitted(part: Sequence[Observed]) -> EvidenceModel:
    return fit_evidence(part)


@given(st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=1, max_size=60))
def test_no_score_was_fitted_on_the_article_that_it_judges(claims: list[tuple[int, bool]]) -> None:
    found = [Observed(str(i), f"a{a}", y, 0, np.zeros(len(FEATURES))) for i, (a, y) in enumerate(claims)]
    seen: list[set[str]] = []
    model = fitted(observed(TELLING))

    def spy(part: Sequence[Observed]) -> EvidenceModel:
        seen.append({o.group for o in part})
        return model

    scores = folded(found, spy)
    assert len(scores.models) == FOLDS
    assert all(o.group not in seen[scores.of(o.group)] for o in found)
    if foldable(found):
        left = [{o.factual for o in found if o.group in groups} for groups in seen]
        assert all(kinds == {True, False} for kinds in left)


@pytest.mark.parametrize("articles", [1, FOLDS - 1])
def test_claims_of_too_few_articles_cannot_be_folded(articles: int) -> None:
    assert not foldable(observed(TELLING, articles))
    assert foldable(observed(TELLING, FOLDS))
    assert not foldable([])


def test_an_article_with_all_the_false_claims_cannot_be_taken_out() -> None:
    found = [Observed(str(i), f"a{i}" if i % 2 else "false", bool(i % 2), 0, np.zeros(8)) for i in range(40)]
    assert not foldable(found)


def test_features_that_say_nothing_look_better_to_a_score_that_was_fitted_on_them() -> None:
    flattered, honest = [], []
    for seed in range(8):
        found = observed(NOISE, seed=seed)
        flattered.append(decided(replayed(found, Folded((fitted(found),), {}), POLICY)).figures["auc"])
        honest.append(decided(replayed(found, folded(found, fitted), POLICY)).figures["auc"])
    assert abs(np.mean(honest) - 0.5) < 0.04
    assert np.mean(flattered) > np.mean(honest) + 0.04


def test_features_that_tell_are_decided_rightly_and_without_reading_on() -> None:
    found = decided(replayed(observed(TELLING), folded(observed(TELLING), fitted), POLICY))
    assert found.n == 200
    assert set(found.figures) == set(SHOWN)
    assert found.figures["right"] > 0.9 and found.figures["label_against_posterior"] == 0
    assert 1 <= found.figures["evidence_per_claim"] < 1.5
    assert {d.name for d in found.reliability} >= {"P(factual)", "supported", "refuted"}


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=40))
def test_right_wrong_and_open_are_all_there_is(claims: list[tuple[bool, float]]) -> None:
    found = decided([row(str(i), y, p, POLICY) for i, (y, p) in enumerate(claims)]).figures
    assert found["right"] + found["wrong"] + found["not_enough"] == pytest.approx(1)
    assert found["label_against_posterior"] == 0
