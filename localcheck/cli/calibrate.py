"""``localcheck calibrate``: learn the likelihood table for this machine's NLI model and evidence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck import network, resources
from localcheck.cli import diagnostics
from localcheck.cli.options import chosen_settings, run_options
from localcheck.cli.output import emit, emit_json
from localcheck.errors import BadInput, UsageError

if TYPE_CHECKING:
    from localcheck.compose import Runtime
    from localcheck.stats.bayes import Likelihoods
    from localcheck.stats.calibrate import Labelled, Reliability

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
@click.option("--smoothing", type=float, default=1.0, show_default=True, help="Added to every count.")
@click.option("--svg", type=click.Path(path_type=Path), help="Write the reliability diagram there.")
@click.option("--dry-run", is_flag=True, help="Show, but keep the table in use.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@run_options
@click.pass_context
def calibrate(ctx: click.Context, /, **values: JSON) -> None:
    """Estimate P(feature | factual) and P(feature | not factual) from labelled claims, one document each.

    Rows with "evidence" (a text or a list) are scored against it; others against the first document of --index. The table
    is kept in the home for this NLI model and kind of evidence, and used from then on.

    \b
    Examples:
      localcheck calibrate --data claims.jsonl --index enwiki
      localcheck calibrate --from-reviews --dry-run
    """
    if bool(values["data"]) == values["from_reviews"]:
        raise UsageError("give --data FILE, or --from-reviews")
    if values["smoothing"] <= 0:
        raise UsageError("--smoothing must be positive")
    settings = chosen_settings(ctx, values, values["options"])
    from localcheck.compose import open_runtime

    with ExitStack() as stack:
        stack.enter_context(network.allow(settings.network))
        runtime = stack.enter_context(open_runtime(settings))
        learned = _from_reviews(runtime, values) if values["from_reviews"] else _from_data(runtime, values)
    _publish(learned, values)


class Learned:
    """A new table with what it changes."""

    def __init__(
        self, table: Likelihoods, before: Reliability | None, after: Reliability, threshold: float | None
    ) -> None:
        self.table, self.before, self.after, self.threshold = table, before, after, threshold


def _from_data(runtime: Runtime, values: dict[str, JSON]) -> Learned:
    from dataclasses import replace

    from localcheck.stats.calibrate import cross_validated, learn, measure

    with diagnostics.progress("claims", 2 * values["size"], "claims", quiet=values["quiet"]) as bar:
        claims, kind = [], "index"
        for claim, kind in _labelled(runtime, values["data"], values["size"]):  # noqa: B007
            claims.append(claim)
            bar.advance()
    _enough(claims, values["data"])
    sha256 = runtime.nli_sha256()
    table = learn(claims, values["smoothing"])
    table = replace(table, nli_sha256=sha256, evidence=kind, data=values["data"].name)
    before = None
    current, mismatch = runtime.likelihoods_for(kind)
    if not mismatch:
        before = measure(claims, current)
    return Learned(table, before, cross_validated(claims, smoothing=values["smoothing"]), None)


def _from_reviews(runtime: Runtime, values: dict[str, JSON]) -> Learned:
    """Reviews are few, so they move the table in use instead of replacing it."""
    from dataclasses import replace

    from localcheck.stats.calibrate import best_threshold, cross_validated, learn, measure, replay
    from localcheck.store import Store

    with Store(resources.store_path()) as store:
        claims = list(_reviewed(store))
    _enough(claims, resources.store_path(), fewest=2)
    current, _ = runtime.likelihoods_for("index")
    new = learn(claims, values["smoothing"], current, REVIEW_WEIGHT)
    new = replace(
        new, nli_sha256=runtime.nli_sha256(), evidence="index", data=f"{current.data} and {len(claims)} reviews"
    )
    after = cross_validated(claims, prior=current, prior_weight=REVIEW_WEIGHT, smoothing=values["smoothing"])
    posteriors = [replay(c, new) for c in claims]
    threshold = best_threshold([c.factual for c in claims], posteriors, 28.0, 96.0)
    return Learned(new, measure(claims, current), after, threshold)


def _labelled(runtime: Runtime, path: Path, size: int) -> Iterator[tuple[Labelled, str]]:
    """Features of at most ``size`` claims of each kind, and the kind of evidence."""
    from itertools import islice

    from localcheck.detectors.weigh import Windows, drive, passages_for, weigh
    from localcheck.evaluate.examples import claims
    from localcheck.stats.bayes import entailment_feature
    from localcheck.stats.calibrate import Labelled
    from localcheck.types import Claim, Passage, Source, Span

    left = {True: size, False: size}
    for example in claims(path):
        factual = example.labels[0] == 0
        if not left[factual]:
            continue
        text = example.document.text
        claim = Claim("0.0", 0, text, Span(0, len(text)))
        given = example.document.context
        if given:
            found = [Passage(example.document.title, given[0], Source("reference", path.name))]
        else:
            found = list(islice(passages_for(runtime.retriever, example.document, claim), 1))
        feature = 0
        for passage in found:
            _, support = drive(runtime.nli, weigh(claim, passage, Windows()))
            feature = entailment_feature(support)
        left[factual] -= 1
        yield Labelled((feature,), factual), "web" if given else "index"


def _reviewed(store: Any) -> Iterator[Labelled]:
    from localcheck.stats.calibrate import Labelled
    from localcheck.types import Label

    for reviewed in store.reviewed_claims():
        features = tuple(b.feature for b in reviewed.verdict.beliefs if b.feature is not None)
        if features and reviewed.label in (Label.SUPPORTED, Label.REFUTED):
            yield Labelled(features, reviewed.label is Label.SUPPORTED)


def _enough(claims: list[Labelled], where: Path, fewest: int = FEWEST) -> None:
    factual = sum(c.factual for c in claims)
    if min(factual, len(claims) - factual) < fewest:
        raise BadInput(
            where,
            f"{factual} factual and {len(claims) - factual} not factual claims; at least {fewest} of each are needed",
            "label more claims, or review more documents",
        )


def _publish(learned: Learned, values: dict[str, JSON]) -> None:
    table = learned.table
    row = {
        "format": 1,
        "nli_sha256": table.nli_sha256,
        "evidence": table.evidence,
        "data": table.data,
        "n": list(table.n),
        "factual": list(table.factual),
        "nonfactual": list(table.nonfactual),
    }
    path = resources.home() / "calibration" / f"likelihoods-{table.nli_sha256[:12] or 'model'}-{table.evidence}.json"
    if not values["dry_run"]:
        with resources.atomic_write(path) as f:
            f.write(json.dumps(row, indent=2) + "\n")
    if values["svg"]:
        from localcheck.formats.reliability import svg

        with resources.atomic_write(values["svg"]) as f:
            f.write(svg(learned.after.bins, f"P(factual), n = {learned.after.n}, ECE {learned.after.ece:.3f}"))
    if values["as_json"]:
        emit_json({**row, "threshold": learned.threshold, "before": _numbers(learned.before),
                   "after": _numbers(learned.after), "file": None if values["dry_run"] else str(path)})  # fmt: skip
        return
    _tell(learned, None if values["dry_run"] else path)


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
