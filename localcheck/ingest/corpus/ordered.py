"""Parts made into rows in several processes: their order, and every byte, is that of one process.

The caller cuts the corpus into parts and gives them out; processes read, clean and pack them; they come back in the order in
which they were given out. At most ``AHEAD`` parts a process wait, so memory stays bounded.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess

from localcheck.ingest.corpus.records import Part
from localcheck.ingest.corpus.rows import Make, Ready
from localcheck.system.children import starting

AHEAD = 3
"""Parts for each process that are on their way."""
WORTH = 4 << 20
"""Bytes of a source from which on processes are worth their start."""
MOST = 16
"""Processes at most by default: one cuts and writes for all of them."""
PLAIN = frozenset({"folder", "jsonl", "parquet", "cirrus", "wikiextractor"})
"""Formats whose texts are plain already: there is nothing to clean."""


def processes_for(asked: int, kind: str, size: int) -> int:
    """How many processes make rows of a source of this format and so many bytes; ``asked`` is the user's word, 0 to choose.

    1: the caller does it.
    """
    if kind in PLAIN:
        return 1
    return asked or (min(cores(), MOST) if size >= WORTH else 1)


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(parts: Iterator[Part], make: Make, processes: int) -> Generator[list[Ready], None, None]:
    """What ``make`` makes of each part. A process that dies costs time: its parts are made here. Raises as ``make`` does."""
    if processes <= 1:
        for part in parts:
            yield make(part)
        return
    context = multiprocessing.get_context("spawn")
    with starting():
        pool = ProcessPoolExecutor(processes, context, initializer=_begin)
    try:
        waiting: deque[tuple[Part, Future[list[Ready]]]] = deque()
        for part in parts:
            waiting.append((part, _submitted(pool, part, make)))
            while len(waiting) > AHEAD * processes or (waiting and waiting[0][1].done()):
                yield _result(*waiting.popleft(), make)
        while waiting:
            yield _result(*waiting.popleft(), make)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """In a new process, which never hears of Ctrl-C: it ends when the caller does, even where that was killed."""
    if (caller := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(caller,), daemon=True).start()


def _end_with(caller: BaseProcess) -> None:
    caller.join()
    os._exit(0)


def _submitted(pool: ProcessPoolExecutor, part: Part, make: Make) -> Future[list[Ready]]:
    try:
        with starting():  # a process may be
            return pool.submit(make, part)
    except BrokenProcessPool as error:
        failed: Future[list[Ready]] = Future()
        failed.set_exception(error)
        return failed


def _result(part: Part, future: Future[list[Ready]], make: Make) -> list[Ready]:
    try:
        return future.result()
    except BrokenProcessPool:
        return make(part)
