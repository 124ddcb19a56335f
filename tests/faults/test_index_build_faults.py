"""Bad sources, interruptions and full stops while an index is built, in real processes where it matters."""

from __future__ import annotations

import bz2
import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path

import pytest

from localcheck.errors import BadInput, BadSetting, UsageError
from localcheck.ingest import indexing
from localcheck.sources.indexes import folder_of, open_index
from tests import warm

ROW = '{"title": "Article %d", "text": "%s number %d."}\n'
HEAD = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en"><siteinfo></siteinfo>\n'
)
PAGE = (
    "<page><title>P{0}</title><ns>0</ns><id>{0}</id><revision><id>{0}</id><text>Text {0} {1}</text></revision></page>\n"
)


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return warm.run(["index", "build", *arguments])


def dump(count: int) -> bytes:
    return (HEAD + "".join(PAGE.format(i, "lorem ipsum " * 40) for i in range(count)) + "</mediawiki>\n").encode()


def visible(home: Path) -> list[str]:
    return sorted(p.name for p in (home / "indexes").iterdir() if not p.name.endswith((".lock", "-key")))


BAD: dict[str, tuple[str, Callable[[], bytes] | None, str]] = {
    "missing": ("gone.xml.bz2", None, "no such file"),
    "empty": ("empty.jsonl", bytes, "is empty"),
    "binary": ("photo.jpg", lambda: b"\xff\xd8\xff\xe0" + bytes(range(256)), "not a corpus"),
    "wrong suffix": ("text.xml.bz2", lambda: b"no dump", "not a valid bz2 file"),
    "truncated bz2": ("cut.xml.bz2", lambda: bz2.compress(dump(3000))[:-200], "ends in the middle"),
    "truncated xml": ("cut.xml", lambda: dump(3000)[:-500], "ends in the middle"),
    "no export": ("page.xml", lambda: b"<html></html>", "does not begin like a MediaWiki XML dump"),
    "xml bomb": ("bomb.xml", lambda: b'<!DOCTYPE a [<!ENTITY b "c">]>' + dump(1), "XML bomb"),
    "bz2 bomb": ("bomb.xml.bz2", lambda: bz2.compress(HEAD.encode() + b" " * (100 << 20)), ""),
    "no articles": ("none.jsonl", lambda: b'{"title": "x"}\n', '1 not read); none.jsonl:1: needs "title" and "text"'),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_source_is_one_clear_line_and_leaves_nothing(case: str, tmp_path: Path, home: Path) -> None:
    name, content, message = BAD[case]
    if content is not None:
        (tmp_path / name).write_bytes(content())
    done = run(tmp_path / name, "--name", "x")
    first, hint = [line for line in done.stderr.splitlines() if "reading" not in line.split(" a ")[0]]
    assert done.returncode == 2 and done.stdout == ""
    assert first.startswith("localcheck: error: ") and message in first
    assert hint.startswith("  hint: ")
    assert visible(home) == []


def test_a_failed_build_leaves_the_old_index_as_it_was(tmp_path: Path, home: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.xml"
    good.write_text(ROW % (1, "Old text", 1))
    bad.write_bytes(dump(50)[:-100])
    list(indexing.build(good, "x"))
    with pytest.raises(BadInput):
        list(indexing.build(bad, "x", force=True))
    with pytest.raises(BadSetting, match="already"):
        list(indexing.build(good, "x"))
    with open_index("x") as opened:
        assert next(opened.search("Old text")).text == "Old text number 1."


def begun(home: Path, moment: str) -> bool:
    """Whether a build has come to this moment: it has noted how far it is, or the engine's folder is there."""
    for staging in (home / "indexes").glob(".x.building-*"):
        if moment == "indexing":
            return (staging / "engine").exists()
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"file:{staging}/articles.sqlite?mode=ro", uri=True)) as db,
        ):
            return bool(db.execute("SELECT count(*) FROM journal").fetchone()[0])
    return False


@pytest.mark.parametrize("moment", ["reading", "indexing"])
def test_ctrl_c_leaves_no_half_made_index_and_the_same_command_goes_on(moment: str, tmp_path: Path, home: Path) -> None:
    source = tmp_path / "many.jsonl"
    with source.open("w") as file:
        file.writelines(ROW % (i, "Some words of text " * 30, i) for i in range(12_000))
    process = subprocess.Popen(
        [*warm.command(), "index", "build", str(source), "--name", "x", "--engine", "whoosh"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while not begun(home, moment) and time.monotonic() < until and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out == "" and "continues" in err and "Traceback" not in err
    assert not folder_of("x").exists()
    done = run(source, "--name", "x", "--engine", "tantivy", "--json")
    assert done.returncode == 0 and "continuing an interrupted build" in done.stderr
    assert json.loads(done.stdout)["articles"] == 12_000
    assert visible(home) == ["x.index", "x.origin.json"]
    with open_index("x") as opened:
        assert next(opened.search("Article 11999")).title == "Article 11999"


def test_a_build_stopped_by_its_caller_goes_on_without_repeating(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text("".join(ROW % (i, "Text", i) for i in range(1600)) + "{broken\n")
    events = indexing.build(source, "x", "tantivy")
    assert next(events) == indexing.Recognised("jsonl", "JSONL with title and text", "", "by its content")
    assert next(events) == indexing.Reading(500, source.stat().st_size, source.stat().st_size)
    next(events)
    events.close()  # type: ignore[attr-defined]
    _, *rest, built = indexing.build(source, "x", "tantivy")
    assert isinstance(rest[0], indexing.Reading) and rest[0].resumed and rest[0].articles == 1500
    assert isinstance(built, indexing.Built)
    assert (built.info.articles, built.info.malformed) == (1600, 1)


def test_a_changed_source_is_read_anew(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text("".join(ROW % (i, "Text", i) for i in range(600)))
    events = indexing.build(source, "x")
    next(events)
    next(events)
    events.close()  # type: ignore[attr-defined]
    source.write_text(ROW % (1, "Other", 1))
    *_, built = indexing.build(source, "x")
    assert isinstance(built, indexing.Built) and built.info.articles == 1


def test_two_builds_of_one_name_do_not_meet(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text("".join(ROW % (i, "Text", i) for i in range(600)))
    events = indexing.build(source, "x")
    next(events)
    next(events)
    with pytest.raises(UsageError, match="another process is building"):
        next(indexing.build(source, "x"))
    list(events)
    assert folder_of("x").is_dir()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_home_that_cannot_be_written_is_said(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text(ROW % (1, "Text", 1))
    home.chmod(0o500)
    done = run(source, "--name", "x")
    home.chmod(0o700)
    assert done.returncode in (2, 3, 4) and done.stderr.startswith("localcheck: error: ")


def test_a_build_that_another_version_began_reads_the_documents_again(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the older one had read stayed, and the index said that all of it was read as now: no update mended it."""
    module = import_module("localcheck.ingest.indexing.build")
    monkeypatch.setattr(module, "COMMIT_EVERY", 1)
    folder = tmp_path / "papers"
    folder.mkdir()
    for n in range(4):
        (folder / f"{n}.txt").write_text(f"Article {n}.")

    def goes_on(version: str) -> bool:
        monkeypatch.setattr(module, "read_by", lambda: version)
        events = indexing.build(folder, "papers", "whoosh")
        _, reading = next(events), next(events)
        events.close()  # type: ignore[attr-defined]
        assert isinstance(reading, indexing.Reading)
        return reading.resumed

    assert [goes_on("old"), goes_on("old"), goes_on("new")] == [False, True, False]
