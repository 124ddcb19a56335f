"""What is fuzzed: for each reader a strategy of inputs and a call that may give a value or one clear ``LocalcheckError``.

Inputs are mostly valid ones with something changed: bytes flipped, cut or repeated, values swapped for those of another type.
``scripts/fuzz`` and ``test_fuzz.py`` run these; add a line to ``TARGETS`` for a new reader or output.
"""

from __future__ import annotations

import copy
import io
import json
import re
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fuzz_corpora
import fuzz_further
import fuzz_seeds as seeds
from hypothesis import strategies as st

from localcheck import settings
from localcheck.backends.llm.recorded import read_answers
from localcheck.backends.nli.table import open_nli as open_table
from localcheck.errors import LocalcheckError
from localcheck.evaluate import records
from localcheck.evaluate.datasets import examples
from localcheck.ingest.corpus import open_corpus, plain_text
from localcheck.ingest.corpus.records import Record
from localcheck.ingest.corpus.wikitext import to_plain
from localcheck.ingest.documents.read import read_documents
from localcheck.judging.evidence.find_tables import read_table
from localcheck.models.conversion.weights import open_weights
from localcheck.models.manifest import read_card, read_record
from localcheck.models.manifest.ctranslate import check_ctranslate
from localcheck.models.manifest.gguf import read_gguf
from localcheck.reports import codec
from localcheck.sources import manifest
from localcheck.store import Store
from localcheck.system.unpacking import unpack
from localcheck.types import JSON

Bytes = st.SearchStrategy[bytes]


@dataclass(frozen=True, slots=True)
class Target:
    """One reader."""

    inputs: st.SearchStrategy[Any]
    call: Callable[[Any], object]


@st.composite
def mutated(draw: st.DrawFn, valid: bytes) -> bytes:
    """``valid`` with up to four changes: bytes set, cut out, doubled, or put in; numbers made odd."""
    data = bytearray(valid)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        kind = draw(st.sampled_from(("set", "cut", "double", "insert", "number", "end")))
        length = draw(st.integers(1, 40))
        if kind == "set" and at < len(data):
            data[at] = draw(st.integers(0, 255))
        elif kind == "cut":
            del data[at : at + length]
        elif kind == "double":
            data[at:at] = data[at : at + length]
        elif kind == "insert":
            data[at:at] = draw(st.sampled_from(ODD_BYTES) | st.binary(max_size=8))
        elif kind == "number":
            if found := NUMBER.search(data, at):
                data[found.start() : found.end()] = draw(st.sampled_from(ODD_NUMBERS))
        else:
            del data[at:]
    return bytes(data)


ODD_BYTES = (
    b"\0", b"\xff\xff\xff\xff", b"\xed\xa0\x80", b"\\ud800", b"[" * 200, b"9" * 5_000, "\u2028\u202e".encode(), b"NaN", b"null",
    b"-1", b"\n", b"\r", b'"', b"{", b"<!DOCTYPE a>", b"<!--", b"&#xD800;", b"1e999", b"\x1b]52;c;AAAA\x07",
)  # fmt: skip
NUMBER = re.compile(rb"[0-9]+")
ODD_NUMBERS = (b"0", b"-1", b"65536", b"1000000", b"999999999", b"18446744073709551616", b"1.5", b"1e9", b"")
ODD_VALUES: st.SearchStrategy[JSON] = st.sampled_from(
    (
        None,
        True,
        -1,
        0,
        2**70,
        1e308,
        "",
        "\0",
        "\ud800",
        "a\u2028b",
        [],
        {},
        [None],
        [[]],
        {"a": 1},
        ["x", 1],
        "9" * 5_000,
    )
).map(copy.deepcopy)  # what is drawn may be changed further: never the sample itself


@st.composite
def repacked(draw: st.DrawFn, archive: bytes) -> bytes:
    """A zip with one member changed, and packed again: its checksum fits, so that the change reaches the format's reader."""
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        members = {name: found.read(name) for name in found.namelist()}
    telling = [name for name in members if TELLING.search(name)]
    name = draw(st.sampled_from(telling) | st.sampled_from(sorted(members)))
    members[name] = draw(mutated(members[name]))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for member, data in members.items():
            packed.writestr(member, data)
    return out.getvalue()


TELLING = re.compile(r"content|document\.xml|sheet|sharedStrings|slide\d|\.xhtml|\.opf|\.rels|meta|core")
"""Members of an office document or a book that hold its text, its order or its date."""


@st.composite
def changed_json(draw: st.DrawFn, valid: JSON) -> JSON:
    """``valid`` with up to three of its values, at any depth, replaced or removed."""
    value = json.loads(json.dumps(valid))
    for _ in range(draw(st.integers(0, 3))):
        if not isinstance(value, dict | list) or draw(st.integers(0, 30)) == 0:
            return draw(ODD_VALUES)
        at: JSON = value
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(at[key], dict | list) and at[key] and draw(st.booleans()):
                at = at[key]
                continue
            if draw(st.booleans()):
                del at[key]
            else:
                at[key] = draw(ODD_VALUES)
            break
    return value


def json_text(valid: JSON) -> Bytes:
    """JSON of changed values, or changed text."""
    return changed_json(valid).map(lambda v: json.dumps(v).encode()) | mutated(json.dumps(valid).encode())


def json_rows(valid: JSON) -> Bytes:
    """JSON lines of changed rows, or changed text."""
    rows = st.lists(changed_json(valid).map(json.dumps), max_size=4).map(lambda r: "\n".join(r).encode())
    return rows | mutated((json.dumps(valid) + "\n").encode() * 2)


@contextmanager
def as_file(data: bytes, name: str) -> Iterator[Path]:
    """``data`` in a file called ``name`` in a folder of its own."""
    with tempfile.TemporaryDirectory(dir=seeds.MEMORY) as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield path


def on_file(name: str, call: Callable[[Path], object]) -> Callable[[bytes], object]:
    """``call`` on a file; what it yields is read to the end."""

    def run(data: bytes) -> object:
        with as_file(data, name) as path:
            found = call(path)
            return list(found) if hasattr(found, "__next__") else found

    return run


def in_folder(name: str, call: Callable[[Path], object]) -> Callable[[bytes], object]:
    """``call`` on the folder that holds the file."""
    return on_file(name, lambda path: call(path.parent))


def _corpus(path: Path) -> None:
    for item in open_corpus(path).items(reader=read_documents):
        if isinstance(item, Record):
            plain_text(item)


def _store(data: bytes) -> None:
    with as_file(data, "localcheck.db") as path, Store(path) as store:
        for run in store.runs():
            store.load(run.id)
            store.report(run.id)
            store.judged_claims(run.id)
        store.reviewed_claims()


def _archive(path: Path) -> None:
    for _ in unpack(path, path.parent / "out", max_bytes=10_000_000):
        pass


def _settings(path: Path) -> object:
    return settings.load(path, {})


def _report(data: bytes) -> object:
    from localcheck.system.jsontext import NotJson, parse

    try:
        return codec.report_from_json(parse(data))
    except NotJson:
        return None


def tolerated(call: Callable[[Any], object], value: Any) -> None:
    """Run ``call``; a ``LocalcheckError`` of one line is an answer, everything else is a fault."""
    try:
        call(value)
    except LocalcheckError as error:
        assert error.message and "\n" not in error.message, f"not one line: {error.message[:200]!r}"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _weights(folder: Path) -> object:
    return dict(open_weights(folder))


def mutated_seed(name: str) -> Bytes:
    """One of the seeds, changed."""
    return st.deferred(lambda: mutated(seeds.SEEDS[name]()))


def document(name: str) -> Bytes:
    """One of the seeds, changed; in four of five cases an archive is whole, and one of its members changed."""
    whole = mutated_seed(name)
    if name not in seeds.ARCHIVES:
        return whole
    return st.integers(0, 4).flatmap(lambda kind: repacked(seeds.SEEDS[name]()) if kind else whole)


def targets() -> dict[str, Target]:
    """Every target by name."""
    documents = {
        f"document {name}": Target(document(name), on_file(f"a.{name}", read_documents))
        for name in (
            *(
                "txt",
                "md",
                "html",
                "docx",
                "pdf",
                "epub",
                "odt",
                "ods",
                "odp",
                "xlsx",
                "pptx",
                "rtf",
                "csv",
                "eml",
                "mbox",
            ),
            *("srt", "vtt"),
        )
    }
    rows = {
        "document jsonl": (seeds.DOCUMENT, read_documents),
        "eval wikibio": (seeds.WIKIBIO, examples.wikibio),
        "eval phd": (seeds.PHD, examples.phd),
        "eval claims": (seeds.CLAIM, examples.claims),
        "eval nli": (seeds.NLI, examples.nli),
        "eval haluagent": (seeds.HALUAGENT, examples.haluagent),
        "eval experiment": (seeds.EXPERIMENT, records.read),
        "recorded answers": (seeds.ANSWER, read_answers),
    }
    return {
        **documents,
        **{name: Target(json_rows(row), on_file("a.jsonl", read)) for name, (row, read) in rows.items()},
        "document json": Target(json_text([seeds.DOCUMENT]), on_file("a.json", read_documents)),
        "calibration table": Target(json_text(seeds.TABLE), on_file("likelihoods.json", read_table)),
        "nli table": Target(json_text(seeds.NLI_TABLE), on_file("table.json", open_table)),
        "report": Target(json_text(seeds.report()), _report),
        "settings": Target(mutated(seeds.SETTINGS) | st.binary(max_size=60), on_file("localcheck.toml", _settings)),
        "store": Target(mutated_seed("store") | st.deferred(seeds.damaged_stores), _store),
        "corpus mediawiki": Target(mutated_seed("xml"), on_file("a.xml", _corpus)),
        "corpus bz2": Target(mutated_seed("xml.bz2"), on_file("a.xml.bz2", _corpus)),
        "corpus jsonl": Target(json_rows(seeds.ARTICLE), on_file("a.jsonl", _corpus)),
        "corpus wikiextractor": Target(mutated_seed("wiki"), on_file("wiki_00", _corpus)),
        "wikitext": Target(st.text(max_size=200) | mutated_seed("wikitext").map(_text), to_plain),
        "archive zip": Target(mutated_seed("zip"), on_file("a.zip", _archive)),
        "archive tar": Target(mutated_seed("tar.gz"), on_file("a.tar.gz", _archive)),
        "model card": Target(json_text(seeds.CARD), in_folder("localcheck.json", read_card)),
        "model record": Target(json_text(seeds.RECORD), in_folder("localcheck-model.json", read_record)),
        "model ctranslate2": Target(mutated_seed("model.bin"), in_folder("model.bin", check_ctranslate)),
        "model gguf": Target(mutated_seed("gguf"), on_file("a.gguf", read_gguf)),
        "model safetensors": Target(mutated_seed("safetensors"), in_folder("model.safetensors", _weights)),
        "index manifest": Target(json_text(seeds.MANIFEST), in_folder(manifest.FILE, manifest.check)),
        **fuzz_further.further(Target, sys.modules[__name__]),
        **fuzz_corpora.further(Target, sys.modules[__name__]),
    }  # fmt: skip
