"""``--claims lines``: every sentence is a claim, but those that begin with ``Note:`` are not checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from localcheck.claims.rules.extract import SentenceClaims
from localcheck.types import Claim, Cost, Document, Sentence


class Lines:
    """Port ``Extractor``: the claims of ``SentenceClaims`` without notes."""

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """A claim that is not checked stays in the report, with the reason."""
        notes = {s.index for s in sentences if s.text.startswith("Note:")}
        claims = SentenceClaims().extract(document, sentences)
        return [replace(c, checkable=False, note="a note") if c.sentence in notes else c for c in claims]

    def cost(self) -> Cost:
        """Nothing: no language model is asked."""
        return Cost()


def lines() -> Lines:
    """The factory. Parameters annotated with a port (``LLM``, ``NLI``, …) would be provided."""
    return Lines()
