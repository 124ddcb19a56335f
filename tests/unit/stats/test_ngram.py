"""The n-gram model against counting by hand, and its invariants."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.stats import ngram

WORDS = st.lists(st.sampled_from(["a", "b", "c", "A"]), min_size=1, max_size=6)
TEXTS = st.lists(WORDS, min_size=1, max_size=5)


def test_a_worked_example() -> None:
    model = ngram.train([["The", "cat"], ["the", "dog"]], 1)
    surprisal = ngram.surprisal(model, ["the", "cat"])
    assert surprisal == pytest.approx([math.log(2), math.log(4)])
    assert ngram.average(surprisal) == pytest.approx(1.5 * math.log(2))
    assert ngram.maximum(surprisal) == pytest.approx(math.log(4))


def test_bigrams_are_joint_and_padded_per_sentence() -> None:
    model = ngram.train([["a", "b"], ["a", "c"]], 2)
    assert model.counts == {("<s>", "a"): 2, ("a", "b"): 1, ("a", "c"): 1}
    assert ngram.surprisal(model, ["a", "b"]) == pytest.approx([math.log(2), math.log(4)])


def test_the_order_must_be_positive() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        ngram.train([], 0)


def test_nothing_scores_nothing() -> None:
    empty = ngram.surprisal(ngram.train([], 3), [])
    assert (ngram.average(empty), ngram.maximum(empty)) == (0.0, 0.0)


@given(TEXTS, st.integers(1, 5))
def test_against_counting_by_hand(texts: list[list[str]], n: int) -> None:
    model = ngram.train(texts, n)
    lowered = [[word.lower() for word in text] for text in texts]
    everything = [tuple((["<s>"] * n + text)[at : at + n]) for text in lowered for at in range(1, len(text) + 1)]
    target = [tuple((["<s>"] * n + lowered[0])[at : at + n]) for at in range(1, len(lowered[0]) + 1)]
    expected = [-math.log(sum(gram == other for other in everything) / len(everything)) for gram in target]
    assert ngram.surprisal(model, texts[0]) == pytest.approx(expected)


@given(TEXTS, WORDS, st.integers(1, 5))
def test_bounds_and_order(texts: list[list[str]], tokens: list[str], n: int) -> None:
    model = ngram.train([*texts, tokens], n)
    surprisal = ngram.surprisal(model, tokens)
    assert np.all(surprisal >= -1e-12)
    assert np.all(surprisal <= math.log(model.total) + 1e-12)
    assert ngram.average(surprisal) <= ngram.maximum(surprisal) + 1e-12


@given(TEXTS, WORDS)
def test_a_longer_gram_is_never_more_probable(texts: list[list[str]], tokens: list[str]) -> None:
    by_order = [ngram.surprisal(ngram.train([*texts, tokens], n), tokens) for n in range(1, 6)]
    assert all(np.all(shorter <= longer + 1e-12) for shorter, longer in pairwise(by_order))
