"""Where the tests spend processor time: by folder, by file and by test, with the processes that they start.

python scripts/suite_times.py [--every N] [ARGUMENTS OF PYTEST]

Processor time, not the clock's, so that a busy machine says much the same as a quiet one. With ``--every 8`` only one test
in eight is run, drawn by its name, and folders are multiplied by 8: a first look at a suite that takes long. A process
counts with its children when it has ended and was waited for, and a child of pytest while it runs.
"""

from __future__ import annotations

import argparse
import os
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import psutil
import pytest

SHOWN = 25
"""Rows of files, and of tests."""


class Times:
    """A plugin of pytest that adds up what each test cost."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.tests: Counter[str] = Counter()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep one test in ``every``."""
        self.tests["(collection)"] = _own() + _of_children()
        items[:] = [item for item in items if zlib.crc32(item.nodeid.encode()) % self.every == 0]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """One test with its fixtures."""
        children, own = _of_children(), _own()
        found = yield
        self.tests[item.nodeid] = _own() - own + _of_children() - children
        return found

    def show(self) -> None:
        """Print the three tables."""
        folders: Counter[str] = Counter()
        files: Counter[str] = Counter()
        for name, seconds in self.tests.items():
            file = name.partition("::")[0]
            files[file] += seconds
            folders["/".join(file.split("/")[:2])] += seconds * (self.every if "::" in name else 1)
        for title, found in (("folder", folders), ("file", files), ("test", self.tests)):
            print(f"\n| {title} | seconds of processor |\n| --- | --- |")
            for name, seconds in found.most_common(SHOWN):
                print(f"| {name} | {seconds:.1f} |")
        print(f"\ntogether {folders.total():.0f} s")


def _own() -> float:
    """Processor time of this process, and of the children that it waited for."""
    return sum(os.times()[:4])


def _of_children() -> float:
    """Processor time of those that run, with the children that they waited for. To find them takes milliseconds."""
    found = 0.0
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):
            found += sum(child.cpu_times()[:4])
    return found


if __name__ == "__main__":
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own.add_argument("--every", type=int, default=1, metavar="N", help="run one test in N")
    chosen, arguments = own.parse_known_args()
    times = Times(chosen.every)
    code = pytest.main(["-q", *arguments], plugins=[times])
    times.show()
    sys.exit(code)
