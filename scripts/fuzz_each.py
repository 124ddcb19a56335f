#!/usr/bin/env python3
"""So many damaged inputs for each reader, not for all together, with the time and the memory that each took.

    python scripts/fuzz_each.py OUT.jsonl [--cases 10000] [--slice 2500] [--only "document ,corpus "] [--memory 4]

Each target runs in slices, each slice in a process of its own that may take so many GB of address space: memory without bound
is a fault. A slice that is done is noted in OUT, so that the same command goes on where it was stopped. At the end a table is
printed; a fault is printed with its input, and the exit code is 1. The targets are those of `scripts/fuzz list`.

Inputs come from the strategies of `tests/fuzz`, drawn with a seed of their own for each slice and without Hypothesis's search,
which takes as long as the readers do. No input is counted twice in a slice.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import time
import warnings
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]


def targets() -> dict[str, Any]:
    """Everything that is fuzzed, by name."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "fuzz")]
    import fuzz_targets

    return dict(fuzz_targets.targets())


def child(name: str, cases: int, seed: int) -> None:
    """Try so many inputs of a target in this process. What a reader raises that is no clear error ends it."""
    from hypothesis.control import BuildContext
    from hypothesis.internal.conjecture.data import ConjectureData

    target, random, seen = targets()[name], Random(seed), set[bytes]()
    from fuzz_targets import tolerated

    warnings.simplefilter("ignore")  # libraries warn about damaged files
    while len(seen) < cases:
        data = ConjectureData(random=random)
        with BuildContext(data, is_final=False, wrapped_test=child):
            value = data.draw(target.inputs)
        said = repr(value)
        if (known := hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=16).digest()) in seen:
            continue
        seen.add(known)
        try:
            tolerated(target.call, value)
        except BaseException:
            print(f"seed {seed}, input {len(seen)}: {said[:3_000]}")
            raise


def one_slice(target: str, cases: int, memory: float, seed: int) -> dict[str, Any]:
    """Run so many cases of a target; the end of what it printed stands in ``fault`` where it failed."""
    most = int(memory * 1e9)
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, __file__, "-", "--child", target, "--cases", str(cases), "--seed", str(seed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)),
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return {
        "target": target,
        "cases": cases,
        "clock_s": round(time.perf_counter() - begun, 1),
        "cpu_s": round(used.ru_utime + used.ru_stime, 1),
        "peak_mb": round(used.ru_maxrss * 1024 / 1e6),
        "fault": "" if process.returncode == 0 else said[-6_000:] or f"exit code {process.returncode}",
    }


def table(rows: list[dict[str, Any]]) -> None:
    """A line for each target."""
    by: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by[row["target"]].append(row)
    print("| target | inputs | faults | processor, s | most memory, MB |\n|---|---|---|---|---|")
    for target, some in by.items():
        cases, faults = sum(r["cases"] for r in some), sum(bool(r["fault"]) for r in some)
        print(
            f"| {target} | {cases:,} | {faults} | {sum(r['cpu_s'] for r in some):.0f} | {max(r['peak_mb'] for r in some)} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--cases", type=int, default=10_000, help="of each target")
    parser.add_argument("--slice", type=int, default=2_500, help="cases of one process")
    parser.add_argument("--only", default="", help="beginnings of names, with commas between")
    parser.add_argument("--memory", type=float, default=4, help="GB of address space")
    parser.add_argument("--seed", type=int, default=1, help="of the first slice of a target")
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        child(chosen.child, chosen.cases, chosen.seed)
        return
    rows = [json.loads(line) for line in chosen.out.read_text().splitlines()] if chosen.out.exists() else []
    for target in (name for name in targets() if name.startswith(tuple(chosen.only.split(",")))):
        while (left := chosen.cases - sum(r["cases"] for r in rows if r["target"] == target and not r["fault"])) > 0:
            seed = chosen.seed + sum(r["target"] == target for r in rows)
            row = one_slice(target, min(left, chosen.slice), chosen.memory, seed)
            rows.append(row)
            with chosen.out.open("a") as file:
                file.write(json.dumps(row) + "\n")
            if row["fault"]:
                print(row["fault"], flush=True)
                break
    table(rows)
    sys.exit(any(row["fault"] for row in rows))


if __name__ == "__main__":
    main()
