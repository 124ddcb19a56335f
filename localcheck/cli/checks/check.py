"""``localcheck check``: checks documents; the main command."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localcheck.cli import diagnostics
from localcheck.cli.checks.render import FORMATS, Writer
from localcheck.cli.checks.ruling_options import FAILS, call_options
from localcheck.cli.diagnostics import Exit
from localcheck.cli.options import Typed, run_options
from localcheck.cli.writing import writes
from localcheck.errors import BackendError, LocalcheckError, UsageError
from localcheck.reports.report import FLAGGED, all_failed, flagged
from localcheck.settings import Settings
from localcheck.settings.requests import Call, CheckRequest
from localcheck.system import network, resources
from localcheck.types import Event, Failed, Finished, Judged, Report, Started

if TYPE_CHECKING:
    from localcheck.ingest.documents.inputs import Inputs
    from localcheck.run.checking import Checking
    from localcheck.store import LLMCall, Store

DISPOSITIONS = ("block", "warn")
"""Values of ``--fail-on`` that are about the ruling of a document's risk class."""
NOTHING_CHECKED = "nothing of it was checked; see `localcheck doctor`"


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--text", help="Check this text instead of a file.")
@click.option("--title", help="What the text is about, if the text does not say so.")
@click.option("--prompt", help="The question or prompt that the text answers.")
@click.option(
    "--context",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Reference text for -o against=reference; repeatable.",
)
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True, help="Output format."
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead of standard output."
)
@click.option(
    "--sign",
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Sign the file of --out with this SSH key, as FILE.sig.",
)
@click.option(
    "--fail-on",
    type=click.Choice([*FLAGGED, *DISPOSITIONS]),
    default="refuted",
    show_default=True,
    help="What makes exit code 1: claims, or the ruling of the risk class (block, warn).",
)
@call_options
@click.option("--trace", is_flag=True, help="Show every stop-or-continue step.")
@click.option("--store/--no-store", default=True, help="Keep the run for review.  [default: store]")
@click.option("--resume", type=click.IntRange(1, 2**63 - 1), metavar="RUN", help="Continue an interrupted run.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Append the language model's answers to this file; --llm recorded:FILE replays them.",
)
@click.option(
    "--evidence",
    metavar="KIND:PLACE",
    help="Evidence instead of an index: web:searxng=URL, web:mediawiki=LANG, web:brave (with --network), recorded:FILE.",
)
@click.option(
    "--record-evidence",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Append the evidence that is read to this file; --evidence recorded:FILE replays it.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
@run_options
@writes("out", "record", "record_evidence")
def check(
    *,
    files: tuple[Path, ...],
    text: str | None,
    title: str | None,
    prompt: str | None,
    context: tuple[Path, ...],
    format_: str,
    out: Path | None,
    sign: Path | None,
    fail_on: str,
    trace: bool,
    store: bool,
    resume: int | None,
    record: Path | None,
    evidence: str | None,
    record_evidence: Path | None,
    quiet: bool,
    call: Call,
    typed: Typed,
) -> int:
    """Check documents against evidence and say, with quotes, what is supported and what is not.

    FILES are text, Markdown, HTML, PDF, DOCX, ODT, RTF, EPUB, PPTX, XLSX, CSV, e-mail, subtitles or JSONL; - is standard
    input. Exit code 1 means that something was flagged.

    \b
    Examples:
      localcheck check article.txt
      localcheck check article.txt --trace --fail-on unsupported
      localcheck check report.pdf --index enwiki --format html --out report.html
      echo "The Seine flows through Rome." | localcheck check - --format json
      localcheck check answers.jsonl -d selfcheck-nli --format jsonl
      localcheck check leaflet.txt --risk high --fail-on warn
    """
    from localcheck.ingest.documents.inputs import Inputs
    from localcheck.store import Store

    if sign is not None and (out is None or not sign.is_file()):
        raise UsageError("--sign needs --out and the file of an SSH key", "ssh-keygen -t ed25519 -f KEY makes one")
    inputs = Inputs(files, text, title, prompt, context)
    if evidence is not None and "index" in typed.names:
        raise UsageError("give either --evidence or --index, not both")
    settings = (typed if evidence is None else typed.or_else(index=evidence)).settings()
    with ExitStack() as stack:
        opened = stack.enter_context(Store(resources.store_path())) if store or resume is not None else None
        if resume is not None and opened is not None:
            request = _resumed(opened, resume, settings, typed, inputs, record)
        else:
            with diagnostics.progress("reading", unit="pages", quiet=quiet) as pages:
                request = CheckRequest(inputs.read(pages.to), settings, record=record)
        request = replace(request, call=call)
        code = _run(stack, request, opened, Output(format_, out, fail_on, trace, quiet), record_evidence)
    if sign is not None and out is not None:
        from localcheck.run.rechecking.signatures import sign as sign_with

        diagnostics.note(f"signed: {sign_with(out, sign)}")
    return code


@dataclass(frozen=True, slots=True)
class Output:
    """What to do with the reports."""

    format: str
    out: Path | None
    """A file instead of standard output."""
    fail_on: str
    """What makes exit code 1; a key of ``report.FLAGGED``, or a disposition."""
    trace: bool
    """Show every step of each decision."""
    quiet: bool
    """No progress."""


def _resumed(
    store: Store, run_id: int, settings: Settings, typed: Typed, inputs: Inputs, record: Path | None
) -> CheckRequest:
    if inputs:
        raise UsageError(
            "--resume continues with the document of the run", "leave out files, --text, --title, --prompt, --context"
        )
    from localcheck.store.resuming import resume as resume_run

    return resume_run(store, run_id, settings, typed.names, dict(typed.options), record)


def _run(
    stack: ExitStack, request: CheckRequest, store: Store | None, output: Output, record_evidence: Path | None
) -> int:
    from localcheck.run.checking import begin, begin_gated
    from localcheck.run.compose import open_runtime

    stack.enter_context(network.allow(request.settings.network))
    runtime = stack.enter_context(open_runtime(request.settings))
    runtime.calls = [] if store is not None else None
    runtime.remember = store is not None
    runtime.record_evidence = record_evidence
    bar = stack.enter_context(diagnostics.progress("splitting sentences", unit="sentences", quiet=output.quiet))
    runtime.tell_splitting = bar.to
    classed = bool(request.call.risk or request.call.category) and request.earlier is None
    checking = begin_gated(request, runtime) if classed else begin(request, runtime)
    writer = stack.enter_context(Writer(output.format, output.out, output.trace))
    return follow(_recorded(store, request, checking, runtime.calls), writer, output, request)


def follow(events: Generator[Event, None, None], writer: Writer, output: Output, request: CheckRequest) -> int:
    """Pass events to the writer and the progress line; returns the exit code."""
    worst: int = Exit.OK
    said: set[str] = set()
    with diagnostics.progress("claims", unit="claims", quiet=output.quiet) as bar, closing(events):
        for event in events:
            match event:
                case Started():
                    bar.title = f"{event.document.title or event.document.id}: claims"
                case Judged():
                    bar.advance()
                case Failed():
                    bar.close()
                    problem = LocalcheckError(f"{event.document.id}: {event.error}", event.hint)
                    worst = max(worst, diagnostics.error(problem))
                case Finished():
                    bar.close()
                    for note in event.report.run.notes:
                        if note not in said:
                            diagnostics.warn(note)
                        said.add(note)
                    writer.write(event.report)
                    if why := all_failed(event.report.verdicts):
                        problem = BackendError(
                            f"{event.report.document.id}: every claim failed: {why}", NOTHING_CHECKED
                        )
                        worst = max(worst, diagnostics.error(problem))
                    if _fails(event.report, output.fail_on, request):
                        worst = max(worst, Exit.FLAGGED)
    return worst


def _fails(report: Report, fail_on: str, request: CheckRequest) -> bool:
    """Whether ``--fail-on`` counts this report. The ruling is noted where one was asked for."""
    if not (request.call.risk or request.call.category or fail_on in DISPOSITIONS):
        return bool(flagged(report, fail_on))
    from localcheck.gate.decisions import gate

    ruling = gate(report, request.call.of(report.document), request.settings.risk_table()).ruling
    review = "; a person must review it" if ruling.human_review else ""
    diagnostics.note(
        f"{ruling.disposition.value}: {ruling.why}; risk {ruling.risk.value} ({ruling.reason}), "
        f"strategy {ruling.strategy.value}{review}"
    )
    return ruling.disposition.value in FAILS[fail_on] if fail_on in DISPOSITIONS else bool(flagged(report, fail_on))


def _recorded(
    store: Store | None, request: CheckRequest, checking: Checking, calls: list[LLMCall] | None
) -> Generator[Event, None, None]:
    """The same events, each stored as it passes; after an interrupt, a note says how to continue the run."""
    if store is None:
        yield from checking.events
        return
    from localcheck.gate.decisions import logged
    from localcheck.store import Recorder

    recorder = Recorder(store, checking.info, request.run_id, request.settings, calls)
    try:
        seen = recorder.follow(checking.events)
        yield from logged(seen, store, request.settings, lambda: recorder.run_id, request.call)
    except KeyboardInterrupt:
        if recorder.run_id is not None:
            diagnostics.note(f"stopped; continue with: localcheck check --resume {recorder.run_id}")
        raise
