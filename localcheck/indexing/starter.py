"""The encyclopedia that comes with the package: its index is built the first time it is asked for."""

from __future__ import annotations

from pathlib import Path

from localcheck.errors import LocalcheckError, MissingResource
from localcheck.indexing.build import STARTER, Plan, build_locked
from localcheck.indexing.staging import locked
from localcheck.resources import sha256_file, shipped
from localcheck.retrieve import manifest
from localcheck.retrieve.indexes import IndexRetriever, folder_of, index_exists, open_index


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
    with locked(STARTER, wait=True):
        if not _current(source):
            for _ in build_locked(Plan(source, STARTER, "whoosh", "en"), force=True):
                pass


def open_retriever(name: str = STARTER) -> IndexRetriever:
    """``open_index``, with the starter index built first if that is what is asked for."""
    if name == STARTER:
        ensure_starter()
    return open_index(name)


def _current(source: Path) -> bool:
    try:
        return manifest.read(folder_of(STARTER)).source_sha256 == sha256_file(source)
    except LocalcheckError:
        return False
