"""Search engines: a query to addresses of pages: ``searxng=URL``, ``mediawiki=LANG`` (or its API's URL), ``brave``.

Results come page by page, and the next page of them is asked for only when the reader has used up the last one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from localcheck.errors import UsageError
from localcheck.sources.web import mediawiki
from localcheck.sources.web.answers import Answers, Hit, at_once, list_at
from localcheck.sources.web.fetch import Bounds
from localcheck.system.addresses import parts_of
from localcheck.types import JSON

BRAVE = "https://api.search.brave.com/res/v1/web/search"
RESULTS = 10
BATCHES = 3
"""Pages of results that are asked for at most."""
FORMS = "web:searxng=URL, web:mediawiki=LANG or web:brave"


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """A search engine that was named on the command line."""

    name: str
    """As it stands in reports; without any key."""
    search: Callable[[str], Iterator[Hit]]
    languages: str = ""
    """The language of everything that it finds, when it has one."""
    answers: Answers | None = None
    """Asks the engine for the texts of its own pages."""


def engine(
    spec: str,
    bounds: Bounds,
    brave_key: str = "",
    *,
    brave_url: str = "",
    sleep: Callable[[float], None] = time.sleep,
    pace: Callable[[str], None] = at_once,
) -> SearchEngine:
    """The engine of ``searxng=URL``, ``mediawiki=LANG`` or ``brave``, asked with ``pace``. Raises ``UsageError``."""
    kind, _, value = spec.partition("=")
    answers = Answers(bounds, {}, trusted=True, sleep=sleep, pace=pace)
    if kind == "searxng" and parts_of(value).scheme in ("http", "https"):
        return SearchEngine(f"searxng={value}", lambda query: _searxng(value, query, answers))
    if kind == "mediawiki" and value:
        api = value if "://" in value else f"https://{value}.wikipedia.org/w/api.php"
        if "://" not in value and not value.replace("-", "").isalnum():
            raise UsageError(f"--evidence web:{spec}: {value!r} is not a language", "for example web:mediawiki=en")
        if parts_of(api).scheme not in ("http", "https"):
            raise UsageError(f"--evidence web:{spec}: {value!r} is not an address", "for example web:mediawiki=en")
        language = "" if "://" in value else value
        return SearchEngine(spec, lambda query: mediawiki.search(api, query, answers), language, answers)
    if spec == "brave":
        if not brave_key:
            raise UsageError(
                "--evidence web:brave needs a key", "brave_key in the settings file, or LOCALCHECK_BRAVE_KEY"
            )
        own = Answers(bounds, {"X-Subscription-Token": brave_key}, trusted=bool(brave_url), sleep=sleep, pace=pace)
        return SearchEngine("brave", lambda query: _brave(brave_url or BRAVE, query, own))
    raise UsageError(f"--evidence web:{spec}: no such search engine", FORMS)


def _searxng(base: str, query: str, answers: Answers) -> Iterator[Hit]:
    for page in range(1, BATCHES + 1):
        wanted = {"q": query, "format": "json", **({"pageno": page} if page > 1 else {})}
        rows = list_at(answers(f"{base.rstrip('/')}/search?{urlencode(wanted)}"), "results")
        yield from _hits(rows)
        if not rows:
            return


def _brave(address: str, query: str, answers: Answers) -> Iterator[Hit]:
    """Brave counts its offset in pages, and says whether there are more."""
    for page in range(BATCHES):
        wanted = {"q": query[:400], "count": RESULTS, **({"offset": page} if page else {})}
        answer = answers(f"{address}?{urlencode(wanted)}")
        yield from _hits(list_at(answer, "web", "results"))
        more = answer.get("query") if isinstance(answer, dict) else None
        if not (isinstance(more, dict) and more.get("more_results_available") is True):
            return


def _hits(rows: list[JSON]) -> Iterator[Hit]:
    for row in rows[: 2 * RESULTS]:
        if isinstance(row, dict) and isinstance(row.get("url"), str):
            yield Hit(row["url"], str(row.get("title", "")))
