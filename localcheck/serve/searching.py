"""What the index has on a question, as agents and editors get it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from localcheck.run.session import Session

EXCERPT = 500
"""Characters of a document that are shown."""


def search(session: Session, query: str, most: int) -> tuple[str, list[dict[str, str]]]:
    """The name of the index; of the best documents title, the stretch with most of the query, address and date."""
    from localcheck.ports import Retriever
    from localcheck.sources.queries import snippet

    found = [
        {
            "title": p.title,
            "excerpt": snippet(p.text, query, EXCERPT, p.title),
            "locator": p.source.locator,
            "date": p.source.date,
        }
        for p in session.search(query, most)
    ]
    retriever: Retriever = session.runtime().provide(Retriever)
    return retriever.info.name, found
