"""PoliteFetcher on the web: robots.txt is kept, and one host is not asked faster than it wants."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from localcheck.errors import RetrievalError
from localcheck.sources.web.fetch import AGENT, BUSY, Bounds, Fetched, fetch, fetch_once

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
            robots.parse(answer.body.decode("utf-8", "replace").splitlines())
        return robots
