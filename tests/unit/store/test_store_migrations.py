"""A database of every earlier schema is brought up to date with its rows.

``schemas/vN.sql`` is a dump that the program of schema N made; a new step in ``schema.STEPS`` needs a new dump, which
``python tests/unit/store/test_store_migrations.py`` prints.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest
from store_examples import DOCUMENT, SENTENCES, verdict

from localcheck.errors import BadInput
from localcheck.store import Action, Review, Store
from localcheck.store.schema import LATEST, STEPS, migrate, statements, version
from localcheck.types import Label

SCHEMAS = Path(__file__).parent / "schemas"


def tables(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    return connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


@pytest.mark.parametrize("step", STEPS)
def test_a_database_of_an_earlier_schema_keeps_its_rows(tmp_path: Path, step: int) -> None:
    path = tmp_path / "localcheck.db"
    old = sqlite3.connect(path)
    old.executescript((SCHEMAS / f"v{step}.sql").read_text(encoding="utf-8"))
    assert version(old) == step
    old.close()
    with Store(path) as store:
        run = store.load(1)
        assert (run.document, run.sentences, run.verdicts) == (DOCUMENT, SENTENCES, (verdict(),))
        store.reviews.add(1, "0.0", Review(Action.ACCEPT, Label.SUPPORTED))
        assert len(store.reviewed_claims()) == 1
    new = sqlite3.connect(path)
    fresh = sqlite3.connect(":memory:", isolation_level=None)
    migrate(fresh)
    assert version(new) == LATEST
    assert tables(new) == tables(fresh), "an old database ends with the same tables as a new one"
    new.close()
    fresh.close()


def test_migrating_twice_changes_nothing() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    before = tables(connection)
    migrate(connection)
    assert tables(connection) == before
    connection.close()


def test_a_step_that_fails_leaves_the_database_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    before = tables(connection)
    monkeypatch.setattr(
        "localcheck.store.schema.STEPS", {**STEPS, 99: "CREATE TABLE more (id); INSERT INTO nothing VALUES (1);"}
    )
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, 99)
    assert tables(connection) == before
    assert version(connection) == LATEST
    connection.close()


@pytest.mark.parametrize(("number", "said"), [(LATEST + 1, "newer version"), (4, "before 1.0.0")])
def test_a_database_of_no_release_is_left_alone(tmp_path: Path, number: int, said: str) -> None:
    path = tmp_path / "localcheck.db"
    Store(path).close()
    plain = sqlite3.connect(path)
    plain.execute(f"PRAGMA user_version = {number}")
    plain.close()
    with pytest.raises(BadInput, match=said):
        Store(path)


def test_statements_keeps_triggers_whole() -> None:
    script = "CREATE TABLE a (b); CREATE TRIGGER t BEFORE UPDATE ON a BEGIN SELECT 1; SELECT 2; END;"
    assert len(statements(script)) == 2


def dump(step: int) -> str:
    """What a program of schema ``step`` would have left behind."""
    from store_examples import INFO

    import localcheck.store.connection as opening

    path = Path(sys.argv[2])
    original = opening.migrate
    opening.migrate = lambda connection: original(connection, step)  # type: ignore[assignment]
    with Store(path) as store:
        store.add_verdict(store.begin_run(INFO, DOCUMENT, SENTENCES), verdict())
        lines = list(store._connection.iterdump())
    return "\n".join([*lines, f"PRAGMA user_version = {step};", ""])


if __name__ == "__main__":
    sys.stdout.write(dump(int(sys.argv[1])))
