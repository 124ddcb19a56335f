"""Fits the table of a language model as the stronger reader, on labelled claims beside what the NLI model says of them.

python scripts/fit_expert.py collect --claims ../shared/data/claims/wiki15k_dev.jsonl --index wiki15k --most 60 --out read.jsonl
python scripts/fit_expert.py ask --read read.jsonl --llm gguf:qwen2.5-coder-0.5b-instruct --out asked.jsonl
python scripts/fit_expert.py fit --asked asked.jsonl --out models/experts/qwen2.5-coder-0.5b-instruct.json

`collect` reads the first document of each claim that says anything, and keeps the belief and the best sentences. `ask` asks the
model, resumable. `fit` prints AUC of the NLI model, of the language model and of both, each claim left out in turn, and writes
the table.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from localcheck.asking.expert import Expert, Question
from localcheck.backends.llm import open_llm
from localcheck.evaluate.learning.experts import auc_of, fit_expert, left_out
from localcheck.judging.evidence.expert import to_json
from localcheck.judging.evidence.learned import Learned
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.lockstep import drive
from localcheck.judging.spans import titled
from localcheck.ports import NLI, Retriever
from localcheck.run.compose import open_runtime
from localcheck.settings import Settings
from localcheck.system import resources
from localcheck.types import Claim, Document, Span

Row = dict[str, Any]


def chosen(path: Path, most: int, seed: int) -> list[Row]:
    """Claims that the index covers, as many of each source and label."""
    by: dict[tuple[str, str], list[Row]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if not row.get("uncovered"):
            by.setdefault((row["source"], row["label"]), []).append(row)
    rng = random.Random(seed)
    found = []
    for _, rows in sorted(by.items()):
        found += rng.sample(rows, min(len(rows), most // len(by)))
    return found


def collect(options: argparse.Namespace) -> None:
    """One row a claim: label, log-odds after the first document that says something, its best sentences."""
    with (
        open_runtime(Settings(index=options.index, nli=options.nli, threads=1)) as runtime,
        options.out.open("w") as out,
    ):
        retriever, nli = runtime.provide(Retriever), runtime.provide(NLI)
        model = runtime.provide(EvidenceModel)
        reader = Learned(model, runtime.sentence_vectors())
        ratios = model.likelihoods.log_ratios()
        for number, row in enumerate(chosen(options.claims, options.most, options.seed)):
            claim = Claim(f"{number}.0", 0, row["claim"], Span(0, len(row["claim"])))
            document = Document(str(number), row["claim"])
            for passage, _ in zip(retriever.evidence(document, claim), range(3), strict=False):
                opinion = drive(nli, reader.weigh(claim, passage))
                if opinion.symbol is not None and opinion.shown:
                    text = " ".join(s.of(passage.text) for s in sorted(opinion.shown, key=lambda s: s.start))
                    said = {"claim": claim.text, "true": row["label"] == "supported", "source": row["source"],
                            "nli": float(ratios[opinion.symbol]), "evidence": titled(passage.title, text)}  # fmt: skip
                    out.write(json.dumps(said, ensure_ascii=False) + "\n")
                    break


def ask(options: argparse.Namespace) -> None:
    """The rows of ``collect`` with the language model's answers; rows that stand in the output are not asked again."""
    rows = [json.loads(line) for line in options.read.read_text(encoding="utf-8").splitlines()]
    done = len(options.out.read_text(encoding="utf-8").splitlines()) if options.out.is_file() else 0
    llm = open_llm(options.llm, Settings(cache=False, threads=options.threads))
    expert = Expert(llm, options.orders)
    try:
        with options.out.open("a", encoding="utf-8") as out:
            for start in range(done, len(rows), 4):
                some = rows[start : start + 4]
                for row, answer in zip(
                    some, expert.ask([Question(r["evidence"], r["claim"]) for r in some]), strict=True
                ):
                    said = {**row, "expert": [answer.true, answer.false, answer.neither], "seconds": answer.cost.seconds,
                            "tokens": answer.cost.tokens_in, "model": llm.info.name, "sha256": llm.info.sha256,
                            "orders": options.orders}  # fmt: skip
                    out.write(json.dumps(said, ensure_ascii=False) + "\n")
                out.flush()
    finally:
        llm.close()


def fit(options: argparse.Namespace) -> None:
    """Figures, then the table."""
    rows = [json.loads(line) for line in options.asked.read_text(encoding="utf-8").splitlines()]
    true = np.array([r["true"] for r in rows])
    nli = np.array([r["nli"] for r in rows])
    heard = np.array([np.log(max(r["expert"][0], 1e-4) / max(r["expert"][1], 1e-4)) for r in rows])
    for line in figures(rows, true, nli, heard):
        print(line)
    table = fit_expert(true, nli, heard, rows[0]["model"], rows[0]["sha256"], int(rows[0]["orders"]), options.data)
    with resources.atomic_write(options.out) as file:
        json.dump(to_json(table), file, indent=1)
        file.write("\n")


def figures(rows: list[Row], true: np.ndarray, nli: np.ndarray, heard: np.ndarray) -> Iterator[str]:
    """AUC of true against false, for all and by source."""
    both = left_out(true, nli, heard)
    for name in ("all", *sorted({r["source"] for r in rows})):
        mine = np.array([name in ("all", r["source"]) for r in rows])
        scores = ", ".join(
            f"{what} {100 * auc_of(true[mine], score[mine]):.0f}"
            for what, score in (("NLI", nli), ("language model", heard), ("both, left out", both))
        )
        print(f"{name}: n = {mine.sum()}, AUC {scores}")
    right = np.mean((nli > 0) == true), np.mean((both > 0) == true)
    yield f"right of two: NLI {100 * right[0]:.0f}, both {100 * right[1]:.0f}"


def main() -> None:
    """Run one of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    first = steps.add_parser("collect")
    first.add_argument("--claims", type=Path, required=True)
    first.add_argument("--index", default="wiki15k")
    first.add_argument("--nli", default="starter-nli")
    first.add_argument("--most", type=int, default=60)
    first.add_argument("--seed", type=int, default=7)
    first.add_argument("--out", type=Path, required=True)
    first.set_defaults(run=collect)
    second = steps.add_parser("ask")
    second.add_argument("--read", type=Path, required=True)
    second.add_argument("--llm", required=True)
    second.add_argument("--orders", type=int, default=1)
    second.add_argument("--threads", type=int, default=0)
    second.add_argument("--out", type=Path, required=True)
    second.set_defaults(run=ask)
    third = steps.add_parser("fit")
    third.add_argument("--asked", type=Path, required=True)
    third.add_argument("--data", default="")
    third.add_argument("--out", type=Path, required=True)
    third.set_defaults(run=fit)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
