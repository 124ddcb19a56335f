"""CirrusSearch dumps of Wikimedia wikis: for each page a line with its id, and one with its title, text and redirects.

https://dumps.wikimedia.org/other/cirrussearch/
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from localcheck.ingest.corpus.jsonl import numbered, rows, under_header
from localcheck.ingest.corpus.records import CorpusReader, Header, Item, Malformed, Record, Redirect, Skipped
from localcheck.ingest.corpus.streams import Meter, chunks
from localcheck.text.periods import a_day, in_name


def read(path: Path, meter: Meter, namespaces: Collection[int]) -> Iterator[Item]:
    """One item a page, and one more for each redirect to it. Raises ``BadInput`` for a file that cannot be used."""
    found = numbered(path.name, chunks(path, meter))
    pages = rows((where, line) for where, line in found if line is None or not _recognises(line))
    return under_header(
        pages,
        lambda row: Header(_text(row, "language"), "", in_name(path.name)),
        lambda row, where: _items(row, where, namespaces),
    )


def _items(row: dict[str, Any], where: str, namespaces: Collection[int]) -> Iterator[Item]:
    title, text = _text(row, "title"), _text(row, "text")
    if not title:
        yield Malformed(where, "has no title")
    elif not _wanted(row, namespaces):
        yield Skipped("other namespace")
    elif not text:
        yield Skipped("empty or deleted text")
    else:
        wiki = _text(row, "wiki")
        language = wiki.removesuffix("wiki") if wiki.endswith("wiki") and wiki != "wiki" else ""
        site = f"https://{language.replace('_', '-')}.wikipedia.org/wiki/"
        place = site + quote(title.replace(" ", "_")) if language else where
        yield Record(
            *(title, text, "plain", "wikipedia" if language else "wiki", place),
            *(str(row.get("version") or ""), a_day(_text(row, "timestamp"))),
        )
        listed = row.get("redirect")
        for other in listed if isinstance(listed, list) else ():
            if isinstance(other, dict) and (name := _text(other, "title")) and _wanted(other, namespaces):
                yield Redirect(name, title)


def _wanted(row: dict[str, Any], namespaces: Collection[int]) -> bool:
    number = row.get("namespace", 0)
    return isinstance(number, int) and number in namespaces


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""


def _recognises(head: bytes) -> bool:
    return head.startswith(b'{"index":')


READER = CorpusReader(_recognises, read, "a CirrusSearch dump", endings=(".json", ".jsonl", ".ndjson"), snapshot=True)
