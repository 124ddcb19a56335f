"""Learning from labelled claims or from reviews: the paper's likelihood table and the evidence score, for one NLI model.

``calibrate`` measures and learns; ``keep`` writes what was learned into the home, where ``tables`` finds it.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from localcheck.errors import BadInput, MissingResource
from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.deciding import DOCUMENTS, Decided, Folded, decided, foldable, folded, replayed, row
from localcheck.evaluate.fitting import (
    Met,
    Observed,
    as_text,
    entailment_of,
    file_name,
    fit_evidence,
    met_claim,
    observe,
    of_each_kind,
)
from localcheck.judging.evidence.find_tables import find_evidence, rule_of
from localcheck.judging.evidence.score import EvidenceModel, to_json
from localcheck.run.runtime import Runtime
from localcheck.settings.requests import CalibrateRequest
from localcheck.stats.bayes import Likelihoods, Policy
from localcheck.stats.calibrate import (
    Labelled,
    Reliability,
    best_threshold,
    cross_validated,
    learn,
    measure,
    reliability,
    replay,
)
from localcheck.store import Store
from localcheck.store.decisions import Reviewed
from localcheck.system import resources
from localcheck.types import Label

REVIEW_WEIGHT = 40.0
"""Observations that the table in use counts for when reviews move it."""
FEWEST = 10
"""Claims of each kind below which a table would be noise."""
FEWEST_REVIEWS = 2
"""Reviewed claims of each kind below which reviews move nothing: they change a table, they do not replace it."""
METHOD = "bayes-sequential"
"""The method whose options say when to stop and what to declare."""
Read = Literal["claims", "documents"]
"""What was read just now: a claim for the paper's table, or a document for the evidence score."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was learned, and how much better it is than what is in use."""

    table: Likelihoods
    """The paper's table; of reviews of the evidence score (``score_alone``), the table of its symbols."""
    before: Reliability | None
    """Reliability of the table in use on the same claims; None when there is none or it belongs to another model."""
    after: Reliability
    """Reliability of the new one, cross-validated."""
    threshold: float | None = None
    """The cheapest threshold on P(factual) for the reviewed claims under the default costs."""
    evidence: EvidenceModel | None = None
    """The evidence score learned from the claims, or the one in use with its likelihoods moved by reviews; None where
    reviews moved the paper's table."""
    score_alone: bool = False
    """True if only the evidence score changed, so that the paper's table is not written."""
    decided_before: Decided | None = None
    """What the decision in use does on the same claims; None when there is none for this model."""
    decided_after: Decided | None = None
    """What the new one does, each claim judged by one that was fitted without its article (of reviews: without the claim).
    None where there are too few articles for that, or where reviews moved the paper's table."""


def calibrate(request: CalibrateRequest, runtime: Runtime) -> Generator[Read, None, Calibration]:
    """Learn what the request asks for. Yields once for every claim and document read, and returns the result.

    Raises ``BadInput`` for too few claims of one kind.
    """
    if request.data is None:
        return _from_reviews(request, runtime)
    return (yield from _from_data(request, request.data, runtime))


def keep(found: Calibration) -> tuple[Path, ...]:
    """Write what was learned into the home; the paths of its files."""
    path = resources.home() / "calibration" / file_name(found.table)
    texts = {} if found.score_alone else {path: as_text(found.table)}
    if found.evidence is not None:
        beside = path.with_name(path.name.replace("likelihoods", "evidence"))
        texts[beside] = json.dumps(to_json(found.evidence), indent=1) + "\n"
    for file, text in texts.items():
        with resources.atomic_write(file) as f:
            f.write(text)
    return tuple(texts)


def _from_data(request: CalibrateRequest, data: Path, runtime: Runtime) -> Generator[Read, None, Calibration]:
    options = runtime.parameters_of(METHOD)
    claims, unspoken, documents = list[Labelled](), list[Example](), list[Met]()
    for example in of_each_kind(data, request.size):
        found = list(met_claim(example, lambda: runtime.retriever, DOCUMENTS, not request.from_index))
        claim = entailment_of(runtime.nli, found[0]) if found else Labelled((), False)
        if claim.features:
            claims.append(claim)
        else:
            unspoken.append(example)
        documents += found
        yield "claims"
    _enough(claims, data, FEWEST, unspoken)
    learned = learn(claims, request.smoothing)
    table = replace(learned, nli_sha256=runtime.nli_sha256(), evidence=request.kind, data=data.name)
    current = _in_use(runtime, request.kind)
    observed = []
    for one in observe(documents, runtime.nli, runtime.sentence_vectors()):
        observed.append(one)
        yield "documents"

    def fit(part: Sequence[Observed]) -> EvidenceModel:
        return fit_evidence(part, table)

    held_out = cross_validated(claims, smoothing=request.smoothing)
    policy = rule_of(options, table)
    return Calibration(
        table,
        None if current is None else measure(claims, current),
        reliability([c.factual for c in claims], held_out),
        evidence=fit(observed),
        decided_before=_of_score_in_use(runtime, request.kind, observed, policy),
        decided_after=decided(replayed(observed, folded(observed, fit), policy)) if foldable(observed) else None,
    )


def _of_score_in_use(runtime: Runtime, kind: str, observed: Sequence[Observed], policy: Policy) -> Decided | None:
    """What the evidence score in use decides; None where only another model's, or none, is here."""
    try:
        model, mismatch = find_evidence(runtime.nli_sha256(), kind)
    except MissingResource:
        return None
    return None if mismatch else decided(replayed(observed, Folded((model,), {}), policy))


def _in_use(runtime: Runtime, kind: str) -> Likelihoods | None:
    """The paper's table for this model and kind of evidence; None where only another's, or none, is here."""
    try:
        table, mismatch = runtime.likelihoods_for(kind)
    except MissingResource:
        return None
    return None if mismatch else table


def _from_reviews(request: CalibrateRequest, runtime: Runtime) -> Calibration:
    """Reviews are few, so they move the table in use instead of replacing it: as it was before reviews moved it, for they are
    all still there. Those on verdicts of another NLI model say nothing of this one's.
    """
    with Store(resources.store_path()) as store:
        settled = store.settled_claims()
    reviewed = [r for r in settled if r.nli_sha256 in ("", runtime.nli_sha256())]
    # Reviews of the evidence score and of the paper's features belong to different tables: the larger group moves its own.
    score = 2 * sum(r.learned for r in reviewed) >= len(reviewed)
    claims = list(_labelled(r for r in reviewed if r.learned is score))
    _enough(claims, resources.store_path(), FEWEST_REVIEWS, elsewhere=len(settled) - len(reviewed))
    model = find_evidence(runtime.nli_sha256(), request.kind)[0] if score else None
    in_use = model.likelihoods if model is not None else runtime.likelihoods_for(request.kind)[0]
    current = in_use.unmoved or in_use
    data = f"{current.data} and {len(claims)} reviews"
    new = learn(claims, request.smoothing, current, REVIEW_WEIGHT)
    new = replace(new, nli_sha256=runtime.nli_sha256(), evidence=request.kind, data=data, unmoved=current)
    held_out = cross_validated(claims, prior=current, prior_weight=REVIEW_WEIGHT, smoothing=request.smoothing)
    truth, policy = [c.factual for c in claims], rule_of(runtime.parameters_of(METHOD), new)
    threshold = best_threshold(truth, [replay(c, new) for c in claims], policy.costs.miss, policy.costs.false_alarm)
    before, after = measure(claims, current), reliability(truth, held_out)
    if model is None:
        return Calibration(new, before, after, threshold)
    then = [replay(c, current) for c in claims]
    return Calibration(
        new,
        before,
        after,
        threshold,
        replace(model, likelihoods=new),
        score_alone=True,
        decided_before=_of_posteriors(claims, then, policy),
        decided_after=_of_posteriors(claims, held_out, policy),
    )


def _of_posteriors(claims: Sequence[Labelled], posteriors: Sequence[float], policy: Policy) -> Decided:
    """What the thresholds make of P(factual) after all documents that were read."""
    found = enumerate(zip(claims, posteriors, strict=True))
    return decided([row(str(i), c.factual, p, policy, len(c.features)) for i, (c, p) in found])


def _labelled(reviewed: Iterable[Reviewed]) -> Iterator[Labelled]:
    """The features of reviewed claims with what people decided."""
    for one in reviewed:
        found = tuple(b.feature for b in one.verdict.beliefs if b.feature is not None and not b.consulted)
        if found and one.label in (Label.SUPPORTED, Label.REFUTED):
            yield Labelled(found, one.label is Label.SUPPORTED)


def _enough(
    claims: list[Labelled], where: Path, fewest: int, unspoken: Sequence[Example] = (), elsewhere: int = 0
) -> None:
    """Raise ``BadInput`` for too few claims of one kind. ``unspoken``: those of the file that no document speaks of;
    ``elsewhere``: reviewed ones that another NLI model judged.
    """
    factual = sum(c.factual for c in claims)
    if min(factual, len(claims) - factual) >= fewest:
        return
    yes = factual + sum(example.labels[0] == 0 for example in unspoken)
    there = f"{yes} factual and {len(claims) + len(unspoken) - yes} not factual claims"
    needed, hint = f"at least {fewest} of each are needed", "label more claims, or review more documents"
    if unspoken:
        there += f", but no document speaks of {len(unspoken)} of them, first {unspoken[0].document.text[:80]!r}"
        needed, hint = f"{needed} that one speaks of", "label more claims, or give --index with articles about them"
    if elsewhere:
        there += f", and {elsewhere} that another NLI model judged (--effort or --nli names it)"
    raise BadInput(where, f"{there}; {needed}", hint)
