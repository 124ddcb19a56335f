"""Requests to language models and their answers; vectors of texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from localcheck.types.texts import Span


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat."""

    role: str
    """``system``, ``user`` or ``assistant``."""
    content: str


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """One request to a language model. Equal requests (all fields) get equal cache entries."""

    messages: tuple[Message, ...] = ()
    """A chat, rendered with the model's own template. Empty when ``text`` is given."""
    text: str = ""
    """Raw prompt, no template."""
    n: int = 1
    """Samples of this one prompt."""
    max_tokens: int = 512
    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0
    """0 means no limit."""
    seed: int = 0
    stop: tuple[str, ...] = ()
    schema: str = ""
    """A JSON schema as JSON text, its properties in the order in which they are to be written; empty for free text."""
    options: tuple[str, ...] = ()
    """Multiple choice: answer only with the distribution over these, from one forward pass."""
    logprobs: int = 0
    """Number of top log-probabilities to return per generated token; 0 for none."""
    score_text: str = ""
    """Score this continuation instead of generating (grey-box): its token log-probabilities are returned."""
    key: str = ""
    """Stage key for recorded answers, for example ``"em/stage1/17"``; not part of the digest."""


@dataclass(frozen=True, slots=True)
class TokenScore:
    """One token with its log-probability and the entropy of its distribution."""

    text: str
    logprob: float
    """Natural logarithm; <= 0."""
    entropy: float | None = None
    """In nats over the full vocabulary, or over the top-k when the backend offers no more; None when unknown."""
    top: tuple[tuple[str, float], ...] = ()
    span: Span | None = None
    """Where in ``score_text`` (or in the answer) the token stands."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The answer to one request."""

    texts: tuple[str, ...] = ()
    """``n`` answers."""
    option_probs: tuple[float, ...] = ()
    """For ``options``: probabilities in their order, summing to 1."""
    tokens: tuple[tuple[TokenScore, ...], ...] = ()
    """Per answer (or one entry for ``score_text``): token scores, empty when not asked for or not offered."""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cached: bool = False
    error: str = ""
    """Why this one request failed, in one line; its texts are then empty."""
    note: str = ""
    """How the answer was obtained if not as requested, for example for options without log-probabilities."""


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """Contextual vectors of one text."""

    tokens: tuple[str, ...]
    vectors: Any = field(compare=False)
    """``numpy`` float32 array of shape (len(tokens), d), special tokens excluded, rows of unit length."""
