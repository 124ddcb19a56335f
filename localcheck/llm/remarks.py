"""Keeps what answers say about themselves (``Completion.note``), until the report takes it."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.ports import LLM
from localcheck.types import Completion, CompletionRequest


class Remarked:
    """Passes requests on to ``llm`` and keeps the notes of the answers: what a server could not do as asked."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        self._notes: dict[str, None] = {}
        self.info = llm.info

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """The answers of the model behind it."""
        completions = self._llm.complete(requests)
        self._notes.update((c.note, None) for c in completions if c.note)
        return completions

    def take(self) -> tuple[str, ...]:
        """The notes since the last call of this method, each once."""
        taken, self._notes = tuple(self._notes), {}
        return taken

    def close(self) -> None:
        """Close what is behind it."""
        close = getattr(self._llm, "close", None)
        if close is not None:
            close()
