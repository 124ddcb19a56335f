"""Cohen's kappa against scikit-learn, its bounds, and what it says about nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.stats.kappa import agreement

labels = st.sampled_from(["supported", "refuted", "not_enough_evidence"])
ratings = st.lists(st.tuples(labels, labels, st.sampled_from("abcd")), min_size=1, max_size=60)


@given(ratings)
def test_kappa_is_that_of_scikit_learn(items: list[tuple[str, str, str]]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    first, second, clusters = zip(*items, strict=True)
    found = agreement(first, second, clusters)
    if found.kappa is None:
        assert len(set(first) | set(second)) == 1
    else:
        assert found.kappa == pytest.approx(sklearn.cohen_kappa_score(first, second))


@given(ratings)
def test_bounds_and_symmetry(items: list[tuple[str, str, str]]) -> None:
    first, second, clusters = zip(*items, strict=True)
    found, swapped = agreement(first, second, clusters), agreement(second, first, clusters)
    assert 0.0 <= found.observed <= 1.0
    assert sum(map(sum, found.confusion)) == found.n == len(items)
    assert found.kappa is None or -1.0 <= found.kappa <= 1.0
    assert found.kappa == pytest.approx(swapped.kappa)
    if found.low is not None and found.high is not None and found.kappa is not None:
        assert found.low <= found.kappa + 1e-12 and found.kappa <= found.high + 1e-12


def test_nothing_rated_has_a_stated_answer() -> None:
    found = agreement([], [], [])
    assert (found.n, found.observed, found.kappa, found.low) == (0, 0.0, None, None)


def test_one_document_gives_no_interval() -> None:
    found = agreement(["a", "b", "a"], ["a", "b", "b"], ["x", "x", "x"])
    assert found.kappa is not None and found.low is None


def test_raters_of_different_items_are_refused() -> None:
    with pytest.raises(ValueError, match="same items"):
        agreement(["a"], [], [])
