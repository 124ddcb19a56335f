"""The tokens of Markdown as words of a sentence: link texts and code stay, images, marks and what is struck out go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from markdown_it.token import Token

from localcheck.text.hyphens import cuts
from localcheck.text.patterns import regex
from localcheck.text.raised import raised

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
