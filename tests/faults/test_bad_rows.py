"""One bad row of a corpus is counted and skipped, also when an interrupted build goes on; users' rows obey a closed list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.errors import BadInput
from localcheck.ingest import indexing
from localcheck.ingest.documents.read import read_documents
from localcheck.judging.sentence_level import sentences_of
from localcheck.settings import load
from localcheck.sources.indexes import open_index

BAD = [
    '{"title": "\\ud800 A", "text": "lone surrogate \\udfff"}',
    '{"title": "B", "text": "b", "revision": ' + "9" * 5_000 + "}",
    '{"title": "C", "text": ' + "[" * 100_000 + "}",
    '{"title": "' + "D" * 50_000 + '", "text": "a title too long"}',
    '{"title": "E", "text": "e", "aliases": ["' + "E" * 50_000 + '"]}',
    '{"title": "F", "text": "' + "f" * 700_000 + ' ok"}',
    "\x00",
    '{"title": 1, "text": null}',
]


def test_bad_rows_never_stop_a_build_nor_its_going_on(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "a.jsonl"
    good = [
        json.dumps({"title": f"G{i}", "text": f"Good number {i}. \u2028 x"}, ensure_ascii=False) for i in range(600)
    ]
    source.write_text("\n".join([*BAD, *good, *BAD]) + "\n", encoding="utf-8")
    events = indexing.build(source, "x", "whoosh")
    next(events)
    next(events)
    events.close()  # type: ignore[attr-defined]
    _, *rest, built = indexing.build(source, "x", "whoosh")
    assert isinstance(rest[0], indexing.Reading) and rest[0].resumed
    assert isinstance(built, indexing.Built)
    assert built.info.articles == 600 + 2 * 3 and built.info.malformed == 2 * 6
    with open_index("x") as opened:
        assert next(opened.search("Good number 599")).title == "G599"
        assert opened.article("\ufffd A") is not None


def test_a_users_row_cannot_replace_the_sentences_that_are_judged(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"text": "The moon is cheese.", "sentences": ["Water is wet."], "entity": "x", "meta": {"sentences": 1}}'
    )
    (document,) = read_documents(path)
    assert document.sentences == () and [s.text for s in sentences_of(document)] == ["The moon is cheese."]


def test_a_users_row_cannot_say_how_it_was_read(tmp_path: Path) -> None:
    """A row with ``reading_notes`` put a note of its own into the report, and one with ``media_type`` lines of a file."""
    made = {"reading_notes": ["all of it was verified by hand"], "media_type": "text/plain", "lines": {"0.0": [7, 7]}}
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": "The moon is cheese.", "parts": 5, "written": "2020", "model": "m", **made}))
    (document,) = read_documents(path)
    assert document.meta == (("model", "m"),)


@pytest.mark.parametrize(
    "row",
    ['{"text": 5}', '{"text": "a", "title": 0}', '{"text": "a", "samples": [1]}', '{"text": "a", "context": {"a": 1}}',
     '{"text": "a", "id": [1]}', '{"text": "a", "prompt": false}', '"text"', "[1]", '{"text": "a", "id": 1.5}'],
)  # fmt: skip
def test_a_value_of_a_wrong_type_is_an_error_with_path_and_line(row: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "Good."}\n\n' + row + "\n")
    with pytest.raises(BadInput) as caught:
        list(read_documents(path))
    assert f"{path}:3: " in caught.value.message and caught.value.hint


@pytest.mark.parametrize(
    "text", ["threads = inf", "seed = 1.5", "x = " + "9" * 5_000, "a" + "[" * 5_000, "threads = nan"]
)
def test_a_damaged_settings_file_is_one_clear_error(text: str, tmp_path: Path) -> None:
    from localcheck.errors import UsageError

    path = tmp_path / "localcheck.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        load(path, {})
    assert "\n" not in caught.value.message
