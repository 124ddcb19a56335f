"""Which kind of corpus lies at a path; WikiExtractor output, JSON lines and folders."""

from __future__ import annotations

import bz2
import json
from pathlib import Path

import pytest
from exports import export, page

from localcheck.errors import BadInput
from localcheck.ingest.corpus import Header, Malformed, Record, Redirect, Skipped, open_corpus, plain_text
from localcheck.types import Document

DOC = '<doc id="12" url="https://en.wikipedia.org/wiki?curid=12" title="Tom &amp; "Jerry"">\n'
DOC += 'Tom & "Jerry"\n\nA film.\n\n</doc>\n'


def test_tells_a_dump_and_cleans_it(tmp_path: Path) -> None:
    path = tmp_path / "pages.xml.bz2"
    path.write_bytes(bz2.compress(export(page("A", "'''A''' is [[b]]."))))
    corpus = open_corpus(path)
    (found,) = [i for i in corpus.items() if isinstance(i, Record)]
    assert (corpus.kind, plain_text(found)) == ("mediawiki", "A is b.")
    assert corpus.meter.read == corpus.size


def test_reads_wikiextractor_output_in_a_file_and_in_folders(tmp_path: Path) -> None:
    (tmp_path / "AA").mkdir()
    (tmp_path / "AA" / "wiki_00").write_text(DOC * 2)
    (tmp_path / "AA" / "wiki_01.bz2").write_bytes(bz2.compress(DOC.encode()))
    corpus = open_corpus(tmp_path)
    found = list(corpus.items())
    assert corpus.kind == "wikiextractor" and len(found) == 3
    assert found[0] == Record(
        'Tom & "Jerry"', "A film.", "plain", "wikipedia", "https://en.wikipedia.org/wiki?curid=12"
    )


def test_wikiextractor_oddities_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    path.write_text('<doc id="1" url="u" title="A">\ntext\n' + DOC + '<doc id="2" url="u" title="E">\nE\n</doc>\n')
    found = list(open_corpus(path).items())
    assert found[0] == Malformed("A", "has no </doc>")
    assert found[2] == Skipped("empty or deleted text")
    path.write_text(DOC + '<doc id="3" url="u" title="Cut">\nsome')
    with pytest.raises(BadInput, match="ends in the middle"):
        list(open_corpus(path).items())


def test_wikiextractor_text_is_unescaped_and_a_mark_before_it_loses_no_article(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    path.write_text(
        '\ufeff<doc id="1" url="u" title="A">\nA\n\nAT&amp;T &lt; R&amp;D\n</doc>\n' + DOC, encoding="utf-8"
    )
    first, _ = open_corpus(path).items()
    assert isinstance(first, Record) and (first.title, first.body) == ("A", "AT&T < R&D")


def test_what_is_hidden_or_empty_does_not_say_what_a_folder_is(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Ay")
    (tmp_path / ".cache").mkdir()
    (tmp_path / ".cache" / "x.jsonl").write_text('{"title": "A", "text": "x"}')
    assert open_corpus(tmp_path).kind == "folder"
    shards = tmp_path / "shards"
    shards.mkdir()
    (shards / "p0.jsonl").write_text("")
    (shards / "p1.jsonl").write_text('{"title": "A", "text": "x"}')
    for asked in ("", "jsonl"):
        assert [i.title for i in open_corpus(shards, asked).items() if isinstance(i, Record)] == ["A"]


def test_reads_json_lines(tmp_path: Path) -> None:
    rows = [
        {"title": "A", "text": "x", "url": "u", "date": "2020-01-02", "aliases": ["AA", 3]},
        {"title": "B", "text": " "},
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([*map(json.dumps, rows), "{broken", "[1]", '{"title": 3}', "", "[" * 100_000]))
    found = list(open_corpus(path).items())
    assert found[0] == Record("A", "x", "plain", "jsonl", "u", "", "2020-01-02")
    assert found[1:3] == [Redirect("AA", "A"), Skipped("empty or deleted text")]
    assert [i.why.partition(":")[0] for i in found[3:] if isinstance(i, Malformed)] == [
        "not JSON", "is not a JSON object", 'needs "title" and "text" as strings', "not JSON",
    ]  # fmt: skip


def test_reads_a_folder_with_the_reader_given(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "b_note.txt").write_text("Bee")
    (tmp_path / "sub" / "a.md").write_text("Ay")
    (tmp_path / "bad.pdf").write_text("x")
    (tmp_path / ".hidden.txt").write_text("x")
    (tmp_path / "image.png").write_text("x")
    outside = tmp_path.parent / "secret.txt"
    outside.write_text("secret")
    (tmp_path / "link.txt").symlink_to(outside)

    def reader(path: Path) -> list[Document]:
        if path.suffix == ".pdf":
            raise BadInput(path, "is encrypted")
        return [Document(str(path), path.read_text(), meta=(("written", "2001"),))]

    found = list(open_corpus(tmp_path).items(reader=reader))
    assert found[1] == Malformed("bad.pdf", "is encrypted")
    assert [(i.title, i.body, i.locator) for i in found if isinstance(i, Record)] == [
        ("b note", "Bee", "b_note.txt"), ("a", "Ay", "sub/a.md"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "why"), [(b"", "is empty"), (b"\x89PNG\r\n", "not a corpus"), (b"hello", "not a corpus")]
)
def test_what_is_no_corpus_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=why) as caught:
        open_corpus(path)
    assert "JSONL" in caught.value.hint


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no documents"):
        open_corpus(tmp_path)


def test_every_page_of_the_real_dumps_is_accounted_for(shared_data: Path) -> None:
    (old,) = (shared_data / "dump").glob("enwiki-*.bz2")
    items = list(open_corpus(old).items())
    kinds = [type(i) for i in items]
    assert (kinds.count(Record), kinds.count(Redirect), kinds.count(Malformed), len(items)) == (106, 99, 0, 207)
    (new,) = (shared_data / "dump").glob("aawiki-*.bz2")
    items = list(open_corpus(new).items())
    assert len(items) == 508 and items[0] == Header("aa", "Wikipedia", "2026-01-01")
    everything = [i for i in open_corpus(new).items(range(3000)) if isinstance(i, Record)]
    assert len(everything) > 400 and all(r.revision and r.date for r in everything)


def test_a_file_that_goes_while_its_folder_is_read_is_told(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("A note.")
    corpus = open_corpus(tmp_path)

    def reader(path: Path) -> list[Document]:
        if path.name == "a.txt":
            path.unlink()
        return [Document("d", path.read_text())]

    found = list(corpus.items(reader=reader))
    assert [type(item) for item in found] == [Malformed, Record] and found[0].where == "a.txt"
    assert corpus.meter.read == len("A note.")


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("unknown", ""), ("n/a", ""), ("2018", "2018"), (2018, "2018"), ("2018-06", "2018-06"),
        ("2018-06-01T10:00:00Z", "2018-06-01T10:00:00Z"), (1546300800, ""), ("2018-13-01", ""),
    ],
)  # fmt: skip
def test_what_is_no_date_is_not_the_date_of_a_row(said: object, means: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"title": "A", "text": "It is.", "date": said}) + "\n")
    (found,) = open_corpus(path).items()
    assert isinstance(found, Record) and found.date == means
