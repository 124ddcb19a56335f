"""``localcheck mcp``: the tools of localcheck for agents, over standard input and output or over HTTP on this machine."""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import diagnostics, signals
from localcheck.cli.checks.serve import token_of
from localcheck.cli.options import Typed, run_options
from localcheck.errors import MissingExtra, UsageError
from localcheck.registry import DETECTORS
from localcheck.settings.signatures import options_for
from localcheck.system import resources

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


@click.command()
@click.option("--http", is_flag=True, help="Streamable HTTP instead of standard input and output; needs the token.")
@click.option("--host", default="127.0.0.1", show_default=True, help="A loopback address, with --http.")
@click.option("--port", type=click.IntRange(0, 65535), default=8809, show_default=True, help="With --http.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File with the token that HTTP requests must send; created if missing.  [default: HOME/serve.token]",
)
@click.option("--store/--no-store", default=True, help="Write every check into the checks log.  [default: store]")
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
    settings = typed.settings()
    options_for(DETECTORS.load(settings.detector), settings.detector_options(settings.detector), settings.detector)
    try:
        from localcheck.serve.mcp import server
    except ImportError:
        raise MissingExtra("mcp", "the server for agents") from None
    from localcheck.serve.session_thread import SessionThread

    path = resources.store_path()
    made = server(SessionThread(settings, path if store else None), path)
    if http:
        _over_http(made, host, port, token_file or resources.home() / "serve.token")
    else:
        made.run()
    return 0


def _over_http(made: Any, host: str, port: int, file: Path) -> None:
    """Serve until the process is asked to end."""
    import uvicorn

    from localcheck.system.network import is_local

    if not host or not is_local(host):
        raise UsageError(f"--host {host}: not an address of this machine", "127.0.0.1 or ::1; put a proxy before it")
    app = Guarded(made.streamable_http_app(host=host), token_of(file))
    running = uvicorn.Server(uvicorn.Config(app, host=host, port=port, log_level="warning", server_header=False))
    diagnostics.note(f"the token is in {file}")
    with signals.hang_up(partial(setattr, running, "should_exit", True)):
        diagnostics.note(f"listening on http://{host}:{port}/mcp; Ctrl-C ends it")
        running.run()


class Guarded:
    """An application that answers a request only if it brings the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._wanted = app, f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 401."""
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not secrets.compare_digest(given, self._wanted):
                await send(
                    {"type": "http.response.start", "status": 401, "headers": [(b"www-authenticate", b"Bearer")]}
                )
                await send({"type": "http.response.body", "body": b"the token is missing or wrong"})
                return
        await self._app(scope, receive, send)
