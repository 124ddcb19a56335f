"""Pages of the web as text, kept with the date on which they were read; and what search engines are asked and answer, bounded
and patient.
"""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from localcheck.errors import BadInput, RetrievalError
from localcheck.sources.web.fetch import BUSY, Bounds, Fetched, fetch
from localcheck.system.clock import today
from localcheck.system.jsontext import NotJson, parse
from localcheck.system.resources import atomic_write, sha256_text
from localcheck.text.html.reading import main_text
from localcheck.text.hyphens import SOFT
from localcheck.text.inert import one_line, whole
from localcheck.text.patterns import regex
from localcheck.types import JSON

KEPT_FOR = timedelta(days=30)
READABLE = {"text/html", "application/xhtml+xml", "text/plain"}
SHORTEST = 80
"""Characters below which a page is read only if it is a sentence, and not about the page itself."""
_ABOUT_ITSELF = regex(
    r"javascript|cookies?\b|captcha|browser|log ?in|sign ?in|denied|forbidden|not found|moment|loading|redirect|enable",
    re.IGNORECASE,
)
"""Words of a consent form, and of an empty shell."""


@dataclass(frozen=True, slots=True)
class Page:
    """The main text of a page."""

    url: str
    title: str
    text: str
    date: str
    """ISO date on which it was read."""
    digest: str
    """SHA-256 of the text."""
    revision: str = ""
    """Of the page, where its site says so."""


class Pages:
    """Reads pages once and keeps them in a folder, one file an address; None keeps nothing."""

    def __init__(self, get: Callable[[str], Fetched], folder: Path | None) -> None:
        self._get, self._folder = get, folder

    def read(self, url: str, make: Callable[[], Page] | None = None) -> Page:
        """The page, from the cache when it was read in the last thirty days. Raises ``RetrievalError``.

        ``make`` gets it another way than by its address.
        """
        if (kept := self._kept(url)) is not None:
            return kept
        page = extract(self._get(url), url) if make is None else make()
        if (file := self._file(url)) is not None:
            with contextlib.suppress(OSError, BadInput), atomic_write(file) as f:  # it is read again next time
                json.dump({"read": time.time(), **asdict(page)}, f, ensure_ascii=False)
        return page

    def _kept(self, url: str) -> Page | None:
        file = self._file(url)
        if file is None or not file.is_file():
            return None
        try:
            row = parse(file.read_text(encoding="utf-8"))
            if time.time() - float(row["read"]) > KEPT_FOR.total_seconds():
                return None
            page = Page(**{field.name: str(row.get(field.name, "")) for field in fields(Page)})
        except (OSError, UnicodeDecodeError, NotJson, KeyError, TypeError, ValueError, AttributeError):
            return None
        return page if sha256_text(page.text) == page.digest else None

    def _file(self, url: str) -> Path | None:
        if self._folder is None:
            return None
        name = sha256_text(url)
        return self._folder / name[:2] / f"{name}.json"


def extract(answer: Fetched, asked: str) -> Page:
    """The main text of an answer. PDFs, protected pages and pages without text raise ``RetrievalError``."""
    name = one_line(asked)[:120]
    if answer.status in (401, 402, 403, 407, 451):
        raise RetrievalError(f"{name}: protected ({answer.status})")
    if answer.status != 200:
        raise RetrievalError(f"{name}: answers {answer.status}")
    if answer.media_type not in READABLE or answer.body[:5] == b"%PDF-":
        raise RetrievalError(f"{name}: {one_line(answer.media_type)[:60]} is not read")
    made = _page if answer.media_type == "text/plain" else page_of
    return made(answer.url, "", decoded(answer))


def page_of(url: str, title: str, source: str, revision: str = "") -> Page:
    """The main text of a page of HTML. One without text raises ``RetrievalError``."""
    try:
        found = main_text(source, url)
    except BadInput as error:
        raise RetrievalError(f"{one_line(url)[:120]}: the page cannot be read as HTML") from error
    return _page(url, title or found.title, found.text, revision)


def _page(url: str, title: str, text: str, revision: str = "") -> Page:
    title, text = (whole(said.replace("\x00", "").replace(SOFT, "")).strip() for said in (title, text))
    if len(text) < SHORTEST and (text[-1:] not in tuple(".!。！") or _ABOUT_ITSELF.search(text)):
        raise RetrievalError(f"{one_line(url)[:120]}: no text to read")
    return Page(url, title, text, today(), sha256_text(text), revision)


CHARSETS = regex(
    r"utf-?8|us-?ascii|utf-?16(?:[lb]e|-[lb]e)?|latin-?1|iso-?8859-?\d{1,2}|windows-?125\d|cp125\d|koi8-[ru]|gbk|gb2312"
    r"|gb18030|big5|euc-(?:jp|kr)|shift_jis|iso-2022-jp|macintosh",
    re.IGNORECASE,
)
"""Encodings that pages are written in. Python has others that are refused: ``punycode`` takes quadratic time, and
``unicode_escape`` makes half surrogate pairs of plain letters.
"""


def decoded(answer: Fetched) -> str:
    """The body as text: by the header where that names an encoding of the web, else by what the bytes look like."""
    named = answer.charset if CHARSETS.fullmatch(answer.charset) else ""
    for charset in filter(None, (named, "utf-8")):
        with contextlib.suppress(LookupError, UnicodeDecodeError):
            return answer.body.decode(charset)
    from charset_normalizer import from_bytes

    best = from_bytes(answer.body[:200_000]).best()
    return answer.body.decode(best.encoding if best else "latin-1", "replace")


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
