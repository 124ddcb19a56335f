"""The API of MediaWiki: search with continuation, pages by ``action=parse``, errors that come with status 200.

https://www.mediawiki.org/wiki/API:Search, API:Parse, API:Continue, API:Errors_and_warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlencode, urlsplit

from localcheck.errors import RetrievalError
from localcheck.sources.web.pages import Answers, Hit, Page, list_at, page_of
from localcheck.text.inert import one_line
from localcheck.types import JSON

RESULTS = 10
BATCHES = 3
LONGEST_QUERY = 300
"""Characters; the search engine of Wikipedia refuses more."""


def search(api: str, query: str, answers: Answers) -> Iterator[Hit]:
    """The pages found, ten an answer, continued as the answer says. Raises ``RetrievalError``."""
    wanted: dict[str, str | int] = {
        "action": "query",
        "list": "search",
        "srsearch": query[:LONGEST_QUERY],
        "srlimit": RESULTS,
    }
    parts = urlsplit(api)
    for _ in range(BATCHES):
        answer = _asked(api, wanted, answers)
        for row in list_at(answer, "query", "search"):
            if isinstance(row, dict) and isinstance(row.get("title"), str):
                title = row["title"]
                name = quote(title.replace(" ", "_"), safe="/:,()'!*")
                yield Hit(f"{parts.scheme}://{parts.netloc}/wiki/{name}", title, api)
        more = answer.get("continue") if isinstance(answer, dict) else None
        if not isinstance(more, dict) or not more:
            return
        wanted |= {str(k): v for k, v in more.items() if isinstance(v, str | int)}


def page(hit: Hit, answers: Answers) -> Page:
    """The main text of a page with its revision, redirects followed by the wiki. Raises ``RetrievalError``."""
    wanted: dict[str, str | int] = {
        "action": "parse",
        "page": hit.title,
        "prop": "text|revid|displaytitle",
        "redirects": 1,
        "disableeditsection": 1,
        "disabletoc": 1,
    }
    answer = _asked(hit.api, wanted, answers)
    parsed = answer.get("parse") if isinstance(answer, dict) else None
    text = parsed.get("text") if isinstance(parsed, dict) else None
    if isinstance(text, dict):  # format version 1 of older wikis
        text = text.get("*")
    if not isinstance(parsed, dict) or not isinstance(text, str):
        raise RetrievalError(f"{hit.url[:120]}: the wiki gives no text")
    title = parsed["title"] if isinstance(parsed.get("title"), str) else hit.title
    revision = str(parsed["revid"]) if isinstance(parsed.get("revid"), int) else ""
    return page_of(hit.url, title, f"<html><body><article>{text}</article></body></html>", revision)


def _asked(api: str, wanted: dict[str, str | int], answers: Answers) -> JSON:
    """The answer of the API; its errors come with status 200 and a code."""
    answer = answers(f"{api}?{urlencode({**wanted, 'format': 'json', 'formatversion': 2})}")
    error = answer.get("error") if isinstance(answer, dict) else None
    if isinstance(error, dict):
        code, info = (one_line(str(error.get(name, ""))[:200]) for name in ("code", "info"))
        hint = "try again later" if code == "ratelimited" else ""
        raise RetrievalError(f"the wiki {urlsplit(api).hostname} answers {code or 'an error'}: {info}", hint)
    return answer
