"""A model hub on loopback: serves files by the paths of the real one, with ranges, and breaks off when told to."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "a1" * 20


class Hub:
    """``files`` by ``repo/path``; ``break_after`` bytes the next download breaks off and the server is down until ``mend``."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.break_after: int | None = None
        self.down = False
        self.delay = 0.0
        """Seconds between pieces of 64 kB."""
        self.commit = COMMIT
        self.hashes = True
        """Does the server state SHA-256?"""
        self.seen: list[tuple[str, str, str]] = []
        """(method, path, Range header) of every request."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def mend(self) -> None:
        self.break_after, self.down = None, False

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:  # noqa: C901
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            return

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_GET(self) -> None:
            self._answer(body=True)

        def _answer(self, body: bool) -> None:
            wanted = self.headers.get("Range", "")
            hub.seen.append((self.command, self.path, wanted))
            match = re.fullmatch(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", self.path)
            data = hub.files.get(f"{match[1]}/{match[3]}") if match else None
            if hub.down and body:
                return self._plain(503, b"down")
            if data is None:
                return self._plain(404, b"", {"X-Error-Code": "EntryNotFound"})
            start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
            part = data[start:]
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
            self.send_header("Content-Length", str(len(part)))
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("X-Repo-Commit", hub.commit)
            self.send_header("ETag", f'"{hashlib.sha256(data).hexdigest()[: 64 if hub.hashes else 40]}"')
            self.end_headers()
            if not body:
                return None
            if hub.break_after is not None and len(part) > hub.break_after:
                self.wfile.write(part[: hub.break_after])
                self.wfile.flush()
                hub.down, self.close_connection = True, True
                return None
            for at in range(0, len(part), 1 << 16):
                time.sleep(hub.delay)
                self.wfile.write(part[at : at + (1 << 16)])
            return None

        def _plain(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            for key, value in (headers or {}).items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(data)

    return Handler
