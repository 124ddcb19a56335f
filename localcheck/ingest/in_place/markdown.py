"""Markdown with the place of every character: headings, paragraphs, items, tables as sentences, code, blocks of raw HTML.

markdown-it keeps the lines of a block and no places in a line. Its inline rules are run here by a parser that notes, for each
piece of text, from which characters of the block it was made; a block's own lines are found in the source by their ends.

The tokens of Markdown as words of a sentence: link texts and code stay, images, marks and what is struck out go.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, zip_longest
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from localcheck.ingest.in_place import page
from localcheck.ingest.in_place.placed import PARAGRAPH, Placed
from localcheck.text.hyphens import cuts
from localcheck.text.patterns import regex
from localcheck.text.raised import raised
from localcheck.text.table_text import numbered

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


def fenced(token: Token) -> str:
    """A block of code as it was, between fences that nothing in it closes."""
    longest = max(map(len, _BACKTICKS.findall(token.content)), default=0)
    fence = "`" * max(3, longest + 1)
    language = " ".join(token.info.split()[:1]).replace("`", "")
    return f"{fence}{language}\n{token.content.rstrip()}\n{fence}" if token.content.strip() else ""


def marks(text: str, tokens: Sequence[Token], number: int) -> Iterator[re.Match[str]]:
    """What is no part of the sentence in the text of the inline token that stands at ``number``: the marks of notes
    and powers, and at the beginning the box of a task or the kind of an alert.
    """
    opened = _MARKS.get(tokens[number - 2].type) if number > 1 else None
    if opened is not None and opened.match(tokens[number].content) and (mark := opened.match(text)):
        yield mark
    if "^" in text:
        yield from _SILENT.finditer(text)


def spoken(inside: Sequence[Token]) -> Iterator[str]:
    """What each token in a paragraph says; marks and what is struck out say nothing. A tag that raises a power says ``^``."""
    struck, ahead, headed = 0, "", _behind_heading(inside)
    for token, *following in zip_longest(inside, inside[1:], inside[2:]):
        struck = max(0, struck + _struck(token))
        if struck:
            said = ""
        elif token is headed:
            said = "\n"
        else:
            said = break_between(token, following[0], ahead) or _said(token, following, ahead)
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


FRONT_MATTER = regex(r"\A(---|\+\+\+)[ \t]*\n(.*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
FRONT_TITLE = regex(r"^title\s*[:=]\s*['\"]?(.+?)['\"]?\s*$", re.MULTILINE | re.IGNORECASE)
Places = list[tuple[int, int]]
"""Start and end, in the source, of what each character of a text stands for."""
Piece = tuple[str, Places]
AT = "at"
"""Key of ``Token.meta``: the places of the characters of its content, in the text of the block."""


def read(source: str) -> Placed:
    """The prose of a Markdown source; its title is that of the front matter, else the first heading, if it is no section's."""
    front = FRONT_MATTER.match(source)
    begin = front.end() if front else 0
    stated = FRONT_TITLE.search(front.group(2)) if front else None
    tokens = _parser().parse(source[begin:])
    pieces, headings = _blocks(tokens, _Lines(source, begin))
    text: list[str] = []
    starts, ends = array("q"), array("q")
    for said, places in pieces:
        if not said.strip(" |"):
            continue
        if text:
            text.append(PARAGRAPH)
            starts.extend([ends[-1]] * 2)
            ends.extend([ends[-1]] * 2)
        text.append(said)
        bounds = array("q", chain.from_iterable(places))
        starts.extend(bounds[::2])
        ends.extend(bounds[1::2])
    return Placed("".join(text), starts, ends, stated.group(1) if stated else _title(headings))


class _Lines:
    """The lines of the source, by their number in what markdown-it was given."""

    def __init__(self, source: str, begin: int) -> None:
        self.source = source
        self._starts = [begin]
        while (end := source.find("\n", self._starts[-1])) >= 0:
            self._starts.append(end + 1)

    def bounds(self, number: int) -> tuple[int, int]:
        """Start and end of a line, its line end excluded."""
        start = self._starts[min(number, len(self._starts) - 1)]
        end = self.source.find("\n", start)
        return start, len(self.source) if end < 0 else end

    def extent(self, first: int, last: int) -> tuple[int, int]:
        """From the first of these lines to the end of the last, ``last`` excluded."""
        return self.bounds(first)[0], self.bounds(max(first, last - 1))[1]

    def places(self, content: str, first: int) -> list[int]:
        """For each character of a block's ``content`` its offset in the source, and at last the end."""
        found: list[int] = []
        for number, line in enumerate(content.split("\n"), first):
            start, end = self.bounds(number)
            words = line.strip(" \t")
            at = max(self.source.rfind(words, start, end), start)
            indent = len(line) - len(line.lstrip(" \t"))
            found += [max(at - indent + i, start) for i in range(indent)]
            found += range(at, at + len(line) - indent + 1)  # the last one stands for the line end
        return found


@dataclass(frozen=True, slots=True)
class _Heading:
    text: str
    level: str
    """h1 to h6."""
    below: bool
    """Whether other words stand before it."""


def _title(headings: Sequence[_Heading]) -> str:
    """The first heading; empty where other words stand before it and a later one is of its level: that is a section's."""
    first = headings[0] if headings else _Heading("", "", below=False)
    section = first.below and any(later.level <= first.level for later in headings[1:])
    return "" if section else first.text


def _blocks(tokens: Sequence[Token], lines: _Lines) -> tuple[list[Piece], list[_Heading]]:
    """The blocks and the headings in their order."""
    blocks: list[Piece] = []
    rows: list[tuple[int, list[str]]] = []
    row: list[str] | None = None
    headings: list[_Heading] = []
    for number, token in enumerate(tokens):
        if token.type == "tr_open" and token.map is not None:
            row = []
            rows.append((token.map[0], row))
        elif token.type == "tr_close":
            row = None
        elif token.type == "table_close":
            blocks.extend(_table(rows, lines))
            rows = []
        elif token.type in ("fence", "code_block"):
            place = lines.extent(*(token.map or (0, 1)))
            code = fenced(token)
            blocks.append((code, [place] * len(code)))
        elif token.type == "html_block":
            blocks.append(_html(token.content, lines.places(token.content, (token.map or (0, 1))[0])))
        elif token.type == "inline" and row is not None:
            row.append(_inline(tokens, number, [0] * (len(token.content) + 1))[0])
        elif token.type == "inline" and not OWN.match(token.content):
            made = _inline(tokens, number, lines.places(token.content, (token.map or (0, 1))[0]))
            if (above := tokens[number - 1]).type == "heading_open" and made[0]:
                headings.append(_Heading(made[0], above.tag, bool(blocks)))
            blocks.append(made)
    return blocks, headings


def _table(rows: Sequence[tuple[int, list[str]]], lines: _Lines) -> Iterator[Piece]:
    """The rows as sentences, each with the place of its row: a sentence is made of its cells and of the header."""
    for number, text in numbered(rows, marked=True):
        place = lines.extent(number, number + 1)
        yield text, [place] * len(text)


def _html(content: str, offsets: Sequence[int]) -> Piece:
    """The words of a block of raw HTML; ``offsets`` places its content in the source."""
    made = page.read(content)
    return made.text, [
        (offsets[start], offsets[max(start, end - 1)] + (end > start))
        for start, end in zip(made.starts, made.ends, strict=True)
    ]


def _inline(tokens: Sequence[Token], number: int, offsets: Sequence[int]) -> Piece:
    """The words of the inline token at ``number``, without ``marks``; ``offsets`` places its content in the source."""
    text: list[str] = []
    places: Places = []
    children = tokens[number].children or []
    for child, said in zip(children, spoken(children), strict=True):
        if said:
            text.append(said)
            places += _moved(child.meta[AT][: len(said)], offsets)
    whole = "".join(text)
    for mark in reversed(list(marks(whole, tokens, number))):
        whole = whole[: mark.start()] + whole[mark.end() :]
        del places[mark.start() : mark.end()]
    start, stop = len(whole) - len(whole.lstrip()), len(whole.rstrip())
    return whole[start:stop], places[start:stop]


def _moved(at: Places, offsets: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Places in a block as those in the source. Most texts are copied character by character: that way is short."""
    (first, second), (_, end) = at[0], at[-1]
    if second - first == 1 and end - first == len(at):
        return zip(offsets[first:end], map((1).__add__, offsets[first:end]), strict=True)
    return [(offsets[start], offsets[end - 1] + 1) for start, end in at]


def _copied(at: int, length: int) -> Places:
    """The places of so many characters that stand one after the other."""
    return list(zip(range(at, at + length), range(at + 1, at + length + 1), strict=True))


class _PlacedState(StateInline):
    """Notes for pending text where it stands."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._pending_at: Places = []

    @property
    def pending(self) -> str:
        return super().pending

    @pending.setter
    def pending(self, value: str) -> None:
        """The rules shorten it, before a line end, and empty it."""
        StateInline.pending.__set__(self, value)  # type: ignore[attr-defined]
        del self._pending_at[len(value) :]

    def append_pending(self, text: str) -> None:
        super().append_pending(text)
        self._pending_at += _copied(self.pos, len(text))

    def pushPending(self) -> Token:
        at = self._pending_at[:]
        token = super().pushPending()
        token.meta[AT] = at
        return token


class _PlacedInline(ParserInline):
    """Runs the same rules; what a rule pushes is noted with what it read."""

    def tokenize(self, state: StateInline) -> None:
        """``ParserInline.tokenize``, with places."""
        assert isinstance(state, _PlacedState)
        rules, end, nesting = self.ruler.getRules(""), state.posMax, state.md.options["maxNesting"]
        while state.pos < end:
            start, before = state.pos, len(state.tokens)
            if state.level < nesting and any(rule(state, False) for rule in rules):
                _note(state, before, start)
                continue
            state.append_pending(state.src[state.pos])
            state.pos += 1
        if state.pending:
            state.pushPending()

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        """``ParserInline.parse``, with places."""
        state = _PlacedState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _note(state: StateInline, before: int, start: int) -> None:
    """The places of the tokens that a rule pushed when it read from ``start`` to where the state is now."""
    at = start
    for token in state.tokens[before:]:
        if AT in token.meta:
            continue
        if token.type == "text" and state.src.startswith(token.content, at):  # delimiters, one after the other
            token.meta[AT] = _copied(at, len(token.content))
            at += len(token.content)
        elif token.type == "code_inline":
            inside = start + len(token.markup)
            inside += (state.pos - len(token.markup) - inside - len(token.content)) // 2
            token.meta[AT] = _copied(inside, len(token.content))
        elif token.type == "text" and state.src.startswith(token.content, start + 1):  # an address between < and >
            token.meta[AT] = _copied(start + 1, len(token.content))
        elif token.type == "text_special" and token.content == token.markup:
            token.meta[AT] = _copied(start, len(token.content))
        else:
            token.meta[AT] = [(start, state.pos)] * max(1, len(token.content))


@cache
def _parser() -> MarkdownIt:
    made = MarkdownIt("commonmark")
    made.inline = _PlacedInline()
    made.configure("commonmark").enable(["table", "strikethrough"])
    made.core.ruler.disable("text_join")
    made.inline.ruler2.disable("fragments_join")
    return made
