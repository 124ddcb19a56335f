"""The methods that `llm_table.py` leaves out, on a real language model: contexts, the agent's tools, corrections.

    python scripts/measure_methods.py faithful --llm gguf:qwen2.5-coder-1.5b-instruct --out runs
    python scripts/measure_methods.py agent --llm gguf:qwen2.5-coder-1.5b-instruct --out runs
    python scripts/measure_methods.py correct --llm gguf:qwen2.5-coder-1.5b-instruct --out runs

Stop it whenever you like: every step keeps its rows in `--out` and goes on where it stopped. CPU seconds are those of one
thread. `--print` shows what is there.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from llm_table import finish, scored

from localcheck.backends.llm import open_llm
from localcheck.backends.nli import open_nli
from localcheck.evaluate.datasets.files import chosen
from localcheck.gate.correcting import corrections
from localcheck.gate.rewriting import rewritten
from localcheck.reports.report import build
from localcheck.settings import Settings
from localcheck.system.resources import sha256_text
from localcheck.text.sentences import split_sentences
from localcheck.types import (
    JSON,
    Claim,
    Document,
    Entailment,
    Evidence,
    Label,
    Passage,
    Report,
    RunInfo,
    Source,
    Span,
    Verdict,
)

QUICK = ("-d", "faithfulness"), ("-d", "faithfulness-llm")
PLANNERS = ("--planner", "rules"), ("--planner", "llm"), ("--planner", "llm-alone")


@dataclass(frozen=True, slots=True)
class Trial:
    """One method on one file in HaluAgent's form."""

    data: Path
    method: tuple[str, str]
    out: Path
    given: bool

    @property
    def cpu(self) -> Path:
        """CPU seconds so far."""
        return self.out.with_suffix(".cpu")

    @property
    def result(self) -> Path:
        """What `eval` printed at the end."""
        return self.out.with_suffix(".json")

    @property
    def asks(self) -> bool:
        """Is a language model asked?"""
        return "llm" in self.method[1]

    def command(self, llm: str) -> list[str]:
        """The command line; rows that are there are not made again."""
        model = ["--llm", llm] if self.asks else []
        given = ["--evidence", "given"] if self.given else []
        return [
            *(sys.executable, "-m", "localcheck", "eval", "haluagent", "--data", str(self.data), *self.method, *model),
            *given, "--out", str(self.out), "--threads", "1", "--no-cache", "--json", "-q",
        ]  # fmt: skip


def contexts(data: Path, out: Path, rows: int) -> Iterator[Path]:
    """Answers with the text they should follow: HaluEval-QA as it is, and claims with their gold evidence, of each label and
    source the same number.
    """
    yield data / "haluagent" / "halueval_qa-100.json"
    path = data / "claims" / "wiki15k_dev.jsonl"
    claims = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kinds = sorted({(c["source"], c["label"]) for c in claims})
    some = [
        chosen([c for c in claims if (c["source"], c["label"]) == kind], rows // len(kinds), True) for kind in kinds
    ]
    made = [
        {"knowledge": c["evidence"], "question": "", "answer": c["claim"], "judge": int(c["label"] == "refuted")}
        for turn in zip(*some, strict=True)
        for c in turn
    ]
    found = out / "gold.json"
    found.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    yield found


def tools(data: Path, out: Path, rows: int) -> Iterator[Path]:
    """Dates and translations, word problems, and two sets of questions in Chinese: so many rows of each, spread."""
    for name in ("translation_and_date_calculation", "ape_test_100", "webqa_test_100", "halluqa"):
        whole = json.loads((data / "haluagent" / f"{name}.json").read_text(encoding="utf-8"))
        found = out / f"{name}.json"
        found.write_text(json.dumps(chosen(whole, rows, True), ensure_ascii=False), encoding="utf-8")
        yield found


def trials(options: argparse.Namespace) -> list[Trial]:
    """Every method on every file, the cheap ones first."""
    sets, methods = (contexts, QUICK) if options.what == "faithful" else (tools, PLANNERS)
    files = list(sets(options.data, options.out, options.rows))
    return [
        Trial(file, method, options.out / f"{file.stem}-{method[1]}.jsonl", options.what == "faithful")
        for method in methods
        for file in files
    ]


def corrections_of(options: argparse.Namespace) -> Iterator[str]:
    """Edits of refuted claims by their gold evidence: what a value of the quote mends, and what the model words; to be read."""
    path = options.data / "claims" / "wiki15k_dev.jsonl"
    claims = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    some = [
        c
        for source in sorted({c["source"] for c in claims})
        for c in chosen(
            [c for c in claims if c["source"] == source and c["label"] == "refuted"], options.rows // 2, True
        )
    ]
    llm = open_llm(options.llm, Settings(threads=1), cache=options.out / "correct.db")
    nli = open_nli("starter-nli", threads=1)
    try:
        for row in some:
            report = refuted(row)
            edits = corrections(report, nli)
            more = edits or rewritten(report, edits, llm, nli)
            by = "values" if edits else "model" if more else "nothing"
            yield f"{by}: {row['claim']} | {[(e.old, e.new) for e in more]} | {row['evidence'][:300]}"
    finally:
        llm.close()
        nli.close()


def refuted(row: JSON) -> Report:
    """The report of a claim that its gold evidence refutes."""
    text, said = row["claim"], row["evidence"]
    passage, whole = Passage(row.get("title", ""), said, Source("context", "context", "1")), Span(0, len(said))
    evidence = Evidence("0.0", passage, whole, Entailment(0, 0, 1), said, whole, sha256_text(said))
    claim = Claim("0.0", 0, text, Span(0, len(text)))
    verdict = Verdict(claim, Label.REFUTED, 0.95, (evidence,), rationale="gold", best=0)
    return build(Document(row["id"], text), split_sentences(text), [verdict], RunInfo("gold"))


def figures(found: JSON) -> Iterator[str]:
    """What is worth reading of one run."""
    metrics, around = found["metrics"], found["intervals"]
    for name in ("accuracy", "balanced_accuracy", "f1", "nonfact_auc_pr"):
        if (value := metrics.get(name)) is not None:
            low, high = around.get(name, (None, None))
            yield f"{name} {100 * value:.1f}" + ("" if low is None else f" [{100 * low:.1f}, {100 * high:.1f}]")
    for name in ("answers", "tool_use"):
        if name in found:
            yield f"{name} {json.dumps(found[name])}"
    cost, n = found["cost"], found["documents"]
    yield f"read {cost['tokens_in'] / n:.0f}, written {cost['tokens_out'] / n:.0f}, unparsed {cost['parse_failures']}"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("faithful", "agent", "correct"))
    parser.add_argument("--llm", default="gguf:qwen2.5-coder-1.5b-instruct", help="as in localcheck --llm")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, required=True, help="folder for rows and results")
    parser.add_argument("--rows", type=int, default=60, help="of each set")
    parser.add_argument("--only", default="", help="only runs whose name holds this")
    parser.add_argument("--print", action="store_true", help="only print what is there")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options.out.mkdir(parents=True, exist_ok=True)
    if options.what == "correct":
        for line in corrections_of(options):
            print(line, flush=True)
        return
    for trial in trials(options):
        if options.only not in trial.out.name:
            continue
        if not options.print and not trial.result.exists():
            finish(trial, trial.command(options.llm), 1e4)
        if (found := scored(trial)) is not None:
            seconds = float(trial.cpu.read_text()) / found["documents"] if trial.cpu.exists() else 0.0
            print(f"{trial.out.stem} (n = {found['documents']}, CPU {seconds:.1f} s each): {'; '.join(figures(found))}")


if __name__ == "__main__":
    main()
