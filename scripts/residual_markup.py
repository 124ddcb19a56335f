#!/usr/bin/env python3
"""Count what is left of wikitext in cleaned articles, by our cleaner and by mwparserfromhell's, per 1,000 words.

    pip install mwparserfromhell        # for this script only
    python scripts/residual_markup.py DUMP [DUMP ...] [--namespaces 0]

Both clean the same pages: ours by ``to_plain``, the other by ``parse(page).strip_code()``. A sign of markup is anything that a
reader of the rendered page never sees: marks of constructs, tags, rows of tables, parameters, names of files, switches.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from localcheck.ingest.corpus import Record, open_corpus
from localcheck.ingest.corpus.wikitext import to_plain

SIGNS = {
    "link [[ ]]": r"\[\[|\]\]",
    "template {{ }}": r"\{\{|\}\}",
    "table {| |} |- or a cell": r"\{\||^\|\}|^\|-|^[|!][^|\n]*\|\||^\|\s*\w+\s*=",
    "bold or italic ''": r"''+",
    "heading ==": r"^=+[^=\n]+=+\s*$",
    "tag": r"</?(?:ref|references|div|span|br|small|su[pb]|center|gallery|nowiki|table|t[rdh]|ul|li|[bi]|math)\b[^<>]*>",
    "comment": r"<!--|-->",
    "entity": r"&(?:nbsp|ndash|mdash|amp|lt|gt|quot|thinsp|#\d+);",
    "image parameters": r"\b(?:thumb|thumbnail|upright|frameless)\s*\||\|\s*(?:thumb|left|right)\b|\b\d+px\b",
    "file or category": r"\b(?:File|Image|Category):\S",
    "bracketed address": r"\[(?:https?:)?//\S+",
    "magic word": r"__[A-Z]+__|\b(?:DEFAULTSORT|DISPLAYTITLE):|#(?:REDIRECT|if|switch)\b",
    "list mark": r"^[*#:;]+\s",
}
PATTERNS = {name: re.compile(pattern, re.MULTILINE) for name, pattern in SIGNS.items()}


def signs(text: str) -> Counter[str]:
    """How often each sign of markup stands in a text."""
    return Counter({name: len(pattern.findall(text)) for name, pattern in PATTERNS.items()})


def measure(bodies: list[str], clean: Callable[[str], str]) -> tuple[int, Counter[str]]:
    """Words of the cleaned texts, and their signs of markup."""
    texts = [clean(body) for body in bodies]
    return sum(len(text.split()) for text in texts), sum(map(signs, texts), Counter())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dumps", type=Path, nargs="+")
    parser.add_argument("--namespaces", default="0", help="comma-separated; all: every one up to 5,000")
    chosen = parser.parse_args()
    import mwparserfromhell

    spaces = range(-2, 5000) if chosen.namespaces == "all" else [int(n) for n in chosen.namespaces.split(",")]
    for path in chosen.dumps:
        bodies = [i.body for i in open_corpus(path).items(frozenset(spaces)) if isinstance(i, Record)]
        ours, found = measure(bodies, to_plain)
        theirs, other = measure(bodies, lambda body: str(mwparserfromhell.parse(body).strip_code()))
        print(f"\n{path.name}: {len(bodies)} pages; words kept: ours {ours:,}, mwparserfromhell {theirs:,}\n")
        print("| per 1,000 words | ours | mwparserfromhell |\n|---|---|---|")
        for name in (*PATTERNS, ""):
            mine, its = (found[name], other[name]) if name else (found.total(), other.total())
            print(f"| {name or 'together'} | {1000 * mine / max(ours, 1):.2f} | {1000 * its / max(theirs, 1):.2f} |")


if __name__ == "__main__":
    main()
