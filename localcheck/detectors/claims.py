"""Claims without a language model (port ``Extractor``): whole sentences, or sentences split and made self-contained."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.types import Claim, Document, Sentence


class SentenceClaims:
    """Every sentence is one claim, as it stands."""

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """One claim per sentence."""
        return [Claim(f"{s.index}.0", s.index, s.text, s.span) for s in sentences]


class RuleClaims(SentenceClaims):
    """Claims by rules."""
