"""Converts Markdown and HTML to plain text, with a blank line between paragraphs."""

from __future__ import annotations

import copy
import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from localcheck.errors import BadInput
from localcheck.ingest.documents.boilerplate import drop_boilerplate, main_part
from localcheck.ingest.documents.decode import decode
from localcheck.ingest.documents.table_text import is_header, sentences
from localcheck.text.periods import a_day

if TYPE_CHECKING:
    from lxml.html import HtmlElement
    from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Extract:
    """What was read from a file."""

    text: str
    title: str = ""
    date: str = ""
    """When it was written, as far as the document says so: ISO, perhaps only a year or a month."""
    parts: tuple[tuple[int, str, str], ...] = ()
    """Where a page, sheet, slide or chapter begins in ``text``, its place ("page 3"), and its own name, perhaps empty."""
    notes: tuple[str, ...] = ()
    """What was not read, or how it was read: one sentence each, for people."""


FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
FRONT_TITLE = re.compile(r"^title:\s*['\"]?(.+?)['\"]?\s*$", re.MULTILINE | re.IGNORECASE)
_FRONT_DATE = re.compile(r"^date:\s*['\"]?([\d][\d-]{3,9})", re.MULTILINE | re.IGNORECASE)
FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:?")
_NOTE_MARKS = "//a[@role='doc-noteref' or @role='doc-backlink' or contains(@*[name()='epub:type'], 'noteref')]"
_WIKI_EXTRAS = "//sup[contains(@class, 'reference')] | //ol[contains(@class, 'references')]" + "".join(
    f" | //*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]"
    for name in ("mw-editsection", "navbox", "noprint", "reflist", "mw-references-wrap", "metadata", "toc")
)
_BACKTICKS = re.compile(r"`+")
_SITE = re.compile(r"\s+[|\-–—·]\s+[^|–—·]+$")
_PARAGRAPH = re.compile(r"\n\s*\n")
BLOCKS = (
    *("p", "div", "section", "article", "main", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd"),
    *("table", "tr", "caption", "blockquote", "pre", "figure", "figcaption", "br", "hr"),
)
DATES = (
    *("article:modified_time", "dcterms.modified", "dc.date.modified", "last-modified"),
    *("article:published_time", "dcterms.created", "dcterms.date", "dc.date", "dc.date.issued", "date", "pubdate"),
)
"""Names of the metadata of a page that say when it was written, the best first."""
SMALL_PAGE = 1_500
"""A page with at most this many characters is read block by block, without looking for the article."""


@contextmanager
def quiet(*loggers: str) -> Iterator[None]:
    """Silence a library's own log and warnings; its exceptions are translated by the caller."""
    named = [logging.getLogger(name) for name in loggers]
    levels = [logger.level for logger in named]
    for logger in named:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(named, levels, strict=True):
            logger.setLevel(level)


def markdown(source: str) -> Extract:
    """A Markdown text: headings, paragraphs, items, tables as sentences, code between fences. Raw HTML is left out."""
    from markdown_it import MarkdownIt

    front = FRONT_MATTER.match(source)
    stated = FRONT_TITLE.search(front.group(1)) if front else None
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(source[front.end() if front else 0 :])
    blocks: list[str] = []
    rows: list[list[str]] = []
    cells: list[str] | None = None
    first_heading = ""
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "tr_open":
            cells = []
        elif token.type == "tr_close" and cells is not None:
            rows.append(cells)
            cells = None
        elif token.type == "table_close":
            blocks.extend(sentences(rows))
            rows = []
        elif token.type in ("fence", "code_block"):
            blocks.append(fenced(token))
        elif token.type == "inline":
            text = _inline(token.children or [])
            if before is not None and before.type == "heading_open" and not first_heading:
                first_heading = text
            (blocks if cells is None else cells).append(text)
    dated = _FRONT_DATE.search(front.group(1)) if front else None
    text = "\n\n".join(b for b in blocks if b.strip(" |"))
    return Extract(text, stated.group(1) if stated else first_heading, a_day(dated.group(1)) if dated else "")


def fenced(token: Token) -> str:
    """A block of code as it was, between fences that nothing in it closes."""
    longest = max(map(len, _BACKTICKS.findall(token.content)), default=0)
    fence = "`" * max(3, longest + 1)
    language = " ".join(token.info.split()[:1]).replace("`", "")
    return f"{fence}{language}\n{token.content.rstrip()}\n{fence}" if token.content.strip() else ""


def _inline(tokens: Sequence[Token]) -> str:
    """The words of an inline token: link texts and code stay, images, footnote marks and tags go."""
    words = {"softbreak": " ", "hardbreak": " "}
    kept = (words.get(t.type, t.content if t.type in ("text", "code_inline") else "") for t in tokens)
    return FOOTNOTE.sub("", "".join(kept)).strip()


def html(source: str, path: str) -> Extract:
    """Main text of an HTML page, without navigation, cookie notices, comments and scripts.

    Trafilatura finds the article in a page. For pages of less than ``SMALL_PAGE`` characters it gives single text nodes, which
    would cut sentences at every link, so in these the block elements are read directly.
    """
    with quiet("trafilatura", "htmldate", "justext", "courlan"):
        import trafilatura
        from lxml import html as lxml_html
        from lxml.etree import LxmlError

        try:
            tree = lxml_html.document_fromstring(source.encode("utf-8"), parser=lxml_html.HTMLParser(encoding="utf-8"))
            written = _stated_date(tree)
            drop_boilerplate(tree)
            for table in reversed(list(tree.iter("table"))):
                _tell_table(table)
            everything = _blocks_of(main_part(copy.deepcopy(tree)))
            page = trafilatura.bare_extraction(tree, include_comments=False, favor_recall=True, with_metadata=True)
        except (LxmlError, ValueError, TypeError, AttributeError, RecursionError) as error:
            raise BadInput(path, f"not readable as HTML ({type(error).__name__})", "save it as plain text") from None
    article = str(getattr(page, "text", "") or "")
    text = article if article and len(everything) > SMALL_PAGE else everything
    body = "\n\n".join(line.strip() for line in text.splitlines() if line.strip())
    return Extract(body, _page_title(str(getattr(page, "title", "") or ""), body), written)


def _stated_date(tree: HtmlElement) -> str:
    """The date that the page's metadata gives: when it was changed last, else when it was published."""
    stated = {
        str(m.get("property") or m.get("name") or "").lower(): str(m.get("content") or "") for m in tree.iter("meta")
    }
    return next((day for name in DATES if (day := a_day(stated.get(name, "")))), "")


def whole_page(data: bytes, path: str) -> Extract:
    """All text of a page that is known to be text, such as a chapter of a book: only scripts and navigation are left out.

    The title is the first heading. Raises ``BadInput``.
    """
    source, _ = decode(data, path)
    from lxml import html as lxml_html
    from lxml.etree import LxmlError

    try:
        tree = lxml_html.document_fromstring(source.encode("utf-8"), parser=lxml_html.HTMLParser(encoding="utf-8"))
        for element in [*tree.iter("script", "style", "nav", "svg"), *tree.xpath(_NOTE_MARKS)]:
            element.drop_tree()
        for table in reversed(list(tree.iter("table"))):
            _read_table(table)
        heading = next((" ".join(h.text_content().split()) for h in tree.iter("h1", "h2", "h3")), "")
        text = _blocks_of(tree)
    except (LxmlError, ValueError, TypeError, AttributeError, RecursionError, AssertionError) as error:
        raise BadInput(path, f"not readable as HTML ({type(error).__name__})", "save it as plain text") from None
    return Extract("\n\n".join(line.strip() for line in text.splitlines() if line.strip()), heading)


def article_page(source: str, title: str) -> str:
    """The text of an article of an encyclopedia's page, with its headings: no navigation, notes, marks or edit links.

    Raises ``BadInput``.
    """
    from lxml import html as lxml_html
    from lxml.etree import LxmlError

    try:
        tree = lxml_html.document_fromstring(source.encode("utf-8"), parser=lxml_html.HTMLParser(encoding="utf-8"))
        drop_boilerplate(tree)
        tree = main_part(tree)
        for element in tree.xpath(_WIKI_EXTRAS):
            if element.getparent() is not None:
                element.drop_tree()
        for table in reversed(list(tree.iter("table"))):
            _read_table(table)
        text = _blocks_of(tree)
    except (LxmlError, ValueError, TypeError, AttributeError, RecursionError, AssertionError) as error:
        raise BadInput(title, f"not readable as HTML ({type(error).__name__})", "save it as plain text") from None
    return "\n\n".join(line.strip() for line in text.splitlines() if line.strip())


def _tell_table(table: HtmlElement) -> None:
    """Put paragraphs with the sentences of its rows in the place of a table that has a header; others stay."""
    from lxml.etree import SubElement

    rows = [list(row.iterchildren("td", "th")) for row in table.iter("tr")]
    texts = [[" ".join(cell.text_content().split()) for cell in row] for row in rows]
    spans = any(cell.get("colspan", "1") != "1" or cell.get("rowspan", "1") != "1" for row in rows for cell in row)
    if spans or len(texts) < 2 or not is_header(texts[0]):
        return
    for child in list(table):
        table.remove(child)
    table.tag, table.text = "div", None
    for text in sentences(texts):
        SubElement(table, "p").text = text


def _read_table(table: HtmlElement) -> None:
    """Put the sentences of the rows in the place of a table."""
    rows = [[" ".join(c.text_content().split()) for c in row.iterchildren("td", "th")] for row in table.iter("tr")]
    for child in list(table):
        table.remove(child)
    table.text = "\n\n".join(sentences(rows))


def _blocks_of(tree: HtmlElement) -> str:
    """All text in reading order, one line for each block element or table row."""
    for head in list(tree.iter("head")):
        head.drop_tree()
    for row in tree.iter("tr"):
        cells = [" ".join(cell.text_content().split()) for cell in row.iterchildren("td", "th")]
        for child in list(row):
            row.remove(child)
        row.text = " | ".join(cells)
    for element in tree.iter(*BLOCKS):
        element.text = "\n\n" + (element.text or "")
        element.tail = "\n\n" + (element.tail or "")
    lines = (" ".join(line.split()) for line in _PARAGRAPH.split(tree.text_content()))
    return "\n".join(line for line in lines if line.strip(" |"))


def _page_title(title: str, body: str) -> str:
    """The page's title without the name of its site, if the rest is what the page is about."""
    short = _SITE.sub("", title)
    return short if short != title and short in body else title
