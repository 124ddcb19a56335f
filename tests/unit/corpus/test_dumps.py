"""Multistream dumps: every stream a part of its own, with the index file, without it, and with a wrong one."""

from __future__ import annotations

import bz2
from pathlib import Path

import pytest
from exports import export, page
from multistream import write

from localcheck.errors import BadInput
from localcheck.ingest import indexing
from localcheck.ingest.corpus import Header, Item, Malformed, Record, Redirect, open_corpus
from localcheck.ingest.corpus.dumps import Stream, parts
from localcheck.ingest.corpus.mediawiki import Pages
from localcheck.ingest.corpus.streams import Meter
from localcheck.ingest.indexing import Built
from localcheck.sources.indexes import open_index

NAME = "enwiki-20260101-pages-articles-multistream.xml.bz2"
STARTER = next((Path(__file__).parents[3] / "indexes/starter").glob("*.xml.bz2"))


def streams(path: Path) -> list[Stream]:
    return [part for part in parts(path, Meter(), {0}) if isinstance(part, Stream)]


def items(path: Path) -> list[Item]:
    return list(open_corpus(path).items())


@pytest.mark.parametrize("packed", [True, False])
def test_a_dump_in_many_streams_holds_what_the_same_dump_in_one_holds(tmp_path: Path, packed: bool) -> None:
    """A real dump: the starter encyclopedia, written by MediaWiki's rules, cut as Wikimedia cuts its dumps."""
    path = tmp_path / NAME
    write(bz2.decompress(STARTER.read_bytes()), path, 20, packed)
    whole = [item for item in open_corpus(STARTER).items() if not isinstance(item, Header)]
    found = items(path)
    assert isinstance(found[0], Header) and found[0].date == "2026-01-01" and found[1:] == whole
    assert "in many streams, with the index file enwiki-" in open_corpus(path).recognised.said()
    assert "streams" not in open_corpus(STARTER).recognised.said()
    assert len(streams(path)) == -(-len(whole) // 20)


def test_without_an_index_the_streams_are_found(tmp_path: Path) -> None:
    path = tmp_path / NAME
    index = write(bz2.decompress(STARTER.read_bytes()), path, 20)
    by_index, before = streams(path), items(path)
    index.unlink()
    found = streams(path)
    assert (
        "in many streams" in open_corpus(path).recognised.said() and ".txt" not in open_corpus(path).recognised.said()
    )
    assert [part.begin for part in found[:-1]] == [part.begin for part in by_index]
    assert items(path) == before


@pytest.mark.parametrize(
    "listing",
    [
        b"",
        b"no index",
        b"5:1:A\n",
        b"600:1:A\n7:2:B\n",
        b"99999999999:1:A\n",
        b"-4:1:A\n",
        b"9" * 5000,
        b"BZh9 not bz2",
    ],
)
def test_a_wrong_index_is_said_and_not_used(tmp_path: Path, listing: bytes) -> None:
    path = tmp_path / NAME
    index = write(export(*(page(f"P{i}", f"Text {i}.") for i in range(30))), path, 10)
    before = items(path)
    index.write_bytes(listing)
    found = items(path)
    assert found[1] == Malformed(index.name, "is not the index of this dump, and not used")
    assert [found[0], *found[2:]] == before


def test_streams_that_are_cut_elsewhere_are_read_as_one(tmp_path: Path) -> None:
    """pbzip2 writes a stream for every 900 KB, whatever stands there."""
    whole = export(*(page(f"P{i}", f"Text {i}.") for i in range(30)))
    path = tmp_path / "a.xml.bz2"
    path.write_bytes(b"".join(bz2.compress(whole[at : at + 700]) for at in range(0, len(whole), 700)))
    assert not streams(path) and len(items(path)) == 31
    assert isinstance(list(parts(path, Meter(), {0}))[1], Pages)


def test_a_page_that_is_malformed_says_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / NAME
    write(export(page("A", "Text."), "<page><title>B</title><id>x</page>", page("C", "#REDIRECT [[A]]")), path, 1)
    _, a, b, c = items(path)
    assert isinstance(a, Record) and isinstance(c, Redirect) and isinstance(b, Malformed)
    assert b.where == f"byte {streams(path)[1].begin}, page 1"


def test_damage_and_truncation_are_errors(tmp_path: Path) -> None:
    path = tmp_path / NAME
    write(export(*(page(f"P{i}", f"Text {i}.") for i in range(30))), path, 10)
    whole = path.read_bytes()
    middle = streams(path)[1]
    path.write_bytes(whole[: middle.begin + 40] + b"\xff" * 8 + whole[middle.begin + 48 :])
    with pytest.raises(BadInput, match="not a valid bz2 file"):
        items(path)
    for length in (len(whole) - 45, middle.end + 60, middle.begin + 30):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput, match="ends in the middle"):
            items(path)


def test_a_stream_that_expands_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / NAME
    write(export(*(page(f"P{i}", " " * 6_000_000) for i in range(2))), path, 1)
    with pytest.raises(BadInput, match="bomb"):
        items(path)


def test_a_folder_of_the_parts_of_a_dump_is_one_corpus(tmp_path: Path, home: Path) -> None:
    folder = tmp_path / "dump"
    folder.mkdir()
    for number, (first, last) in enumerate([(0, 300), (300, 450)], 1):
        name = f"enwiki-20260101-pages-articles-multistream{number}.xml-p{first + 1}p{last}.bz2"
        write(export(*(page(f"P{i}", f"Zebra number {i} is striped.") for i in range(first, last))), folder / name)
    infos = []
    for processes in (1, 2):
        *_, built = indexing.build(folder, f"x{processes}", "tantivy", processes=processes)
        assert isinstance(built, Built) and not built.malformed
        infos.append((built.info.articles, built.info.dump_date))
    assert infos == [(450, "2026-01-01")] * 2
    with open_index("x2") as index:
        found = next(iter(index.search("Zebra number 444")))
    assert (found.title, found.source.date) == ("P444", "2016-04-22"), "a page keeps its own date beside the dump's"
