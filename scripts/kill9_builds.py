#!/usr/bin/env python3
"""Kill builds, updates and merges of indexes at random points of their work, and check each time that nothing is lost.

    PYTHONPATH=tests/unit/corpus python scripts/kill9_builds.py --points 100
    PYTHONPATH=tests/unit/corpus python scripts/kill9_builds.py --points 20 --jobs multistream --seed 3

A job runs once to its end; what it made is what every other run must make. Then it is ended again and again at a random
moment of its processor time (by SIGPROF, which nothing here handles, so that it ends as by SIGKILL), and the same call is made
once more. After the kill the index of that name is the old one or the new one, whole. After the second call its texts and names
are, byte by byte, those of the job that nobody killed, it verifies, and nothing is left beside it. Every job runs in a fork of
this process, so a point costs a tenth of a second. Exit code 1 when one point failed.
"""

from __future__ import annotations

import argparse
import bz2
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import tantivy  # noqa: F401  (loaded once, before the forks)
from exports import export, page  # type: ignore[import-not-found]
from multistream import write as write_multistream  # type: ignore[import-not-found]

from localcheck.ingest import indexing
from localcheck.sources.indexes import verify
from localcheck.system.resources import home_at

PAGES = 2_000  # of each dump; ``--pages`` sets it
NAME = "enwiki-2026{:02}01-pages-articles{}.xml.bz2"
Rows = dict[str, list[tuple[object, ...]]]


@dataclass(frozen=True)
class Job:
    """Something that is killed."""

    prepare: Callable[[Path], None]
    """Fills a fresh folder with sources, and the home with what must be there before."""
    run: Callable[[Path], object]
    """What is killed, and what is called again afterwards."""
    made: str = "x"
    """Name of the index that it makes."""


def dump(count: int = 0, revision: int = 1, word: str = "first") -> bytes:
    """An export of ``count`` small pages (0: ``PAGES``), every tenth a redirect. With a later ``revision`` every eighth page
    has another text.
    """
    pages = []
    for i in range(count or PAGES):
        new = revision > 1 and i % 8 == 0
        text = (
            f"#REDIRECT [[P{i + 1}]]" if i % 10 == 9 else f"'''P{i}''' is the {word if new else 'first'} [[text]] {i}."
        )
        pages.append(page(f"P{i}", text, id=10 * i + (revision if new else 1)))
    return bytes(export(*pages))


def _one(folder: Path) -> None:
    (folder / NAME.format(1, "")).write_bytes(bz2.compress(dump()))


def _many(folder: Path) -> None:
    write_multistream(dump(), folder / NAME.format(1, "-multistream"), 50)


def _two(folder: Path) -> None:
    _one(folder)
    (folder / NAME.format(2, "")).write_bytes(bz2.compress(dump(PAGES + 50, 2, "second")))


def _built_two(folder: Path) -> None:
    _two(folder)
    _last(indexing.build(folder / NAME.format(1, ""), "a", "tantivy"))
    _last(indexing.build(folder / NAME.format(2, ""), "b", "tantivy"))


def _built_one(folder: Path) -> None:
    _two(folder)
    _last(indexing.build(folder / NAME.format(1, ""), "x", "tantivy"))


def _last(events: Iterator[object]) -> object:
    *_, last = events
    return last


def _build(source: str, processes: int = 1) -> Callable[[Path], object]:
    return lambda folder: _last(indexing.build(folder / source, "x", "tantivy", force=True, processes=processes))


JOBS = {
    "dump": Job(_one, _build(NAME.format(1, ""))),
    "multistream": Job(_many, _build(NAME.format(1, "-multistream"))),
    "processes": Job(_many, _build(NAME.format(1, "-multistream"), 2)),
    "replace": Job(_built_one, _build(NAME.format(2, ""))),
    "update": Job(_built_one, lambda folder: _last(indexing.update("x", folder / NAME.format(2, "")))),
    "merge": Job(_built_two, lambda folder: _last(indexing.merge("a", "b", "x", "tantivy", force=True))),
}


def forked(home: Path, work: Callable[[], object], seconds: float = 0) -> tuple[bool, float, str]:
    """Run ``work`` in a fork, ended after so many ``seconds`` of processor time (0: never).

    Returns whether it came to its end, the processor time that it took, and what went wrong.
    """
    reader, writer = os.pipe()
    if not (child := os.fork()):
        code = 1
        try:
            if seconds:
                signal.setitimer(signal.ITIMER_PROF, seconds)
            with home_at(home):
                work()
            code = 0
        except BaseException as error:
            os.write(writer, f"{type(error).__name__}: {error}"[:500].encode())
        os._exit(code)
    os.close(writer)
    with os.fdopen(reader) as file:
        wrong = file.read()
    _, status, used = os.wait4(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
    return not killed, used.ru_utime + used.ru_stime, wrong


def rows(home: Path, name: str) -> Rows:
    """Every article and name of an index; empty where there is none."""
    path = home / "indexes" / f"{name}.index" / "articles.sqlite"
    if not path.exists():
        return {}
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = {table: list(db.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3")) for table in ("articles", "names")}
    db.close()
    return found


def attack(job: Job, points: int, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Kill the job at random points; each with what went wrong, empty when nothing did."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        fresh, home, sources = folder / "fresh", folder / "home", folder / "sources"
        for place_of in (fresh, sources):
            place_of.mkdir()
        _must(forked(fresh, lambda: job.prepare(sources)))
        shutil.copytree(fresh, home)
        before = rows(home, job.made)
        _, seconds, wrong = forked(home, lambda: job.run(sources))
        _must((True, 0, wrong))
        after = rows(home, job.made)
        done = 0
        while done < points:
            shutil.rmtree(home)
            shutil.copytree(fresh, home)
            moment = chance.random() * seconds
            ended, _, wrong = forked(home, lambda: job.run(sources), max(moment, 1e-4))
            if ended and not wrong:
                continue  # through before its time was over: no kill, no point
            done += 1
            yield f"{moment:.3f} of {seconds:.3f} s", wrong or _judged(job, home, sources, before, after)


def _must(found: tuple[bool, float, str]) -> None:
    if found[2]:
        raise SystemExit(f"the job cannot be prepared: {found[2]}")


def _judged(job: Job, home: Path, sources: Path, before: Rows, after: Rows) -> str:
    """What is wrong after the kill, and after the same call was made again."""
    if rows(home, job.made) not in (before, after):
        return "the index is neither the old one nor the new one"
    _, _, wrong = forked(home, lambda: (job.run(sources), verify(job.made)))
    if wrong:
        return f"does not go on: {wrong}"
    if rows(home, job.made) != after:
        return "what it made is not what it makes when nobody kills it"
    left = [p.name for p in (home / "indexes").iterdir() if ".building-" in p.name or p.suffix in (".old", ".gone")]
    return f"left behind: {left}" if left else ""


def main() -> int:
    global PAGES
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=100, help="kills of each job")
    parser.add_argument("--jobs", default=",".join(JOBS), help="which jobs, by comma")
    parser.add_argument("--pages", type=int, default=PAGES, help="pages of each dump")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    PAGES = chosen.pages
    failed = total = 0
    for name in chosen.jobs.split(","):
        for place, problem in attack(JOBS[name], chosen.points, random.Random(chosen.seed)):
            total += 1
            failed += bool(problem)
            if problem:
                print(f"{name} at {place}: {problem}", flush=True)
        print(f"{name}: {total} points so far, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
