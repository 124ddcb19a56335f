"""Asks for JSON that fits a schema and can be used; asks once more if the first answer does not or cannot."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from localcheck.asking.answers import parse_json, text_of
from localcheck.asking.metering import Meter
from localcheck.errors import Unparsed
from localcheck.types import JSON, Completion, CompletionRequest

RETRY_TEMPERATURE = 0.5
"""A second try at temperature 0 would give the first answer again."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The answer to one request under a schema."""

    value: JSON
    """The parsed answer; None when ``error`` is set."""
    completion: Completion
    """The last completion, parsed or not."""
    error: str = ""
    """Why there is no value, in one line: the backend failed, or neither answer fitted the schema and could be used."""
    failures: int = 0
    """How many answers did not fit or could not be used: 0, 1 (the second try did) or 2."""
    first: Completion | None = None
    """The first completion, if there was a second try."""

    @property
    def completions(self) -> tuple[Completion, ...]:
        """The completions of all tries."""
        return (self.completion,) if self.first is None else (self.first, self.completion)


Wrong = Callable[[JSON], str]
"""Why an answer that fits its schema still cannot be used; empty where it can."""


def ask(meter: Meter, requests: Sequence[CompletionRequest], wrong: Wrong = lambda _: "") -> list[Parsed]:
    """Ask for JSON (every request has a ``schema``) and parse it; ask once more where it does not fit or is ``wrong``.
    Requests are batched.
    """
    first = [_read(r, c, wrong) for r, c in zip(requests, meter.complete(requests), strict=True)]
    again = [i for i, p in enumerate(first) if p.failures]
    if again:
        retries = [_second_try(requests[i]) for i in again]
        for i, request, completion in zip(again, retries, meter.complete(retries), strict=True):
            second = _read(request, completion, wrong)
            first[i] = replace(second, failures=first[i].failures + second.failures, first=first[i].completion)
    if failures := sum(p.failures for p in first):
        meter.parse_failed(failures)
    return first


def _read(request: CompletionRequest, completion: Completion, wrong: Wrong) -> Parsed:
    try:
        value = parse_json(text_of(completion), json.loads(request.schema))
        if why := wrong(value):
            raise Unparsed(why)
        return Parsed(value, completion)
    except Unparsed as error:
        return Parsed(None, completion, error.message, failures=int(not completion.error))


def _second_try(request: CompletionRequest) -> CompletionRequest:
    """The same request with another seed and a temperature high enough to give another answer."""
    key = f"{request.key}/retry" if request.key else ""
    return replace(request, seed=request.seed + 1, temperature=max(request.temperature, RETRY_TEMPERATURE), key=key)
