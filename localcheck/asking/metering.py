"""Counts how a language model is used: calls, tokens, seconds, answers that could not be parsed.

A detector wraps the model it is given, once per document, and reads the difference around each claim::

    meter = Meter(llm)
    before = meter.cost()
    ...                                   # any number of meter.complete([...]) or structured.ask(meter, ...)
    verdict = Verdict(..., cost=meter.cost() - before)
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from time import perf_counter

from localcheck.ports import LLM
from localcheck.types import Completion, CompletionRequest, Cost


class Meter:
    """An ``LLM`` that counts what passes through it.

    A request is one call, however many samples it asks for. Cached answers count with their calls and tokens, because the
    method needs them, but only with the seconds really spent. Safe for use from several threads.
    """

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        self._lock = threading.Lock()
        self._cost = Cost()
        self.info = llm.info

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Pass the requests on and count them."""
        started = perf_counter()
        completions = self._llm.complete(requests)
        self._add(
            Cost(
                llm_calls=len(completions),
                tokens_in=sum(c.tokens_in for c in completions),
                tokens_out=sum(c.tokens_out for c in completions),
                seconds=perf_counter() - started,
            )
        )
        return completions

    def parse_failed(self, count: int = 1) -> None:
        """Count answers that did not fit their schema."""
        self._add(Cost(parse_failures=count))

    def cost(self) -> Cost:
        """Everything counted so far."""
        return self._cost

    def _add(self, cost: Cost) -> None:
        with self._lock:
            self._cost = self._cost + cost
