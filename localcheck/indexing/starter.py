"""The encyclopedia that comes with the package: its index is built the first time it is asked for."""

from __future__ import annotations

from pathlib import Path

from localcheck.errors import LocalcheckError
from localcheck.indexing.build import build
from localcheck.resources import sha256_file, shipped
from localcheck.retrieve import manifest
from localcheck.retrieve.indexes import IndexRetriever, folder_of, open_index

STARTER = "starter"


def starter_source() -> Path | None:
    """The encyclopedia that comes with the package, if it is there."""
    found = sorted((shipped() / "indexes" / STARTER).glob("*.xml.bz2"))
    return found[0] if found else None


def open_retriever(name: str = STARTER) -> IndexRetriever:
    """``open_index``, but the starter index is built first where it is missing or older than what is shipped."""
    source = starter_source() if name == STARTER else None
    if source is not None and not _current(source):
        for _ in build(source, STARTER, "whoosh", "en", force=True):
            pass
    return open_index(name)


def _current(source: Path) -> bool:
    try:
        return manifest.read(folder_of(STARTER)).source_sha256 == sha256_file(source)
    except LocalcheckError:
        return False
