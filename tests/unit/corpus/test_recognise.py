"""What a source is taken for: by content before name, as asked, and what is said of a name that misleads."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from exports import export, page

from localcheck.errors import BadInput, UnknownName
from localcheck.ingest.corpus import Record, open_corpus
from localcheck.types import Document

DUMP = export(page("A", "'''A''' is [[b]]."))
ROW = json.dumps({"title": "A", "text": "A is b."}).encode() + b"\n"
PACK: dict[str, Callable[[bytes], bytes]] = {
    "bz2": bz2.compress,
    "gz": gzip.compress,
    "xz": lzma.compress,
    "zst": zstandard.compress,
    "": bytes,
}


@pytest.mark.parametrize("called", ["", "bz2", "gz", "xz", "zst"])
@pytest.mark.parametrize("packed", PACK)
def test_compression_is_told_from_the_content_whatever_the_name(called: str, packed: str, tmp_path: Path) -> None:
    path = tmp_path / ("a.xml" + (f".{called}" if called else ""))
    path.write_bytes(PACK[packed](DUMP))
    corpus = open_corpus(path)
    assert (corpus.kind, corpus.recognised.compression) == ("mediawiki", packed)
    assert bool(corpus.recognised.odd) == (called != packed)
    assert [i.title for i in corpus.items() if isinstance(i, Record)] == ["A"]


@pytest.mark.parametrize(
    ("name", "content", "kind", "odd"),
    [
        ("a.jsonl", ROW, "jsonl", ""),
        ("a", ROW, "jsonl", ""),
        ("a.txt", ROW, "jsonl", ""),
        ("a.xml", ROW, "jsonl", "its name ends in .xml, but it is JSONL with title and text"),
        ("a.pdf", ROW, "jsonl", "its name ends in .pdf, but it is JSONL with title and text"),
        ("a.jsonl", DUMP, "mediawiki", "its name ends in .jsonl, but it is a MediaWiki XML dump"),
        (
            "a_ndjson.tar.gz",
            gzip.compress(b"a.ndjson".ljust(257, b"\0") + b"ustar".ljust(255, b"\0"), mtime=0),
            "enterprise",
            "",
        ),
        ("a.zim", gzip.compress(DUMP, mtime=0), "mediawiki", "its content gz; its name ends in .zim"),
    ],
)
def test_a_name_that_misleads_is_said(name: str, content: bytes, kind: str, odd: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    found = open_corpus(tmp_path / name).recognised
    assert found.kind == kind and (odd in found.odd if odd else not found.odd), found
    assert "by its content" in found.said()


def test_a_right_name_with_wrong_content_says_what_was_expected(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"\x89PNG\r\n")
    with pytest.raises(BadInput, match=r"ends in \.parquet, but it does not begin like Parquet"):
        open_corpus(tmp_path / "a.parquet")


def test_a_wrong_guess_is_overridden(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Notes.")
    (tmp_path / "b.jsonl").write_bytes(ROW)
    assert open_corpus(tmp_path).kind == "jsonl"
    assert "b.jsonl is called *.jsonl" in open_corpus(tmp_path).recognised.why
    corpus = open_corpus(tmp_path, "folder")
    found = corpus.items(reader=lambda path: [Document("d", path.read_text())])
    assert [i.title for i in found if isinstance(i, Record)] == ["a"]
    with pytest.raises(UnknownName, match="josnl"):
        open_corpus(tmp_path / "b.jsonl", "josnl")
    with pytest.raises(BadInput, match="not a folder"):
        open_corpus(tmp_path / "b.jsonl", "folder")
    asked = open_corpus(tmp_path / "b.jsonl", "wikiextractor").recognised
    assert (asked.why, asked.odd) == ("as asked", "it begins like JSONL with title and text")


@pytest.mark.parametrize("asked", ["", "folder"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("notes.md", b"# Notes\n\nA is b."),
        ("page.html", b"<!DOCTYPE html><p>A is b."),
        ("old.htm", b"<HTML><p>A is b."),
    ],
)
def test_one_document_is_a_source_of_its_own(name: str, content: bytes, asked: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    (tmp_path / "other.md").write_text("Not asked for.")
    corpus = open_corpus(tmp_path / name, asked)
    found = corpus.items(reader=lambda path: [Document("d", path.read_text())])
    assert [i.locator for i in found if isinstance(i, Record)] == [name]
    assert corpus.recognised.said().startswith("a document (")


def test_documents_beside_a_corpus_are_said_to_be_left(tmp_path: Path) -> None:
    for name, content in (("rows.jsonl", ROW), ("notes.md", b"Notes."), ("picture.png", b"\x89PNG")):
        (tmp_path / name).write_bytes(content)
    left = {one.where: one.why for one in open_corpus(tmp_path).left}
    assert left["notes.md"] == f"{left['picture.png']}; --format folder reads its documents instead"
    assert "JSONL" in left["picture.png"]


def test_a_folder_is_read_as_the_format_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "part-1").write_bytes(ROW)
    (tmp_path / ".hidden").write_bytes(ROW)
    corpus = open_corpus(tmp_path, "jsonl")
    assert [path.name for path in corpus.files] == ["part-1"]
    assert [i.title for i in corpus.items() if isinstance(i, Record)] == ["A"]
