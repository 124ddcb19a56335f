"""Bayesian sequential analysis: Wang et al. 2023, Eq. 2 and 4 to 8."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localcheck.reports.policy import lines, svg
from localcheck.stats.bayes import (
    Costs,
    Likelihoods,
    Policy,
    entailment_feature,
    posterior,
    risk_continue_one_step,
    risk_stop,
)
from localcheck.types import Belief, Label

WEAK = Likelihoods(
    (0.30, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.30),
    (0.55, 0.06, 0.05, 0.05, 0.05, 0.05, 0.04, 0.04, 0.03, 0.08),
)

rows = st.lists(st.floats(0.01, 1.0), min_size=10, max_size=10).map(
    lambda r: tuple(float(x) for x in np.array(r) / sum(r))
)
likelihoods = st.builds(Likelihoods, rows, rows)
costs = st.builds(
    Costs, st.floats(1, 200), st.floats(1, 200), st.floats(0, 5), st.one_of(st.just(math.inf), st.floats(0.5, 60))
)
probability = st.floats(0.001, 0.999)


@given(st.floats(0, 1))
def test_feature_is_a_digit(score: float) -> None:
    assert 0 <= entailment_feature(score) <= 9
    assert entailment_feature(1.0) == 9  # Eq. 2 as printed gives 10


@given(probability, likelihoods, st.lists(st.integers(0, 9), min_size=1, max_size=8))
def test_sequential_updates_equal_the_batch_rule(pi: float, table: Likelihoods, features: list[int]) -> None:
    """Appendix B: Eq. 15 (all at once) and Eq. 18 (one by one) agree, in any order."""
    one_by_one = pi
    for f in features:
        one_by_one = posterior(one_by_one, f, table)
    yes = pi * math.prod(table.factual[f] for f in features)
    no = (1 - pi) * math.prod(table.nonfactual[f] for f in features)
    assert one_by_one == pytest.approx(yes / (yes + no), rel=1e-9)
    backwards = pi
    for f in reversed(features):
        backwards = posterior(backwards, f, table)
    assert backwards == pytest.approx(one_by_one, rel=1e-9)
    assert Policy(table, prior=pi).after(features).p_factual == pytest.approx(one_by_one, rel=1e-9)


def test_a_posterior_that_rounds_to_one_is_moved_by_what_is_read_afterwards() -> None:
    """Sixteen documents for a claim made 1.0 of it, and sixty against it changed nothing."""
    table = Likelihoods((0.1, 0.9), (0.9, 0.1))
    assert Policy(table).after([1] * 40).p_factual == 1.0
    for features in ([1] * 40 + [0] * 41, [0] * 41 + [1] * 40, [1, 0] * 40 + [0]):
        assert Policy(table).after(features).p_factual == pytest.approx(0.1, rel=1e-9)
    assert 0 < Policy(table).after([0] * 100).p_factual == pytest.approx(9.0**-100, rel=1e-9)
    assert Policy(table, prior=1e-300).after([0] * 1000).p_factual == 0.0


def test_risks_by_hand() -> None:
    """Eq. 5 with C_M = 14, C_FA = 24: a miss costs (1 - pi) C_M, a false alarm pi C_FA."""
    assert risk_stop(0.9, Costs(14, 24)) == pytest.approx(min(0.1 * 14, 0.9 * 24))
    assert risk_stop(0.1, Costs(14, 24)) == pytest.approx(min(0.9 * 14, 0.1 * 24))


@given(probability, likelihoods, costs)
def test_one_step_risk_is_the_expectation(pi: float, table: Likelihoods, price: Costs) -> None:
    """Eq. 8 written out with posteriors."""
    expected = price.retrieve
    for f in range(10):
        p_f = pi * table.factual[f] + (1 - pi) * table.nonfactual[f]
        expected += p_f * risk_stop(posterior(pi, f, table), price)
    assert risk_continue_one_step(pi, table, price) == pytest.approx(expected, rel=1e-9)


def brute_force(table: Likelihoods, price: Costs, k: int, pi: float) -> float:
    """R_continue(0) of Eq. 6-7 by recursion over all feature sequences."""

    @cache
    def best(step: int, p: float) -> float:
        stop = risk_stop(p, price)
        return stop if step == k else min(stop, go_on(step, p))

    def go_on(step: int, p: float) -> float:
        total = price.retrieve
        for f in range(10):
            p_f = p * table.factual[f] + (1 - p) * table.nonfactual[f]
            total += p_f * best(step + 1, posterior(p, f, table))
        return total

    return go_on(0, pi)


@settings(max_examples=8)
@given(likelihoods, costs, probability)
def test_dynamic_programming_equals_brute_force(table: Likelihoods, price: Costs, pi: float) -> None:
    policy = Policy(table, price, k=3)
    assert policy.risk_continue(0, pi) == pytest.approx(brute_force(table, price, 3, pi), rel=2e-3, abs=2e-3)


@settings(max_examples=8)
@given(likelihoods, costs, probability)
def test_looking_further_ahead_never_costs_more(table: Likelihoods, price: Costs, pi: float) -> None:
    """The exact policy has every option of the one-step policy, and with the last step to go they are the same."""
    exact, short = Policy(table, price, k=5), Policy(table, price, k=5, kind="one-step")
    assert exact.risk_continue(0, pi) <= short.risk_continue(0, pi) + 5e-3
    assert exact.risk_continue(4, pi) == pytest.approx(short.risk_continue(4, pi), rel=2e-3, abs=2e-3)


@st.composite
def symbol_tables(draw: st.DrawFn) -> Likelihoods:
    """Tables over 2 to 6 symbols, as a learned evidence score has them."""
    n = draw(st.integers(2, 6))
    yes, no = (draw(st.lists(st.floats(0.02, 1.0), min_size=n, max_size=n)) for _ in range(2))
    return Likelihoods(tuple(x / sum(yes) for x in yes), tuple(x / sum(no) for x in no))


def cost_of_following(policy: Policy, pi: float) -> float:
    """What a policy really costs: documents until it stops, and then the cheapest declaration."""
    table = policy.likelihoods

    def follow(step: int, p: float) -> float:
        stop = risk_stop(p, policy.costs)
        if step >= policy.k or (step >= policy.at_least and stop < policy.risk_continue(step, p)):
            return stop
        total = policy.costs.retrieve
        for f, (yes, no) in enumerate(zip(table.factual, table.nonfactual, strict=True)):
            total += (p * yes + (1 - p) * no) * follow(step + 1, posterior(p, f, table))
        return total

    return follow(0, pi)


@settings(max_examples=20, deadline=None)
@given(symbol_tables(), costs, probability)
def test_exact_never_costs_more_than_one_step_in_expectation(table: Likelihoods, price: Costs, pi: float) -> None:
    exact = cost_of_following(Policy(table, price, k=3, prior=pi), pi)
    short = cost_of_following(Policy(table, price, k=3, kind="one-step", prior=pi), pi)
    assert exact <= short + 5e-3 + 1e-3 * short


@given(probability, costs)
def test_no_label_contradicts_its_probability(pi: float, price: Costs) -> None:
    policy = Policy(WEAK, price)
    label = policy.label(pi)
    if label is Label.SUPPORTED:
        assert pi >= 0.5
    if label is Label.REFUTED:
        assert pi < 0.5
    assert policy.label(policy.undecided(pi)) is Label.NOT_ENOUGH_EVIDENCE


@given(probability, costs)
def test_a_declared_label_is_the_cheapest_declaration(pi: float, price: Costs) -> None:
    chosen = {
        Label.SUPPORTED: (1 - pi) * price.miss,
        Label.REFUTED: pi * price.false_alarm,
        Label.NOT_ENOUGH_EVIDENCE: price.abstain,
    }
    label = Policy(WEAK, price).label(pi)
    if label is not Label.NOT_ENOUGH_EVIDENCE:
        assert chosen[label] <= min(chosen.values()) * (1 + 1e-9) + 1e-9


def walk(policy: Policy, features: Iterable[int]) -> Iterator[Belief]:
    """Algorithm 1 as the detectors run it: beliefs from the prior on, one feature at a time until the policy stops."""
    belief, read = policy.start(), list[int]()
    yield belief
    rest = iter(features)
    while not policy.stops(belief) and (feature := next(rest, None)) is not None:
        read.append(feature)
        belief = policy.after(read)
        yield belief


def test_the_fold_pulls_only_what_it_needs() -> None:
    pulled = []

    def features() -> object:
        for f in [9] * 10:
            pulled.append(f)
            yield f

    sharp = Likelihoods((1 / 210,) * 9 + (201 / 210,), (201 / 210,) + (1 / 210,) * 9)
    beliefs = list(walk(Policy(sharp), features()))  # type: ignore[arg-type]
    assert len(pulled) == 1 == beliefs[-1].step
    assert beliefs[-1].p_factual > 0.99


def test_the_fold_ends_at_k_and_when_nothing_is_left() -> None:
    free = Policy(WEAK, Costs(28, 96, retrieve=0.0), k=4)
    assert [b.step for b in walk(free, iter([5] * 20))] == [0, 1, 2, 3, 4]
    assert math.isinf(list(walk(free, iter([5] * 20)))[-1].risk_continue)
    assert [b.step for b in walk(free, iter([5]))] == [0, 1]


def test_useless_documents_are_not_bought() -> None:
    """Documents that say nothing cost something: the policy stops as soon as it may."""
    flat = Likelihoods((0.1,) * 10, (0.1,) * 10)
    assert [b.step for b in walk(Policy(flat, at_least=0), iter([5] * 20))] == [0]
    assert [b.step for b in walk(Policy(flat), iter([5] * 20))] == [0, 1]


def test_one_step_is_blind_where_no_single_document_can_flip_the_decision() -> None:
    """The trap in the paper's truncation: with weak evidence and unequal costs it buys nothing, the exact policy does."""
    price = Costs(28, 96)
    short = Policy(WEAK, price, kind="one-step", at_least=0)
    exact = Policy(WEAK, price, at_least=0)
    assert short.stops(short.start())
    assert not exact.stops(exact.start())


@pytest.mark.parametrize("kind", ["exact", "one-step"])
def test_simulated_cost_is_what_the_policy_promised(kind: str) -> None:
    """Mean cost over simulated claims equals the expected cost that the exact policy computes; one-step pays more."""
    price, rng, n = Costs(28, 96), np.random.default_rng(7), 4000
    policy = Policy(WEAK, price, k=8, kind=kind, at_least=0)  # type: ignore[arg-type]
    total = 0.0
    for _ in range(n):
        factual = bool(rng.random() < 0.5)
        row = WEAK.factual if factual else WEAK.nonfactual
        *_, last = walk(policy, iter(rng.choice(10, size=8, p=row).tolist()))
        declared = (1 - last.p_factual) * price.miss < last.p_factual * price.false_alarm
        wrong = declared != factual
        total += last.step * price.retrieve + wrong * (price.false_alarm if factual else price.miss)
    start = Policy(WEAK, price, k=8, at_least=0).start()
    promised = min(start.risk_stop, start.risk_continue)
    if kind == "exact":
        assert total / n == pytest.approx(promised, rel=0.06)
    else:
        assert total / n > promised * 1.1


@pytest.mark.parametrize(
    ("factual", "nonfactual", "why"),
    [
        ((0.5, 0.5), (0.1,) * 10, "^both rows must have a probability for each feature$"),
        ((0.5, 0.6), (0.5, 0.5), "^factual: positive probabilities that sum to 1 are needed$"),
        ((0.5, 0.5), (0.5, 0.4), "^nonfactual: positive probabilities"),
        ((0.0, 1.0), (0.5, 0.5), "^factual: positive"),
        ((-0.5, 1.5), (0.5, 0.5), "^factual: positive"),
        ((1.0,), (1.0,), "^factual: positive"),
        ((0.5, 0.5), (math.nan, 0.5), "^nonfactual: positive"),
    ],
)
def test_bad_tables_are_refused(factual: tuple[float, ...], nonfactual: tuple[float, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Likelihoods(factual, nonfactual)


def test_two_symbols_are_enough_and_the_sum_may_be_rounded() -> None:
    assert Likelihoods((0.5, 0.5000005), (0.25, 0.75)).log_ratios() == pytest.approx(
        [math.log(2), math.log(2 / 3)], abs=1e-5
    )


def test_a_table_that_says_nothing_of_its_claims_counted_none() -> None:
    plain = Likelihoods((0.5, 0.5), (0.5, 0.5))
    assert (plain.nli_sha256, plain.evidence, plain.data, plain.n) == ("", "", "", (0, 0))


def test_bad_policies_are_refused() -> None:
    for prior in (0.0, 1.0, -0.1):
        with pytest.raises(ValueError, match=r"^prior must lie between 0 and 1$"):
            Policy(WEAK, prior=prior)
    for k, at_least in ((0, 0), (3, 4), (3, -1)):
        with pytest.raises(ValueError, match=r"^0 <= at_least <= k and k >= 1 are needed$"):
            Policy(WEAK, k=k, at_least=at_least)
    assert Policy(WEAK, k=1, at_least=1).k == 1 and Policy(WEAK, k=3, at_least=3).at_least == 3


def test_bad_costs_are_refused() -> None:
    for bad in ({"miss": 0.0}, {"false_alarm": 0.0}, {"abstain": 0.0}, {"retrieve": -0.1}):
        with pytest.raises(
            ValueError, match=r"^costs of errors must be positive, and the cost of a document must not be"
        ):
            Costs(**bad)
    assert Costs(miss=0.5, false_alarm=0.5, retrieve=0.0, abstain=0.5).threshold == 0.5


def test_boundaries_enclose_the_declaration_threshold() -> None:
    policy = Policy(WEAK, Costs(28, 96), k=10)
    low, high = policy.boundaries(0)
    assert low < policy.costs.threshold < high
    assert policy.boundaries(10) == (policy.costs.threshold, policy.costs.threshold)


def test_where_the_thresholds_are_one_one_is_told() -> None:
    """``c_abstain=0`` was told as two thresholds a hundredth apart."""
    told = next(lines(Policy(WEAK, Costs(28, 28), k=2)))
    assert told.startswith("one threshold, P(factual) 0.500: supported from it up, refuted below")
    assert svg(Policy(WEAK, Costs(28, 28), k=2)).count("stroke-dasharray") == 1
    for price in (Costs(28, 28, abstain=8), Costs(28, 96)):
        assert next(lines(Policy(WEAK, price, k=2))).endswith("not enough evidence in between")
        assert svg(Policy(WEAK, price, k=2)).count("stroke-dasharray") == 2


def test_one_document_is_told_as_one() -> None:
    for k, told in ((1, "after 1 document: stops"), (2, "after 2 documents: stops")):
        assert list(lines(Policy(WEAK, Costs(28, 28), k=k)))[-1].startswith(told)
