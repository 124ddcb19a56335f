"""Changes of the texts of an index: articles looked up, kept, replaced, added and dropped, in a copy of its file."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import RetrievalError
from localcheck.sources.article_writing import ArticleWriter
from localcheck.sources.articles import Row, text_of
from localcheck.text.inert import whole
from localcheck.types import Source


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
        return (self.kind, self.locator, self.revision, self.date) == (
            whole(source.kind), whole(source.locator), whole(source.revision), whole(source.date),
        )  # fmt: skip


_ENTRY = "id, kind, locator, revision, date"


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
        return [Entry(*row) for row in self._db.execute(f"SELECT {_ENTRY} FROM articles ORDER BY id")]

    def called(self, title: str) -> Entry | None:
        """The first article of that title which is not accounted for yet."""
        sql = f"SELECT {_ENTRY} FROM articles WHERE title = ? AND id NOT IN seen ORDER BY id LIMIT 1"
        row = self._db.execute(sql, (title,)).fetchone()
        return None if row is None else Entry(*row)

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
        sql = f"SELECT {_ENTRY} FROM articles WHERE title = ? AND (kind, locator, revision) = (?, ?, ?) LIMIT 1"
        row = self._db.execute(sql, (title, *_about(source)[:3])).fetchone()
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


def _about(source: Source) -> tuple[str, ...]:
    return whole(source.kind), whole(source.locator), whole(source.revision), whole(source.date)


def some(folder: Path, numbers: array[int]) -> Iterator[tuple[int, str, str]]:
    """(number, title, text) of the articles of those ``numbers``: what an engine takes in."""
    db = sqlite3.connect(folder / "articles.sqlite")
    try:
        for number in numbers:
            title, blob = db.execute("SELECT title, text FROM articles WHERE id = ?", (number,)).fetchone()
            yield number, str(title), text_of(blob, str(folder))
    finally:
        db.close()
