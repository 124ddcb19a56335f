"""Records the steps that the agent takes on one document, and keeps them as a trajectory in the agent's memory."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import get_args

from localcheck.agent.steps import Numbered, PlannerName, Trajectory, Triple, units_of
from localcheck.agent.tools.described import Arguments
from localcheck.errors import BadInput
from localcheck.judging.sentence_level import sentences_of
from localcheck.reports.codec import from_json, to_json
from localcheck.store.agent_memory import AgentMemory
from localcheck.system.jsontext import parse_object
from localcheck.system.resources import sha256_text
from localcheck.types import Document, Label, Step


@dataclass(slots=True)
class Log:
    """Steps and triples of one document."""

    document: Document
    planner: PlannerName
    tools: tuple[str, ...] = ()
    """The tools at hand, as an instruction names them."""
    steps: list[Step] = field(default_factory=list)
    triples: list[Triple] = field(default_factory=list)
    ended: bool = True
    _since: float = field(default_factory=time.perf_counter)

    def add(
        self,
        thought: str,
        tool: str,
        arguments: Arguments,
        observation: str,
        label: Label = Label.NOT_ENOUGH_EVIDENCE,
        error: bool = False,
        sentence: int = -1,
    ) -> None:
        """Add a turn about a sentence, or (-1) about the whole text."""
        now = time.perf_counter()
        given, seconds = tuple(arguments.items()), now - self._since
        self.steps.append(Step(thought, tool, given, observation, label, error, seconds, sentence))
        self._since = now

    def since(self, mark: int) -> tuple[Step, ...]:
        """The turns after the first ``mark`` ones: those of one unit, where units come one after another."""
        return tuple(self.steps[mark:])

    def trajectory(self) -> Trajectory:
        """All steps so far, ended by a call of get_answer."""
        wrong = tuple(t.sentence for t in self.triples if t.label is Label.REFUTED)
        steps = list(self.steps)
        if self.ended and not (steps and steps[-1].tool == "get_answer"):
            arguments = (("hallucination", bool(wrong)), ("sentences", list(wrong)))
            thought = f"All {len(self.triples)} are checked, {len(wrong)} wrong: label = {int(bool(wrong))}."
            steps.append(Step(thought, "get_answer", arguments, "yes" if wrong else "no"))
        found = bool(wrong) if self.ended else None
        d = self.document
        units = tuple(Numbered(u.sentence, u.text) for u in units_of(d, sentences_of(d)))
        return Trajectory(d.id, d.prompt, d.text, self.planner, tuple(steps), found, wrong, units, self.tools)


def digest_of(document: Document) -> str:
    """The key of a document in memory: a digest of its question and its text."""
    return sha256_text(f"{document.prompt}\0{document.text}")


def keep(memory: AgentMemory, log: Log) -> None:
    """Write the log of one document."""
    trajectory = log.trajectory()
    memory.keep(
        log.document.id, digest_of(log.document), log.planner, json.dumps(to_json(trajectory), ensure_ascii=False)
    )


def trajectory_from_json(text: str) -> Trajectory:
    """The inverse of what ``keep`` writes. Raises ``BadInput`` for anything else."""
    try:
        found = from_json(Trajectory, parse_object(text), "trajectory")
        if found.planner not in get_args(PlannerName):
            raise ValueError("no planner has this name")
    except (ValueError, KeyError) as error:
        why = f"the agent's memory is damaged: {error}"
        raise BadInput("agent.db", why, "move the file away; a new one is made") from error
    return found
