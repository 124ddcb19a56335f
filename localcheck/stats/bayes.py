"""Bayesian sequential analysis of evidence: Wang et al. 2023, "Hallucination Detection for Generative Large Language
Models by Bayesian Sequential Estimation", Sections 3.3 to 3.5.

Pure functions of numbers. ``pi`` is always the probability that the claim is factual. Costs are in units of one
retrieval when ``retrieve`` is 1.

The printed paper has three slips, which are corrected here: the prose above Eq. 5 swaps the two costs (the equation is
right); in Algorithm 1 the line ``n <- n + 1`` stands in the branch that stops; Eq. 2 gives 10 at s = 1 although
features are 0..9.

The authors' code, from which the published figures come, differs from the paper: it reads on while the cost of the *mean
posterior* after one more document, all ten features counted alike, is lower (Eq. 8: the mean cost, weighted by P(f)); it
divides the logits by five before the softmax; it reads the first 4,000 words of a page, in windows of 400 words that share 100
(Section 3.3: windows of 400 tokens, moved on by 100). The equations are followed here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Literal

import numpy as np

from localcheck.stats.costs import ContinuationTable, continuation_table
from localcheck.stats.costs import Costs as Costs
from localcheck.stats.costs import Likelihoods as Likelihoods
from localcheck.stats.ragged import FloatArray
from localcheck.types import Belief, Label

FEATURES = 10
UNDECIDED_MARGIN = 0.01
"""A posterior that has no quote for its label is moved this far inside the two thresholds."""
PolicyName = Literal["exact", "one-step"]


def entailment_feature(score: float) -> int:
    """f = floor(10 s), clamped to 0..9 (Eq. 2). ``score`` is P(entailment) in [0, 1].

    >>> entailment_feature(0.55), entailment_feature(1.0)
    (5, 9)
    """
    return min(max(math.floor(FEATURES * score), 0), FEATURES - 1)


def posterior(pi: float, feature: int, likelihoods: Likelihoods) -> float:
    """pi_1(n + 1) from pi_1(n) and f_{n+1} (Eq. 4)."""
    yes = pi * likelihoods.factual[feature]
    no = (1.0 - pi) * likelihoods.nonfactual[feature]
    return yes / (yes + no) if yes + no > 0 else pi


def thresholds(costs: Costs) -> tuple[float, float]:
    """The posteriors (refuted up to, supported from) of a label under these costs; never on the other side of one half."""
    return min(costs.nonfactual_to, 0.5 - UNDECIDED_MARGIN), max(costs.factual_from, 0.5)


def risk_stop(pi: float, costs: Costs) -> float:
    """R_stop = min((1 - pi) C_M, pi C_FA, C_abstain) (Eq. 5, with 1 - pi_0 = pi_1, and abstaining)."""
    return min((1.0 - pi) * costs.miss, pi * costs.false_alarm, costs.abstain)


def risk_continue_one_step(pi: float, likelihoods: Likelihoods, costs: Costs) -> float:
    """C_retrieve + E[R_stop(n + 1)]: the truncation of Cardillo and Fu (Eq. 8).

    Uses min((1 - pi') C_M, pi' C_FA) P(f) = min((1 - pi) p0(f) C_M, pi p1(f) C_FA), which needs no division.
    """
    no, yes = (1.0 - pi) * np.asarray(likelihoods.nonfactual), pi * np.asarray(likelihoods.factual)
    declared = np.minimum(no * costs.miss, yes * costs.false_alarm)
    return costs.retrieve + float(np.minimum(declared, (no + yes) * costs.abstain).sum())


@dataclass(frozen=True)
class Policy:
    """When to stop, and what to declare."""

    likelihoods: Likelihoods
    costs: Costs = Costs()
    k: int = 10
    """At most this many documents (K)."""
    kind: PolicyName = "exact"
    """``exact``: backward induction (Eq. 6-7); ``one-step``: the paper's truncation (Eq. 8)."""
    prior: float = 0.5
    """pi_1(0)."""
    at_least: int = 1
    """Documents that are read before stopping is allowed; Algorithm 1 reads one."""
    second: Likelihoods | None = None
    """Of the answers of a stronger reader about a document that was read; None without one. Only the exact policy asks it."""
    c_consult: float = 0.0
    """Cost of asking it once."""

    def __post_init__(self) -> None:
        if not 0 < self.prior < 1:
            raise ValueError("prior must lie between 0 and 1")
        if self.k < 1 or not 0 <= self.at_least <= self.k:
            raise ValueError("0 <= at_least <= k and k >= 1 are needed")

    @cached_property
    def table(self) -> ContinuationTable:
        """The exact continuation risks; computed once per (likelihoods, costs, K)."""
        return continuation_table(self.likelihoods, self.costs, self.k, second=self.second, c_consult=self.c_consult)

    @cached_property
    def ratios(self) -> FloatArray:
        """log P(f | theta_1) - log P(f | theta_0), shape (features,)."""
        return self.likelihoods.log_ratios()

    def risk_continue(self, step: int, pi: float) -> float:
        """Expected cost of reading on after ``step`` documents; infinite after K."""
        if step >= self.k:
            return math.inf
        if self.kind == "one-step":
            return risk_continue_one_step(pi, self.likelihoods, self.costs)
        return self.table.risk(step, pi)

    def start(self) -> Belief:
        """The belief before any document."""
        return self._belief(0, self.prior, None)

    def after(self, symbols: Iterable[int | None], answers: Iterable[int | None] = ()) -> Belief:
        """The belief after documents with these features (Eq. 4); None for one that says nothing: its step counts, and the
        posterior stays. ``answers``: of the stronger reader about each document; None where it was not asked.

        Log-odds are added, since a posterior that has been rounded to 1 would stay there whatever is read afterwards.
        """
        odds, belief = math.log(self.prior) - math.log1p(-self.prior), self.start()
        for symbol, answer in zip_longest(symbols, answers):
            if symbol is not None:
                odds += float(self.ratios[symbol])
            belief = self._belief(belief.step + 1, belief.p_factual if symbol is None else _probability(odds), symbol)
            if answer is not None:
                assert self.second is not None, "there is a stronger reader to ask"
                odds += float(self.second.log_ratios()[answer])
                belief = replace(self._belief(belief.step, _probability(odds), answer), consulted=True)
        return belief

    def _belief(self, step: int, pi: float, feature: int | None) -> Belief:
        asking = self.table.consult(step, pi) if self.second is not None and self.kind == "exact" else None
        return Belief(step, pi, risk_stop(pi, self.costs), self.risk_continue(step, pi), feature, asking)

    def stops(self, belief: Belief) -> bool:
        """True if stopping is cheaper than the expected cost of reading on, or after K documents (Section 3.4)."""
        if belief.step < self.at_least:
            return False
        return belief.step >= self.k or belief.risk_stop < belief.risk_continue

    def asks(self, belief: Belief) -> bool:
        """True if asking the stronger reader about the last document costs less than deciding and than reading on."""
        if belief.risk_consult is None or belief.consulted:
            return False
        return belief.risk_consult < min(belief.risk_stop, belief.risk_continue)

    def label(self, pi: float) -> Label:
        """SUPPORTED or REFUTED beyond the two thresholds (``thresholds``), NOT_ENOUGH_EVIDENCE between them.

        No label contradicts its probability: with the costs 28 and 96, declaring "factual" is cheaper from a posterior of 0.23
        on, but a claim is not called supported below 0.5.
        """
        low, high = self.thresholds()
        if pi >= high:
            return Label.SUPPORTED
        return Label.REFUTED if pi <= low else Label.NOT_ENOUGH_EVIDENCE

    def undecided(self, pi: float) -> float:
        """``pi`` moved between the two thresholds; used for a claim for whose label no sentence can be quoted."""
        low, high = self.thresholds()
        margin = min(UNDECIDED_MARGIN, (high - low) / 4)
        return min(max(pi, low + margin), high - margin)

    def thresholds(self) -> tuple[float, float]:
        """(highest posterior for REFUTED, lowest posterior for SUPPORTED)."""
        return thresholds(self.costs)

    @property
    def one_threshold(self) -> bool:
        """True if the two thresholds are one, but for the room in which a claim is put whose label has no quote."""
        low, high = self.thresholds()
        return high - low < UNDECIDED_MARGIN + 1e-9

    def boundaries(self, step: int) -> tuple[float, float]:
        """(low, high): stopping after ``step`` documents is optimal at or outside these posteriors.

        Both are the declaration threshold where stopping is optimal everywhere.
        """
        grid = np.linspace(0.001, 0.999, 999)
        reads_on = np.array([self.risk_continue(step, float(p)) <= risk_stop(float(p), self.costs) for p in grid])
        inside = grid[reads_on]
        if inside.size == 0:
            return self.costs.threshold, self.costs.threshold
        return float(inside[0]), float(inside[-1])


def _probability(odds: float) -> float:
    """That of these log-odds, however large they are."""
    small = math.exp(-abs(odds))
    return (1.0 if odds >= 0 else small) / (1.0 + small)
