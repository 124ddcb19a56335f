"""``web:…`` behind the port ``Retriever``: a search engine is asked, then pages are read one at a time, as they are pulled.

The engines: ``searxng=URL``, ``mediawiki=LANG`` (or its API's URL), ``brave``. Results come page by page, and the next page
of them is asked for only when the reader has used up the last one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from localcheck.errors import NetworkRefused, NoPageRead, RetrievalError, UsageError
from localcheck.ports import Retriever
from localcheck.settings import Settings
from localcheck.sources.by_query import ByQuery, query_for
from localcheck.sources.web import mediawiki
from localcheck.sources.web.fetch import Bounds
from localcheck.sources.web.pages import Answers, Hit, Page, Pages, at_once, list_at
from localcheck.sources.web.politeness import PoliteFetcher
from localcheck.system.addresses import parts_of
from localcheck.system.resources import home, regular
from localcheck.text.counting import many
from localcheck.text.inert import dumps
from localcheck.types import JSON, Claim, Document, Passage, Source
from localcheck.types.infos import IndexInfo


class WebRetriever(ByQuery):
    """Pages of the web. A page that cannot be read is passed over; a search that fails is a ``RetrievalError``."""

    def __init__(self, found_by: SearchEngine, pages: Pages) -> None:
        self._engine, self._pages = found_by, pages
        self.info = IndexInfo(f"web:{found_by.name}", "web", 0, found_by.languages, evidence="web")
        self.skipped: list[str] = []
        """Pages that were passed over, each with the reason."""

    def search(self, query: str) -> Iterator[Passage]:
        """The pages found for ``query``, best first; a page is fetched when it is pulled."""
        return self._read(query, [])

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """The same for a claim. Raises ``NoPageRead`` where pages were found and all of them passed over."""
        left: list[tuple[str, str]] = []
        found = False
        for passage in self._read(query_for(document, claim), left):
            found = True
            yield passage
        if left and not found:
            pages = f"{many(len(left), 'page')} {'was' if len(left) == 1 else 'were'} found and passed over"
            why, hint = left[0]
            raise NoPageRead(f"{pages}: {why}", hint)

    def _read(self, query: str, left: list[tuple[str, str]]) -> Iterator[Passage]:
        """The pages found for ``query``; why others were passed over, and a hint, is put into ``left``: an error that is kept
        would keep its connection.
        """
        rank = 0
        seen: set[str] = set()
        for hit in self._engine.search(query):
            if hit.url in seen:
                continue
            seen.add(hit.url)
            try:
                page = self._pages.read(hit.url, self._by_api(hit))
            except RetrievalError as error:
                self.skipped.append(error.message)
                left.append((error.message, error.hint))
                continue
            yield _passage(page, hit.title, rank)
            rank += 1

    def _by_api(self, hit: Hit) -> Callable[[], Page] | None:
        """How the engine itself gives the page; None for one that lies on the web."""
        answers = self._engine.answers
        return None if answers is None or not hit.api else lambda: mediawiki.page(hit, answers)


def _passage(page: Page, title: str, rank: int) -> Passage:
    host = urlsplit(page.url).hostname or "web"
    return Passage(
        page.title or title,
        page.text,
        Source("web", host, page.url, page.revision or page.digest[:16], page.date),
        rank,
    )


class EvidenceRecorder:
    """A retriever that writes down what is pulled from another; ``--evidence recorded:FILE`` gives it again, offline."""

    def __init__(self, inner: Retriever, path: Path) -> None:
        self._inner, self._path = inner, path
        self.info = inner.info

    def search(self, query: str) -> Iterator[Passage]:
        """What the inner retriever finds; the row is written when the reader has had enough."""
        return self._written({"claim": query}, self._inner.search(query))

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """The same for a claim of a document."""
        place = {"claim": claim.text, "id": document.id, "sentence": claim.sentence}
        return self._written(place, self._inner.evidence(document, claim))

    def aliases(self, title: str) -> tuple[str, ...]:
        """Those of the inner retriever."""
        return self._inner.aliases(title)

    def close(self) -> None:
        """Close the inner retriever."""
        self._inner.close()

    def _written(self, place: dict[str, JSON], found: Iterator[Passage]) -> Iterator[Passage]:
        pulled: list[Passage] = []
        try:
            for passage in found:
                pulled.append(passage)
                yield passage
        finally:
            rows = [_row(p) for p in pulled]
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with regular(self._path).open("a", encoding="utf-8") as f:
                f.write(dumps({**place, "passages": rows}) + "\n")


def _row(passage: Passage) -> dict[str, JSON]:
    source = passage.source
    place = {"url": source.locator, "date": source.date, "revision": source.revision}
    return {"title": passage.title, "text": passage.text, **place}


def open_retriever(place: str, *, settings: Settings) -> WebRetriever:
    """``web:PLACE``, with pages cached in the home: ``searxng=URL``, ``mediawiki=LANG`` or ``brave``.

    Raises ``NetworkRefused`` where the settings do not allow the network, and ``UsageError``.
    """
    if not settings.network:
        raise NetworkRefused("evidence from the web needs the network", "add --network, before the command")
    cache = home() / "cache" / "web" if settings.cache else None
    bounds = Bounds(private=settings.private_addresses)
    polite = PoliteFetcher(bounds)
    found_by = engine(place, bounds, settings.brave_key, brave_url=settings.brave_url, pace=polite.pace)
    return WebRetriever(found_by, Pages(polite.fetch, cache))


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
