"""One editor is served, over the standard streams of this process: what it may call, until it leaves or is gone.

The language server: what an editor asks about its documents, and its commands.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any, BinaryIO

import psutil
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from localcheck.errors import LocalcheckError, UsageError
from localcheck.reports.markdown import escape
from localcheck.serve.lsp import remarks
from localcheck.serve.lsp.actions import CHECK, IGNORE, SEARCH, actions
from localcheck.serve.lsp.documents import LARGEST, Documents
from localcheck.serve.lsp.opened import Opened, Shown
from localcheck.serve.lsp.progress import OWN
from localcheck.serve.lsp.wire import Reader, Writer
from localcheck.serve.searching import search
from localcheck.serve.session_thread import SessionThread
from localcheck.text.inert import one_line, shown

FAILED = -32803
"""``RequestFailed``: the request was right, and could not be done."""
FOUND = 5
"""Documents that a search shows."""


class Server(Documents):
    """One editor's server."""

    def __init__(self, engine: SessionThread) -> None:
        super().__init__(engine)
        self._found: tempfile.TemporaryDirectory[str] | None = None

    async def _at(self, uri: str, wanted: types.Range) -> tuple[Opened, list[Shown]] | None:
        """A document and the verdicts whose claims meet a place in it; None for a document of which nothing is known."""
        if (opened := self._documents.get(uri)) is None or not opened.kept:
            return None
        text = await self._read(opened.text)
        if text is not opened.text:
            return None
        place = text.lines.span(wanted)
        return opened, [s for s in opened.shown() if s.claim_at.start <= place.end and place.start <= s.claim_at.end]

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        """The verdicts at a place."""
        point = types.Range(params.position, params.position)
        found = await self._at(params.text_document.uri, point)
        if found is None or not found[1]:
            return None
        opened, met = found
        markdown = _reads_markdown(self.client_capabilities)
        content = remarks.hover(met, [self.note(opened, s) for s in met], markdown)
        return types.Hover(content, opened.text.lines.range(met[0].claim_at))

    async def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """What can be done about the claims in a range."""
        found = await self._at(params.text_document.uri, params.range)
        if found is None:
            return []
        opened, met = found
        workspace = self.client_capabilities.workspace
        versioned = bool(workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes)
        return [
            a for s in met if s.verdict.claim.checkable for a in actions(opened, s, versioned, self.note(opened, s))
        ]

    async def execute(self, params: types.ExecuteCommandParams) -> Any:
        """Run a command. Raises ``JsonRpcException``."""
        commands: dict[str, Callable[..., Awaitable[Any]]] = {
            CHECK: partial(self._command_check, params.work_done_token),
            SEARCH: self._command_search,
            IGNORE: self._command_ignore,
        }
        if (command := commands.get(params.command)) is None:
            raise JsonRpcException(f"unknown command {one_line(params.command)[:100]}", types.ErrorCodes.InvalidParams)
        given = params.arguments or ()
        if not all(isinstance(argument, str) for argument in given):
            raise JsonRpcException(f"{params.command}: each argument must be a text", types.ErrorCodes.InvalidParams)
        try:
            signature(command).bind(*given)
        except TypeError:
            names = ", ".join(signature(command).parameters)
            told = f"{params.command} takes these arguments, in this order: {names}"
            raise JsonRpcException(told, types.ErrorCodes.InvalidParams) from None
        try:
            return await command(*given)
        except LocalcheckError as error:
            data = {"hint": error.hint, "exit_code": error.exit_code}
            raise JsonRpcException(error.told, FAILED, data) from error

    async def _command_check(self, token: types.ProgressToken | None, uri: str = "") -> dict[str, Any]:
        """Check a document now; without an address, the only one that is open."""
        if not uri:
            if len(self._documents) != 1:
                raise UsageError("no document is named, and not exactly one is open", "give its address")
            uri = next(iter(self._documents))
        task = self.start(uri, token if token is not None else f"{OWN}{uri}")
        try:
            return {"uri": uri, **await task}
        except asyncio.CancelledError:
            task.cancel()
            raise

    async def _command_search(self, query: str) -> list[dict[str, str]]:
        """What the index has on a question; shown in the editor too."""
        _, found = await self._engine.on_session(lambda session: search(session, query[:LARGEST], FOUND))
        self._show(query, found)
        return found

    async def _command_ignore(self, uri: str, claim: str, note: str = "") -> None:
        """Ignore a claim of a document, with a note."""
        if (opened := self._documents.get(uri)) is None:
            raise UsageError(f"{one_line(uri)[:200]}: not open here", "open the document first")
        if not opened.path:
            raise UsageError("the document has no file yet", "save it first")
        await self._read(opened.text)
        found = next((s.verdict for s in opened.shown() if s.verdict.claim.text == claim), None)
        if found is None:
            raise UsageError("the document has no such claim", "take the words of the claim, as the code action does")
        self._list_of(Path(opened.path)).add(Path(opened.path), found, note)
        await self.publish(uri)

    def _show(self, query: str, found: Sequence[Mapping[str, str]]) -> None:
        window = self.client_capabilities.window
        if not (window and window.show_document and window.show_document.support):
            lines = [f"{f['title']}: {one_line(f['excerpt'])[:200]}" for f in found] or ["nothing was found"]
            self.window_show_message(types.ShowMessageParams(types.MessageType.Info, shown("\n".join(lines))))
            return
        self._found = self._found or tempfile.TemporaryDirectory(prefix="localcheck-")
        page = Path(self._found.name) / "search.md"
        parts = [f"# {escape(query)}"]
        for f in found:
            where = ", ".join(x for x in (f["locator"], f["date"]) if x)
            parts += [f"## {escape(f['title'])}", escape(f["excerpt"]), f"— {escape(where)}"]
        page.write_text(shown("\n\n".join(parts if found else [*parts, "Nothing was found."]) + "\n"), encoding="utf-8")
        self.window_show_document(types.ShowDocumentParams(page.as_uri(), take_focus=True))

    async def stop(self) -> None:
        """End all checks, and remove the page of a search."""
        await super().stop()
        if self._found is not None:
            self._found.cleanup()


def _reads_markdown(client: types.ClientCapabilities) -> bool:
    asked = client.text_document.hover if client.text_document else None
    return bool(asked and asked.content_format and types.MarkupKind.Markdown in asked.content_format)


PATIENCE = 5.0
"""Seconds that a step at work has to end when the editor is gone."""
GRACE = 30.0
"""Seconds after the end of what the editor sends in which this process ends, also if nobody reads what it writes."""
KINDS = (types.CodeActionKind.QuickFix, types.CodeActionKind.Refactor)
LOOK = 2.0
"""Seconds between two looks at whether the editor's process lives."""


def serve(
    engine: SessionThread,
    stdin: BinaryIO,
    stdout: BinaryIO,
    debug: bool = False,
    leave: Callable[[int], object] = os._exit,
) -> int:
    """Serve until the editor says ``exit``, closes the streams, or its process is gone. Returns the exit code: 1 if it left
    without saying so.

    ``leave`` ends the process at once, where something is at work that nothing can interrupt, or where nobody reads what is
    written; what is being written to files survives that (``scripts/kill9.py``).
    """
    logging.getLogger("pygls").setLevel(logging.DEBUG if debug else logging.CRITICAL + 1)
    logging.getLogger("asyncio").setLevel(logging.ERROR if debug else logging.CRITICAL + 1)
    return asyncio.run(_serve(engine, stdin, stdout, leave))


async def _serve(engine: SessionThread, stdin: BinaryIO, stdout: BinaryIO, leave: Callable[[int], object]) -> int:
    server, writer = registered(Server(engine)), Writer(stdout)
    server.protocol.set_writer(writer)
    overdue = threading.Timer(GRACE, leave, (1,))
    overdue.daemon = True
    reader = Reader(stdin, asyncio.get_running_loop(), overdue.start)
    engine.begin()
    reader.start()
    watched = False
    while (message := await reader.next()) is not None:
        server.protocol.take(message)
        if server.protocol.left is not None or writer.gone:
            break
        if not watched and server.process_id is not None:
            watched = True
            _watch(server.process_id, leave)
    await server.stop()
    code = 1 if server.protocol.left is None else server.protocol.left
    try:
        await asyncio.wait_for(engine.close(), PATIENCE)
    except TimeoutError:
        leave(code)
    overdue.cancel()
    return code


def _watch(editor: int, leave: Callable[[int], object]) -> None:
    """End this process when the editor's is gone, also if someone else holds the streams open. An editor on another machine, or
    outside this container, has no process here and is not watched.
    """
    try:
        process = psutil.Process(editor)
    except (psutil.Error, ValueError, OverflowError):
        return

    def look() -> None:
        while True:
            time.sleep(LOOK)
            with suppress(psutil.AccessDenied):
                if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
                    leave(1)

    def guarded() -> None:
        try:
            look()
        except psutil.NoSuchProcess:
            leave(1)

    threading.Thread(target=guarded, name="localcheck-watch", daemon=True).start()


def registered(server: Server) -> Server:
    """``server``, with everything that it answers."""
    answers: dict[str, Callable[[Any], Any]] = {
        types.INITIALIZE: server.initialize,
        types.TEXT_DOCUMENT_DID_OPEN: server.did_open,
        types.TEXT_DOCUMENT_DID_CHANGE: server.did_change,
        types.TEXT_DOCUMENT_DID_SAVE: server.did_save,
        types.TEXT_DOCUMENT_DID_CLOSE: server.did_close,
        types.TEXT_DOCUMENT_HOVER: server.hover,
        types.TEXT_DOCUMENT_CODE_ACTION: server.code_actions,
    }
    options = {types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(list(KINDS))}
    for name, answer in answers.items():
        server.feature(name, options.get(name))(
            partial(answer)
        )  # pygls writes on what it is given, and a method takes nothing
    for name in (CHECK, SEARCH, IGNORE):
        server.command(name)(partial(server.execute))  # only the name is needed: ``Protocol`` calls ``execute`` itself
    return server
