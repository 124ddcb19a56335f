"""Reads a page of HTML: its main text, the whole of it, or the article of an encyclopedia. Every reader of HTML uses these."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from localcheck.errors import BadInput
from localcheck.system.quiet import quiet
from localcheck.text.html.boilerplate import (
    drop_boilerplate,
    drop_hidden,
    main_part,
    shown_characters,
    without_furniture,
)
from localcheck.text.lexicon import in_order
from localcheck.text.patterns import regex
from localcheck.text.periods import a_day
from localcheck.text.raised import raised
from localcheck.text.table_text import is_told, sentences, side_by_side, spread

if TYPE_CHECKING:
    from lxml.html import HtmlElement


class PageText(NamedTuple):
    """What a page says."""

    text: str
    """Paragraphs with an empty line between them."""
    title: str = ""
    date: str = ""
    """When it was written, as far as its metadata says so: ISO, perhaps only a year or a month."""
    left_out: int = 0
    """Paragraphs of the main part of the page that are not in ``text``: boxes and notices."""


BLOCKS = tuple(in_order("reading.blocks"))
DATES = tuple(in_order("reading.dates"))
"""Names of the metadata of a page that say when it was written, the best first."""
SMALL_PAGE = 1_500
"""A page with at most this many characters is read block by block, without looking for the article."""
DEEP = 256
"""A page whose elements lie deeper in one another is read block by block, too: trafilatura would take minutes."""
NO_DATE: dict[str, Any] = {"extensive_search": False, "max_date": None}
"""A date that the text may give is not looked for: nobody reads it, and its parser takes two seconds for the first one."""
_CONTROL = regex(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])(?!\d)|[xX]0*(?:[0-8bcefBCEF]|1[\da-fA-F])(?![\da-fA-F]));?"
)
"""Control characters and references to them: lxml reads them, and refuses to write them into an element."""
_NOTE_MARKS = (
    "//a[@role='doc-noteref' or @role='doc-backlink' or contains(@*[name()='epub:type'], 'noteref')]"
    " | //sup[.//a[starts-with(@href, '#')] and string-length(normalize-space(.)) < 8]"
    " | //a[starts-with(@href, '#') and sup and string-length(normalize-space(.)) < 8]"
    " | //a[starts-with(@href, '#') and contains(., '\u21a9')]"
)
"""The number that leads to a note of the page, and the arrow that leads back: "in 1903.1 The tower" is one sentence."""
_FORMULA_AGAIN = "//annotation | //annotation-xml | //span[contains(@class, 'katex-html')]"
"""A formula said another time: as TeX, or as it is drawn."""
MOST_SPANNED = 1_000
"""Rows that one cell goes over at most."""
STRUCK = ("del", "s", "strike")
"""Elements whose text is struck out."""
RUBY = ("rt", "rp")
"""How a word is read, in small letters above it, and the brackets around that."""
_WIKI_EXTRAS = "//sup[contains(@class, 'reference')] | //ol[contains(@class, 'references')]" + "".join(
    f" | //*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]"
    for name in ("mw-editsection", "navbox", "noprint", "reflist", "mw-references-wrap", "metadata", "toc")
)
_QUOTED = ".//blockquote[@type='cite']" + "".join(
    f" | .//*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]"
    for name in (
        *("gmail_quote", "gmail_signature", "moz-cite-prefix", "moz-signature", "yahoo_quoted", "protonmail_quote"),
        "protonmail_signature_block",
    )
)
"""What mail programs mark as quoted from another message, the line that says whose it is, and the signature."""
_SITE = regex(r"\s+[|\-–—·]\s+[^|–—·]+$")
_LETTERS = regex(r"\w+")
_PROSE = regex(r"(?:\w[^\s|]*\s+){5,}[^\s|]*[.!?。！？][\"”’)\]]{0,3}(?:\s|$)")
"""A sentence of some words in a line."""
_PARAGRAPH = regex(r"\n\s*\n")


def main_text(source: str, path: str) -> PageText:
    """The main text of a page, without navigation, cookie notices, comments and scripts. Raises ``BadInput``.

    Trafilatura finds the article; tables with a header are made sentences first. For pages of less than ``SMALL_PAGE``
    characters trafilatura gives single text nodes, which would cut sentences at every link: these are read block by block.
    """
    with quiet("trafilatura", "htmldate", "justext", "courlan"), _tree(source, path) as tree:
        import trafilatura

        written = _stated_date(tree)
        drop_hidden(tree)
        _drop_note_marks(tree)
        _mark_powers(tree)
        for table in reversed(list(tree.iter("table"))):
            _tell_table(table)
        whole = copy.deepcopy(tree)
        small = shown_characters(whole) <= SMALL_PAGE
        shown = _blocks_of(main_part(without_furniture(copy.deepcopy(whole))))
        drop_boilerplate(whole)
        everything = _blocks_of(main_part(whole))
        if _is_deep(tree):
            return PageText(_paragraphs(everything), " ".join((tree.findtext(".//title") or "").split()), written)
        _narrow(tree)
        page = trafilatura.bare_extraction(
            tree, include_comments=False, favor_recall=True, with_metadata=True, date_extraction_params=NO_DATE
        )
    article = str(getattr(page, "text", "") or "")
    body = _paragraphs(everything if small or not article else article)
    return PageText(body, _page_title(str(getattr(page, "title", "") or ""), body), written, _missing(shown, body))


def _missing(shown: str, body: str) -> int:
    """How many lines of a page are paragraphs, with a sentence in them, and not in its main text."""
    kept, told = _lettered(body), _lettered("\n".join(line for line in shown.splitlines() if _PROSE.search(line)))
    missing, whole = told.keys() - kept.keys(), "".join(kept)
    return sum(line not in whole for line in missing)


def _lettered(text: str) -> dict[str, None]:
    """The letters and figures of each line, in order."""
    return dict.fromkeys("".join(_LETTERS.findall(line)) for line in text.splitlines())


def _is_deep(tree: HtmlElement) -> bool:
    """Does an element lie in more than ``DEEP`` others?"""
    from lxml.etree import iterwalk

    steps = (1 if event == "start" else -1 for event, _ in iterwalk(tree, events=("start", "end")))
    return any(depth > DEEP for depth in accumulate(steps))


@contextmanager
def _tree(source: str, path: str) -> Iterator[HtmlElement]:
    """The elements of a page. Whatever lxml or trafilatura raise over them in the block becomes ``BadInput``."""
    from lxml import html as lxml_html
    from lxml.etree import ErrorTypes, LxmlError

    try:
        plain = _CONTROL.sub("", source).encode("utf-8")
        parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True)
        tree = lxml_html.document_fromstring(plain, parser=parser)
        if any(said.type == ErrorTypes.ERR_RESOURCE_LIMIT for said in parser.error_log):
            raise BadInput(path, "its elements lie too deep in one another to be read", "save it as plain text")
        for unsaid in (*tree.xpath(_FORMULA_AGAIN), *tree.iter(*STRUCK, *RUBY)):
            unsaid.drop_tree()
        yield tree
    except (LxmlError, ValueError, TypeError, LookupError, AttributeError, RecursionError, AssertionError) as error:
        raise BadInput(path, f"not readable as HTML ({type(error).__name__})", "save it as plain text") from None


def _paragraphs(text: str) -> str:
    """The lines that hold something, with an empty one between them."""
    return "\n\n".join(line.strip() for line in text.splitlines() if line.strip())


def _stated_date(tree: HtmlElement) -> str:
    """The date that the page's metadata gives: when it was changed last, else when it was published."""
    stated = {
        str(m.get("property") or m.get("name") or "").lower(): str(m.get("content") or "") for m in tree.iter("meta")
    }
    return next((day for name in DATES if (day := a_day(stated.get(name, "")))), "")


def without_quoted(source: str, path: str) -> str:
    """The HTML of an e-mail without what it marks as quoted, and without its signature. Raises ``BadInput``."""
    from lxml import html as lxml_html

    with _tree(source, path) as tree:
        for element in tree.xpath(_QUOTED):
            if element.getparent() is not None:
                element.drop_tree()
        return str(lxml_html.tostring(tree, encoding="unicode"))


def whole_text(source: str, path: str) -> PageText:
    """All text of a page that is known to be text, such as a chapter of a book: only scripts and navigation are left out.

    The title is the first heading. Raises ``BadInput``.
    """
    with _tree(source, path) as tree:
        for element in list(tree.iter("script", "style", "nav", "svg")):
            element.drop_tree()
        drop_hidden(tree)
        _drop_note_marks(tree)
        _mark_powers(tree)
        _tables_as_sentences(tree)
        heading = next((" ".join(h.text_content().split()) for h in tree.iter("h1", "h2", "h3")), "")
        return PageText(_paragraphs(_blocks_of(tree)), heading)


def _drop_note_marks(tree: HtmlElement) -> None:
    for mark in tree.xpath(_NOTE_MARKS):
        mark.drop_tree()


def _mark_powers(tree: HtmlElement) -> None:
    """Write what is raised without elements in it as ``raised`` says it: behind a number as ``^5``."""
    for element in tree.iter("sup"):
        before = element.getprevious()
        ahead = element.getparent().text if before is None else before.tail
        if not ahead and before is not None and isinstance(before.tag, str):  # it is no comment
            ahead = before.text_content()
        if not len(element):
            element.text = raised(element.text or "", ahead or "")


def article_text(source: str, title: str) -> str:
    """The text of an article of an encyclopedia's page, with its headings: no navigation, notes, marks or edit links.

    Raises ``BadInput``.
    """
    with _tree(source, title) as page:
        drop_boilerplate(page)
        tree = main_part(page)
        for element in tree.xpath(_WIKI_EXTRAS):
            if element.getparent() is not None:
                element.drop_tree()
        _mark_powers(tree)
        _tables_as_sentences(tree)
        return _paragraphs(_blocks_of(tree))


def _tell_table(table: HtmlElement) -> None:
    """Put paragraphs with the sentences of its rows in the place of a table that has a header; others stay."""
    from lxml.etree import SubElement

    rows = list(table.iter("tr"))
    texts, marked = spread(_spanning(row) for row in rows), _marked(rows)
    if _is_wide(rows) or not is_told(texts, marked):
        return
    del table[:]
    table.tag, table.text = "div", None
    for text in sentences(texts, marked):
        SubElement(table, "p").text = text


def _tables_as_sentences(tree: HtmlElement) -> None:
    """Put the sentences of its rows in the place of each table, of inner ones first."""
    for table in reversed(list(tree.iter("table"))):
        rows = list(table.iter("tr"))
        texts, marked, wide = spread(_spanning(row) for row in rows), _marked(rows), _is_wide(rows)
        del table[:]
        told = (side_by_side(tuple(dict.fromkeys(row))) for row in texts) if wide else sentences(texts, marked)
        table.text = "\n\n".join(filter(None, told))


def _cells(row: HtmlElement) -> list[str]:
    """What the cells of a row of a table say; of one that holds a picture alone, what stands for it."""
    return [
        " ".join(cell.text_content().split()) or " ".join(str(image.get("alt") or "") for image in cell.iter("img"))
        for cell in row.iterchildren("td", "th")
    ]


def _spanning(row: HtmlElement) -> list[tuple[str, int]]:
    """The cells of a row, each with over how many rows it goes."""
    return list(zip(_cells(row), (_span(cell, "rowspan") for cell in row.iterchildren("td", "th")), strict=True))


def _span(cell: HtmlElement, name: str) -> int:
    """Over how many rows or columns a cell goes."""
    said = str(cell.get(name, "1")).strip()
    return min(int(said), MOST_SPANNED) if said.isascii() and said.isdigit() and int(said) else 1


def _narrow(tree: HtmlElement) -> None:
    """Take from the cells of a page over how many rows and columns they go: trafilatura writes an empty cell for each of these,
    which took minutes for 500 cells over 900.
    """
    for cell in tree.iter("td", "th"):
        for name in ("rowspan", "colspan"):
            cell.attrib.pop(name, None)


def _is_wide(rows: Sequence[HtmlElement]) -> bool:
    """Whether a cell goes over several columns beside another one; alone in its row it is a title."""
    cells = [list(row.iterchildren("td", "th")) for row in rows]
    return any(len(row) > 1 and any(_span(cell, "colspan") > 1 for cell in row) for row in cells)


def _marked(rows: Sequence[HtmlElement]) -> bool | None:
    """Whether a table marks its first row with several cells as a header, by the kind of its cells; None where it does not."""
    return marks_header([[str(cell.tag) for cell in row.iterchildren("td", "th")] for row in rows])


def marks_header(kinds: Iterable[Sequence[str]]) -> bool | None:
    """The same by the names of the elements of its cells, row by row."""
    first = list(next((row for row in kinds if len(row) > 1), ()))
    if first and set(first) == {"th"}:
        return True
    return False if first == ["th", "td"] else None


def _blocks_of(tree: HtmlElement) -> str:
    """All text in reading order, one line for each block element or table row."""
    for head in list(tree.iter("head")):
        head.drop_tree()
    for row in tree.iter("tr"):
        cells = _cells(row)
        del row[:]
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
