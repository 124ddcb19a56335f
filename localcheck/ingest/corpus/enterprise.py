"""Wikimedia Enterprise HTML dumps: a tar archive of JSON lines, one page each with its HTML, redirects and licence.

https://enterprise.wikimedia.com/docs/snapshot/
"""

from __future__ import annotations

import tarfile
from collections.abc import Collection, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput
from localcheck.ingest.corpus.jsonl import numbered, rows, under_header
from localcheck.ingest.corpus.records import CorpusReader, Header, Item, Malformed, Record, Redirect, Skipped
from localcheck.ingest.corpus.streams import Meter, chunks
from localcheck.text.periods import a_day, in_name

ENDING = ".ndjson"
PIECE = 1 << 20
LONGEST_NAME = 1 << 16
"""Bytes of what a tar archive may say about the name of a member."""


class _Member(tarfile.TarInfo):
    """A member whose name is short: what stands before a member is read into memory at once."""

    def _proc_member(self, archive: tarfile.TarFile) -> Any:
        if not self.isreg() and self.size > LONGEST_NAME:
            raise tarfile.ReadError("a header that is too long")
        return super()._proc_member(archive)  # type: ignore[misc]


class _Stream:
    """What ``tarfile`` reads: the decompressed content in pieces of the size that it asks for."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, b""

    def read(self, size: int) -> bytes:
        """At most ``size`` bytes."""
        while len(self._rest) < size and (piece := next(self._pieces, b"")):
            self._rest += piece
        found, self._rest = self._rest[:size], self._rest[size:]
        return found


def read(path: Path, meter: Meter, namespaces: Collection[int]) -> Iterator[Item]:
    """One item a page, and one more for each redirect to it. Raises ``BadInput`` for a file that cannot be used."""

    def header(row: dict[str, Any]) -> Header:
        licences = row.get("license")
        licence = licences[0] if isinstance(licences, list) and licences else None
        return Header(_text(row, "in_language", "identifier"), "", in_name(path.name), _text(licence, "name"))

    return under_header(rows(_lines(path, meter)), header, lambda row, where: _items(row, where, namespaces))


def _lines(path: Path, meter: Meter) -> Iterator[tuple[str, bytes | None]]:
    """Every line of every member, with where it stands; those of a file without an archive around it, too."""
    pieces = chunks(path, meter)
    head = next(pieces, b"")
    whole = chain((head,), pieces)
    if head.lstrip().startswith(b"{"):
        yield from numbered(path.name, whole)
        return
    try:
        with tarfile.open(fileobj=_Stream(whole), mode="r|", tarinfo=_Member) as archive:  # type: ignore[call-overload]
            for member in archive:
                if (
                    member.isreg()
                    and member.name.endswith(ENDING)
                    and (file := archive.extractfile(member)) is not None
                ):
                    yield from numbered(member.name[-80:], iter(partial(file.read, PIECE), b""))
    except (tarfile.TarError, EOFError, ValueError, OverflowError, OSError) as error:
        raise BadInput(path, f"is a damaged tar archive ({error})", "download the file again") from error


def _items(row: dict[str, Any], where: str, namespaces: Collection[int]) -> Iterator[Item]:
    title, html = _text(row, "name"), _text(row, "article_body", "html")
    space = row.get("namespace")
    number = space.get("identifier", 0) if isinstance(space, dict) else 0
    if not title:
        yield Malformed(where, "has no name")
    elif not isinstance(number, int) or number not in namespaces:
        yield Skipped("other namespace")
    elif not html:
        yield Skipped("empty or deleted text")
    else:
        url = _text(row, "url")
        kind = "wikipedia" if "wikipedia.org" in url else "wiki"
        yield Record(
            *(title, html, "html", kind, url or where),
            *(_text(row, "version", "identifier"), a_day(_text(row, "date_modified"))),
        )
        listed = row.get("redirects")
        for other in listed if isinstance(listed, list) else ():
            if name := _text(other, "name"):
                yield Redirect(name.replace("_", " "), title)


def _text(row: object, *keys: str) -> str:
    """The text or number under these keys; empty where there is none."""
    for key in keys:
        row = row.get(key) if isinstance(row, dict) else None
    return str(row).strip() if isinstance(row, str | int) and not isinstance(row, bool) else ""


def _recognises(head: bytes) -> bool:
    if head[257:262] == b"ustar":
        return head[:100].rstrip(b"\0").endswith(ENDING.encode())
    return head.startswith(b"{") and b'"article_body"' in head


READER = CorpusReader(
    _recognises,
    read,
    "a Wikimedia Enterprise HTML dump",
    endings=(".tar", ".tgz", ".ndjson", ".json", ".jsonl"),
    snapshot=True,
)
