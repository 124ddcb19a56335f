"""Documents per minute of a batch beside a plain loop over ``check``, in the same run, on the same documents.

    python scripts/bench_batch.py --data halueval_qa.json --documents 40 --rounds 3

Each round runs the loop, one process and two, and with ``--ray`` two tasks of a local Ray cluster, in turn; the median over the
rounds is printed with the ratios to the loop. On a shared machine only the ratios say something. Caches are off.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from localcheck.api import Checker
from localcheck.batch.executor import Executor, Local, Task
from localcheck.batch.open_batch import Workers
from localcheck.evaluate.datasets.examples import examples_of
from localcheck.settings import Settings
from localcheck.types import Document


def loop(settings: Settings, documents: list[Document]) -> tuple[float, float]:
    """Seconds of the plain loop, models open; and no memory of workers."""
    with Checker(settings) as checker:
        checker.check_document(documents[0])
        started = time.perf_counter()
        for document in documents:
            checker.check_document(document)
        return time.perf_counter() - started, 0.0


def engine(make: Callable[[], Executor], documents: list[Document]) -> tuple[float, float]:
    """Seconds of the same through an engine of the batch, models open; and MB of its first worker."""
    opened = make()
    try:
        list(opened.steps([Task(0, documents[0])]))
        started = time.perf_counter()
        list(opened.steps(Task(i, d) for i, d in enumerate(documents)))
        return time.perf_counter() - started, float(getattr(opened, "megabytes", 0.0))
    finally:
        opened.close()


def main() -> None:
    """Parse, measure, print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="HaluAgent's test set: its answers are the documents")
    parser.add_argument("--documents", type=int, default=40, help="more than the set has: it is gone through again")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--detector", default="faithfulness")
    parser.add_argument("--ray", action="store_true", help="also over a Ray cluster of this machine, started for it")
    options = parser.parse_args()
    settings = Settings(detector=options.detector, cache=False)
    given = [e.document for e in examples_of("haluagent", options.data)]
    documents = list(islice(cycle(given), options.documents))
    ways: dict[str, Callable[[], tuple[float, float]]] = {
        "loop": lambda: loop(settings, documents),
        "batch": lambda: engine(lambda: Local(settings), documents),
        "workers 2": lambda: engine(lambda: Workers(settings, 2), documents),
    }
    if options.ray:
        from localcheck.batch.cluster import OverRay

        ways["ray 2"] = lambda: engine(lambda: OverRay(settings, 2, "local"), documents)
    rounds = [{name: measure() for name, measure in ways.items()} for _ in range(options.rounds)]
    seconds = {name: statistics.median(r[name][0] for r in rounds) for name in ways}
    found = {
        "documents": len(documents),
        "different": min(len(documents), len(given)),
        "per_minute": {name: round(60 * len(documents) / s, 1) for name, s in seconds.items()},
        "ratio_to_loop": {
            name: round(statistics.median(r["loop"][0] / r[name][0] for r in rounds), 2) for name in ways
        },
        "megabytes_a_worker": {
            name: round(max(r[name][1] for r in rounds)) for name in ways if any(r[name][1] for r in rounds)
        },
        "load": [round(x, 1) for x in os.getloadavg()],
    }
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
