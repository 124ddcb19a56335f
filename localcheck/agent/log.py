"""Records the steps that the agent takes on one document."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from localcheck.agent.steps import REFLECT, Numbered, PlannerName, Trajectory, Triple
from localcheck.agent.tools.described import Arguments
from localcheck.agent.units import units_of
from localcheck.judging.sentence_level import sentences_of
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

    def note(self, thought: str) -> None:
        """Add a turn that says what reflection changed."""
        self.add(f"Reflection: {thought}", REFLECT, {}, "corrected")

    def remember(self, triple: Triple) -> None:
        """Add a (sentence, label, evidence) triple."""
        self.triples.append(triple)

    def trajectory(self) -> Trajectory:
        """All steps so far, ended by a call of get_answer."""
        wrong = tuple(t.sentence for t in self.triples if t.label is Label.REFUTED)
        steps = list(self.steps)
        if self.ended and not (steps and steps[-1].tool == "get_answer"):
            arguments = (("hallucination", bool(wrong)), ("sentences", list(wrong)))
            steps.append(Step(_last_thought(self.triples), "get_answer", arguments, "yes" if wrong else "no"))
        found = bool(wrong) if self.ended else None
        d = self.document
        units = tuple(Numbered(u.sentence, u.text) for u in units_of(d, sentences_of(d)))
        return Trajectory(d.id, d.prompt, d.text, self.planner, tuple(steps), found, wrong, units, self.tools)


def _last_thought(triples: list[Triple]) -> str:
    wrong = sum(t.label is Label.REFUTED for t in triples)
    return f"All {len(triples)} are checked, {wrong} wrong: label = {int(wrong > 0)}."
