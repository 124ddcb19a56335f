"""``localcheck check``: the main job."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from localcheck import network, resources
from localcheck.cli import diagnostics
from localcheck.cli.diagnostics import Exit
from localcheck.cli.options import chosen_settings, run_options
from localcheck.cli.render import FORMATS, Writer
from localcheck.errors import LocalcheckError, UsageError
from localcheck.report import FLAGGED, flagged
from localcheck.settings import Settings, with_options
from localcheck.store import LLMCall, Store
from localcheck.store.recording import Recorder
from localcheck.types import Document, Event, Failed, Finished, Judged, Label, RunInfo, Started, Verdict

JSON = Any


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--text", help="Check this text instead of a file.")
@click.option("--title", help="What the text is about, when the text does not say.")
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
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write there instead of standard output.")
@click.option(
    "--fail-on", type=click.Choice(list(FLAGGED)), default="refuted", show_default=True, help="What makes exit code 1."
)
@click.option("--trace", is_flag=True, help="Show every stop-or-continue step.")
@click.option("--store/--no-store", default=True, help="Keep the run for review.  [default: store]")
@click.option("--resume", type=click.IntRange(1, 2**63 - 1), metavar="RUN", help="Continue an interrupted run.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Append the language model's answers to this file; --llm recorded:FILE gives them again.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
@run_options
@click.pass_context
def check(ctx: click.Context, /, files: tuple[Path, ...], **values: JSON) -> int:
    """Check documents against evidence and say, with quotes, what is supported and what is not.

    FILES are text, Markdown, HTML, PDF, DOCX or JSONL; - is standard input. Exit code 1 means that something was flagged.

    \b
    Examples:
      localcheck check article.txt
      localcheck check article.txt --trace --fail-on unsupported
      localcheck check report.pdf --index enwiki --format html --out report.html
      echo "The Seine flows through Rome." | localcheck check - --format json
      localcheck check answers.jsonl -d selfcheck-nli --format jsonl
    """
    settings = chosen_settings(ctx, values, values["options"])
    from localcheck.compose import open_runtime
    from localcheck.runner import run

    with ExitStack() as stack:
        store = _opened_store(stack, values)
        resumed = Resumed.load(store, values["resume"]) if store and values["resume"] is not None else None
        documents = [resumed.document] if resumed else read(files, values)
        settings = resumed.settings(settings) if resumed else settings
        stack.enter_context(network.allow(settings.network))
        runtime = stack.enter_context(open_runtime(settings))
        runtime.record = values["record"]
        runtime.calls = [] if store is not None else None
        detector = runtime.detector(skip=resumed.judged if resumed else frozenset())
        info = runtime.info()
        events = run(detector, documents, info, resumed.known if resumed else None)
        writer = stack.enter_context(Writer(values["format_"], values["out"], values["trace"]))
        return follow(_recorded(store, info, values["resume"], events, runtime.calls), writer, values)


def follow(events: Generator[Event, None, None], writer: Writer, values: dict[str, JSON]) -> int:
    """Pass events to the writer and the progress line; the exit code says what was flagged."""
    worst: int = Exit.OK
    said: set[str] = set()
    with diagnostics.progress("claims", unit="claims", quiet=values["quiet"]) as bar, closing(events):
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
                    if flagged(event.report, values["fail_on"]):
                        worst = max(worst, Exit.FLAGGED)
    return worst


def read(files: tuple[Path, ...], values: dict[str, JSON]) -> list[Document]:
    """The documents named on the command line. All are opened before the first is checked: bad input starts nothing."""
    from localcheck.documents import from_text, read_document, read_documents

    if values["text"] is not None:
        if files:
            raise UsageError("give either --text or files, not both")
        found = [from_text(values["text"], id="text")]
    elif files:
        found = [d for f in files for d in read_documents(f)]
    elif not sys.stdin.isatty():
        found = list(read_documents("-"))
    else:
        raise UsageError("nothing to check", "name a file, or use --text, or - for standard input")
    changes: dict[str, JSON] = {k: values[k] for k in ("title", "prompt") if values[k] is not None}
    if values["context"]:
        changes["context"] = tuple(read_document(f).text for f in values["context"])
    return [replace(d, **changes) for d in found] if changes else found


@dataclass(frozen=True, slots=True)
class Resumed:
    """An interrupted run: its document, what was judged, and how."""

    document: Document
    verdicts: tuple[Verdict, ...]
    """Those that did not fail."""
    info: RunInfo

    @classmethod
    def load(cls, store: Store, run_id: int) -> Resumed:
        """From the store. Raises ``UnknownName``."""
        run = store.load(run_id)
        return cls(run.document, tuple(v for v in run.verdicts if v.label is not Label.FAILED), run.info)

    @property
    def judged(self) -> frozenset[str]:
        """Ids of the claims that need no second look."""
        return frozenset(v.claim.id for v in self.verdicts)

    @property
    def known(self) -> dict[str, tuple[Verdict, ...]]:
        """The verdicts in the form that ``runner.run`` takes."""
        return {self.document.id: self.verdicts}

    def settings(self, now: Settings) -> Settings:
        """The settings of today with the detector, index and options of the run."""
        same = replace(now, detector=self.info.detector, index=self.info.index or now.index)
        return with_options(same, self.info.detector, dict(self.info.parameters))


def _opened_store(stack: ExitStack, values: dict[str, JSON]) -> Store | None:
    if not values["store"] and values["resume"] is None:
        return None
    return stack.enter_context(Store(resources.store_path()))


def _recorded(
    store: Store | None,
    info: RunInfo,
    run_id: int | None,
    events: Iterator[Event],
    calls: list[LLMCall] | None,
) -> Generator[Event, None, None]:
    """Events written down as they pass; an interrupt says how to go on."""
    if store is None:
        yield from events
        return
    recorder = Recorder(store, info, run_id, calls)
    try:
        yield from recorder.follow(events)
    except KeyboardInterrupt:
        if recorder.run_id is not None:
            diagnostics.note(f"stopped; go on with: localcheck check --resume {recorder.run_id}")
        raise
