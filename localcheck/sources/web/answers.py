"""What search engines are asked and answer, bounded and patient."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from localcheck.errors import RetrievalError
from localcheck.sources.web.fetch import BUSY, Bounds, Fetched, fetch
from localcheck.system.jsontext import NotJson, parse
from localcheck.types import JSON

PATIENCE = 10.0
"""Seconds that an engine may ask to wait; one that asks for more has refused."""
ATTEMPTS = 3


def at_once(url: str) -> None:
    """No waiting between two requests."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One result."""

    url: str
    title: str
    api: str = ""
    """Where the page's text is asked for instead, by an engine that gives pages itself."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Asks an engine for JSON: bounded in size and time, again where it is busy, one clear error for anything else."""

    bounds: Bounds
    headers: Mapping[str, str]
    trusted: bool
    """True if the user named the engine's address: it may be private then; one that it redirects to may not."""
    sleep: Callable[[float], None] = time.sleep
    pace: Callable[[str], None] = at_once
    """Called with the address before each request: it waits until the host may be asked again."""

    def __call__(self, url: str) -> JSON:
        """The JSON at ``url``. Raises ``RetrievalError``."""
        host = urlsplit(url).hostname
        answer = self._patiently(url)
        if answer.status in (401, 403):
            raise RetrievalError(f"the search engine {host} refuses ({answer.status})", "is its key right?")
        if answer.status in BUSY:
            raise RetrievalError(
                f"the search engine {host} takes no more requests now ({answer.status})", "try again later"
            )
        if answer.status != 200:
            raise RetrievalError(f"the search engine {host} answers {answer.status}")
        try:
            return parse(answer.body.decode("utf-8", "replace"))
        except NotJson as error:
            raise RetrievalError(
                f"the search engine {host} gives an answer that is {error.why}", "is its JSON format on?"
            ) from error

    def _patiently(self, url: str) -> Fetched:
        """The answer, asked for again after the time that a busy engine names (one second where it names none)."""
        for attempt in range(1, ATTEMPTS + 1):
            self.pace(url)
            answer = fetch(url, self.bounds, self.headers, trusted=self.trusted)
            wait = 1.0 if answer.retry_after is None else answer.retry_after
            if answer.status not in BUSY or attempt == ATTEMPTS or wait > PATIENCE:
                break
            self.sleep(wait)
        return answer


def list_at(answer: JSON, *path: str) -> list[JSON]:
    """The list at ``path``; empty where the answer holds none."""
    for name in path:
        answer = answer.get(name) if isinstance(answer, dict) else None
    return answer if isinstance(answer, list) else []
