"""Reads RTF by striprtf. Pictures are cut out before: they are the bulk of a large file."""

from __future__ import annotations

from itertools import groupby

from localcheck.errors import BadInput, MissingExtra
from localcheck.ingest.documents.gathered import Gathered
from localcheck.ingest.documents.markup import Extract
from localcheck.system.quiet import quiet
from localcheck.text.patterns import regex
from localcheck.text.raised import joined
from localcheck.text.table_text import sentences

MOST = 20_000_000
"""Bytes without pictures."""
_HEX = regex(rb"[0-9a-fA-F\r\n]{512,}")
_TITLE = regex(rb"\{\\title ([^{}\\]{1,500})\}")
_FOOTNOTE = regex(rb"\{(?:\\\*)?\\footnote\b")
_PAR_OF_CELL = regex(rb"\\par(?=\s{0,4}+\}?\s{0,4}+\\cell\b)")
"""Ends the last paragraph of a cell: striprtf makes a line end of it, which would part the cells of a row."""
_BULLET = regex(r"^[ \t]*[•·◦▪‣–-]\t")
_MARK = "\x02\x03"
"""Is put before and behind raised text: striprtf keeps it, and drops what raises."""
_RAISED = regex(
    r"(\\super(?![a-z\d])[ \r\n]{0,2}+(?:\\(?!u-?\d)[a-z]{1,32}+-?\d{0,10}+[ \r\n]{0,2}+){0,20}+)"
    r"((?:\\u-?\d{1,5} ?\?|\\'[\da-f]{2})?[^\\{}\r\n]{1,20})(?=\})"
)


def read(data: bytes, path: str, limit: int) -> Extract:
    """Paragraphs of an RTF. Raises ``BadInput``, and ``MissingExtra`` without striprtf."""
    try:
        from striprtf.striprtf import rtf_to_text
    except ImportError:
        raise MissingExtra("documents", "reading RTF") from None
    lean = _PAR_OF_CELL.sub(b"", _HEX.sub(b"", data))
    if len(lean) > MOST:
        raise BadInput(path, f"larger than {MOST // 1_000_000} MB without its pictures", "save it as DOCX")
    try:
        with quiet("striprtf"):
            text = rtf_to_text(_RAISED.sub(rf"\1{_MARK}\2{_MARK}", lean.decode("latin-1")), errors="replace")
    except (ValueError, LookupError, IndexError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise BadInput(path, f"damaged RTF ({type(error).__name__})", "open and save it again") from None
    out = Gathered(path, limit)
    text = joined((piece, number % 2 == 1) for number, piece in enumerate(str(text).split(_MARK)) if piece)
    for is_table, lines in groupby(text.split("\n"), key=lambda line: "|" in line):
        for block in sentences(line.split("|") for line in lines) if is_table else lines:
            out.add(_BULLET.sub("", block))
    if out.empty:
        raise BadInput(path, "the RTF holds no text", "is its text inside pictures?")
    if _FOOTNOTE.search(lean):
        out.notes.append("its footnotes were not read: save it as DOCX to have them checked")
    title = _TITLE.search(lean)
    return out.extract(title.group(1).decode("latin-1") if title else "")
