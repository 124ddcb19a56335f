"""All methods that ask a language model, on the same passages of WikiBio GPT-3 and PHD: tokens, seconds, failures, figures.

    python scripts/llm_table.py --llm gguf:gemma-3-270m-q4_k_m.gguf --data ../shared/data --out runs

Every method runs as `localcheck eval` in a process of its own and keeps its rows in `--out`. Stop it whenever you like: the
next call goes on where this one stopped, passage by passage, and `--print` shows what is there so far. With `--slice MINUTES`
the methods take turns, so that all of them have some passages early. CPU seconds are those of one thread, so that other work
on the machine does not change them much. Passages are taken at even distances, of PHD the same number of each domain, in an
order in which any beginning is spread over the set too; both sets bring their samples.
"""

from __future__ import annotations

import argparse
import json
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from localcheck.evaluate.datasets.files import chosen

METHODS: dict[str, tuple[str, ...]] = {
    "zero-shot": (),
    "self-detection": (),
    "greybox": (),
    "reverse-qg": (),
    "reverse-em": (),
    "lm-vs-lm": (),
    "selfcheck-prompt": (),
    "selfcheck-qa": ("questions=1",),
    "faithfulness-llm": (),
}
"""Cheapest first, with the options they are given beside their defaults."""
FIGURES = ("nonfact_auc_pr", "factual_auc_pr", "pearson", "spearman")
SETS = ("wikibio", "phd")
LATER = "goes on later"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Run:
    """One method on one data set."""

    dataset: str
    method: str
    data: Path
    out: Path

    def command(self, llm: str, samples: int) -> list[str]:
        """The command line; rows that are there already are not made again."""
        given = ["--evidence", "given"] if self.method == "faithfulness-llm" else []
        options = [part for option in METHODS[self.method] for part in ("-o", option)]
        return [
            *(sys.executable, "-m", "localcheck", "eval", self.dataset, "--data", str(self.data)),
            *("-d", self.method, "--llm", llm, "--samples", str(samples), "--out", str(self.out)),
            *("--threads", "1", "--no-cache", "--json", "-q", *given, *options),
        ]

    @property
    def cpu(self) -> Path:
        """CPU seconds so far, over all calls."""
        return self.out.with_suffix(".cpu")

    @property
    def result(self) -> Path:
        """What `eval` printed, once it came to the end."""
        return self.out.with_suffix(".json")


def spread(items: list[T]) -> list[T]:
    """The same items, reordered so that any beginning of the list is spread over it.

    >>> spread([0, 1, 2, 3, 4, 5, 6, 7])
    [0, 4, 2, 6, 1, 5, 3, 7]
    """
    bits = max(1, (len(items) - 1).bit_length())
    return [items[i] for i in sorted(range(len(items)), key=lambda i: _reversed(i * 2**bits // len(items), bits))]


def _reversed(number: int, bits: int) -> int:
    return int(f"{number:0{bits}b}"[::-1], 2)


def subsets(data: Path, out: Path, passages: int) -> dict[str, Path]:
    """Files of the chosen passages, by data set; in that of PHD the domains take turns, and passages bring their samples."""
    rows = json.loads((data / "wikibio" / "wikibio_dev.json").read_text(encoding="utf-8"))
    whole: dict[str, Any] = json.loads((data / "phd" / "PHD_benchmark_dev.json").read_text(encoding="utf-8"))
    samples = {
        row["entity"]: row for row in json.loads((data / "phd" / "samples_dev.json").read_text(encoding="utf-8"))
    }
    some = [
        [{**row, "domain": domain, "samples_text": samples[row["entity"]]["samples_text"]} for row in taken]
        for domain, taken in ((d, spread(chosen(r, passages // len(whole), True))) for d, r in whole.items())
    ]
    found = {}
    for name, value in (
        ("wikibio", spread(chosen(rows, passages, True))),
        ("phd", [r for turn in zip(*some, strict=True) for r in turn]),
    ):
        found[name] = out / f"{name}.data.json"
        found[name].write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return found


def finish(run: Run, command: list[str], minutes: float) -> str:
    """Run one method, to its end or for so many minutes; its CPU seconds are added to those of earlier calls."""
    before = _used()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        printed, _ = process.communicate(timeout=60 * minutes)
    except subprocess.TimeoutExpired:
        process.terminate()
        process.wait()
        return LATER
    except BaseException:
        process.terminate()
        process.wait()
        raise
    finally:
        earlier = float(run.cpu.read_text()) if run.cpu.exists() else 0.0
        run.cpu.write_text(f"{earlier + _used() - before:.1f}")
    if process.returncode == 0:
        run.result.write_text(printed, encoding="utf-8")
    return "done" if process.returncode == 0 else "FAILED"


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def scored(run: Run) -> dict[str, Any] | None:
    """The figures of what is there; None where there is nothing yet."""
    if not run.out.exists() or len(run.out.read_text(encoding="utf-8").splitlines()) < 2:
        return None
    command = [sys.executable, "-m", "localcheck", "eval", "score", str(run.out), "--json"]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def table(runs: list[Run]) -> Iterator[str]:
    """Markdown, one line a run, also of those that have not come to their end."""
    titles = ("set", "method", "passages", "failed", "unparsed", "tokens read a passage", "written", "CPU s a passage")
    yield "| " + " | ".join((*titles, "AUC-PR not factual", "AUC-PR factual", "Pearson", "Spearman")) + " |"
    yield "|" + "---|" * (len(titles) + 4)
    for run in runs:
        if (found := scored(run)) is None:
            continue
        cost, n = found["cost"], found["documents"]
        counts = [n, found["failed"], cost["parse_failures"]]
        spent = [
            f"{cost['tokens_in'] / n:.0f}",
            f"{cost['tokens_out'] / n:.0f}",
            f"{float(run.cpu.read_text()) / n:.1f}",
        ]
        figures = [_percent(found, name) for name in FIGURES]
        yield "| " + " | ".join(map(str, [run.dataset, run.method, *counts, *spent, *figures])) + " |"


def _percent(found: dict[str, Any], name: str) -> str:
    value = found["metrics"].get(name)
    if value is None:
        return "–"
    low, high = found["intervals"].get(name, (None, None))
    around = f" [{100 * low:.1f}, {100 * high:.1f}]" if low is not None and high is not None else ""
    return f"{100 * value:.1f}{around}"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", required=True, help="as in localcheck --llm")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, required=True, help="folder for rows and results")
    parser.add_argument("--passages", type=int, default=20, help="of each set")
    parser.add_argument("--samples", type=int, default=20, help="of those that WikiBio brings, at most")
    parser.add_argument("--methods", default=",".join(METHODS), help="separated by commas")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--slice", type=float, default=1e4, help="minutes before the next method has its turn")
    parser.add_argument("--print", action="store_true", help="only print the table")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options.out.mkdir(parents=True, exist_ok=True)
    data = subsets(options.data, options.out, options.passages)
    runs = [
        Run(dataset, method, data[dataset], options.out / f"{dataset}-{method}.jsonl")
        for method in options.methods.split(",")
        for dataset in options.sets.split(",")
    ]
    waiting = [] if options.print else [run for run in runs if not run.result.exists()]
    while waiting:
        run = waiting.pop(0)
        outcome = finish(run, run.command(options.llm, options.samples), options.slice)
        print(f"{run.dataset} {run.method}: {outcome}", file=sys.stderr, flush=True)
        waiting += [run] if outcome == LATER else []
    print("\n".join(table(runs)))


if __name__ == "__main__":
    main()
