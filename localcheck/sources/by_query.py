"""Base of sources of evidence that can only be searched: evidence for a claim is found by searching for its words."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from localcheck.system.closing import Closing
from localcheck.text.headings import named
from localcheck.text.names import may_be_name, without_parenthesis
from localcheck.text.subjects import stands_in
from localcheck.types import Claim, Document, Passage
from localcheck.types.infos import IndexInfo


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
    """The claim with what its document is about: before it where the claim does not say that itself, behind it where it does.

    "The crew landed safely" in a text about Apollo 11 is looked for as "Apollo 11, The crew …", "Michael Collins stayed in
    orbit" as "Michael Collins … Apollo 11": his article first, if there is one, and then the other. Of a title that is more
    than a name ("My essay about Iceland") the name counts, and one that has none ("Meeting notes") is added only where a
    claim names nothing.
    """
    title, words = document.title.strip(), claim.text.split()
    if not may_be_name(without_parenthesis(title)):
        title = named(title) or title
    if claim.about or not title or title in claim.text:
        return claim.named
    if stands_in(claim.text) or not any(w[:1].isupper() for w in words[1:]):
        return f"{title} {claim.text}"
    return f"{claim.text} {title}" if may_be_name(without_parenthesis(title)) else claim.text
