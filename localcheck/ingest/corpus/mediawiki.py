"""MediaWiki XML exports (``pages-articles`` and the like), schemas 0.3 to 0.11.

The stream is cut at ``<page>`` … ``</page>`` and each page is parsed on its own, so one malformed page costs one page, and
memory is bounded by the largest page that is kept. ``<`` never stands unescaped in the text of an export, so the cut is safe.
Entity and document type declarations are refused wherever they stand: an export has none, an XML bomb needs them.
Schemas: https://www.mediawiki.org/wiki/Help:Export

One ``<page>`` element, or the head of an export, as far as it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from localcheck.errors import BadInput
from localcheck.ingest.bounded_xml import Malformed as BadXml
from localcheck.ingest.bounded_xml import TooMuch, tree
from localcheck.ingest.corpus.records import Header, Item, Items, Malformed, Part, Record, Redirect, Skipped, grouped
from localcheck.text.patterns import regex
from localcheck.text.periods import in_name


@dataclass
class Page:
    """What is kept of a page element; filled by the parser."""

    title: str = ""
    id: str = ""
    namespace: int | None = None
    redirect: str = ""
    has_revision: bool = False
    revision: str = ""
    timestamp: str = ""
    model: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """The head of an export."""

    name: str = ""
    base: str = ""
    language: str = ""
    prefixes: dict[str, int] = field(default_factory=dict)
    """Namespace names in lower case -> key."""

    def namespace(self, title: str) -> int:
        """The namespace that a title's prefix says; schemas before 0.6 have no ``<ns>``."""
        prefix, colon, _ = title.partition(":")
        return self.prefixes.get(prefix.replace("_", " ").strip().lower(), 0) if colon else 0


def parse_page(data: bytes) -> Page:
    """One page element, with the newest of its revisions: dumps with histories hold several. Raises ``Malformed`` and
    ``TooMuch``.
    """
    root = tree((data,), "utf-8")
    redirect, namespace = root.find("redirect"), root.findtext("ns")
    page = Page(
        title=" ".join(root.findtext("title", "").replace("_", " ").split()),
        id=root.findtext("id", "").strip(),
        namespace=None if namespace is None else _number(namespace),
        redirect="" if redirect is None else redirect.get("title", ""),
    )
    for revision in root.findall("revision"):
        made = revision.findtext("timestamp", "").strip()
        if not page.has_revision or made >= page.timestamp:
            page.has_revision, page.timestamp = True, made
            page.revision, page.model = (revision.findtext(name, "").strip() for name in ("id", "model"))
            page.text = revision.findtext("text", "")
    return page


def parse_site(head: bytes) -> Site:
    """The head of an export: everything before its first page. Raises like ``parse_page``."""
    root = tree((head, b"</mediawiki>"), "utf-8")
    found = {said.tag: (said.text or "").strip() for part in root for said in part}
    named = ((space.text or "", space.get("key", "0")) for space in root.iter("namespace"))
    return Site(
        name=found.get("sitename", ""),
        base=found.get("base", ""),
        language=root.get("xml:lang", "").split("-")[0].lower(),
        prefixes={name.strip().lower(): _number(key) for name, key in named if name.strip()},
    )


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise BadXml(str(error)) from error


PAGE_LIMIT = 16 << 20
"""Bytes of one page element. MediaWiki itself stops at 2 MiB of text; histories can be longer and are skipped."""
HEADER_LIMIT = 4 << 20
ARTICLES = frozenset({0})
"""Namespaces read by default: the main one."""

REDIRECT = regex(
    r"\s*+#\s*+(?:redirect|weiterleitung|redirection|redirecci[oó]n|redirecionamento|rinvia|omdirigering|doorverwijzing|"
    r"przekieruj|patrz|перенаправление|перенапр|重定向|重新導向|転送|リダイレクト|넘겨주기|تحويل|yönlendirme|ohjaus|přesměruj)"
    r"\s*+:?\s*+\[\[\s*+:?([^\]|#\n]{1,1000})",
    re.IGNORECASE,
)
_OPEN = regex(rb"<page[\s>]")
_CLOSE = b"</page>"


@dataclass(frozen=True)
class Pages(Part):
    """Page elements of an export, not parsed yet: parsing them is a tenth of the work, which others can do."""

    path: Path
    site: Site
    namespaces: Collection[int]
    first: int
    """Number of the first of them, for messages."""
    raw: tuple[bytes | None, ...]
    """``None`` for one that is too long."""

    def items(self) -> Iterator[Item]:
        """One for each page. Raises ``BadInput`` where one holds declarations."""
        for number, raw in enumerate(self.raw, self.first):
            yield _read(self, raw, number)


def cut(path: Path, pieces: Iterator[bytes], namespaces: Collection[int] = ARTICLES) -> Iterator[Part]:
    """The export in parts, the header first. Raises ``BadInput`` for what is no export, or one cut off or with declarations; a
    fault in a page is found when its part is read.
    """
    cutter = Cutter(path, pieces)
    site = site_of(path, cutter.header())
    yield Items((head_of(path, site),))
    number = 1
    for raw in grouped(cutter.pages(), lambda page: len(page or b"")):
        yield Pages(path, site, namespaces, number, raw)
        number += len(raw)


def head_of(path: Path, site: Site) -> Header:
    """What the export says of itself."""
    return Header(language=site.language, site=site.name, date=in_name(path.name))


def _read(pages: Pages, raw: bytes | None, number: int) -> Item:
    if raw is None:
        return Malformed(f"page {number}", f"longer than {PAGE_LIMIT >> 20} MiB")
    try:
        page = parse_page(raw)
    except (BadXml, TooMuch) as error:
        if isinstance(error, BadXml) and error.declared:
            raise _refused(pages.path, error.declared) from None
        return Malformed(f"page {number}", f"not well-formed XML ({error})")
    return _item(page, pages.site, pages.namespaces, number)


def site_of(path: Path, header: bytes) -> Site:
    """What the header of an export says. Raises ``BadInput``."""
    try:
        return parse_site(header)
    except (BadXml, TooMuch) as error:
        if isinstance(error, BadXml) and error.declared:
            raise _refused(path, error.declared) from None
        why = f"its <siteinfo> is not well-formed XML ({error})"
        raise BadInput(path, why, "is this a MediaWiki export?") from None


def _refused(path: Path, declared: str) -> BadInput:
    return BadInput(
        path,
        f"holds a {declared} declaration, which no MediaWiki export has (an XML bomb?)",
        "use a dump from dumps.wikimedia.org or Special:Export",
    )


def _item(page: Page, site: Site, namespaces: Collection[int], number: int) -> Item:
    if not page.title:
        return Malformed(f"page {number}", "has no title")
    namespace = site.namespace(page.title) if page.namespace is None else page.namespace
    if namespace not in namespaces:
        return Skipped("other namespace")
    if page.redirect:
        return Redirect(page.title, page.redirect)
    if not page.has_revision:
        return Malformed(page.title, "has no revision")
    if found := REDIRECT.match(page.text):
        return Redirect(page.title, found.group(1).replace("_", " ").strip())
    if page.model not in ("", "wikitext"):
        return Skipped(f"content model {page.model}")
    if not page.text.strip():
        return Skipped("empty or deleted text")
    return Record(
        title=page.title,
        body=page.text,
        markup="wikitext",
        kind="wikipedia" if "wikipedia" in f"{site.base} {site.name}".lower() else "wiki",
        locator=_locator(page, site),
        revision=page.revision,
        date=page.timestamp[:10],
    )


def _locator(page: Page, site: Site) -> str:
    if site.base:
        return site.base.rsplit("/", 1)[0] + "/" + quote(page.title.replace(" ", "_"), safe="/:(),;@!*'")
    return f"page:{page.id}" if page.id else ""


class Cutter:
    """Cuts a byte stream into the header and the page elements."""

    def __init__(self, path: Path, pieces: Iterator[bytes], whole: bool = True) -> None:
        """``whole``: the end of the export must come; else pages end with the pieces."""
        self._path = path
        self._pieces = pieces
        self._whole = whole
        self._buffer = b""

    def _more(self) -> bool:
        piece = next(self._pieces, None)
        if piece is None:
            return False
        self._buffer += piece
        return True

    def header(self) -> bytes:
        """Everything before the first page. Raises ``BadInput`` when this is no export."""
        while True:
            self._check_start()
            found = _OPEN.search(self._buffer)
            end = self._buffer.find(b"</mediawiki>")
            if found or end >= 0:
                cut = found.start() if found else end
                header, self._buffer = self._buffer[:cut], self._buffer[cut:]
                return header
            if len(self._buffer) > HEADER_LIMIT:
                raise BadInput(
                    self._path, f"no <page> in its first {HEADER_LIMIT >> 20} MiB", "is this a MediaWiki export?"
                )
            if not self._more():
                raise self._cut_off() if b"<mediawiki" in self._buffer else self._not_an_export()

    def _check_start(self) -> None:
        head = self._buffer[:65536]
        if re.search(rb"<!(?:DOCTYPE|ENTITY)", head, re.IGNORECASE):
            raise _refused(self._path, "document type")
        if len(self._buffer) >= 65536 and b"<mediawiki" not in head:
            raise self._not_an_export()

    def pages(self) -> Iterator[bytes | None]:
        """Page elements; ``None`` for one that is longer than ``PAGE_LIMIT``."""
        start = 0
        while True:
            found = _OPEN.search(self._buffer, start)
            if found is None:
                if b"</mediawiki>" in self._buffer[start:]:
                    return
                self._buffer = self._buffer[max(start, len(self._buffer) - 16) :]
                start = 0
                if not self._more():
                    if self._whole or self._buffer.strip():
                        raise self._cut_off()
                    return
                continue
            start, page = self._element(found.start())
            yield page

    def _element(self, start: int) -> tuple[int, bytes | None]:
        """The page that begins at ``start``, and where to continue."""
        scan = start
        kept = True
        while (end := self._buffer.find(_CLOSE, scan)) < 0:
            if len(self._buffer) - start > PAGE_LIMIT:
                kept = False
            tail = len(self._buffer) - len(_CLOSE)
            drop = max(start, tail) if not kept else start
            self._buffer = self._buffer[drop:]
            start, scan = 0, max(0, len(self._buffer) - len(_CLOSE))
            if not self._more():
                raise self._cut_off()
        end += len(_CLOSE)
        return end, self._buffer[start:end] if kept and end - start <= PAGE_LIMIT else None

    def _cut_off(self) -> BadInput:
        return BadInput(
            self._path, "ends in the middle of the export (a download that was cut off?)", "download the dump again"
        )

    def _not_an_export(self) -> BadInput:
        return BadInput(
            self._path,
            "is not a MediaWiki XML export (no <mediawiki> element)",
            "give a pages-articles dump, WikiExtractor output, JSONL, or a folder of documents",
        )
