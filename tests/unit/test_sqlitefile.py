"""One way to open a SQLite file of the home: caches, answers and the agent's memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from localcheck.backends.llm.open_backend import Cached
from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.nli.cache import KeyedFile
from localcheck.errors import BackendError, LLMError, LocalcheckError
from localcheck.store.agent_memory import AgentMemory
from localcheck.system.sqlitefile import open_cache, open_file

SCHEMA = "CREATE TABLE IF NOT EXISTS few (n INTEGER)"


def no_pruning(db: sqlite3.Connection) -> None:
    """Keeps all rows."""


def with_a_trigger(path: Path) -> None:
    """A file of a stranger that acts when a row is written."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript("CREATE TABLE few (n); CREATE TRIGGER t AFTER INSERT ON few BEGIN DELETE FROM few; END")


def test_a_file_and_its_folder_are_made_and_guarded(tmp_path: Path) -> None:
    with closing(open_file(tmp_path / "a" / "b" / "few.db", SCHEMA)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA trusted_schema").fetchone() == (0,)
        assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM few").fetchone() == (0,)


def test_without_a_path_it_is_kept_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(open_file(None, SCHEMA)) as db, db:
        db.execute("INSERT INTO few VALUES (1)")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_a_stranger_is_refused(tmp_path: Path) -> None:
    with_a_trigger(tmp_path / "few.db")
    with pytest.raises(sqlite3.DatabaseError, match="it holds a trigger"):
        open_file(tmp_path / "few.db", SCHEMA)


@pytest.mark.parametrize(
    ("opened", "error"),
    [(lambda p: Cached(Scripted([]), p, "m"), LLMError), (AgentMemory, BackendError)],
    ids=["answers", "memory"],
)
def test_what_is_kept_is_never_replaced(
    opened: Callable[[Path], object], error: type[LocalcheckError], tmp_path: Path
) -> None:
    path = tmp_path / "kept.db"
    with_a_trigger(path)
    before = path.read_bytes()
    with pytest.raises(error, match="it holds a trigger"):
        opened(path)
    assert path.read_bytes() == before


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    for damage in (lambda: path.write_bytes(b"no database at all" * 100), lambda: with_a_trigger(path)):
        path.unlink(missing_ok=True)
        damage()
        db = open_cache(path, SCHEMA, no_pruning)
        assert db is not None and db.execute("SELECT count(*) FROM few").fetchone() == (0,)
        db.close()


def test_a_cache_that_cannot_be_made_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert open_cache(tmp_path / "file" / "cache.db", SCHEMA, no_pruning) is None
    kept = KeyedFile(tmp_path / "file" / "cache.db", "few", {"n": "INTEGER"}, 10)
    kept.write({b"k": (1,)})
    assert kept.read([b"k"]) == {}
