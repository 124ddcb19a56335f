"""Search engines: a query to addresses of pages: ``searxng=URL``, ``mediawiki=LANG`` (or its API's URL), ``brave``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from localcheck.errors import RetrievalError, UsageError
from localcheck.jsontext import NotJson, parse
from localcheck.web.fetch import Bounds, fetch

JSON = Any
BRAVE = "https://api.search.brave.com/res/v1/web/search"
RESULTS = 10
FORMS = "web:searxng=URL, web:mediawiki=LANG or web:brave"


@dataclass(frozen=True, slots=True)
class Hit:
    """One result."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Engine:
    """A search engine that was named on the command line."""

    name: str
    """As it stands in reports; without any key."""
    search: Callable[[str], list[Hit]]
    languages: str = ""
    """The language of everything that it finds, when it has one."""


def engine(spec: str, bounds: Bounds, brave_key: str = "") -> Engine:
    """The engine of ``searxng=URL``, ``mediawiki=LANG`` or ``brave``. Raises ``UsageError``."""
    kind, _, value = spec.partition("=")
    # The engine's own address is the user's word: a SearXNG of one's own runs on this machine.
    trusted = replace(bounds, private=True)
    if kind == "searxng" and urlsplit(value).scheme in ("http", "https"):
        return Engine(f"searxng={value}", lambda query: _searxng(value, query, trusted))
    if kind == "mediawiki" and value:
        api = value if "://" in value else f"https://{value}.wikipedia.org/w/api.php"
        if "://" not in value and not value.replace("-", "").isalnum():
            raise UsageError(f"--evidence web:{spec}: {value!r} is no language", "for example web:mediawiki=en")
        language = "" if "://" in value else value
        return Engine(spec, lambda query: _mediawiki(api, query, trusted), language)
    if spec == "brave":
        if not brave_key:
            raise UsageError(
                "--evidence web:brave needs a key", "brave_key in the settings file, or LOCALCHECK_BRAVE_KEY"
            )
        return Engine("brave", lambda query: _brave(query, brave_key, bounds))
    raise UsageError(f"--evidence web:{spec}: no such search engine", FORMS)


def _answer(url: str, bounds: Bounds, headers: dict[str, str] | None = None) -> JSON:
    answer = fetch(url, bounds, headers)
    host = urlsplit(url).hostname
    if answer.status != 200:
        raise RetrievalError(f"the search engine {host} answers {answer.status}")
    try:
        return parse(answer.body.decode("utf-8", "replace"))
    except NotJson as error:
        raise RetrievalError(
            f"the search engine {host} answers no JSON: {error.why}", "is its JSON format on?"
        ) from error


def _searxng(base: str, query: str, bounds: Bounds) -> list[Hit]:
    address = f"{base.rstrip('/')}/search?{urlencode({'q': query, 'format': 'json'})}"
    return list(_hits(_list(_answer(address, bounds), "results"), "url"))


def _brave(query: str, key: str, bounds: Bounds) -> list[Hit]:
    address = f"{BRAVE}?{urlencode({'q': query[:400], 'count': RESULTS})}"
    answer = _answer(address, bounds, {"X-Subscription-Token": key})
    return list(_hits(_list(answer, "web", "results"), "url"))


def _mediawiki(api: str, query: str, bounds: Bounds) -> list[Hit]:
    wanted = {"action": "query", "list": "search", "srsearch": query[:300], "srlimit": RESULTS, "format": "json"}
    answer = _answer(f"{api}?{urlencode(wanted)}", bounds)
    parts = urlsplit(api)
    found = []
    for row in _list(answer, "query", "search"):
        if isinstance(row, dict) and isinstance(row.get("title"), str):
            page = quote(row["title"].replace(" ", "_"), safe="/:,()'!*")
            found.append(Hit(f"{parts.scheme}://{parts.netloc}/wiki/{page}", row["title"]))
    return found


def _list(answer: JSON, *path: str) -> list[JSON]:
    for name in path:
        answer = answer.get(name) if isinstance(answer, dict) else None
    return answer if isinstance(answer, list) else []


def _hits(rows: list[JSON], key: str) -> Iterator[Hit]:
    for row in rows[:RESULTS]:
        if isinstance(row, dict) and isinstance(row.get(key), str):
            yield Hit(row[key], str(row.get("title", "")))
