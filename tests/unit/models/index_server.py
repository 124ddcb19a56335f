"""A simple package index on loopback: pages in HTML or JSON, wheels with ranges; breaks off or wants a login when told to."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def make_wheel(name: str, files: Mapping[str, bytes], version: str = "0.0.1") -> tuple[str, bytes]:
    """File name and bytes of a wheel that holds ``files`` beside a module that must never be run."""
    stem = f"{name.replace('-', '_')}-{version}"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}/__init__.py", "raise SystemExit('a wheel was imported')\n")
        for path, data in files.items():
            archive.writestr(path, data)
        archive.writestr(f"{stem}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
    return f"{stem}-py3-none-any.whl", out.getvalue()


class Index:
    """``wheels`` by file name; ``break_after`` bytes the next wheel breaks off."""

    def __init__(self, wheels: Mapping[str, bytes], *, as_json: bool = False) -> None:
        self.wheels = dict(wheels)
        self.as_json = as_json
        self.break_after: int | None = None
        self.login = ""
        """``user:password`` that every request must carry."""
        self.moved_to = ""
        """Where requests for wheels are redirected to."""
        self.hashes = True
        self.seen: list[tuple[str, str]] = []
        """(path, Range header) of every request."""
        self.agents: set[str] = set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_port}/simple"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def page(self, name: str) -> bytes | None:
        """What the index says about one package; None where it has none of it."""
        found = {
            f: hashlib.sha256(d).hexdigest()
            for f, d in self.wheels.items()
            if f.split("-")[0].replace("_", "-") == name
        }
        if not found:
            return None
        if self.as_json:
            rows = [
                {
                    "filename": f,
                    "url": f"../../files/{f}",
                    "hashes": {"sha256": s} if self.hashes else {},
                    "size": len(self.wheels[f]),
                }
                for f, s in found.items()
            ]
            return json.dumps({"meta": {"api-version": "1.1"}, "name": name, "files": rows}).encode()
        links = [
            f'<a href="../../files/{f}{f"#sha256={s}" if self.hashes else ""}">{f}</a><br>' for f, s in found.items()
        ]
        return f"<!DOCTYPE html><html><body>{''.join(links)}</body></html>".encode()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


def _handler(index: Index) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            return

        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            index.seen.append((self.path, wanted))
            index.agents.add(self.headers.get("User-Agent", ""))
            given = self.headers.get("Authorization", "").removeprefix("Basic ")
            if index.login and base64.b64decode(given).decode() != index.login:
                return self._answer(401, b"who are you?")
            if self.path.startswith("/simple/"):
                page = index.page(self.path.strip("/").split("/")[-1])
                kind = "application/vnd.pypi.simple.v1+json" if index.as_json else "text/html"
                return self._answer(404, b"") if page is None else self._answer(200, page, {"Content-Type": kind})
            if index.moved_to:
                return self._answer(302, b"", {"Location": index.moved_to})
            data = index.wheels.get(self.path.rpartition("/")[2])
            if data is None:
                return self._answer(404, b"")
            start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
            if start >= len(data):
                return self._answer(416, b"")
            headers = {"Content-Range": f"bytes {start}-{len(data) - 1}/{len(data)}"} if start else {}
            return self._answer(206 if start else 200, data[start:], headers, cut=index.break_after)

        def _answer(
            self, status: int, data: bytes, headers: Mapping[str, str] | None = None, cut: int | None = None
        ) -> None:
            self.send_response(status)
            for key, value in (headers or {}).items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data if cut is None else data[:cut])

    return Handler
