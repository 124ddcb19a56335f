"""The calls to language models with their answers, stored with the run that made them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from localcheck.store.connection import Part, insert, transaction


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
        rows = (
            {**asdict(call), "request": _json(call.request), "answers": json.dumps(call.answers), "run_id": run_id}
            for call in calls
        )
        with transaction(self._connection) as connection:
            insert(connection, "llm_calls", *rows)


def _json(text: str) -> str:
    """``text`` as JSON that SQLite can hold whatever characters are in it."""
    return json.dumps(json.loads(text))
