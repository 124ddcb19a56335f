#!/usr/bin/env python3
"""Does `index build` gain from processes? The same dump by one and by more of them, in turns, by the clock.

    python scripts/bench_parallel.py DUMP.xml.bz2 --megabytes 100 [--processes 1,2] [--rounds 3] [--one-stream]

The pages of a real MediaWiki dump are repeated under other titles until the XML has so many megabytes, and packed as a
multistream dump with its index, as Wikimedia packs them, or in one bz2 stream. Each build is a process begun anew in an empty
home, as a user begins it; the order of the numbers of processes turns round by round. Beside the clock stands the processor
time of the build with its children, and what other processes of the machine used meanwhile: where that is much, the clock says
nothing.
"""

from __future__ import annotations

import argparse
import bz2
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "unit" / "corpus"))

from multistream import PAGE, write

NAME = "enwiki-20160101-pages-articles-multistream.xml.bz2"
TITLE, ID = re.compile(rb"(<title>.*?)(</title>)"), re.compile(rb"<id>(\d+)</id>")
CLOSE = b"</mediawiki>\n"
ID_STEP = 100_000_000
"""Between the page ids of two copies."""


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of one build: by the clock, of the processor, and of the processor by others meanwhile."""

    clock: float
    own: float
    others: float


def repeated(export: bytes, size: int) -> Iterator[bytes]:
    """The header, pages under ever new titles until there are ``size`` bytes, and the end."""
    pages = [found.group() for found in PAGE.finditer(export)]
    yield export[: export.index(pages[0])]
    copy = written = 0
    while written < size:
        for page in pages:
            if copy:
                page = TITLE.sub(rb"\1 of copy %d\2" % copy, page, count=1)
                page = ID.sub(lambda found: b"<id>%d</id>" % (int(found[1]) + copy * ID_STEP), page, count=1)  # noqa: B023
            written += len(page)
            yield page
        copy += 1
    yield CLOSE


def busy() -> float:
    """Seconds that all processors of the machine worked since it was started."""
    user, nice, system, _, _, irq, soft = map(int, Path("/proc/stat").read_text().split()[1:8])
    return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK")


def built(dump: Path, processes: int, home: Path) -> Took:
    """What one build takes, from the start of the command to its end."""
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    command = [sys.executable, "-m", "localcheck", "index", "build", str(dump), "--name", "parallel"]
    command += ["--engine", "tantivy", "--processes", str(processes)]
    before, all_before, begun = _children(), busy(), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "LOCALCHECK_HOME": str(home)})
    clock, own = time.perf_counter() - begun, _children() - before
    return Took(clock, own, max(0.0, busy() - all_before - own))


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump", type=Path)
    parser.add_argument("--megabytes", type=float, default=100, help="of XML")
    parser.add_argument("--processes", default="1,2")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one-stream", action="store_true", help="one bz2 stream in place of many")
    parser.add_argument("--keep", type=Path, help="folder for the dump; one that is there is not made again")
    chosen = parser.parse_args()
    numbers = [int(number) for number in chosen.processes.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        place = chosen.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        dump = place / (NAME.replace("-multistream", "") if chosen.one_stream else NAME)
        if not dump.exists():
            xml = b"".join(repeated(bz2.decompress(chosen.dump.read_bytes()), int(chosen.megabytes * 1e6)))
            dump.write_bytes(bz2.compress(xml)) if chosen.one_stream else write(xml, dump)
        megabytes = len(bz2.decompress(dump.read_bytes())) / 1e6
        print(f"{dump.name}: {megabytes:.0f} MB of XML, {dump.stat().st_size / 1e6:.0f} MB in bz2", flush=True)
        print("| round | processes | clock, s | processor, s | others' processor, s | MB of XML a second |")
        print("|---|---|---|---|---|---|")
        all_: dict[int, list[Took]] = {number: [] for number in numbers}
        for turn in range(chosen.rounds):
            for number in numbers if turn % 2 == 0 else reversed(numbers):
                took = built(dump, number, Path(folder) / "home")
                all_[number].append(took)
                cells = (turn + 1, number, f"{took.clock:.2f}", f"{took.own:.2f}", f"{took.others:.2f}")
                print(f"| {' | '.join(map(str, cells))} | {megabytes / took.clock:.1f} |", flush=True)
    middle = {number: statistics.median(took.clock for took in every) for number, every in all_.items()}
    for number in numbers[1:]:
        times = middle[numbers[0]] / middle[number]
        print(
            f"median: {number} processes are {times:.2f} times as fast as {numbers[0]}: {megabytes / middle[number]:.1f} MB/s"
        )


if __name__ == "__main__":
    main()
