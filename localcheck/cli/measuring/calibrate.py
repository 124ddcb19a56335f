"""``localcheck calibrate``: learns the evidence score and the likelihood table for an NLI model and a kind of evidence."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from localcheck.cli import diagnostics
from localcheck.cli.arguments import AS_JSON, COUNT, KIND_OF_EVIDENCE, PATH, QUIET, defaulted
from localcheck.cli.options import Typed, number, run_options
from localcheck.cli.output import emit, emit_json, write_file
from localcheck.cli.writing import writes
from localcheck.errors import UsageError
from localcheck.settings.ranges import Range
from localcheck.settings.requests import CalibrateRequest
from localcheck.types import JSON

if TYPE_CHECKING:
    from localcheck.evaluate.calibrating import Calibration, Read
    from localcheck.evaluate.deciding import Decided
    from localcheck.stats.calibrate import Reliability

SHORT = {
    "not_enough": "open",
    "ece_three_way": "ECE 3way",
    "ece": "ECE P",
    "auc": "AUC",
    "brier": "Brier",
    "evidence_per_claim": "read",
    "label_against_posterior": "against",
}
"""Figures under shorter names. *open*: not enough evidence; *ECE 3way*: of the three answers; *read*: documents a claim;
*against*: labels that contradict their probability."""

NOT_OF_EXPERT = {"from_reviews": "--from-reviews", "kind": "--kind", "smoothing": "--smoothing", "svg": "--svg"}
"""Options of what is learned without a language model, by the name of their parameter."""
KNOWN = 1
"""Orders in which the options are shown: one is enough where the preference for a letter is fitted away with the rest."""


@click.command()
@click.option("--data", type=PATH, help="JSONL with claim, label (factual or nonfactual) and optional evidence.")
@click.option("--from-reviews", is_flag=True, help="Learn from the decisions made in the review app.")
@defaulted("--s", "size", type=COUNT, default=200, help="Largest number of claims of each label.")
@defaulted("--smoothing", type=number(Range(0, inside=True)), default=1.0, help="Number added to every count.")
@KIND_OF_EVIDENCE
@click.option(
    "--expert",
    is_flag=True,
    help="Learn instead how far the language model's answers change the probability of a claim.",
)
@click.option("--from-index", is_flag=True, help="Look up every claim in --index, even if its row has evidence.")
@click.option("--svg", type=PATH, help="Write the reliability diagrams to this file.")
@click.option("--dry-run", is_flag=True, help="Show the result without keeping it.")
@AS_JSON
@QUIET
@run_options
@writes("svg")
def calibrate(
    *, expert: bool, svg: Path | None, dry_run: bool, as_json: bool, quiet: bool, typed: Typed, **asked: Any
) -> None:
    """Learn from labelled claims, or from reviews, how strong the evidence of a document is.

    This learns the evidence score, which decides by default, and the paper's table of entailment features (for
    -o evidence=paper). Both are kept in the home for this NLI model and kind of evidence, and used from then on. The output
    compares the decisions before and after on these claims; each claim is judged by a score that was not fitted on its article.

    A row with "evidence" (a text or a list) is judged by that evidence. Any other row, and with --from-index every row, is
    judged by the first documents found in --index.

    \b
    Examples:
      localcheck calibrate --data claims.jsonl --index enwiki --from-index
      localcheck calibrate --from-reviews --dry-run
      localcheck calibrate --expert --data claims.jsonl --index enwiki --llm gguf:my-model --s 50
    """
    if expert:
        _refuse_beside_expert()
        _learn_expert(asked["data"], asked["size"], typed, dry_run=dry_run, as_json=as_json, quiet=quiet)
        return
    request = CalibrateRequest(**asked)
    from localcheck.evaluate.calibrating import calibrate as learn
    from localcheck.evaluate.calibrating import keep

    with typed.runtime() as runtime:
        found = _followed(learn(request, runtime), quiet)
    said = _better_before(found)
    worse = request.from_reviews and bool(said)
    files = () if dry_run or worse else keep(found)
    if svg is not None:
        _draw(found, svg)
    if as_json:
        _as_json(found, files)
    else:
        _tell(found, files, "not kept (--dry-run)" if dry_run else "not kept: what was in use stays")
    if said:
        diagnostics.warn(said + (f"; remove {_named(files)} to use the shipped tables again" if files else ""))


def _refuse_beside_expert() -> None:
    """Raise ``UsageError`` for an option that says nothing to ``--expert``."""
    context = click.get_current_context()
    for name, option in NOT_OF_EXPERT.items():
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise UsageError(f"--expert and {option} do not go together", f"leave out {option}, or --expert")


def _followed(steps: Generator[Read, None, Calibration], quiet: bool) -> Calibration:
    """Run the steps with a progress line for each kind, and return their result."""
    with diagnostics.progress("", quiet=quiet) as bar:
        while True:
            try:
                read = next(steps)
            except StopIteration as end:
                found: Calibration = end.value
                return found
            bar.turn(f"{read}:")
            bar.advance()


def _draw(found: Calibration, file: Path) -> None:
    """Write the reliability diagrams of the decision that was learned, or of the paper's table where only that was."""
    from localcheck.cli.measuring.eval_view import drawn
    from localcheck.reports.figure import svg

    after = found.decided_after
    if after is not None and after.reliability:
        write_file(file, drawn(after.reliability))
    else:
        write_file(file, svg(found.after.bins, f"P(factual), n = {found.after.n}, ECE {found.after.ece:.3f}"))


def _named(files: Sequence[Path]) -> str:
    """The files in words."""
    return " and ".join(map(str, files))


def _as_json(found: Calibration, files: Sequence[Path]) -> None:
    from localcheck.evaluate.sample import as_json
    from localcheck.judging.fitted import likelihoods_row

    after = found.decided_after
    decision = {"before": _figures(found.decided_before), "after": _figures(after),
                "reliability": None if after is None else as_json(after.reliability)}  # fmt: skip
    emit_json({**likelihoods_row(found.table), "threshold": found.threshold, "before": _numbers(found.before),
               "after": _numbers(found.after), "decision": decision,
               "file": str(files[0]) if files else None, "files": [str(file) for file in files]})  # fmt: skip


def _numbers(measured: Reliability | None) -> JSON:
    return None if measured is None else {"n": measured.n, "ece": measured.ece, "brier": measured.brier}


def _figures(decided: Decided | None) -> JSON:
    return None if decided is None else {"n": decided.n, **decided.figures}


def _tell(found: Calibration, files: Sequence[Path], otherwise: str) -> None:
    emit("\n".join([*_of_decision(found), *_of_table(found)]))
    if found.threshold is not None:
        emit(f"cheapest threshold on P(factual) for these reviews: {found.threshold:.2f}")
    emit(f"kept in {_named(files)}" if files else otherwise)


def _better_before(found: Calibration) -> str:
    """A sentence if what was in use knows these claims better than what was learned from others of them; else nothing."""
    if found.evidence is None and found.before is not None:
        then, now = found.before.brier, found.after.brier
    elif found.decided_before is None or found.decided_after is None:
        return ""
    else:
        then, now = (d.figures["brier"] for d in (found.decided_before, found.decided_after))
    if now <= then:
        return ""
    return f"what was in use is better on these claims (Brier score {then:.3f}, the learned one has {now:.3f})"


def _of_table(found: Calibration) -> Iterator[str]:
    """The likelihoods and how far the probabilities that they give hold."""
    from localcheck.reports.figure import terminal

    table = found.table
    of = "symbol of the evidence score" if found.score_alone else "feature of -o evidence=paper"
    yield f"each {of}, P( | factual), P( | not factual), from {table.n[0]} and {table.n[1]} claims ({table.data}):"
    for f, (yes, no) in enumerate(zip(table.factual, table.nonfactual, strict=True)):
        yield f"  {f}  {yes:.3f}  {no:.3f}  ×{yes / no:.2f}"
    if found.before is not None:
        yield f"before: ECE {found.before.ece:.3f}, Brier {found.before.brier:.3f}"
    yield f"after:  ECE {found.after.ece:.3f}, Brier {found.after.brier:.3f} (cross-validated, n = {found.after.n})"
    yield from terminal(found.after.bins)


def _of_decision(found: Calibration) -> Iterator[str]:
    """What is decided with the evidence score that was in use, and with the new one."""
    known = [(n, d) for n, d in (("before", found.decided_before), ("after", found.decided_after)) if d is not None]
    if found.evidence is None:
        return
    yield "what is decided on these claims, by evidence score, stopping rule and two thresholds (quotes left out):"
    if known:
        names = list(known[0][1].figures)
        yield f"{'':8}{'n':>6}" + "".join(f"  {SHORT.get(name, name):>8}" for name in names)
        for name, decided in known:
            cells = (f"{decided.figures[key]:8.3f}" if key in decided.figures else f"{'':8}" for key in names)
            yield f"{name + ':':8}{decided.n:>6}" + "".join(f"  {cell}" for cell in cells)
    if found.decided_after is None:
        yield "after: not measured; true and false claims of five articles are needed for that"


def _learn_expert(data: Path | None, most: int, typed: Typed, *, dry_run: bool, as_json: bool, quiet: bool) -> None:
    """Read each claim's first document with the NLI model, ask the language model about it, fit and keep the table."""
    from localcheck.asking.expert import Expert
    from localcheck.asking.head_files import headed
    from localcheck.evaluate import hearing

    if data is None:
        raise UsageError("--expert learns from labelled claims", "add --data claims.jsonl")
    with typed.runtime() as runtime:
        llm = runtime.llm
        examples = hearing.chosen(data, most)
        with diagnostics.progress("documents:", len(examples), quiet=quiet) as bar:
            rows = [one for one in bar.over(hearing.seen(runtime, examples)) if one is not None]
        judge = headed(llm)[0] or Expert(llm, KNOWN)
        with diagnostics.progress("answers:", len(rows), quiet=quiet) as bar:
            said = list(bar.over(hearing.heard_of(judge, rows)))
        named = {"model": llm.info.name, "llm_sha256": llm.info.sha256, "head_sha256": judge.digest, "orders": KNOWN}
        found = hearing.fitted(said, data.name, runtime.nli_sha256(), **named)
    path = None if dry_run else hearing.keep(found.table)
    ratios = found.table.likelihoods.log_ratios().tolist()
    if as_json:
        emit_json({"model": found.table.model, "n": found.n, "auc": found.auc, "right": found.right,
                   "log_ratios": ratios, "file": None if path is None else str(path)})  # fmt: skip
        return
    nli, llm_alone, both = (f"{100 * x:.0f}" for x in found.auc)
    emit(f"{found.n} claims; AUC of the NLI model {nli}, of {found.table.model} {llm_alone}, of both {both} (left out)")
    emit(f"right of two: {100 * found.right[0]:.0f} before, {100 * found.right[1]:.0f} with both (left out)")
    emit("log-odds that each answer adds: " + " ".join(f"{x:+.2f}" for x in ratios))
    emit(f"kept in {path}" if path else "not kept (--dry-run)")
