"""Articles cleaned in several processes: their order, and every character, is that of one process.

The caller reads items and gives them out in batches; processes turn the markup of each article into text; batches come
back in the order in which they were given out. At most ``AHEAD`` batches a process wait, so memory stays bounded.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing.process import BaseProcess

from localcheck.ingest.corpus import Item, Record, plain_text
from localcheck.system.children import safe_path

CHARACTERS = 1 << 18
"""Characters of markup in one batch, at most, but for one long article."""
TOGETHER = 200
"""Items in one batch."""
AHEAD = 3
"""Batches for each process that are on their way."""
WORTH = 4 << 20
"""Bytes of a source from which on processes are worth their start."""
MOST = 16
"""Processes at most by default: one reads and writes for all of them."""


PLAIN = frozenset({"folder", "jsonl", "parquet", "cirrus", "wikiextractor"})
"""Formats whose texts are plain already: there is nothing to clean."""


def processes_for(asked: int, kind: str, size: int) -> int:
    """How many processes clean a source of this format and so many bytes; ``asked`` is the user's word, 0 to choose.

    1: the caller does it.
    """
    if asked or kind in PLAIN:
        return asked if kind not in PLAIN else 1
    return min(len(os.sched_getaffinity(0)), MOST) if size >= WORTH else 1


def cleaned(items: Iterator[Item], processes: int) -> Generator[Item, None, None]:
    """``items``, the texts of articles cleaned. A process that dies costs time: its batches are cleaned here."""
    if processes <= 1:
        yield from items
        return
    context = multiprocessing.get_context("spawn")
    with safe_path():
        pool = ProcessPoolExecutor(processes, context, initializer=_begin)
        try:
            waiting: deque[tuple[list[Item], Future[list[Item]]]] = deque()
            for batch in _batches(items):
                waiting.append((batch, _submitted(pool, batch)))
                while len(waiting) > AHEAD * processes or (waiting and waiting[0][1].done()):
                    yield from _result(*waiting.popleft())
            while waiting:
                yield from _result(*waiting.popleft())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """In a new process: Ctrl-C is the caller's matter, and it ends when the caller does, even where that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (caller := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(caller,), daemon=True).start()


def _end_with(caller: BaseProcess) -> None:
    caller.join()
    os._exit(0)


def _batches(items: Iterator[Item]) -> Iterator[list[Item]]:
    batch: list[Item] = []
    size = 0
    for item in items:
        batch.append(item)
        size += len(item.body) if isinstance(item, Record) else 0
        if size >= CHARACTERS or len(batch) == TOGETHER:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _submitted(pool: ProcessPoolExecutor, batch: list[Item]) -> Future[list[Item]]:
    try:
        return pool.submit(clean, batch)
    except BrokenProcessPool as error:
        failed: Future[list[Item]] = Future()
        failed.set_exception(error)
        return failed


def _result(batch: list[Item], future: Future[list[Item]]) -> list[Item]:
    try:
        return future.result()
    except BrokenProcessPool:
        return clean(batch)


def clean(batch: list[Item]) -> list[Item]:
    """The items, their texts cleaned; one whose text cannot be cleaned stays as it is, and the writer says why."""
    return [_clean(item) for item in batch]


def _clean(item: Item) -> Item:
    if not isinstance(item, Record) or item.markup == "plain":
        return item
    try:
        return replace(item, body=plain_text(item), markup="plain")
    except Exception:  # the writer meets the same fault, and counts it
        return item
