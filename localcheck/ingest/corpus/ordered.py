"""Parts of a corpus made into rows of an index: read, cleaned and packed, by this process, several, or a Ray cluster.

The order, and every byte, is that of one process. The caller cuts the corpus into parts and gives them out; they come back in
the order in which they were given out. At most ``AHEAD`` parts a process wait, so memory stays bounded.

A cluster is for a corpus that one machine would clean for hours: a part goes out with everything in it, so no node needs the
source. Ray runs a part again whose worker or node died; one that is lost for good is made here.
"""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from localcheck.ingest.corpus.records import Header, Malformed, Part, Record, Redirect, Remark, Skipped
from localcheck.ingest.corpus.source import FOLDER
from localcheck.ingest.corpus.wikitext import plain_text
from localcheck.sources.article_changes import pack
from localcheck.sources.articles import Row
from localcheck.system import ray_cluster
from localcheck.system.children import starting
from localcheck.types import Source


@dataclass(frozen=True, slots=True)
class Known:
    """A page that an index holds as it is."""

    title: str


Ready = Row | Known | Header | Redirect | Malformed | Skipped | Remark
"""What the writer of an index takes: an article that is packed, or what is no article."""
Make = Callable[[Part], list[Ready]]
"""Makes a part into rows; can be pickled."""
UNUSABLE = (ValueError, TypeError, OverflowError, RecursionError, sqlite3.DataError, sqlite3.InterfaceError)
"""What an item can raise that is at fault itself, unlike a full disk."""


def ready(part: Part, dated: str = "", known: Callable[[Record], bool] | None = None) -> list[Ready]:
    """Everything in ``part`` in its order. One article that cannot be kept costs itself; it never stops a build.

    ``dated`` is the date that holds for every document of a folder. A page that is ``known`` is not even cleaned. Raises
    ``BadInput`` as the part does.
    """
    found: list[Ready] = []
    for item in part.items():
        if not isinstance(item, Record):
            found.append(item)
            continue
        if known is not None and known(item):
            found.append(Known(item.title))
            continue
        try:
            found.append(row(item, dated))
        except UNUSABLE as error:
            found.append(unusable(item.locator or item.title, error))
    return found


def row(record: Record, dated: str = "") -> Row | Skipped:
    """An article as it is kept, or that it has no text. Raises ``UNUSABLE``."""
    text = plain_text(record)
    if not text.strip():
        return Skipped("no text")
    return pack(record.title, text, source(record, dated))


def source(record: Record, dated: str = "") -> Source:
    """Where an article is from. What the user says about the date of a folder holds for every document in it."""
    date = dated or record.date if record.kind == FOLDER else record.date
    return Source(record.kind, "", record.locator, record.revision, date)


def unusable(where: str, error: BaseException) -> Malformed:
    """What is said of an item that cannot be kept."""
    return Malformed(where[:200], f"cannot be kept ({type(error).__name__}: {error})"[:200])


T = TypeVar("T")
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
    give, take = partial(_submitted, pool, make), partial(_result, make)
    try:
        yield from _given_out(parts, give, Future.done, take, AHEAD * processes)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _given_out(
    parts: Iterator[Part],
    give: Callable[[Part], T],
    done: Callable[[T], bool],
    take: Callable[[Part, T], list[Ready]],
    most: int,
) -> Iterator[list[Ready]]:
    """What comes back of each part, in order, at once where the next one is ``done``; at most ``most`` are on their way."""
    waiting: deque[tuple[Part, T]] = deque()
    for part in parts:
        waiting.append((part, give(part)))
        while len(waiting) > most or (waiting and done(waiting[0][1])):
            yield take(*waiting.popleft())
    while waiting:
        yield take(*waiting.popleft())


def _begin() -> None:
    """In a new process, which never hears of Ctrl-C: it ends when the caller does, even where that was killed."""
    if (caller := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(caller,), daemon=True).start()


def _end_with(caller: BaseProcess) -> None:
    caller.join()
    os._exit(0)


def _submitted(pool: ProcessPoolExecutor, make: Make, part: Part) -> Future[list[Ready]]:
    try:
        with starting():  # a process may be
            return pool.submit(make, part)
    except BrokenProcessPool as error:
        failed: Future[list[Ready]] = Future()
        failed.set_exception(error)
        return failed


def _result(make: Make, part: Part, future: Future[list[Ready]]) -> list[Ready]:
    try:
        return future.result()
    except BrokenProcessPool:
        return make(part)


AHEAD_ON_RAY = 4
"""Parts for each processor of the cluster that are on their way."""
RETRIES = 5


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where parts are sent."""

    address: str = "auto"
    """Of a running cluster, ``auto`` for the one of this machine, ``local`` to start one."""
    beyond: bool = False
    """Whether it may have nodes that are not this machine."""


def over_ray(parts: Iterator[Part], dated: str, cluster: Cluster) -> Generator[list[Ready], None, None]:
    """The rows of each part, in order.

    Raises ``MissingExtra``, ``MissingResource`` where there is no cluster, ``NetworkRefused``, and ``BadInput`` as parts do.
    """
    ray = ray_cluster.module("cleaning over Ray")
    ray_cluster.connect(ray, cluster.address, 0, cluster.beyond)
    try:
        ray_cluster.is_here(ray, cluster.beyond)
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(ready)
        most = AHEAD_ON_RAY * max(1, int(ray.cluster_resources().get("CPU", 1)))

        def give(part: Part) -> Any:
            return task.remote(part.carried(), dated)

        yield from _given_out(parts, give, lambda _: False, partial(_from_ray, ray, dated), most)
    finally:
        ray.shutdown()


def _from_ray(ray: Any, dated: str, part: Part, reference: Any) -> list[Ready]:
    try:
        found: list[Ready] = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise ray_cluster.failed(error, "install the same localcheck on all nodes") from error
    except ray.exceptions.RayError:
        return ready(part, dated)
    return found
