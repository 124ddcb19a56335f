"""Decodes text: by byte order mark, as UTF-8 with few bad bytes, else by a guess of charset-normalizer; refuses binary data."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress

from localcheck.errors import BadInput
from localcheck.text.counting import many
from localcheck.text.patterns import regex

WESTERN = "cp1252"
"""Most texts that are no Unicode are in this encoding; where it fits as well as another, it is taken."""
DOUBLE = (
    *("big5", "big5hkscs", "cp932", "cp949", "cp950", "gb18030", "gbk", "johab"),
    *("shift_jis", "shift_jis_2004", "shift_jisx0213"),
)
"""Encodings of East Asia in which a byte that is not ASCII may be followed by one that is. Words of their languages have more
than one such letter: of a text where these bytes stand alone, each is an accented letter.
"""
WELL_FORMED = 5
"""Characters of several bytes, for each byte that does not fit, by which a text is UTF-8 all the same. In other encodings such
characters come about by chance alone, and few of them.
"""
GUESS_FROM = 100_000
"""Bytes that the guess is based on."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = regex(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BAD_BYTE = regex(r"[\udc80-\udcff]")
_HIGH = regex(rb"[\x80-\xff]")
_TYPOGRAPHIC = frozenset(bytes([byte]) for byte in b"\x80\x82\x84\x85\x91\x92\x93\x94\x95\x96\x97\x99")
"""Marks of cp1252 where other encodings have letters: € ‚ „ … ‘ ’ “ ” • – — ™."""
_INSIDE_WORD = regex(rb"[A-Za-z][\x80\x82\x84\x85\x91\x93-\x97\x99\xa1-\xac\xae-\xb6\xb8-\xbf][A-Za-z]")
_SIGN = rb"[\x80-\x90\x95-\xaa\xac-\xba\xbc-\xbf\xd7\xf7]"
_SIGN_IN_WORD = regex(rb"[A-Za-z\x80-\xff]" + _SIGN + rb"|" + _SIGN + rb"[A-Za-z\x80-\xff]")
"""A sign of cp1252, no quotation mark, beside a letter: in another encoding it is a letter."""
RARE = ("cp437", "cp7", "cp85", "cp86", "mac_", "hp_", "iso8859_3", "iso8859_10", "iso8859_13", "iso8859_14")
"""How encodings begin that few texts have: those of DOS and of the old Mac, and of few languages."""
FEW = 20
"""Bytes of a text, for each one that is not ASCII, by which these are few: a text in letters that are not Latin has more."""
OF_TEXT = regex(
    r"utf-?(?:8|16|32)|us-ascii|ascii|iso-?\w[\w-]*|windows-\d+|cp\d+|koi8-\w|gb\w+|big5|euc-\w+|shift_jis|latin-?\d|macintosh",
    re.IGNORECASE,
)
"""Names of encodings of texts."""
_STATED = regex(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*((?!utf)[\w-]{1,40})", re.IGNORECASE)
_SIDE_BY_SIDE = regex(rb"[\x80-\xff]{2}")
_BINARY_HINT = "give plain text, Markdown, HTML, PDF or DOCX"


def decode(data: bytes, path: str) -> tuple[str, str]:
    """The text of ``data`` and the encoding used. Raises ``BadInput`` when it is not text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data, encoding, path), encoding.removesuffix("-sig")
    wide = _wide_without_mark(data)
    if wide:
        return _strictly(data, wide, path), wide
    if b"\0" in data:
        raise BadInput(path, "not a text file: it holds binary data", _BINARY_HINT)
    try:
        text, encoding = data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        text = _mended(data)
        text, encoding = (text, "utf-8") if text else _guessed(data, path, error.start)
    if len(_CONTROL.findall(text)) > len(text) // 100:
        raise BadInput(path, "not a text file: it holds binary data", _BINARY_HINT)
    return text, encoding


def said_of(data: bytes, text: str, encoding: str) -> str:
    """What a reader of ``text`` should know of how ``decode`` read it from ``data``; empty where nothing is in doubt."""
    if not encoding.startswith("utf-"):
        return f"the encoding was guessed: {encoding}" if encoding != _stated(data) else ""
    if encoding != "utf-8" or "\ufffd" not in text:
        return ""
    bad = len(_BAD_BYTE.findall(data.decode("utf-8", "surrogateescape")))
    return f"{many(bad, 'byte')} could not be read: not UTF-8, as the rest of the text is" if bad else ""


def _mended(data: bytes) -> str:
    """The text as UTF-8 with U+FFFD for each bad byte, where they are few beside what is well formed; else empty."""
    text = data.decode("utf-8", "surrogateescape")
    bad = len(_BAD_BYTE.findall(text))
    well_formed = len(text) - len(text.encode("ascii", "ignore")) - bad
    return _BAD_BYTE.sub("\ufffd", text) if well_formed >= WELL_FORMED * bad else ""


def _strictly(data: bytes, encoding: str, path: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        why = f"begins like {encoding.upper()} but byte {error.start} does not fit"
        raise BadInput(path, why, "save the file as UTF-8") from None


def _wide_without_mark(data: bytes) -> str:
    """UTF-16 without a mark: Latin text in which every other byte is zero."""
    head = data[:2000]
    if len(head) < 4 or len(data) % 2:
        return ""
    half = len(head) // 2
    if head[1::2].count(0) > 0.7 * half and head[::2].count(0) == 0:
        return "utf-16-le"
    if head[::2].count(0) > 0.7 * half and head[1::2].count(0) == 0:
        return "utf-16-be"
    return ""


def _is_western(data: bytes) -> bool:
    """Whether a text is in cp1252: few of its bytes are not ASCII, some are its marks (“ ” ‘ ’ – — … € • ™), none stands where
    it has other signs or none, and none but the apostrophe stands inside a word where only other encodings have letters.
    """
    if _INSIDE_WORD.search(data):
        return False
    high = _HIGH.findall(data)
    marks = sum(byte in _TYPOGRAPHIC for byte in high)
    return marks > 0 and len(high) * FEW <= len(data) and all(byte >= b"\xa0" or byte in _TYPOGRAPHIC for byte in high)


def _stated(data: bytes) -> str:
    """The encoding that a page of HTML states at its beginning; empty where it states none of a text."""
    found = _STATED.search(data[:1_024])
    name = found[1].decode("ascii", "replace").lower() if found else ""
    return name if OF_TEXT.fullmatch(name) else ""


def _guessed(data: bytes, path: str, bad_byte: int) -> tuple[str, str]:
    """The text in a legacy encoding that can decode the whole file, and that a page states, or that gives natural language."""
    from charset_normalizer import from_bytes

    with suppress(UnicodeDecodeError, LookupError):
        if name := _stated(data):
            return data.decode(name), name
    if _is_western(data):
        return data.decode(WESTERN), WESTERN
    start = data.rfind(b"\n", 0, bad_byte) + 1  # what stands before is ASCII, and tells nothing
    sample = data[start : start + GUESS_FROM]
    matches = from_bytes(sample, cp_exclusion=[] if _SIDE_BY_SIDE.search(sample) else [*DOUBLE])
    if (best := matches.best()) is not None:
        western = any(WESTERN in m.could_be_from_charset and m.coherence >= best.coherence for m in matches)
        plain = best.encoding.startswith(RARE) and not _INSIDE_WORD.search(data) and not _SIGN_IN_WORD.search(data)
        likely = WESTERN if western or plain else best.encoding
        for encoding in (likely, best.encoding):
            try:
                return data.decode(encoding), encoding
            except UnicodeDecodeError:
                continue
    why = f"not UTF-8 (byte {bad_byte}) and no other encoding fits"
    raise BadInput(path, why, "convert it first: iconv -f ENCODING -t UTF-8 FILE > NEW")
