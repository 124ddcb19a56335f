"""``localcheck explain``: shows how a method decides, without running it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from localcheck.cli.arguments import AS_JSON, KIND_OF_EVIDENCE, PATH, Group
from localcheck.cli.checks.outcome import tell
from localcheck.cli.options import Typed, run_options
from localcheck.cli.output import emit, emit_json, write_file
from localcheck.cli.writing import writes
from localcheck.errors import UsageError

METHOD = "bayes-sequential"


@click.group(cls=Group)
def explain() -> None:
    """Explain decisions.

    \b
    Examples:
      localcheck explain policy
      localcheck explain policy --effort thorough
      localcheck explain policy -o policy=one-step -o c_abstain=5 --svg policy.svg
    """


@explain.command()
@KIND_OF_EVIDENCE
@click.option("--svg", type=PATH, help="Draw the regions in this file.")
@AS_JSON
@run_options
@writes("svg")
def policy(*, kind: str, svg: Path | None, as_json: bool, typed: Typed) -> None:
    """Show when bayes-sequential reads another document, by documents read and P(factual), and which label it gives."""
    from localcheck.judging.evidence.find_tables import policy_of
    from localcheck.reports import policy as shown

    if (named := typed.given.get("detector")) not in (None, METHOD):
        raise UsageError(f"the rule of {named} is not shown here", f"this explains {METHOD}: leave --detector out")
    with typed.runtime() as runtime:
        parameters = runtime.parameters_of(METHOD)
        rule = policy_of(parameters, runtime.nli_sha256(), kind)
        if rule is not None and runtime.consults and (asked := runtime.consultant) is not None:
            price = float(parameters["c_second"]) * asked.seconds
            rule = replace(rule, second=asked.table.likelihoods, c_consult=price)
        tell(runtime.info(METHOD).notes)
    if rule is None:
        raise UsageError(f"{METHOD} has no stopping rule")
    if svg is not None:
        write_file(svg, shown.svg(rule))
    if as_json:
        low, high = rule.thresholds()
        steps = [[list(interval) for interval in shown.reads_on(rule, step)] for step in range(rule.k)]
        emit_json({"refuted_to": low, "supported_from": high, "reads_on": steps,
                   "asks": [[list(interval) for interval in shown.asks(rule, step)] for step in range(rule.k + 1)],
                   "log_ratios": rule.likelihoods.log_ratios().tolist()})  # fmt: skip
        return
    emit("\n".join(shown.lines(rule)))
