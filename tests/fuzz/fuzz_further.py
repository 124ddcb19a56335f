"""More readers to fuzz: what batches, the server, the agent, caches, the web and package indexes bring in; and plain text.

Each target gives a value or one clear ``LocalcheckError``; see ``fuzz_targets``.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import sqlite3
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import fuzz_seeds as seeds
import numpy as np
from hypothesis import strategies as st

from localcheck.agent.memory import trajectory_from_json
from localcheck.agent.tools.described import Unit
from localcheck.backends.llm import openai_answers
from localcheck.backends.llm.open_backend import Cached
from localcheck.backends.llm.recorded import open_script
from localcheck.backends.llm.requests import digest
from localcheck.backends.nli.cache import CachedNLI, CachedVectors, key_of
from localcheck.backends.nli.head import read_head
from localcheck.backends.nli.tokenizer import open_tokenizer
from localcheck.batch import items
from localcheck.batch.output import Journal, Output
from localcheck.claims.rules.extract import RuleClaims
from localcheck.cli.arguments import duration
from localcheck.errors import LocalcheckError, UsageError
from localcheck.judging.evidence.find_tables import read_evidence
from localcheck.models.conversion.vocabulary import read_vocabulary
from localcheck.models.wheels import Page as IndexPage
from localcheck.models.wheels import checkpoint_in, read_page, unwrap
from localcheck.monitoring.monitor import KEYS, report
from localcheck.registry import TOOLS
from localcheck.serve import app
from localcheck.sources import memory, recorded
from localcheck.sources.web import fetch, mediawiki, pages, retriever
from localcheck.store import Check, Store
from localcheck.store.agent_memory import AgentMemory
from localcheck.system import jsontext, network
from localcheck.text.sentences import split_sentences
from localcheck.types import JSON, Completion, CompletionRequest, Document, Span
from localcheck.types.infos import LLMInfo, ModelInfo

EVIDENCE = {"format": 1, "nli_sha256": "a" * 64, "evidence": "index", "data": "d", "n": [3, 3],
            "choice": {"lexical": [1.0] * 8, "lexical_bias": 0.0, "closeness": [1.0] * 3, "met": [1.0] * 4},
            "weights": [1.0] * 5, "bias": 0.0, "edges": [-0.4, 0.4], "factual": [0.1, 0.3, 0.6],
            "nonfactual": [0.6, 0.3, 0.1]}  # fmt: skip
BATCH_ROW = {"id": "1", "text": "A text.", "path": "a.txt", "title": "T", "samples": ["s"], "category": "c"}
RECORDED = {"claim": "A is B.", "passages": [{"title": "A", "text": "A is B.", "url": "http://x", "date": "2020"}],
            "id": "1", "sentence": 0}  # fmt: skip
PASSAGE = {"title": "A", "text": "A is B.", "url": "http://x", "date": "2020"}
CHECK_BODY = {"text": "A b.", "title": "T", "context": ["C"], "samples": ["S"], "detector": "all-false",
              "options": {"k": 3}, "risk": "high", "category": "c", "stream": True}  # fmt: skip
FAITHFULNESS_BODY = {"answer": "A b.", "context": ["C"], "prompt": "P", "judge": "nli", "risk": "auto"}
TRAJECTORY = {"document": "d", "question": "q", "text": "t", "planner": "rules", "hallucination": True, "wrong": ["s"],
              "meta": {}, "steps": [{"thought": "t", "tool": "search", "arguments": {"sentence": "s"},
              "observation": "o", "label": "supported", "error": False, "seconds": 0.1}]}  # fmt: skip
SERVER = {"choices": [{"message": {"content": "Yes"}, "text": "Yes", "logprobs": {"content": [{"token": "Yes",
          "logprob": -0.1, "top_logprobs": [{"token": "Yes", "logprob": -0.1}, {"token": "No", "logprob": -2.5}]}],
          "tokens": ["Yes"], "token_logprobs": [-0.1], "top_logprobs": [{"Yes": -0.1, "No": -2.5}]}}],
          "usage": {"prompt_tokens": 3, "completion_tokens": 1}}  # fmt: skip
SEARXNG = {"results": [{"url": "http://192.0.2.1/x", "title": "X"}], "web": {"results": [{"url": "http://x", "title": "y"}]},
           "query": {"search": [{"title": "A"}], "pages": [{"title": "A", "extract": "A text."}]}}  # fmt: skip
INDEX_PAGE = {"files": [{"filename": "a-1-py3-none-any.whl", "url": "https://x/a-1-py3-none-any.whl",
              "hashes": {"sha256": "a" * 64}, "size": 3}]}  # fmt: skip
INDEX_HTML = b'<html><body><a href="https://x/a-1-py3-none-any.whl#sha256=%s">a</a></body></html>' % (b"a" * 64)
TOKENIZER = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
             "pre_tokenizer": {"type": "Whitespace"}, "post_processor": None, "decoder": None,
             "model": {"type": "WordLevel", "vocab": {"a": 0, "b": 1, "[UNK]": 2}, "unk_token": "[UNK]"}}  # fmt: skip
OUT_ROW = {"format": "localcheck-batch", "version": 1, "id": "1", "document": "d", "settings": "s", "batch": "b",
           "ruling": {"disposition": "pass"}, "error": {"exit_code": 4}, "verdict": {}}  # fmt: skip
RULE = {"contains": "x", "texts": ["a"], "option_probs": [0.5, 0.5]}
HTML = (
    b"<html><head><title>T</title></head><body><article><p>"
    + b"A long text about things. " * 8
    + b"</p></article></body>"
)
REQUEST = CompletionRequest(text="x")
ADDRESSES = st.text(max_size=40).map(lambda s: f"http://{s}.invalid:0/") | st.sampled_from(
    ("http://[x", "http://x:99999/", "http:///", "file:///etc/passwd", "http://a@b/", "http://\ud800/", "//x", "")
)
MEDIA_TYPES = st.sampled_from(("text/html", "text/plain", "application/pdf"))
CHARSETS = st.sampled_from(
    ("", "utf-8", "unicode_escape", "punycode", "zlib_codec", "utf-7", "idna", "x" * 99, "\0", "utf-16")
)
ODD = st.text(max_size=120) | st.text(
    alphabet="aA1 .,;:()[]{}*+-/=^%√π½²×÷'\"\n\t\u202e\ud800\u4e00", max_size=120
) | st.sampled_from(
    ("2 ** 99999999999", "1" * 5_000 + " + 1 = 2", "(" * 500, "1/0 = 3", "9" * 4_999 + "!", "0 January 0000 to 99 May 99999",
     "the year 99999999999", "```python\n" + "(" * 400 + "\n```", "def f(x):\n" + " " * 300 + "return 1", "a" * 4_000,
     "Translate to French: ", "exactly 999999999999999999999 words", "\ud800 was \udfff.", "1e999999 = 2", "x" + "²" * 300)
)  # fmt: skip


CIRRUS = {"title": "A", "text": "A is B.", "namespace": 0, "wiki": "enwiki", "version": 3, "timestamp": "2026-01-01T00:00:00Z",
          "language": "en", "redirect": [{"title": "AA", "namespace": 0}]}  # fmt: skip
ENTERPRISE = {"name": "A", "identifier": 1, "version": {"identifier": 2}, "namespace": {"identifier": 0},
              "url": "https://en.wikipedia.org/wiki/A", "date_modified": "2026-01-01", "in_language": {"identifier": "en"},
              "article_body": {"html": "<html><body><p>A is B.</p></body></html>"}, "license": [{"name": "CC"}],
              "redirects": [{"name": "AA"}]}  # fmt: skip


def _archive(row: JSON) -> bytes:
    return _archive_of(json.dumps(row).encode() + b"\n")


def _archive_of(content: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo("a.ndjson")
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


@cache
def _parquet() -> bytes:
    import pyarrow
    import pyarrow.parquet

    out = io.BytesIO()
    table = pyarrow.table({"title": ["A", "B"], "text": ["A is B.", "B is C."], "url": ["u", None]})
    pyarrow.parquet.write_table(table, out)
    return out.getvalue()


class _Model:
    """Stands for the model behind a cache."""

    info = ModelInfo("m", "a" * 64, ("entailment",), ("en",), 128)

    def entail(self, pairs: Any) -> Any:
        return np.full((len(pairs), 3), 1 / 3)

    def embed(self, texts: Any) -> Any:
        return np.ones((len(texts), 4), dtype=np.float32)

    def complete(self, requests: Any) -> list[Completion]:
        return [Completion(texts=("a",)) for _ in requests]

    def close(self) -> None:
        """Nothing is open."""


class _Asked(_Model):
    info = LLMInfo("m", "scripted")  # type: ignore[assignment]


def _recorded(path: Path) -> object:
    return list(recorded.open_retriever(str(path)).search("A is B."))


def _passages(path: Path) -> object:
    return list(memory.open_retriever(str(path)).search("A"))


def _batch(path: Path) -> None:
    for item in items.items(path):
        assert item.digest


def _csv_rows(value: JSON) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    for row in value:
        writer.writerow(row)
    return out.getvalue().encode("utf-8", "surrogatepass")


def _output(data: bytes) -> None:
    """A batch goes on with an OUT and a journal that hold anything."""
    with tempfile.TemporaryDirectory(dir=seeds.MEMORY) as folder:
        path = Path(folder) / "out.jsonl"
        path.write_bytes(data)
        with contextlib.suppress(UsageError), Output(path, resume=True) as output:
            assert all(0 <= kept.row.exit_code <= 5 for kept in output.kept)
        beside = Path(folder) / "out.jsonl.journal"
        beside.write_bytes(data)
        Journal(beside, "s", set()).close(finished=True)


def _database(
    make: str, table: str, columns: tuple[str, ...], use: Callable[[Path], object]
) -> Callable[[JSON], object]:
    """``use`` on a database with one row of odd values, or with a view where the table should be."""

    def run(value: tuple[list[str], bool]) -> None:
        values, view = value
        with tempfile.TemporaryDirectory(dir=seeds.MEMORY) as folder:
            path = Path(folder) / "a.db"
            with closing(sqlite3.connect(path)) as db, db:
                row = ", ".join(f"{v} AS {c}" for c, v in zip(columns, values, strict=False))
                if view:
                    db.execute(f"CREATE VIEW {table} AS SELECT {row}")
                else:
                    db.executescript(make)
                    names = ", ".join(columns[: len(values)])
                    db.execute(f"INSERT OR IGNORE INTO {table} ({names}) SELECT {row}")
            use(path)

    return run


def _odd_row(columns: int) -> st.SearchStrategy[JSON]:
    values = st.sampled_from((*seeds.ODD_SQL, "1", "0.5", "zeroblob(8)", "x'3c003c003c003c00'"))
    return st.tuples(st.lists(values, min_size=columns, max_size=columns), st.integers(0, 9).map(lambda n: n == 0))


def _nli_cache(path: Path) -> None:
    with CachedNLI(_Model(), path) as cache:  # type: ignore[arg-type]
        key = key_of(cache._base, "p", "h")
        _rekey(path, "nli", key)
        found = cache.entail([("p", "h"), ("q", "h")])
    assert found.shape == (2, 3) and np.isfinite(found).all() and (found >= 0).all() and (found <= 1).all()


def _vector_cache(path: Path) -> None:
    cache = CachedVectors(_Model(), path)  # type: ignore[arg-type]
    _rekey(path, "vectors", key_of(cache._base, "p"))
    assert cache.embed(["p", "q"]).shape == (2, 4)
    cache.close()


def _rekey(path: Path, table: str, key: bytes) -> None:
    """The odd row is found under the key that will be asked for."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE OR IGNORE {table} SET key = ?", (key,))


def _llm_cache(path: Path) -> None:
    cache = Cached(_Asked(), path, "m")  # type: ignore[arg-type]
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE OR IGNORE completions SET model = 'm', request = ?", (digest(REQUEST),))
    assert cache.complete([REQUEST])[0].texts is not None


def _memory(path: Path) -> None:
    with AgentMemory(path) as remembered:
        for text in remembered.trajectories():
            trajectory_from_json(text)


def _checks(value: tuple[list[str], bool]) -> None:
    """One column of a row of the checks log holds something else."""
    with tempfile.TemporaryDirectory(dir=seeds.MEMORY) as folder:
        path = Path(folder) / "localcheck.db"
        with Store(path) as store:
            store.checks.add(Check("a", 5.0, "d", score=0.5))
        with closing(sqlite3.connect(path)) as db, db:
            columns = [name for _, name, *_ in db.execute("PRAGMA table_info(checks)") if name != "id"]
            for column, odd in zip(columns, value[0], strict=False):
                db.execute(f"UPDATE OR IGNORE checks SET {column} = {odd}")
        with Store(path) as store:
            for key in KEYS:
                report(store.checks.between(-1e18, 1e18), key, 10.0)


def _server(value: JSON) -> None:
    openai_answers.usage(value)
    openai_answers.texts(value)
    scores = openai_answers.scores(value, 5)
    if scores:
        openai_answers.choice_shares(("Yes", "No"), scores[0])
        openai_answers.after("", scores[0].text, scores)


def _answered(body: bytes, media_type: str = "application/json", charset: str = "") -> fetch.Fetched:
    return fetch.Fetched("http://192.0.2.1/", 200, media_type, charset, body)


def _search(data: bytes) -> None:
    """What engines make of an answer; every hit is then fetched as far as its address is read."""
    network.install()  # whatever an address is, nothing is asked of a resolver and nothing is sent
    try:
        value = jsontext.parse(data)
    except jsontext.NotJson:  # ``Answers`` makes one clear error of it
        return

    def answers(url: str) -> JSON:
        return value

    where: tuple[str, str, Any] = ("http://192.0.2.1", "q", answers)
    hits = [*retriever._searxng(*where), *retriever._brave(*where)]
    for hit in mediawiki.search(*where):
        try:
            mediawiki.page(hit, answers)  # type: ignore[arg-type]
        except LocalcheckError:
            continue
    polite = retriever.PoliteFetcher(fetch.Bounds(seconds=0.2), delay=0.0)
    for hit in hits:
        try:
            polite.fetch(hit.url)
        except LocalcheckError:
            continue


def _urls(url: str) -> None:
    network.install()
    fetch.fetch_once(url, fetch.Bounds(seconds=0.2))


def _page(value: tuple[bytes, str, str]) -> None:
    page = pages.extract(_answered(*value), "http://192.0.2.1/")
    page.text.encode()
    page.title.encode()


def _robots(data: bytes) -> None:
    polite = retriever.PoliteFetcher(fetch.Bounds())
    robots = retriever.RobotFileParser("http://192.0.2.1/robots.txt")
    robots.parse(data.decode("utf-8", "replace").splitlines())
    robots.can_fetch(retriever.AGENT, "http://192.0.2.1/x")
    polite._sleep = lambda seconds: None
    polite._wait("http://192.0.2.1/x", float(robots.crawl_delay(retriever.NAME) or 0))


def _wheel(path: Path) -> None:
    target = path.parent / "out"
    for _ in unwrap([path], target):
        pass
    checkpoint_in(target)


def _tokenizer(path: Path) -> None:
    open_tokenizer(path.parent).encode(["a b", "\ud800"])
    read_vocabulary(path.parent)


def _head() -> bytes:
    out = io.BytesIO()
    np.savez(out, out_weight=np.ones((2, 4), np.float32), out_bias=np.zeros(2, np.float32))
    return out.getvalue()


def _tool(name: str) -> Callable[[str], object]:
    tool = TOOLS.load(name)()

    def run(text: str) -> None:
        """By rule as by a model: whatever a unit says."""
        for unit in (
            Unit(text, 0, Span(0, len(text)), text, text),
            Unit(text, -1, Span(0, len(text)), text, text, whole=True),
        ):
            arguments = tool.rule(unit)
            if arguments is not None:
                tool(arguments)
        tool({next(iter(tool.properties)): text})

    return run


def _prose(text: str) -> None:
    document = Document("d", text, text)
    RuleClaims().extract(document, split_sentences(text))


def _duration(text: str) -> None:
    import click

    try:
        assert 0 < duration(text) < 1e11
    except click.BadParameter:
        return


def further(target: Any, tools: Any) -> dict[str, Any]:
    """The targets of this file; ``target`` makes one, ``tools`` is the module ``fuzz_targets``."""
    text, rows, on_file, mutated = tools.json_text, tools.json_rows, tools.on_file, tools.mutated
    wheel = tools.mutated_seed("zip")
    return {
        "corpus cirrus": target(rows(CIRRUS).map(lambda data: b'{"index":{}}\n' + data), on_file("a.json", tools._corpus)),
        "corpus enterprise": target(mutated(_archive(ENTERPRISE)), on_file("a.json.tar", tools._corpus)),
        "corpus enterprise rows": target(rows(ENTERPRISE).map(_archive_of), on_file("a.json.tar", tools._corpus)),
        "corpus parquet": target(st.deferred(lambda: mutated(_parquet())), on_file("a.parquet", tools._corpus)),
        "evidence score": target(text(EVIDENCE), on_file("evidence-x.json", read_evidence)),
        "evidence recorded": target(rows(RECORDED), on_file("a.jsonl", _recorded)),
        "evidence memory": target(rows(PASSAGE), on_file("a.jsonl", _passages)),
        "batch jsonl": target(rows(BATCH_ROW), on_file("a.jsonl", _batch)),
        "batch csv": target(st.lists(st.lists(ODD, max_size=3), max_size=3).map(lambda r: _csv_rows([["text", "samples"], *r]))
                            | mutated(b'id,text,samples\n1,A b.,"[""x""]"\n'), on_file("a.csv", _batch)),
        "batch out and journal": target(rows(OUT_ROW), _output),
        "serve check": target(text(CHECK_BODY), lambda data: app.read(app.CheckBody, data)),
        "serve faithfulness": target(text(FAITHFULNESS_BODY), lambda data: app.read(app.FaithfulnessBody, data)),
        "agent trajectory": target(text(TRAJECTORY), lambda data: trajectory_from_json(data.decode("utf-8", "replace"))),
        "agent memory": target(_odd_row(5), _database(
            "CREATE TABLE trajectories (id INTEGER PRIMARY KEY, made, document, digest, planner, body);"
            "CREATE TABLE triples (trajectory, position, sentence, label, evidence);", "trajectories",
            ("made", "document", "digest", "planner", "body"), _memory)),
        "checks log": target(_odd_row(14), _checks),
        "cache nli": target(_odd_row(4), _database(
            "CREATE TABLE nli (key BLOB PRIMARY KEY, entail REAL, neutral REAL, contradict REAL)", "nli",
            ("key", "entail", "neutral", "contradict"), _nli_cache)),
        "cache vectors": target(_odd_row(2), _database(
            "CREATE TABLE vectors (key BLOB PRIMARY KEY, vector)", "vectors", ("key", "vector"), _vector_cache)),
        "cache answers": target(_odd_row(3), _database(
            "CREATE TABLE completions (model, request, completion)", "completions", ("model", "request", "completion"),
            _llm_cache)),
        "llm script": target(rows(RULE), on_file("a.jsonl", lambda p: open_script(str(p)).complete([REQUEST]))),
        "llm server": target(tools.changed_json(SERVER), _server),
        "web search": target(text(SEARXNG), _search),
        "web address": target(ADDRESSES, _urls),
        "web page": target(st.tuples(mutated(HTML), MEDIA_TYPES, CHARSETS), _page),
        "web robots": target(mutated(b"User-agent: *\nDisallow: /x\nCrawl-delay: 3\n"), _robots),
        "package page json": target(text(INDEX_PAGE), lambda d: list(read_page(IndexPage("https://x/simple/a/", True, d)))),
        "package page html": target(mutated(INDEX_HTML), lambda d: list(read_page(IndexPage("https://x/simple/a/", False, d)))),
        "package wheel": target(wheel, on_file("a-1-py3-none-any.whl", _wheel)),
        "model tokenizer": target(text(TOKENIZER), on_file("tokenizer.json", _tokenizer)),
        "model head": target(mutated(_head()), on_file("head.npz", lambda p: read_head(p, "tanh"))),
        **{f"tool {name}": target(ODD, _tool(name)) for name in ("calculator", "calendar", "word_count")},
        "claims of any text": target(ODD, _prose),
        "duration": target(ODD | st.from_regex(r"\A\d{1,400}(\.\d+)?[smhdw]?\Z"), _duration),
    }  # fmt: skip
