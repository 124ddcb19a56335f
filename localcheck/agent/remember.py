"""Writes trajectories to the agent's memory as JSON, and reads them back."""

from __future__ import annotations

import json
from typing import get_args

from localcheck.agent.log import Log
from localcheck.agent.steps import PlannerName, Trajectory
from localcheck.errors import BadInput
from localcheck.reports.codec import from_json, to_json
from localcheck.store.agent_memory import AgentMemory
from localcheck.system.jsontext import parse_object
from localcheck.system.resources import sha256_text
from localcheck.types import Document


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
        row = parse_object(text)
        found = from_json(Trajectory, row, "trajectory")
    except (ValueError, KeyError) as error:
        raise _damaged(error) from error
    if found.planner not in get_args(PlannerName):
        raise _damaged(ValueError("no planner has this name"))
    return found


def _damaged(error: Exception) -> BadInput:
    return BadInput("agent.db", f"the agent's memory is damaged: {error}", "move the file away; a new one is made")
