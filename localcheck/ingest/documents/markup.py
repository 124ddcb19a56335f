"""Markdown and HTML as documents, with a blank line between paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from localcheck.ingest.documents.decode import decode
from localcheck.ingest.in_place import page
from localcheck.text.html import reading
from localcheck.text.hyphens import cuts
from localcheck.text.markers import without
from localcheck.text.patterns import regex
from localcheck.text.periods import a_day
from localcheck.text.raised import raised
from localcheck.text.table_text import sentences

if TYPE_CHECKING:
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


FRONT_MATTER = regex(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
FRONT_TITLE = regex(r"^title:\s*['\"]?(.+?)['\"]?\s*$", re.MULTILINE | re.IGNORECASE)
_FRONT_DATE = regex(r"^date:\s*['\"]?([\d][\d-]{3,9})", re.MULTILINE | re.IGNORECASE)
_SILENT = regex(r"\[\^[^\]\s]+\]:?|(?:(?<=\d\^\d)|(?<=\d\^\d\d)|(?<=\d\^[-−]\d)|(?<=\d\^[-−]\d\d))\^(?!\w)")
"""The mark of a note, and what closes a power, as pandoc writes one: ``10^23^``."""
OWN = regex(r"\[\^localcheck-\d+\]:")
"""Begins the footnotes that the editors' actions insert: they cite, and claim nothing."""
_MARKS = {
    "list_item_open": regex(r"\[[ xX]\](?:\s+|\Z)"),
    "blockquote_open": regex(r"\[![A-Za-z]{1,30}\][-+]?(?:\s+|\Z)"),
}
"""By what they begin: the box of a task, and the kind of an alert."""
_STRUCK = regex(r"<(/?)(?:del|s|strike)(?=[\s>])", re.IGNORECASE)
_BACKTICKS = regex(r"`+")


def markdown(source: str) -> Extract:
    """A Markdown text: headings, paragraphs, items, tables as sentences, code between fences, blocks of raw HTML."""
    from markdown_it import MarkdownIt

    source = without(source.replace("\r\n", "\n").replace("\r", "\n"), comments=False)
    front = FRONT_MATTER.match(source)
    stated = FRONT_TITLE.search(front.group(1)) if front else None
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(source[front.end() if front else 0 :])
    blocks: list[str] = []
    rows: list[list[str]] = []
    cells: list[str] | None = None
    first_heading = ""
    for number, token in enumerate(tokens):
        if token.type == "tr_open":
            cells = []
        elif token.type == "tr_close" and cells is not None:
            rows.append(cells)
            cells = None
        elif token.type == "table_close":
            blocks.extend(sentences(rows, marked=True))
            rows = []
        elif token.type in ("fence", "code_block"):
            blocks.append(fenced(token))
        elif token.type == "html_block":
            blocks.append(page.read(token.content).text)
        elif token.type == "inline" and not OWN.match(token.content):
            text = _inline(tokens, number)
            if tokens[number - 1].type == "heading_open" and not first_heading:
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


def _inline(tokens: Sequence[Token], number: int) -> str:
    """The words of an inline token: link texts and code stay, images, marks and tags go."""
    text, at = "".join(spoken(tokens[number].children or [])), 0
    said: list[str] = []
    for mark in marks(text, tokens, number):
        said.append(text[at : mark.start()])
        at = mark.end()
    return "".join([*said, text[at:]]).strip()


def marks(text: str, tokens: Sequence[Token], number: int) -> Iterator[re.Match[str]]:
    """What is no part of the sentence in the text of the inline token that stands at ``number``: the marks of notes
    and powers, and at the beginning the box of a task or the kind of an alert.
    """
    opened = _MARKS.get(tokens[number - 2].type) if number > 1 else None
    if opened is not None and opened.match(tokens[number].content) and (mark := opened.match(text)):
        yield mark
    yield from _SILENT.finditer(text)


def spoken(inside: Sequence[Token]) -> Iterator[str]:
    """What each token in a paragraph says; marks and what is struck out say nothing. A tag that raises a power says ``^``."""
    struck, ahead, headed = 0, "", _behind_heading(inside)
    for token, *following in zip_longest(inside, inside[1:], inside[2:]):
        struck = max(0, struck + _struck(token))
        said = (
            ""
            if struck
            else "\n"
            if token is headed
            else break_between(token, following[0], ahead) or _said(token, following, ahead)
        )
        ahead = f"{ahead}{said}"[-30:]
        yield said


def _behind_heading(inside: Sequence[Token]) -> Token | None:
    """The break behind a first line that is all bold, as chatbots write headings; None where no line is."""
    begun = [token for token in inside if token.content or token.type != "text"][:4]
    bold = [token.type for token in begun] == ["strong_open", "text", "strong_close", "softbreak"]
    return begun[3] if bold else None


def _struck(token: Token) -> int:
    """1 where the text behind a token is struck out, -1 where that ends, else 0."""
    if token.type == "html_inline" and (tag := _STRUCK.match(token.content)):
        return -1 if tag[1] else 1
    return (token.type == "s_open") - (token.type == "s_close")


def _said(token: Token, following: Sequence[Token | None], ahead: str) -> str:
    """The words of a token, behind which others are ``following``, and ``ahead`` of which stand these words."""
    if token.type != "html_inline":
        return token.content if token.type in ("text", "text_special", "code_inline") else ""
    number, end = following
    is_raised = number and end and token.content.lower() == "<sup>" and end.content.lower() == "</sup>"
    return "^" if is_raised and number and raised(number.content, ahead).startswith("^") else ""


def break_between(token: Token, following: Token | None, ahead: str) -> str:
    """What a break of a line is in the text, of which ``ahead`` stands before it; empty for another token.

    A line that is broken on purpose, or before bold print as before a label ("**Capital:** …"), or in a word stays a line.
    """
    if token.type == "softbreak":
        after = following.content if following is not None else " "
        bold = following is not None and following.type in ("strong_open", "text") and not after
        return "\n" if bold or cuts(ahead, after) else " "
    return "\n" if token.type == "hardbreak" else ""


def html(source: str, path: str) -> Extract:
    """The main text of a page of HTML. Raises ``BadInput``."""
    text, title, date = reading.main_text(source, path)
    return Extract(text, title, date)


def whole_page(data: bytes, path: str) -> Extract:
    """All text of a page that is known to be text, such as a chapter of a book. Raises ``BadInput``."""
    text, title, date = reading.whole_text(decode(data, path)[0], path)
    return Extract(text, title, date)
