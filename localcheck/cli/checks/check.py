"""``localcheck check``: checks documents; the main command."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import completing, diagnostics
from localcheck.cli.arguments import COUNT, FILE, PATH, QUIET, SIGN, TEXT, defaulted
from localcheck.cli.checks.outcome import DISPOSITIONS, Output, follow
from localcheck.cli.checks.pipeline import NAME_A_FILE, Pipeline, pipeline_options
from localcheck.cli.checks.render import format_options, writing
from localcheck.cli.diagnostics import Exit
from localcheck.cli.options import Typed, call_options, run_options
from localcheck.cli.writing import sign_or_unsign, writes
from localcheck.errors import UsageError
from localcheck.reports.report import FLAGGED
from localcheck.settings import Settings
from localcheck.settings.requests import Call, CheckRequest
from localcheck.system import network, resources
from localcheck.types import Event

if TYPE_CHECKING:
    from localcheck.ingest.documents.inputs import Inputs
    from localcheck.run.open_models import RuntimeOptions
    from localcheck.store import LLMCall, Store

FIRST_NAMES = 3
"""Names of documents in one message."""


@click.command()
@click.argument("files", nargs=-1, type=TEXT)
@click.option("--text", help="Check this text instead of a file.")
@click.option("--title", help="What the text is about, if the text does not say so.")
@click.option("--prompt", help="The question or prompt that the text answers.")
@click.option(
    "--context",
    type=PATH,
    multiple=True,
    help="Check against this text instead of an index: by faithfulness, unless -d or --index is given; repeatable.",
)
@format_options
@SIGN
@defaulted(
    "--fail-on",
    type=click.Choice([*FLAGGED, *DISPOSITIONS]),
    default="refuted",
    help="When to exit with code 1: a claim is refuted or unsupported, or the ruling of the risk class is block or warn.",
)
@call_options
@click.option("--trace", is_flag=True, help="Show every stop-or-continue step.")
@click.option("--store/--no-store", default=True, help="Keep the run for review.  [default: store]")
@click.option("--resume", type=COUNT, metavar="RUN", shell_complete=completing.RUN, help="Continue an interrupted run.")
@click.option(
    "--record", type=FILE, help="Append the language model's answers to this file; --llm recorded:FILE replays them."
)
@click.option(
    "--evidence",
    metavar="KIND:PLACE",
    help="Evidence instead of an index: web:searxng=URL, web:mediawiki=LANG, web:brave (with --network), recorded:FILE.",
)
@click.option(
    "--record-evidence",
    type=FILE,
    help="Append the evidence that is read to this file; --evidence recorded:FILE replays it.",
)
@QUIET
@run_options
@writes("out", "record", "record_evidence", "write_baseline")
@pipeline_options
def check(
    *,
    files: tuple[Path, ...],
    text: str | None,
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
    pipeline: Pipeline,
    typed: Typed,
    **about: Any,
) -> int:
    """Check documents against evidence and say, with quotes, what is supported and what is not.

    FILES, or the files of folders, are text, Markdown, HTML, PDF, DOCX, ODT, RTF, EPUB, PPTX, XLSX, CSV, e-mail, subtitles,
    LaTeX, reStructuredText or notebooks; JSON and JSONL are read only where they are named; - is standard input. Exit code 1
    means that something was flagged.

    \b
    Examples:
      localcheck check article.txt
      localcheck check article.txt --trace --fail-on unsupported
      localcheck check report.pdf --index enwiki --format html --out report.html
      echo "The Seine flows through Rome." | localcheck check - --format json
      localcheck check answers.jsonl -d selfcheck-nli --format jsonl
      localcheck check leaflet.txt --risk high --fail-on warn
      localcheck check docs/ --changed-since main --baseline .localcheck-ignored.json
    """
    from localcheck.ingest.documents.inputs import Inputs
    from localcheck.run.open_models import RuntimeOptions
    from localcheck.store import Store

    _refuse(sign, out, pipeline, others=text is not None or resume is not None)
    typed = _typed(typed, evidence)
    settings = typed.settings()
    with network.allow(settings.network):
        files = pipeline.begin(files)
    if pipeline.changed_since is not None and not files:
        with writing(format_, out, trace):
            pass  # a report without documents: a pipeline that asked for one finds it
        return _ended(Exit.OK, pipeline, out, sign)
    inputs = Inputs(files, text, **about)
    with ExitStack() as stack:
        opened = stack.enter_context(Store(resources.store_path())) if store or resume is not None else None
        if resume is not None and opened is not None:
            request = _resumed(opened, resume, settings, typed, inputs)
        else:
            request = _begun(inputs, typed, pipeline, quiet)
        request = _ruled(request, call, opened is not None or fail_on in DISPOSITIONS)
        options = RuntimeOptions(record, record_evidence, None if opened is None else [], remember=opened is not None)
        output = Output(format_, out, fail_on, trace, quiet, "llm" in typed.given, pipeline)
        code = _run(stack, request, opened, options, output)
    return _ended(code, pipeline, out, sign)


def _refuse(sign: Path | None, out: Path | None, pipeline: Pipeline, others: bool) -> None:
    """Raise ``UsageError`` for options that do not go together. ``others``: something else than files is to be checked."""
    if sign is not None and (out is None or not sign.is_file()):
        raise UsageError("--sign needs --out and the file of an SSH key", "ssh-keygen -t ed25519 -f KEY makes one")
    if pipeline.changed_since is not None and others:
        raise UsageError("--changed-since is for files of a repository, and not for --text or --resume", NAME_A_FILE)


def _typed(typed: Typed, evidence: str | None) -> Typed:
    """What was typed, with what ``--evidence`` means for the index."""
    if evidence is None:
        return typed
    if "index" in typed.given:
        raise UsageError("give either --evidence or --index, not both")
    return typed.or_else(index=evidence)


def _begun(inputs: Inputs, typed: Typed, pipeline: Pipeline, quiet: bool) -> CheckRequest:
    """A request to check what the inputs hold."""
    with diagnostics.progress("reading", unit="pages", quiet=quiet) as pages:
        documents = pipeline.narrow(inputs.read(pages.to, pipeline.passed_over))
    return CheckRequest(documents, typed.over(documents).settings(), only=tuple(pipeline.judged.items()))


def _ruled(request: CheckRequest, call: Call, asked: bool) -> CheckRequest:
    """The request with the call whose answers are checked. They are ruled on where a class is named, or it is ``asked`` for."""
    classed = bool(call.risk or call.category)
    return replace(request, call=call, ruled=classed or asked, by_class=classed and request.earlier is None)


def _ended(code: int, pipeline: Pipeline, out: Path | None, sign: Path | None) -> int:
    """The exit code, once the baseline is written and the report is signed where that was asked for; else it is unsigned."""
    pipeline.finish()
    if out is not None:
        sign_or_unsign(out, sign)
    return max(code, pipeline.worst)


def _resumed(store: Store, run_id: int, settings: Settings, typed: Typed, inputs: Inputs) -> CheckRequest:
    if inputs:
        raise UsageError(
            "--resume continues with the document of the run", "leave out files, --text, --title, --prompt, --context"
        )
    from localcheck.store.recording import resume as resume_run

    return resume_run(store, run_id, settings, typed.given, typed.options)


def _run(stack: ExitStack, request: CheckRequest, store: Store | None, options: RuntimeOptions, output: Output) -> int:
    from localcheck.ports import Progress
    from localcheck.run.session import Session

    bar = stack.enter_context(diagnostics.progress("splitting sentences", unit="sentences", quiet=output.quiet))
    session = stack.enter_context(Session(request.settings, {Progress: bar.to}, options))
    write = stack.enter_context(writing(output.format, output.out, output.trace))
    events = session.check(request)
    if store is not None:
        events = stack.enter_context(_stored(store, request, events, options.calls))
    return follow(events, write, output, request)


@contextmanager
def _stored(
    store: Store, request: CheckRequest, events: Generator[Event, None, None], calls: list[LLMCall] | None
) -> Iterator[Generator[Event, None, None]]:
    """The same events, each stored as it passes.

    After an interrupt anywhere in the block, a note says how to continue the run, and another which documents were not begun.
    """
    from localcheck.run.session import stored
    from localcheck.store import Recorder

    recorder = Recorder(store, request.settings, request.run_id, calls)
    with closing(stored(events, recorder)) as seen:
        try:
            yield seen
        except KeyboardInterrupt:
            if recorder.run_id is not None:
                diagnostics.note(f"stopped; continue with: localcheck check --resume {recorder.run_id}")
            if left := request.documents[recorder.begun :]:
                diagnostics.note(_not_begun([document.id for document in left]))
            raise


def _not_begun(names: Sequence[str]) -> str:
    """How many more documents there were, with the first names."""
    said = "1 more document was" if len(names) == 1 else f"{len(names)} more documents were"
    return f"{said} not begun: {', '.join(names[:FIRST_NAMES])}{', …' if len(names) > FIRST_NAMES else ''}"
