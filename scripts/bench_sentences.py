#!/usr/bin/env python3
"""Measures sentence segmenters on WikiBio's boundaries and on the hand-made cases of the tests; prints a Markdown table.

Usage: python scripts/bench_sentences.py DATA      DATA holds wikibio/wikibio_dev.json
Measures localcheck and sentencex, and pysbd and syntok where they are installed.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from localcheck.text.sentences import split_sentences

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "unit" / "text"))
from test_sentences import CHINESE, ENGLISH

Ends = Callable[[str], list[int]]
Case = tuple[str, list[int]]


def ends(text: str, sentences: Sequence[str]) -> list[int]:
    """Offset of the end of each sentence."""
    found, at = [], 0
    for sentence in filter(None, map(str.strip, sentences)):
        at = text.index(sentence, at) + len(sentence)
        found.append(at)
    return found


def candidates(language: str) -> Iterator[tuple[str, Ends]]:
    yield "localcheck", lambda text: [s.span.end for s in split_sentences(text)]
    sentencex = importlib.import_module("sentencex")
    yield "sentencex", lambda text: ends(text, sentencex.segment(language, text))
    try:
        segmenter = importlib.import_module("pysbd").Segmenter(language=language, clean=False)
        yield "pysbd", lambda text: ends(text, segmenter.segment(text))
    except ImportError:
        pass
    try:
        segment, tokenizer = (
            importlib.import_module("syntok.segmenter"),
            importlib.import_module("syntok.tokenizer").Tokenizer(),
        )
        yield "syntok", lambda text: [s[-1].offset + len(s[-1].value) for s in segment.split(tokenizer.tokenize(text))]
    except ImportError:
        pass


def score(find: Ends, cases: Sequence[Case]) -> str:
    right = found = wanted = exact = 0
    for text, gold in cases:
        mine = find(text)
        right += len(set(mine) & set(gold))
        found += len(set(mine))
        wanted += len(set(gold))
        exact += mine == gold
    return f"{right / found:.3f} | {right / wanted:.3f} | {exact}/{len(cases)}"


def main(data: Path) -> None:
    rows = json.loads((data / "wikibio" / "wikibio_dev.json").read_text(encoding="utf-8"))
    passages = [(r["gpt3_text"], ends(r["gpt3_text"], r["gpt3_sentences"])) for r in rows]
    english = [(" ".join(s), ends(" ".join(s), s)) for s in ENGLISH]
    chinese = [("".join(s), ends("".join(s), s)) for s in CHINESE]
    long = " ".join(text for text, _ in passages) * 11
    print("| set | segmenter | precision | recall | all right |\n|---|---|---|---|---|")
    for name, language, cases in (
        ("WikiBio", "en", passages),
        ("English cases", "en", english),
        ("Chinese cases", "zh", chinese),
    ):
        for segmenter, find in candidates(language):
            print(f"| {name} | {segmenter} | {score(find, cases)} |")
    for segmenter, find in candidates("en"):
        started = time.perf_counter()
        count = len(find(long))
        print(
            f"{segmenter}: {count} sentences, {len(long)} characters in {time.perf_counter() - started:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
