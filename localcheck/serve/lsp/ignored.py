"""Claims that people chose to ignore, with a note each: a file ``.localcheck-ignore.json`` beside the documents."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput
from localcheck.system.resources import atomic_write
from localcheck.text.inert import dumps

NAME = ".localcheck-ignore.json"
FORMAT, VERSION = "localcheck-ignore", 1
LARGEST = 20_000_000
"""Bytes of a file that is read."""


class Ignored:
    """The file of one folder. Several editors may have it open: it is read again when it changed, and written under a lock."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / NAME
        self._stamp: tuple[int, int] | None = None
        self._notes: Mapping[tuple[str, str], str] = {}

    def note(self, document: Path, sentence: str) -> str:
        """Why a sentence of a document is ignored; empty if it is not. Raises ``BadInput`` for a file that cannot be read."""
        self._read()
        return self._notes.get((self._name(document), _words(sentence)), "")

    def add(self, document: Path, sentence: str, note: str) -> None:
        """Ignore a sentence. Raises ``BadInput`` for a file that cannot be read or written: it is left as it is."""
        with self._locked():
            entries = _entries(self.file)
            key = (self._name(document), _words(sentence))
            kept = [e for e in entries if (e["file"], e["sentence"]) != key]
            day = datetime.now(UTC).date().isoformat()
            kept.append({"file": key[0], "sentence": key[1], "note": note, "added": day})
            try:
                with atomic_write(self.file) as file:
                    file.write(dumps({"format": FORMAT, "version": VERSION, "ignored": kept}, indent=1) + "\n")
            except OSError as error:
                raise BadInput(self.file, f"cannot be written: {error.strerror or error}") from error

    def _read(self) -> None:
        try:
            found = self.file.stat()
        except OSError:
            self._stamp, self._notes = None, {}
            return
        stamp = (found.st_mtime_ns, found.st_size)
        if stamp != self._stamp:
            self._stamp, self._notes = stamp, {}
            self._notes = {(e["file"], e["sentence"]): e["note"] or "no note" for e in _entries(self.file)}

    def _name(self, document: Path) -> str:
        """The document as the file names it: by its path from the folder, so that both can be moved."""
        try:
            return document.relative_to(self.folder).as_posix()
        except ValueError:
            return document.as_posix()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            lock = self.file.with_name(f"{NAME}.lock").open("w")
        except OSError as error:
            raise BadInput(self.file, f"cannot be written: {error.strerror or error}") from error
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _words(sentence: str) -> str:
    return " ".join(sentence.split())


def _entries(file: Path) -> list[dict[str, str]]:
    """What the file holds; nothing where there is none. Raises ``BadInput``."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BadInput(file, f"cannot be read: {error.strerror or error}") from error
    try:
        if len(data) > LARGEST:
            raise ValueError
        whole: Any = json.loads(data)
        if whole["format"] != FORMAT or whole["version"] != VERSION:
            raise ValueError
        return [
            {key: str(entry.get(key, "")) for key in ("file", "sentence", "note", "added")}
            for entry in whole["ignored"]
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadInput(file, "is no list of ignored claims", "mend it or move it away") from None
