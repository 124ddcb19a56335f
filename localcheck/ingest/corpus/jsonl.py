"""JSON lines: ``{"title", "text", "url"?, "date"?, "revision"?, "aliases"?}``, and what ``wikiextractor --json`` writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from localcheck.ingest.corpus.records import CorpusReader, Header, Item, Malformed, Record, Redirect, Skipped
from localcheck.ingest.corpus.streams import chunks, lines
from localcheck.system.jsontext import NotJson, parse
from localcheck.text.periods import last_day

LINE_LIMIT = 32 << 20
"""Bytes of one line."""


def read(path: Path, pieces: Iterator[bytes]) -> Iterator[Item]:
    """One item a line, and one more for each alias; a line that does not fit is malformed."""
    for where, row in rows(numbered(path.name, pieces)):
        yield from (row,) if isinstance(row, Malformed) else items_of(where, row)


def numbered(name: str, pieces: Iterator[bytes]) -> Iterator[tuple[str, bytes | None]]:
    """Every line with where it stands; None for one that is too long."""
    for number, line in enumerate(lines(pieces, LINE_LIMIT), 1):
        yield f"{name}:{number}", line


def rows(placed: Iterable[tuple[str, bytes | None]]) -> Iterator[tuple[str, dict[str, Any] | Malformed]]:
    """The JSON object in each line that is not blank, or what is wrong with the line, with where it stands."""
    for where, line in placed:
        if line is None:
            yield where, Malformed(where, f"line longer than {LINE_LIMIT >> 20} MiB")
        elif line.strip():
            try:
                row = parse(line)
            except NotJson as error:
                yield where, Malformed(where, error.why)
                continue
            yield where, row if isinstance(row, dict) else Malformed(where, "is not a JSON object")


def under_header(
    found: Iterable[tuple[str, dict[str, Any] | Malformed]],
    header: Callable[[dict[str, Any]], Header],
    items: Callable[[dict[str, Any], str], Iterator[Item]],
) -> Iterator[Item]:
    """The items of rows, what is wrong with others, and before the first of them what it says of all."""
    first = True
    for where, row in found:
        if isinstance(row, Malformed):
            yield row
            continue
        if first:
            yield header(row)
        first = False
        yield from items(row, where)


def items_of(where: str, row: dict[str, Any]) -> Iterator[Item]:
    """The items of one row, wherever rows come from."""
    title, text = row.get("title"), row.get("text")
    if not isinstance(title, str) or not isinstance(text, str) or not title.strip():
        yield Malformed(where, 'needs "title" and "text" as strings')
        return
    title = " ".join(title.split())
    if not text.strip():
        yield Skipped("empty or deleted text")
        return
    url = _text(row, "url") or _text(row, "id") or where
    kind = "wikipedia" if "wikipedia.org" in url else "jsonl"
    yield Record(title, text.strip(), "plain", kind, url, _text(row, "revision") or _text(row, "revid"), _date(row))
    aliases = row.get("aliases")
    for alias in aliases if isinstance(aliases, list) else ():
        if isinstance(alias, str) and alias.strip():
            yield Redirect(alias.strip(), title)


def _date(row: dict[str, Any]) -> str:
    """When the text was written; empty where the row does not say it as a date ("unknown", "n/a")."""
    value = row.get("date")
    said = value.isoformat() if isinstance(value, date) else _text(row, "date")
    return said if last_day(said) is not None else ""


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    return str(value).strip() if isinstance(value, str | int) else ""


READER = CorpusReader(
    recognises=lambda head: head.startswith(b"{"),
    read=lambda path, meter, _namespaces: read(path, chunks(path, meter)),
    described="JSONL with title and text",
    pattern="*.jsonl",
    endings=(".jsonl", ".ndjson", ".json"),
)
