"""Drawing tokens against closed forms: frequencies, truncation, ties, forbidden tokens, entropy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.backends.llamacpp.sampling import LIKELY, SMALL, Sampler, draw, kept, log_mass, log_softmax, most_likely
from tests.needs import Later

special, stats = Later("scipy.special"), Later("scipy.stats")

logits = st.lists(st.floats(-8, 8, width=32), min_size=2, max_size=600).map(lambda v: np.array(v, np.float32))


@given(logits)
def test_log_probabilities_equal_scipys(row: np.ndarray) -> None:
    assert log_softmax(row) == pytest.approx(special.log_softmax(row.astype(float)), abs=1e-9)
    mass, entropy = log_mass(row)
    assert mass == pytest.approx(special.logsumexp(row.astype(float)), abs=1e-5)
    assert entropy == pytest.approx(stats.entropy(special.softmax(row.astype(float))), abs=1e-4)


def test_the_entropy_of_impossible_tokens_is_nothing() -> None:
    row = np.array([0.0, 0.0, -np.inf], np.float32)
    assert log_mass(row)[1] == pytest.approx(math.log(2), abs=1e-5)


@pytest.mark.parametrize(
    ("size", "temperature"),
    [(3, 0.5), (3, 2.0), (255, 1.0), (256, 0.5), (257, 2.0), (1000, 0.5), (1000, 1.0), (1000, 2.0)],
)
def test_frequencies_follow_the_tempered_distribution(size: int, temperature: float) -> None:
    rng = np.random.default_rng(1)
    row = rng.normal(0, 2, size).astype(np.float32)
    draws = 1500
    counts = np.bincount([draw(row, temperature, 0, 1.0, rng) for _ in range(draws)], minlength=size)
    expected = special.softmax(row.astype(float) / temperature) * draws
    common = expected >= 5
    rest = (counts[~common].sum(), expected[~common].sum())
    observed, wanted = [*counts[common], rest[0]], [*expected[common], rest[1]]
    if rest[1] < 5:
        observed, wanted = [*observed[:-2], observed[-2] + observed[-1]], [*wanted[:-2], wanted[-2] + wanted[-1]]
    assert stats.chisquare(observed, wanted).pvalue > 1e-4


@given(logits, st.integers(1, 50), st.integers(0, 2**32))
def test_top_k_keeps_the_most_likely(row: np.ndarray, k: int, seed: int) -> None:
    token = draw(row, 1.0, k, 1.0, np.random.default_rng(seed))
    assert (row > row[token]).sum() < k


@given(logits, st.floats(0.05, 0.999), st.integers(0, 2**32))
def test_top_p_keeps_the_smallest_set_that_reaches_p(row: np.ndarray, p: float, seed: int) -> None:
    indices = kept(row, 0, p)
    assert indices is not None
    chances = special.softmax(row.astype(float))[indices]
    assert chances.sum() >= p - 1e-6 and chances[:-1].sum() < p + 1e-6
    assert draw(row, 1.0, 0, p, np.random.default_rng(seed)) in indices


@given(logits, st.integers(0, 2**32))
def test_a_forbidden_token_is_never_drawn(row: np.ndarray, seed: int) -> None:
    forbidden = np.where(np.arange(row.size) % 3 == 0, row, -np.inf).astype(np.float32)
    assert draw(forbidden, 1.0, 0, 1.0, np.random.default_rng(seed)) % 3 == 0
    assert draw(forbidden, 0.0, 0, 1.0, np.random.default_rng(seed)) % 3 == 0


def test_the_ends_of_the_uniform_numbers_stay_inside() -> None:
    class Fixed:
        def __init__(self, value: float) -> None:
            self.value = value

        def random(self) -> float:
            return self.value

    row = np.full(600, -np.inf, np.float32)
    row[[3, 400]] = 0.0
    assert draw(row, 1.0, 0, 1.0, Fixed(0.0)) == 3  # type: ignore[arg-type]
    assert draw(row, 1.0, 0, 1.0, Fixed(1 - 2**-53)) == 400  # type: ignore[arg-type]
    assert draw(row, 1.0, 0, 1.0, Fixed(1.0)) == 400  # type: ignore[arg-type]


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=3000), st.integers(1, 70))
def test_the_most_likely_are_those_of_a_full_sort(values: list[int], count: int) -> None:
    row = np.array(values, np.float32)
    assert most_likely(row, count).tolist() == np.argsort(-row, kind="stable")[:count].tolist()


class Allowing:
    """A grammar that allows some tokens, whatever came before; counts how often the whole vocabulary is masked."""

    def __init__(self, tokens: set[int]) -> None:
        self.tokens, self.masks = tokens, 0

    def allowed(self, tokens: np.ndarray) -> np.ndarray:
        return np.isin(tokens, list(self.tokens))

    def masked(self, row: np.ndarray) -> np.ndarray:
        self.masks += 1
        return np.where(np.isin(np.arange(row.size), list(self.tokens)), row, -np.inf).astype(np.float32)

    def accept(self, token: int) -> None:
        assert token in self.tokens


@pytest.mark.parametrize("ranks", [(0, 5), (3, 40, 60), (10, LIKELY + 5, LIKELY + 90), (LIKELY + 1, LIKELY + 300)])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_masking_the_likely_first_gives_the_distribution_of_masking_all(
    ranks: tuple[int, ...], temperature: float
) -> None:
    row = np.random.default_rng(3).normal(0, 1, SMALL + 700).astype(np.float32)
    tokens = np.argsort(-row, kind="stable")[list(ranks)]
    grammar = Allowing(set(tokens.tolist()))
    sampler = Sampler(temperature, 0, 1.0, 7, 0, grammar)  # type: ignore[arg-type]
    draws = [sampler.next(row, frozenset()) for _ in range(1 if temperature == 0 else 250)]
    if temperature == 0:
        assert draws == [tokens[0]]
        assert grammar.masks == (ranks[0] >= LIKELY)
        return
    chances = special.softmax(row[tokens].astype(float))
    assert stats.chisquare([draws.count(t) for t in tokens], chances * len(draws)).pvalue > 1e-4
