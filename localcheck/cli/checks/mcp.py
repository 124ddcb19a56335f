"""``localcheck mcp``: the tools of localcheck for agents, over standard input and output or over HTTP on this machine."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import diagnostics, signals
from localcheck.cli.arguments import STORE, defaulted
from localcheck.cli.checks.serve import check_local, file_of, listen, run_until_ended, token_of
from localcheck.cli.checks.serve import token_file as token_option
from localcheck.cli.diagnostics import Exit
from localcheck.cli.options import Typed, run_options
from localcheck.system import collecting, resources
from localcheck.system.extras import of_extra

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from localcheck.serve.session_thread import SessionThread

LARGEST = 64_000_000
"""Bytes of a request over HTTP: a character takes up to twelve of them, and an answer comes with several sources."""


@click.command()
@click.option("--http", is_flag=True, help="Streamable HTTP instead of standard input and output; needs the token.")
@defaulted("--host", default="127.0.0.1", help="A loopback address, with --http.")
@defaulted("--port", type=click.IntRange(0, 65535), default=8809, help="With --http.")
@token_option("HTTP requests")
@STORE
@run_options
def mcp(*, http: bool, host: str, port: int, token_file: Path | None, store: bool, typed: Typed) -> int:
    """Let an agent check what it writes: tools of the Model Context Protocol, with quotes, on this machine.

    The tools: check_text, check_claim, check_against_sources, search_evidence, suggest_correction, verify_report.
    The agent's program starts this command and speaks to it over standard input and output. Nothing leaves this machine.

    \b
    Examples:
      localcheck mcp
      localcheck mcp --index enwiki
      localcheck mcp --http --port 8809
    """
    settings = typed.checked_settings()
    with of_extra("mcp", "the server for agents"), collecting.paused():
        from localcheck.serve.mcp import server
    from localcheck.serve.session_thread import SessionThread

    path = resources.store_path()
    engine = SessionThread(settings, path if store else None)
    made = server(engine, path, debug="--debug" in sys.argv)
    if http:
        _over_http(made, engine, host, port, token_file)
    else:
        diagnostics.for_programs("an agent's program", "mcp")
        _over_pipes(made)
    return 0


def _over_pipes(made: Any) -> None:
    """Serve until the agent closes its pipe, or a signal comes.

    After a signal, or an answer that nobody reads any more, the process is left at once: everything is closed then, but Python
    would wait for the thread of the SDK that waits for the next line, and try to write the answer again.
    """
    signals.interrupt_at_once(_leave)
    try:
        made.run()
    except BaseException as error:
        stop = signals.stop_in(error)
        if stop is None and not _is_closed_pipe(error):
            raise
        if stop is None:
            os._exit(Exit.OK)
        _leave(stop.number if isinstance(stop, signals.Stopped) else signal.SIGINT)


def _leave(number: int) -> None:
    diagnostics.say("localcheck: interrupted")
    os._exit(128 + number)


def _is_closed_pipe(error: BaseException) -> bool:
    """Whether an error out of an event loop is only that the agent closed the pipe that answers go to."""
    if isinstance(error, BaseExceptionGroup):
        return error.split(BrokenPipeError)[1] is None
    return isinstance(error, BrokenPipeError)


def _over_http(made: Any, engine: SessionThread, host: str, port: int, token_file: Path | None) -> None:
    """Serve until the process is asked to end: checks at work are ended then, and their agents hear why."""
    from localcheck.serve.running import Running

    check_local(host)
    file = file_of(token_file)
    app = application(made, host, token_of(file))
    run_until_ended(Running(app, engine), listen(host, port), file, "/mcp")


def application(made: Any, host: str, token: str) -> ASGIApp:
    """What answers over HTTP."""
    return for_pages(guarded(made.streamable_http_app(host=host, max_request_body_size=LARGEST), token))


def for_pages(app: ASGIApp) -> ASGIApp:
    """``app``, which pages that were loaded from this machine may ask too, such as that of llama.cpp's server.

    A browser asks first whether it may (CORS); without the token a page gets nothing all the same.
    """
    from starlette.middleware.cors import CORSMiddleware

    return CORSMiddleware(
        app,
        allow_origin_regex=r"https?://(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?",
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["Authorization", "Content-Type", "Last-Event-ID", "Mcp-Protocol-Version", "Mcp-Session-Id"],
        expose_headers=["Mcp-Session-Id"],
    )


def guarded(app: ASGIApp, token: str) -> ASGIApp:
    """``app``, which answers a request only if it brings the token, else 401."""
    from starlette.requests import Request

    from localcheck.serve.limits import has_token, read_past

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        if scope["type"] != "http" or has_token(headers.get(b"authorization", b"").decode("latin-1"), token):
            await app(scope, receive, send)
            return
        await read_past(Request(scope, receive))
        await send({"type": "http.response.start", "status": 401, "headers": [(b"www-authenticate", b"Bearer")]})
        await send({"type": "http.response.body", "body": b"the token is missing or wrong"})

    return answer
