"""The documents of an editor: their checks, all made by one ``SessionThread``, and what is published of them.

Claims that people chose to ignore, in the file of known findings beside the documents; pipelines read the same file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from localcheck import __version__
from localcheck.errors import BadInput, LocalcheckError, UsageError
from localcheck.reports.ignored import FILE, KnownFindings, add, of_verdict, read
from localcheck.serve.lsp import remarks
from localcheck.serve.lsp.opened import Done, Found, Memory, Opened, Shown, Text, path_of
from localcheck.serve.lsp.progress import Progress
from localcheck.serve.lsp.wire import Protocol
from localcheck.serve.session_thread import SessionThread
from localcheck.text.inert import one_line
from localcheck.types import Document, Event, Failed, Judged, Label, Started, Verdict

if TYPE_CHECKING:
    from localcheck.run.session import Session


class Ignoring:
    """The file of one folder. Several editors may have it open: it is read again when it changed."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self._stamp: tuple[int, int] | None = None
        self._known = KnownFindings(self.file)

    def note(self, document: Path, verdict: Verdict) -> str:
        """Why a claim is ignored; empty if it is not. Raises ``BadInput``, once, for a file that cannot be read."""
        self._read()
        found = self._known.find(str(document), verdict)
        return "" if found is None else found.note or "no note"

    def add(self, document: Path, verdict: Verdict, note: str) -> None:
        """Ignore a claim, whatever its verdict. Raises ``BadInput`` for a file that cannot be read or written."""
        try:
            self._known = add(self.file, [of_verdict(self.file, str(document), verdict, note, any_label=True)])
        except OSError as error:
            raise BadInput(self.file, f"cannot be written: {error.strerror or error}") from error

    def _read(self) -> None:
        try:
            found = self.file.stat()
        except OSError:
            self._stamp, self._known = None, KnownFindings(self.file)
            return
        stamp = (found.st_mtime_ns, found.st_size)
        if stamp != self._stamp:
            self._stamp, self._known = stamp, KnownFindings(self.file)
            self._known = read(self.file)


MOST_CHECKS = 16
"""Documents that are checked or wait for it at the same time."""
PAUSE = 0.3
"""Seconds without a key press after which verdicts of changed sentences are taken away, and between two looks at a check."""
LARGEST = 2_000_000
"""Characters of a document that is checked."""


@dataclass(frozen=True, slots=True)
class Options:
    """What an editor may set, in ``initializationOptions``."""

    checkOnSave: bool = True
    checkOnOpen: bool = False
    showSupported: bool = False
    """Whether supported claims have a diagnostic too."""
    showUnsettled: bool = True
    """Whether claims without enough evidence have one."""

    @classmethod
    def of(cls, given: Any) -> tuple[Options, str]:
        """The options of an editor, and a sentence about those that are wrong, which are left out."""
        if given is None:
            return cls(), ""
        known = {f.name for f in fields(cls)}
        given = given if isinstance(given, Mapping) else {"": given}
        wrong = [name for name, value in given.items() if name not in known or not isinstance(value, bool)]
        said = (
            f"initializationOptions: {', '.join(map(str, wrong))}: each of {', '.join(sorted(known))} is true or false"
        )
        return cls(**{n: v for n, v in given.items() if n not in wrong}), said if wrong else ""


Counts = dict[str, int]
"""What a check did: ``claims`` of the document, and how many of them were ``judged`` now; the others were remembered."""


class Documents(LanguageServer):
    """The documents of one editor."""

    protocol: Protocol

    def __init__(self, engine: SessionThread) -> None:
        super().__init__("localcheck", __version__, types.TextDocumentSyncKind.Full, protocol_cls=Protocol)
        self._engine, self._memory = engine, Memory()
        self.options = Options()
        self._documents: dict[str, Opened] = {}
        self._checks: dict[str, asyncio.Task[Counts]] = {}
        self._pauses: dict[str, asyncio.TimerHandle] = {}
        self._ignored: dict[Path, Ignoring] = {}
        self._told: set[str] = set()
        self._reading = ThreadPoolExecutor(1, "localcheck-reading")
        self._publishing: set[asyncio.Task[None]] = set()

    # What happens to documents

    def initialize(self, params: types.InitializeParams) -> None:
        """The editor says what it wants."""
        self.options, wrong = Options.of(params.initialization_options)
        if wrong:
            self.tell(UsageError(wrong))

    def did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document was opened."""
        item = params.text_document
        path = path_of(item.uri)
        text = Text(item.text, item.version, path or item.uri, item.language_id, self.encoding)
        self._documents[item.uri] = Opened(item.uri, path, item.language_id, text)
        if self.options.checkOnOpen:
            self._start_by_itself(item.uri)

    def did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document has another text. Its verdicts move with their sentences; those of changed ones go after a pause."""
        uri, version = params.text_document.uri, params.text_document.version
        if (opened := self._documents.get(uri)) is None:
            return
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangeWholeDocument):
                opened.text = Text(change.text, version, opened.path or uri, opened.language, self.encoding)
        if (waiting := self._pauses.pop(uri, None)) is not None:
            waiting.cancel()
        if opened.kept:
            self._pauses[uri] = asyncio.get_running_loop().call_later(PAUSE, self._publish_soon, uri)

    def did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """A document was closed: its check ends, its diagnostics go. What was judged stays in memory."""
        uri = params.text_document.uri
        if (task := self._checks.pop(uri, None)) is not None:
            task.cancel()
        if (waiting := self._pauses.pop(uri, None)) is not None:
            waiting.cancel()
        if self._documents.pop(uri, None) is not None:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def did_save(self, params: types.DidSaveTextDocumentParams) -> None:
        """A document was saved."""
        uri = params.text_document.uri
        if self.options.checkOnSave and uri in self._documents:
            self._start_by_itself(uri)

    def _start_by_itself(self, uri: str) -> None:
        """Begin a check that no request waits for: why it cannot begin is shown."""
        try:
            self.start(uri)
        except LocalcheckError as error:
            self.tell(error)

    # Checks

    def start(self, uri: str, token: types.ProgressToken | None = None) -> asyncio.Task[Counts]:
        """Begin to check a document; a check of it that still runs is ended. Raises ``UsageError``."""
        if uri not in self._documents:
            raise UsageError(f"{one_line(uri)[:200]}: not open here", "open the document first")
        if (before := self._checks.pop(uri, None)) is not None:
            before.cancel()
        if len(self._checks) >= MOST_CHECKS:
            raise UsageError(
                f"busy: {MOST_CHECKS} documents are being checked", "check this one again when they are done"
            )
        task = asyncio.get_running_loop().create_task(self._check(self._documents[uri], token))
        self._checks[uri] = task
        task.add_done_callback(lambda done: self._ended(uri, done, tell=token is None))
        return task

    def _ended(self, uri: str, task: asyncio.Task[Counts], tell: bool) -> None:
        if self._checks.get(uri) is task:
            del self._checks[uri]
        if task.cancelled():
            self._publish_soon(uri)  # what was judged until then
            return
        if (error := task.exception()) is None:
            self._told = set()
        elif tell:
            self.tell(error)

    async def _check(self, opened: Opened, token: types.ProgressToken | None) -> Counts:
        """Check a document as it is now."""
        text = opened.text
        if len(text.source) > LARGEST:
            raise BadInput(
                opened.path or opened.uri, f"has {len(text.source)} characters; {LARGEST} are checked at most"
            )
        await self._read(text)
        document = text.document()
        found: Found = {}
        number = judged = 0
        if document is None:
            opened.finished(found, {})
            await self.publish(opened.uri)
            return {"claims": 0, "judged": 0}
        async with Progress(self, token, asyncio.current_task()) as progress:
            steps = self._engine.pulled(lambda session: self._steps(session, document))
            async with aclosing(steps) as events:
                async for event in events:
                    match event:
                        case Started():
                            progress.total = len(event.sentences)
                        case Judged():
                            number += 1
                            opened.judged(text, found, event.verdict)
                            if progress.report(len(found), number):
                                await self.publish(opened.uri)
                        case Failed():
                            raise LocalcheckError(event.error, event.hint)
                        case Done():
                            judged = event.judged
                            opened.finished(found, event.edits)
        await self.publish(opened.uri)
        return {"claims": number, "judged": judged}

    def _steps(self, session: Session, document: Document) -> Generator[Event | Done, None, None]:
        from localcheck.serve.lsp.checking import check

        return check(session, document, self._engine.settings, self._memory)

    def _publish_soon(self, uri: str) -> None:
        task = asyncio.get_running_loop().create_task(self.publish(uri))
        self._publishing.add(task)
        task.add_done_callback(self._publishing.discard)

    async def publish(self, uri: str) -> None:
        """Tell the editor what is known of the document as it is now."""
        if (opened := self._documents.get(uri)) is None:
            return
        try:
            text = await self._read(opened.text)
            if text is not opened.text:
                return  # it was changed again, and will be told then
            found = [
                remarks.diagnostic(s, text.lines.range(s.claim_at))
                for s in opened.shown()
                if self._wanted(s.verdict.label) and s.verdict.claim.checkable and not self.note(opened, s)
            ]
        except LocalcheckError as error:
            self.tell(error)
            return
        if uri in self._documents:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, text.version))

    async def _read(self, text: Text) -> Text:
        """``text``, when it is read: on one thread, so that the editor is heard meanwhile. Raises ``MissingExtra``."""
        await asyncio.get_running_loop().run_in_executor(self._reading, text.prepare)
        return text

    def _wanted(self, label: Label) -> bool:
        hidden = {
            Label.SUPPORTED: not self.options.showSupported,
            Label.NOT_ENOUGH_EVIDENCE: not self.options.showUnsettled,
        }
        return not hidden.get(label, False)

    # What people see

    def note(self, opened: Opened, found: Shown) -> str:
        """Why a claim is ignored, by a marker in the text or by the list beside it; empty if it is not."""
        at = found.claim_at
        marked = (why for span, why in opened.text.ignored if span.meets(at))
        if why := next(marked, ""):
            return why
        if not opened.path:
            return ""
        try:
            return self._list_of(Path(opened.path)).note(Path(opened.path), found.verdict)
        except LocalcheckError as error:
            self.tell(error)
            return ""

    def _list_of(self, document: Path) -> Ignoring:
        """The list beside a document: in the folder of the workspace that it is in, else in its own."""
        roots = [path_of(folder.uri) for folder in self.workspace.folders.values()]
        inside = [Path(root) for root in roots if root and document.is_relative_to(root)]
        folder = max(inside, key=lambda root: len(root.parts), default=document.parent)
        return self._ignored.setdefault(folder, Ignoring(folder))

    def tell(self, error: BaseException) -> None:
        """Show an error, once until another one comes."""
        if isinstance(error, LocalcheckError):
            said = f"localcheck: {error.told}"
        else:
            said = f"localcheck: internal error: {type(error).__name__}"
        if said not in self._told:
            self._told = {said}
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, one_line(said)))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """pygls tells of everything it meets; what concerns a request has been answered, and the rest is logged."""
        logging.getLogger(__name__).debug("%s: %s", source, error)

    # The end

    async def stop(self) -> None:
        """End all checks."""
        tasks = list(self._checks.values())
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, *self._publishing, return_exceptions=True)
        self._reading.shutdown(wait=False, cancel_futures=True)

    @property
    def encoding(self) -> str:
        """The units in which this editor counts columns."""
        found = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        return types.PositionEncodingKind(found).value
