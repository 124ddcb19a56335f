"""A ZIM file that is open in a process of its own: what that process does not survive is an error here."""

from __future__ import annotations

import json
import os
import select
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, MissingExtra, RetrievalError
from localcheck.system.children import command
from localcheck.system.closing import Closing
from localcheck.system.jsontext import NotJson, parse

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
