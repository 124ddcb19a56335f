"""One of HaluAgent's test sets as a batch: its answers as rows, ``localcheck batch`` over them, and its accuracy.

    python scripts/batch_set.py --data halueval_qa-100.json -- -d faithfulness
    python scripts/batch_set.py --data halueval_qa-100.json -- -d shared-words
    python scripts/batch_set.py --data sentence_knowledge_qa.jsonl -- -d bayes-sequential

Prints one JSON object: rows, exit code, seconds, claims by verdict, and the balanced accuracy of "the answer has a claim that
is not supported" (for a method that ranks: a score above 0.5) with its 95 % bootstrap interval; the same for "a claim is
refuted", which is what an index that knows little of the subjects can tell.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from localcheck.evaluate.datasets.examples import Example, examples_of
from localcheck.stats.interval import cluster_bootstrap
from localcheck.stats.metrics import balanced_accuracy

BoolArray = npt.NDArray[np.bool_]


def row(example: Example) -> dict[str, Any]:
    """A row of the batch's input."""
    document = example.document
    given = {"title": document.title, "prompt": document.prompt, "context": list(document.context)}
    return {"id": example.id, "text": document.text, **{key: value for key, value in given.items() if value}}


def flagged(written: dict[str, Any]) -> bool:
    """Does the row find something wrong with the answer?"""
    score = written["faithfulness"]["score"] if written["faithfulness"] else None
    if score is not None:
        return bool(score < 1)
    return written["report"] is not None and bool(written["report"]["scores"]["score"] > 0.5)


def _accuracy(examples: list[Example], wrong: BoolArray, found: BoolArray) -> dict[str, Any]:
    """How well ``found`` tells the wrong answers."""
    ids = [e.id for e in examples]
    low, high = cluster_bootstrap(ids, lambda chosen: balanced_accuracy(wrong[chosen], found[chosen]))
    middle = balanced_accuracy(wrong, found)
    return {
        "flagged": int(found.sum()),
        "balanced_accuracy": round(middle, 3),
        "interval": [round(low, 3), round(high, 3)],
    }


def main() -> None:
    """Write the rows, run the batch, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("options", nargs="*", help="options of localcheck batch, after --")
    chosen = parser.parse_args()
    examples = examples_of("haluagent", chosen.data)
    with tempfile.TemporaryDirectory() as name:
        source, out = Path(name) / "in.jsonl", Path(name) / "out.jsonl"
        source.write_text("".join(json.dumps(row(e)) + "\n" for e in examples), encoding="utf-8")
        command = [sys.executable, "-m", "localcheck", "batch", str(source), str(out), "-q", "--no-store"]
        started = time.perf_counter()
        done = subprocess.run([*command, "--fail-on", "never", *chosen.options], check=False)
        seconds = time.perf_counter() - started
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    wrong = np.array([max(e.labels) > 0 for e in examples])
    found = np.array([flagged(r) for r in rows])
    labels = Counter(
        v["label"] for r in rows if r["report"] for v in r["report"]["verdicts"] if v["claim"]["checkable"]
    )
    refuted = np.array([bool(r["faithfulness"]) and r["faithfulness"]["contradicted"] > 0 for r in rows])
    result = {
        "rows": len(rows),
        "exit_code": done.returncode,
        "errors": sum(r["error"] is not None for r in rows),
        "seconds": round(seconds, 1),
        "claims": dict(labels),
        "wrong": int(wrong.sum()),
        **_accuracy(examples, wrong, found),
        "by_a_refuted_claim": _accuracy(examples, wrong, refuted),
    }
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
