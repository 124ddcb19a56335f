"""Base of sources of evidence that can only be searched: evidence for a claim is found by searching for its words."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from localcheck.closing import Closing
from localcheck.infos import IndexInfo
from localcheck.types import Claim, Document, Passage


class ByQuery(Closing):
    """Base class: from ``search`` and ``info``, which a subclass gives, it makes the rest of the port ``Retriever``."""

    info: IndexInfo

    @abstractmethod
    def search(self, query: str) -> Iterator[Passage]:
        """Passages for ``query``, best first, lazily."""

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """What a search with the claim's words finds."""
        return self.search(query_for(document, claim))

    def aliases(self, title: str) -> tuple[str, ...]:
        """Other names of ``title``; a source that keeps none knows none."""
        return ()

    def close(self) -> None:
        """Release what is open; twice does no harm."""


def query_for(document: Document, claim: Claim) -> str:
    """The claim, with the document's title before it if the claim contains no name."""
    names = any(w[:1].isupper() for w in claim.text.split()[1:])
    return claim.text if names or not document.title else f"{document.title} {claim.text}"
