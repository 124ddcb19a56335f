"""What the index has on a question, as agents and editors get it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from localcheck.run.runtime import Runtime

EXCERPT = 500
"""Characters of a document that are shown."""


def search(runtime: Runtime, query: str, most: int) -> tuple[str, list[dict[str, str]]]:
    """The name of the index; title, excerpt, address and date of at most so many documents, best first."""
    from localcheck.ports import Retriever

    retriever: Retriever = runtime.provide(Retriever)
    found = [
        {"title": p.title, "excerpt": p.text[:EXCERPT], "locator": p.source.locator, "date": p.source.date}
        for p in islice(retriever.search(query), most)
    ]
    return retriever.info.name, found
