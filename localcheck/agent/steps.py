"""Values for what the agent did and what it found, the units that it goes through one after another, and the verdicts on them:
the line that a tool gave becomes the verbatim quote.

A block of code is one unit, and so is every other sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from localcheck.agent.tools.code_examples import code_blocks
from localcheck.agent.tools.described import ToolResult, Unit
from localcheck.judging.sentence_level import claim_of, sentences_of, whole_document
from localcheck.system.resources import sha256_text
from localcheck.text.patterns import regex
from localcheck.types import Claim, Cost, Document, Entailment, Evidence, Label, Passage, Sentence, Span, Step, Verdict

PlannerName = Literal["rules", "llm", "llm-alone"]
REFLECT = "reflect"
"""Stands as the tool in the step that says what reflection changed."""
MEMORY = "memory"
"""Stands as the tool in the step of what was recalled."""


@dataclass(frozen=True, slots=True)
class Triple:
    """What was found of one unit: (sentence, label, evidence), which reflection may still change."""

    sentence: str
    label: Label
    evidence: Passage | None
    """The passage that the label rests on."""
    line: str = ""
    """The deciding line of the passage, verbatim."""
    tool: str = ""
    why: str = ""
    """One line for a person."""
    wrong: tuple[str, ...] = ()
    """Numbers in the sentence that are wrong."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A unit as a model is shown it."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Trajectory:
    """All steps of one document, from the first observation to the result."""

    document: str
    """Id of the document."""
    question: str
    text: str
    planner: PlannerName
    steps: tuple[Step, ...]
    hallucination: bool | None
    """The result; None if the agent did not come to one."""
    wrong: tuple[str, ...] = ()
    """The sentences found wrong."""
    units: tuple[Numbered, ...] = ()
    """The units of the text."""
    tools: tuple[str, ...] = ()
    """The tools at hand, as an instruction names them."""


def triple_of(sentence: str, tool: str, result: ToolResult) -> Triple:
    """A tool's answer about a sentence."""
    passage = Passage(result.title, result.text, result.source)
    return Triple(sentence, result.label, passage, result.line, tool, f"{tool}: {result.line}", result.wrong)


_NUMBER = regex(r"\d")


def whole_unit(document: Document) -> Unit:
    """The document as one unit."""
    return Unit(document.text, 0, Span(0, len(document.text)), document.prompt, document.text, whole=True)


def claim_for(document: Document, unit: Unit) -> Claim:
    """The claim that a unit is: its sentence, also where the unit is a whole block of code, or the whole document."""
    return whole_document(document) if unit.whole else claim_of(sentences_of(document)[unit.sentence])


def sentences_inside(document: Document, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences inside blocks of code, without the one in which a block begins."""
    inside = ([s for s in sentences if block.span.meets(s.span)] for block in code_blocks(document.text))
    return [s for found in inside for s in found[1:]]


def units_of(document: Document, sentences: Sequence[Sentence]) -> list[Unit]:
    """The units of ``document`` in order; the last one with a number is marked as the one that states the result."""
    blocks = [b.span for b in code_blocks(document.text)]
    found: list[Unit] = []
    taken: set[Span] = set()
    for sentence in sentences:
        span = next((block for block in blocks if block.meets(sentence.span)), sentence.span)
        if span not in taken:
            taken.add(span)
            text = span.of(document.text)
            found.append(Unit(text, sentence.index, span, document.prompt, document.text))
    last = max((i for i, u in enumerate(found) if _NUMBER.search(u.text)), default=None)
    return [replace(u, last=i == last) for i, u in enumerate(found)]


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
