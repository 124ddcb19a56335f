"""The pages of a ZIM file as records, and their text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from localcheck.errors import RetrievalError
from localcheck.ingest.corpus.records import CorpusReader, Header, Item, Malformed, Record, Redirect, Skipped
from localcheck.ingest.corpus.streams import Meter
from localcheck.ingest.zim.process import MAGIC, ZimProcess
from localcheck.text.periods import a_day

TOGETHER = 20
"""Entries asked for at once."""
LANGUAGES = dict(
    pair.split(":")
    for pair in (
        "ara:ar bel:be ben:bn bul:bg cat:ca ces:cs dan:da deu:de ell:el eng:en est:et fas:fa fin:fi fra:fr heb:he "
        "hin:hi hrv:hr hun:hu ind:id ita:it jpn:ja kor:ko lit:lt lav:lv nld:nl nor:no pol:pl por:pt ron:ro rus:ru "
        "slk:sk slv:sl spa:es srp:sr swe:sv tam:ta tha:th tur:tr ukr:uk vie:vi zho:zh "
    ).split()
)
"""ISO 639-3, which ZIM files state, to 639-1."""
DAMAGED = "its checksum does not fit: the file is damaged, and is read as far as it goes"


def language(about: dict[str, Any]) -> str:
    """ISO 639-1 code of the first language that the file states, as far as it is known; empty if it states none."""
    stated = str(about.get("language", "")).split(",")[0].strip().lower()
    return LANGUAGES.get(stated, stated if len(stated) == 2 else "")


def kind(about: dict[str, Any]) -> str:
    """``Source.kind`` of its pages."""
    return "wikipedia" if "wikipedia" in f"{about.get('name', '')} {about.get('creator', '')}".lower() else "zim"


def read(path: Path, meter: Meter, _: Collection[int] = ()) -> Iterator[Item]:
    """Every entry as an item; pages are records of HTML. A file that ends its reader is read as far as that.

    Raises ``BadInput`` for one that cannot be opened.
    """
    with ZimProcess(path) as archive:
        about = archive.about
        date = a_day(str(about.get("date", "")))
        yield Header(language(about), str(about.get("title", "")), date, str(about.get("license", "")))
        if about["damaged"]:
            yield Malformed(path.name, DAMAGED)
        size = archive.parts[0].stat().st_size
        for start in range(0, int(about["entries"]), TOGETHER):
            meter.read += size * TOGETHER // max(TOGETHER, int(about["entries"]))
            try:
                entries = archive.ask("entries", start=start, count=TOGETHER)
            except RetrievalError as error:
                yield Malformed(f"entries from {start} on", error.message)
                return
            for number, entry in enumerate(entries, start):
                yield _item(entry, kind(about), date, str(about["uuid"])[:16], number)


def _item(entry: dict[str, Any], kind: str, date: str, revision: str, number: int) -> Item:
    title = " ".join(str(entry.get("title", "")).split())
    if "error" in entry:
        return Malformed(f"entry {number}", str(entry["error"]))
    if "redirect" in entry:
        target = " ".join(str(entry["redirect"]).split())
        return Redirect(title, target) if title and target and title != target else Skipped("a redirect without a name")
    if "html" not in entry:
        return Skipped(f"not a page ({entry.get('kind', '')})")
    if not title:
        return Malformed(f"entry {number}", "has no title")
    return Record(title, str(entry["html"]), "html", kind, str(entry["path"]), revision, date)


READER = CorpusReader(lambda head: head.startswith(MAGIC), read, "a Kiwix ZIM file", "*.zim", (".zim", ".zimaa"))
