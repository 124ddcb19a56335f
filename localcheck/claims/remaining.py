"""Extractors of some claims only: for a run that is continued, and for the sentences that were changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


class Within:
    """An extractor that leaves out the claims of other sentences; all of a text are read, so that pronouns are understood."""

    def __init__(self, extractor: Extractor, only: Mapping[str, frozenset[int]]) -> None:
        """``only``: numbers of sentences by the id of their document."""
        self._extractor, self._only = extractor, only

    def cost(self) -> Cost:
        """What the extractor behind it has used."""
        return self._extractor.cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """The claims of the sentences that are asked for; all where the document is not named."""
        wanted = self._only.get(document.id)
        found = self._extractor.extract(document, sentences)
        return found if wanted is None else [claim for claim in found if claim.sentence in wanted]
