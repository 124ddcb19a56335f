"""HTML dumps of Wikimedia Enterprise: pages, redirects, what is malformed, and archives that are none."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from localcheck.errors import BadInput
from localcheck.ingest.corpus import Header, Malformed, Record, Redirect, Skipped, open_corpus, plain_text

HTML = "<html><body><section><p><b>Ada</b> was born in <a>London</a>.</p></section></body></html>"
ROW: dict[str, Any] = {
    "name": "Ada",
    "identifier": 7,
    "date_modified": "2026-01-03T10:00:00Z",
    "version": {"identifier": 1234},
    "url": "https://en.wikipedia.org/wiki/Ada",
    "namespace": {"identifier": 0},
    "in_language": {"identifier": "en"},
    "article_body": {"html": HTML},
    "license": [{"name": "CC BY-SA 4.0"}],
    "redirects": [{"name": "Countess_of_Lovelace"}, {"name": [3]}, None],
}


def lines(*rows: object) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


def archive(*members: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for number, content in enumerate(members):
            info = tarfile.TarInfo(f"enwiki_namespace_0_{number}.ndjson")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


def test_reads_every_member_and_every_kind_of_row(tmp_path: Path) -> None:
    talk = {**ROW, "namespace": {"identifier": 1}}
    bare = {**ROW, "name": "Bare", "article_body": {}}
    path = tmp_path / "enwiki-NS0-20260101-ENTERPRISE-HTML.json.tar.gz"
    path.write_bytes(archive(lines(ROW, talk), lines(bare, b"{broken", b"[1]", {**ROW, "name": ""})))
    corpus = open_corpus(path)
    assert (corpus.kind, corpus.recognised.odd) == ("enterprise", "")
    header, record, redirect, *others = corpus.items()
    assert header == Header("en", "", "2026-01-01", "CC BY-SA 4.0") and redirect == Redirect(
        "Countess of Lovelace", "Ada"
    )
    assert isinstance(record, Record) and record.revision == "1234" and record.date == "2026-01-03"
    assert plain_text(record).startswith("Ada was born in London.")
    assert [type(item) for item in others] == [Skipped, Skipped, Malformed, Malformed, Malformed]
    assert corpus.meter.read == corpus.size


def test_reads_the_lines_without_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.ndjson.gz"
    path.write_bytes(gzip.compress(lines(ROW)))
    corpus = open_corpus(path)
    assert corpus.kind == "enterprise" and [i.title for i in corpus.items() if isinstance(i, Record)] == ["Ada"]


def test_a_damaged_archive_is_one_error(tmp_path: Path) -> None:
    whole = gzip.decompress(archive(lines(ROW) * 50))
    path = tmp_path / "a.tar"
    path.write_bytes(whole[:5000])
    with pytest.raises(BadInput, match="damaged tar archive"):
        list(open_corpus(path).items())
    path.write_bytes(whole[:512] + b"\xff" * 512 + whole[1024:])
    assert any(isinstance(item, Malformed) for item in open_corpus(path).items())


def test_a_header_that_claims_gigabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    info = tarfile.TarInfo("a.ndjson")
    info.type, info.size = tarfile.XHDTYPE, 4 << 30
    path = tmp_path / "a.tar"
    path.write_bytes(info.tobuf(tarfile.USTAR_FORMAT) + b"x" * 100_000)
    with pytest.raises(BadInput, match="too long"):
        list(open_corpus(path).items())
