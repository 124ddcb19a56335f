"""Which label the posterior and the strongest sentences for and against give a claim, and which sentence is quoted."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from localcheck.errors import LocalcheckError
from localcheck.judging.quotes import Quote, strongest_quote
from localcheck.judging.weigh import Pairs, Weighed, Windows
from localcheck.ports import FloatArray
from localcheck.types import Belief, Claim, Cost, Evidence, Label, Verdict

CLEARLY_FACTUAL = 0.85
"""From this posterior on a contradicting sentence alone does not refute."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A label and what it rests on."""

    label: Label
    evidence: tuple[Evidence, ...]
    """One of every document read; the deciding one with the sentence that carries the decision."""
    best: int | None
    """Which of them that is."""


def decide(
    claim: Claim, weighed: list[Weighed], p_factual: float, declared_factual: bool, windows: Windows
) -> Generator[Pairs, FloatArray, Settled]:
    """Find the strongest sentences for and against, and let them and the posterior settle the label."""
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
    """Label and quote from the posterior and the strongest sentences for and against."""
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
