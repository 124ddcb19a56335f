"""Requests to a language model as data: their digest, their text, and what is wrong with one; and completions as JSON objects,
the form in which recordings and the cache keep them (docs/formats.md).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from localcheck.system.resources import sha256_text
from localcheck.types import JSON, Completion, CompletionRequest, Span, TokenScore

MARKS = " \t\r\n\"'“”‘’`*_()[].,:;!"
"""What may stand around an answer and says nothing, as in “**Yes**”."""
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
    return sha256_text(canonical(request))


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


NONE = float("nan")
"""The log-probability of a token that has none, such as the first of a text."""
ROUNDED = 1e-3
"""How far beyond 0 a logarithm may lie that was computed with few digits."""


def to_json(completion: Completion) -> dict[str, JSON]:
    """The fields of ``completion`` that are set; ``from_json`` gives an equal completion back."""
    found: dict[str, JSON] = {"texts": list(completion.texts)}
    if completion.option_probs:
        found["option_probs"] = list(completion.option_probs)
    if completion.tokens:
        found["tokens"] = [[_token_to_json(t) for t in tokens] for tokens in completion.tokens]
    for name in ("tokens_in", "tokens_out", "seconds", "error", "note"):
        if value := getattr(completion, name):
            found[name] = value
    return found


def from_json(found: Mapping[str, JSON]) -> Completion:
    """A completion from its JSON object. Raises ``ValueError``, ``TypeError`` or ``KeyError`` when it is none."""
    texts = found.get("texts", [])
    if isinstance(texts, str) or not all(isinstance(t, str) for t in texts):
        raise ValueError("texts must be a list of strings")
    shares = tuple(float(p) for p in found.get("option_probs", ()))
    if not all(0 <= share <= 1 + ROUNDED for share in shares):
        raise ValueError(f"option_probs are {list(shares)}, and probabilities lie between 0 and 1")
    return Completion(
        texts=tuple(texts),
        option_probs=shares,
        tokens=tuple(tuple(_token_from_json(t) for t in tokens) for tokens in found.get("tokens", ())),
        tokens_in=int(found.get("tokens_in", 0)),
        tokens_out=int(found.get("tokens_out", 0)),
        seconds=float(found.get("seconds", 0.0)),
        error=str(found.get("error", "")),
        note=str(found.get("note", "")),
    )


def _token_to_json(token: TokenScore) -> dict[str, JSON]:
    found: dict[str, JSON] = {"text": token.text, "logprob": token.logprob}
    if token.entropy is not None:
        found["entropy"] = token.entropy
    if token.top:
        found["top"] = [list(pair) for pair in token.top]
    if token.span is not None:
        found["span"] = [token.span.start, token.span.end]
    return found


def _token_from_json(found: Mapping[str, JSON]) -> TokenScore:
    span = found.get("span")
    logprob = NONE if found["logprob"] is None else float(found["logprob"])
    entropy = None if found.get("entropy") is None else float(found["entropy"])
    if logprob > ROUNDED:
        raise ValueError(
            f"logprob is {logprob:g}, and no log-probability is above 0; a probability p is written as log p"
        )
    if entropy is not None and entropy < -ROUNDED:
        raise ValueError(f"entropy is {entropy:g}, and none is below 0")
    return TokenScore(
        text=str(found["text"]),
        logprob=logprob,
        entropy=entropy,
        top=tuple((str(text), float(logprob)) for text, logprob in found.get("top", ())),
        span=None if span is None else Span(int(span[0]), int(span[1])),
    )
