"""Frozen values for what the agent did and what it found, and the units that it goes through, one after another.

A block of code is one unit, and so is every other sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from localcheck.agent.tools.code_examples import code_blocks
from localcheck.agent.tools.described import ToolResult, Unit
from localcheck.judging.sentence_level import claim_of, sentences_of, whole_document
from localcheck.text.patterns import regex
from localcheck.types import Claim, Document, Label, Passage, Sentence, Span, Step

PlannerName = Literal["rules", "llm", "llm-alone"]
REFLECT = "reflect"
"""Stands as the tool in the step that says what reflection changed."""


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
