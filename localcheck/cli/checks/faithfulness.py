"""``localcheck faithfulness``: is an answer grounded in the context that it was given?"""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck import network
from localcheck.cli import diagnostics
from localcheck.cli.diagnostics import Exit
from localcheck.cli.options import Typed, run_options
from localcheck.cli.output import emit, emit_json
from localcheck.errors import BackendError, LocalcheckError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from localcheck.gatekeeping import Call, Gated
    from localcheck.settings import Settings
    from localcheck.types import Document, Report

JSON = Any
FAILS = {"block": ("block",), "warn": ("block", "warn"), "never": ()}
"""Dispositions that ``--fail-on`` counts."""


def call_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say what call an answer comes from."""
    for option in reversed(
        (
            click.option(
                "--risk",
                default="",
                help="none, low, medium, high, critical, or auto.  [default: the category's, else auto]",
            ),
            click.option(
                "--category", default="", help="Category of the document, for [risk.CATEGORY] and the checks log."
            ),
            click.option("--template", default="", help="Name of the prompt template, for the checks log."),
            click.option("--model", default="", help="Model whose answer this is, for the checks log."),
        )
    ):
        command = option(command)
    return command


@click.command()
@click.option(
    "--context", type=click.Path(path_type=Path), multiple=True, help="A source that the answer was given; repeatable."
)
@click.option("--answer", type=click.Path(path_type=Path, allow_dash=True), help="The answer; - is standard input.")
@click.option("--text", help="The answer itself instead of a file.")
@click.option("--prompt", default="", help="The question that was answered.")
@click.option("--judge", type=click.Choice(["nli", "llm"]), default="nli", show_default=True, help="Who compares.")
@call_options
@click.option(
    "--fail-on", type=click.Choice(list(FAILS)), default="block", show_default=True, help="What makes exit code 1."
)
@click.option("--store/--no-store", default=True, help="Write the check into the checks log.  [default: store]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@run_options
def faithfulness(
    *,
    context: tuple[Path, ...],
    answer: Path | None,
    text: str | None,
    prompt: str,
    judge: str,
    risk: str,
    category: str,
    template: str,
    model: str,
    fail_on: str,
    store: bool,
    as_json: bool,
    typed: Typed,
) -> int:
    """Hold every claim of an answer against the context that it was given, and say pass, warn or block.

    \b
    Examples:
      localcheck faithfulness --context manual.txt --answer answer.txt
      localcheck faithfulness --context a.md --context b.md --answer - --prompt "How long is the warranty?" --risk high
    """
    from localcheck.gatekeeping import Call

    document = answer_document(context, answer, text, prompt)
    settings = typed.or_else(detector="faithfulness" if judge == "nli" else "faithfulness-llm").settings()
    call = Call(model, template, category, risk)
    report, gated, seconds = judged(document, call, settings)
    _log(report, gated, call, seconds, store)
    if as_json:
        emit_json(as_json_value(report, gated))
    else:
        emit("\n".join(_lines(report, gated)))
    return Exit.FLAGGED if gated.ruling.disposition.value in FAILS[fail_on] else Exit.OK


def judged(document: Document, call: Call, settings: Settings) -> tuple[Report, Gated, float]:
    """Run the detector, unless there is nothing to run it on; report, ruling and the seconds it took."""
    from localcheck.compose import open_runtime
    from localcheck.gatekeeping import gate, skips
    from localcheck.report import build
    from localcheck.runner import run
    from localcheck.types import Failed, Finished, RunInfo

    started = time.perf_counter()
    if not document.text.strip() or skips(document, call, settings):
        report = build(document, (), (), RunInfo(settings.detector))
        return report, gate(report, call, settings.risk_table()), 0.0
    with ExitStack() as stack:
        stack.enter_context(network.allow(settings.network))
        runtime = stack.enter_context(open_runtime(settings))
        detector = runtime.detector()
        for event in run(detector, [document], runtime.info()):
            if isinstance(event, Failed):
                raise BackendError(event.error, event.hint)
            if isinstance(event, Finished):
                gated = gate(event.report, call, settings.risk_table())
                return event.report, gated, time.perf_counter() - started
    raise BackendError("the check ended without a report")


def as_json_value(report: Report, gated: Gated) -> JSON:
    """What is printed and served: the score, the ruling, and every claim with its excerpt."""
    from localcheck.codec import to_json

    return {
        "format": "localcheck-faithfulness",
        "version": 1,
        "document": report.document.id,
        "faithfulness": to_json(gated.faithfulness),
        "ruling": to_json(gated.ruling),
        "claims": [claim_json(v) for v in report.verdicts],
        "run": to_json(report.run),
    }


def claim_json(verdict: Any) -> JSON:
    """One claim: what it says, how it stands, and the excerpt with its place."""
    deciding = verdict.deciding
    return {
        "id": verdict.claim.id,
        "text": verdict.claim.text,
        "span": {"start": verdict.claim.span.start, "end": verdict.claim.span.end},
        "checkable": verdict.claim.checkable,
        "label": verdict.label.value,
        "score": verdict.score,
        "why": verdict.error or verdict.rationale,
        "excerpt": deciding.quote if deciding else "",
        "source": deciding.passage.source.locator if deciding else "",
        "source_span": {"start": deciding.quote_span.start, "end": deciding.quote_span.end} if deciding else None,
    }


def answer_document(context: tuple[Path, ...], answer: Path | None, given: str | None, prompt: str) -> Document:
    """The answer with its context; an empty answer or context file is one, not an error."""
    from localcheck.documents import from_text
    from localcheck.types import Document

    if given is not None and answer is None:
        text = given
    elif answer is not None and given is None:
        text = _read(answer)
    else:
        raise UsageError("give the answer with --answer FILE or with --text", "one of the two")
    name = str(answer or "text")
    sources = tuple(_read(path) for path in context)
    if not text.strip():
        return Document(name, "", prompt=prompt, context=sources)
    return Document(name, from_text(text, id=name).text, prompt=prompt, context=sources)


def _read(path: Path) -> str:
    """The text of a file, empty for an empty one."""
    from localcheck.documents import read_document

    if str(path) == "-":
        return sys.stdin.read()
    if path.is_file() and not path.read_bytes().strip():
        return ""
    return read_document(path).text


def _log(report: Report, gated: Gated, call: Call, seconds: float, store: bool) -> None:
    """Into the checks log; a log that cannot be written is said and fails nothing."""
    from localcheck.gatekeeping import check_of
    from localcheck.resources import store_path
    from localcheck.store import Store

    if not store:
        return
    try:
        with Store(store_path()) as opened:
            opened.checks.add(check_of(report, gated, call, seconds))
    except LocalcheckError as error:
        diagnostics.warn(f"the check is not in the checks log: {error.message}")


def _lines(report: Report, gated: Gated) -> list[str]:
    found, ruling = gated.faithfulness, gated.ruling
    score = "no score" if found.score is None else f"{found.score:.2f}"
    review = " · a person must review it" if ruling.human_review else ""
    lines = [
        f"{ruling.disposition.value.upper()} · faithfulness {score} · {found.outcome.value.replace('_', ' ')}{review}",
        f"  {ruling.why}",
        f"  risk {ruling.risk.value} ({ruling.reason}), strategy {ruling.strategy.value}",
        f"  {found.claims} claims: {found.supported} supported, {found.contradicted} contradicted, "
        f"{found.unsupported} unsupported, {found.failed} failed",
    ]
    for verdict in report.verdicts:
        shown = claim_json(verdict)
        label = verdict.label.value.replace("_", " ") if verdict.claim.checkable else "not checked"
        lines += ["", f"  {label}: {verdict.claim.text}", f"    {shown['why']}"]
        if shown["excerpt"]:
            lines.append(f"    [{shown['source']}] “{' '.join(shown['excerpt'].split())}”")
    return lines
