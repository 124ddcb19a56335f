"""Trajectories and triples to and from the JSON that memory keeps."""

from __future__ import annotations

import json
from dataclasses import asdict

from localcheck.agent.log import Log
from localcheck.agent.steps import Trajectory, Triple
from localcheck.codec import from_json, to_json
from localcheck.resources import sha256_text
from localcheck.store.agent_memory import AgentMemory, Remembered
from localcheck.types import Document, Label, Passage, Step


def digest_of(document: Document) -> str:
    """By what a document is found again: its text and its question."""
    return sha256_text(f"{document.prompt}\0{document.text}")


def keep(memory: AgentMemory, log: Log) -> None:
    """Write the log of one document."""
    trajectory = log.trajectory()
    memory.keep(
        log.document.id,
        digest_of(log.document),
        log.planner,
        json.dumps(to_json(trajectory), ensure_ascii=False),
        [_kept(t) for t in log.triples],
    )


def recall(memory: AgentMemory, document: Document) -> dict[str, Triple]:
    """What the newest detection of this document found, by sentence."""
    return {r.sentence: _triple(r) for r in memory.recall(digest_of(document))}


def _kept(triple: Triple) -> Remembered:
    passage = None if triple.evidence is None else asdict(triple.evidence)
    body = {"passage": passage, "line": triple.line, "tool": triple.tool, "why": triple.why}
    return Remembered(triple.sentence, triple.label.value, json.dumps(body, ensure_ascii=False))


def _triple(kept: Remembered) -> Triple:
    body = json.loads(kept.evidence)
    passage = None if body["passage"] is None else from_json(Passage, body["passage"])
    return Triple(kept.sentence, Label(kept.label), passage, body["line"], body["tool"], body["why"])


def trajectory_from_json(text: str) -> Trajectory:
    """The inverse of what ``keep`` writes."""
    row = json.loads(text)
    steps = tuple(from_json(Step, step) for step in row["steps"])
    return Trajectory(
        row["document"],
        row["question"],
        row["text"],
        row["planner"],
        steps,
        row["hallucination"],
        tuple(row["wrong"]),
        tuple(row["meta"].items()) if isinstance(row["meta"], dict) else (),
    )
