"""BLEU and SARI against values worked out by hand, and their bounds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.measuring.simplification import bleu, sari

TOKENS = st.lists(st.sampled_from("abcd"), max_size=8)


def test_bleu_of_equal_texts_is_one() -> None:
    assert bleu([["a", "b", "c", "d", "e"]], [["a", "b", "c", "d", "e"]]) == pytest.approx(1.0)


def test_bleu_by_hand() -> None:
    # 1-grams 5/5, 2-grams 4/4, 3-grams 3/3, 4-grams 2/2, brevity exp(1 - 6/5)
    assert bleu([["a", "b", "c", "d", "e"]], [["a", "b", "c", "d", "e", "f"]]) == pytest.approx(math.exp(-0.2))


def test_bleu_without_a_common_four_gram_is_zero() -> None:
    assert bleu([["a", "b", "c"]], [["a", "b", "c"]]) == 0.0
    assert bleu([], []) == 0.0


def test_sari_by_hand_on_single_words() -> None:
    # source "a b", output "a c", reference "a c": 1-grams add 1, keep 1, delete 1; 2-grams add 1, keep 0 (0/0), delete 1;
    # 3- and 4-grams do not occur: 0
    assert sari(["a", "b"], ["a", "c"], ["a", "c"]) == pytest.approx((1 + 2 / 3 + 0 + 0) / 4)


def test_sari_rewards_the_wanted_split() -> None:
    source = ["ada", "was", "born", "in", "london", "and", "died", "in", "bath", "."]
    wanted = ["ada", "was", "born", "in", "london", ".", "ada", "died", "in", "bath", "."]
    assert sari(source, wanted, wanted) > sari(source, source, wanted)


@given(TOKENS, TOKENS, TOKENS)
def test_scores_stay_in_bounds(source: list[str], output: list[str], reference: list[str]) -> None:
    assert 0 <= sari(source, output, reference) <= 1 + 1e-9
    assert 0 <= bleu([output], [reference]) <= 1 + 1e-9
