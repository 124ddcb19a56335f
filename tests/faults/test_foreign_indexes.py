"""Indexes of strangers: nothing in them is ever unpickled, and whatever is wrong in them is one clear error."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
import zstandard

from localcheck.errors import BadSetting, MissingIndex, RetrievalError
from localcheck.ingest import indexing
from localcheck.sources import manifest
from localcheck.sources.articles import FILE
from localcheck.sources.indexes import folder_of, open_index
from localcheck.sources.whoosh_index import WhooshEngine

WITHOUT_PICKLE = """
import pickle, sys
from pathlib import Path

def refuse(*_, **__):
    raise SystemExit("a pickle was touched")

class Refused:
    __init__ = refuse

for name in ("load", "loads", "dump", "dumps"):
    setattr(pickle, name, refuse)  # before Whoosh takes these names
for name in ("Unpickler", "Pickler", "_Unpickler", "_Pickler"):
    setattr(pickle, name, Refused)

from localcheck.ingest import indexing
from localcheck.sources.indexes import open_index, verify

source = Path(sys.argv[1])
events = indexing.build(source, "x", "whoosh")
next(events)
next(events)
events.close()  # interrupted: the next one resumes
for _ in indexing.build(source, "x", "whoosh"):
    pass
source.write_text(source.read_text() + '{"title": "Late", "text": "An update."}')
for _ in indexing.build(source, "x", "whoosh", force=True):
    pass
for _ in indexing.rebuild("x", "whoosh"):
    pass
with open_index("x") as opened:
    print(next(opened.search("number 7")).title, next(opened.search("update")).title, opened.article("Late").title)
verify("x")
"""


class Bomb:
    """Makes a file when it is unpickled."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch {self.target}",)


@pytest.fixture
def index(home: Path, tmp_path: Path) -> Path:
    source = tmp_path / "a.jsonl"
    source.write_text("".join(json.dumps({"title": f"A{i}", "text": f"Text number {i}."}) + "\n" for i in range(300)))
    list(indexing.build(source, "x", "whoosh"))
    return folder_of("x")


def seal(folder: Path) -> None:
    """Make the manifest fit what is in the folder, as a forger would."""
    row = json.loads((folder / manifest.FILE).read_text())
    manifest.write(folder, manifest.info_from(row["info"]))


def test_building_resuming_updating_and_searching_touch_no_pickle(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text("".join(json.dumps({"title": f"A{i}", "text": f"Text number {i}."}) + "\n" for i in range(600)))
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_PICKLE, str(source)], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "A7 Late Late\n"), done.stderr


@pytest.mark.parametrize("place", ["_MAIN_1.toc", "contents.json", ".trm", ".pst", "_stored.col", "numbers.bin"])
def test_a_pickle_anywhere_in_a_foreign_index_is_not_run(index: Path, tmp_path: Path, place: str) -> None:
    engine, ran = index / "engine", tmp_path / "ran"
    target = next((p for p in engine.iterdir() if p.name.endswith(place)), engine / place)
    target.write_bytes(pickle.dumps(Bomb(ran)))
    seal(index)
    try:
        with open_index("x") as opened:
            list(opened.search("text number 7"))
    except RetrievalError as error:
        assert "index rebuild x" in error.hint
    assert not ran.exists()


def test_an_older_form_is_refused_and_rebuilt_from_its_texts(index: Path, tmp_path: Path) -> None:
    engine, ran = index / "engine", tmp_path / "ran"
    shutil.rmtree(engine)
    engine.mkdir()
    (engine / "_MAIN_1.toc").write_bytes(pickle.dumps(Bomb(ran)))
    row = json.loads((index / manifest.FILE).read_text())
    (index / manifest.FILE).write_text(json.dumps({**row, "format": 1, "signature": "0" * 64}))
    with pytest.raises(MissingIndex, match="older form") as caught:
        open_index("x")
    assert "localcheck index rebuild x" in caught.value.hint
    *_, built = indexing.rebuild("x")
    assert isinstance(built, indexing.Built) and (built.info.articles, built.info.source) == (300, "a.jsonl")
    with open_index("x") as opened:
        assert next(opened.search("number 7")).title == "A7"
    assert not ran.exists()


def test_changed_bytes_are_never_more_than_an_error(index: Path) -> None:
    def use() -> None:
        with suppress(RetrievalError), closing(WhooshEngine(index / "engine")) as engine:
            engine.search(("text", "number", "7"), 5)

    for path in sorted((index / "engine").iterdir()):
        whole = path.read_bytes()
        for place in range(0, len(whole), max(1, len(whole) // 30)):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
            use()
        for length in range(0, len(whole), max(1, len(whole) // 8)):
            path.write_bytes(whole[:length])
            use()
        path.write_bytes(whole)


HOSTILE_TEXTS = {
    "view": "ALTER TABLE articles RENAME TO hidden; CREATE VIEW articles AS SELECT * FROM hidden",
    "trigger": "CREATE TRIGGER t AFTER INSERT ON articles BEGIN SELECT 1; END",
    "no names": "DROP TABLE names",
    "text is a number": "UPDATE articles SET text = 7",
    "text is no zstandard": "UPDATE articles SET text = x'00112233'",
}


@pytest.mark.parametrize("hostile", HOSTILE_TEXTS)
def test_a_hostile_table_of_texts_is_one_clear_error(index: Path, hostile: str) -> None:
    with closing(sqlite3.connect(index / FILE)) as db, db:
        db.executescript(HOSTILE_TEXTS[hostile])
    db.close()
    seal(index)
    with pytest.raises(RetrievalError), open_index("x") as opened:
        list(opened.search("text number 7"))
    with pytest.raises(RetrievalError):
        list(indexing.rebuild("x"))


def test_a_text_that_says_it_is_huge_is_not_unpacked(index: Path) -> None:
    frame = bytearray(zstandard.ZstdCompressor().compress(b"x" * 70_000))
    assert zstandard.frame_content_size(bytes(frame)) == 70_000
    frame[5:9] = (1 << 31).to_bytes(4, "little")  # the field of the declared size
    assert zstandard.frame_content_size(bytes(frame)) == 1 << 31
    with closing(sqlite3.connect(index / FILE)) as db, db:
        db.execute("UPDATE articles SET text = ?", (bytes(frame),))
    db.close()
    seal(index)
    with pytest.raises(RetrievalError, match="damaged"), open_index("x") as opened:
        list(opened.search("text number 7"))


def test_the_name_of_the_shipped_index_is_reserved(home: Path, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="comes with localcheck"):
        next(indexing.build(tmp_path, "starter"))
