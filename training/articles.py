"""Encyclopedia articles as sentences, from WikiExtractor output."""

from __future__ import annotations

import html
import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.decontaminate import Held, key

_DOC = re.compile(r'<doc id="\d+" url="[^"]*" title="([^"]*)">')
_BREAK = re.compile(r"(?<=[.!?])[\"')]?\s+(?=[\"'(]?[A-Z])")
_SHORTENED = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Gen|Col|Lt|Rev|Hon|No|vol|c|ca|cf|e\.g|i\.e|approx|Mt)|\b[A-Z])\.$"
)
_EMPTY = re.compile(r"\(\s*[;,:\s]*\)|\(\s*[;,]\s*")
_LISTED = re.compile(
    r"^(list|lists|index|outline|timeline|history|glossary|comparison) of|\(disambiguation\)", re.IGNORECASE
)

MAX_SENTENCES = 400
"""Sentences read of one article: the end of the longest ones adds little that is new."""


@dataclass(frozen=True, slots=True)
class Article:
    """The running text of one article."""

    title: str
    """Its title, without a bracketed addition."""
    sentences: tuple[str, ...]
    """Sentences in order."""
    paragraphs: tuple[int, ...]
    """For each sentence, the number of its paragraph."""


def read_articles(path: Path, held: Held) -> Iterator[Article]:
    """Articles of a WikiExtractor file (.xz), without lists and without the held-out entities."""
    for title, lines in _documents(path):
        if usable(title, held):
            yield article(title, lines[1:])


def read_texts(path: Path, held: Held) -> Iterator[tuple[str, str]]:
    """(title, text) of the same articles, the text as it stands below its title."""
    for title, lines in _documents(path):
        if usable(title, held):
            yield html.unescape(title), "".join(lines[1:]).strip()


def _documents(path: Path) -> Iterator[tuple[str, list[str]]]:
    """(title as it is written there, lines, the title's own first) of every document."""
    title = ""
    lines: list[str] = []
    with lzma.open(path, "rt", encoding="utf-8") as text:
        for line in text:
            if match := _DOC.match(line):
                title, lines = match[1], []
            elif line.startswith("</doc>"):
                yield title, lines
            else:
                lines.append(line)


def usable(title: str, held: Held) -> bool:
    """Whether an article may be learnt from: no list, and about none of the entities that are evaluated."""
    bare = key(title.partition(" (")[0])
    return not _LISTED.search(title) and key(title) not in held.entities and bare not in held.entities


def article(title: str, lines: list[str]) -> Article:
    """Sentences of the paragraphs; headings and fragments are left out."""
    sentences: list[str] = []
    paragraphs: list[int] = []
    for number, line in enumerate(lines):
        line = _EMPTY.sub(lambda m: "(" if not m[0].endswith(")") else "", line.strip())
        if len(line) < 60 or not line.endswith((".", '."', ".)", "!", "?")):
            continue
        for sentence in split(re.sub(r"\s+([,.;)])", r"\1", " ".join(line.split()))):
            sentences.append(sentence)
            paragraphs.append(number)
        if len(sentences) > MAX_SENTENCES:
            break
    return Article(title.partition(" (")[0], tuple(sentences), tuple(paragraphs))


def split(paragraph: str) -> list[str]:
    """Sentences of one clean paragraph: fast and plain, since a wrong boundary only costs a training pair."""
    found: list[str] = []
    begin = 0
    for match in _BREAK.finditer(paragraph):
        candidate = paragraph[begin : match.start()].strip()
        if not _SHORTENED.search(candidate):
            found.append(paragraph[begin : match.end()].strip())
            begin = match.end()
    rest = paragraph[begin:].strip()
    return [*found, rest] if rest else found
