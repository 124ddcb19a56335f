"""Fits the evidence scores that ship beside the starter NLI model. Run it again whenever a model changes.

python scripts/fit_evidence.py index --claims claims.jsonl --index NAME
    labelled claims, each with the first documents of the index NAME (../shared/data/claims/wiki15k_dev.jsonl and its corpus)
python scripts/fit_evidence.py web --nbc FOLDER
    FOLDER holds NBC_positive.json and NBC_negative.json: premise/hypothesis pairs published with Wang et al. 2023

NLI scores and sentence vectors are kept in the caches of the home, so that a second fit takes seconds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from localcheck import resources
from localcheck.compose import Runtime, open_runtime
from localcheck.evaluate.examples import Example, claims
from localcheck.evaluate.fitting import Met, fit_evidence, met, observe
from localcheck.evaluate.likelihoods import nbc_pairs
from localcheck.judging.choose import Choice
from localcheck.judging.score import to_json
from localcheck.settings import Settings
from localcheck.stats.bayes import Likelihoods

PLACEHOLDER = (0.5, 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["web", "index"])
    parser.add_argument("--claims", type=Path, help="JSONL of claims with labels")
    parser.add_argument("--nbc", type=Path, help="folder with NBC_positive.json and NBC_negative.json")
    parser.add_argument("--index", default="starter", help="index whose first documents are the evidence")
    parser.add_argument("--documents", type=int, default=3, help="documents a claim")
    parser.add_argument("--nli", default="starter-nli")
    parser.add_argument("--encoder", default="", help="model for sentence vectors, where the NLI model has none")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--out", type=Path, default=resources.shipped() / "models" / "starter-nli")
    chosen = parser.parse_args()
    settings = Settings(threads=chosen.threads, index=chosen.index, nli=chosen.nli, encoder=chosen.encoder)
    with open_runtime(settings) as runtime:
        write(runtime, chosen)


def write(runtime: Runtime, chosen: argparse.Namespace) -> None:
    """Observe, fit, and write the model."""
    found = []
    data = chosen.claims.name if chosen.kind == "index" else "premise/hypothesis pairs published with Wang et al. 2023"
    for one in observe(pairs(runtime, chosen), runtime.nli, runtime.sentence_vectors(), Choice()):
        found.append(one)
        if len(found) % 32 == 0:
            print(f"\r{len(found)} documents", end="", flush=True)
    table = Likelihoods(PLACEHOLDER, PLACEHOLDER, runtime.nli_sha256(), chosen.kind, data)
    model = fit_evidence(found, Choice(), table)
    path = chosen.out / f"evidence-{chosen.kind}.json"
    with resources.atomic_write(path) as f:
        f.write(json.dumps(to_json(model), indent=1) + "\n")
    print(f"\n{path}: {len(found)} documents, claims {model.likelihoods.n}")
    for symbol, ratio in enumerate(model.likelihoods.log_ratios()):
        print(
            f"  {symbol}  {model.likelihoods.factual[symbol]:.3f}  {model.likelihoods.nonfactual[symbol]:.3f}  {ratio:+.2f}"
        )


def pairs(runtime: Runtime, chosen: argparse.Namespace) -> Iterator[Met]:
    """Labelled claims with documents."""
    if chosen.kind == "index":
        titles = {row["id"]: row.get("title", "") for row in map(json.loads, chosen.claims.open(encoding="utf-8"))}

        def grouped(example: Example, first: str) -> str:
            return titles.get(example.id) or first

        examples = (untitled(e) for e in claims(chosen.claims))
        yield from met(examples, runtime.extractor, runtime.retriever, grouped, chosen.documents)
        return
    for i, one in enumerate(nbc_pairs(chosen.nbc / "NBC_positive.json", chosen.nbc / "NBC_negative.json")):
        if one.passage is not None:
            yield Met(str(i), str(i), one.claim, one.factual, one.passage, 0)


def untitled(example: Example) -> Example:
    """Without the title of the gold article: where to look is not given."""
    from dataclasses import replace

    return replace(example, document=replace(example.document, title="", context=()))


if __name__ == "__main__":
    main()
