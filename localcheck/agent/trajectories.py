"""Trajectories as training data (Section 2.4.1): ReAct chats with loss masks, filtered by form and by the gold label."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from localcheck.agent.recall import MEMORY
from localcheck.agent.steps import Trajectory
from localcheck.types import Step

JSON = Any


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
        reason = fault(trajectory, gold) or ("said twice" if place in seen else "")
        if reason:
            kept.dropped[reason] += 1
            continue
        seen.add(place)
        kept.kept += 1
        kept.steps += len(trajectory.steps)
        kept.tools.update(s.tool for s in trajectory.steps)
        yield chat_of(trajectory)


def fault(trajectory: Trajectory, gold: Mapping[tuple[str, str], bool] | None) -> str:
    """Why a trajectory is not kept: no proper end, a failed call, a recalled verdict, or a result other than the gold label;
    empty if it is kept.
    """
    if not trajectory.steps or trajectory.steps[-1].tool != "get_answer" or trajectory.hallucination is None:
        return "no end"
    if any(step.error for step in trajectory.steps):
        return "failed call"
    if any(step.tool == MEMORY for step in trajectory.steps):
        return "recalled"
    if gold is None:
        return ""
    label = gold.get((trajectory.question, trajectory.text))
    if label is None:
        return "no gold label"
    return "" if label == trajectory.hallucination else "another result than the gold label"


def chat_of(trajectory: Trajectory) -> JSON:
    """A chat whose turns are marked for training: thoughts and actions are learned, observations are not (Eq. 1)."""
    question = f"Question: {trajectory.question}\n\n" if trajectory.question else ""
    turns = [_turn("user", f"{question}Reply: {trajectory.text}", False)]
    for step in trajectory.steps:
        turns.append(_turn("assistant", action_of(step), True))
        if step.tool != "get_answer":
            turns.append(_turn("user", f"OBSERVATION: {step.observation}", False))
    return {
        "messages": turns,
        "document": trajectory.document,
        "planner": trajectory.planner,
        "hallucination": trajectory.hallucination,
    }


def action_of(step: Step) -> str:
    """Thought and action in the form of Figure 4."""
    arguments = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in step.arguments)
    return f"THOUGHT: {step.thought}\nACTION: {step.tool}({arguments})"


def _turn(role: str, content: str, learnt: bool) -> JSON:
    return {"role": role, "content": content, "loss": int(learnt)}
