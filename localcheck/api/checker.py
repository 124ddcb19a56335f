"""The Python interface: check a text or a file, with models that stay open between checks, with and without an event loop.

A report that can show itself in a notebook and become a table of pandas or Arrow.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import fields, replace
from html import escape
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from localcheck.errors import BadInput, MissingResource, UsageError
from localcheck.ingest.documents import from_text, read_documents
from localcheck.registry import check_options, load_settings
from localcheck.reports.codec import report_to_json
from localcheck.reports.csv import COLUMNS, rows_of
from localcheck.reports.words import citation, counts_of, hex_of, stated, word_of
from localcheck.run.effort import any_context, passes_over_context
from localcheck.run.session import Ruled, Session, finished, the_ruling
from localcheck.settings import Settings, with_options
from localcheck.settings.requests import Call, CheckRequest
from localcheck.system import resources
from localcheck.system.closing import Closing
from localcheck.text.inert import dumps, shown
from localcheck.types import JSON, Document, Event, Finished, Report, Verdict, as_context

if TYPE_CHECKING:
    import pandas
    import pyarrow

MOST_ROWS = 500
"""Claims that a notebook shows of one report."""


class CheckedReport(Report):
    """A ``Report``; ``Checker`` and ``check`` return it."""

    __slots__ = ()

    @classmethod
    def of(cls, report: Report) -> CheckedReport:
        """The same report with these methods."""
        return cls(**{field.name: getattr(report, field.name) for field in fields(Report)})

    def rows(self) -> list[dict[str, JSON]]:
        """A row for each claim, with the columns of ``--format csv`` as values of their types."""
        return list(rows_of(self))

    def to_json(self) -> str:
        """The report as one line of ``--format jsonl``, which ``localcheck verify-report`` reads."""
        return dumps(report_to_json(self))

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame. Raises ``MissingResource`` without pandas."""
        try:
            import pandas
        except ImportError:
            raise MissingResource("to_pandas needs pandas", "pip install pandas") from None
        return pandas.DataFrame(self.rows(), columns=list(COLUMNS))

    def to_arrow(self) -> pyarrow.Table:
        """The rows as an Arrow table. Raises ``MissingResource`` without pyarrow."""
        try:
            import pyarrow
        except ImportError:
            raise MissingResource("to_arrow needs pyarrow", "pip install 'localcheck[batch]'") from None
        kinds = {"str": pyarrow.string(), "int": pyarrow.int64(), "float": pyarrow.float64(), "bool": pyarrow.bool_()}
        schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
        return pyarrow.Table.from_pylist(self.rows(), schema=schema)

    def _repr_html_(self) -> str:
        """For notebooks: what was ruled, and a table of the claims. Everything is escaped; there is no script and no link."""
        more = len(self.verdicts) - MOST_ROWS
        rest = f"<p>and {more} more claims</p>" if more > 0 else ""
        return shown(
            f'<div class="localcheck"><p><b>{escape(self.disposition.value.upper())}</b> · {escape(counts_of(self))} · '
            f"coverage {self.scores.coverage:.0%}</p><table><thead><tr><th>verdict</th><th>score</th><th>claim</th>"
            f"<th>quote</th></tr></thead><tbody>{''.join(map(_shown, self.verdicts[:MOST_ROWS]))}</tbody></table>{rest}</div>"
        )


def _shown(verdict: Verdict) -> str:
    quoted = verdict.deciding
    cells: tuple[Any, ...] = (
        word_of(verdict),
        stated(verdict) if verdict.claim.checkable else "",
        verdict.claim.shown,
        f"“{quoted.quote}” — {citation(quoted)}" if quoted else verdict.why,
    )
    inner = "".join(f'<td style="text-align:left">{escape(str(cell))}</td>' for cell in cells)
    return f'<tr style="border-left:4px solid {escape(hex_of(verdict))}">{inner}</tr>'


T = TypeVar("T")


class Checker(Closing):
    """Checks documents one after another. Models and indexes are opened when first needed and stay open until ``close``.

    >>> with Checker() as checker:  # doctest: +SKIP
    ...     reports = [checker.check(text) for text in texts]
    """

    def __init__(self, settings: Settings | None = None) -> None:
        """``settings``: by default those of the settings file and the environment, as on the command line.

        Where a program names neither a method (other than the default, or its options) nor an index, a document that comes
        with ``context`` is held against that by the method ``faithfulness``, and not against the index: also with an empty
        one, as when nothing was retrieved.
        Raises ``UnknownName`` for options of a method that there is not, and ``BadInput`` for what is no ``Settings``.
        """
        self.settings = usual_settings() if settings is None else _settings(settings)
        self._named = settings is not None and _names_evidence(settings)
        self._closed = False
        check_options(self.settings, "options in Settings")
        self._session = Session(self.settings)

    def check(
        self,
        text: str,
        *,
        title: str = "",
        prompt: str = "",
        context: Sequence[str] | None = None,
        samples: Sequence[str] = (),
    ) -> CheckedReport:
        """The report on one text. ``title``, ``prompt``, ``context`` and ``samples`` are those of ``Document``.

        Raises ``LocalcheckError``: ``BadInput`` for a text that cannot be checked, ``MissingResource`` for a model or an
        index that is not here, ``BackendError`` for one that fails. A claim that fails is a verdict FAILED, not an error.
        """
        return self.check_document(_document(text, title, prompt, context, samples))

    def gate(
        self,
        text: str,
        *,
        title: str = "",
        prompt: str = "",
        context: Sequence[str] | None = None,
        samples: Sequence[str] = (),
        risk: str = "",
        category: str = "",
    ) -> Ruled:
        """Whether an answer may go out: its ``report``, its faithfulness in [0, 1], and a ruling by its risk class (BEE-30043).

        ``gated.ruling.disposition`` is PASS, WARN or BLOCK, ``gated.ruling.why`` says why, and ``gated.faithfulness`` how many
        of its claims are supported. ``risk``: none, low, medium, high or critical; without one the class of ``category`` holds,
        else rules propose one. The class says how much is read, too. Raises as ``check`` does, and ``UnknownName`` for a class
        that there is not.
        """
        return the_ruling(
            self._gated(_document(text, title, prompt, context, samples), Call(risk=risk, category=category))
        )

    def stream(
        self,
        text: str,
        *,
        title: str = "",
        prompt: str = "",
        context: Sequence[str] | None = None,
        samples: Sequence[str] = (),
    ) -> Generator[Event, None, None]:
        """The events of one text as they come: ``Started``, ``Judged`` for each claim, ``Finished`` or ``Failed``.

        Nothing is done before the first is asked for; closing the generator cancels the rest. Raises as ``check`` does, and
        ``UsageError`` once the checker is closed.
        """
        yield from self.stream_document(_document(text, title, prompt, context, samples))

    def stream_document(self, document: Document) -> Generator[Event, None, None]:
        """The same for a document."""
        yield from self._events(CheckRequest((document,), self._settings_for(document)))

    def check_file(self, path: Path | str) -> tuple[CheckedReport, ...]:
        """A tuple with a report for every document of a file, in their order: one, or one for each row of a JSONL or JSON file.

        Raises as ``check`` does.
        """
        if not isinstance(path, str | Path):
            raise BadInput("path", f"is {type(path).__name__}, not str or Path", "check takes the text itself")
        documents = tuple(read_documents(Path(path)))
        held = any_context(documents)
        return tuple(self.check_document(replace(d, context=as_context(d.context) if held else ())) for d in documents)

    def check_document(self, document: Document) -> CheckedReport:
        """The report on one document. Raises as ``check`` does."""
        return the_report(self.stream_document(document))

    def close(self) -> None:
        """Release models and indexes, also of a stream that is open; twice does no harm."""
        self._closed = True
        self._session.close()

    def _settings_for(self, document: Document) -> Settings:
        if document.context and not self._named and passes_over_context(self.settings.detector):
            return replace(self.settings, detector="faithfulness")
        return self.settings

    def _gated(self, document: Document, call: Call) -> Generator[Event, None, None]:
        settings = self._settings_for(document)
        yield from self._events(CheckRequest((document,), settings, call=call, ruled=True, by_class=True))

    def _events(self, request: CheckRequest) -> Generator[Event, None, None]:
        with closing(self._session.check(request)) as events:
            while (event := self._next(events)) is not None:
                yield replace(event, report=CheckedReport.of(event.report)) if isinstance(event, Finished) else event

    def _next(self, events: Generator[Event, None, None]) -> Event | None:
        """The next of the events; None after the last. Raises ``UsageError`` once the checker is closed."""
        if self._closed:
            raise UsageError("the checker is closed", "make another Checker")
        return next(events, None)


def the_report(events: Iterable[Event]) -> CheckedReport:
    """The report at the end of the events of one document. Raises ``BackendError`` where it failed."""
    report = finished(events).report
    return report if isinstance(report, CheckedReport) else CheckedReport.of(report)


def _settings(given: object) -> Settings:
    """``given`` itself. Raises ``BadInput`` for what is no ``Settings``."""
    if not isinstance(given, Settings):
        raise BadInput("settings", f"is {type(given).__name__}, not Settings", "Settings(detector='faithfulness')")
    return given


def _names_evidence(settings: Settings) -> bool:
    """Whether they name a method or an index: others than the defaults, or options of the method."""
    usual = Settings()
    other = (settings.detector, settings.index) != (usual.detector, usual.index)
    return other or bool(settings.detector_options(settings.detector))


def _document(text: object, title: str, prompt: str, context: Sequence[str] | None, samples: Sequence[str]) -> Document:
    read = from_text(_text(text, "text", "give the text itself; check_file takes a path"), id="text")
    named = replace(read, title=_text(title, "title") or read.title, prompt=_text(prompt, "prompt"))
    given = as_context(None if context is None else _texts(context, "context"))
    return replace(named, context=given, samples=_texts(samples, "samples"))


def _text(text: object, name: str, hint: str = "") -> str:
    """``text`` itself. Raises ``BadInput`` for what is no text."""
    if not isinstance(text, str):
        raise BadInput(name, f"is {type(text).__name__}, not str", hint)
    return text


def _texts(given: object, name: str) -> tuple[str, ...]:
    """The texts in ``given``; a text alone is one of them, not a sequence of its letters. Raises ``BadInput``."""
    hint = f"give a list of texts: {name}=[first, second]"
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        return (_text(given, name, hint),)
    return tuple(_text(one, name, hint) for one in given)


def check(
    text: str,
    *,
    title: str = "",
    prompt: str = "",
    context: Sequence[str] | None = None,
    samples: Sequence[str] = (),
    detector: str = "",
    options: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
) -> CheckedReport:
    """The report on one text. For several texts, use a ``Checker``, which keeps the models open.

    ``settings`` are by default those of the settings file and the environment; ``detector`` and ``options`` replace the method
    in them. Without any of the three, a text with ``context`` is held against that. Raises as ``Checker.check`` does.
    """
    chosen = usual_settings() if settings is None else _settings(settings)
    chosen = replace(chosen, detector=detector) if detector else chosen
    chosen = with_options(chosen, chosen.detector, options) if options else chosen
    with Checker(chosen if detector or options or settings is not None else None) as checker:
        checker._named = checker._named or bool(detector)
        return checker.check(text, title=title, prompt=prompt, context=context, samples=samples)


def usual_settings() -> Settings:
    """Settings from the settings file and the environment. Raises ``BadInput``, ``BadSetting`` and ``UnknownName``."""
    return load_settings(resources.settings_file())


class AsyncChecker:
    """A ``Checker`` on a thread of its own. Several checks may be under way; they take turns, a claim at a time.

    >>> async with AsyncChecker() as checker:  # doctest: +SKIP
    ...     async for event in checker.stream("Mars has two moons."):
    ...         print(event)
    """

    def __init__(self, settings: Settings | None = None) -> None:
        """``settings``: by default those of the settings file and the environment."""
        self._thread = ThreadPoolExecutor(1, "localcheck-api")
        self._checker = Checker(settings)
        """Made here so that bad settings are said at once; its models are opened, used and closed on the thread."""
        self._closed = False

    async def check(
        self,
        text: str,
        *,
        title: str = "",
        prompt: str = "",
        context: Sequence[str] | None = None,
        samples: Sequence[str] = (),
    ) -> CheckedReport:
        """The report on one text. Raises as ``Checker.check`` does. A cancelled task ends the check after the claim at work."""
        events = self.stream(text, title=title, prompt=prompt, context=context, samples=samples)
        return the_report([event async for event in events])

    async def gate(
        self,
        text: str,
        *,
        title: str = "",
        prompt: str = "",
        context: Sequence[str] | None = None,
        samples: Sequence[str] = (),
        risk: str = "",
        category: str = "",
    ) -> Ruled:
        """Whether an answer may go out. Returns and raises as ``Checker.gate`` does; is cancelled as ``check`` is."""
        document, call = _document(text, title, prompt, context, samples), Call(risk=risk, category=category)
        return the_ruling([event async for event in self._as_they_come(self._checker._gated(document, call))])

    def stream(
        self,
        text: str,
        *,
        title: str = "",
        prompt: str = "",
        context: Sequence[str] | None = None,
        samples: Sequence[str] = (),
    ) -> AsyncIterator[Event]:
        """The events of one text as they come. Leaving the loop cancels what is left; raises as ``Checker.stream`` does."""
        return self._as_they_come(
            self._checker.stream(text, title=title, prompt=prompt, context=context, samples=samples)
        )

    async def _as_they_come(self, steps: Generator[Event, None, None]) -> AsyncIterator[Event]:
        try:
            while (event := await self._there(lambda: next(steps, None))) is not None:
                yield event
        finally:
            # Not awaited: the task may be cancelled, and the thread closes it when its step is done.
            with suppress(RuntimeError):  # the checker was closed meanwhile, and with it the work
                self._thread.submit(steps.close)

    async def close(self) -> None:
        """Release models and indexes after the step at work; twice does no harm."""
        if not self._closed:
            self._closed = True
            await self._there(self._checker.close)
            self._thread.shutdown()

    async def __aenter__(self) -> AsyncChecker:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _there(self, work: Callable[[], T]) -> T:
        """What ``work`` returns on the thread. Raises ``UsageError`` once the checker is closed."""
        try:
            waiting = asyncio.get_running_loop().run_in_executor(self._thread, work)
        except RuntimeError as error:
            raise UsageError("the checker is closed", "make another AsyncChecker") from error
        return await waiting
