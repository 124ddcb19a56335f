"""The APIs of MediaWiki and of Brave's search on loopback, answering as the real ones do, and as hostile ones may."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.unit.retrieve.web.web_server import ARTICLE, BOMB, Handler

KEY = "secret-key"
FACTS = (
    "Ada Lovelace was an English mathematician and writer. She was born in London in 1815. She wrote notes on the Analytical "
    "SearchEngine of Charles Babbage, which are held to be the first program."
)
WIKITEXT = (
    '<div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr"><table class="infobox"><tr><th>Born</th><td>10 '
    'December 1815</td></tr></table><p><b>Ada Lovelace</b> was an English mathematician and writer.<sup class="reference">'
    '[1]</sup> She was born in <a href="/wiki/London">London</a> in 1815. She wrote notes on the Analytical SearchEngine of '
    'Charles Babbage, which are held to be the first program.</p><div class="navbox">Categories: Poets</div></div>'
)
TITLES = ("Deleted page", "Ada Lovelace", *(f"Ada {n}" for n in range(11)))
"""Found by every search; the first is gone, the third and further ones say nothing worth reading."""


class ApiHandler(Handler):
    """``/w/api.php`` and ``/res/v1/web/search`` beside the pages; ``server.mode`` says what goes wrong."""

    def page_w_api_php(self) -> None:
        if self.spoilt():
            return
        asked = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        if asked.get("format") != "json" or asked.get("formatversion") != "2":
            self.json({"error": {"code": "badformat", "info": "only JSON of version 2 here"}})
        elif asked["action"] == "query":
            self.json(self.found(asked))
        elif asked["page"] == "Ada Lovelace":
            self.json({"parse": {"title": "Ada Lovelace", "pageid": 974, "revid": 1178, "text": WIKITEXT}})
        elif asked["page"] == "Deleted page":
            self.json({"error": {"code": "missingtitle", "info": "The page you specified doesn't exist."}})
        else:
            self.json({"parse": {"title": asked["page"], "pageid": 1, "revid": 1, "text": "<p></p>"}})

    def found(self, asked: dict[str, str]) -> Any:
        start = int(asked.get("sroffset", "0"))
        rows = [{"ns": 0, "title": t, "pageid": i} for i, t in enumerate(TITLES)][start : start + int(asked["srlimit"])]
        after = start + len(rows)
        more = {"continue": {"sroffset": after, "continue": "-||"}} if after < len(TITLES) else {}
        return {"batchcomplete": True, **more, "query": {"searchinfo": {"totalhits": len(TITLES)}, "search": rows}}

    def page_res_v1_web_search(self) -> None:
        if self.spoilt():
            return
        if self.headers.get("X-Subscription-Token") != KEY:
            self.json({"type": "ErrorResponse", "error": {"code": "SUBSCRIPTION_TOKEN_INVALID"}}, 401)
            return
        offset = int(parse_qs(urlsplit(self.path).query).get("offset", ["0"])[0])
        host = f"http://{self.headers['Host']}"
        pages = (("/slow-but-not-read", "/pdf", "/secret"), ("/ada", "/ada2"))
        rows = [{"type": "search_result", "title": p, "url": host + p, "description": "x"} for p in pages[offset]]
        query = {"original": "q", "more_results_available": offset + 1 < len(pages)}
        self.json({"type": "search", "query": query, "web": {"type": "search", "results": rows}})

    def page_slow_but_not_read(self) -> None:
        self.missing()

    def spoilt(self) -> bool:
        """Answer as ``server.mode`` says; False where nothing is wrong."""
        mode = self.server.mode  # type: ignore[attr-defined]
        if mode == "busy-once":
            self.server.mode = ""  # type: ignore[attr-defined]
        act = getattr(self, f"mode_{mode.replace('-', '_')}", None) if mode else None
        if act is not None:
            act()
        return act is not None

    def mode_busy_once(self) -> None:
        self.send(b"Too Many Requests", status=429, Retry_After="1")

    def mode_busy(self) -> None:
        self.send(b"Too Many Requests", status=429, Retry_After="3600")

    def mode_ratelimited(self) -> None:
        self.json({"error": {"code": "ratelimited", "info": "You've exceeded your rate limit. Please wait some time."}})

    def mode_slow(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(600):
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.1)

    def mode_endless(self) -> None:
        self.page_endless()

    def mode_loop(self) -> None:
        self.send(b"", status=302, Location=self.path)

    def mode_short(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(b'{"query": {"search": [')

    def mode_bomb(self) -> None:
        self.send(BOMB, "application/json", Content_Encoding="gzip")

    def mode_encoding(self) -> None:
        self.send('{"query": "é'.encode("utf-16"), "application/json; charset=utf-8")

    def mode_html(self) -> None:
        self.send(ARTICLE.encode())

    def mode_inward(self) -> None:
        """To another service of this machine: same address, another name for it."""
        port = self.headers["Host"].rsplit(":", 1)[1]
        self.send(b"", status=302, Location=f"http://localhost:{port}/internal")

    def mode_metadata(self) -> None:
        self.send(b"", status=302, Location="http://169.254.169.254/latest/meta-data/")

    def page_internal(self) -> None:
        self.json({"query": {"search": [{"title": "Ada Lovelace"}]}})

    def json(self, value: Any, status: int = 200) -> None:
        self.send(json.dumps(value, ensure_ascii=False).encode(), "application/json; charset=utf-8", status)
