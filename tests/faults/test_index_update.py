"""An index brought up to date: what is read, written and dropped, and what a reader sees meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from localcheck.errors import BadInput, BadSetting
from localcheck.ingest import indexing
from localcheck.ingest.documents import read_documents
from localcheck.ingest.indexing import Built, Copying, Reading, Updated, staging
from localcheck.sources import articles, indexes
from localcheck.sources.indexes import folder_of, open_index, remove, stamp, verify
from localcheck.types import Document
from tests import warm

HEAD = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en"><siteinfo></siteinfo>\n'
)
PAGE = "<page><title>{0}</title><ns>0</ns><id>1</id>{3}<revision><id>{1}</id><text>{2}</text></revision></page>\n"
ENGINES = ("whoosh", "tantivy")


def update(name: str, source: Path | None = None, processes: int = 1) -> Updated:
    *_, last = indexing.update(name, source, processes=processes)
    assert isinstance(last, Updated)
    verify(name)
    return last


def counts(done: Updated) -> tuple[int, int, int, int]:
    return done.added, done.changed, done.dropped, done.unchanged


def build(source: Path, name: str, engine: str) -> Built:
    *_, last = indexing.build(source, name, engine)  # type: ignore[arg-type]
    assert isinstance(last, Built)
    return last


def texts(name: str, query: str) -> set[str]:
    with open_index(name) as opened:
        return {passage.text for passage in opened.search(query)}


def dump(path: Path, pages: dict[str, tuple[int, str]], redirects: dict[str, str] | None = None) -> Path:
    rows = [PAGE.format(title, revision, text, "") for title, (revision, text) in pages.items()]
    for name, target in (redirects or {}).items():
        rows.append(PAGE.format(name, 1, f"#REDIRECT [[{target}]]", f'<redirect title="{target}" />'))
    path.write_text(HEAD + "".join(rows) + "</mediawiki>\n")
    return path


@pytest.mark.parametrize("engine", ENGINES)
def test_a_folder_is_read_where_it_changed(engine: str, tmp_path: Path, home: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for number in range(20):
        (notes / f"n{number}.txt").write_text(f"Note number {number} is old.")
    build(notes, "x", engine)
    before, was = stamp("x"), (notes / "n1.txt").stat()
    assert counts(update("x")) == (0, 0, 0, 20) and stamp("x") == before, "nothing changed, nothing is written"
    (notes / "n1.txt").write_text("Note number 1 is new.")
    os.utime(notes / "n1.txt", ns=(was.st_atime_ns, was.st_mtime_ns))
    (notes / "n2.txt").unlink()
    (notes / "n3.txt").touch()
    (notes / "added, late.txt").write_text("A late note.")
    read: list[str] = []

    def reader(path: Path) -> Iterable[Document]:
        read.append(path.name)
        return read_documents(path)

    *_, done = indexing.update("x", reader=reader)
    assert isinstance(done, Updated) and counts(done) == (1, 1, 1, 18)
    assert sorted(read) == ["added, late.txt", "n1.txt"], (
        "same size and time, other content; another time, same content"
    )
    assert texts("x", "note number 1") & {"Note number 1 is new.", "Note number 1 is old."} == {"Note number 1 is new."}
    assert not texts("x", "note number 2") & {"Note number 2 is old."}
    assert "A late note." in texts("x", "added late")
    assert stamp("x") != before and counts(update("x")) == (0, 0, 0, 20)


def test_a_version_that_reads_documents_otherwise_reads_all_of_them_again(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that were as they were kept the text of the reader before."""
    notes = tmp_path / "notes"
    notes.mkdir()
    for number in range(3):
        (notes / f"n{number}.txt").write_text(f"Note number {number} is old.")
    build(notes, "x", "whoosh")
    assert counts(update("x")) == (0, 0, 0, 3)
    monkeypatch.setattr(import_module("localcheck.ingest.indexing.update"), "read_by", lambda: "another")

    def reader(path: Path) -> Iterable[Document]:
        return [replace(found, text=f"{found.text} Or so.") for found in read_documents(path)]

    *_, done = indexing.update("x", reader=reader)
    assert isinstance(done, Updated) and counts(done) == (0, 3, 0, 0)
    assert texts("x", "note number 1") & {"Note number 1 is old. Or so.", "Note number 1 is old."} == {
        "Note number 1 is old. Or so."
    }
    assert counts(update("x")) == (0, 0, 0, 3)


def test_progress_is_told_while_files_are_compared_by_their_hash(tmp_path: Path, home: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(3):
        (folder / f"n{number}.txt").write_text(f"Note number {number} is old.")
    build(folder, "x", "whoosh")
    told = [event for event in indexing.update("x") if isinstance(event, Reading)]
    assert [(e.comparing, e.bytes_read, e.bytes_total) for e in told] == [
        (comparing, 21 * n, 63) for comparing in (True, False) for n in (1, 2, 3)
    ]


def test_progress_is_told_while_the_index_is_copied(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "n.txt").write_text("The note is old.")
    build(folder, "x", "whoosh")
    size = (folder_of("x") / articles.FILE).stat().st_size
    monkeypatch.setattr(staging, "PIECE", size - 1)
    told = [event for event in indexing.update("x") if isinstance(event, Copying)]
    assert told == [Copying(size - 1, size), Copying(size, size)]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_folder_is_given_another_date_though_no_text_changed(engine: str, tmp_path: Path, home: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "whale.md").write_text("# Blue whale\n\nThe blue whale eats krill.\n")
    (folder / "crab.md").write_text("# Crab\n\nThe crab has ten legs.\n")
    build(folder, "notes", engine)
    *_, done = indexing.update("notes", dated="2019")
    assert isinstance(done, Updated)
    assert (counts(done), done.restated, done.touched) == ((0, 0, 0, 2), 2, 0)
    verify("notes")
    with open_index("notes") as opened:
        assert {passage.source.date for query in ("krill", "legs") for passage in opened.search(query)} == {"2019"}
    assert update("notes").restated == 0  # the date is kept
    folder.rename(tmp_path / "moved")
    with pytest.raises(BadInput, match="index notes was built from it, and it is not there any more") as caught:
        update("notes")
    assert caught.value.hint == "if it was moved: localcheck index update notes WHERE_IT_IS_NOW"
    assert counts(update("notes", tmp_path / "moved")) == (0, 0, 0, 2)


@pytest.mark.parametrize(("engine", "processes"), [("whoosh", 1), ("tantivy", 1), ("tantivy", 2)])
def test_a_newer_dump_is_taken_up_by_revision(engine: str, processes: int, tmp_path: Path, home: Path) -> None:
    pages = {f"Page {i}": (100 + i, f"Page {i} says old things.") for i in range(30)}
    build(dump(tmp_path / "wiki-20260101.xml", pages, {"First": "Page 1"}), "x", engine)
    pages["Page 1"] = (500, "Page 1 says new things.")
    pages["Page 2"] = (1, "Page 2 as it was long ago.")
    pages["Page 4"] = (104, "The same revision is not read again.")
    del pages["Page 3"]
    pages["Fresh"] = (501, "Fresh came lately.")
    newer = dump(tmp_path / "wiki-20260201.xml", pages, {"Second": "Page 2", "First": "Page 5"})
    done = update("x", newer, processes)
    assert counts(done) == (1, 1, 1, 28)
    assert (done.built.info.articles, done.built.info.redirects, done.built.info.dump_date) == (30, 2, "2026-02-01")
    names = ("Page 1", "Page 2", "Page 3", "Page 4", "Fresh", "First", "Second")
    with open_index("x") as opened:
        found = {name: opened.article(name) for name in names}
    assert {name: passage and passage.text for name, passage in found.items()} == {
        "Page 1": "Page 1 says new things.",
        "Page 2": "Page 2 says old things.",
        "Page 3": None,
        "Page 4": "Page 4 says old things.",
        "Fresh": "Fresh came lately.",
        "First": "Page 5 says old things.",
        "Second": "Page 2 says old things.",
    }
    assert "Fresh came lately." in texts("x", "Fresh came lately")
    assert not {t for t in texts("x", "Page says old things") if t.startswith("Page 3 ")}
    with pytest.raises(BadInput, match="older than the index"):
        update("x", dump(tmp_path / "wiki-20251201.xml", pages), processes)
    assert counts(update("x")) == (0, 0, 0, 30), "it goes on from the newer dump"


@pytest.mark.parametrize("engine", ENGINES)
def test_an_updated_index_finds_what_one_built_anew_finds(engine: str, tmp_path: Path, home: Path) -> None:
    def rows(change: int) -> str:
        said = {i: f"Thing {i} has colour {(i * 7 + (change if i % 9 == 0 else 0)) % 11}." for i in range(change, 90)}
        return "".join(json.dumps({"title": f"T{i}", "text": text}) + "\n" for i, text in said.items())

    source = tmp_path / "a.jsonl"
    source.write_text(rows(0))
    build(source, "x", engine)
    source.write_text(rows(3))
    assert counts(update("x")) == (0, 9, 3, 78)
    build(source, "y", engine)
    for query in ("Thing 9 has colour 0.", "Thing 44 has a colour.", "Colour of thing 1", "T45 is a thing."):
        with open_index("x") as one, open_index("y") as other:
            found = [[p.text for p in index.search(query)] for index in (one, other)]
        assert found[0][:1] == found[1][:1] and len(found[0]) == len(found[1]), query


def test_a_folder_keeps_to_the_limit_it_was_built_with(tmp_path: Path, home: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for name in "bcdef":
        (notes / f"{name}.txt").write_text(f"The note {name}.")
    for _ in indexing.build(notes, "x", "whoosh", limit=3):
        pass
    assert counts(update("x")) == (0, 0, 0, 3), "d, e and f stay beyond the limit"
    (notes / "a.txt").write_text("The note a.")
    assert counts(update("x")) == (1, 0, 1, 2), "a is first now, d is beyond"
    (notes / "b.txt").unlink()
    assert counts(update("x")) == (1, 0, 1, 2) and texts("x", "The note d.") >= {"The note d."}


def test_a_file_cut_off_by_the_limit_is_read_on_when_there_is_room(tmp_path: Path, home: Path) -> None:
    def reader(path: Path) -> Iterable[Document]:
        pages = path.read_text().split("|")
        starts = [sum(map(len, pages[:number])) + number for number in range(len(pages))]
        parts = [(start, f"page {number}", f"Page {number}") for number, start in enumerate(starts, 1)]
        yield Document("d", path.read_text(), path.stem, meta=(("parts", parts),))

    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text("A one|A two")
    (notes / "b.txt").write_text("B one|B two|B three")
    for _ in indexing.build(notes, "x", "whoosh", limit=3, reader=reader):
        pass

    def again() -> Updated:
        *_, last = indexing.update("x", reader=reader)
        assert isinstance(last, Updated)
        return last

    assert counts(again()) == (0, 0, 0, 3)
    (notes / "a.txt").unlink()
    assert counts(again()) == (2, 0, 2, 1)
    with open_index("x") as opened:
        assert {p.source.locator for word in ("one", "two", "three") for p in opened.search(f"B {word}")} == {
            f"b.txt, page {number}" for number in (1, 2, 3)
        }


def test_names_that_are_not_utf8_are_known_again(tmp_path: Path, home: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for name, text in ((b"caf\xe9.txt", "A place."), (b"caf\xea.txt", "Another place."), (b"tea.txt", "A drink.")):
        Path(os.fsdecode(bytes(notes) + b"/" + name)).write_text(text)
    build(notes, "x", "whoosh")
    assert counts(update("x")) == (0, 0, 0, 3)
    Path(os.fsdecode(bytes(notes) + b"/caf\xe9.txt")).write_text("A closed place.")
    assert counts(update("x")) == (0, 1, 0, 2)


def test_what_is_refused_leaves_the_index_as_it_was(tmp_path: Path, home: Path) -> None:
    source, notes = tmp_path / "a.jsonl", tmp_path / "notes"
    source.write_text('{"title": "A", "text": "Old."}\n')
    notes.mkdir()
    (notes / "n.txt").write_text("A note.")
    build(source, "x", "whoosh")
    before = stamp("x")
    with pytest.raises(BadInput, match="of another kind"):
        update("x", notes)
    source.write_text('{"title": "A"}\n')
    with pytest.raises(BadInput, match="no article"):
        update("x")
    source.unlink()
    with pytest.raises(BadInput, match="it is not there any more"):
        update("x")
    with pytest.raises(BadSetting, match="comes with localcheck"):
        update("starter")
    assert stamp("x") == before and texts("x", "A") == {"Old."}
    folder_of("x").rename(folder_of("carried"))
    with pytest.raises(BadInput, match="not known here"):
        update("carried")
    remove("carried")


def test_an_index_that_is_replaced_while_it_is_opened_is_opened_anew(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The texts of one build and the ranking of another gave Venus for a question about Mars."""
    rows = ['{"title": "Mars", "text": "Mars is the red planet."}\n', '{"title": "Venus", "text": "Venus is hot."}\n']

    def made(lines: list[str]) -> None:
        (tmp_path / "a.jsonl").write_text("".join(lines))
        list(indexing.build(tmp_path / "a.jsonl", "a", force=True))

    def replaced(folder: Path) -> articles.Articles:
        opened = articles.Articles(folder)
        if rows:
            made([rows.pop(), rows.pop()])
        return opened

    made(rows)
    monkeypatch.setattr(indexes, "Articles", replaced)
    with open_index("a") as found:
        assert next(found.search("the red planet")).title == "Mars"


def test_the_watcher_takes_up_changes_and_ends_clean(tmp_path: Path, home: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text("First text.")
    build(notes, "x", "whoosh")
    command = [*warm.command(), "index", "update", "x", "--watch", "--every", "0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watcher:
        assert watcher.stdout is not None
        assert "nothing changed" in watcher.stdout.readline()
        with staging.locked("x"):  # another process changes it just now
            (notes / "b.txt").write_text("Second text.")
            assert watcher.stderr is not None
            while "another process" not in watcher.stderr.readline():
                pass
        assert "1 added" in watcher.stdout.readline()
        time.sleep(0.3)
        watcher.send_signal(signal.SIGINT)
        out, err = watcher.communicate(timeout=60)
    assert watcher.returncode == 0 and "no longer watching" in err and "Traceback" not in err and not out
    assert texts("x", "Second text") >= {"Second text."}


def test_killed_at_three_points_the_index_is_old_or_new(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "scripts"))
    import kill9  # type: ignore[import-not-found]

    found = dict(kill9.attack(kill9.jobs()["update"], 3))
    assert len(found) == 3 and not any(found.values()), found


def test_a_dated_document_dates_no_other_one(tmp_path: Path, home: Path) -> None:
    """What is current is settled by no text whose date nobody knows, whatever stands beside it in the index."""
    notes, rows = tmp_path / "notes", tmp_path / "rows.jsonl"
    notes.mkdir()
    (notes / "kist.txt").write_text("Kist is a town. Its mayor is Ute Klein.")
    (notes / "harl-2026-11-01.txt").write_text("Harl is a town.")
    told = [{"title": "Lom", "text": "Lom is a dry town."}, {"title": "Ruk", "text": "Ruk.", "date": "2026-11-01"}]
    rows.write_text("".join(json.dumps(row) + "\n" for row in told))

    def date(name: str, query: str) -> str:
        with open_index(name) as opened:
            return next(iter(opened.search(query))).source.date

    build(notes, "notes", "whoosh")
    build(rows, "rows", "whoosh")
    assert (date("notes", "Kist mayor"), date("rows", "Lom dry")) == ("", "")
    *_, built = indexing.rebuild("notes")
    assert isinstance(built, Built) and date("notes", "Kist mayor") == "" and date("notes", "Harl") == "2026-11-01"
    *_, built = indexing.merge("notes", "rows", "both")
    assert isinstance(built, Built) and (date("both", "Kist mayor"), date("both", "Lom dry")) == ("", "")
    told.append({"title": "Wem", "text": "Wem is wet.", "date": "2026-12-01"})
    rows.write_text("".join(json.dumps(row) + "\n" for row in told))
    assert counts(update("rows")) == (1, 0, 0, 2) and date("rows", "Lom dry") == ""
    build(rows, "dated", "whoosh")
    *_, built = indexing.rebuild("dated", dated="2020")
    assert date("dated", "Lom dry") == "2020" and date("dated", "Wem wet") == "2026-12-01"
