"""Chooses the label and the quote of a claim from the posterior and the strongest sentences for and against it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from localcheck.errors import LocalcheckError
from localcheck.judging.quotes import Quote, strongest_quote
from localcheck.judging.weigh import Pairs, Weighed, Windows
from localcheck.ports import FloatArray
from localcheck.types import Belief, Claim, Cost, Evidence, Label, Verdict

CLEARLY_FACTUAL = 0.85
"""If the posterior P(factual) is at least this, a contradicting sentence alone does not refute the claim."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A label with its evidence."""

    label: Label
    evidence: tuple[Evidence, ...]
    """One for every document read; the deciding one has the quoted sentence."""
    best: int | None
    """Which of them is the deciding one; None if there is none."""


def decide(
    claim: Claim, weighed: list[Weighed], p_factual: float, declared_factual: bool, windows: Windows
) -> Generator[Pairs, FloatArray, Settled]:
    """Find the strongest sentences for and against the claim, then choose label and quote (``settle``)."""
    support = yield from strongest_quote(claim, weighed, 0, windows)
    against = yield from strongest_quote(claim, weighed, 2, windows)
    label, quote = settle(p_factual, declared_factual, support, against)
    evidence = [w.evidence for w in weighed]
    if quote is not None:
        evidence[quote.index] = quote.evidence
    return Settled(label, tuple(evidence), None if quote is None else quote.index)


def settle(
    p_factual: float, declared_factual: bool, support: Quote | None, against: Quote | None
) -> tuple[Label, Quote | None]:
    """SUPPORTED if the claim was declared factual and the supporting sentence is at least as strong as the contradicting one;
    REFUTED if the contradicting one is stronger and P(factual) is below ``CLEARLY_FACTUAL``; else NOT_ENOUGH_EVIDENCE.
    """
    for_it = support.weight if support else 0.0
    against_it = against.weight if against else 0.0
    if support is not None and declared_factual and for_it >= against_it:
        return Label.SUPPORTED, support
    if against is not None and against_it > for_it and p_factual < CLEARLY_FACTUAL:
        return Label.REFUTED, against
    return Label.NOT_ENOUGH_EVIDENCE, None


def failed(
    claim: Claim, error: LocalcheckError, evidence: tuple[Evidence, ...], beliefs: tuple[Belief, ...]
) -> Verdict:
    """The claim could not be judged; it keeps its place with the reason."""
    return Verdict(claim, Label.FAILED, 0.5, evidence, beliefs, error=error.message, cost=Cost(passages=len(evidence)))
