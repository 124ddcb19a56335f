#!/usr/bin/env python3
"""Do the tests bite? Small changes are made to a module, one at a time, and its own tests must notice.

Usage: python scripts/mutate.py                           a sample of 8 mutants of every module of the rooms below
       python scripts/mutate.py --sample 0 stats/ngram    all mutants of one module
       python scripts/mutate.py --sample 3 stats judging  three of every module of two rooms
       python scripts/mutate.py --draw 120 --seed 5       120 of all mutants of the rooms, from each room in proportion

The mutants are those of mutmut (numbers + 1, comparisons and operators exchanged, arguments left out or None, …), constants of
modules included; prose is not mutated (a string with a blank that is no pattern), nor annotations and names of types. mutmut's
own runner measures the whole suite in every run; here a module meets only the tests that import it, the quickest first, in a
forked process that has pytest and the large libraries loaded already.
A mutant that lets the tests run five times as long as they need is killed too.
"""

from __future__ import annotations

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import re
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from itertools import islice
from math import inf
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("stats", "judging", "detectors", "nli", "retrieve", "claims")
FOLDERS = {"nli": ("models",), "claims": ("text", "detectors"), "judging": ("detectors",)}
"""Folders of tests/unit beside the one of its own name that hold a room's tests."""
SLOWEST = 3.0
"""CPU seconds that the own tests of a module may take; of those that take longer, only the quick ones count."""
LOADED = (
    "numpy",
    "scipy.stats",
    "hypothesis.strategies",
    "tokenizers",
    "ctranslate2",
    "tantivy",
    "jsonschema",
    "click",
)
"""Libraries that are loaded once, before the processes fork."""
PLUGINS = ("pytest_asyncio.plugin", "pytest_timeout", "_hypothesis_pytestplugin")
"""The plug-ins of pytest that these tests need; loading all that are installed takes longer than most tests."""
NAME_OF_TYPE = re.compile(r"-([A-Z][A-Za-z]*[a-z][A-Za-z]* = (?!.*\d)|[A-Z]+ = TypeVar\()")
"""The change of a line that gives a type a name."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed module."""

    line: int
    source: str
    change: str
    """The changed lines, before and after."""


class Replaced(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Imports one module from a text instead of its file."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self._name, self._path, self._source = name, path, source

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """The module that is replaced, and nothing else."""
        return importlib.util.spec_from_loader(name, self) if name == self._name else None

    def get_filename(self, fullname: str) -> str:
        """Where the module would stand."""
        return str(self._path)

    def get_data(self, path: str) -> bytes:
        """The text in its place."""
        return self._source.encode()


class Mutable:
    """A module of which mutants can be made, one at a time."""

    def __init__(self, path: Path) -> None:
        from libcst.metadata import MetadataWrapper, PositionProvider
        from mutmut.mutation.file_mutation import create_mutations

        self._code = path.read_text(encoding="utf-8")
        self._module, mutations, _, _ = create_mutations(str(path), self._code)
        self._mutations = list(mutations)
        self._places = MetadataWrapper(self._module, unsafe_skip_copy=True).resolve(PositionProvider)

    def __len__(self) -> int:
        return len(self._mutations)

    def mutant(self, number: int) -> Mutant | None:
        """The mutant with this number; None if it changes prose, nothing at all, or only the name of a type."""
        import libcst as cst
        from mutmut.mutation.file_mutation import deep_replace

        mutation = self._mutations[number]
        node = mutation.original_node
        if isinstance(node, cst.SimpleString) and " " in node.value and not node.value.startswith(("r", "f")):
            return None
        changed = deep_replace(self._module, node, mutation.mutated_node)
        assert isinstance(changed, cst.Module)
        lines = unified_diff(self._code.splitlines(), changed.code.splitlines(), lineterm="", n=0)
        change = " / ".join(line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))
        if not change or NAME_OF_TYPE.match(change):
            return None
        return Mutant(self._places[node].start.line, changed.code, change)


def mutants(path: Path, sample: int, seed: str) -> list[Mutant]:
    """``sample`` mutants of a module drawn with ``seed``, all of them for 0, in the order of its lines."""
    module = Mutable(path)
    numbers = list(range(len(module)))
    random.Random(seed).shuffle(numbers)
    made = (mutant for number in numbers if (mutant := module.mutant(number)) is not None)
    return sorted(islice(made, sample or None), key=lambda m: m.line)


def draw(rooms: Sequence[str], total: int, seed: int) -> dict[Path, list[Mutant]]:
    """About ``total`` of all mutants of the rooms, from each room in proportion; every mutant of a room is as likely."""
    made = {room: [(path, Mutable(path)) for path in modules([room])] for room in rooms}
    sizes = {room: sum(len(module) for _, module in found) for room, found in made.items()}
    drawn: dict[Path, list[Mutant]] = {}
    for room, found in made.items():
        places = [(path, module, number) for path, module in found for number in range(len(module))]
        random.Random(f"{seed} {room}").shuffle(places)
        usable = ((path, mutant) for path, module, n in places if (mutant := module.mutant(n)) is not None)
        for path, mutant in islice(usable, max(1, round(total * sizes[room] / sum(sizes.values())))):
            drawn.setdefault(path, []).append(mutant)
    return {path: sorted(drawn[path], key=lambda m: m.line) for path in sorted(drawn)}


def own_tests(name: str) -> list[str]:
    """The tests of the module's room, contract suites among them, that import it by its name; all of the room if none does."""
    package, _, short = name.rpartition(".")
    said = re.compile(rf"\b{re.escape(name)}\b|from {re.escape(package)} import [^\n]*\b{short}\b")
    room = name.split(".")[1]
    folders = [ROOT / "tests" / "unit" / folder for folder in (room, *FOLDERS.get(room, ()))]
    places = [*(folder.glob("test_*.py") for folder in folders), (ROOT / "tests" / "unit").glob("test_*.py")]
    files = sorted(path for found in (*places, (ROOT / "tests/contract" / room).glob("test_*.py")) for path in found)
    own = [path for path in files if said.search(path.read_text(encoding="utf-8"))]
    return [str(path.relative_to(ROOT)) for path in own or files]


def run_tests(
    tests: Sequence[str], name: str = "", path: Path = ROOT, source: str = "", limit: int = 0
) -> tuple[int, float]:
    """Exit status and CPU seconds of the tests in a forked process, with the module replaced by ``source`` if there is any."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = os.fork()
    if child == 0:
        _be_the_child(tests, Replaced(name, path, source) if source else None, limit)
    _, status = os.waitpid(child, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return status, used


def _be_the_child(tests: Sequence[str], replaced: Replaced | None, limit: int) -> None:
    import pytest

    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    if replaced is not None:
        sys.meta_path.insert(0, replaced)
    if limit:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    status = 2
    try:
        options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        options += [part for plugin in PLUGINS for part in ("-p", plugin)]
        status = int(pytest.main([*options, "-W", "ignore::pytest.PytestAssertRewriteWarning", *tests]))
    finally:
        os._exit(min(status, 100))


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the mutants of one module."""

    module: str
    made: int
    survived: tuple[Mutant, ...]


def examine(path: Path, chosen: Sequence[Mutant]) -> Tally | None:
    """Try mutants of a module; None if there are none, or no tests quick enough."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    tests = own_tests(name)
    if not chosen:
        return None
    if not tests:
        print(f"{name}: its room has no tests", flush=True)
        return Tally(name, len(chosen), tuple(chosen))
    quick, needed = _quick(name, tests)
    if not quick:
        return None
    limit = int(5 * needed) + 5
    survived = tuple(m for m in chosen if run_tests(quick, name, path, m.source, limit)[0] == 0)
    print(f"{name}: {len(chosen) - len(survived)} of {len(chosen)} killed by {len(quick)} test files", flush=True)
    for mutant in survived:
        print(f"    line {mutant.line}: {mutant.change}", flush=True)
    return Tally(name, len(chosen), survived)


def _quick(name: str, tests: Sequence[str]) -> tuple[list[str], float]:
    """The test files that together take at most ``SLOWEST``, the quickest first, and the CPU seconds that they take."""
    quick, needed = [], 0.0
    for used, test in sorted((time_of(test), test) for test in tests):
        if used == inf:
            print(f"{name}: {test} is left out: it is too slow, or fails without any mutant", flush=True)
        elif needed + used <= SLOWEST or not quick:
            quick.append(test)
            needed += used
    return quick, needed


@cache
def time_of(test: str) -> float:
    """CPU seconds that a file of tests takes; infinite for one that fails or takes more than twice ``SLOWEST``."""
    status, used = run_tests([test], limit=2 * int(SLOWEST))
    return used if status == 0 else inf


def modules(wanted: Sequence[str]) -> Iterator[Path]:
    """The modules of rooms and paths like ``stats`` or ``stats/ngram``."""
    for part in wanted or ROOMS:
        place = ROOT / "localcheck" / part
        yield from sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def by_room(tallies: Sequence[Tally]) -> Iterator[str]:
    """How many mutants of each room were killed, and of all."""
    for room in dict.fromkeys(["", *(t.module.split(".")[1] for t in tallies)]):
        mine = [t for t in tallies if not room or t.module.split(".")[1] == room]
        made, survived = sum(t.made for t in mine), sum(len(t.survived) for t in mine)
        killed = f"{made - survived} of {made} mutants killed ({(made - survived) / max(made, 1):.0%})"
        yield f"{room or 'all'}: {killed}, {len(mine)} modules"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="rooms or modules below localcheck/")
    parser.add_argument("--sample", type=int, default=8, help="mutants of each module; 0 takes all")
    parser.add_argument("--draw", type=int, default=0, help="mutants of all modules together, instead of --sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=15, help="CPU minutes after which no further module is begun")
    options = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    drawn = draw(options.modules or ROOMS, options.draw, options.seed) if options.draw else {}
    for heavy in (*LOADED, "pytest", *PLUGINS):
        importlib.import_module(heavy)
    tallies: list[Tally] = []
    for path in drawn or modules(options.modules):
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        if usage.ru_utime + usage.ru_stime + time.process_time() > 60 * options.minutes:
            print(f"stopped before {path.relative_to(ROOT)}: the time is used up")
            break
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tally = examine(path, drawn.get(path) or mutants(path, options.sample, f"{options.seed} {name}"))
        tallies += [tally] if tally else []
    print("\n".join(by_room(tallies)))


if __name__ == "__main__":
    main()
