"""Reads RTF by striprtf. Pictures are cut out before: they are the bulk of a large file."""

from __future__ import annotations

import re
from itertools import groupby

from localcheck.errors import BadInput
from localcheck.ingest.documents.markup import Extract, Gathered
from localcheck.system.extras import of_extra
from localcheck.system.quiet import quiet
from localcheck.text.patterns import regex
from localcheck.text.raised import joined
from localcheck.text.table_text import sentences

MOST = 20_000_000
"""Bytes without pictures."""
_HEX = regex(rb"[0-9a-fA-F\r\n]{512,}")
_TITLE = regex(rb"\{\\title ([^{}\\]{1,500})\}")
_FOOTNOTE = regex(rb"\{(?:\\\*)?\\footnote\b")
_TEXT_BOX = regex(rb"\\(?:shptxt|dptxbxtext)\b")
_PAR_OF_CELL = regex(rb"\\par(?=\s{0,4}+\}?\s{0,4}+\\cell\b)")
"""Ends the last paragraph of a cell: striprtf makes a line end of it, which would part the cells of a row."""
_BULLET = regex(r"^[ \t]*[•·◦▪‣–-]\t")
_MARK = "\x02\x03"
"""Is put before and behind raised text: striprtf keeps it, and drops what raises."""
_RAISED = regex(
    r"(\\super(?![a-z\d])[ \r\n]{0,2}+(?:\\(?!u-?\d)[a-z]{1,32}+-?\d{0,10}+[ \r\n]{0,2}+){0,20}+)"
    r"((?:\\u-?\d{1,5} ?\?|\\'[\da-f]{2})?[^\\{}\r\n]{1,20})(?=\})"
)
_UNSEEN = frozenset({r"\strike", r"\striked", r"\deleted", r"\v"})
"""What strikes text out, deletes it or hides it."""
_STRIKES = regex(r"\\(?:strike|striked|deleted|v)(?![a-z])")
_PIECE = regex(
    r"(?P<word>\\[a-z]{1,32}+)(?P<value>-?\d{1,10}+)? ?|(?P<group>[{}])|(?P<said>\\'[\da-fA-F]{2}|\\[^a-z*\r\n]|[^\\{}\r\n]++)"
)
_SAID = frozenset({r"\u", *(rf"\{word}" for word in "emdash endash lquote rquote ldblquote rdblquote bullet".split())})
"""Control words that are a character of the text."""


def read(data: bytes, path: str, limit: int) -> Extract:
    """Paragraphs of an RTF. Raises ``BadInput``, and ``MissingExtra`` without striprtf."""
    with of_extra("documents", "reading RTF"):
        from striprtf.striprtf import rtf_to_text
    lean = _PAR_OF_CELL.sub(b"", _HEX.sub(b"", data))
    if len(lean) > MOST:
        raise BadInput(path, f"larger than {MOST // 1_000_000} MB without its pictures", "save it as DOCX")
    try:
        with quiet("striprtf"):
            text = rtf_to_text(_RAISED.sub(rf"\1{_MARK}\2{_MARK}", _standing(lean)), errors="replace")
    except (ValueError, LookupError, IndexError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise BadInput(path, f"damaged RTF ({type(error).__name__})", "open and save it again") from None
    out = Gathered(path, limit)
    text = (
        str(text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )  # of a letter beyond 16 bits two come
    text = joined((piece, number % 2 == 1) for number, piece in enumerate(text.split(_MARK)) if piece)
    for is_table, lines in groupby(text.split("\n"), key=lambda line: "|" in line):
        for block in sentences(line.split("|") for line in lines) if is_table else lines:
            out.add(_BULLET.sub("", block))
    if _FOOTNOTE.search(lean):
        out.notes.append("its footnotes were not read: save it as DOCX to have them checked")
    if _TEXT_BOX.search(lean):
        out.notes.append("the text of its text boxes was not read")
    title = _TITLE.search(lean)
    empty = "the RTF holds no text", "is its text inside pictures?"
    return out.extract(title.group(1).decode("latin-1") if title else "", empty=empty)


def _standing(lean: bytes) -> str:
    """The RTF without the text that is struck out, deleted or hidden."""
    source = lean.decode("latin-1")
    return _PIECE.sub(_Standing().kept, source) if _STRIKES.search(source) else source


class _Standing:
    """What of an RTF stands, told piece by piece. A group undoes at its end what was set in it."""

    def __init__(self) -> None:
        self._unseen: frozenset[str] = frozenset()
        """What strikes out or hides the text that is read now."""
        self._outer: list[frozenset[str]] = []

    def kept(self, piece: re.Match[str]) -> str:
        """The piece, or nothing where it is text that does not stand."""
        word = piece["word"]
        if piece["group"] == "{":
            self._outer.append(self._unseen)
        elif piece["group"]:
            self._unseen = self._outer.pop() if self._outer else frozenset()
        elif word == r"\plain":
            self._unseen = frozenset()
        elif word in _UNSEEN:
            self._unseen = self._unseen - {word} if piece["value"] == "0" else self._unseen | {word}
        return "" if self._unseen and (piece["said"] or word in _SAID) else piece[0]
