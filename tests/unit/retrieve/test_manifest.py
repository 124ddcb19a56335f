"""Only an index that is what was built is opened; where it was built does not matter."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from localcheck.errors import LocalcheckError, MissingIndex, RetrievalError, UsageError
from localcheck.ingest import indexing
from localcheck.sources import articles, manifest
from localcheck.sources.indexes import folder_of, list_indexes, locate, open_index, remove, verify


@pytest.fixture
def index(home: Path, tmp_path: Path) -> Path:
    source = tmp_path / "a.jsonl"
    source.write_text('{"title": "A", "text": "Some text."}\n{"title": "B", "text": "Other text."}')
    for engine in ("whoosh", "tantivy"):
        for _ in indexing.build(source, engine, engine):  # type: ignore[arg-type]
            pass
    return folder_of("whoosh")


def change(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))


def test_opens_and_verifies_what_was_built(index: Path) -> None:
    with open_index("whoosh") as opened:
        assert opened.info.articles == 2 and len(opened.info.digest) == 64
    assert verify("whoosh").digest == opened.info.digest
    assert [name for name, _ in list_indexes()] == ["tantivy", "whoosh"]


DAMAGE: dict[str, Callable[[Path], None]] = {
    "changed": lambda folder: change(next((folder / "engine").glob("*.trm"))),
    "added": lambda folder: (folder / "engine" / "_MAIN_9.toc").write_bytes(b"cos\nsystem\n") and None,
    "removed": lambda folder: next((folder / "engine").glob("*.pst")).unlink(),
    "linked": lambda folder: (folder / "link").symlink_to("/etc/passwd"),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("open_", [open_index, verify])
def test_a_changed_index_is_not_opened(index: Path, damage: str, open_: Callable[[str], object]) -> None:
    DAMAGE[damage](index)
    with pytest.raises(RetrievalError, match="has changed") as caught:
        open_("whoosh")
    assert "--force" in caught.value.hint


def test_a_change_that_keeps_size_and_time_is_found_by_verify(index: Path) -> None:
    toc = next((index / "engine").glob("*.trm"))
    stat = toc.stat()
    change(toc)
    os.utime(toc, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    with pytest.raises(RetrievalError, match="has changed"):
        verify("whoosh")


@pytest.mark.parametrize("statement", ["UPDATE articles SET title = 'FORGED'", "DELETE FROM names"])
def test_texts_that_were_changed_are_not_made_an_index_of_again(index: Path, statement: str) -> None:
    """After ``index rebuild``, to which the error sent the user, they were what was built."""
    with closing(sqlite3.connect(index / articles.FILE)) as texts, texts:
        texts.execute(statement)
    for act in (verify, lambda name: list(indexing.rebuild(name))):
        with pytest.raises(RetrievalError, match=r"articles\.sqlite differs") as caught:
            act("whoosh")
        assert "index build SOURCE --name whoosh --force" in caught.value.hint
        assert "rebuild" not in caught.value.hint


def test_texts_are_made_an_index_of_again_where_the_list_of_files_cannot_be_read(index: Path) -> None:
    (index / manifest.FILE).write_text("{}")
    assert isinstance(list(indexing.rebuild("whoosh"))[-1], indexing.Built)


def test_a_touched_index_is_hashed_and_opened(index: Path) -> None:
    for path in index.rglob("*"):
        os.utime(path)
    open_index("whoosh").close()


@pytest.mark.parametrize("engine", ["whoosh", "tantivy"])
def test_an_index_of_another_home_is_opened(
    index: Path, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    shutil.copytree(index.parent, other / "indexes")
    monkeypatch.setenv("LOCALCHECK_HOME", str(other))
    with open_index(engine) as opened:
        assert next(opened.search("other")).title == "B"


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "digest": lambda content: content["info"].update(digest="0" * 64),
    "count": lambda content: content["info"].update(articles="many"),
    "engine": lambda content: content["info"].update(engine="pickle"),
    "path": lambda content: content["files"].update({"../../x": {"size": 1, "mtime_ns": 1, "sha256": "0" * 64}}),
    "size": lambda content: content["files"].update(x={"size": "1", "mtime_ns": 1, "sha256": "0" * 64}),
    "files": lambda content: content.update(files=[1]),
    "info": lambda content: content.update(info=None),
    "format": lambda content: content.update(format=[2]),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_manifest_is_one_clear_error(index: Path, forged: str) -> None:
    path = index / manifest.FILE
    content = json.loads(path.read_text())
    FORGED[forged](content)
    path.write_text(json.dumps(content))
    with pytest.raises(RetrievalError) as caught:
        open_index("whoosh")
    assert "index rebuild whoosh" in caught.value.hint
    (found,) = (info for name, info in list_indexes() if name == "whoosh")
    assert isinstance(found, LocalcheckError)


@pytest.mark.parametrize("name", ["../../x", "a/../../x", "/etc/passwd", ""])
def test_a_manifest_names_no_file_outside_of_its_folder(index: Path, name: str) -> None:
    path = index / manifest.FILE
    content = json.loads(path.read_text())
    content["files"][name] = {"size": 1, "mtime_ns": 1, "sha256": "0" * 64}
    path.write_text(json.dumps(content))
    with pytest.raises(RetrievalError, match="is not a file of an index"):
        manifest.read(index)


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '{"format": 2}', "\ud800"])
def test_an_unreadable_manifest_is_one_clear_error(index: Path, text: str) -> None:
    (index / manifest.FILE).write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(RetrievalError):
        manifest.read(index)


def test_names(index: Path) -> None:
    with pytest.raises(MissingIndex) as caught:
        open_index("whosh")
    assert "whoosh" in caught.value.hint
    for bad in ("../x", "", "a/b", ".hidden", "x" * 65):
        with pytest.raises(UsageError):
            folder_of(bad)
    assert locate(index) == index
    remove("whoosh")
    with pytest.raises(MissingIndex):
        locate("whoosh")


def test_an_index_is_known_by_the_name_of_its_manifest() -> None:
    """Indexes that were built and copied long ago are looked for under it."""
    from localcheck.sources.manifest import FILE

    assert FILE == "localcheck-index.json"
