"""What a language model backend says about itself, for reports and cache keys."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.ports import LLM


@dataclass(frozen=True, slots=True)
class LLMInfo:
    """Name, origin and limits of an open model."""

    name: str
    """File stem, server model id, or file of recorded answers."""
    backend: str
    """``gguf``, ``server``, ``recorded`` or ``scripted``."""
    sha256: str = ""
    """SHA-256 of the model file (or of the recorded answers); for a server a digest of its address and model id."""
    context: int = 0
    """Tokens that one prompt with its answer may have; 0 when unknown."""
    notes: tuple[str, ...] = ()
    """What the backend cannot do as asked, one line each."""


def info_of(llm: LLM) -> LLMInfo:
    """The ``info`` of a model, or that of an unknown one when it has none."""
    found = getattr(llm, "info", None)
    return found if isinstance(found, LLMInfo) else LLMInfo(type(llm).__name__, "custom")
