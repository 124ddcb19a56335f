"""Turns triples into verdicts; the line that the tool gave becomes the verbatim quote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from localcheck.agent.recall import MEMORY
from localcheck.agent.steps import REFLECT, Triple
from localcheck.system.resources import sha256_text
from localcheck.types import Claim, Cost, Entailment, Evidence, Label, Passage, Span, Step, Verdict

SURE = 0.97
"""Probability of a label that a tool computed. Not 1, because a tool may misread what a sentence means."""
SCORES = {Label.SUPPORTED: 1 - SURE, Label.REFUTED: SURE}
ENTAILMENTS = {Label.SUPPORTED: Entailment(SURE, 1 - SURE, 0.0), Label.REFUTED: Entailment(0.0, 1 - SURE, SURE)}
NEUTRAL = Entailment(0.0, 1.0, 0.0)


def counted(steps: Sequence[Step]) -> tuple[tuple[str, float], ...]:
    """The calls by tool as raw scores, which ``eval`` sums, and how many of them failed, counted for the last tool. What was
    recalled counts no calls.
    """
    calls = [s for s in steps if s.tool != REFLECT]
    if any(s.tool == MEMORY for s in calls):
        return (("recalled", 1.0),)
    if not calls:
        return ()
    by_tool = Counter(f"calls:{s.tool}" for s in calls)
    return (
        *((name, float(n)) for name, n in by_tool.items()),
        (f"errors:{calls[-1].tool}", float(sum(s.error for s in calls))),
    )


def verdict_of(claim: Claim, triple: Triple, cost: Cost, steps: tuple[Step, ...]) -> Verdict:
    """The verdict on one unit, with the tool's passage as evidence and the turns that led to it."""
    raw = counted(steps)
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


def numbered(verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """``verdicts`` with no claim id twice: the whole text, a sum in its first sentence and what else that says are three."""
    taken: set[str] = set()
    for verdict in verdicts:
        sentence, _, place = verdict.claim.id.partition(".")
        number = verdict.claim.id
        while number in taken and place.isdecimal():
            place = str(int(place) + 1)
            number = f"{sentence}.{place}"
        taken.add(number)
        evidence = tuple(replace(e, claim_id=number) for e in verdict.evidence)
        yield replace(verdict, claim=replace(verdict.claim, id=number), evidence=evidence)
