"""WikiExtractor output: ``<doc id= url= title=>`` … ``</doc>`` blocks of plain text, in one file or a folder of them."""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Iterator
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.ingest.corpus.jsonl import page
from localcheck.ingest.corpus.records import CorpusReader, Item, Malformed, Record
from localcheck.ingest.corpus.streams import chunks, lines
from localcheck.text.patterns import regex

LINE_LIMIT = 8 << 20
DOC_LIMIT = 16 << 20
"""Bytes of one article."""
OPENING = regex(rb'^<doc id="([^"]*)"(?: revid="([^"]*)")?(?: url="([^"]*)")? title="(.*)">\s*$')


def read(path: Path, pieces: Iterator[bytes]) -> Iterator[Item]:
    """The articles of one file. Raises ``BadInput`` when it ends inside an article."""
    head: re.Match[bytes] | None = None
    body: list[bytes] = []
    size = 0
    for number, line in enumerate(lines(pieces, LINE_LIMIT)):
        if number == 0 and line is not None:
            line = line.removeprefix(codecs.BOM_UTF8)
        if line is None:
            size = DOC_LIMIT + 1
        elif line.startswith(b"<doc ") and (found := OPENING.match(line)):
            if head is not None:
                yield Malformed(_title(head), "has no </doc>")
            head, body, size = found, [], 0
        elif head is not None and line.rstrip() == b"</doc>":
            yield from _article(head, body) if size <= DOC_LIMIT else (Malformed(_title(head), "is too long"),)
            head, body = None, []
        elif head is not None and size <= DOC_LIMIT:
            size += len(line) + 1
            body.append(line)
    if head is not None:
        raise BadInput(
            path, "ends in the middle of an article (a file that was cut off?)", "make or download the file again"
        )


def _title(head: re.Match[bytes]) -> str:
    return html.unescape(head.group(4).decode("utf-8", "replace")).strip()


def _article(head: re.Match[bytes], body: list[bytes]) -> Iterator[Item]:
    number, revision, url = (part.decode("utf-8", "replace") if part else "" for part in head.groups()[:3])
    title = _title(head)
    text = html.unescape(b"\n".join(body).decode("utf-8", "replace")).strip()  # it is escaped unless told otherwise
    first, _, rest = text.partition("\n")
    if first.strip() == title:
        text = rest.strip()
    kind = "wikipedia" if "wikipedia.org" in url else "wiki"
    return page(f"doc id {number}", Record(title, text, "plain", kind, url or f"page:{number}", revision))


READER = CorpusReader(
    recognises=lambda head: head.startswith(b"<doc "),
    read=lambda path, meter, _namespaces: read(path, chunks(path, meter)),
    described="WikiExtractor output",
    pattern="wiki_*",
)
