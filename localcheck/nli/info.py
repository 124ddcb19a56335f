"""What an open NLI model says about itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NLIInfo:
    """Identity and limits of an open model; it goes into ``RunInfo.models`` and into cache keys."""

    name: str
    sha256: str
    """Digest over all files of the model."""
    labels: tuple[str, ...]
    """Names of the head's outputs; empty for an encoder without a head."""
    languages: tuple[str, ...]
    """ISO 639-1 codes that the model covers; ``*`` for many."""
    max_tokens: int
    """Longest input in tokens, special tokens included."""
    consistency: str = ""
    """Score of ``selfcheck-nli`` that suits the model, as its card says; empty where the card says nothing."""
    embeds: bool = False
    """Does ``embed`` give vectors of whole texts? Only models trained for it do."""
    compute_type: str = "float32"
    threads: int = 1
    """In all, over workers."""
    why: str = ""
    """How compute type, workers and batches were chosen."""

    @property
    def classes(self) -> int:
        """2 or 3; 0 without a head. A model of two classes cannot refute."""
        return len(self.labels)
