"""Two indexes made into one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from localcheck.errors import BadSetting, MissingIndex, UsageError
from localcheck.ingest import indexing
from localcheck.ingest.indexing import Built
from localcheck.sources.indexes import index_names, open_index, verify

FIRST: list[dict[str, Any]] = [
    {"title": "Old here", "text": "First of five.", "revision": "5", "aliases": ["Former"]},
    {"title": "New here", "text": "First of nine.", "revision": "9"},
    {"title": "Dated", "text": "First of 2020.", "date": "2020-01-01"},
    {"title": "Same", "text": "First of 2019.", "date": "2019"},
    {"title": "Only first", "text": "It stands in the first."},
]
SECOND: list[dict[str, Any]] = [
    {"title": "Old here", "text": "Second of ten.", "revision": "10", "aliases": ["Latter"]},
    {"title": "New here", "text": "Second of eight.", "revision": "8"},
    {"title": "Dated", "text": "Second of 2021.", "date": "2021-01-01"},
    {"title": "Same", "text": "Second of 2019.", "date": "2019"},
    {"title": "Only second", "text": "It stands in the second."},
]


def build(path: Path, rows: list[dict[str, Any]], name: str, engine: Any) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    list(indexing.build(path, name, engine))


def test_of_two_articles_the_newer_one_is_taken(tmp_path: Path, home: Path) -> None:
    build(tmp_path / "a.jsonl", FIRST, "a", "whoosh")
    build(tmp_path / "b.jsonl", SECOND, "b", "tantivy")
    *_, built = indexing.merge("a", "b", "c", "tantivy")
    assert isinstance(built, Built) and (built.info.articles, built.info.redirects) == (6, 2)
    verify("c")
    names = ("Old here", "New here", "Dated", "Same", "Only first", "Only second", "Former", "Latter")
    with open_index("c") as merged:
        found = [passage.text for name in names if (passage := merged.article(name)) is not None]
        assert next(merged.search("It stands in the second")).text == "It stands in the second."
    newest = ["Second of ten.", "First of nine.", "Second of 2021.", "First of 2019."]
    assert found == [*newest, "It stands in the first.", "It stands in the second.", "Second of ten.", "Second of ten."]
    list(indexing.merge("b", "a", "d", "whoosh"))
    with open_index("d") as merged:
        same = merged.article("Same")
    assert same is not None and same.text == "Second of 2019.", "where nothing says which is newer, the first stays"


def test_documents_of_folders_are_the_same_only_where_their_content_is(tmp_path: Path, home: Path) -> None:
    for name, said in (("a", "One text."), ("b", "Another text.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.txt").write_text(said)
        (tmp_path / name / "both.txt").write_text("The same text.")
        list(indexing.build(tmp_path / name, name))
    *_, built = indexing.merge("a", "b", "c")
    assert isinstance(built, Built) and built.info.articles == 3


def test_an_index_holds_one_kind_of_line_end_and_no_soft_hyphen(tmp_path: Path, home: Path) -> None:
    build(
        tmp_path / "a.jsonl",
        [{"title": "Mars", "text": "Mars is red.\r\n\r\nIt is small.\rIt is vol\u00adcanic."}],
        "a",
        "tantivy",
    )
    with open_index("a") as found:
        assert next(found.search("Mars")).text == "Mars is red.\n\nIt is small.\nIt is volcanic."


def test_a_document_of_the_same_title_hides_no_article(tmp_path: Path, home: Path) -> None:
    """The old article stayed beside the new one, and both were evidence."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "Old here.txt").write_text("My notes.")
    list(indexing.build(tmp_path / "notes", "notes"))
    build(tmp_path / "a.jsonl", FIRST[:1], "a", "tantivy")
    build(tmp_path / "b.jsonl", SECOND[:1], "b", "tantivy")
    list(indexing.merge("notes", "a", "c"))
    list(indexing.merge("c", "b", "d"))
    with open_index("d") as merged:
        assert {passage.text for passage in merged.search("Old here")} == {"My notes.", "Second of ten."}


def test_no_index_changes_while_it_is_merged(tmp_path: Path, home: Path) -> None:
    """Of one that was updated meanwhile some names were lost. Several may be merged from one."""
    build(tmp_path / "a.jsonl", FIRST, "a", "tantivy")
    build(tmp_path / "b.jsonl", SECOND, "b", "tantivy")
    first, second = indexing.merge("a", "b", "c"), indexing.merge("b", "a", "d")
    next(first), next(second)
    for name in ("a", "b"):
        with pytest.raises(UsageError, match="another process"):
            next(indexing.update(name))
    assert isinstance([*first, *second][-1], Built)
    list(indexing.update("a"))


def test_names_that_are_taken_and_indexes_that_are_missing(tmp_path: Path, home: Path) -> None:
    build(tmp_path / "a.jsonl", FIRST, "a", "whoosh")
    build(tmp_path / "b.jsonl", SECOND, "b", "whoosh")
    with pytest.raises(BadSetting, match="is taken"):
        list(indexing.merge("a", "b", "a"))
    with pytest.raises(MissingIndex):
        list(indexing.merge("a", "none", "c"))
    list(indexing.merge("a", "b", "c"))
    with pytest.raises(BadSetting, match="already"):
        list(indexing.merge("a", "b", "c"))
    list(indexing.merge("a", "b", "c", force=True))
    assert index_names() == ["a", "b", "c"]
