"""Trajectories as training data (Section 2.4.1): chats with loss masks, filtered by form and by the gold label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from localcheck.agent.dialogue import MAX_TOKENS, THOUGHT, Turn, brief, observed, opening
from localcheck.agent.steps import MEMORY, REFLECT, Trajectory
from localcheck.types import JSON, Step

SPLIT = "split_text"
"""A turn of the planner without a model that is none of the one with a model, whose text is split already."""
LONGEST = 3 * MAX_TOKENS
"""Bytes of a turn; a longer one could not be written as one answer."""


@dataclass(slots=True)
class Kept:
    """How many trajectories were kept and why others were not (Table 2)."""

    total: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    tools: Counter[str] = field(default_factory=Counter)
    steps: int = 0

    def as_json(self) -> JSON:
        """For printing."""
        return {
            "total": self.total,
            "kept": self.kept,
            "dropped": dict(sorted(self.dropped.items())),
            "steps_per_trajectory": self.steps / self.kept if self.kept else 0.0,
            "calls": dict(sorted(self.tools.items())),
        }


def export(
    trajectories: Iterable[Trajectory], gold: Mapping[tuple[str, str], bool] | None, kept: Kept
) -> Iterator[JSON]:
    """Chats of the trajectories that are good training data; ``kept`` counts them and the reasons for leaving others out.

    ``gold`` says for (question, text) whether the text is hallucinated; without it only the form is checked.
    """
    seen: set[tuple[str, str]] = set()
    for trajectory in trajectories:
        kept.total += 1
        place = (trajectory.question, trajectory.text)
        turns = spoken(trajectory)
        reason = fault(trajectory, turns, gold) or ("said twice" if place in seen else "")
        if reason:
            kept.dropped[reason] += 1
            continue
        seen.add(place)
        kept.kept += 1
        kept.steps += len(turns)
        kept.tools.update(turn.tool for turn, _ in turns)
        yield chat_of(trajectory, turns)


Spoken = Sequence[tuple[Turn, Step]]
"""Turns as a model would say them, each with the step that it was."""


def spoken(trajectory: Trajectory) -> Spoken:
    """The steps of a trajectory as turns of the planner with a language model."""
    found: list[tuple[Turn, Step]] = []
    reflections: list[str] = []
    for step in trajectory.steps:
        if step.tool == REFLECT:
            reflections.append(step.thought)
        elif step.tool != SPLIT or step.sentence >= 0:
            thought = " ".join([*reflections, step.thought])
            reflections.clear()
            arguments = brief(step.tool, dict(step.arguments), trajectory.question, trajectory.text)
            found.append((Turn(thought, step.sentence, step.tool, arguments), step))
    return found


def fault(trajectory: Trajectory, turns: Spoken, gold: Mapping[tuple[str, str], bool] | None) -> str:
    """Why a trajectory is not kept: its form (no proper end, a failed call, a recalled verdict, evidence that was not shown,
    a turn that is too long), or a result other than its own answer or the gold label; empty if it is kept.
    """
    if not turns or turns[-1][0].tool != "get_answer" or trajectory.hallucination is None:
        return "no end"
    if any(step.error for step in trajectory.steps):
        return "failed call"
    if any(step.tool == MEMORY for step in trajectory.steps):
        return "recalled"
    if any(len(turn.said.encode()) > LONGEST or len(turn.thought) > THOUGHT for turn, _ in turns):
        return "a turn too long to be written"
    if _unseen(trajectory, turns):
        return "evidence that was not shown"
    if turns[-1][0].arguments.get("hallucination") != trajectory.hallucination:
        return "a result that differs from its own answer"
    if gold is None:
        return ""
    label = gold.get((trajectory.question, trajectory.text))
    if label is None:
        return "no gold label"
    return "" if label == trajectory.hallucination else "a result that differs from the gold label"


def _unseen(trajectory: Trajectory, turns: Spoken) -> bool:
    """Does a call of ``match`` copy from what the model was not shown?"""
    shown = f"{trajectory.question}\n{trajectory.text}"
    for turn, step in turns:
        if turn.tool == "match" and str(turn.arguments.get("context", "")) not in shown:
            return True
        shown += "\n" + observed(step.observation, step.label)
    return False


def chat_of(trajectory: Trajectory, turns: Spoken) -> JSON:
    """A chat whose turns are marked for training: thoughts and actions are learned, the rest is not (Eq. 1)."""
    begun = opening(
        trajectory.question, trajectory.text, {u.number: u.text for u in trajectory.units}, trajectory.tools
    )
    messages = [_message(m.role, m.content, False) for m in begun]
    for turn, step in turns:
        messages.append(_message("assistant", turn.said, True))
        if turn.tool != "get_answer":
            messages.append(_message("user", observed(step.observation, step.label), False))
    return {
        "messages": messages,
        "document": trajectory.document,
        "planner": trajectory.planner,
        "hallucination": trajectory.hallucination,
    }


def _message(role: str, content: str, learnt: bool) -> JSON:
    return {"role": role, "content": content, "loss": int(learnt)}
