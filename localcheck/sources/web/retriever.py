"""``web:…`` behind the port ``Retriever``: a search engine is asked, then pages are read one at a time, as they are pulled.

The engines: ``searxng=URL``, ``mediawiki=LANG`` (or its API's URL), ``brave``. Results come page by page, and the next page
of them is asked for only when the reader has used up the last one.

PoliteFetcher on the web: robots.txt is kept, and one host is not asked faster than it wants.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.robotparser import RobotFileParser

from localcheck.errors import NetworkRefused, NoPageRead, RetrievalError, UsageError
from localcheck.ports import Retriever
from localcheck.settings import Settings
from localcheck.sources.by_query import ByQuery, query_for
from localcheck.sources.web import mediawiki
from localcheck.sources.web.fetch import AGENT, BUSY, Bounds, Fetched, fetch, fetch_once
from localcheck.sources.web.pages import Answers, Hit, Page, Pages, at_once, list_at
from localcheck.system.addresses import parts_of
from localcheck.system.resources import append_lines, cut_torn_line, home, regular
from localcheck.text.counting import many
from localcheck.text.inert import dumps
from localcheck.types import JSON, Claim, Document, Passage, Source
from localcheck.types.infos import IndexInfo

ROBOTS_BYTES = 512 * 1024
LONGEST_DELAY = 10.0
NAME = "localcheck"
NOT_ALLOWED = "{host}: robots.txt does not allow this page"


class PoliteFetcher:
    """What hosts allow, and when each was asked last. One per run."""

    def __init__(self, bounds: Bounds, delay: float = 1.0, sleep: Callable[[float], None] = time.sleep) -> None:
        """``delay``: seconds between two requests to one host, more where its robots.txt asks for it (up to ten)."""
        self._bounds, self._delay, self._sleep = bounds, delay, sleep
        self._robots: dict[str, RobotFileParser | RetrievalError] = {}
        """By origin; an error where it gave no answer."""
        self._last: dict[str, float] = {}

    def fetch(self, url: str) -> Fetched:
        """The page, when its host (and every host on the way to it) allows it. Raises ``RetrievalError``."""
        for _ in range(self._bounds.redirects + 1):
            robots = self._robots_of(url)
            if not robots.can_fetch(AGENT, url):
                raise RetrievalError(NOT_ALLOWED.format(host=urlsplit(url).hostname))
            answer = self._patiently(url, robots)
            if (target := answer.redirect) is None:
                return answer
            url = target
        raise RetrievalError(f"{urlsplit(url).hostname}: more than {self._bounds.redirects} redirects")

    def pace(self, url: str) -> None:
        """Wait until the host of ``url`` may be asked again; its robots.txt is not read: for interfaces made for programs."""
        self._wait(url, 0.0)

    def _patiently(self, url: str, robots: RobotFileParser) -> Fetched:
        """The answer; a host that is busy, and says for how long, is asked once more."""
        asked = float(robots.crawl_delay(NAME) or 0)
        self._wait(url, asked)
        answer = fetch_once(url, self._bounds)
        if answer.status not in BUSY or answer.retry_after is None or answer.retry_after > LONGEST_DELAY:
            return answer
        self._sleep(answer.retry_after)
        self._wait(url, asked)
        return fetch_once(url, self._bounds)

    def _wait(self, url: str, asked: float) -> None:
        host = urlsplit(url).netloc
        delay = min(max(self._delay, asked), max(LONGEST_DELAY, self._delay))
        if host in self._last and (left := self._last[host] + delay - time.monotonic()) > 0:
            self._sleep(left)
        self._last[host] = time.monotonic()

    def _robots_of(self, url: str) -> RobotFileParser:
        try:
            parts = urlsplit(url)
        except ValueError as error:
            raise RetrievalError(f"{url[:80]!r} is not an address: {error}") from error
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._robots:
            self._robots[origin] = self._read_robots(f"{origin}/robots.txt")
        known = self._robots[origin]
        if isinstance(known, RetrievalError):
            raise RetrievalError(
                f"{NOT_ALLOWED.format(host=parts.hostname)}: it cannot be read ({known.message})", known.hint
            )
        return known

    def _read_robots(self, url: str) -> RobotFileParser | RetrievalError:
        """RFC 9309: none (4xx) allows everything; a host that cannot say (5xx, unreachable) allows nothing."""
        robots = RobotFileParser(url)
        try:
            answer = fetch(url, replace(self._bounds, bytes=ROBOTS_BYTES))
        except RetrievalError as error:
            return RetrievalError(error.message, error.hint)  # without its traceback, which holds the connection
        if answer.status >= 500:
            robots.disallow_all = True  # type: ignore[attr-defined]
        elif answer.status >= 400:
            robots.allow_all = True  # type: ignore[attr-defined]
        else:
            robots.parse(answer.body.decode("utf-8-sig", "replace").splitlines())
        return robots


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
            if page.digest not in seen:  # else another address of the same page
                seen.add(page.digest)
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
    """A retriever that writes down what is pulled from another; ``--evidence recorded:FILE`` gives it again, offline. A last
    line that was not written to its end is cut.
    """

    def __init__(self, inner: Retriever, path: Path) -> None:
        self._inner, self._path = inner, path
        self.info = inner.info
        cut_torn_line(path)

    def search(self, query: str) -> Iterator[Passage]:
        """What the inner retriever finds; the row is written when the reader has had enough, and for no search that fails."""
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
        with suppress(GeneratorExit):
            for passage in found:
                pulled.append(passage)
                yield passage
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with regular(self._path).open("ab", buffering=0) as f:
            append_lines(f, dumps({**place, "passages": [_row(p) for p in pulled]}) + "\n")


def _row(passage: Passage) -> dict[str, JSON]:
    title, text, source = passage.title, passage.text, passage.source
    return {"title": title, "text": text, "url": source.locator, "date": source.date, "revision": source.revision}


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
        language = "" if "://" in value else value.lower().partition("-")[0].replace("simple", "en")
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
