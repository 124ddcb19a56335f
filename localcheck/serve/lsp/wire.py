"""JSON-RPC over two streams, for input that nobody vouches for: what is malformed gets an error, and the next message is read.

pygls frames, parses and dispatches messages as well, but ends at a header that is no number, answers nothing to a request
whose parameters do not fit, and puts tracebacks into its errors.
"""

from __future__ import annotations

import asyncio
import re
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol, lsp_method

from localcheck.system.jsontext import NotJson, parse
from localcheck.text.patterns import regex

LARGEST = 64_000_000
"""Bytes of a message that is read; a larger one is passed over."""
ABSURD = 1_000_000_000
"""A length from which on it is no length."""
LONGEST_LINE = 4_096
_LENGTH = regex(rb"content-length:\s*(\d{1,18})\s*\Z", re.IGNORECASE)
_HEADER = regex(rb"[\w-]+:[^\r\n]*\Z")
NO_HEADER = "a message begins with Content-Length and an empty line"
WAITING = 100
"""Messages that are read ahead."""


class Malformed(str):
    """In the place of a message: why there is none."""


def messages(stream: BinaryIO) -> Any:
    """The bodies of the messages of a stream, and a ``Malformed`` for each stretch that is none. Ends with the stream."""
    length: int | None = None
    told = False
    while line := stream.readline(LONGEST_LINE):
        bare = line.strip()
        if found := _LENGTH.match(bare):
            length = int(found[1])
        elif bare:
            if not _HEADER.match(bare) and not told:
                told = True
                yield Malformed(NO_HEADER)
        elif length is not None:
            body = _body(stream, length) if length < ABSURD else Malformed(NO_HEADER)
            if body is None:
                return
            yield body
            length, told = None, False


def _body(stream: BinaryIO, length: int) -> bytes | Malformed | None:
    """A body of this length; None where the stream ends in it."""
    if length > LARGEST:
        left = length
        while left and (piece := stream.read(min(left, 1_000_000))):
            left -= len(piece)
        return Malformed(f"the message has {length} bytes; {LARGEST} are taken at most") if not left else None
    body = stream.read(length)
    return body if len(body) == length else None


class Reader(threading.Thread):
    """Reads messages on a thread of its own, which no shutdown waits for, and hands them to the event loop; None at the end."""

    def __init__(self, stream: BinaryIO, loop: asyncio.AbstractEventLoop, at_end: Callable[[], object]) -> None:
        """``at_end`` is called, on that thread, when nothing more can come."""
        super().__init__(name="localcheck-reader", daemon=True)
        self._stream, self._loop, self._at_end = stream, loop, at_end
        self._queue: asyncio.Queue[bytes | Malformed | None] = asyncio.Queue()
        self._room = threading.Semaphore(WAITING)

    def run(self) -> None:
        """Read until the client is gone."""
        try:
            for message in messages(self._stream):
                self._hand_over(message)
        except (OSError, ValueError):
            pass
        finally:
            self._ended()
            self._hand_over(None)

    async def next(self) -> bytes | Malformed | None:
        """The next message; None at the end."""
        message = await self._queue.get()
        self._room.release()
        return message

    def _hand_over(self, message: bytes | Malformed | None) -> None:
        """Wait for room. The loop may be held up in writing to a client that reads no more: then only its end is waited for."""
        while not self._room.acquire(timeout=1):
            if self._loop.is_closed():
                return
            if self._hung_up():
                self._ended()
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._queue.put_nowait, message)

    def _hung_up(self) -> bool:
        """Has the client closed its end, though there is something left to read?"""
        poll = select.poll()
        poll.register(self._stream, 0)
        return any(event & select.POLLHUP for _, event in poll.poll(0))

    def _ended(self) -> None:
        at_end, self._at_end = self._at_end, lambda: None
        at_end()


class Writer:
    """Writes to a stream; when nobody reads it any more, says so instead of raising."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.gone = False
        """True when the client does not read any more."""

    def write(self, data: bytes) -> None:
        """Write a message whole."""
        try:
            self._stream.write(data)
            self._stream.flush()
        except (OSError, ValueError):
            self.gone = True

    def close(self) -> None:
        """Nothing: the process that opened the stream closes it."""


class Protocol(LanguageServerProtocol):
    """pygls's protocol, which answers every request, also those that it cannot read, and never with a traceback."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.left: int | None = None
        """The exit code, when the client has asked the server to leave."""

    def take(self, message: bytes | Malformed) -> None:
        """Handle one message. Never raises."""
        if isinstance(message, Malformed):
            self._refuse(None, types.ErrorCodes.ParseError, message)
            return
        try:
            found = parse(message)
        except NotJson as error:
            self._refuse(None, types.ErrorCodes.ParseError, f"the message is {error.why}")
            return
        if not isinstance(found, dict) or found.get("jsonrpc") != "2.0":
            self._refuse(_id(found), types.ErrorCodes.InvalidRequest, "the message is not a JSON-RPC 2.0 object")
            return
        try:
            self._dispatch(found)
        except Exception as error:  # the server continues whatever one message does
            self._refuse(_id(found), types.ErrorCodes.InternalError, f"internal error: {type(error).__name__}")

    def _dispatch(self, found: dict[str, Any]) -> None:
        method, number = found.get("method"), _id(found)
        if method is not None and not isinstance(method, str):
            self._refuse(number, types.ErrorCodes.InvalidRequest, "method must be a string")
        elif "id" in found and number is None:
            self._refuse(None, types.ErrorCodes.InvalidRequest, "id must be a string or a number")
        elif method is None and not ("result" in found or "error" in found):
            self._refuse(number, types.ErrorCodes.InvalidRequest, "the message has no method")
        elif method == types.EXIT:
            self.left = 0 if self._shutdown else 1
        elif method is not None and (reason := self._not_now(method)):
            if "id" in found:  # a notification gets no answer
                self._refuse(number, reason[0], reason[1])
        else:
            self._handle(found, method, number)

    def _not_now(self, method: str) -> tuple[int, str] | None:
        """Why a method cannot be called yet, or any more: the code and a sentence."""
        if self._shutdown:
            return types.ErrorCodes.InvalidRequest, "the server was asked to shut down"
        if self._workspace is None and method != types.INITIALIZE:
            return types.ErrorCodes.ServerNotInitialized, "send initialize first"
        if self._workspace is not None and method == types.INITIALIZE:
            return types.ErrorCodes.InvalidRequest, "the server is initialized already"
        return None

    def _handle(self, found: dict[str, Any], method: str | None, number: str | int | None) -> None:
        try:
            message = self.structure_message(found)
        except JsonRpcException:
            if method is not None:
                self._refuse(number, types.ErrorCodes.InvalidParams, f"the parameters of {method} do not fit")
            return
        self.handle_message(message)

    def _refuse(self, number: str | int | None, code: int, why: str) -> None:
        """An error for a request, or for what cannot be read; a notification gets no answer."""
        unread = code in (types.ErrorCodes.ParseError, types.ErrorCodes.InvalidRequest)
        if number is not None or unread:
            error = {"code": int(code), "message": why}
            self._send_data({"jsonrpc": "2.0", "id": number, "error": error})

    def _send_response(self, msg_id: Any, result: Any | None = None, error: types.ResponseError | None = None) -> None:
        """Errors leave without the traceback that pygls puts into them."""
        if error is not None and isinstance(error.data, dict) and "traceback" in error.data:
            name = error.message.partition(":")[0].rpartition(".")[2]
            error = types.ResponseError(error.code, f"internal error: {name}")
        super()._send_response(msg_id, result, error)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """A command is one task, so that cancelling the request cancels its work."""
        return await self._server.execute(params)  # type: ignore[attr-defined]


def _id(found: Any) -> str | int | None:
    """The id of a message, if it is one."""
    number = found.get("id") if isinstance(found, dict) else None
    return number if isinstance(number, str) or (isinstance(number, int) and not isinstance(number, bool)) else None
