"""``localcheck doctor``: reports what is installed, what is missing, and how to fix it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import AS_JSON
from localcheck.cli.diagnostics import Exit
from localcheck.cli.output import console, emit_json

if TYPE_CHECKING:
    from localcheck.monitoring.doctor import Finding

MARKS = {"ok": ("✓", "green"), "note": ("·", "cyan"), "warning": ("!", "yellow"), "error": ("✗", "red")}


@click.command()
@click.option("--llm", help="Examine this language model instead of the one in the settings.")
@click.option("--nli", help="Examine this NLI model instead.")
@click.option("--index", help="Examine this index instead.")
@click.option("--offline", is_flag=True, help="Try to connect beyond this machine, and show that it is refused.")
@click.option(
    "--bench-llm", is_flag=True, help="Measure the language model's speed, and estimate the time of each method."
)
@AS_JSON
def doctor(llm: str | None, nli: str | None, index: str | None, offline: bool, bench_llm: bool, as_json: bool) -> int:
    """Report what is installed, what is missing, and the command that fixes it. Exit code 3 if something required is missing.

    \b
    Examples:
      localcheck doctor
      localcheck doctor --offline
      localcheck doctor --llm gguf:qwen2.5-1.5b-instruct --json
      localcheck doctor --llm gguf:qwen2.5-1.5b-instruct --bench-llm
    """
    from localcheck.cli.options import typed_now
    from localcheck.monitoring import doctor as examination

    if offline:
        from localcheck.monitoring import offline as proof

        found = list(proof.findings())
    else:
        settings = typed_now({"llm": llm, "nli": nli, "index": index}).settings()
        found = list(examination.benchmark(settings) if bench_llm else examination.findings(settings))
    if as_json:
        emit_json([asdict(f) for f in found])
    else:
        _show(found)
    if examination.required_missing(found):
        diagnostics.note("something required is missing")
        return Exit.RESOURCE
    return Exit.OK


def _show(found: list[Finding]) -> None:
    from rich.text import Text

    out = console()
    for finding in found:
        mark, colour = MARKS[finding.level]
        out.print(Text.assemble((f"{mark} ", colour), finding.text), soft_wrap=True)
        if finding.mend and finding.level != "ok":
            out.print(Text(f"    {finding.mend}", style="bold"), soft_wrap=True)
