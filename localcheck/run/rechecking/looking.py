"""The passages of a report looked up in the indexes that it names."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from localcheck.errors import LocalcheckError, UsageError
from localcheck.run.open_sources import kind_of, open_built
from localcheck.run.rechecking.checks import Look
from localcheck.run.rechecking.rows import index_of
from localcheck.sources.manifest import ENGINES
from localcheck.sources.several import names_of
from localcheck.types import JSON, Passage

if TYPE_CHECKING:
    from localcheck.ingest.zim.retriever import ZimRetriever
    from localcheck.sources.index_retriever import IndexRetriever


def looker(
    stack: ExitStack, rows: Sequence[tuple[str, JSON]], name: str | None = None, trusted: str | None = None
) -> tuple[Look | None, str]:
    """A function that finds an article by title in the report's indexes, each opened once; or None and the reason.

    ``name``: this index in place of those. Raises what opening it raises. ``trusted``: an index that a report names by a path
    is opened only if it stands here; None opens all.
    """
    if name is not None:
        own = _index(name)
        stack.enter_context(own)
        return (lambda passage: own.article(passage.title, passage.source.locator)), ""
    every = {index_of(row) for _, row in rows} - {""}
    named = {name for several in every for name in names_of(several)}
    if not named:
        return None, "the report names no index; give one with --index"
    opened: list[IndexRetriever | ZimRetriever] = []
    for index in sorted(named):
        if trusted is not None and set(index) & set("/\\:") and index not in names_of(trusted):
            return None, f"index {index}: a path that the report names is not opened"
        try:
            opened.append(_index(index))
            stack.enter_context(opened[-1])
        except LocalcheckError as error:
            return None, f"index {index}: {error.message}"

    def look(passage: Passage) -> Passage | None:
        first = sorted(opened, key=lambda index: index.info.name != passage.source.name)
        return next(
            (found for index in first if (found := index.article(passage.title, passage.source.locator)) is not None),
            None,
        )

    return look, ""


def _index(name: str) -> IndexRetriever | ZimRetriever:
    """A built index by its name or path, or a ZIM file as ``zim:FILE``: sources that find an article by its title."""
    kind, place = kind_of(name)
    if kind in ("", *ENGINES):
        return open_built(place)
    if kind != "zim":
        raise UsageError(
            f"a source of the kind {kind} cannot be asked for an article by its title", "an index or a ZIM file can"
        )
    from localcheck.ingest.zim.retriever import open_zim

    return open_zim(place)
