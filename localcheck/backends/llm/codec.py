"""Completions as JSON objects: the form in which recorded answers and the cache keep them (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping

from localcheck.types import JSON, Completion, Span, TokenScore

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
    return Completion(
        texts=tuple(texts),
        option_probs=tuple(float(p) for p in found.get("option_probs", ())),
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
