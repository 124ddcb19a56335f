"""Texts cleaned in several processes: the same index, in the same order, also where a process dies."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest
from exports import export, page

from localcheck.ingest import indexing
from localcheck.ingest.corpus import Item, Malformed, Record, Redirect
from localcheck.ingest.indexing import Built, cleaning
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


def record(number: int) -> Record:
    return Record(f"R{number}", f"'''{number}'''", "wikitext", "wiki")


def test_a_process_that_dies_costs_nothing_but_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "TOGETHER", 2)
    killed = []

    def items() -> Iterator[Item]:
        for number in range(40):
            if number == 20:
                for child in active_children():
                    killed.append(child.pid)
                    os.kill(child.pid or 0, 9)
            yield record(number)

    found = [item.body for item in cleaning.cleaned(items(), 2) if isinstance(item, Record)]
    assert killed and found == [str(number) for number in range(40)]


def test_the_reader_is_never_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "TOGETHER", 2)
    ahead = []
    done = 0

    def items() -> Iterator[Item]:
        for number in range(200):
            ahead.append(number - done)
            yield record(number) if number % 3 else Redirect(f"N{number}", "R1")

    for _ in cleaning.cleaned(items(), 2):
        done += 1
    assert done == 200 and max(ahead) <= 2 * (2 * cleaning.AHEAD + 2) + 2


def test_what_is_no_article_passes_and_small_sources_need_no_processes() -> None:
    items: list[Item] = [Malformed("a", "b"), Redirect("c", "d")]
    assert list(cleaning.cleaned(iter(items), 1)) == items
    assert cleaning.processes_for(0, "mediawiki", 1000) == 1
    assert cleaning.processes_for(0, "jsonl", 1 << 40) == cleaning.processes_for(3, "jsonl", 1 << 40) == 1
    assert cleaning.processes_for(3, "zim", 1000) == 3
