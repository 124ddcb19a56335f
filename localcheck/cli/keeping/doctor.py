"""``localcheck doctor``: reports what is installed, what is missing, and how to fix it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import AS_JSON
from localcheck.cli.diagnostics import Exit
from localcheck.cli.output import console, emit_json
from localcheck.errors import BadSetting, UnknownName

if TYPE_CHECKING:
    from localcheck.cli.options import Typed
    from localcheck.monitoring.doctor import Finding
    from localcheck.settings import Settings

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
        settings, found = _settings(typed_now({"llm": llm, "nli": nli, "index": index}))
        found += examination.benchmark(settings) if bench_llm else examination.findings(settings)
    if as_json:
        emit_json([asdict(f) for f in found])
    else:
        _show(found)
    if examination.required_missing(found):
        diagnostics.note("something required is missing")
        return Exit.RESOURCE
    return Exit.OK


def _settings(typed: Typed) -> tuple[Settings, list[Finding]]:
    """The settings to examine. Where the settings file is wrong, those without it, and what is wrong as a finding.

    Raises ``BadSetting`` and ``UnknownName`` where something else is wrong, and ``BadInput`` for a file that is not there.
    """
    from localcheck.monitoring.doctor import Finding
    from localcheck.settings import load

    try:
        return typed.settings(), []
    except (BadSetting, UnknownName) as error:
        settings = load(given=typed.given)
        return settings, [Finding("home", "error", error.message, error.hint or "correct the settings file")]


def _show(found: list[Finding]) -> None:
    from rich.text import Text

    out = console()
    for finding in found:
        mark, colour = MARKS[finding.level]
        out.print(Text.assemble((f"{mark} ", colour), finding.text), soft_wrap=True)
        if finding.mend and finding.level != "ok":
            out.print(Text(f"    {finding.mend}", style="bold"), soft_wrap=True)
