"""``localcheck serve``: the HTTP API on this machine."""

from __future__ import annotations

import os
import secrets
import socket
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localcheck.cli import diagnostics, signals
from localcheck.cli.arguments import FILE, STORE, Decorator, defaulted
from localcheck.cli.options import Typed, run_options
from localcheck.cli.output import emit, emit_json
from localcheck.errors import BadInput, UsageError
from localcheck.system import resources
from localcheck.system.extras import of_extra
from localcheck.system.network import is_local

if TYPE_CHECKING:
    from localcheck.serve.running import Running

TRIES, PAUSE = 10, 0.02
"""How often an empty file of a token is looked at, and seconds between."""


def token_file(what: str) -> Decorator:
    """The option that names the file of the token."""
    told = f"File with the token that {what} must send; created if missing.  [default: HOME/serve.token]"
    return click.option("--token-file", type=FILE, help=told)


@click.command()
@defaulted("--host", default="127.0.0.1", help="A loopback address.")
@defaulted("--port", type=click.IntRange(0, 65535), default=8808, help="0 takes a free one.")
@token_file("requests")
@defaulted("--max-bytes", type=click.IntRange(1000), default=2_000_000, help="Largest request body.")
@defaulted("--max-seconds", type=click.FloatRange(0.1), default=120.0, help="Longest time for one request.")
@defaulted("--max-requests", type=click.IntRange(1, 1000), default=8, help="Requests answered at the same time.")
@click.option(
    "--upstream",
    metavar="URL",
    default="",
    help="A model server on this machine; POST /v1/chat/completions then forwards chats to it and checks its answers.",
)
@STORE
@click.option("--ui", is_flag=True, help="Also serve the page for the browser; prints its address with the token.")
@click.option("--openapi", is_flag=True, help="Print the OpenAPI description and exit.")
@run_options
def serve(
    *,
    host: str,
    port: int,
    token_file: Path | None,
    max_bytes: int,
    max_seconds: float,
    max_requests: int,
    upstream: str,
    store: bool,
    ui: bool,
    openapi: bool,
    typed: Typed,
) -> int:
    """Answer HTTP requests from this machine: POST /v1/check and /v1/faithfulness, GET /health and /openapi.json.

    \b
    Examples:
      localcheck serve --port 8808 --token-file serve.token
      localcheck serve --ui
      curl -H "Authorization: Bearer $(cat serve.token)" -H "Content-Type: application/json" \\
           -d '{"answer": "It opened in 1912.", "context": ["It opened in 1913."]}' http://127.0.0.1:8808/v1/faithfulness
    """
    if openapi:
        from localcheck.serve.openapi import document

        emit_json(document(max_bytes))
        return 0
    if ui and not store:
        raise UsageError("--ui --no-store: the page keeps its runs in the store", "leave one of them out")
    check_local(host)
    if upstream:
        _guards(upstream, port)
    settings = typed.checked_settings()
    with of_extra("serve", "the server"):
        from localcheck.serve.app import Server
        from localcheck.serve.limits import Limits
        from localcheck.serve.page.routes import Page
        from localcheck.serve.running import Running
        from localcheck.serve.session_thread import SessionThread
    file = file_of(token_file)
    token, limits = token_of(file), Limits(max_bytes, max_seconds, max_requests)
    engine = SessionThread(settings, resources.store_path() if store else None)
    listening = listen(host, port)
    page = Page(engine, resources.store_path(), limits) if ui else None
    running = Running(Server(engine, token, limits, upstream, page).app(), engine, lifespan="on")
    if ui:
        emit(f"{address_of(listening)}/#token={token}")
    run_until_ended(running, listening, file)
    return 0


def run_until_ended(running: Running, listening: socket.socket, token: Path, path: str = "") -> None:
    """Say where the ``token`` is and where the server listens, and run it; SIGHUP ends it as Ctrl-C does."""
    diagnostics.note(f"the token is in {token}")
    with signals.hang_up(partial(setattr, running, "should_exit", True)):
        diagnostics.note(f"listening on {address_of(listening)}{path}; Ctrl-C ends it")
        running.run(sockets=[listening])


def check_local(host: str) -> None:
    """Raise ``UsageError`` for an address that is not of this machine alone."""
    if not host or not is_local(host):
        raise UsageError(
            f"--host {host}: not an address of this machine",
            "give 127.0.0.1 or ::1; for other machines put a proxy in front",
        )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one. Raises ``UsageError`` where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise UsageError(f"port {port} of {host}: {why.lower()}", "choose another --port; 0 takes a free one") from None


def address_of(listening: socket.socket) -> str:
    """``http://127.0.0.1:8808`` of a socket that listens."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _guards(upstream: str, port: int) -> None:
    """Raise ``UsageError`` for a model server that is not on this machine, or that is this server; ``MissingExtra``."""
    with of_extra("serve", "the guard of a model server"):
        from localcheck.serve.guard import upstream_of
    if upstream_of(upstream).endswith(f":{port}"):
        raise UsageError(f"--upstream {upstream}: that is this server itself", "give it another --port")


def file_of(named: Path | None) -> Path:
    """The file of the token: the one that was named, else that of the home, which is made where there is none yet."""
    if named is not None:
        return named
    home = resources.home()
    home.mkdir(parents=True, exist_ok=True)
    return home / "serve.token"


def token_of(file: Path) -> str:
    """The token in ``file``, which only its owner may read; created if it does not exist. Raises ``BadInput``."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(file)
    except OSError as error:
        raise BadInput(file, f"cannot be written: {error.strerror}", "choose another --token-file") from error
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        token = secrets.token_urlsafe(24)
        opened.write(token + "\n")
    return token


def _read(file: Path) -> str:
    """The token in a file that exists; an empty one may just be written by another server. Raises ``BadInput`` also for a
    token that no header of a request could hold.
    """
    try:
        for _ in range(TRIES):
            if token := file.read_text(encoding="ascii", errors="replace").strip():
                break
            time.sleep(PAUSE)
    except OSError as error:
        raise BadInput(file, f"cannot be read: {error.strerror}", "choose another --token-file") from error
    if len(token) < 16 or not (token.isascii() and token.isprintable()):
        raise BadInput(file, "holds no token: one line of 16 plain characters or more", "remove it; a new one is made")
    return token
