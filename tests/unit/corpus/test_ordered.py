"""Parts of a corpus read and cleaned in several processes: the same index, in the same order, also where a process dies."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest
from exports import export, page

from localcheck.errors import BadInput
from localcheck.ingest import indexing
from localcheck.ingest.corpus import Malformed, Part, Record, Redirect, ordered
from localcheck.ingest.corpus.mediawiki import Pages, Site
from localcheck.ingest.corpus.ordered import Ready, ready
from localcheck.ingest.corpus.records import Items
from localcheck.ingest.indexing import Built
from localcheck.sources.articles import Row
from localcheck.sources.indexes import folder_of

BODY = "'''Page {0}''' is a [[thing|page]] of {{{{convert|{0}|km}}}}.<ref>x</ref>\n\n== Part ==\n* one\n* two\n"


def rows(name: str) -> list[tuple[object, ...]]:
    db = sqlite3.connect(folder_of(name) / "articles.sqlite")
    tables = ("articles", "names", "redirects")
    found = [row for table in tables for row in db.execute(f"SELECT * FROM {table} ORDER BY 1, 2")]
    db.close()
    return found


def test_any_number_of_processes_makes_the_same_index(tmp_path: Path, home: Path) -> None:
    pages = [page(f"P{i}", BODY.format(i)) for i in range(700)]
    pages[5] = page("P5", "#REDIRECT [[P6]]")
    source = tmp_path / "a.xml"
    source.write_bytes(export(*pages))
    infos = []
    for processes in (1, 2):
        *_, built = indexing.build(source, f"x{processes}", "tantivy", processes=processes)
        assert isinstance(built, Built)
        infos.append((built.info.articles, built.info.redirects, built.malformed))
    assert infos[0] == infos[1] == (699, 1, ())
    assert rows("x1") == rows("x2")
    events = indexing.build(source, "y", "tantivy", processes=2)
    next(events), next(events)
    events.close()  # type: ignore[attr-defined]
    list(indexing.build(source, "y", "tantivy"))
    assert rows("y") == rows("x1"), "begun by two, ended by one"


def part(number: int) -> Items:
    return Items((Record(f"R{number}", f"'''{number}'''", "wikitext", "wiki"), Redirect(f"N{number}", f"R{number}")))


def titles(rows: list[Ready]) -> list[str]:
    return [row.title for row in rows if isinstance(row, Row)]


def test_a_process_that_dies_costs_nothing_but_time() -> None:
    killed = []

    def parts() -> Iterator[Part]:
        for number in range(40):
            if number == 20:
                for child in active_children():
                    killed.append(child.pid)
                    os.kill(child.pid or 0, 9)
            yield part(number)

    found = [title for rows in ordered.in_order(parts(), ready, 2) for title in titles(rows)]
    assert killed and found == [f"R{number}" for number in range(40)]


def test_ctrl_c_is_not_heard_by_a_process_that_starts(capfd: pytest.CaptureFixture[str]) -> None:
    """Its start ended with a traceback in the terminal."""

    def parts() -> Iterator[Part]:
        for number in range(4):
            for child in active_children():
                os.kill(child.pid or 0, signal.SIGINT)
            yield part(number)

    found = [title for rows in ordered.in_order(parts(), ready, 2) for title in titles(rows)]
    assert found == [f"R{number}" for number in range(4)]
    assert capfd.readouterr().err == ""


def test_the_reader_is_never_far_ahead() -> None:
    ahead = []
    done = 0

    def parts() -> Iterator[Part]:
        for number in range(80):
            ahead.append(number - done)
            yield part(number)

    for _ in ordered.in_order(parts(), ready, 2):
        done += 1
    assert done == 80 and max(ahead) <= 2 * ordered.AHEAD + 1


def test_what_stops_a_part_stops_the_build_and_no_process_is_left(tmp_path: Path) -> None:
    bomb = Pages(tmp_path / "a.xml", Site(), frozenset({0}), 1, (b"<!DOCTYPE page><page/>",))
    for processes in (1, 2):
        with pytest.raises(BadInput, match="declaration"):
            list(ordered.in_order(iter([part(1), bomb]), ready, processes))
    assert not active_children()


def test_what_is_no_article_passes_and_small_sources_need_no_processes() -> None:
    others = (Malformed("a", "b"), Redirect("c", "d"))
    assert list(ordered.in_order(iter([Items(others)]), ready, 1)) == [list(others)]
    assert ordered.processes_for(0, "mediawiki", 1000) == 1
    assert ordered.processes_for(0, "jsonl", 1 << 40) == ordered.processes_for(3, "jsonl", 1 << 40) == 1
    assert ordered.processes_for(3, "zim", 1000) == 3


def test_an_article_that_cannot_be_kept_costs_itself_alone() -> None:
    long = Record("x" * 2000, "Text.", "plain", "wiki", "https://x/y")
    rows = ready(Items((long, Record("Z", "{{a}}", "wikitext", "wiki"), Record("A", "Text.", "plain", "wiki"))))
    assert [type(row).__name__ for row in rows] == ["Malformed", "Skipped", "Row"]
    assert isinstance(rows[0], Malformed) and rows[0].where == "https://x/y" and "cannot be kept" in rows[0].why
