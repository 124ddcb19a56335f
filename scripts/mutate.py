#!/usr/bin/env python3
"""Do the tests bite? Small changes are made to a module, one at a time, and its own tests must notice.

Usage: python scripts/mutate.py                           a sample of 8 mutants of every module of the rooms below
       python scripts/mutate.py --sample 0 stats/ngram    all mutants of one module
       python scripts/mutate.py --sample 3 stats judging  three of every module of two rooms
       python scripts/mutate.py --draw 120 --seed 5       120 of all mutants of the rooms, from each room in proportion

The mutants are those of mutmut (numbers + 1, comparisons and operators exchanged, arguments left out or None, …), constants of
modules included; prose is not mutated (a string with a blank that is no pattern), nor annotations and names of types. mutmut's
own runner measures the whole suite in every run. Here every file of tests is run once, to see which functions each test calls
and how long it takes (kept in .pytest_cache). A mutant meets only tests of its room that call the changed function, quickest
first, in a forked process that has pytest and the large libraries loaded already. A changed constant meets the tests of the
functions that use it. A mutant that lets the tests run five times as long as they need is killed too.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import re
import resource
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

from pytest import hookimpl

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("stats", "judging", "detectors", "backends/nli", "sources", "claims")
FOLDERS = {
    "backends/nli": ("nli", "models"),
    "sources": ("retrieve",),
    "claims": ("text", "detectors"),
    "judging": ("detectors",),
}
"""Folders of tests/unit beside the one of its own name that hold a room's tests."""
TESTED = 4.0
"""CPU seconds of tests that one mutant meets."""
WATCHED = 25
"""CPU seconds that a file of tests may run while it is watched; of a longer one only the first tests are known."""
LOADING = "localcheck/registry.py:Registry.load"
"""A test that calls it may see the signature of any factory."""
FEW = 6
"""Where fewer tests than this call a function, those of the whole module are met as well."""
NOTES = ROOT / ".pytest_cache" / "mutate"
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


def files_of(room: str) -> list[Path]:
    """The files that hold a room's own tests: its folders, its contract suite, and other unit tests that import it."""
    folders = (room, *FOLDERS.get(room, ()))
    places = [(ROOT / "tests" / kind / folder).glob("test_*.py") for kind in ("unit", "contract") for folder in folders]
    says = re.compile(rf"\blocalcheck\.{room.replace('/', '.')}\b|from localcheck import [^\n]*\b{room}\b")
    elsewhere = [p for p in (ROOT / "tests" / "unit").rglob("test_*.py") if says.search(p.read_text(encoding="utf-8"))]
    return sorted({path for found in (*places, elsewhere) for path in found})


@dataclass(frozen=True, slots=True)
class Test:
    """One test, as it ran without any mutant."""

    name: str
    """As pytest names it."""
    seconds: float
    """CPU time."""
    calls: frozenset[str]
    """The functions of this package that it calls, as ``localcheck/stats/ngram.py:Model.score``."""


class Watcher:
    """A plug-in of pytest that writes a line for every test that passes: its name, its time, the functions it calls."""

    def __init__(self, notes: Path) -> None:
        self._notes = notes.open("w", encoding="utf-8")
        self._failed: set[str] = set()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Remember what failed or was skipped."""
        if report.outcome != "passed":
            self._failed.add(report.nodeid)

    @hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Generator[None, object, object]:
        """Watch one test."""
        seen: set[Any] = set()
        sys.settrace(lambda frame, event, argument: seen.add(frame.f_code))
        threading.settrace(lambda frame, event, argument: seen.add(frame.f_code))
        begun = time.process_time()
        try:
            return (yield)
        finally:
            used = time.process_time() - begun
            sys.settrace(None)
            threading.settrace(None)
            if item.nodeid not in self._failed:
                ours = str(ROOT / "localcheck")
                calls = {
                    f"{os.path.relpath(code.co_filename, ROOT)}:{code.co_qualname}"
                    for code in seen
                    if code.co_filename.startswith(ours)
                }
                self._notes.write(json.dumps([item.nodeid, used, sorted(calls)]) + "\n")
                self._notes.flush()


@cache
def tests_in(file: Path) -> tuple[Test, ...]:
    """The tests of a file and what they call; the file is run once and remembered until it changes."""
    notes = NOTES / f"{file.stem}-{hashlib.sha256(file.read_bytes()).hexdigest()[:16]}.jsonl"
    if not notes.is_file():
        NOTES.mkdir(parents=True, exist_ok=True)
        part = notes.with_suffix(".part")
        in_child(lambda: run_pytest([str(file.relative_to(ROOT))], Watcher(part)), WATCHED)
        part.replace(notes)
    rows = [json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()]
    return tuple(Test(name, seconds, frozenset(calls)) for name, seconds, calls in rows)


def tests_for(path: Path, line: int) -> list[Test]:
    """Tests of the module's room that call the function at ``line``, the quickest first, as many as the time allows.

    A line outside of functions belongs to the functions that use a name that it gives, and to what looks things up by name.
    """
    place = path.relative_to(ROOT).as_posix()
    tests = {t.name: t for file in files_of(path.relative_to(ROOT).parts[1]) for t in tests_in(file)}
    names, within = functions_at(path.read_text(encoding="utf-8"), line)
    wanted = {f"{place}:{name}" for name in names} | ({LOADING} if not within else set())
    calling = [t for t in tests.values() if t.calls & wanted]
    if not names or len(calling) < FEW:  # what runs when the module is imported is called by no test
        calling = [t for t in tests.values() if t.calls & wanted or any(c.startswith(f"{place}:") for c in t.calls)]
    found = sorted(calling, key=lambda t: t.seconds)
    used = list(accumulate(t.seconds for t in found))
    return [t for t, total in zip(found, used, strict=True) if total <= TESTED] or found[:1]


def functions_at(source: str, line: int) -> tuple[set[str], bool]:
    """The innermost function in whose body ``line`` is, and True; or those that use a name that is given there, and False."""
    functions: dict[str, Any] = {}

    def collect(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                if isinstance(child, ast.FunctionDef):
                    functions[name] = child
                collect(child, f"{name}." if isinstance(child, ast.ClassDef) else f"{name}.<locals>.")
            else:
                collect(child, prefix)

    tree = ast.parse(source)
    collect(tree, "")
    holding = [name for name, node in functions.items() if node.body[0].lineno <= line <= (node.end_lineno or 0)]
    if holding:
        return {holding[-1]}, True
    statements = [n for n in ast.walk(tree) if isinstance(n, ast.Assign | ast.AnnAssign | ast.FunctionDef)]
    at = [n for n in statements if n.lineno <= line <= (n.end_lineno or 0)]
    given = {t.id for n in at for t in ast.walk(n) if isinstance(t, ast.Name) and isinstance(t.ctx, ast.Store)}
    given |= {n.name for n in at if isinstance(n, ast.FunctionDef)}
    said = {name: {_word(n) for n in ast.walk(node)} for name, node in functions.items()}
    return {name for name, node in functions.items() if node in at or said[name] & given}, False


def _word(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def run_pytest(tests: Sequence[str], *plugins: object) -> int:
    """Exit status of pytest on these tests, in this process."""
    import pytest

    options = ["-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", *(() if plugins else ("-x",))]
    options += [part for plugin in PLUGINS for part in ("-p", plugin)]
    return int(pytest.main([*options, "-W", "ignore::pytest.PytestAssertRewriteWarning", *tests], plugins=plugins))


def in_child(what: Callable[[], int], seconds: int) -> int:
    """Exit status of ``what`` in a forked process that may use so many CPU seconds."""
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
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        status = 2
        try:
            status = what()
        finally:
            os._exit(min(status, 100))
    return os.waitpid(child, 0)[1]


def survives(path: Path, mutant: Mutant) -> bool:
    """True if no test notices that the module is changed."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    tests = tests_for(path, mutant.line)

    def meet() -> int:
        sys.meta_path.insert(0, Replaced(name, path, mutant.source))
        return run_pytest([t.name for t in tests])

    return not tests or in_child(meet, int(5 * sum(t.seconds for t in tests)) + 5) == 0


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the mutants of one module."""

    module: str
    made: int
    survived: tuple[Mutant, ...]


def examine(path: Path, chosen: Sequence[Mutant]) -> Tally:
    """Try mutants of a module."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    survived = tuple(m for m in chosen if survives(path, m))
    print(f"{name}: {len(chosen) - len(survived)} of {len(chosen)} killed", flush=True)
    for mutant in survived:
        met = len(tests_for(path, mutant.line))
        print(f"    line {mutant.line} ({met} tests): {mutant.change}", flush=True)
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
            tallies.append(examine(path, chosen))
    print("\n".join(by_room(tallies)))


if __name__ == "__main__":
    main()
