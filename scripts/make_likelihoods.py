"""Counts the likelihood tables that ship beside the starter NLI model. Run it again whenever that model changes.

python scripts/make_likelihoods.py web --nbc FOLDER
    FOLDER holds NBC_positive.json and NBC_negative.json: the premise/hypothesis pairs behind the published table
python scripts/make_likelihoods.py index --wikibio wikibio.json --index NAME
    claims of GPT-3 biographies, cut as localcheck check cuts them, each with the first document of the index NAME,
    which should hold the articles of these people among many others
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from localcheck.evaluate.datasets.examples import wikibio
from localcheck.evaluate.fitting import Met, as_text, entailment_of
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.stats.calibrate import cross_validated, learn, reliability
from localcheck.system import resources
from training.measuring.collecting import first_hits, nbc_pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["web", "index"])
    parser.add_argument("--nbc", type=Path, help="folder with NBC_positive.json and NBC_negative.json")
    parser.add_argument("--wikibio", type=Path, help="WikiBio GPT-3 hallucination data")
    parser.add_argument("--index", default="", help="index whose first document is the evidence")
    parser.add_argument("--size", type=int, default=200, help="claims of each kind, at most")
    parser.add_argument("--smoothing", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--out", type=Path, default=resources.shipped() / "models" / "starter-nli")
    chosen = parser.parse_args()
    settings = Settings(threads=chosen.threads, index=chosen.index or "starter", nli="starter-nli")
    with open_runtime(settings) as runtime:
        write(runtime, chosen)


def write(runtime: Runtime, chosen: argparse.Namespace) -> None:
    """Count, write the table, and say how reliable its posteriors are on claims that it did not see."""
    observed: Iterable[Met]
    if chosen.kind == "web":
        observed = nbc_pairs(chosen.nbc / "NBC_positive.json", chosen.nbc / "NBC_negative.json")
        data = "premise/hypothesis pairs published with Wang et al. 2023"
    else:
        observed = first_hits(list(wikibio(chosen.wikibio)), runtime.extractor, runtime.retriever, chosen.size)
        data = "claims of WikiBio GPT-3 biographies, first document of an index"
    claims = []
    for one in observed:
        claims.append(entailment_of(runtime.nli, one))
        print(f"\r{len(claims)} claims", end="", flush=True)
    table = replace(learn(claims, chosen.smoothing), nli_sha256=runtime.nli_sha256(), evidence=chosen.kind, data=data)
    path = chosen.out / f"likelihoods-{chosen.kind}.json"
    with resources.atomic_write(path) as f:
        f.write(as_text(table))
    print(f"\n{path}: n = {table.n}")
    for feature, (yes, no) in enumerate(zip(table.factual, table.nonfactual, strict=True)):
        print(f"  {feature}  {yes:.3f}  {no:.3f}  x{yes / no:.2f}")
    found = reliability([c.factual for c in claims], cross_validated(claims))
    print(f"cross-validated: ECE {found.ece:.3f}, Brier {found.brier:.3f}, n = {found.n}")


if __name__ == "__main__":
    main()
