"""JSON lines of articles: ``{"title", "text", "url"?, "date"?, "revision"?, "aliases"?}``, and what ``wikiextractor --json``
writes; Parquet with such columns; CirrusSearch dumps; Wikimedia Enterprise HTML dumps.

A CirrusSearch dump has for each page a line with its id, and one with its title, text and redirects. A dump of Wikimedia
Enterprise is a tar archive of JSON lines, one page each with its HTML, redirects and licence.
https://dumps.wikimedia.org/other/cirrussearch/, https://enterprise.wikimedia.com/docs/snapshot/
"""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

from localcheck.errors import BadInput
from localcheck.ingest.corpus.records import CorpusReader, Header, Item, Malformed, Record, Redirect, Skipped
from localcheck.ingest.corpus.streams import Meter, chunks, lines
from localcheck.ingest.documents.table_rows import parquet
from localcheck.system.jsontext import NotJson, parse
from localcheck.text.periods import a_day, in_name, last_day

LINE_LIMIT = 32 << 20
"""Bytes of one line."""
ENDING = ".ndjson"
"""Of the members of a tar archive that hold pages."""
PIECE = 1 << 20
MAGIC = b"PAR1"
ROWS = 64
"""Rows read at once."""
COLUMNS = ("title", "text", "url", "id", "date", "revision", "revid", "aliases")
LONGEST_NAME = 1 << 16
"""Bytes of what a tar archive may say about the name of a member."""


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


def page(
    where: str, record: Record, wanted: bool = True, others: Iterable[str] = (), lacks: str = "has no title"
) -> Iterator[Item]:
    """A page and one more item for each of its ``others`` names; or why there is none: what it ``lacks``, or a namespace that
    is not wanted.
    """
    if not record.title:
        yield Malformed(where, lacks)
    elif not wanted:
        yield Skipped("other namespace")
    elif not record.body:
        yield Skipped("empty or deleted text")
    else:
        yield record
        yield from (Redirect(other, record.title) for other in others if other)


def items_of(where: str, row: dict[str, Any]) -> Iterator[Item]:
    """The items of one row, wherever rows come from."""
    title, text = row.get("title"), row.get("text")
    if not isinstance(title, str) or not isinstance(text, str):
        title = text = ""
    url = _text(row, "url") or _text(row, "id") or where
    kind = "wikipedia" if "wikipedia.org" in url else "jsonl"
    revision = _text(row, "revision") or _text(row, "revid")
    record = Record(" ".join(title.split()), text.strip(), "plain", kind, url, revision, _date(row))
    names = (alias.strip() for alias in _listed(row, "aliases") if isinstance(alias, str))
    return page(where, record, others=names, lacks='needs "title" and "text" as strings')


def read_cirrus(path: Path, meter: Meter, namespaces: Collection[int]) -> Iterator[Item]:
    """One item a page, and one more for each redirect to it. Raises ``BadInput`` for a file that cannot be used."""
    found = numbered(path.name, chunks(path, meter))
    pages = rows((where, line) for where, line in found if line is None or not _is_cirrus(line))
    return under_header(
        pages,
        lambda row: Header(_text(row, "language"), "", in_name(path.name)),
        lambda row, where: _of_cirrus(row, where, namespaces),
    )


def _of_cirrus(row: dict[str, Any], where: str, namespaces: Collection[int]) -> Iterator[Item]:
    title, wiki = _text(row, "title"), _text(row, "wiki")
    language = wiki.removesuffix("wiki") if wiki.endswith("wiki") and wiki != "wiki" else ""
    site = f"https://{language.replace('_', '-')}.wikipedia.org/wiki/"
    place = site + quote(title.replace(" ", "_")) if language else where
    record = Record(
        *(title, _text(row, "text"), "plain", "wikipedia" if language else "wiki", place),
        *(_text(row, "version"), a_day(_text(row, "timestamp"))),
    )
    others = (_text(other, "title") for other in _listed(row, "redirect") if _is_in(other, namespaces))
    return page(where, record, _is_in(row, namespaces), others)


def _is_in(row: object, namespaces: Collection[int]) -> bool:
    number = row.get("namespace", 0) if isinstance(row, dict) else None
    return isinstance(number, int) and number in namespaces


def _is_cirrus(head: bytes) -> bool:
    return head.startswith(b'{"index":')


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


def read_enterprise(path: Path, meter: Meter, namespaces: Collection[int]) -> Iterator[Item]:
    """One item a page, and one more for each redirect to it. Raises ``BadInput`` for a file that cannot be used."""

    def header(row: dict[str, Any]) -> Header:
        licences = row.get("license")
        licence = licences[0] if isinstance(licences, list) and licences else None
        return Header(_text(row, "in_language", "identifier"), "", in_name(path.name), _text(licence, "name"))

    return under_header(rows(_lines(path, meter)), header, lambda row, where: _of_enterprise(row, where, namespaces))


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


def _of_enterprise(row: dict[str, Any], where: str, namespaces: Collection[int]) -> Iterator[Item]:
    space, url = row.get("namespace"), _text(row, "url")
    number = space.get("identifier", 0) if isinstance(space, dict) else 0
    record = Record(
        *(_text(row, "name"), _text(row, "article_body", "html"), "html"),
        *("wikipedia" if "wikipedia.org" in url else "wiki", url or where),
        *(_text(row, "version", "identifier"), a_day(_text(row, "date_modified"))),
    )
    others = (_text(other, "name").replace("_", " ") for other in _listed(row, "redirects"))
    return page(where, record, isinstance(number, int) and number in namespaces, others, "has no name")


def _is_enterprise(head: bytes) -> bool:
    if head[257:262] == b"ustar":
        return head[:100].rstrip(b"\0").endswith(ENDING.encode())
    return head.startswith(b"{") and b'"article_body"' in head


def _date(row: dict[str, Any]) -> str:
    """When the text was written; empty where the row does not say it as a date ("unknown", "n/a")."""
    value = row.get("date")
    said = value.isoformat() if isinstance(value, date) else _text(row, "date")
    return said if last_day(said) is not None else ""


def _listed(row: dict[str, Any], key: str) -> list[Any]:
    value = row.get(key)
    return value if isinstance(value, list) else []


def _text(row: object, *keys: str) -> str:
    """The text or number under these keys; empty where there is none."""
    for key in keys:
        row = row.get(key) if isinstance(row, dict) else None
    return str(row).strip() if isinstance(row, str | int) and not isinstance(row, bool) else ""


def read_parquet(path: Path, meter: Meter, _: Collection[int]) -> Iterator[Item]:
    """One item a row. Raises ``BadInput`` for a damaged file or one without the columns, ``MissingExtra`` without pyarrow."""
    size = path.stat().st_size
    with parquet(path) as file:
        names = set(file.schema_arrow.names)
        if not {"title", "text"} <= names:
            raise BadInput(path, "has no columns title and text", f"its columns are {', '.join(sorted(names))[:200]}")
        wanted, done = [name for name in COLUMNS if name in names], 0
        for batch in file.iter_batches(batch_size=ROWS, columns=wanted):
            for number, row in enumerate(batch.to_pylist(), done + 1):
                where = f"{path.name}:{number}"
                yield from items_of(where, row) if isinstance(row, dict) else (Malformed(where, "is not a row"),)
            done += batch.num_rows
            meter.read += size * batch.num_rows // max(1, file.metadata.num_rows)


READER = CorpusReader(
    recognises=lambda head: head.startswith(b"{"),
    read=lambda path, meter, _namespaces: read(path, chunks(path, meter)),
    described="JSONL with title and text",
    pattern="*.jsonl",
    endings=(".jsonl", ".ndjson", ".json"),
)
CIRRUS = CorpusReader(
    _is_cirrus, read_cirrus, "a CirrusSearch dump", endings=(".json", ".jsonl", ".ndjson"), snapshot=True
)
ENTERPRISE = CorpusReader(
    _is_enterprise,
    read_enterprise,
    "a Wikimedia Enterprise HTML dump",
    endings=(".tar", ".tgz", ".ndjson", ".json", ".jsonl"),
    snapshot=True,
)
PARQUET = CorpusReader(
    lambda head: head.startswith(MAGIC), read_parquet, "Parquet with title and text", "*.parquet", (".parquet",)
)
