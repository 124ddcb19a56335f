"""Sources of evidence are opened by what names them; the index of the encyclopedia that comes with the package is built first.

The code that builds is imported where there is something to build: most checks find the index, and start sooner.
"""

from __future__ import annotations

from functools import cache
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck.errors import LocalcheckError, MissingResource
from localcheck.registry import RETRIEVERS
from localcheck.settings import Settings
from localcheck.sources import manifest
from localcheck.sources.indexes import STARTER, folder_of, index_exists, open_index
from localcheck.system.resources import READ_ONLY, home_at, passing_folder, sha256_file, shipped

if TYPE_CHECKING:
    from localcheck.ports import Retriever
    from localcheck.sources.index_retriever import IndexRetriever


def starter_source() -> Path | None:
    """The export that comes with the package, if it is there."""
    found = sorted((shipped() / "indexes" / STARTER).glob("*.xml.bz2"))
    return found[-1] if found else None


def ensure_starter() -> None:
    """Build the starter index where it is missing or made from another export. Raises ``MissingResource``."""
    source = starter_source()
    if source is None:
        if index_exists(STARTER):
            return
        raise MissingResource("the starter corpus is missing", "reinstall localcheck, or name an index with --index")
    if _current(source):
        return
    from localcheck.ingest.indexing.build import Plan, build_locked
    from localcheck.ingest.indexing.staging import locked

    with locked(STARTER, wait=True):
        if not _current(source):
            for _ in build_locked(Plan(source, name=STARTER, engine="whoosh", language="en"), force=True):
                pass


def open_retriever(spec: str, settings: Settings) -> Retriever:
    """Open a source of evidence: an index by name or path, or ``KIND:PLACE`` with a kind of ``registry.RETRIEVERS``.

    A factory that has a parameter ``settings`` is given them.
    Raises ``UnknownName`` for an unknown kind, and what opening raises.
    """
    kind, place = kind_of(spec)
    if not kind:
        return open_built(place)
    factory = RETRIEVERS.load(kind)
    given = {"settings": settings} if "settings" in signature(factory).parameters else {}
    retriever: Retriever = factory(place, **given)
    return retriever


def open_built(place: str) -> IndexRetriever:
    """Open an index by its name or path. The starter index is built first; in a read-only home for this process alone."""
    if place == STARTER:
        try:
            ensure_starter()
        except OSError as error:
            if error.errno not in READ_ONLY:
                raise
            return open_index(_elsewhere())
    return open_index(place)


@cache
def _elsewhere() -> Path:
    """The starter index in a folder of this process, which goes when it ends: for a home that cannot be written."""
    with home_at(passing_folder()):
        ensure_starter()
        return folder_of(STARTER)


def kind_of(spec: str) -> tuple[str, str]:
    """``"memory:notes.jsonl"`` as ``("memory", "notes.jsonl")``; a plain name, or the path of an index, has no kind."""
    kind, colon, place = spec.partition(":")
    return (kind, place) if colon and not Path(spec).is_dir() else ("", spec)


def at_hand(spec: str) -> bool:
    """True if this source can be opened without building an index first."""
    kind, place = kind_of(spec)
    return bool(kind) or index_exists(place)


def _current(source: Path) -> bool:
    try:
        return manifest.read(folder_of(STARTER)).source_sha256 == sha256_file(source)
    except LocalcheckError:
        return False
