"""Table 1 and Figure 2 of the Bayesian paper in form, every line from one reading of the same recorded pages.

    python scripts/table1.py --wikibio wikibio_dev.json --recorded recorded_web_dev.tar.xz --nbc NBC --out FOLDER [--every 4]

Pages are read once (NLI scores stay in the home's cache: an interrupted run goes on), with recorded subclaims and with whole
sentences. Then every line is replayed: seven pairs of costs, one-step and exact, the paper's features and the learned score;
fixed k with naive Bayes, average and maximum; the learned score with each feature left out. All is cross-fitted by passage.
The learned score also learns from the pairs in the folder NBC, as what ships does (scripts/fit_evidence.py).
The last three columns score a sentence half by itself and half by the mean of its passage.
FOLDER gets table1.md, figure2.svg (cost against documents read) and the rows of each line, which `eval score` reads.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from localcheck.evaluate.datasets.examples import Example, wikibio
from localcheck.evaluate.fitting import Met, Observed, observe
from localcheck.evaluate.prepare import evidence_ports
from localcheck.evaluate.records import Header, Journal, Row
from localcheck.evaluate.scoring import score
from localcheck.judging.evidence.features import FEATURES
from localcheck.judging.sentence_level import sentences_of
from localcheck.ports import Extractor, Retriever
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.sources.recorded import RecordedEvidence
from localcheck.system import resources
from localcheck.types import Claim
from localcheck.types import Passage as Page
from training.measuring.collecting import met_published
from training.measuring.fusing import areas
from training.measuring.replay import (
    AGGREGATES,
    COSTS,
    Passage,
    Rule,
    cross_fitted,
    fixed_rule,
    learned_rule,
    paper_rule,
    risk,
    with_passage,
)
from training.measuring.scatter import scatter

Line = tuple[str, Callable[[Sequence[Passage]], Rule], tuple[float, float]]
SHOWN = {
    "nonfact_auc_pr": "NonFact", "nonfact_average_precision": "NonFact AP", "factual_auc_pr": "Factual",
    "factual_average_precision": "Factual AP", "accuracy": "Accuracy", "decided": "by costs", "pearson": "Pearson",
    "spearman": "Spearman", "evidence_per_claim": "Documents a claim", "evidence_per_sentence": "a sentence",
    "passage_nonfact_auc_pr": "NonFact, passage", "passage_factual_auc_pr": "Factual, passage",
    "passage_accuracy": "Accuracy, passage",
}  # fmt: skip
"""The paper's documents are those of a sentence, all its subclaims together, and its accuracy is that of the declaration that
costs less (Eq. 5), not that of P(factual) at one half."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wikibio", type=Path, required=True)
    parser.add_argument("--recorded", type=Path, required=True)
    parser.add_argument("--nbc", type=Path, required=True, help="folder with NBC_positive.json and NBC_negative.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--documents", type=int, default=10, help="documents a claim, at most (K)")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--nli", default="starter-nli")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--whole", action=argparse.BooleanOptionalAction, default=True, help="whole sentences too")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    examples = list(wikibio(chosen.wikibio))[:: chosen.every]
    examples = examples[: chosen.limit or None]
    with open_runtime(
        Settings(nli=chosen.nli, threads=chosen.threads), evidence_ports(f"recorded:{chosen.recorded}")
    ) as r:
        split = read(r, examples, chosen.documents, partial(subclaims, r))
        whole = read(r, examples, chosen.documents, partial(sentences, r)) if chosen.whole else []
        pairs = met_published(chosen.nbc, (example.document.title for example in examples))
        also = list(observe(pairs, r.nli, r.sentence_vectors()))
    write(split, whole, also, chosen)


def read(
    runtime: Runtime,
    examples: Sequence[Example],
    k: int,
    claims: Callable[[Example], Iterator[tuple[Claim, Iterator[Page]]]],
) -> list[Passage]:
    """Every passage with the features of its claims' first ``k`` documents."""
    sentence: dict[str, int] = {}
    pairs = []
    for example in examples:
        for claim, pages in claims(example):
            name = f"{example.id}/{claim.id}"
            sentence[name] = claim.sentence
            factual = example.labels[claim.sentence] == 0
            pairs += [Met(name, example.id, claim, factual, page, rank) for rank, page in enumerate(islice(pages, k))]
    found: defaultdict[str, list[Observed]] = defaultdict(list)
    for number, one in enumerate(observe(pairs, runtime.nli, runtime.sentence_vectors()), 1):
        found[one.claim].append(one)
        if number % 64 == 0:
            print(f"\r{number} of {len(pairs)} documents", end="", flush=True)
    print()
    return [
        Passage(e.id, e.labels, tuple((place, tuple(found[name])) for name, place in sentence.items()
                                      if name.startswith(f"{e.id}/")))
        for e in examples
    ]  # fmt: skip


def subclaims(runtime: Runtime, example: Example) -> Iterator[tuple[Claim, Iterator[Page]]]:
    """Recorded subclaims with their own pages."""
    retriever = runtime.provide(Retriever)
    for claim in runtime.provide(Extractor).extract(example.document, sentences_of(example.document)):
        yield claim, retriever.evidence(example.document, claim)


def sentences(runtime: Runtime, example: Example) -> Iterator[tuple[Claim, Iterator[Page]]]:
    """Whole sentences with the pages of their subclaims in turn, each address once: nothing was searched for them."""
    recorded: RecordedEvidence = runtime.provide(Retriever)
    for s in sentences_of(example.document):
        yield Claim(f"{s.index}.0", s.index, s.text, s.span), _in_turn(recorded, example.document.id, s.index, s.text)


def _in_turn(recorded: RecordedEvidence, name: str, index: int, text: str) -> Iterator[Page]:
    lists = [list(recorded.passages(name, index, c)) for c in recorded.claims(name, index) or [text]]
    seen: set[str] = set()
    for rank in range(max(map(len, lists), default=0)):
        for pages in lists:
            if rank < len(pages) and pages[rank].source.locator not in seen:
                seen.add(pages[rank].source.locator)
                yield pages[rank]


def lines(k: int, also: Sequence[Observed]) -> Iterator[Line]:
    """The lines of the table."""
    for costs in COSTS:
        for kind in ("one-step", "exact"):
            for name, rule in (("paper's features", paper_rule), ("learned score", partial(learned_rule, also=also))):
                yield f"{kind}, {costs[0]} / {costs[1]}, {name}", partial(rule, costs=costs, kind=kind, k=k), costs
    for n in range(1, k + 1):
        for aggregate in AGGREGATES:
            yield f"fixed k = {n}, {aggregate}", partial(fixed_rule, k=n, aggregate=aggregate), (1, 1)


def write(
    split: Sequence[Passage], whole: Sequence[Passage], also: Sequence[Observed], chosen: argparse.Namespace
) -> None:
    """The table, the picture, and the rows of each line."""
    n = sum(len(p.labels) for p in split)
    text = [f"{len(split)} passages, {n} sentences, {chosen.nli}, at most {chosen.documents} documents a claim", ""]
    text += ["| line | " + " | ".join(SHOWN.values()) + " |", "|" + "---|" * (len(SHOWN) + 1)]
    points: list[tuple[str, float, float]] = []
    for suffix, passages in (("", split), (", whole sentences", whole)):
        for name, make, costs in lines(chosen.documents, also) if passages else ():
            rows = cross_fitted(passages, make)
            text.append(line(name + suffix, rows, costs, chosen.out))
            if not suffix and ("28 / 96" in name or "nbc" in name):
                points.append((name, *risk(rows, (28, 96))))
    for place, feature in enumerate(FEATURES):
        make = partial(learned_rule, costs=(28, 96), kind="exact", k=chosen.documents, also=also, without=place)
        text.append(line(f"learned score without: {feature}", cross_fitted(split, make), (28, 96), chosen.out))
    for name, content in (("table1.md", "\n".join(text) + "\n"), ("figure2.svg", scatter(points, "cost at 28 / 96"))):
        with resources.atomic_write(chosen.out / name) as f:
            f.write(content)
    print("\n".join(text))


def line(name: str, rows: Sequence[Row], costs: tuple[float, float], out: Path) -> str:
    """One line of the table; its rows go to a file of their own."""
    header = Header("wikibio", name, {})
    path = out / ("".join(c if c.isalnum() else "-" for c in name) + ".jsonl")
    path.unlink(missing_ok=True)
    with Journal(path, header) as journal:
        for row in rows:
            journal.add(row)
    found = {**score(header, list(rows), resamples=0)["metrics"], **areas(rows)}
    passage = score(header, with_passage(rows), resamples=0)["metrics"]
    found |= {f"passage_{name}": value for name, value in passage.items()}
    by_costs = replace(header, threshold=costs[1] / sum(costs))
    found["decided"] = score(by_costs, list(rows), resamples=0)["metrics"]["accuracy"]
    cells = [
        "–" if k not in found else f"{found[k]:.2f}" if k.startswith("evidence") else f"{100 * found[k]:.1f}"
        for k in SHOWN
    ]
    return f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
