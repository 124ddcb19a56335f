"""Recorded evidence in place of a live retriever: the claims and web pages that others recorded for a data set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from localcheck.errors import UsageError
from localcheck.types import Claim, Document, Passage, Sentence


class Recorded(Protocol):
    """What ``retrieve.recorded`` offers."""

    def claims(self, doc_id: str, sentence: int) -> list[str]:
        """Recorded subclaims of one sentence."""
        ...

    def passages(self, doc_id: str, sentence: int, claim: str) -> Iterator[Passage]:
        """Recorded passages of one subclaim, in search order."""
        ...


class RecordedClaims:
    """Port ``Extractor``: the recorded subclaims, or the sentence itself where none was recorded."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """Recorded claims in order."""
        found = []
        for s in sentences:
            texts = self._recorded.claims(document.id, s.index) or [s.text]
            found += [Claim(f"{s.index}.{j}", s.index, text, s.span) for j, text in enumerate(texts)]
        return found


class RecordedPassages:
    """Port ``Retriever`` by claim."""

    evidence_kind = "web"

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded

    def for_claim(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """The passages recorded for this claim of this document."""
        return self._recorded.passages(document.id, claim.sentence, claim.text)

    def search(self, query: str) -> Iterator[Passage]:
        """Recorded evidence cannot be searched."""
        raise UsageError("recorded evidence is looked up by claim, not searched")


def open_recorded(spec: str) -> Recorded:
    """``recorded:DIR`` or ``recorded:TAR``. Raises ``UsageError``."""
    kind, colon, path = spec.partition(":")
    if kind != "recorded" or not colon or not path:
        raise UsageError(f"--evidence {spec}: not recorded:PATH", "for example --evidence recorded:recorded_web.tar.xz")
    from localcheck.retrieve.recorded import RecordedEvidence

    recorded: Recorded = RecordedEvidence(Path(path))
    return recorded
