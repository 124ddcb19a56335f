"""What a batch reads: JSON Lines, CSV, Parquet and folders, a row or a file a document."""

from __future__ import annotations

import json
import math
import time
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from batch_files import FACT, WRONG, documents, write_rows

from localcheck.batch.items import Item, count, items
from localcheck.batch.open_batch import opened
from localcheck.batch.rows import line_of, written
from localcheck.errors import BadInput
from localcheck.gate.effort import Effort
from localcheck.ingest.documents.table_rows import csv_rows
from localcheck.judging.sentence_level import sentences_of
from localcheck.reports.report import build
from localcheck.settings import Settings
from localcheck.settings.requests import BatchRequest
from localcheck.types import RunInfo


def read(path: Path) -> list[Item]:
    return list(items(path))


def test_csv_with_lists_in_cells(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text('id,text,samples,context,topic\n7,"Two\nlines.","[""a"", ""b""]",one source,law\n8,\n9,x,,,\n')
    first, second, third = read(path)
    assert first.document.samples == ("a", "b") and first.document.context == ("one source",)
    assert (first.document.id, first.document.text, first.document.get("topic")) == ("7", "Two\nlines.", "law")
    assert second.error is not None and third.error is None
    (tmp_path / "bad.csv").write_text("a,b\n1,2\n")
    with pytest.raises(BadInput, match="no column text"):
        read(tmp_path / "bad.csv")


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_a_csv_is_cut_as_check_cuts_it(tmp_path: Path, delimiter: str) -> None:
    """Excel writes semicolons in many countries; such a batch was refused for a header that it had."""
    path = tmp_path / "in.csv"
    rows = (("id", "text"), ("7", '"Mars, the planet, is red."'), ("8", "Io is a moon."))
    path.write_text("".join(f"{delimiter.join(row)}\n" for row in rows), encoding="utf-8-sig")
    assert [(item.document.id, item.document.text) for item in read(path)] == [
        ("7", "Mars, the planet, is red."), ("8", "Io is a moon.")
    ]  # fmt: skip
    assert count(path) == 2


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("first", ["", "sep=|\n", '"sep=|"\r\n', "SEP=|\n"])
def test_a_csv_in_the_encodings_and_with_the_line_of_excel(tmp_path: Path, coding: str, first: str) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f"{first}id|text\n7|Straße, a street; a road.\n8|x|y\n", encoding=coding, newline="")
    assert [(item.document.id, item.document.text) for item in read(path)] == [
        ("7", "Straße, a street; a road."), (f"in.csv:{4 if first else 3}", "")
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["text", "context", "risk", "note"])
def test_two_columns_of_one_name_are_refused(tmp_path: Path, name: str) -> None:
    """The last one won, and the first was never read."""
    (tmp_path / "in.csv").write_text(f"id,text,{name},{name},,\n7,Mars is red.,a,b,,\n")
    with pytest.raises(BadInput, match=f"has two columns {name}"):
        read(tmp_path / "in.csv")


def test_two_values_of_one_name_in_a_row_are_its_error(tmp_path: Path) -> None:
    rows = ['{"text": "Mars has seven moons.", "text": "Mars has two moons."}', '{"text": "Mars is red."}']
    first, second = read(write_rows(tmp_path / "in.jsonl", rows))
    assert "two values of 'text'" in str(first.error) and second.error is None


def test_a_mistake_at_the_end_of_a_row_is_in_its_line(tmp_path: Path) -> None:
    (item,) = read(write_rows(tmp_path / "in.jsonl", ['{"text": "Mars is red."']))
    assert item.error is not None and "(column 24)" in item.error.message


def test_semicolons_within_a_column_of_texts_cut_nothing(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text("text\nMars is red; Io is a moon; Venus is hot.\nIo is a moon; Venus is hot.\n")
    assert [item.error for item in read(path)] == [None, None]


@pytest.mark.parametrize(
    ("header", "hint"),
    [
        ("ID;Text;Note", "its columns are ID, Text, Note; rename Text to text"),
        ("id,answer", "its columns are id, answer; one of them must be called text"),
        (",".join(f"c{n}" for n in range(99)), "c10, c11, …; one of them must be called text"),
        ("", "its first line must name the columns"),
    ],
)
def test_the_columns_of_a_csv_without_a_text_are_told(tmp_path: Path, header: str, hint: str) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f"{header}\n1{';' if ';' in header else ','}b;c\n")
    with pytest.raises(BadInput, match="no column text") as told:
        read(path)
    assert hint in told.value.hint


@pytest.mark.parametrize(
    ("columns", "says"), [(["id", "Text"], "no column text"), (["text", "id", "text"], "two columns text")]
)
def test_the_columns_of_parquet_are_looked_at_once_and_not_in_each_row(
    tmp_path: Path, columns: list[str], says: str
) -> None:
    import pyarrow
    from pyarrow import parquet

    made = pyarrow.Table.from_arrays([pyarrow.array([FACT])] * len(columns), names=columns)
    parquet.write_table(made, tmp_path / "in.parquet")
    with pytest.raises(BadInput, match=says):
        read(tmp_path / "in.parquet")


def test_a_row_of_a_table_is_carried_in_a_report_whatever_its_columns_hold(tmp_path: Path) -> None:
    """A column of times ended the whole batch with a TypeError, and one of numbers that are none with a ValueError."""
    import pyarrow
    from pyarrow import parquet

    day = datetime(2026, 11, 30, 12, tzinfo=UTC)
    odd = {"when": day, "price": Decimal("1.50"), "score": math.nan, "raw": b"x", "deep": {"best": [math.inf, 2.0]}}
    parquet.write_table(pyarrow.Table.from_pylist([{"text": FACT, **odd}]), tmp_path / "in.parquet")
    (item,) = read(tmp_path / "in.parquet")
    report = build(item.document, sentences_of(item.document), (), RunInfo("all-false"))
    line = line_of(item, "", report, None, None)
    assert written(line) is not None
    meta = json.loads(line)["report"]["document"]["meta"]
    assert meta == {"when": str(day), "price": "1.50", "score": None, "raw": "b'x'", "deep": {"best": [None, 2.0]}}


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'batch' is not installed")
    from pyarrow import parquet

    table = pyarrow.table({"id": ["a", "b"], "text": [FACT, WRONG], "context": [[FACT], None]})
    parquet.write_table(table, tmp_path / "in.parquet")
    assert [(i.document.id, i.document.text, i.document.context) for i in read(tmp_path / "in.parquet")] == [
        ("a", FACT, (FACT,)),
        ("b", WRONG, ()),
    ]
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(BadInput, match="not Parquet"):
        read(tmp_path / "bad.parquet")


def test_a_folder_in_order_of_its_paths(tmp_path: Path) -> None:
    for name, text in (("b.txt", WRONG), ("a/x.md", FACT), (".git/c.txt", FACT), ("a/empty.txt", ""), ("a/y.bin", "z")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert [(i.document.id, i.error is None) for i in read(tmp_path)] == [
        ("a/empty.txt", False),
        ("a/x.md", True),
        ("b.txt", True),
    ]


def test_what_a_batch_keeps_beside_its_output_is_no_file_of_the_folder(tmp_path: Path) -> None:
    """After a kill the same command with ``--strict --resume`` goes on, though OUT lies in IN."""
    (tmp_path / "a.txt").write_text(FACT)
    for name in ("out.jsonl.journal", "out.jsonl.checks", "out.jsonl.kept", "out.jsonl.damaged-0a1b2c"):
        (tmp_path / name).write_text("")
    request = BatchRequest(tmp_path, tmp_path / "out.jsonl", Settings(detector="all-false"), resume=True, strict=True)
    with opened(request) as work:
        assert [done.id for done in work.rows] == ["a.txt"] and work.left == ()
    (tmp_path / "other.jsonl.journal").write_text("")
    with pytest.raises(BadInput, match=r"other\.jsonl\.journal"), opened(request):
        pass


def test_a_row_may_name_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "doc.txt").write_text(FACT)
    (item,) = read(write_rows(tmp_path / "in.jsonl", [{"path": "doc.txt", "prompt": "When?"}]))
    assert (item.document.text, item.document.prompt, item.document.id) == (FACT, "When?", "in.jsonl:1")
    (item,) = read(write_rows(tmp_path / "in.jsonl", [{"path": "missing.txt"}]))
    assert str(item.error) == "missing.txt: no such file", "wherever the batch lies"


def test_what_is_no_batch(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.jsonl", write_rows(tmp_path / "in.txt", ["x"])):
        with pytest.raises(BadInput):
            read(path)
    assert count(tmp_path / "missing.jsonl") is None and count(tmp_path / "in.txt") is None


@pytest.mark.parametrize("kind", ["in.jsonl", "in.csv", "in.tsv", "in.parquet", "folder"])
def test_a_budget_knows_how_many_documents_are_left_of_every_kind_of_input(tmp_path: Path, kind: str) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'batch' is not installed")
    from pyarrow import parquet

    write_rows(tmp_path / "in.jsonl", documents(6))
    (tmp_path / "in.csv").write_text("id,text\n" + "".join(f"d{i},{FACT}\n" for i in range(6)))
    (tmp_path / "in.tsv").write_text("id\ttext\n" + "".join(f"d{i}\t{FACT}\n" for i in range(6)))
    parquet.write_table(pyarrow.table({"text": [FACT] * 6}), tmp_path / "in.parquet")
    (tmp_path / "folder").mkdir()
    for i in range(6):
        (tmp_path / "folder" / f"{i}.txt").write_text(FACT)
    settings = Settings(detector="selfcheck-ngram", cache=False)
    request = BatchRequest(tmp_path / kind, tmp_path / "out", settings, budget=1e-6)
    with opened(request) as work:
        assert work.total == 6
        assert list(work.rows) == [] and work.batch.out_of_time
        assert work.batch.pace.effort(Effort.USUAL, 0) is Effort.QUICK, "without a total nothing would be hurried"


def test_a_mistake_in_a_csv_costs_its_row_alone(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(b'id,text\n1,a\n2,"b"c\n3,caf\xe9\n\n4,d,e\n5,"multi\nline"\n6,last\n')
    assert [(i.document.id, i.error is None) for i in read(path)] == [
        ("1", True), ("in.csv:3", False), ("in.csv:4", False), ("in.csv:6", False), ("5", True), ("6", True)
    ]  # fmt: skip
    assert [i.error.message.partition(": ")[2] for i in read(path) if i.error] == [
        "not CSV (',' expected after '\"')", "not UTF-8", "another number of cells than columns"
    ]  # fmt: skip


def test_a_quote_that_is_not_closed_costs_no_row_behind_its_own(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text('id,text\n1,a\n2,"open\n3,"b, c"\n4,"multi\nline"\n5,"open\n6,last\n')
    assert [(i.document.id, i.error is None) for i in read(path)] == [
        ("1", True), ("in.csv:3", False), ("3", True), ("4", True), ("in.csv:7", False), ("6", True)
    ]  # fmt: skip


def test_many_quotes_that_are_not_closed_are_read_in_the_time_of_their_lines(tmp_path: Path) -> None:
    path, lines = tmp_path / "in.csv", 20_000
    path.write_text("id,text\n" + 'a","b\n' * lines + '7,"multi\nline"\n')
    begun = time.process_time()
    *bad, last = csv_rows(path)
    assert time.process_time() - begun < 20, "each reaching to the end took the square of it"
    assert [number for number, _ in bad] == list(range(2, lines + 2)) and last[1] == {"id": "7", "text": "multi\nline"}


def test_the_number_of_documents_is_known_before_they_are_read(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'batch' is not installed")
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"text": [FACT, WRONG, FACT]}), tmp_path / "in.parquet")
    (tmp_path / "in.csv").write_text('id,text\n1,a\n\n2,"b\nc"\n3,"x"y\n')
    write_rows(tmp_path / "in.jsonl", [*documents(2), "", "{broken"])
    for name in ("a.txt", "b/c.md", ".hidden/d.txt", "e.bin"):
        (tmp_path / "folder" / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "folder" / name).write_text(FACT)
    (tmp_path / "bad.parquet").write_text("nothing")
    for name, number in (("in.parquet", 3), ("in.csv", 3), ("in.jsonl", 3), ("folder", 2)):
        assert count(tmp_path / name) == len(read(tmp_path / name)) == number, name
        assert count(tmp_path / name, 1) == 1
    assert count(tmp_path / "bad.parquet") is None
