"""An extractor for a run that is continued."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.ports import Extractor
from localcheck.types import Claim, Cost, Document, Sentence


class Remaining:
    """An extractor that leaves out the claims that were judged before."""

    def __init__(self, extractor: Extractor, skip: frozenset[str]) -> None:
        self._extractor, self._skip = extractor, skip

    def cost(self) -> Cost:
        """What the extractor behind it has used."""
        return self._extractor.cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """The claims that are still to be judged."""
        return [c for c in self._extractor.extract(document, sentences) if c.id not in self._skip]
