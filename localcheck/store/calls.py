"""The calls to language models with their answers, stored with the run that made them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from localcheck.store.connection import Part, storable, transaction


@dataclass(frozen=True, slots=True)
class LLMCall:
    """One request to a language model with its answers."""

    at: float
    """When it was answered, in seconds since 1970, UTC."""
    model: str
    request_sha256: str
    """Digest of the request, as in recorded answers."""
    stage: str
    """The stage key, for example ``em/stage1/17``."""
    request: str
    """The request as canonical JSON."""
    answers: tuple[str, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cached: bool = False
    error: str = ""


class Calls(Part):
    """Appending."""

    def add(self, calls: list[LLMCall], run_id: int | None = None) -> None:
        """Append calls; ``run_id`` is the run that made them, if any."""
        rows = [
            (c.at, storable(c.model), c.request_sha256, storable(c.stage), _json(c.request),
             json.dumps(c.answers), c.tokens_in, c.tokens_out, c.seconds, int(c.cached), storable(c.error), run_id)
            for c in calls
        ]  # fmt: skip
        with transaction(self._connection) as connection:
            connection.executemany(
                "INSERT INTO llm_calls (at, model, request_sha256, stage, request, answers, tokens_in, tokens_out, seconds,"
                " cached, error, run_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
            )


def _json(text: str) -> str:
    """``text`` as JSON that SQLite can hold whatever characters are in it."""
    return json.dumps(json.loads(text))
