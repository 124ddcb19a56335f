"""Frozen values for what the agent did, step by step, and for what it found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from localcheck.agent.tools.described import ToolResult
from localcheck.types import Label, Passage, Step

PlannerName = Literal["rules", "llm", "llm-alone"]
REFLECT = "reflect"
"""Stands as the tool in the step that says what reflection changed."""


@dataclass(frozen=True, slots=True)
class Triple:
    """What was found of one unit: (sentence, label, evidence)."""

    sentence: str
    label: Label
    evidence: Passage | None
    """The passage that the label rests on."""
    line: str = ""
    """The deciding line of the passage, verbatim."""
    tool: str = ""
    why: str = ""
    """One line for a person."""


@dataclass(frozen=True, slots=True)
class CheckedTriple:
    """A triple that reflection may still change."""

    triple: Triple
    wrong: tuple[str, ...] = ()
    """Numbers in the sentence that are wrong."""

    def corrected(self, label: Label, why: str) -> CheckedTriple:
        """The same with another label and the reason for the change."""
        return replace(self, triple=replace(self.triple, label=label, why=why))


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
    return Triple(sentence, result.label, passage, result.line, tool, f"{tool}: {result.line}")
