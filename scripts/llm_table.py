"""All methods that ask a language model, on the same passages of WikiBio GPT-3 and PHD: tokens, seconds, failures, figures.

    python scripts/llm_table.py --llm gguf:gemma-3-270m-q4_k_m.gguf --data ../shared/data --out runs

Every method runs as `localcheck eval` in a process of its own and keeps its rows in `--out`. Stop it whenever you like: the
next call goes on where this one stopped, passage by passage, and `--print` shows what is there so far. CPU seconds are those
of one thread, so that other work on the machine does not change them much. Passages are taken at even distances, of PHD the
same number of each domain; both sets bring their samples.
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
from typing import Any

from localcheck.evaluate.datafiles import chosen

METHODS: dict[str, tuple[str, ...]] = {
    "zero-shot": (),
    "self-detection": (),
    "greybox": (),
    "reverse-qg": (),
    "reverse-em": (),
    "lm-vs-lm": (),
    "selfcheck-prompt": (),
    "selfcheck-qa": (),
    "faithfulness-llm": (),
}
"""Cheapest first, with the options they are given beside their defaults."""
FIGURES = ("nonfact_auc_pr", "factual_auc_pr", "pearson", "spearman")
SETS = ("wikibio", "phd")


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


def subsets(data: Path, out: Path, passages: int) -> dict[str, Path]:
    """Files of the chosen passages, by data set."""
    rows = json.loads((data / "wikibio" / "wikibio_dev.json").read_text(encoding="utf-8"))
    wikibio = chosen(rows, passages, True)
    whole: dict[str, Any] = json.loads((data / "phd" / "PHD_benchmark_dev.json").read_text(encoding="utf-8"))
    samples = {
        row["entity"]: row for row in json.loads((data / "phd" / "samples_dev.json").read_text(encoding="utf-8"))
    }
    phd = {domain: chosen(rows, passages // len(whole), True) for domain, rows in whole.items()}
    brought = [samples[row["entity"]] for rows in phd.values() for row in rows]
    found = {}
    for name, value in (("wikibio", wikibio), ("phd", phd), ("phd_samples", brought)):
        found[name] = out / f"{name}.data.json"
        found[name].write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return found


def finish(run: Run, command: list[str]) -> bool:
    """Run one method to its end; its CPU seconds are added to those of earlier calls, also when it is stopped."""
    before = _used()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        printed, _ = process.communicate()
    except BaseException:
        process.terminate()
        process.wait()
        raise
    finally:
        earlier = float(run.cpu.read_text()) if run.cpu.exists() else 0.0
        run.cpu.write_text(f"{earlier + _used() - before:.1f}")
    if process.returncode == 0:
        run.result.write_text(printed, encoding="utf-8")
    return process.returncode == 0


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def table(runs: list[Run]) -> Iterator[str]:
    """Markdown, one line a run that came to its end; of the others how far they are."""
    yield (
        "| set | method | passages | failed | unparsed | tokens read a passage | written | CPU s a passage | "
        + " | ".join(("AUC-PR not factual", "AUC-PR factual", "Pearson", "Spearman"))
        + " |"
    )
    yield "|" + "---|" * 12
    for run in runs:
        if not run.result.exists():
            done = max(0, len(run.out.read_text(encoding="utf-8").splitlines()) - 1) if run.out.exists() else 0
            yield f"| {run.dataset} | {run.method} | {done}, not finished |" + " |" * 9
            continue
        found = json.loads(run.result.read_text(encoding="utf-8"))
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
    for run in [] if options.print else [run for run in runs if not run.result.exists()]:
        command = run.command(options.llm, options.samples)
        if run.dataset == "phd" and run.method.startswith("selfcheck"):
            command += ["--records", str(data["phd_samples"])]
        print(f"{run.dataset} {run.method}", "done" if finish(run, command) else "FAILED", file=sys.stderr, flush=True)
    print("\n".join(table(runs)))


if __name__ == "__main__":
    main()
