"""The journal beside OUT: verdicts of unfinished documents as they are made, so that a kill loses at most the claim at work.

It is only appended to; what a damaged line held is judged again.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import secrets
from collections import defaultdict
from pathlib import Path

from localcheck.batch.output import FULL, append
from localcheck.batch.rows import untimed
from localcheck.errors import BackendError, BadInput
from localcheck.reports import codec
from localcheck.system import jsontext
from localcheck.system.resources import atomic_write
from localcheck.types import Label, Verdict

FORMAT = "localcheck-batch-journal"
COMPACT_AT = 64_000_000
"""Bytes of journal beyond which verdicts of finished documents are dropped from it."""


class Journal:
    """Verdicts of documents that are not done yet, by (document digest, settings digest)."""

    def __init__(self, path: Path, settings: str, done: set[str]) -> None:
        """Verdicts of ``done`` documents are forgotten."""
        self._path, self._settings = path, settings
        self.batch = secrets.token_hex(8)
        """Names this batch in the checks log, over all its resumptions."""
        self.damaged = 0
        """Lines that could not be read."""
        self.known: dict[str, list[Verdict]] = {}
        self._lines: defaultdict[str, list[bytes]] = defaultdict(list)
        self._file, self._bytes = -1, 0
        self._read(done)
        self._rewrite()

    def close(self, finished: bool) -> None:
        """Close it, and remove it when the batch is finished."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
            if finished:
                with contextlib.suppress(OSError):
                    self._path.unlink()

    def add(self, document: str, verdict: Verdict) -> None:
        """Append a verdict; it survives if this process is killed."""
        line = json.dumps({"document": document, "verdict": codec.to_json(untimed(verdict))}).encode() + b"\n"
        self._lines[document].append(line)
        self._bytes += len(line)
        append(self._file, line, self._path)

    def done(self, document: str) -> None:
        """Note that the document is in OUT, so that its verdicts are no longer needed here."""
        self._lines.pop(document, None)
        self.known.pop(document, None)
        if self._bytes > COMPACT_AT:
            self._rewrite()

    def _read(self, done: set[str]) -> None:
        data = self._path.read_bytes() if self._path.is_file() else b""
        for number, line in enumerate(io.BytesIO(data)):
            try:
                row = jsontext.parse_object(line)
                if number == 0:
                    if (row["format"], row["settings"]) != (FORMAT, self._settings):
                        return
                    self.batch = str(row["batch"])
                    continue
                verdict = codec.verdict_from_json(row["verdict"])
            except (jsontext.NotJson, KeyError, TypeError, BadInput):
                self.damaged += 1
                continue
            document = str(row["document"])
            if document not in done and verdict.label is not Label.FAILED:
                self.known.setdefault(document, []).append(verdict)
                self._lines[document].append(line if line.endswith(b"\n") else line + b"\n")

    def _rewrite(self) -> None:
        head = json.dumps({"format": FORMAT, "version": 1, "batch": self.batch, "settings": self._settings}).encode()
        data = b"".join([head + b"\n", *(line for lines in self._lines.values() for line in lines)])
        try:
            with atomic_write(self._path, "wb") as file:
                file.write(data)
            if self._file >= 0:
                os.close(self._file)
            self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise BackendError(f"{self._path}: {error.strerror}", FULL) from error
        self._bytes = len(data)
