"""The texts and names of an index: one SQLite file, the same for every engine. An engine only ranks article numbers.

Texts are compressed with zstandard. Names hold titles and redirects under a normalised key, so that the article that
a claim is about can be found by its name, whatever the words around it score.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from localcheck.errors import RetrievalError
from localcheck.system.sqlitefile import foreign
from localcheck.text.patterns import regex
from localcheck.text.words import folded
from localcheck.types import Passage, Source

FILE = "articles.sqlite"
MAX_TEXT = 1 << 26
"""Largest decompressed text accepted, in bytes."""
MAX_NAME = 1_000
"""Characters of a title or redirect; MediaWiki's are at most 255 bytes."""

TITLE, REDIRECT, BASE, LONGER = 0, 1, 2, 3
"""Kinds of names: the title, a redirect to it, the title without its parenthesis, the beginning of the title."""
MANY = 12
"""Titles that begin with the same name, at most: with more of them the name is too common to mean one."""

BEGIN, SCANNED = 3, 50_000
"""Letters in which a misspelt name must agree with a title's beginning, and titles of that beginning that are looked at."""

_NUMBER = regex(r"(?:\d+|[ivxlc]+)(?: |$)")


def name_key(name: str) -> str:
    """``"Marie Skłodowska-Curie"`` -> ``"marie sklodowska curie"``: how names are compared."""
    return " ".join(folded(name.replace("'", "").replace("\u2019", "")))


@dataclass(frozen=True, slots=True)
class Named:
    """An article found by one of its names."""

    key: str
    article: int
    kind: int


class Row(NamedTuple):
    """An article as it stands in the file."""

    title: str
    text: bytes
    """Compressed."""
    size: int
    """Bytes of the text."""
    kind: str
    locator: str
    revision: str
    date: str


def date_documents(folder: Path, dated: str) -> None:
    """Give every document of a folder the date ``dated``, in place of the one that it had."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("UPDATE articles SET date = ? WHERE kind = 'folder'", (dated,))


class Articles:
    """Reads the file. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self._db = _open(folder)
        self._lock = threading.Lock()

    def close(self) -> None:
        """Release the file."""
        self._db.close()

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        try:
            with self._lock:
                return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise RetrievalError(f"the index cannot be read: {error}", "build the index again") from error

    def passage(self, article: int, name: str, rank: int, score: float) -> Passage:
        """Article number ``article`` as evidence from the index ``name``. Raises ``RetrievalError``."""
        rows = self._rows("SELECT title, text, kind, locator, revision, date FROM articles WHERE id = ?", (article,))
        if not rows:
            raise RetrievalError(f"index {name}: article {article} is missing", f"localcheck index verify {name}")
        title, blob, kind, locator, revision, date = rows[0]
        source = Source(str(kind), name, str(locator), str(revision), str(date))
        return Passage(str(title), text_of(blob, name), source, rank, score)

    def named(self, keys: Sequence[str], most: int = 5) -> list[Named]:
        """Articles whose title, redirect or bare title is one of ``keys``; at most ``most`` for each key.

        A title that more articles have, as the pages of one document do, tells none of them from the others: they are left out.
        """
        found: list[Named] = []
        for start in range(0, len(keys), 500):
            part = keys[start : start + 500]
            marks = ",".join("?" * len(part))
            rows = self._rows(
                f"SELECT key, article, kind FROM names WHERE key IN ({marks}) ORDER BY key, kind, article", part
            )
            for _, group in groupby((Named(*row) for row in rows), lambda row: row.key):
                own = list(group)
                if sum(row.kind == TITLE for row in own) > most:
                    own = [row for row in own if row.kind != TITLE]
                found += own[:most]
        return found

    def called(self, title: str, locator: str) -> int | None:
        """Number of the article that has ``title``, or is redirected to from it; of several, the one at ``locator``."""
        rows = self._rows(
            "SELECT a.id FROM names n JOIN articles a ON a.id = n.article WHERE n.key = ? "
            "ORDER BY a.locator <> ?, n.kind, a.id LIMIT 1",
            (name_key(title), locator),
        )
        return rows[0][0] if rows else None

    def revisions(self, title: str) -> list[str]:
        """The revision of every article of exactly that title, in no order; a title without a word has none."""
        sql = "SELECT a.revision FROM names n JOIN articles a ON a.id = n.article WHERE (n.key, n.kind, a.title) = (?, ?, ?)"
        return [str(row[0]) for row in self._rows(sql, (name_key(title), TITLE, title))]

    def longer(self, keys: Sequence[str]) -> list[Named]:
        """Articles whose title begins with one of ``keys`` and goes on: "elizabeth i" finds "Elizabeth I of England".

        A number behind the name is another thing of that name ("Evil Dead II"), and is passed over.
        """
        sql = "SELECT key, article FROM names WHERE key > ? AND key < ? AND kind < 2 ORDER BY key, article LIMIT ?"
        found: list[Named] = []
        for key in keys:
            rows = self._rows(sql, (f"{key} ", f"{key}!", MANY + 1))  # "!" is what follows a blank
            if len(rows) <= MANY:
                found += [Named(key, number, LONGER) for name, number in rows if not _NUMBER.match(name, len(key) + 1)]
        return found

    def alike(self, keys: Sequence[str], same: Callable[[str, str], bool]) -> list[Named]:
        """Articles whose title is the ``same`` as one of ``keys``, of those with the same beginning and a like length."""
        sql = (
            "SELECT key, article FROM names WHERE key >= ? AND key < ? AND kind < 2 AND length(key) BETWEEN ? AND ?"
            " ORDER BY key, article LIMIT ?"
        )
        found: list[Named] = []
        for key in keys:
            begin, size = key[:BEGIN], len(key)
            rows = self._rows(sql, (begin, f"{begin}\U0010ffff", size - 1, size + 1, SCANNED))
            found += [Named(key, article, LONGER) for name, article in rows if same(key, name)]
        return found

    def aliases(self, title: str) -> tuple[str, ...]:
        """All names of the article called ``title`` (or redirected to from it): its title first, then its redirects."""
        rows = self._rows(
            "SELECT name, kind FROM names WHERE kind < 2 AND article IN "
            "(SELECT article FROM names WHERE key = ? AND kind < 2 ORDER BY kind LIMIT 1) ORDER BY kind, name",
            (name_key(title),),
        )
        return tuple(str(name) for name, _ in rows)


def iterate(folder: Path) -> Iterator[tuple[int, str, str]]:
    """(number, title, text) of every article, in order: what an engine indexes. Raises ``RetrievalError``."""
    with _reading(folder) as db:
        for article, title, blob in db.execute("SELECT id, title, text FROM articles ORDER BY id"):
            yield article, str(title), text_of(blob, str(folder))


def whole_articles(folder: Path) -> Iterator[tuple[str, str, Source]]:
    """(title, text, where it is from) of every article, in order. Raises ``RetrievalError``."""
    sql = "SELECT title, text, kind, locator, revision, date FROM articles ORDER BY id"
    with _reading(folder) as db:
        for title, blob, *about in db.execute(sql):
            kind, locator, revision, date = map(str, about)
            yield str(title), text_of(blob, str(folder)), Source(kind, "", locator, revision, date)


def redirects(folder: Path) -> Iterator[tuple[str, str]]:
    """(name, title of its article) of every redirect. Raises ``RetrievalError``."""
    sql = "SELECT n.name, a.title FROM names n JOIN articles a ON a.id = n.article WHERE n.kind = ?"
    with _reading(folder) as db:
        for name, title in db.execute(sql, (REDIRECT,)):
            yield str(name), str(title)


def totals(folder: Path) -> tuple[int, int, str]:
    """Number of articles, bytes of text, and the newest revision date. Raises ``RetrievalError``."""
    sql = "SELECT count(*), coalesce(sum(bytes), 0), coalesce(max(date), '') FROM articles"
    with _reading(folder) as db:
        count, size, newest = db.execute(sql).fetchone()
    return int(count), int(size), str(newest)


def kinds(folder: Path) -> set[str]:
    """Kinds of the sources of all articles. Raises ``RetrievalError``."""
    with _reading(folder) as db:
        return {str(kind) for (kind,) in db.execute("SELECT DISTINCT kind FROM articles")}


@contextmanager
def _reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """The finished file of ``folder``, read-only, for the block. Raises ``RetrievalError`` where it cannot be read."""
    with closing(_open(folder)) as db:
        try:
            yield db
        except sqlite3.Error as error:
            raise _unreadable(folder, error) from error


def _open(folder: Path) -> sqlite3.Connection:
    """The finished file of ``folder``, read-only. A stranger's may hold tables and indexes, but no view and no trigger."""
    uri = (folder / FILE).absolute().as_uri() + "?mode=ro&immutable=1"
    try:
        db = sqlite3.connect(uri, uri=True, check_same_thread=False)
    except sqlite3.Error as error:
        raise _unreadable(folder, error) from error
    try:
        strange = foreign(db)
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
        if strange or not {"articles", "names"} <= {name for (name,) in tables}:
            raise sqlite3.DatabaseError("its tables are not those of an index")
    except sqlite3.Error as error:
        db.close()
        raise _unreadable(folder, error) from error
    return db


def _unreadable(folder: Path, error: Exception) -> RetrievalError:
    return RetrievalError(f"the texts in {folder} cannot be read: {error}", "build the index again from its source")


def text_of(blob: object, name: str) -> str:
    """The text of a row. Raises ``RetrievalError`` for a damaged one."""
    try:
        packed = bytes(blob)  # type: ignore[call-overload]
        if zstandard.frame_content_size(packed) > MAX_TEXT:
            raise zstandard.ZstdError(f"more than {MAX_TEXT >> 20} MiB")
        data: bytes = zstandard.ZstdDecompressor().decompress(packed, max_output_size=MAX_TEXT)
    except (zstandard.ZstdError, TypeError) as error:
        raise RetrievalError(f"index {name}: a text is damaged ({error})", f"localcheck index verify {name}") from error
    return data.decode("utf-8", "replace")
