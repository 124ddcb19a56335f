#!/usr/bin/env python3
"""Whoosh and Tantivy side by side: build rate, peak memory, size, query latency, and recall of known items.

Each engine builds and answers in a process of its own, over the same articles, in the same run. A known-item query is a
sentence of an article; it is found when the article is among the first five. Two kinds: the sentence as it stands, and
without the words of the article's title (only the text can find it then). Times are CPU times of the process (all its threads),
which other work on the machine does not change; the wall-clock time of the build stands beside.

    scripts/bench_index.py SOURCE [--megabytes 100] [--queries 300] [--engines whoosh,tantivy]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|\n+")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("--megabytes", type=float, default=100)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--engines", default="whoosh,tantivy")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(measure(arguments.child, arguments.source, json.loads(sys.stdin.read()))))
        return
    with tempfile.TemporaryDirectory() as folder:
        slice_, queries = prepare(arguments.source, arguments.megabytes, arguments.queries, Path(folder))
        rows = [in_process(engine, slice_, queries, Path(folder)) for engine in arguments.engines.split(",")]
    print_table(rows)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1))


def prepare(source: Path, megabytes: float, count: int, folder: Path) -> tuple[Path, list[dict[str, str]]]:
    """The first articles up to ``megabytes`` of text as JSON lines, and known-item queries from them."""
    from localcheck.ingest.corpus import Record, open_corpus, plain_text

    path, size, total = folder / "slice.jsonl", 0.0, []
    with path.open("w", encoding="utf-8") as file:
        for item in open_corpus(source).items():
            if not isinstance(item, Record):
                continue
            text = plain_text(item)
            file.write(json.dumps({"title": item.title, "text": text}) + "\n")
            total.append((item.title, text))
            size += len(text.encode())
            if size >= megabytes * 1e6:
                break
    chance = random.Random(0)
    queries = []
    for title, text in chance.sample(total, min(count, len(total))):
        sentences = [s.strip() for s in SENTENCE.split(text) if 8 <= len(s.split()) <= 30]
        if sentences:
            sentence = chance.choice(sentences)
            names = {w.lower() for w in re.findall(r"\w+", title)}
            bare = " ".join(w for w in sentence.split() if re.sub(r"\W", "", w).lower() not in names)
            queries.append({"title": title, "sentence": sentence, "bare": bare})
    return path, queries


def in_process(engine: str, source: Path, queries: list[dict[str, str]], home: Path) -> dict[str, Any]:
    command = [sys.executable, __file__, str(source), "--child", engine]
    environment = {**os.environ, "LOCALCHECK_HOME": str(home / engine)}
    done = subprocess.run(
        command, input=json.dumps(queries), capture_output=True, text=True, check=True, env=environment
    )
    return dict(json.loads(done.stdout))


def measure(engine: str, source: Path, queries: list[dict[str, str]]) -> dict[str, Any]:
    """Build and query in this process."""
    from localcheck.ingest.indexing import Indexing, build
    from localcheck.sources.indexes import open_index

    begin, wall = time.process_time(), time.perf_counter()
    read = 0.0
    info = None
    for event in build(source, "bench", engine, "en"):  # type: ignore[arg-type]
        if isinstance(event, Indexing) and event.articles == 0:
            read = time.process_time() - begin
        info = getattr(event, "info", None)
    assert info is not None
    seconds = time.process_time() - begin
    row: dict[str, Any] = {
        "engine": engine,
        "articles": info.articles,
        "text_mb": info.text_bytes / 1e6,
        "read_s": read,
        "engine_s": seconds - read,
        "wall_s": time.perf_counter() - wall,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6,
        "disk_mb": info.disk_bytes / 1e6,
    }
    with open_index("bench") as index:
        for kind in ("sentence", "bare"):
            times, found = [], 0
            for query in queries:
                start = time.process_time()
                titles = [p.title for p in islice(index.search(query[kind]), 5)]
                times.append(1000 * (time.process_time() - start))
                found += query["title"] in titles
            cuts = statistics.quantiles(times, n=20)
            row[kind] = {
                "n": len(queries),
                "recall5": found / len(queries),
                "p50_ms": statistics.median(times),
                "p95_ms": cuts[-1],
            }
    return row


def print_table(rows: list[dict[str, Any]]) -> None:
    heads = ["engine", "articles", "text", "reading", "indexing", "wall", "peak memory", "on disk"]
    heads += ["query p50 / p95", "recall@5", "without title words"]
    print("| " + " | ".join(heads) + " |")
    print("|---" * len(heads) + "|")
    for r in rows:
        s, b = r["sentence"], r["bare"]
        cells = [r["engine"], f"{r['articles']:,}", f"{r['text_mb']:.1f} MB", f"{r['read_s']:.1f} s"]
        cells += [f"{r['engine_s']:.1f} s ({r['text_mb'] / r['engine_s']:.1f} MB/s)", f"{r['wall_s']:.0f} s"]
        cells += [f"{r['peak_mb']:.0f} MB", f"{r['disk_mb']:.1f} MB", f"{s['p50_ms']:.1f} / {s['p95_ms']:.1f} ms"]
        cells += [f"{s['recall5']:.3f} (n = {s['n']})", f"{b['recall5']:.3f}"]
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
