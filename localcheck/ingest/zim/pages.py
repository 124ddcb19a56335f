"""The pages of a ZIM file as records. It is open in a process of its own: what that does not survive is an error here."""

from __future__ import annotations

import json
import os
import select
import subprocess
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, MissingExtra, RetrievalError
from localcheck.ingest.corpus.records import CorpusReader, Header, Item, Malformed, Record, Redirect, Skipped
from localcheck.ingest.corpus.streams import Meter
from localcheck.system.children import command
from localcheck.system.closing import Closing
from localcheck.system.jsontext import NotJson, parse
from localcheck.text.lexicon import in_order
from localcheck.text.periods import a_day

SECONDS = 120.0
"""Until an answer is given up; the first one may take longer, because the file is compared with its checksum."""
OPENING = 600.0
MAGIC = b"ZIM\x04"
MOST_PARTS = 26 * 26


def parts(path: Path) -> tuple[Path, ...]:
    """The files of an archive: itself, or ``.zimaa``, ``.zimab`` … where it was split. Raises ``BadInput``."""
    first = path if path.is_file() else path.parent / f"{path.name}aa"
    if path.is_dir():
        raise BadInput(path, "is a folder", "name the .zim file in it")
    if not first.is_file():
        raise BadInput(path, "there is no such file", "check the path")
    if not first.name.endswith(".zimaa"):
        return (first,)
    stem = first.name[:-2]
    letters = (chr(97 + i // 26) + chr(97 + i % 26) for i in range(MOST_PARTS))
    found = []
    for pair in letters:
        part = first.with_name(stem + pair)
        if not part.is_file():
            break
        found.append(part)
    return tuple(found)


class ZimProcess(Closing):
    """Asks the process that has the file open. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        """Raises ``BadInput`` for a file that cannot be opened, and ``MissingExtra`` without libzim."""
        self.path = path
        self.parts = parts(path)
        self._lock = threading.Lock()
        self._buffer = b""
        pipe = subprocess.PIPE
        arguments = command("localcheck.ingest.zim.child", str(self.parts[0]))
        self._child = subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        try:
            self.about: dict[str, Any] = self._answer(OPENING)
        except RetrievalError as error:
            self.close()
            raise BadInput(path, error.message, "download the file again and compare its checksum") from None
        except BaseException:
            self.close()
            raise

    def ask(self, what: str, **arguments: object) -> Any:
        """The answer to one question. Raises ``RetrievalError``."""
        with self._lock:
            try:
                assert self._child.stdin is not None
                self._child.stdin.write(json.dumps({"ask": what, **arguments}).encode() + b"\n")
                self._child.stdin.flush()
            except (OSError, ValueError):
                raise self._ended() from None
            return self._answer(SECONDS)

    @property
    def ended(self) -> bool:
        """True if the process is no more."""
        return self._child.poll() is not None

    def close(self) -> None:
        """End the process."""
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _answer(self, seconds: float) -> Any:
        try:
            answer = parse(self._line(seconds))
        except NotJson:
            raise RetrievalError(f"{self.path} cannot be read", "is it a ZIM file?") from None
        if "missing" in answer:
            raise MissingExtra("zim", "reading ZIM files")
        if "error" in answer:
            raise RetrievalError(f"is not a sound ZIM file ({answer['error']})")
        return answer["value"]

    def _line(self, seconds: float) -> bytes:
        assert self._child.stdout is not None
        handle, until = self._child.stdout.fileno(), time.monotonic() + seconds
        while b"\n" not in self._buffer:
            if not select.select([handle], [], [], max(0.0, until - time.monotonic()))[0]:
                self._child.kill()
                raise RetrievalError(f"gives no answer within {seconds:.0f} seconds", "is the file damaged?")
            piece = os.read(handle, 1 << 20)
            if not piece:
                raise self._ended()
            self._buffer += piece
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _ended(self) -> RetrievalError:
        code = self._child.wait()
        why = f"signal {-code}" if code < 0 else f"exit code {code}"
        return RetrievalError(f"is a damaged ZIM file: the process that reads it ended ({why})", "download it again")


TOGETHER = 20
"""Entries asked for at once."""
LANGUAGES = dict(pair.split(":") for pair in in_order("pages.languages"))
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
