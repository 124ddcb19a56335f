"""Built indexes by name: open, list, remove. An index is a folder ``NAME.index`` in the home's folder of indexes."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from localcheck.errors import LocalcheckError, MissingIndex, UnknownName, UsageError
from localcheck.sources import manifest
from localcheck.sources.articles import Articles
from localcheck.sources.index_retriever import IndexEngine, IndexRetriever
from localcheck.system.resources import discard, indexes_dir, mend
from localcheck.text.patterns import regex
from localcheck.types.infos import IndexInfo

SUFFIX = ".index"
VECTORS = ".vectors.db"
"""Of the file of sentence vectors beside the folder of an index."""
STARTER = "starter"
"""Name of the index that comes with localcheck; no other may take it."""
ORIGIN = ".origin.json"
"""Of the file beside it that says where it was built from."""
ENGINE = "engine"
"""Folder of the engine's own files inside an index."""
NAME = regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def folder_of(name: str) -> Path:
    """The folder of the index ``name``, which may not exist. Raises ``UsageError`` for an invalid name."""
    if name.endswith(SUFFIX):
        raise UsageError(f"index: {name!r} is not a name: it ends in {SUFFIX}", "leave that out")
    if not NAME.fullmatch(name):
        raise UsageError(
            f"index: {name!r} is not a name", "use letters, digits, dots and dashes; several: --index for each"
        )
    return indexes_dir() / f"{name}{SUFFIX}"


def locate(name: str | Path) -> Path:
    """The folder of an index given by name or path. Raises ``UnknownName`` or ``MissingIndex``."""
    path = Path(name)
    if path.name.endswith(SUFFIX) and path.is_dir():
        return path
    try:
        return of_this_home(str(name))
    except (UsageError, MissingIndex):
        if str(name) and path.exists():
            raise _of_documents(path) from None
        raise


def _of_documents(path: Path) -> MissingIndex:
    """The error for documents in the place of an index."""
    built = f"localcheck index build {path} --name NAME, then --index NAME"
    if path.is_dir():
        return MissingIndex(f"{path} is a folder, and not an index", built)
    return MissingIndex(f"{path} is a file, and not an index", f"check with --context {path}; or {built}")


def of_this_home(name: str) -> Path:
    """The folder of the index ``name`` of this home. Raises ``UsageError`` for an invalid name, and ``MissingIndex``."""
    folder = folder_of(name)
    mend_indexes()
    if not folder.is_dir():
        known = index_names()
        if not known:
            raise MissingIndex(f"there is no index {name!r}", f"localcheck index build SOURCE --name {name}")
        unknown = UnknownName("index", name, known)
        raise MissingIndex(unknown.message, unknown.hint)
    return folder


def index_names() -> list[str]:
    """Names of the indexes in this home, usable or not."""
    return [name for name, _ in _folders()]


def vectors_file(name: str) -> Path | None:
    """Where sentence vectors of the index ``name`` are kept; None where this home has no index of that name."""
    if not NAME.fullmatch(name) or name.endswith(SUFFIX) or not folder_of(name).is_dir():
        return None
    return indexes_dir() / f"{name}{VECTORS}"


def encoded_articles(name: str) -> int:
    """How many articles of the index ``name``, as they are or were, have all sentences encoded (``index vectors``)."""
    path = vectors_file(name)
    if path is None or not path.is_file():
        return 0
    try:
        with closing(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True)) as db:
            return int(db.execute("SELECT count(*) FROM whole").fetchone()[0])
    except sqlite3.Error:
        return 0


def origin_file(name: str) -> Path:
    """Where this home keeps what the index ``name`` was built from. It is no part of the index, which may be given away."""
    return indexes_dir() / f"{name}{ORIGIN}"


def index_exists(name: str) -> bool:
    """True if there is an index of that name in this home, usable or not."""
    mend_indexes()
    return folder_of(name).is_dir()


def lock_file(name: str) -> Path:
    """Whoever builds the index ``name`` holds a lock on this file."""
    return indexes_dir() / f".{name}.lock"


def mend_indexes() -> None:
    """Undo or finish the replacement of an index by a build that was killed meanwhile."""
    mend(indexes_dir(), lambda folder: lock_file(folder.removesuffix(SUFFIX)))


def open_index(name: str | Path) -> IndexRetriever:
    """Open an index, wherever it was built, after checking that it is unchanged; anew where another took its place meanwhile,
    since the numbers that an engine gives are those of the texts that it was built from.

    Raises ``MissingIndex`` when there is none of that name or its form is too old, ``RetrievalError`` when it is damaged.
    """
    folder = locate(name)
    before = stamp(folder)
    try:
        info = manifest.check(folder)
        with ExitStack() as held:  # the texts are closed where the engine cannot be opened
            articles = held.enter_context(closing(Articles(folder)))
            opened = IndexRetriever(info, articles, open_engine(info.engine, folder / ENGINE))
            held.pop_all()
    except LocalcheckError:
        if stamp(folder) == before:
            raise
    else:
        if stamp(folder) == before:
            return opened
        opened.close()
    return open_index(name)


def open_engine(engine: str, folder: Path) -> IndexEngine:
    """The engine's files in ``folder``, ready to search."""
    if engine == "whoosh":
        from localcheck.sources.whoosh_index import WhooshEngine

        return WhooshEngine(folder)
    from localcheck.sources.tantivy_index import TantivyEngine

    return TantivyEngine(folder)


def stamp(name: str | Path) -> tuple[int, int, int] | None:
    """What changes when an index is built anew or updated; None where there is none. Nothing is read."""
    path = Path(name)
    try:
        folder = path if path.name.endswith(SUFFIX) and path.is_dir() else folder_of(str(name))
        found = (folder / manifest.FILE).stat()
    except (UsageError, OSError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def list_indexes() -> list[tuple[str, IndexInfo | LocalcheckError]]:
    """Every index with its information, or with why it cannot be used."""
    found: list[tuple[str, IndexInfo | LocalcheckError]] = []
    for name, folder in _folders():
        try:
            found.append((name, replace(manifest.read(folder), name=name)))
        except LocalcheckError as error:
            found.append((name, error))
    return found


def remove(name: str) -> IndexInfo | None:
    """Delete the index ``name``; returns what was known about it. Raises ``MissingIndex``, and ``UsageError`` for no name."""
    folder = of_this_home(name)
    try:
        info = manifest.read(folder)
    except LocalcheckError:
        info = None
    discard(folder)
    remove_vectors(name)
    origin_file(name).unlink(missing_ok=True)
    return info


def remove_vectors(name: str) -> bool:
    """Delete the sentence vectors of the index ``name``; False if there are none."""
    files = [indexes_dir() / f"{name}{VECTORS}{end}" for end in ("", "-wal", "-shm")]
    there = files[0].exists()
    for file in files:
        file.unlink(missing_ok=True)
    return there


def verify(name: str | Path) -> IndexInfo:
    """Hash every file of an index again. Raises ``RetrievalError`` when one differs."""
    return manifest.check(locate(name), thorough=True)


def _folders() -> list[tuple[str, Path]]:
    mend_indexes()
    found = indexes_dir().glob(f"*{SUFFIX}")
    return sorted((p.name.removesuffix(SUFFIX), p) for p in found if p.is_dir() and not p.name.startswith("."))
