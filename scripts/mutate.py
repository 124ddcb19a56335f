#!/usr/bin/env python3
"""Do the tests bite? Small changes are made to a module, one at a time, and its own tests must notice.

Usage: python scripts/mutate.py                           a sample of 8 mutants of every module of the rooms below
       python scripts/mutate.py --sample 0 stats/ngram    all mutants of one module
       python scripts/mutate.py --sample 3 stats judging  three of every module of two rooms
       python scripts/mutate.py --draw 120 --seed 5       120 of all mutants of the rooms, from each room in proportion

The mutants are those of mutmut (numbers + 1, comparisons and operators exchanged, arguments left out or None, …), constants of
modules included; prose is not mutated (a string with a blank that is no pattern), nor annotations and names of types. mutmut's
own runner measures the whole suite in every run. Here a mutant meets the files of unit and contract tests that are nearest to
its module: those that are called like it, those in its folders, those that import it or what imports it. They run in a
forked process that has pytest and the large libraries loaded already, up to the first failure; that test must pass without
the mutant. A mutant that lets one test use 30 CPU seconds is killed too.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from pytest import hookimpl

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("stats", "judging", "detectors", "backends/nli", "sources", "claims")
FOLDERS = {"nli": ("models",), "sources": ("retrieve",), "claims": ("text", "detectors"), "judging": ("detectors",)}
"""Folders of tests beside the one of its own name that hold a folder's tests."""
NEAREST = 24
"""Files of tests that one mutant meets at most."""
TESTED = 60
"""CPU seconds after which a mutant meets no further test."""
ENOUGH = "time enough"
ONE_TEST = 30
"""CPU seconds that one test may use: about five times what the longest needs."""
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
PASSED = (0, 5)
"""Exit statuses of pytest: all passed, no test was collected."""
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


@cache
def imported_by(file: Path) -> frozenset[Path]:
    """The modules of this package that a file imports anywhere in it, or names in a string."""
    text = file.read_text(encoding="utf-8")
    names = set(re.findall(r"\blocalcheck(?:\.\w+)+", text))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("localcheck"):
            names |= {f"{node.module}.{name.name}" for name in node.names}
    return frozenset(path for name in names if (path := _module(name)) is not None and path != file)


def _module(name: str) -> Path | None:
    """Where the module stands that a dotted name begins with."""
    parts = name.split(".")
    while len(parts) > 1:
        path = ROOT.joinpath(*parts)
        for found in (path.with_suffix(".py"), path / "__init__.py"):
            if found.is_file():
                return found
        parts.pop()
    return None


@cache
def test_files() -> tuple[Path, ...]:
    """The files of tests that a mutant may meet."""
    return tuple(p for kind in ("unit", "contract") for p in sorted((ROOT / "tests" / kind).rglob("test_*.py")))


def nearest(path: Path) -> list[Path]:
    """The files of tests nearest to a module: called like it, in its folders or importing it, by distance, those first that
    import little.
    """
    far = {path: 0}
    for step in (1, 2, 3):
        near = {p for p, distance in far.items() if distance == step - 1}
        far.update({p: step for p in (ROOT / "localcheck").rglob("*.py") if p not in far and imported_by(p) & near})
    rooms = set(path.relative_to(ROOT / "localcheck").parts[:-1])
    rooms |= {other for room in rooms for other in FOLDERS.get(room, ())}
    word = path.stem.removesuffix("s")

    def place(file: Path) -> tuple[bool, bool, int, int]:
        imports = imported_by(file)
        distance = min((far.get(p, 9) for p in imports), default=9)
        return word not in file.stem, file.parent.name not in rooms and distance > 0, distance, len(imports)

    return sorted((file for file in test_files() if place(file)[2] < 9), key=place)[:NEAREST]


class Guard:
    """A plug-in of pytest: says in ``notes`` which test runs, bounds its time, and ends when all had time enough."""

    def __init__(self, notes: Path) -> None:
        self._notes = notes

    @hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> None:
        """Note the test that begins now."""
        used = time.process_time()
        if used > TESTED:
            item.session.shouldstop = ENOUGH
        self._notes.write_text(ENOUGH if used > TESTED else item.nodeid, encoding="utf-8")
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + ONE_TEST, resource.RLIM_INFINITY))


def run_pytest(tests: Sequence[str], *plugins: object) -> int:
    """Exit status of pytest on these tests up to the first failure, in this process."""
    import pytest

    options = ["-q", "-x", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    options += [part for plugin in PLUGINS for part in ("-p", plugin)]
    return int(pytest.main([*options, "-W", "ignore::pytest.PytestAssertRewriteWarning", *tests], plugins=plugins))


def in_child(what: Callable[[], int]) -> int:
    """Exit status of ``what`` in a forked process."""
    while True:
        try:
            child = os.fork()
            break
        except BlockingIOError:  # no process to be had just now
            time.sleep(5)
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        status = 100
        try:
            status = what()
        finally:
            os._exit(min(status, 100))
    return os.waitpid(child, 0)[1]


def killer(path: Path, mutant: Mutant) -> str:
    """The test that notices that the module is changed; empty if none does, ``import`` if tests cannot be collected."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    files = [str(file.relative_to(ROOT)) for file in nearest(path)]
    broken: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "running"
        while True:
            notes.write_text("import", encoding="utf-8")

            def meet() -> int:
                sys.meta_path.insert(0, Replaced(name, path, mutant.source))
                left_out = [part for test in broken for part in ("--deselect", test)]
                return run_pytest([*files, *left_out], Guard(notes))

            passed = not files or os.waitstatus_to_exitcode(in_child(meet)) in PASSED
            found = notes.read_text(encoding="utf-8")
            if passed or found == ENOUGH:
                return ""
            if found == "import" or os.waitstatus_to_exitcode(in_child(partial(run_pytest, [found]))) == 0:
                return found
            print(f"    fails without a mutant, too: {found}", flush=True)
            broken.append(found)


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the mutants of one module."""

    module: str
    made: int
    survived: tuple[Mutant, ...]


def examine(path: Path, chosen: Sequence[Mutant], shown: bool) -> Tally:
    """Try mutants of a module."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    killers = [(mutant, killer(path, mutant)) for mutant in chosen]
    survived = tuple(mutant for mutant, test in killers if not test)
    print(f"{name}: {len(chosen) - len(survived)} of {len(chosen)} killed", flush=True)
    for mutant, test in killers:
        if shown or not test:
            print(f"    line {mutant.line}: {mutant.change}{test and f'  [{test}]'}", flush=True)
    return Tally(name, len(chosen), survived)


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
    parser.add_argument("--show", action="store_true", help="say of every mutant which test killed it")
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
        if chosen := drawn.get(path) or mutants(path, options.sample, f"{options.seed} {name}"):
            tallies.append(examine(path, chosen, options.show))
    print("\n".join(by_room(tallies)))


if __name__ == "__main__":
    main()
