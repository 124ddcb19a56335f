"""Valid inputs that the fuzzer changes: small, and made here."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import os
import re
import sqlite3
import struct
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from localcheck.reports import codec
from localcheck.types import JSON

for _folder in ("unit/models", "unit/store", "faults"):  # examples that other tests made
    sys.path.append(str(Path(__file__).parents[1] / _folder))

MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where thousands of small files and databases are made: none needs to wait for a disk."""
DOCUMENT = {
    "id": "1",
    "text": "A text. More.",
    "title": "T",
    "prompt": "P",
    "samples": ["S"],
    "context": ["C"],
    "x": {"y": [1]},
}
WIKIBIO = {"gpt3_sentences": ["A.", "B."], "annotation": ["accurate", "major_inaccurate"], "gpt3_text": "A. B.",
           "concept": "someone", "wiki_bio_text": "Someone.", "gpt3_text_samples": ["A."], "id": 3}  # fmt: skip
PHD = {"entity": "E", "label": "factual", "AI": "A text.", "domain": "d", "samples_text": ["x"]}
CLAIM = {"claim": "A is B.", "label": "factual", "evidence": ["A is B."], "title": "A", "group": "g", "id": 1}
NLI = {"premise": "p", "hypothesis": "h", "label": "neutral", "source": "s"}
HALUAGENT = {"input": "Q", "output": "A. B.", "label": True, "judge": [{"sentence": "A.", "label": True}]}
EXPERIMENT = {"format": "localcheck-eval", "version": 1, "dataset": "d", "detector": "x", "run": {}, "threshold": 0.5,
              "id": "1", "group": "", "labels": [1.0], "scores": [0.5],
              "cost": {"llm_calls": 1}, "raw": {"a": [1.0]}}  # fmt: skip
ANSWER = {"digest": "a" * 64, "key": "k", "texts": ["A"], "tokens": [[{"text": "A", "logprob": -1.0, "span": [0, 1]}]],
          "tokens_in": 3, "seconds": 0.5, "option_probs": [0.5, 0.5]}  # fmt: skip
TABLE = {"format": 1, "nli_sha256": "a" * 64, "evidence": "index", "data": "d", "n": [10, 10],
         "factual": [0.1] * 10, "nonfactual": [0.1] * 10}  # fmt: skip
NLI_TABLE = [{"premise": "p", "hypothesis": "h", "scores": [0.2, 0.3, 0.5]}]
ARTICLE = {"title": "T", "text": "A text.", "url": "http://x", "date": "2020-01-01", "aliases": ["U"], "revision": 7}
CARD = {
    "kind": "nli-encoder",
    "labels": ["entailment", "neutral"],
    "max_tokens": 128,
    "temperature": 1.5,
    "languages": ["en"],
}
RECORD = {"format": 1, "name": "m", "kind": "encoder", "source": "s", "revision": "r", "licence": "l", "installed": "t",
          "files": [{"path": "model.bin", "sha256": "a" * 64, "size": 3}]}  # fmt: skip
MANIFEST = {"format": 2, "info": {"name": "x", "engine": "whoosh", "articles": 1, "digest": "a" * 64},
            "files": {"engine/a": {"size": 1, "mtime_ns": 1, "sha256": "a" * 64}}}  # fmt: skip
SETTINGS = (
    b'index = "x"\nthreads = 2\nnetwork = false\nseed = 1\n[detector.bayes-sequential]\npolicy = "exact"\nk = 3\n'
)
WIKITEXT = (
    "{{Infobox|a=b}} '''A''' is [[B|b]] of [[C]].<ref>x</ref>\n== H ==\n* {{convert|1|km}} [http://x y]\n{|\n|a\n|}\n"
)
PAGE = ("<mediawiki xmlns='x' version='0.11' xml:lang='en'><siteinfo><sitename>W</sitename><namespaces>"
        "<namespace key='0'/></namespaces></siteinfo><page><title>A</title><ns>0</ns><id>1</id><revision><id>2</id>"
        "<timestamp>2020-01-01T00:00:00Z</timestamp><text>''A'' is b.</text></revision></page></mediawiki>\n")  # fmt: skip


def report() -> JSON:
    """A report as it is published."""
    import store_examples

    return json.loads(json.dumps(codec.to_json(store_examples.report(store_examples.verdict()))))


@cache
def _zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("m/localcheck.json", json.dumps(CARD))
        archive.writestr("m/model.bin", b"x" * 300)
    return out.getvalue()


@cache
def _tar() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        info = tarfile.TarInfo("m/model.bin")
        info.size = 300
        archive.addfile(info, io.BytesIO(b"x" * 300))
    return out.getvalue()


def _pdf() -> bytes:
    stream = b"BT /F1 12 Tf 10 10 Td (A text.) Tj ET"
    parts = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
             b"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/MediaBox[0 0 99 99]>>",
             b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
             b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]  # fmt: skip
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += b"%d 0 obj" % number + part + b"endobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        bytes(out)
        + b"xref\n0 6\n0000000000 65535 f \n"
        + table
        + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(out)
    )


def _gguf() -> bytes:
    from tiny_models import tiny_gguf

    return tiny_gguf(padding=16)


def _safetensors() -> bytes:
    header = json.dumps({"a": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}}).encode()
    return struct.pack("<Q", len(header)) + header + bytes(16)


def _ctranslate() -> bytes:
    from test_hostile_models import binary

    return binary()


@cache
def _store() -> bytes:
    import store_examples

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "localcheck.db"
        from localcheck.store import Store

        with Store(path) as store:
            run_id = store.begin_run(store_examples.INFO, store_examples.DOCUMENT, store_examples.SENTENCES)
            store.add_verdict(run_id, store_examples.verdict())
            store.finish_run(run_id, store_examples.report(store_examples.verdict()))
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("PRAGMA journal_mode=DELETE")
        db.close()
        return path.read_bytes()


ODD_SQL = (
    "NULL",
    "-1",
    "9223372036854775807",
    "1e308",
    "''",
    "'x'",
    "x'ff00'",
    "'[]'",
    "'{}'",
    "'[1]'",
    "'{'",
    "CAST(x'ff' AS TEXT)",
)


@st.composite
def damaged_stores(draw: st.DrawFn) -> bytes:
    """A sound database of which one column of one table holds something else."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "localcheck.db"
        path.write_bytes(_store())
        with closing(sqlite3.connect(path)) as db, db:
            columns = db.execute(
                "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY 1, 2"
            ).fetchall()
            table, column = draw(st.sampled_from(columns))
            with suppress(sqlite3.Error):
                db.execute(f'UPDATE OR IGNORE "{table}" SET "{column}" = {draw(st.sampled_from(ODD_SQL))}')
        db.close()
        return path.read_bytes()


WRITTEN = Path(__file__).parents[1] / "unit" / "documents" / "written"
MAIL = (
    b"From: a@example.org\nSubject: =?utf-8?q?A_b?=\nDate: Wed, 01 May 2024 10:00:00 +0200\nMIME-Version: 1.0\n"
    b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain; charset=utf-8\n"
    b"Content-Transfer-Encoding: quoted-printable\n\nA text =C3=A9.\n--x\nContent-Type: text/html\n\n<p>A <b>c</b></p>\n"
    b"--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename*=utf-8''%C3%A9.pdf\n\nx\n--x--\n"
)
SUBTITLES = b"1\n00:00:01,000 --> 00:00:03,000\n<i>A text</i>\n\n2\n01:06:01,000 --> 01:06:03,000\n- {\\an8}More.\n"


STYLES = re.compile(r"theme|slideLayout|slideMaster|word/styles|^styles|fontTable|Props")
"""Members of an office document that say nothing of its text."""


def _unpacked(name: str, *changes: tuple[bytes, bytes]) -> Callable[[], bytes]:
    """A file that another program wrote, its archive stored, so that changes reach the XML; with replacements made."""

    @cache
    def seed() -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(WRITTEN / name) as found, zipfile.ZipFile(out, "w") as archive:
            for member in found.infolist():
                if (
                    member.filename.endswith((".xml", ".xhtml", ".opf", ".rels", "mimetype"))
                    and member.file_size < 60_000
                    and not STYLES.search(member.filename)
                ):
                    content = found.read(member)
                    for old, new in changes:
                        content = content.replace(old, new)
                    archive.writestr(member.filename, content)
        return out.getvalue()

    return seed


SEEDS: dict[str, Callable[[], bytes]] = {
    "txt": lambda: "A text.\nMore of it, with \u00e9.".encode(),
    "md": lambda: b"---\ntitle: T\n---\n# H\n\nA *b* [c](d) `e`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "html": lambda: b"<html><head><title>T</title></head><body><article><p>A text &amp; more.</p><table><tr><td>x</table>",
    "docx": _unpacked("pandoc.docx", (b"<w:tcPr />", b'<w:tcPr><w:gridSpan w:val="2"/><w:vMerge/></w:tcPr>')),
    "pdf": _pdf,
    "epub": _unpacked("pandoc.epub"),
    "odt": _unpacked("libreoffice.odt"),
    "ods": _unpacked("libreoffice.ods"),
    "odp": _unpacked("libreoffice.odp"),
    "xlsx": _unpacked("libreoffice.xlsx"),
    "pptx": _unpacked("pandoc.pptx"),
    "rtf": lambda: (WRITTEN / "pandoc.rtf").read_bytes(),
    "csv": lambda: (WRITTEN / "source.csv").read_bytes() + b'"a ""b""",c\n',
    "eml": lambda: MAIL,
    "mbox": lambda: b"From a Wed May  1 10:00:00 2024\n" + MAIL + b"\nFrom b Wed May  1 10:00:00 2024\n" + MAIL,
    "srt": lambda: SUBTITLES,
    "vtt": lambda: b"WEBVTT\n\n" + SUBTITLES.replace(b",", b"."),
    "zip": _zip,
    "tar.gz": _tar,
    "xml": lambda: PAGE.encode(),
    "xml.bz2": lambda: bz2.compress(PAGE.encode()),
    "wiki": lambda: b'<doc id="1" url="http://x" title="A">\nA\n\nA text.\n</doc>\n',
    "wikitext": lambda: WIKITEXT.encode(),
    "gguf": _gguf,
    "safetensors": _safetensors,
    "model.bin": _ctranslate,
    "store": _store,
    "gzip": lambda: gzip.compress(PAGE.encode()),
}  # fmt: skip
ARCHIVES = ("docx", "epub", "odt", "ods", "odp", "xlsx", "pptx")
"""Documents that are zip files of XML."""
