"""Writes the file of the texts and names of an index (see ``articles``): filled once, or changed in a copy, where articles are
looked up, kept, replaced, added and dropped.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import zstandard

from localcheck.errors import RetrievalError
from localcheck.sources.articles import BASE, FILE, MAX_NAME, MAX_TEXT, REDIRECT, TITLE, Row, name_key, text_of
from localcheck.text.inert import whole
from localcheck.text.names import without_parenthesis
from localcheck.types import Source

LEVEL = 6
"""zstandard level: 3 is a fifth faster to write, 9 saves two per cent more."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS articles (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, text BLOB NOT NULL, bytes INTEGER NOT NULL,
    kind TEXT NOT NULL, locator TEXT NOT NULL, revision TEXT NOT NULL, date TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS redirects (name TEXT NOT NULL, target TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS names (
    key TEXT NOT NULL, article INTEGER NOT NULL, kind INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (key, kind, article)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS journal (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


def pack(title: str, text: str, source: Source) -> Row:
    """An article made ready for the file, in any process. Raises ``ValueError`` for one that could not be read back."""
    data = text.encode("utf-8", "replace")
    if len(data) > MAX_TEXT or len(title) > MAX_NAME:
        raise ValueError(f"text over {MAX_TEXT >> 20} MiB or title over {MAX_NAME} characters")
    compressed: bytes = zstandard.ZstdCompressor(level=LEVEL).compress(data)
    return Row(whole(title), compressed, len(data), *_about(source))


class ArticleWriter:
    """Fills the file. ``commit`` makes everything so far durable together with the journal: a build can continue from there."""

    def __init__(self, folder: Path) -> None:
        self._db = sqlite3.connect(folder / FILE, isolation_level=None)
        self._db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;" + _SCHEMA)
        self._db.execute("BEGIN")

    def add(self, title: str, text: str, source: Source) -> None:
        """Append one article. Raises ``ValueError`` for one that could not be read back."""
        self.put(pack(title, text, source))

    def put(self, row: Row) -> None:
        """Append one article that is ready for the file."""
        self._db.execute(
            "INSERT INTO articles (title, text, bytes, kind, locator, revision, date) VALUES (?, ?, ?, ?, ?, ?, ?)", row
        )

    def add_redirect(self, name: str, target: str) -> None:
        """Another name; its target need not be there yet. Raises ``ValueError`` for one that is too long."""
        if max(len(name), len(target)) > MAX_NAME:
            raise ValueError(f"name over {MAX_NAME} characters")
        self._db.execute("INSERT INTO redirects VALUES (?, ?)", (whole(name), whole(target)))

    def journal(self) -> dict[str, str]:
        """What the last commit noted."""
        return dict(self._db.execute("SELECT key, value FROM journal"))

    def commit(self, notes: dict[str, str]) -> None:
        """Make everything added so far durable, with ``notes`` in the journal."""
        self._db.executemany("INSERT OR REPLACE INTO journal VALUES (?, ?)", notes.items())
        self._db.execute("COMMIT")
        self._db.execute("BEGIN")

    def name_anew(self) -> int:
        """``name_articles`` for texts that were changed; the redirects of articles are those added since."""
        self._db.execute("DROP INDEX IF EXISTS by_article")
        self._db.execute("DELETE FROM names")
        return self.name_articles()

    def named(self) -> int | None:
        """What ``name_articles`` returned earlier; ``None`` when it has not run yet."""
        count = self.journal().get("redirects")
        return None if count is None else int(count)

    def name_articles(self) -> int:
        """Fill the table of names from titles and redirects; returns the number of redirects that lead somewhere."""
        db = self._db
        titles = db.execute("SELECT id, title FROM articles")
        db.executemany("INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?)", _title_names(titles))
        db.execute("CREATE INDEX by_title ON articles (title)")
        found = db.execute(
            "SELECT r.name, a.id FROM redirects r JOIN articles a ON a.title = r.target GROUP BY r.name, a.id"
        )
        rows = ((name_key(name), article, REDIRECT, name) for name, article in found if name_key(name))
        count = max(0, db.executemany("INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?)", rows).rowcount)
        found.close()
        db.execute("CREATE INDEX by_article ON names (article)")
        db.execute("DROP INDEX by_title")
        db.execute("DELETE FROM redirects")
        self.commit({"redirects": str(count)})
        return count

    def close(self, finished: bool = False) -> None:
        """Close the file; when ``finished``, as one file that can be opened read-only."""
        if finished:
            self._db.execute("COMMIT")
            self._db.execute("PRAGMA journal_mode=DELETE")
        self._db.close()


def _title_names(titles: Iterable[tuple[int, str]]) -> Iterator[tuple[str, int, int, str]]:
    for article, title in titles:
        if key := name_key(title):
            yield key, article, TITLE, title
        base = without_parenthesis(title)
        if base != title and not title.endswith("(disambiguation)") and (key := name_key(base)):
            yield key, article, BASE, base


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of an article without its text."""

    number: int
    kind: str
    locator: str
    revision: str
    date: str

    def is_at(self, source: Source) -> bool:
        """Whether place, revision and date are those of ``source``."""
        return (self.kind, self.locator, self.revision, self.date) == _about(source)


def later(one: str, other: str, else_: bool) -> bool:
    """Whether revision ``one`` has the higher number; ``else_`` where they are not both numbers."""
    if one.isascii() and other.isascii() and one.isdigit() and other.isdigit():
        return int(one[:30]) > int(other[:30])
    return else_


_ENTRY = "SELECT id, kind, locator, revision, date FROM articles"


class ArticleChanges(ArticleWriter):
    """Writes into a copy of an index's file that nobody reads yet. What is neither kept, replaced nor added goes in the end."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        try:
            self._db.execute("CREATE INDEX IF NOT EXISTS by_title ON articles (title)")
            self._db.execute("CREATE TEMP TABLE seen (number INTEGER PRIMARY KEY)")
        except sqlite3.Error as error:
            raise RetrievalError(
                f"the texts in {folder} cannot be changed: {error}", "build the index again"
            ) from error
        self.added = 0
        self.gone = array("Q")
        """Numbers whose former texts the engine must forget."""
        self.fresh = array("Q")
        """Numbers whose texts the engine must take in, ascending once ``finish`` was called."""
        self.dropped = 0
        self.restated = 0

    def entries(self) -> list[Entry]:
        """Every article, in order."""
        return [Entry(*row) for row in self._db.execute(f"{_ENTRY} ORDER BY id")]

    def called(self, title: str) -> Entry | None:
        """The first article of that title which is not accounted for yet; a document of a folder is none."""
        return self._first("title = ? AND kind <> 'folder' AND id NOT IN seen ORDER BY id", title)

    def text(self, entry: Entry) -> str:
        """The text of an article."""
        (blob,) = self._db.execute("SELECT text FROM articles WHERE id = ?", (entry.number,)).fetchone()
        return text_of(blob, "")

    def keep(self, entry: Entry) -> None:
        """The article stays as it is."""
        self._db.execute("INSERT OR IGNORE INTO seen VALUES (?)", (entry.number,))

    def put(self, row: Row) -> None:
        """Append one article, which is accounted for."""
        super().put(row)
        number = self._db.execute("SELECT last_insert_rowid()").fetchone()[0]
        self._db.execute("INSERT INTO seen VALUES (?)", (number,))
        self.fresh.append(number)
        self.added += 1

    def replace(self, entry: Entry, row: Row) -> None:
        """Another text for an article, which keeps its number and title."""
        self._db.execute(
            "UPDATE articles SET text = ?, bytes = ?, kind = ?, locator = ?, revision = ?, date = ? WHERE id = ?",
            (*row[1:], entry.number),
        )
        self.keep(entry)
        self.gone.append(entry.number)
        self.fresh.append(entry.number)

    def restate(self, entry: Entry, source: Source) -> None:
        """Another place, revision or date for an article whose text stays: no engine is concerned."""
        self._db.execute(
            "UPDATE articles SET kind = ?, locator = ?, revision = ?, date = ? WHERE id = ?",
            (*_about(source), entry.number),
        )
        self.restated += 1
        self.keep(entry)

    def alike(self, title: str, source: Source) -> Entry | None:
        """An article of that title, kind, place and revision."""
        return self._first("title = ? AND (kind, locator, revision) = (?, ?, ?)", title, *_about(source)[:3])

    def _first(self, where: str, *values: str) -> Entry | None:
        row = self._db.execute(f"{_ENTRY} WHERE {where} LIMIT 1", values).fetchone()
        return None if row is None else Entry(*row)

    def date_all(self, date: str) -> None:
        """Give every article that has no date this one."""
        self._db.execute("UPDATE articles SET date = ? WHERE date = ''", (date,))

    def finish(self, drop: bool = True) -> int:
        """Drop what is not accounted for, name all articles anew; returns how many redirects lead somewhere."""
        found = self._db.execute("SELECT id FROM articles WHERE id NOT IN seen ORDER BY id") if drop else ()
        lost = [row[0] for row in found]
        self._db.executemany("DELETE FROM articles WHERE id = ?", ((number,) for number in lost))
        self.dropped = len(lost)
        self.gone.extend(lost)
        self.fresh = array("Q", sorted(self.fresh))
        self._db.execute("DROP INDEX by_title")
        self._db.execute("DROP TABLE seen")
        self._db.execute("DELETE FROM journal")
        return self.name_anew()


def _about(source: Source) -> tuple[str, str, str, str]:
    return whole(source.kind), whole(source.locator), whole(source.revision), whole(source.date)


def some(folder: Path, numbers: array[int]) -> Iterator[tuple[int, str, str]]:
    """(number, title, text) of the articles of those ``numbers``: what an engine takes in."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        for number in numbers:
            title, blob = db.execute("SELECT title, text FROM articles WHERE id = ?", (number,)).fetchone()
            yield number, str(title), text_of(blob, str(folder))
