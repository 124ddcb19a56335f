"""``localcheck calibrate``: learn the likelihood table for this machine's NLI model and evidence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck import network, resources
from localcheck.cli import diagnostics
from localcheck.cli.edge import output_file
from localcheck.cli.options import Typed, number, run_options
from localcheck.cli.output import emit, emit_json
from localcheck.errors import BadInput, MissingResource
from localcheck.ranges import Range
from localcheck.requests import CalibrateRequest

if TYPE_CHECKING:
    from localcheck.compose import Runtime
    from localcheck.evaluate.likelihoods import LabelledPair
    from localcheck.judging.evidence.score import EvidenceModel
    from localcheck.stats.bayes import Likelihoods
    from localcheck.stats.calibrate import Labelled, Reliability
    from localcheck.store.reviews import Reviewed

JSON = Any
REVIEW_WEIGHT = 40.0
"""Observations that the table in use counts for when reviews move it."""
FEWEST = 10
"""Claims of each kind below which a table would be noise."""


@click.command()
@click.option(
    "--data", type=click.Path(path_type=Path), help="JSONL of claim, label (factual or nonfactual), evidence?"
)
@click.option("--from-reviews", is_flag=True, help="Learn from the decisions made in the review app.")
@click.option(
    "--s", "size", type=click.IntRange(1), default=200, show_default=True, help="Claims of each kind, at most."
)
@click.option(
    "--smoothing", type=number(Range(0, inside=True)), default=1.0, show_default=True, help="Added to every count."
)
@click.option(
    "--kind",
    type=click.Choice(["index", "web"]),
    default="index",
    show_default=True,
    help="Kind of evidence that the table is for.",
)
@click.option("--svg", type=click.Path(path_type=Path), help="Write the reliability diagram there.")
@click.option("--dry-run", is_flag=True, help="Show, but keep the table in use.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@run_options
def calibrate(
    *,
    data: Path | None,
    from_reviews: bool,
    size: int,
    smoothing: float,
    kind: str,
    svg: Path | None,
    dry_run: bool,
    as_json: bool,
    quiet: bool,
    typed: Typed,
) -> None:
    """Estimate P(feature | factual) and P(feature | not factual) from labelled claims, one document each.

    Rows with "evidence" (a text or a list) are scored against it; others against the first document of --index. The table
    and the evidence score are kept in the home for this NLI model and kind of evidence, and used from then on.

    \b
    Examples:
      localcheck calibrate --data claims.jsonl --index enwiki
      localcheck calibrate --from-reviews --dry-run
    """
    request = CalibrateRequest(data, from_reviews, size, smoothing, kind)
    settings = typed.settings()
    from localcheck.compose import open_runtime

    with ExitStack() as stack:
        stack.enter_context(network.allow(settings.network))
        runtime = stack.enter_context(open_runtime(settings))
        learned = _from_reviews(runtime, request) if data is None else _from_data(runtime, request, data, quiet)
    path = _publish(learned, svg, keep=not dry_run)
    if as_json:
        _as_json(learned, path)
    else:
        _tell(learned, path)


@dataclass(frozen=True, slots=True)
class Learned:
    """A new table with what it changes."""

    table: Likelihoods
    before: Reliability | None
    """Reliability of the table in use on the same claims; ``None`` when it belongs to another model."""
    after: Reliability
    """Cross-validated."""
    threshold: float | None = None
    """The cheapest threshold on P(factual) for these claims under the default costs."""
    evidence: EvidenceModel | None = None
    """The learned evidence score of these claims, or the one in use with its likelihoods moved by reviews; ``None`` where
    reviews moved the paper's table."""
    score_alone: bool = False
    """Whether only the evidence score is kept: ``table`` is then its table of symbols, not one of the paper's features."""


def _from_data(runtime: Runtime, request: CalibrateRequest, data: Path, quiet: bool) -> Learned:
    from localcheck.evaluate.likelihoods import features
    from localcheck.stats.calibrate import cross_validated, learn, measure

    claims = []
    with diagnostics.progress("claims:", None, quiet=quiet) as bar:
        for claim in features(runtime.nli, _observed(runtime, data, request.size)):
            claims.append(claim)
            bar.advance()
    claims = [c for c in claims if c.features]
    _enough(claims, data)
    table = replace(
        learn(claims, request.smoothing), nli_sha256=runtime.nli_sha256(), evidence=request.kind, data=data.name
    )
    current, mismatch = _in_use(runtime, request.kind)
    before = measure(claims, current) if current is not None and not mismatch else None
    score = _evidence(runtime, request, data, table, quiet)
    return Learned(table, before, cross_validated(claims, smoothing=request.smoothing), evidence=score)


def _evidence(
    runtime: Runtime, request: CalibrateRequest, data: Path, table: Likelihoods, quiet: bool
) -> EvidenceModel:
    """The evidence score of the same claims, each with its own evidence or the first documents of the index."""
    from localcheck.evaluate.fitting import fit_evidence, met_claims, observe
    from localcheck.judging.evidence.choose import Choice

    found = []
    with diagnostics.progress("documents:", None, quiet=quiet) as bar:
        met = met_claims(data, lambda: runtime.retriever, size=request.size, given=True)
        for one in observe(met, runtime.nli, runtime.sentence_vectors(), Choice()):
            found.append(one)
            bar.advance()
    return fit_evidence(found, Choice(), table)


def _in_use(runtime: Runtime, kind: str) -> tuple[Likelihoods | None, str]:
    """The table in use and a warning when it belongs to another model; ``None`` where there is none yet."""
    try:
        return runtime.likelihoods_for(kind)
    except MissingResource:
        return None, ""


def _from_reviews(runtime: Runtime, request: CalibrateRequest) -> Learned:
    """Reviews are few, so they move the table in use instead of replacing it."""
    from localcheck.stats.bayes import Costs
    from localcheck.stats.calibrate import best_threshold, cross_validated, learn, measure, replay
    from localcheck.store import Store
    from localcheck.tables import find_evidence

    with Store(resources.store_path()) as store:
        reviewed = store.reviewed_claims()
    # Reviews of the learned score and of the paper's features speak of different tables: the larger part moves its own.
    score = 2 * sum(r.learned for r in reviewed) >= len(reviewed)
    claims = list(_labelled(r for r in reviewed if r.learned is score))
    _enough(claims, resources.store_path(), fewest=2)
    model = find_evidence(runtime.nli_sha256(), request.kind)[0] if score else None
    current = model.likelihoods if model is not None else runtime.likelihoods_for(request.kind)[0]
    data = f"{current.data} and {len(claims)} reviews"
    new = learn(claims, request.smoothing, current, REVIEW_WEIGHT)
    new = replace(new, nli_sha256=runtime.nli_sha256(), evidence=request.kind, data=data)
    after = cross_validated(claims, prior=current, prior_weight=REVIEW_WEIGHT, smoothing=request.smoothing)
    costs = Costs()
    posteriors = [replay(c, new) for c in claims]
    threshold = best_threshold([c.factual for c in claims], posteriors, costs.miss, costs.false_alarm)
    moved = None if model is None else replace(model, likelihoods=new)
    return Learned(new, measure(claims, current), after, threshold, moved, score_alone=score)


def _observed(runtime: Runtime, path: Path, size: int) -> Iterator[LabelledPair]:
    """At most ``size`` claims of each kind, each with its own evidence or the first document of the index."""
    from localcheck.datasets.examples import claims
    from localcheck.evaluate.likelihoods import LabelledPair, claim_of_text, given_pair

    left = {True: size, False: size}
    for example in claims(path):
        factual = example.labels[0] == 0
        if not left[factual]:
            continue
        left[factual] -= 1
        document = example.document
        if document.context:
            yield given_pair(document.text, document.context[0], factual, document.title, path.name)
        else:
            claim = claim_of_text(document.text)
            yield LabelledPair(claim, next(runtime.retriever.evidence(document, claim), None), factual)


def _labelled(reviewed: Iterable[Reviewed]) -> Iterator[Labelled]:
    """The features of reviewed claims with what the reviewer decided."""
    from localcheck.stats.calibrate import Labelled
    from localcheck.types import Label

    for one in reviewed:
        features = tuple(b.feature for b in one.verdict.beliefs if b.feature is not None)
        if features and one.label in (Label.SUPPORTED, Label.REFUTED):
            yield Labelled(features, one.label is Label.SUPPORTED)


def _enough(claims: list[Labelled], where: Path, fewest: int = FEWEST) -> None:
    factual = sum(c.factual for c in claims)
    if min(factual, len(claims) - factual) < fewest:
        raise BadInput(
            where,
            f"{factual} factual and {len(claims) - factual} not factual claims; at least {fewest} of each are needed",
            "label more claims, or review more documents",
        )


def _publish(learned: Learned, drawing: Path | None, *, keep: bool) -> Path | None:
    """Keep the table (the path is returned) and write the reliability diagram, as asked."""
    from localcheck.evaluate.likelihoods import as_text, file_name

    path = resources.home() / "calibration" / file_name(learned.table) if keep else None
    if path is not None and not learned.score_alone:
        with resources.atomic_write(path) as f:
            f.write(as_text(learned.table))
    if path is not None and learned.evidence is not None:
        from localcheck.judging.evidence.score import to_json

        beside = path.with_name(path.name.replace("likelihoods", "evidence"))
        with resources.atomic_write(beside) as f:
            f.write(json.dumps(to_json(learned.evidence), indent=1) + "\n")
        path = beside if learned.score_alone else path
    if drawing is not None:
        from localcheck.formats.reliability import svg

        with output_file(drawing) as f:
            f.write(svg(learned.after.bins, f"P(factual), n = {learned.after.n}, ECE {learned.after.ece:.3f}"))
    return path


def _as_json(learned: Learned, path: Path | None) -> None:
    from localcheck.evaluate.likelihoods import table_row

    emit_json({**table_row(learned.table), "threshold": learned.threshold, "before": _numbers(learned.before),
               "after": _numbers(learned.after), "file": None if path is None else str(path)})  # fmt: skip


def _numbers(found: Reliability | None) -> JSON:
    return None if found is None else {"n": found.n, "ece": found.ece, "brier": found.brier}


def _tell(learned: Learned, path: Path | None) -> None:
    from localcheck.formats.reliability import terminal

    table = learned.table
    emit(f"P(feature | factual), P(feature | not factual) from {table.n[0]} and {table.n[1]} claims ({table.data}):")
    for f, (yes, no) in enumerate(zip(table.factual, table.nonfactual, strict=True)):
        emit(f"  {f}  {yes:.3f}  {no:.3f}  ×{yes / no:.2f}")
    if learned.before is not None:
        emit(f"before: ECE {learned.before.ece:.3f}, Brier {learned.before.brier:.3f}")
    emit(
        f"after:  ECE {learned.after.ece:.3f}, Brier {learned.after.brier:.3f} (cross-validated, n = {learned.after.n})"
    )
    for line in terminal(learned.after.bins):
        emit(line)
    if learned.threshold is not None:
        emit(f"cheapest threshold on P(factual) for these reviews: {learned.threshold:.2f}")
    emit(f"kept in {path}" if path else "not kept (--dry-run)")
