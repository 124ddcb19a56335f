"""Fits the shipped table of a language model as the stronger reader, in steps that can be interrupted.

python scripts/fit_expert.py read --claims ../shared/data/claims/wiki15k_dev.jsonl --index wiki15k --most 30 --out read.jsonl
python scripts/fit_expert.py ask --read read.jsonl --llm gguf:qwen2.5-coder-0.5b-instruct --out asked.jsonl
python scripts/fit_expert.py fit --asked asked.jsonl --data "wiki15k_dev, 60 claims" --out models/experts/NAME.json

`localcheck calibrate --expert` does the same in one go for one's own claims.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from localcheck.asking.expert import Expert
from localcheck.asking.head_files import headed
from localcheck.backends.llm import open_llm
from localcheck.evaluate.hearing import Seen, chosen, fitted, heard_of, seen
from localcheck.judging.expert import to_json
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.system import resources
from localcheck.types import JSON

FIELDS = ("claim", "true", "group", "nli", "title", "near")


def rows_in(path: Path) -> list[JSON]:
    """The rows of a file of JSON lines; none where there is no file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []


def seen_in(row: JSON) -> Seen:
    """A row as ``read`` wrote it."""
    return Seen(**{name: row[name] for name in FIELDS} | {"sentences": tuple(row["sentences"])})


def read(options: argparse.Namespace) -> None:
    """Each claim beside its first document that says something."""
    settings = Settings(index=options.index, nli=options.nli, threads=1)
    with open_runtime(settings) as runtime, options.out.open("w", encoding="utf-8") as out:
        for one in seen(runtime, chosen(options.claims, options.most, options.uncovered)):
            if one is not None:
                row = {**asdict(one), "nli_sha256": runtime.nli_sha256()}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


def ask(options: argparse.Namespace) -> None:
    """The language model's answers; rows that stand in the output are not asked again."""
    done = {row["claim"] for row in rows_in(options.out)}
    read = rows_in(options.read)
    rows = [seen_in(row) for row in read if row["claim"] not in done]
    beside = read[0].get("nli_sha256", "") if read else ""
    llm = open_llm(options.llm, Settings(cache=False, threads=options.threads))
    try:
        judge = headed(llm)[0] or Expert(llm, options.orders)
        model = {"model": llm.info.name, "sha256": llm.info.sha256, "orders": options.orders, "head": judge.digest}
        model["nli_sha256"] = beside
        with options.out.open("a", encoding="utf-8") as out:
            for row, said in heard_of(judge, rows):
                out.write(json.dumps({**asdict(row), "said": said, **model}, ensure_ascii=False) + "\n")
                out.flush()
    finally:
        llm.close()


def fit(options: argparse.Namespace) -> None:
    """Figures by source, then the table of all."""
    rows = rows_in(options.asked)
    first = rows[0]
    pairs = [(seen_in(row), float(row["said"])) for row in rows]
    found = fitted(
        pairs,
        options.data or options.asked.name,
        first.get("nli_sha256", ""),
        model=first["model"],
        llm_sha256=first["sha256"],
        orders=first["orders"],
        head_sha256=first.get("head", ""),
    )
    print(f"n = {found.n}, AUC x100 NLI, language model, both: {[round(100 * x) for x in found.auc]}")
    print(f"right of two x100, NLI and both: {[round(100 * x) for x in found.right]}")
    print("log-odds that each answer adds:", [round(x, 2) for x in found.table.likelihoods.log_ratios().tolist()])
    with resources.atomic_write(options.out) as file:
        json.dump(to_json(found.table), file, indent=1)
        file.write("\n")


def main() -> None:
    """Run one of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    first, second, third = (steps.add_parser(name) for name in ("read", "ask", "fit"))
    first.add_argument("--claims", type=Path, required=True)
    first.add_argument("--index", default="wiki15k")
    first.add_argument("--nli", default="starter-nli")
    first.add_argument("--most", type=int, default=30, help="claims of each label")
    first.add_argument("--uncovered", action="store_true", help="claims too of which the index holds no evidence")
    first.set_defaults(run=read)
    second.add_argument("--read", type=Path, required=True)
    second.add_argument("--llm", required=True)
    second.add_argument("--orders", type=int, default=1)
    second.add_argument("--threads", type=int, default=0)
    second.set_defaults(run=ask)
    third.add_argument("--asked", type=Path, required=True)
    third.add_argument("--data", default="")
    third.set_defaults(run=fit)
    for step in (first, second, third):
        step.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
