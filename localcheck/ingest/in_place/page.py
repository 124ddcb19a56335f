"""HTML as people write it, with the place of every character: all paragraphs outside navigation, scripts and code blocks.

``text.html.reading.main_text`` looks for the article in a page of the web; in a page that someone writes, all of it is theirs.
"""

from __future__ import annotations

import html
import re

from localcheck.ingest.in_place.placed import Placed, Prose
from localcheck.text.html.reading import BLOCKS
from localcheck.types import Span

SKIPPED = frozenset(
    "head script style noscript template svg math iframe button nav dialog menu footer pre textarea select".split()
)
"""Elements whose content is no prose."""
RAW = frozenset(("script", "style", "textarea", "title"))
"""Elements in which a tag is text."""
OWN = "localcheck-source"
"""Class of the elements that the editors' actions insert: they cite, and claim nothing."""
_TOKEN = re.compile(
    r"(?P<comment><!--.*?(?:-->|\Z)|<[!?][^>]*+(?:>|\Z))"
    r"|(?P<tag><(?P<close>/?)(?P<name>[A-Za-z][^\s/>]*+)(?:[^>\"']|\"[^\"]*+\"|'[^']*+'|[\"'])*+(?:>|\Z))"
    r"|(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<text>[^<&]++|[<&])",
    re.DOTALL,
)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_TITLE = re.compile(r"<title[^>]*>([^<]*)</title", re.IGNORECASE)
_HEADING = ("h1", "h2", "h3")


def read(source: str) -> Placed:
    """The prose of an HTML source; the title is the page's own, else its first heading."""
    page = _Page(source)
    found = next(iter(_TITLE.findall(source[:100_000])), "")
    title = " ".join(html.unescape(found).split())
    placed = page.prose.done()
    if not title and page.heading is not None:
        title = " ".join(html.unescape(re.sub(r"<[^>]*>", "", page.heading.of(source))).split())
    return Placed(placed.text, placed.starts, placed.ends, title)


class _Page:
    """The tokens of a page, one after the other."""

    def __init__(self, source: str) -> None:
        self._source, self.prose = source, Prose(source)
        self.heading: Span | None = None
        self._heading_at: int | None = None
        self._inside: list[str] = []
        """The element that is left out, as often as elements of its name are open in it."""
        self._cells = 0
        at = 0
        while found := _TOKEN.match(source, at):
            at = found.end()
            if found["tag"]:
                at = self._tag(found, found["name"].lower())
            elif not self._inside and not found["comment"]:
                self._text(found)

    def _text(self, found: re.Match[str]) -> None:
        if found["entity"] and (said := html.unescape(found["entity"])) != found["entity"]:
            if said.isspace():
                self.prose.space(*found.span())
            else:
                self.prose.put(said, *found.span())
        else:
            self.prose.flow(*found.span())

    def _tag(self, found: re.Match[str], name: str) -> int:
        """What a tag does; where reading goes on."""
        closes, end = bool(found["close"]), found.end()
        empty = name in _VOID or found["tag"].endswith("/>")
        if self._inside:
            if name == self._inside[-1] and not empty:
                self._inside.append(name)
                if closes:
                    del self._inside[-2:]
        elif not closes and not empty and (name in SKIPPED or OWN in found["tag"]):
            self._inside.append(name)
            self.prose.gap()
        if not self._inside:
            self._structure(name, closes, found)
        if name in RAW and not closes:
            after = re.compile(rf"</{name}", re.IGNORECASE).search(self._source, end)
            return after.start() if after else len(self._source)
        return end

    def _structure(self, name: str, closes: bool, found: re.Match[str]) -> None:
        if name in _HEADING and self.heading is None:
            if not closes:
                self._heading_at = found.end()
            elif self._heading_at is not None:
                self.heading = Span(self._heading_at, found.start())
        if name == "tr":
            self._cells = 0
        if name in ("td", "th"):
            self._cells += not closes
            if not closes and self._cells > 1:
                self.prose.put(" | ", *found.span())
        elif name in BLOCKS:
            self.prose.paragraph()
