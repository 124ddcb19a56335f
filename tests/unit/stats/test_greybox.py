"""Uncertainty of a sentence: closed forms, and the assignment of tokens to sentences."""

from __future__ import annotations

import math

import pytest

from localcheck.stats.greybox import tokens_within, uncertainty, with_spans
from localcheck.types import Span, TokenScore


def test_measures_by_hand() -> None:
    tokens = [TokenScore("a", -1.0, math.log(2)), TokenScore("b", -3.0, math.log(8))]
    measures = uncertainty(tokens)
    assert (measures["avg_neg_logp"], measures["max_neg_logp"]) == (2.0, 3.0)
    assert measures["avg_entropy"] == pytest.approx(math.log(4))
    assert measures["max_entropy"] == pytest.approx(math.log(8))
    assert (measures["avg_exp_entropy"], measures["max_exp_entropy"]) == pytest.approx((5.0, 8.0))


def test_a_model_without_entropies_still_has_probabilities() -> None:
    measures = uncertainty([TokenScore("a", -1.0)])
    assert measures["avg_neg_logp"] == 1.0
    assert "avg_entropy" not in measures
    assert uncertainty([]) == {}


def test_the_blank_before_a_word_does_not_move_it_to_the_sentence_before() -> None:
    text = "One two. Three."
    tokens = [TokenScore("One", -1, None, (), Span(0, 3)), TokenScore(" two.", -1, None, (), Span(3, 8))]
    tokens += [TokenScore(" Three.", -2, None, (), Span(8, 15))]
    assert [t.text for t in tokens_within(tokens, Span(0, 8))] == ["One", " two."]
    assert [t.text for t in tokens_within(tokens, Span(9, len(text)))] == [" Three."]


def test_tokens_without_places_are_found_in_the_text() -> None:
    placed = with_spans([TokenScore("One", -1), TokenScore(" two", -1), TokenScore("!", -1)], "One  two!")
    assert [t.span for t in placed] == [Span(0, 3), Span(5, 8), Span(8, 9)]
