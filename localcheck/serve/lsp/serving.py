"""One editor is served, over the standard streams of this process: what it may call, until it leaves or is gone."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, BinaryIO

import psutil
from lsprotocol import types

from localcheck.serve.lsp.actions import CHECK, IGNORE, SEARCH
from localcheck.serve.lsp.server import Server
from localcheck.serve.lsp.wire import Reader, Writer
from localcheck.serve.session_thread import SessionThread

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
