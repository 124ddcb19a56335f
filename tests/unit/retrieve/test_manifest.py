"""Only an index that this home built, unchanged, is opened."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from localcheck import indexing
from localcheck.errors import BadSetting, LocalcheckError, MissingIndex, RetrievalError
from localcheck.retrieve import manifest
from localcheck.retrieve.indexes import folder_of, list_indexes, locate, open_index, remove, verify


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
    "changed": lambda folder: change(next((folder / "engine").glob("*.toc"))),
    "added": lambda folder: (folder / "engine" / "_MAIN_9.toc").write_bytes(b"cos\nsystem\n") and None,
    "removed": lambda folder: next((folder / "engine").glob("*.seg")).unlink(),
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
    toc = next((index / "engine").glob("*.toc"))
    stat = toc.stat()
    change(toc)
    os.utime(toc, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    with pytest.raises(RetrievalError, match="has changed"):
        verify("whoosh")


def test_a_touched_index_is_hashed_and_opened(index: Path) -> None:
    for path in index.rglob("*"):
        os.utime(path)
    open_index("whoosh").close()


def test_an_index_of_another_home_is_not_opened(index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other"
    shutil.copytree(index, other / "indexes" / index.name)
    monkeypatch.setenv("LOCALCHECK_HOME", str(other))
    with pytest.raises(MissingIndex, match="not built by this home") as caught:
        open_index("whoosh")
    assert "index build" in caught.value.hint
    (found,) = list_indexes()
    assert isinstance(found[1], LocalcheckError)


def test_a_forged_manifest_is_not_believed(index: Path) -> None:
    path = index / manifest.FILE
    content = json.loads(path.read_text())
    content["info"]["articles"] = 3
    path.write_text(json.dumps(content))
    with pytest.raises(MissingIndex, match="not built by this home"):
        manifest.read(index)
    path.write_text("[]")
    with pytest.raises(RetrievalError, match="cannot be read"):
        manifest.read(index)


def test_the_key_is_private(index: Path) -> None:
    assert (index.parent / manifest.KEY).stat().st_mode & 0o077 == 0


def test_names(index: Path) -> None:
    with pytest.raises(MissingIndex) as caught:
        open_index("whosh")
    assert "whoosh" in caught.value.hint
    for bad in ("../x", "", "a/b", ".hidden", "x" * 65):
        with pytest.raises(BadSetting):
            folder_of(bad)
    assert locate(index) == index
    remove("whoosh")
    with pytest.raises(MissingIndex):
        locate("whoosh")
