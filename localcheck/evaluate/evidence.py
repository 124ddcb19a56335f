"""Evidence that comes with a data set instead of an index: recorded web pages, or the texts in its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from localcheck.errors import UsageError
from localcheck.ports import Extractor, Retriever
from localcheck.sources.by_query import ByQuery
from localcheck.sources.recorded import RecordedEvidence
from localcheck.types import Claim, Cost, Document, Passage, Sentence, Source
from localcheck.types.infos import IndexInfo

GIVEN = "given"


class RecordedClaims:
    """An ``Extractor`` that gives the recorded subclaims of a sentence, or the sentence itself if none was recorded."""

    def __init__(self, recorded: RecordedEvidence) -> None:
        self._recorded = recorded

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """Recorded claims in order."""
        found = []
        for s in sentences:
            texts = self._recorded.claims(document.id, s.index) or [s.text]
            found += [Claim(f"{s.index}.{j}", s.index, text, s.span) for j, text in enumerate(texts)]
        return found

    def cost(self) -> Cost:
        """Nothing: no language model is asked."""
        return Cost()


class GivenPassages(ByQuery):
    """A ``Retriever`` that gives the reference texts of the document, in their order."""

    info = IndexInfo("given", "given", 0)

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """The texts that the data set gives with this document."""
        for rank, text in enumerate(document.context):
            yield Passage(document.title, text, Source("reference", "data set", f"{document.id}/{rank}"), rank)

    def search(self, query: str) -> Iterator[Passage]:
        """Given evidence cannot be searched."""
        raise UsageError("evidence that is given with the data is looked up by document, not searched")


def evidence_ports(spec: str) -> dict[type, Any]:
    """The ports that ``spec`` replaces; none for an empty ``spec``. Raises ``UsageError`` and ``BadInput``.

    ``recorded:DIR`` or ``recorded:TAR``: recorded claims and web pages; ``given``: the texts in the data set's rows.
    """
    if not spec:
        return {}
    if spec == GIVEN:
        return {Retriever: GivenPassages()}
    kind, colon, path = spec.partition(":")
    if kind != "recorded" or not colon or not path:
        raise UsageError(
            f"--evidence {spec}: neither recorded:PATH nor given", "for example --evidence recorded:recorded_web.tar.xz"
        )
    recorded = RecordedEvidence(Path(path))
    return {Extractor: RecordedClaims(recorded), Retriever: recorded}
