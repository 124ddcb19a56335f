"""Turns triples into verdicts; the line that the tool gave becomes the verbatim quote."""

from __future__ import annotations

from localcheck.agent.steps import Triple
from localcheck.system.resources import sha256_text
from localcheck.types import Claim, Cost, Entailment, Evidence, Label, Passage, Span, Step, Verdict

SURE = 0.97
"""Probability of a label that a tool computed. Not 1, because a tool may misread what a sentence means."""
SCORES = {Label.SUPPORTED: 1 - SURE, Label.REFUTED: SURE}
ENTAILMENTS = {Label.SUPPORTED: Entailment(SURE, 1 - SURE, 0.0), Label.REFUTED: Entailment(0.0, 1 - SURE, SURE)}
NEUTRAL = Entailment(0.0, 1.0, 0.0)


def counted(*tools: str, errors: int = 0) -> tuple[tuple[str, float], ...]:
    """The number of calls by tool as raw scores, which ``eval`` sums; ``errors`` counts for the last tool."""
    calls = tuple((f"calls:{tool}", float(tools.count(tool))) for tool in dict.fromkeys(tools))
    return (*calls, (f"errors:{tools[-1]}", float(errors))) if tools else ()


def verdict_of(
    claim: Claim,
    triple: Triple,
    cost: Cost,
    raw: tuple[tuple[str, float], ...] = (),
    steps: tuple[Step, ...] = (),
) -> Verdict:
    """The verdict on one unit, with the tool's passage as evidence and the turns that led to it."""
    if triple.evidence is None:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=triple.why, cost=cost, raw=raw, steps=steps)
    evidence = evidence_of(claim, triple.evidence, triple.line, triple.label)
    settled = triple.label in SCORES
    return Verdict(
        claim,
        triple.label,
        SCORES.get(triple.label, 0.5),
        (evidence,),
        rationale=triple.why,
        cost=cost,
        raw=raw,
        best=0 if settled else None,
        steps=steps,
    )


def evidence_of(claim: Claim, passage: Passage, line: str, label: Label) -> Evidence:
    """A passage with ``line`` as its quote."""
    start = passage.text.find(line)
    span = Span(start, start + len(line)) if line and start >= 0 else Span(0, 0)
    whole, row = Span(0, len(passage.text)), ENTAILMENTS.get(label, NEUTRAL)
    quote = span.of(passage.text)
    return Evidence(claim.id, passage, whole, row, quote, span, sha256_text(quote) if quote else "")
