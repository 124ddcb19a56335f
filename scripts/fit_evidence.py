"""Fits the evidence scores that ship beside the starter NLI model. Run it again whenever a model changes.

python scripts/fit_evidence.py index --claims claims.jsonl --index NAME [--also natural.jsonl starter] [--nli cascade]
    labelled claims, each with the first documents of the index NAME (`localcheck eval claims --cross-fit` judges them, each by
    a score of other articles' claims); --also: further ones, read in another index (`scripts/natural_texts.py --claims` makes
    such a file of natural texts)
    --elsewhere: a WikiExtractor file of the articles of NAME; its sentences, held against other articles than their own, show
    what may be quoted against a claim
python scripts/fit_evidence.py choice --claims claims.jsonl --index NAME [--encoder MODEL]
    fits the weights that choose sentences (the defaults of `judging.evidence.choose.Choice`; they are put there by hand)
python scripts/fit_evidence.py web --wikibio wikibio_dev.json --recorded recorded_web_dev.tar.xz --nbc FOLDER [--nli cascade]
    recorded claims of labelled passages with the first pages that a search for each of them found, and the pairs of claim and
    page in NBC_positive.json and NBC_negative.json of FOLDER, published with Wang et al. 2023

NLI scores and sentence vectors are kept in the caches of the home, so that a second fit takes seconds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from localcheck.evaluate.datasets.examples import claims, wikibio
from localcheck.evaluate.deciding import Fit, folded
from localcheck.evaluate.fitting import (
    Met,
    Observed,
    fit_evidence,
    met,
    observe,
)
from localcheck.evaluate.prepare import evidence_ports
from localcheck.judging.evidence.score import EvidenceModel, to_json
from localcheck.ports import Extractor, Retriever
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.sources.indexes import open_index
from localcheck.stats.bayes import Likelihoods
from localcheck.system import resources
from training.heads.thorough import judged, met_everywhere, parted
from training.measuring.choosing import fit_choice
from training.measuring.collecting import met_published
from training.measuring.elsewhere import fit_against, met_elsewhere, told_elsewhere
from training.measuring.ranking import covered, with_gold

UNCOUNTED = (0.5, 0.5)
ELSEWHERE = 500
"""Sentences of other articles."""
STARTER = ("starter-nli",)
"""Other models' files bear their name."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["web", "index", "choice"])
    parser.add_argument("--claims", type=Path, help="JSONL of claims with labels")
    parser.add_argument("--wikibio", type=Path, help="labelled passages, for web")
    parser.add_argument("--recorded", type=Path, help="recorded claims and pages of these passages")
    parser.add_argument("--nbc", type=Path, help="folder with NBC_positive.json and NBC_negative.json")
    parser.add_argument("--index", default="starter", help="index whose first documents are the evidence")
    parser.add_argument(
        "--also", nargs=2, action="append", default=[], metavar=("CLAIMS", "INDEX"), help="further claims"
    )
    parser.add_argument("--elsewhere", type=Path, help="articles (.xz) whose sentences are held against other articles")
    parser.add_argument("--measure", action="store_true", help="judge all claims, cross-fitted by article")
    parser.add_argument("--documents", type=int, default=2, help="documents a claim")
    parser.add_argument("--nli", default="starter-nli")
    parser.add_argument("--encoder", default="", help="model for sentence vectors, where the NLI model has none")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--out", type=Path, default=resources.shipped() / "models" / "starter-nli")
    chosen = parser.parse_args()
    if chosen.kind == "web" and None in (chosen.wikibio, chosen.recorded, chosen.nbc):
        parser.error("web needs --wikibio, --recorded and --nbc")
    settings = Settings(
        threads=chosen.threads, index=chosen.index, nli=chosen.nli, encoder=chosen.encoder, claims="sentences"
    )
    ports = evidence_ports(f"recorded:{chosen.recorded}") if chosen.kind == "web" else {}
    with open_runtime(settings, ports) as runtime:
        if chosen.kind == "choice":
            fit_choices(runtime, chosen)
            return
        found, elsewhere = observed(runtime, pairs(runtime, chosen)), list[Observed]()
        if chosen.elsewhere is not None:
            told = list(told_elsewhere(chosen.elsewhere, ELSEWHERE))
            elsewhere = observed(runtime, met_elsewhere(told, runtime.retriever, chosen.documents))
        fit = partial(fitted, runtime, chosen, elsewhere=elsewhere)
        write(chosen, fit(found), len(found))
        if chosen.measure:
            measure(runtime, chosen, found, fit)


def observed(runtime: Runtime, documents: Iterable[Met]) -> list[Observed]:
    """The features of every claim's documents."""
    found: list[Observed] = []
    for one in observe(documents, runtime.nli, runtime.sentence_vectors()):
        found.append(one)
        if len(found) % 32 == 0:
            print(f"\r{len(found)} documents", end="", flush=True)
    print()
    return found


def fitted(
    runtime: Runtime, chosen: argparse.Namespace, found: Sequence[Observed], elsewhere: Sequence[Observed]
) -> EvidenceModel:
    """The model of these documents, named after the NLI model and the data; ``elsewhere``: of sentences of other articles."""
    if chosen.kind == "web":
        data = f"{chosen.wikibio.name}, recorded pages, and pairs of Wang et al. 2023"
    else:
        data = ", ".join([chosen.claims.name, *(Path(path).name for path, _ in chosen.also)])
    table = Likelihoods(UNCOUNTED, UNCOUNTED, runtime.nli_sha256(), chosen.kind, data)
    model = fit_evidence(found, table)
    return replace(model, against=fit_against(found, elsewhere)) if elsewhere else model


def write(chosen: argparse.Namespace, model: EvidenceModel, documents: int) -> None:
    """Write the file, and show the symbols."""
    own = "" if chosen.nli in STARTER else f"-{Path(chosen.nli).name.partition(':')[0]}"
    path = chosen.out / f"evidence-{chosen.kind}{own}.json"
    with resources.atomic_write(path) as f:
        f.write(json.dumps(to_json(model), indent=1) + "\n")
    table = model.likelihoods
    print(f"{path}: {documents} documents, claims {table.n}, against {model.against}")
    for symbol, ratio in enumerate(table.log_ratios()):
        print(f"  {symbol}  {table.factual[symbol]:.3f}  {table.nonfactual[symbol]:.3f}  {ratio:+.2f}")


def measure(runtime: Runtime, chosen: argparse.Namespace, found: Sequence[Observed], fit: Fit) -> None:
    """Print how the claims of each source are judged by scores that were fitted on other articles' claims of all sources."""
    scores = folded(found, fit)
    article = {one.claim: one.group for one in found}
    for path, index in ((chosen.claims, chosen.index), *chosen.also):
        with open_runtime(replace(runtime.settings, index=index)) as other:
            parts = parted(list(claims(Path(path))), scores, article)
            for source, count in judged(other, parts, scores, [None] * len(parts), {}, {}).by.items():
                print(f"{source:<20} {count.line()}", flush=True)


def fit_choices(runtime: Runtime, chosen: argparse.Namespace) -> None:
    """Print the weights fitted on all claims; scripts/measure_ranking.py prints how well such weights rank."""
    with open_index(chosen.index) as index:
        found = list(with_gold(covered(chosen.claims), index))
    encoder = runtime.sentence_vectors()
    print(fit_choice(found, encoder))


def pairs(runtime: Runtime, chosen: argparse.Namespace) -> Iterator[Met]:
    """Labelled claims with documents."""
    if chosen.kind == "index":
        yield from met_everywhere(runtime, chosen.claims, chosen.also, chosen.documents)
        return
    extractor, retriever = runtime.provide(Extractor), runtime.provide(Retriever)
    passages = list(wikibio(chosen.wikibio))
    yield from met(passages, extractor, retriever, lambda example, _: example.id, chosen.documents)
    yield from met_published(chosen.nbc, (example.document.title for example in passages))


if __name__ == "__main__":
    main()
