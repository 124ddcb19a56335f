"""Corpora to fuzz that need more than a file: multistream dumps with their index, and ZIM files, whose reader is a process."""

from __future__ import annotations

import bz2
import gc
import hashlib
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import strategies as st

TOGETHER = str(Path(__file__).parents[1] / "unit" / "corpus")
sys.path.append(TOGETHER)

from exports import export, page  # noqa: E402
from multistream import write  # noqa: E402

from localcheck.ingest.zim import child, pages  # noqa: E402
from localcheck.ingest.zim.retriever import ZimRetriever  # noqa: E402

NAME = "enwiki-20260101-pages-articles-multistream.xml.bz2"
INDEX = "enwiki-20260101-pages-articles-multistream-index.txt.bz2"
SEED = """
import sys
sys.path.append(sys.argv[1])
from pathlib import Path
from zim_files import Page, write_zim
body = "<html><body><h1>{0}</h1><p>{0} was born in <b>London</b>.</p></body></html>"
write_zim(Path(sys.argv[2]), [Page(n.lower(), n, body.format(n), ("The " + n,)) for n in ("Ada", "Bob", "Eve")])
"""


@cache
def multistream() -> tuple[bytes, bytes]:
    """A small multistream dump and its index."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / NAME
        index = write(export(*(page(f"P{i}", f"'''P{i}''' is [[text]] {i}.", id=i) for i in range(6))), path, 2)
        return path.read_bytes(), bz2.decompress(index.read_bytes())


def dump_with_index(tools: Any, value: tuple[bytes, bytes]) -> None:
    """Read a dump beside an index: of the two one, or both, were changed."""
    data, index = value
    with tools.as_file(data, NAME) as path:
        path.with_name(INDEX).write_bytes(bz2.compress(index))
        tools._corpus(path)


def dumps(mutated: Any) -> st.SearchStrategy[Any]:
    """A changed dump with its index, the dump with a changed index, or both changed."""
    data, index = multistream()
    return st.tuples(mutated(data) | st.just(data), mutated(index) | st.just(index))


@cache
def zim() -> bytes:
    """A ZIM file of three pages with indexes of words and titles; libzim's writer starts threads, so not in this process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.zim"
        subprocess.run([sys.executable, "-c", SEED, TOGETHER, str(path)], check=True, stdout=subprocess.DEVNULL)
        return path.read_bytes()


def zims(mutated: Any) -> st.SearchStrategy[bytes]:
    """Changed ZIM files; half of them with a checksum that fits, so that they are searched as well."""
    return st.tuples(mutated(zim()), st.booleans()).map(lambda pair: _signed(pair[0]) if pair[1] else pair[0])


def _signed(data: bytes) -> bytes:
    place = int.from_bytes(data[72:80], "little")
    return data[:place] + hashlib.md5(data[:place]).digest() if place < len(data) else data


def read_zim(tools: Any, data: bytes) -> None:
    """Read all pages of a ZIM file, then search in it."""
    with tools.as_file(data, "a.zim") as path, _forking():
        tools.tolerated(tools._corpus, path)
        with ZimRetriever(path) as opened:
            list(opened.search("Ada was born in London."))
            opened.article("The Bob")


@contextmanager
def _forking() -> Iterator[None]:
    """The process that uses libzim is a fork of this one, which is a hundred times cheaper to begin than a new one."""
    with mock.patch.object(pages.subprocess, "Popen", _Fork):
        yield


class _Fork:
    """What ``ZimProcess`` uses of ``subprocess.Popen``."""

    def __init__(self, arguments: list[str], **_: object) -> None:
        import libzim.reader  # noqa: F401

        (asked_in, asked_out), (said_in, said_out) = os.pipe(), os.pipe()
        self._pid, self._code = os.fork(), None
        if not self._pid:
            gc.disable()  # a model collected here would wait for threads that a fork does not have
            os.close(asked_out), os.close(said_in)
            sys.stdin, sys.stdout = os.fdopen(asked_in), io.TextIOWrapper(os.fdopen(said_out, "wb"))
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            sys.argv = ["child", arguments[-1]]
            try:
                child.main()
                sys.stdout.flush()
            finally:
                os._exit(0)
        os.close(asked_in), os.close(said_out)
        self.stdin, self.stdout = os.fdopen(asked_out, "wb", 0), os.fdopen(said_in, "rb", 0)

    def poll(self) -> int | None:
        """The exit code, if it ended."""
        if self._code is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code

    def wait(self) -> int:
        """The exit code, once it ends."""
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return self._code

    def kill(self) -> None:
        """End it."""
        if self.poll() is None:
            os.kill(self._pid, 9)


def further(target: Any, tools: Any) -> dict[str, Any]:
    """The targets of this file; ``target`` makes one, ``tools`` is the module ``fuzz_targets``."""
    return {
        "corpus multistream": target(
            st.deferred(lambda: dumps(tools.mutated)), lambda value: dump_with_index(tools, value)
        ),
        "corpus zim": target(st.deferred(lambda: zims(tools.mutated)), lambda data: read_zim(tools, data)),
    }
