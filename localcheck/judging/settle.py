"""Chooses the label and the quote of a claim from a probability and the strongest sentences for and against it. Pure."""

from __future__ import annotations

from localcheck.errors import LocalcheckError
from localcheck.judging.sides import Quoted, Sides
from localcheck.types import Belief, Claim, Cost, Evidence, Label, Verdict

CLEARLY_FACTUAL = 0.85
"""If the posterior P(factual) is at least this, a contradicting sentence alone does not refute the claim."""


def settle(p_factual: float, declared_factual: bool, found: Sides) -> tuple[Label, Quoted | None]:
    """SUPPORTED if the claim was declared factual and the supporting sentence is at least as strong as the contradicting one;
    REFUTED if the contradicting one is stronger and P(factual) is below ``CLEARLY_FACTUAL``; else NOT_ENOUGH_EVIDENCE.
    """
    for_it = found.support.candidate.weight if found.support else 0.0
    against_it = found.against.candidate.weight if found.against else 0.0
    if found.support is not None and declared_factual and for_it >= against_it:
        return Label.SUPPORTED, found.support
    if found.against is not None and against_it > for_it and p_factual < CLEARLY_FACTUAL:
        return Label.REFUTED, found.against
    return Label.NOT_ENOUGH_EVIDENCE, None


def failed(
    claim: Claim, error: LocalcheckError, evidence: tuple[Evidence, ...], beliefs: tuple[Belief, ...]
) -> Verdict:
    """The claim could not be judged; it keeps its place with the reason."""
    return Verdict(claim, Label.FAILED, 0.5, evidence, beliefs, error=error.message, cost=Cost(passages=len(evidence)))
