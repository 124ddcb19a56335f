#!/usr/bin/env python3
"""What an index costs and finds at several sizes: building, disk, memory, queries warm and cold, recall of the article.

    python scripts/scale_corpus.py SOURCE 4x.jsonl --times 4
    python scripts/bench_scale.py 1x.jsonl 4x.jsonl --claims wiki15k_dev.jsonl [--keep HOME] [--json OUT]

Each size is built and asked in processes of its own, with Tantivy. A query is a claim; its first five articles are taken with
their texts. Times are processor time of the process with all its threads, which other work on the machine does not lengthen by
waiting; the clock stands beside. Cold: the index's files are dropped from the page cache before each query, and what is read
from the disk again is counted. Recall: the article of a claim among the first 1, 3 and 5, with 95 % intervals over articles
(bootstrap).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

COLD = 60
"""Queries with a cold page cache: each reads its part of the index from the disk again."""
TAKEN = 5


def build(source: Path) -> dict[str, Any]:
    """Build the index ``scale`` in this process."""
    from localcheck.ingest.indexing import Built, Indexing
    from localcheck.ingest.indexing import build as run

    begin, clock, read, info = time.process_time(), time.perf_counter(), 0.0, None
    for event in run(source, "scale", "tantivy", "en", force=True):
        if isinstance(event, Indexing) and event.articles == 0:
            read = time.process_time() - begin
        if isinstance(event, Built):
            info = event.info
    assert info is not None
    seconds = time.process_time() - begin
    return {
        "articles": info.articles,
        "text_mb": info.text_bytes / 1e6,
        "disk_mb": info.disk_bytes / 1e6,
        "read_s": read,
        "rank_s": seconds - read,
        "clock_s": time.perf_counter() - clock,
        "build_peak_mb": peak(),
    }


def peak() -> float:
    """The most memory that this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def ask(claims: Path) -> dict[str, Any]:
    """Ask the index ``scale`` every claim that it covers, in this process."""
    from localcheck.sources.indexes import folder_of, open_index
    from training.measuring.ranking import covered

    examples = list(covered(claims))
    files = [path for path in folder_of("scale").rglob("*") if path.is_file()]
    with open_index("scale") as index:

        def once(text: str) -> list[str]:
            return [passage.title for passage in islice(index.search(text), TAKEN)]

        examples = [e for e in examples if index.article(e.document.title) is not None]
        for example in examples[:20]:
            once(example.document.text)
        places, cpu, clock = [], [], []
        for example in examples:
            began, clocked = time.process_time(), time.perf_counter()
            titles = once(example.document.text)
            cpu.append(1000 * (time.process_time() - began))
            clock.append(1000 * (time.perf_counter() - clocked))
            title = example.document.title
            places.append(titles.index(title) if title in titles else TAKEN)
        warm_peak = peak()
        cold = [dropped(files, lambda text=e.document.text: once(text)) for e in examples[:COLD]]
    return {
        "n": len(examples),
        "places": places,
        "groups": [example.document.title for example in examples],
        "cpu_ms": cpu,
        "clock_ms": clock,
        "cold_cpu_ms": [one[0] for one in cold],
        "cold_clock_ms": [one[1] for one in cold],
        "cold_read_mb": [one[2] for one in cold],
        "ask_peak_mb": warm_peak,
    }


def dropped(files: list[Path], call: Callable[[], object]) -> tuple[float, float, float]:
    """Processor and clock milliseconds of a call with none of ``files`` in the page cache, and the MB that it read."""
    for path in files:
        with path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    before, began, clocked = from_disk(), time.process_time(), time.perf_counter()
    call()
    taken = 1000 * (time.process_time() - began), 1000 * (time.perf_counter() - clocked)
    return *taken, (from_disk() - before) / 1e6


def from_disk() -> int:
    """Bytes that this process had read from the disk so far."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.partition(":")[2]) for line in lines if line.startswith("read_bytes"))


def child(task: str, argument: Path, home: Path) -> dict[str, Any]:
    """The figures of one task in a process of its own."""
    command = [sys.executable, __file__, str(argument), "--child", task]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "LOCALCHECK_HOME": str(home)}
    )
    return dict(json.loads(done.stdout))


def interval(hits: list[bool], groups: list[str]) -> str:
    """Share in per cent with its 95 % interval, articles drawn anew 1,000 times."""
    names = sorted(set(groups))
    number = {name: i for i, name in enumerate(names)}
    at = np.array([number[g] for g in groups])
    total, right = np.bincount(at, minlength=len(names)), np.bincount(at, weights=hits, minlength=len(names))
    drawn = np.random.default_rng(0).integers(0, len(names), (1000, len(names)))
    low, high = np.quantile(right[drawn].sum(1) / total[drawn].sum(1), (0.025, 0.975))
    return f"{100 * np.mean(hits):.1f} ({100 * low:.1f} to {100 * high:.1f})"


def table(rows: list[dict[str, Any]]) -> None:
    """Print the figures of all sizes, one column each."""
    lines: list[tuple[str, Callable[[dict[str, Any]], str]]] = [
        ("articles", lambda r: f"{r['articles']:,}"),
        ("text, MB", lambda r: f"{r['text_mb']:,.0f}"),
        ("on disk, MB", lambda r: f"{r['disk_mb']:,.0f}"),
        ("building, s of processor (reading, ranking)", lambda r: f"{r['read_s']:.0f} + {r['rank_s']:.0f}"),
        ("text per s of processor, MB", lambda r: f"{r['text_mb'] / (r['read_s'] + r['rank_s']):.1f}"),
        ("most memory while building, MB", lambda r: f"{r['build_peak_mb']:.0f}"),
        ("most memory while asked, MB", lambda r: f"{r['ask_peak_mb']:.0f}"),
        ("query warm, processor ms, p50 / p95", lambda r: quantiles(r["cpu_ms"])),
        ("query warm, clock ms, p50 / p95", lambda r: quantiles(r["clock_ms"])),
        ("query cold, processor ms, p50 / p95", lambda r: quantiles(r["cold_cpu_ms"])),
        ("query cold, clock ms, p50 / p95", lambda r: quantiles(r["cold_clock_ms"])),
        ("query cold, MB from the disk, p50 / p95", lambda r: quantiles(r["cold_read_mb"])),
        *(
            (f"article among the first {k}, %", lambda r, k=k: interval([p < k for p in r["places"]], r["groups"]))
            for k in (1, 3, 5)
        ),
    ]
    print("| | " + " | ".join(r["source"] for r in rows) + " |\n|---" + "|---" * len(rows) + "|")
    for name, show in lines:
        print(f"| {name} | " + " | ".join(map(show, rows)) + " |")


def quantiles(values: list[float]) -> str:
    """Median and 95th percentile."""
    return f"{np.quantile(values, 0.5):.2f} / {np.quantile(values, 0.95):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--claims", type=Path)
    parser.add_argument("--keep", type=Path, help="folder for the homes; one that is there is not built again")
    parser.add_argument("--json", type=Path, help="also write all figures here")
    parser.add_argument("--child", choices=["build", "ask"], help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        print(json.dumps({"build": build, "ask": ask}[chosen.child](chosen.sources[0])))
        return
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for source in chosen.sources:
            home = (chosen.keep or Path(folder)) / source.stem
            home.mkdir(parents=True, exist_ok=True)
            kept = home / "built.json"
            built = json.loads(kept.read_text()) if kept.exists() else child("build", source, home)
            kept.write_text(json.dumps(built))
            rows.append({"source": source.stem, **built, **child("ask", chosen.claims, home)})
            print(f"{source.stem} is done", file=sys.stderr, flush=True)
    table(rows)
    if chosen.json:
        chosen.json.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
