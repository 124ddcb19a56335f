"""A page that was loaded from this machine asks the server for agents, as llama.cpp's web UI does; others may not."""

from __future__ import annotations

import http.server
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from localcheck.cli.checks.mcp import for_pages, guarded
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings
from tests.needs import Later, needs

needs("mcp", reason="the extra mcp is not installed")
needs("playwright", reason="playwright is not installed")

TOKEN = "a-token-for-these-tests"
ASK = """async ([address, token]) => {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", Authorization: `Bearer ${token}` };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "page", version: "1" } };
  try {
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }) });
    return `${answer.status} ${await answer.text()}`;
  } catch (error) { return `blocked: ${error.message}`; }
}"""  # noqa: E501


@contextmanager
def agents(home: Path) -> Iterator[str]:
    """The address of the server for agents, over HTTP."""
    made = Later("localcheck.serve.mcp").server(
        SessionThread(Settings(detector="all-false"), None), home / "localcheck.db"
    )
    app = for_pages(guarded(made.streamable_http_app(host="127.0.0.1"), TOKEN))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        running = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        while not running.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        running.should_exit = True
        thread.join(30)


class Blank(http.server.BaseHTTPRequestHandler):
    """A page with nothing on it."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>page</title>")

    def log_message(self, *_: Any) -> None:
        pass


def test_a_page_of_this_machine_is_answered_and_another_one_is_not(home: Path, chromium: Any) -> None:
    with agents(home) as address, http.server.ThreadingHTTPServer(("127.0.0.1", 0), Blank) as pages:
        threading.Thread(target=pages.serve_forever, args=(0.02,), daemon=True).start()
        said = {}
        for host in ("127.0.0.1", "localhost", "evil.localhost"):
            page = chromium.new_page()
            page.goto(f"http://{host}:{pages.server_port}/")
            said[host] = page.evaluate(ASK, [address, TOKEN])
            said[f"{host} without token"] = page.evaluate(ASK, [address, "no"])
            page.close()
        pages.shutdown()
    for host in ("127.0.0.1", "localhost"):
        assert said[host].startswith("200") and '"serverInfo"' in said[host]
        assert said[f"{host} without token"].startswith("401")
    assert said["evil.localhost"].startswith("blocked") and said["evil.localhost without token"].startswith("blocked")
