"""``localcheck faithfulness``: checks whether an answer is grounded in the context that it was given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import AS_JSON, PATH, PROMPT, TEXT, defaulted
from localcheck.cli.checks.outcome import tell
from localcheck.cli.diagnostics import NOTHING_CHECKED, Exit
from localcheck.cli.options import Typed, ruling_options, run_options
from localcheck.cli.output import emit_either
from localcheck.errors import BackendError, LocalcheckError, UsageError
from localcheck.reports.codec import claim_json, report_to_json, to_json
from localcheck.reports.report import all_failed
from localcheck.settings.requests import Call, CheckRequest
from localcheck.system.resources import store_path
from localcheck.text.counting import many
from localcheck.types import JSON, Document, Report

if TYPE_CHECKING:
    from localcheck.gate.decisions import Gated
    from localcheck.run.session import Ruled


@click.command()
@click.option("--context", type=PATH, multiple=True, help="A source that the answer was given; repeatable.")
@click.option("--answer", type=TEXT, help="The answer; - is standard input.")
@click.option("--text", help="The answer itself instead of a file.")
@PROMPT
@defaulted(
    "--judge",
    type=click.Choice(["nli", "llm"]),
    default="nli",
    help="What compares them: the NLI model or the language model.",
)
@ruling_options
@AS_JSON
@run_options
def faithfulness(
    *, judge: str, call: Call, fails: tuple[str, ...], store: bool, as_json: bool, typed: Typed, **asked: Any
) -> int:
    """Compare every claim of an answer with the context that it was given, and say pass, warn or block.

    \b
    Examples:
      localcheck faithfulness --context manual.txt --answer answer.txt
      localcheck faithfulness --context a.md --context b.md --answer - --prompt "How long is the warranty?" --risk high
    """
    from localcheck.judging.context import UNCALIBRATED
    from localcheck.run.effort import passes_over_context
    from localcheck.run.session import SKIPPED, Session, the_ruling

    document = answer_document(**asked)
    if not document.context:
        diagnostics.warn("no --context is given, and nothing else supports a claim: name what the answer was given")
    for number, source in enumerate(document.context, 1):
        if not source.strip():
            diagnostics.warn(f"context {number} is empty: nothing in it supports a claim")
    settings = typed.or_else(detector="faithfulness" if judge == "nli" else "faithfulness-llm").settings()
    if passes_over_context(settings.detector):
        hint = f"leave -d out; or check the answer against an index: localcheck check FILE -d {settings.detector}"
        raise UsageError(f"{settings.detector} reads an index, and not the context", hint)
    with Session(settings) as session:
        ruled = the_ruling(session.check(CheckRequest((document,), settings, call=call, ruled=True, by_class=True)))
    shown = (UNCALIBRATED, SKIPPED)  # the text has no score, and it says itself that nothing was checked
    tell(note for note in ruled.report.run.notes if note not in shown)
    if store:
        _log(ruled)
    emit_either(as_json_value(ruled.report, ruled.gated), "\n".join(_lines(ruled.report, ruled.gated)), as_json)
    if why := all_failed(ruled.report.verdicts):
        return diagnostics.error(BackendError(f"every claim failed: {why}", NOTHING_CHECKED))
    return Exit.FLAGGED if ruled.gated.ruling.disposition.value in fails else Exit.OK


def as_json_value(report: Report, gated: Gated) -> JSON:
    """The result as JSON: the score, the ruling, every claim with its excerpt, and the report that ``verify-report`` checks."""

    return {
        "format": "localcheck-faithfulness",
        "version": 1,
        "document": report.document.id,
        "faithfulness": to_json(gated.faithfulness),
        "ruling": to_json(gated.ruling),
        "claims": [claim_json(v) for v in report.verdicts],
        "run": to_json(report.run),
        "report": report_to_json(report),
    }


def answer_document(
    context: tuple[Path, ...], answer: Path | None, text: str | None = None, prompt: str = ""
) -> Document:
    """The answer with its context; an empty answer or context file is allowed."""
    from localcheck.ingest.documents import from_text, read_text
    from localcheck.ingest.documents.inputs import once
    from localcheck.text.hyphens import whole_words

    once((answer, *context))
    if (answer is None) == (text is None):
        both = ", not both" if answer is not None else ""
        raise UsageError(f"give the answer with --answer FILE or with --text{both}", "--answer - reads standard input")
    name, said = str(answer or "text"), read_text(answer) if answer is not None else text or ""
    sources = tuple(whole_words(read_text(path)) for path in context)
    answered = from_text(said, id=name).text if said.strip() else ""
    return Document(name, answered, prompt=prompt, context=sources)


def _log(ruled: Ruled) -> None:
    """Write the check into the checks log. A log that cannot be written is warned of and fails nothing."""
    from localcheck.store import Store

    try:
        with Store(store_path()) as opened:
            opened.checks.add(ruled.check())
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
        f"  {many(found.claims, 'claim')}: {found.supported} supported, {found.contradicted} contradicted, "
        f"{found.unsupported} unsupported, {found.failed} failed"
        + (f"; {found.unread} unread" if found.unread else ""),
    ]
    for verdict in report.verdicts:
        shown = claim_json(verdict)
        label = verdict.label.value.replace("_", " ") if verdict.claim.checkable else "not checked"
        lines += ["", f"  {label}: {verdict.claim.text}", f"    {shown['why']}"]
        if shown["excerpt"]:
            lines.append(f"    [{shown['source']}] “{' '.join(shown['excerpt'].split())}”")
    return lines
