"""Fits what ships for `fused`, and prints the parts and all their mixtures side by side, cross-fitted by passage.

    python scripts/fit_fused.py --wikibio wikibio_dev.json --recorded recorded_web_dev.tar.xz --work FOLDER [--every 2]

The evidence score is fitted on the recorded pages of other passages (five folds), then the parts are heard about every passage,
then the weights of the mixtures are fitted on the other folds' passages. With --ship what all passages give is written to
`fused-web*.json`, with the evidence score whose log-odds the weights were fitted to. FOLDER keeps what was heard and the rows
of each line of the table (`eval score` reads them); with the caches of the home a second run takes minutes. Reverse validation
is counted on recorded answers (--phd, --phd-records), since these passages have none.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from localcheck.detectors.fused import Heard, Panel
from localcheck.evaluate.datasets.examples import Example, phd, wikibio
from localcheck.evaluate.fitting import FOLDS, Met, Observed, fit_evidence, folds_of, met, observe
from localcheck.evaluate.prepare import evidence_ports
from localcheck.evaluate.records import Header, Journal, Row
from localcheck.evaluate.scoring import score
from localcheck.judging.evidence import fusing
from localcheck.judging.evidence.fusing import Fusion
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.reverse import match_record, record_of
from localcheck.ports import Extractor, Retriever
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.stats.bayes import Likelihoods
from localcheck.system import resources
from localcheck.text.matching import PUBLISHED_PERCENT
from training.measuring.fusing import Said, alone, areas, cross_fitted, every_set, fused_of, heard

UNCOUNTED = (0.5, 0.5)
COUNTED = 2
"""Documents of a claim from which the evidence score learns: of later ones each says less."""
SHOWN = ("nonfact_auc_pr", "factual_auc_pr", "pearson", "spearman", "evidence_per_claim")
CHATGPT = "gpt-3.5-turbo"
"""Whose recorded answers reverse validation is counted on."""
NOTHING_FITTED = Fusion((), ((0, 0), (0, 0)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wikibio", type=Path, required=True)
    parser.add_argument("--recorded", type=Path, required=True, help="recorded claims and pages of these passages")
    parser.add_argument("--phd", type=Path, help="PHD benchmark, for reverse validation")
    parser.add_argument("--phd-records", type=Path, help="recorded answers of entity matching to it")
    parser.add_argument("--work", type=Path, required=True, help="folder of what was heard and of the rows")
    parser.add_argument("--every", type=int, default=1, help="every Nth passage only")
    parser.add_argument("--limit", type=int, default=0, help="the first N of these only (0: all)")
    parser.add_argument("--documents", type=int, default=8, help="documents a claim, at most")
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--nli", default="starter-nli")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--ship", action="store_true", help="write the tables of all passages")
    parser.add_argument("--out", type=Path, default=resources.shipped() / "models" / "starter-nli")
    chosen = parser.parse_args()
    chosen.work.mkdir(parents=True, exist_ok=True)
    passages = list(wikibio(chosen.wikibio))[:: chosen.every]
    passages = passages[: chosen.limit or None]
    settings = Settings(nli=chosen.nli, threads=chosen.threads, samples=chosen.samples)
    with open_runtime(settings, evidence_ports(f"recorded:{chosen.recorded}")) as runtime:
        observed = observations(runtime, passages)
        said = listen(runtime, passages, observed, chosen)
        table(said, chosen)
        if chosen.ship:
            data, read_by = data_name(passages, chosen), fit(observed, runtime, passages, chosen)
            named = Fusion(
                (), reverse_counts(chosen), runtime.nli_sha256(), "web", data, reverse_model=CHATGPT, score=read_by
            )
            ship(fused_of(said, named), chosen)


def data_name(passages: Sequence[Example], chosen: argparse.Namespace) -> str:
    return f"{chosen.wikibio.name}, {len(passages)} passages, recorded pages, at most {chosen.documents} a claim"


def observations(runtime: Runtime, passages: Sequence[Example]) -> list[Observed]:
    """The features of every claim's first documents, labelled with the claim's sentence."""
    extractor, retriever = runtime.provide(Extractor), runtime.provide(Retriever)
    pairs: Iterator[Met] = met(passages, extractor, retriever, lambda example, _: example.id, COUNTED)
    found = []
    for one in observe(pairs, runtime.nli, runtime.sentence_vectors()):
        found.append(one)
        if len(found) % 256 == 0:
            print(f"\r{len(found)} documents", end="", flush=True)
    print(f"\r{len(found)} documents")
    return found


def fit(
    observed: Sequence[Observed], runtime: Runtime, passages: Sequence[Example], chosen: argparse.Namespace
) -> EvidenceModel:
    """The evidence score of these documents. Silence does not yield: it is weighed beside samples, and decides nothing."""
    table = Likelihoods(UNCOUNTED, UNCOUNTED, runtime.nli_sha256(), "web", data_name(passages, chosen))
    return replace(fit_evidence(observed, table), yields=False)


def listen(
    runtime: Runtime, passages: Sequence[Example], observed: Sequence[Observed], chosen: argparse.Namespace
) -> list[Said]:
    """What the parts say of every passage, the evidence by a score that was fitted on other folds."""
    fold = folds_of([e.id for e in passages])
    panels = []
    for k in range(FOLDS):
        rest = [o for o in observed if fold[o.group] != k]
        given = {EvidenceModel: fit(rest, runtime, passages, chosen), Fusion: NOTHING_FITTED}
        panels.append(runtime.detector("fused", {"k": chosen.documents, "reverse": False}, given=given))

    def hear(example: Example) -> Said:
        panel: Any = panels[fold[example.id]]
        assert isinstance(panel, Panel)
        found = panel.hear(example.document)
        print(f"\r{example.id} heard   ", end="", flush=True)
        return said_of(example, found)

    return list(heard(passages, hear, chosen.work / "heard.jsonl"))


def said_of(example: Example, found: Heard) -> Said:
    """The numbers of each sentence beside its label."""
    numbers = tuple(dict(found.numbers.get(i, {})) for i in range(len(example.labels)))
    return Said(
        example.id, example.labels, numbers, tuple(v.cost.passages for v in found.verdicts if v.claim.checkable)
    )


def reverse_counts(chosen: argparse.Namespace) -> tuple[tuple[int, int], tuple[int, int]]:
    """((found again, not) of factual passages, (found again, not) of others) on recorded answers; nothing without them."""
    counts = [[0, 0], [0, 0]]
    if chosen.phd is None or chosen.phd_records is None:
        return (0, 0), (0, 0)
    records = json.loads(chosen.phd_records.read_text(encoding="utf-8"))
    for example, record in zip(phd(chosen.phd), records, strict=True):
        entity = example.document.title
        match = match_record(record_of({**record, "entity": entity}), "em", "aliases", PUBLISHED_PERCENT)
        counts[int(example.labels[0])][0 if match.matched else 1] += 1
    return (counts[0][0], counts[0][1]), (counts[1][0], counts[1][1])


def table(said: Sequence[Said], chosen: argparse.Namespace) -> None:
    """One line for each part as it is, each part with its passage mean fitted, and each mixture."""
    lines: list[tuple[str, Sequence[Row]]] = [
        ("evidence: bayes-sequential, its posterior", alone(said, "evidence")),
        ("consistency: 1 - P(entail)", alone(said, "consistency")),
        ("words: 1-gram (max)", alone(said, "words")),
    ]
    lines += [(f"fitted: {' + '.join(parts)}", cross_fitted(said, parts)) for parts in every_set()]
    print(f"\n{len(said)} passages, {sum(len(s.labels) for s in said)} sentences, cross-fitted by passage")
    for number, (name, rows) in enumerate(lines):
        header = Header("wikibio", name, {"models": [], "parameters": {}})
        path = chosen.work / f"rows{number}.jsonl"
        path.unlink(missing_ok=True)
        with Journal(path, header) as journal:
            for row in rows:
                journal.add(row)
        figures = score(header, list(rows), resamples=chosen.resamples)
        found, between = {**figures["metrics"], **areas(rows)}, figures["intervals"]
        print(f"  {name:42} " + "  ".join(cell(key, found, between) for key in (*SHOWN, "nonfact_average_precision",
                                                                                "factual_average_precision")))  # fmt: skip


def cell(name: str, found: dict[str, float], between: dict[str, list[float]]) -> str:
    """One figure with its interval, x100."""
    if name not in found:
        return f"{'–':>18}"
    if name == "evidence_per_claim":
        return f"{found[name]:5.2f}"
    low_high = between.get(name)
    shown = f" [{100 * low_high[0]:.1f}, {100 * low_high[1]:.1f}]" if low_high else ""
    return f"{100 * found[name]:5.1f}{shown:14}"


def ship(fusion: Fusion, chosen: argparse.Namespace) -> None:
    """Write it beside the model."""
    own = "" if chosen.nli == "starter-nli" else f"-{Path(chosen.nli).name.partition(':')[0]}"
    path = chosen.out / f"fused-web{own}.json"
    with resources.atomic_write(path) as f:
        f.write(json.dumps(fusing.to_json(fusion), indent=1) + "\n")
    print(path)


if __name__ == "__main__":
    main()
