"""Requests to a language model as data: their digest, their text, and what is wrong with one."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

from localcheck.types import Completion, CompletionRequest

LEAST_MASS = 0.5
LOW_MASS = (
    "less than half of what the model would have answered were the options it was offered: read its scores with care"
)
"""The note of a choice whose options hold less than ``LEAST_MASS`` of the first token."""


def canonical(request: CompletionRequest) -> str:
    """Canonical JSON of everything that decides the answer (all fields but ``key``)."""
    fields = asdict(request)
    del fields["key"]
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(request: CompletionRequest) -> str:
    """SHA-256 of ``canonical(request)``; equal requests have equal digests, whatever their ``key``."""
    return hashlib.sha256(canonical(request).encode("utf-8", "surrogatepass")).hexdigest()


def prompt_text(request: CompletionRequest) -> str:
    """What a person would call the prompt: the raw text, or the contents of the messages."""
    return request.text if not request.messages else "\n\n".join(m.content for m in request.messages)


def problem(request: CompletionRequest) -> str:
    """Why no backend can answer this request, in one line; empty when there is nothing wrong."""
    modes = bool(request.options) + bool(request.schema) + bool(request.score_text)
    checks = (
        (bool(request.messages) and bool(request.text), "a request has either messages or text, not both"),
        (not request.messages and not request.text and not request.score_text, "a request needs messages or text"),
        (request.n < 1, f"n must be at least 1, not {request.n}"),
        (request.max_tokens < 1, f"max_tokens must be at least 1, not {request.max_tokens}"),
        (not request.temperature >= 0, f"temperature must not be negative: {request.temperature}"),
        (not 0 < request.top_p <= 1, f"top_p must be in (0, 1], not {request.top_p}"),
        (request.top_k < 0, f"top_k must not be negative: {request.top_k}"),
        (request.logprobs < 0, f"logprobs must not be negative: {request.logprobs}"),
        ("" in request.stop, "a stop text must not be empty"),
        (bool(request.options) and len(request.options) < 2, "multiple choice needs two options or more"),
        (len(set(request.options)) < len(request.options), "two options are the same"),
        ("" in request.options, "an option must not be empty"),
        (modes > 1, "options, schema and score_text exclude one another"),
    )
    return next((message for wrong, message in checks if wrong), "")


def refusal(request: CompletionRequest) -> Completion | None:
    """The completion that carries ``problem(request)``, or None for a sound request."""
    why = problem(request)
    return Completion(error=why) if why else None


def one_hot(options: tuple[str, ...], answer: str) -> tuple[float, ...] | None:
    """A constrained answer as a distribution over ``options``; None when it is none of them.

    Case, surrounding white space, quotes and a final full stop do not matter.
    """
    folded = [_fold(o) for o in options]
    if folded.count(_fold(answer)) != 1:
        return None
    chosen = folded.index(_fold(answer))
    return tuple(float(i == chosen) for i in range(len(options)))


def _fold(text: str) -> str:
    return text.strip().strip("\"'`.。!").strip().casefold()
