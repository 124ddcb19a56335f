"""What the agent did, step by step, and what it remembers: frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from localcheck.tools.described import ToolResult
from localcheck.types import Label, Passage, Step

PlannerName = Literal["rules", "llm"]


@dataclass(frozen=True, slots=True)
class Triple:
    """What memory holds of one unit: (sentence, label, supporting evidence)."""

    sentence: str
    label: Label
    evidence: Passage | None
    """The passage that carries the label."""
    line: str = ""
    """The line of it that does, verbatim."""
    tool: str = ""
    why: str = ""
    """One line for a person."""


@dataclass(frozen=True, slots=True)
class CheckedTriple:
    """A triple on its way through reflection."""

    triple: Triple
    wrong: tuple[str, ...] = ()
    """Values in it that are wrong."""

    def corrected(self, label: Label, why: str) -> CheckedTriple:
        """With another label, and the reason for it."""
        return replace(self, triple=replace(self.triple, label=label, why=why))


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
    """The result; None when the detection did not end by itself."""
    wrong: tuple[str, ...] = ()
    """The sentences found wrong."""
    meta: tuple[tuple[str, str], ...] = field(default=())


def triple_of(sentence: str, tool: str, result: ToolResult) -> Triple:
    """A tool's answer as what memory holds."""
    passage = Passage(result.title, result.text, result.source)
    return Triple(sentence, result.label, passage, result.line, tool, f"{tool}: {result.line}")
