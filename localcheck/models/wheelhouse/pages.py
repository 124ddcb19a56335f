"""Find a wheel in simple package indexes and folders: names, versions, addresses, hashes. Nothing is executed or installed.

PEP 503 (HTML) and PEP 691 (JSON). The pages come from strangers: bounded, and only plain file names are believed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

from localcheck.errors import BadInput
from localcheck.models.wheelhouse import REQUIREMENT
from localcheck.models.wheelhouse.places import Places
from localcheck.system.jsontext import parse
from localcheck.text.patterns import SHA256, regex

ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
MAX_PAGE = 32 << 20
"""Bytes of an index's page about one package."""
FILE = regex(r"[A-Za-z0-9][A-Za-z0-9._+!-]{0,250}\.whl")


@dataclass(frozen=True, slots=True)
class Wheel:
    """One wheel, here or on a server."""

    file: str
    """Its name: ``name-version-tags.whl``."""
    place: Path | str
    """The file itself, or its address."""
    sha256: str = ""
    """As the index states it; empty where it does not."""
    size: int = 0
    """Bytes; 0 where the index does not say."""


@dataclass(frozen=True, slots=True)
class Page:
    """An index's page about one package."""

    url: str
    """Where it was found in the end."""
    json: bool
    """True for a page in JSON (PEP 691), False for HTML (PEP 503)."""
    body: bytes


Ask = Callable[[str], Page | None]
"""Get the page at an address; None where the index does not know the package."""


def find(requirement: str, where: Places, ask: Ask) -> Wheel | None:
    """The wheel ``NAME==VERSION`` for any platform; folders first, then indexes in order. None where none has it."""
    match = REQUIREMENT.fullmatch(requirement)
    if match is None:
        raise BadInput("catalogue", f"{requirement!r} is not NAME==VERSION")
    name, version = normal(match[1]), match[2]
    for wheel in _everywhere(name, where, ask):
        if _is(wheel.file, name, version):
            return wheel
    return None


def normal(name: str) -> str:
    """A package's name as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _everywhere(name: str, where: Places, ask: Ask) -> Iterator[Wheel]:
    for folder in where.folders:
        for inner in (folder, folder / name):
            yield from (Wheel(p.name, p, size=p.stat().st_size) for p in sorted(inner.glob("*.whl")) if p.is_file())
        yield from _listed(folder / name / "index.html")
    for index in where.indexes:
        page = ask(f"{index}/{name}/")
        if page is not None:
            yield from read_page(page)


def _listed(path: Path) -> Iterator[Wheel]:
    """The wheels of a page on the disk: a mirror's folder keeps the pages beside the files."""
    if path.is_file():
        with path.open("rb") as f:
            page = Page(path.absolute().as_uri(), False, f.read(MAX_PAGE))
        for wheel in read_page(page):
            parts = urlsplit(str(wheel.place))
            yield replace(wheel, place=Path(unquote(parts.path))) if parts.scheme == "file" else wheel


def _is(file: str, name: str, version: str) -> bool:
    """Is ``file`` a wheel of that package and version that fits every platform?"""
    parts = file.removesuffix(".whl").split("-")
    return len(parts) in (5, 6) and normal(parts[0]) == name and parts[1] == version and parts[-2:] == ["none", "any"]


def read_page(page: Page) -> Iterator[Wheel]:
    """The wheels that a page lists; what is not a plain wheel is left out. Raises ``BadInput`` for a damaged page."""
    try:
        for url, sha256, size in _json_links(page) if page.json else _html_links(page):
            address = urljoin(page.url, url)
            file = unquote(PurePosixPath(urlsplit(address).path).name)
            if FILE.fullmatch(file):
                known = sha256 if isinstance(sha256, str) and SHA256.fullmatch(sha256) else ""
                yield Wheel(file, urlsplit(address)._replace(fragment="").geturl(), known, size)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(
            "package index", f"its page cannot be read: {error!r}", "name another with --index-url"
        ) from error


def _json_links(page: Page) -> Iterator[tuple[str, str, int]]:
    for row in parse(page.body)["files"]:
        size = row.get("size")
        yield str(row["url"]), row.get("hashes", {}).get("sha256", ""), size if type(size) is int and size > 0 else 0


def _html_links(page: Page) -> Iterator[tuple[str, str, int]]:
    reader = _Links()
    reader.feed(page.body.decode("utf-8", "replace"))
    for url in reader.found:
        sha256 = urlsplit(url).fragment.removeprefix("sha256=")
        yield url, sha256, 0


class _Links(HTMLParser):
    """Targets of the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the target of a link."""
        if tag == "a":
            self.found += [value for key, value in attrs if key == "href" and value]
