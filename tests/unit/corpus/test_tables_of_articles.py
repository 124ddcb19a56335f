"""CirrusSearch dumps and Parquet files as corpora."""

from __future__ import annotations

import gzip
import json
from datetime import date, datetime
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from localcheck.errors import BadInput
from localcheck.ingest.corpus import Header, Malformed, Record, Redirect, Skipped, open_corpus

ADA = {
    "title": "Ada Lovelace", "namespace": 0, "wiki": "enwiki", "language": "en", "version": 7,
    "text": "She was born in London.", "timestamp": "2024-05-01T10:00:00Z",
    "redirect": [{"namespace": 0, "title": "Augusta Ada King"}],
}  # fmt: skip


def test_a_cirrussearch_dump(tmp_path: Path) -> None:
    rows = [{"index": {"_id": "1"}}, ADA, {"index": {"_id": "2"}}, {**ADA, "title": "Talk:Ada", "namespace": 1}]
    rows += [{"index": {}}, {**ADA, "title": "Empty", "text": ""}, {"index": {}}, {"text": "no title"}]
    path = tmp_path / "enwiki-20240501-cirrussearch-content.json.gz"
    path.write_bytes(gzip.compress("\n".join([*map(json.dumps, rows), "{broken"]).encode()))
    corpus = open_corpus(path)
    assert corpus.kind == "cirrus"
    items = list(corpus.items())
    assert items[:3] == [
        Header("en", "", "2024-05-01"),
        Record(
            *("Ada Lovelace", "She was born in London.", "plain", "wikipedia"),
            *("https://en.wikipedia.org/wiki/Ada_Lovelace", "7", "2024-05-01"),
        ),
        Redirect("Augusta Ada King", "Ada Lovelace"),
    ]
    assert [type(item) for item in items[3:]] == [Skipped, Skipped, Malformed, Malformed]


def test_a_parquet_file_as_on_the_hubs(tmp_path: Path) -> None:
    path = tmp_path / "train-00000.parquet"
    columns = {
        "id": ["12", "13"],
        "url": ["https://en.wikipedia.org/wiki/Ada", ""],
        "title": ["Ada", ""],
        "text": ["Born.", "x"],
    }
    parquet.write_table(pa.table(columns), path)
    corpus = open_corpus(path)
    items = list(corpus.items())
    assert corpus.kind == "parquet" and corpus.meter.read == corpus.size
    assert items[0] == Record("Ada", "Born.", "plain", "wikipedia", "https://en.wikipedia.org/wiki/Ada")
    assert isinstance(items[1], Malformed)
    assert open_corpus(tmp_path).kind == "parquet"
    parquet.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(BadInput, match="no columns title and text"):
        list(open_corpus(path).items())
    path.write_bytes(b"PAR1" + bytes(100))
    with pytest.raises(BadInput, match="not Parquet"):
        list(open_corpus(path).items())


@pytest.mark.parametrize("damaged", [b"titl\x80", b"London\xff"])
def test_parquet_with_bytes_that_are_no_text_is_one_error(tmp_path: Path, damaged: bytes) -> None:
    """In the name of a column, and in a value: found by ``scripts/fuzz``."""
    path = tmp_path / "a.parquet"
    parquet.write_table(
        pa.table({"title": ["Ada"], "text": ["London."]}), path, compression="none", use_dictionary=False
    )
    data = path.read_bytes()
    whole = b"title" if damaged.startswith(b"titl") else b"London."
    assert whole in data
    path.write_bytes(data.replace(whole, damaged))
    with pytest.raises(BadInput, match="not Parquet"):
        list(open_corpus(path).items())


def test_dates_of_parquet_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    for value in (date(2019, 5, 1), datetime(2019, 5, 1, 10, 0)):
        parquet.write_table(pa.table({"title": ["Ada"], "text": ["Born."], "date": [value]}), path)
        (found,) = open_corpus(path).items()
        assert isinstance(found, Record) and found.date.startswith("2019-05-01")
