#!/usr/bin/env python3
"""Whole articles or passages: what should the engine rank?

    python scripts/compare_passages.py --index enwiki15k --claims wiki15k_dev.jsonl [--words 150,400]

The same articles are ranked as one text each, and by their best passage of about so many words (whole lines, each passage with
the title; 400 words are a section of usual length). Names in a claim are looked up in the same way. Printed: the article of a
claim among the first 1, 3 and 5, with 95 % intervals over articles; the same by words alone, without the names; megabytes of
the engine, and processor milliseconds of a query.

With ``--verdicts N``, N claims at even distances are judged, as ``localcheck eval claims`` judges them with the starter, with
evidence in the one and in the other order; the sentence is chosen inside the article in both. Printed: verdicts that are right
and wrong, claims of no article that got a verdict, and processor seconds of a claim, the start of the process taken off.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from bench_scale import interval

from localcheck.sources import articles, queries, tantivy_index
from localcheck.sources.index_retriever import IndexRetriever
from localcheck.sources.indexes import folder_of, open_index
from localcheck.sources.tantivy_index import TantivyEngine, write
from training.measuring.ranking import covered

MOST = 1 << 12
"""Parts of one article at most; a part's number is that of the article times this, and its place."""
DEEPER = 8
"""Parts looked at for each article that is wanted: one article may have many of the best."""
LETTERS = 8
"""Bytes of text for each word of a passage, about: its length and the lines that make it longer than asked."""
FIRST = (1, 3, 5)


def passages(text: str, words: int) -> Iterator[str]:
    """Whole lines of about so many words together."""
    kept: list[str] = []
    count = 0
    for line in text.split("\n"):
        kept.append(line)
        count += len(line.split())
        if count >= words:
            yield "\n".join(kept)
            kept, count = [], 0
    if kept:
        yield "\n".join(kept)


class ByPart:
    """Ranks articles by their best part."""

    def __init__(self, folder: Path) -> None:
        self._inner = TantivyEngine(folder)

    def search(self, terms: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """The best ``limit`` articles with the scores of their best parts."""
        best: dict[int, float] = {}
        for part, score in self._inner.search(terms, limit * DEEPER):
            best.setdefault(part // MOST, score)
        return list(best.items())[:limit]

    def close(self) -> None:
        """Nothing to release."""


def parts(folder: Path, words: int) -> Iterator[tuple[int, str, str]]:
    """Every part of every article, as an engine takes it in."""
    for number, title, text in articles.iterate(folder):
        for place, part in enumerate(passages(text, words)):
            if part.strip() and place < MOST:
                yield number * MOST + place, title, part


def measured(index: IndexRetriever, claims: Path) -> str:
    """One line of the table."""
    examples = list(covered(claims))
    groups = [example.document.title for example in examples]
    numbers = [index._articles.called(example.document.title, "") for example in examples]
    named, alone, times = [], [], []
    for example, number in zip(examples, numbers, strict=True):
        began = time.process_time()
        titles = [
            passage.title for _, passage in zip(range(max(FIRST)), index.search(example.document.text), strict=False)
        ]
        times.append(1000 * (time.process_time() - began))
        named.append(titles.index(example.document.title) if example.document.title in titles else max(FIRST))
        hits = [hit for hit, _ in index._engine.search(queries.build(example.document.text).terms, max(FIRST))]
        alone.append(hits.index(number) if number in hits else max(FIRST))
    cells = [" / ".join(interval([p < k for p in places], groups) for k in FIRST) for places in (named, alone)]
    return " | ".join([*cells, f"{np.quantile(times, 0.5):.2f} / {np.quantile(times, 0.95):.2f}"])


def judged(index: str, claims: Path, number: int, by_parts: Path | None) -> str:
    """One line of the table of verdicts; ``by_parts`` is the folder of an engine of passages."""
    said, seconds = _child(index, claims, number, by_parts)
    start = _child(index, claims, 1, by_parts)[1]
    found = json.loads(said)
    ways = [f"{100 * found['metrics'][way]:.1f}" for way in ("right", "wrong")]
    uncovered = 100 * found["by"].get("uncovered", {}).get("wrong", float("nan"))
    return " | ".join([str(found["n"]), *ways, f"{uncovered:.1f}", f"{(seconds - start) / max(1, number - 1):.2f}"])


def _child(index: str, claims: Path, number: int, by_parts: Path | None) -> tuple[str, float]:
    """What ``eval claims`` printed in a process of its own, and the processor seconds that it took."""
    arguments = ["eval", "claims", "--data", str(claims), "--index", index, "--limit", str(number), "--spread"]
    arguments += ["--nli", "starter-nli", "--no-cache", "--json", "-q"]
    before = sum(os.times()[2:4])
    command = [sys.executable, __file__, "--child", str(by_parts or "")]
    said = subprocess.run([*command, *arguments], check=True, capture_output=True, text=True).stdout
    return said, sum(os.times()[2:4]) - before


def child(by_parts: str, arguments: list[str]) -> None:
    """``localcheck`` itself, with passages ranked in place of articles where a folder of their engine is named."""
    from localcheck.cli.main import entry

    if by_parts:
        tantivy_index.TantivyEngine = lambda _: ByPart(Path(by_parts))  # type: ignore[assignment,misc]
    sys.argv[1:] = arguments
    entry()


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", required=True)
    parser.add_argument("--claims", type=Path, required=True)
    parser.add_argument("--words", default="150,400", help="lengths of passages")
    parser.add_argument("--verdicts", type=int, default=0, help="claims to judge as well")
    chosen = parser.parse_args()
    folder = folder_of(chosen.index)
    verdicts = []
    print(
        "| ranked | parts | engine, MB | first 1 / 3 / 5 | by words alone | ms, p50 / p95 |\n|---|---|---|---|---|---|"
    )
    with open_index(chosen.index) as index, tempfile.TemporaryDirectory() as place:
        size = sum(path.stat().st_size for path in (folder / "engine").rglob("*")) / 1e6
        print(
            f"| whole articles | {index.info.articles:,} | {size:.0f} | {measured(index, chosen.claims)} |", flush=True
        )
        if chosen.verdicts:
            verdicts.append(f"| whole articles | {judged(chosen.index, chosen.claims, chosen.verdicts, None)} |")
        for words in map(int, chosen.words.split(",")):
            target = Path(place) / str(words)
            expected = index.info.text_bytes // (LETTERS * words) + 1
            made = write(target, parts(folder, words), expected, index.info.text_bytes)
            count = sum(1 for _ in made)
            size = sum(path.stat().st_size for path in target.rglob("*")) / 1e6
            index._engine = ByPart(target)  # type: ignore[assignment]
            print(f"| best {words} words | {count:,} | {size:.0f} | {measured(index, chosen.claims)} |", flush=True)
            if chosen.verdicts:
                line = judged(chosen.index, chosen.claims, chosen.verdicts, target)
                verdicts.append(f"| best {words} words | {line} |")
    if verdicts:
        print("\n| ranked | claims | right, % | wrong, % | uncovered wrong, % | s a claim |\n|---|---|---|---|---|---|")
        print("\n".join(verdicts))


if __name__ == "__main__":
    main()
