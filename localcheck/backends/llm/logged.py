"""A wrapper that reports every request with its answer, so that the store can keep them with the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from localcheck.ports import LLM
from localcheck.types import Completion, CompletionRequest

Tell = Callable[[CompletionRequest, Completion], None]


class Logged:
    """Passes requests on to ``llm`` and calls ``tell`` with every request and its completion, in order."""

    def __init__(self, llm: LLM, tell: Tell) -> None:
        self._llm, self._tell = llm, tell
        self.info = llm.info

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """The answers of the model behind it."""
        completions = self._llm.complete(requests)
        for request, completion in zip(requests, completions, strict=True):
            self._tell(request, completion)
        return completions
