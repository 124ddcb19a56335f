"""A real web server on loopback, friendly and hostile pages by path."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

ARTICLE = (
    "<html><head><title>Ada Lovelace</title></head><body><nav>Home | About | Login</nav><article><h1>Ada Lovelace</h1><p>"
    "Ada Lovelace was an English mathematician and writer. She was born in London in 1815. She wrote notes on the "
    "Analytical SearchEngine of Charles Babbage, which are held to be the first program.</p></article></body></html>"
)
BOMB = gzip.compress(bytes(16 * 1024 * 1024), 1)
ROBOTS = 200, "User-agent: *\nDisallow: /forbidden\n"
HITS = ("/nowhere", "/slow", "/pdf", "/secret", "/forbidden", "/ada", "/loop", "/ada2")


class Handler(BaseHTTPRequestHandler):
    """Pages by path; ``server.asked`` lists what was asked for."""

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        with suppress(OSError):
            name = path.strip("/").replace(".", "_").replace("/", "_").replace("-", "_")
            getattr(self, f"page_{name or 'root'}", self.missing)()

    def send(self, body: bytes, kind: str = "text/html; charset=utf-8", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def missing(self) -> None:
        self.send(b"no", status=404)

    def page_robots_txt(self) -> None:
        status, text = self.server.robots  # type: ignore[attr-defined]
        self.send(text.encode(), "text/plain", status)

    def page_search(self) -> None:
        asked = parse_qs(urlsplit(self.path).query)
        host = f"http://{self.headers['Host']}"
        hits = [{"url": host + path, "title": path} for path in HITS] if "Ada" in asked["q"][0] else []
        self.send(json.dumps({"results": hits}).encode(), "application/json")

    def page_ada(self) -> None:
        self.send(ARTICLE.encode())

    def page_ada2(self) -> None:
        self.send(gzip.compress(ARTICLE.replace("1815", "1815, in December").encode()), Content_Encoding="gzip")

    def page_slow(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(100):
            self.wfile.write(b"<p>")
            self.wfile.flush()
            time.sleep(0.1)

    def page_trickle(self) -> None:
        for byte in b"HTTP/1.0 200 OK\r\nX-Long: " + b"x" * 100:
            self.wfile.write(bytes([byte]))
            time.sleep(0.1)

    def page_nowhere(self) -> None:
        self.send(b"", status=302, Location="http://[bad/x")

    def page_endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(2000):
            self.wfile.write(b"x" * 65536)

    def page_loop(self) -> None:
        self.send(b"", status=302, Location="/loop")

    def page_away(self) -> None:
        target = parse_qs(urlsplit(self.path).query)["to"][0]
        self.send(b"", status=302, Location=target)

    def page_short(self) -> None:
        body = ARTICLE.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body) * 2))
        self.end_headers()
        self.wfile.write(body)

    def page_bomb(self) -> None:
        self.send(BOMB, Content_Encoding="gzip")

    def page_brotli(self) -> None:
        self.send(b"\x0b\x02\x80abc\x03", Content_Encoding="br")

    def page_gbk(self) -> None:
        text = "艾达是英国数学家。" * 20
        self.send(
            f"<html><body><article><p>{text}</p></article></body></html>".encode("gbk"), "text/html; charset=nonsense"
        )

    def page_pdf(self) -> None:
        self.send(b"%PDF-1.7 ...", "application/pdf")

    def page_secret(self) -> None:
        self.send(b"<html>login</html>", status=403)

    def page_escape(self) -> None:
        self.wfile.write(b"\x1b]52;c;cm0gLXJm\x07 \x9b31m is a command\r\n\r\n")

    def page_kind(self) -> None:
        self.send(b"x", kind="text/\x1b[31mred")

    def page_noise(self) -> None:
        self.wfile.write(b"\x00\xff not http at all\r\n" * 50)

    def page_forbidden(self) -> None:
        self.send(ARTICLE.encode())

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def serve(
    handler: type[Handler] = Handler, mode: str = "", robots: tuple[int, str] = ROBOTS
) -> Iterator[tuple[str, list[str]]]:
    """The server's address, and the paths that were asked for; ``mode`` says how an ``ApiHandler`` behaves.

    ``robots``: status and text of robots.txt.
    """
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.asked = []  # type: ignore[attr-defined]
    server.robots = robots  # type: ignore[attr-defined]
    server.mode = mode  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server.asked  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
