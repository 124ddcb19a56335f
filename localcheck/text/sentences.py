"""Sentences with offsets. ``sentencex`` (Wikimedia, MIT) finds the boundaries inside a block; blocks are found here.

A block is a paragraph, a heading, a list item, a table row or fenced code: none of them runs into the next, whatever its
punctuation; fenced code is not cut into sentences. Spans are disjoint, in order, and cover every character that is not
white space.
See docs/decisions/0004-sentence-segmenter.md for the measurement behind the choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, zip_longest

import sentencex

from localcheck.text.fences import fences
from localcheck.text.language import detect
from localcheck.text.patterns import regex
from localcheck.types import Sentence, Span

LONGEST = 2_000
"""Characters after which a "sentence" without a full stop is cut at a clause or a space: tables, dumps, base64."""

AT_ONCE = 8_000
"""Characters of a block of which sentencex is asked at once."""

SHORT = 60
"""Characters of a line that may be a heading or a row, and is not wrapped."""

_LINE = regex(r"[^\n\r]*(?:\r\n|\n|\r|\Z)")
_ITEM = regex(
    r"\s*(?:[-*+•‣◦▪–]\s+|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{2,5})[.)、]\s+|\d{1,3}、|（\d{1,3}）"
    r"|[（(]?[一二三四五六七八九十]{1,3}(?:、|[）)])|[①-⑳]|\[\d{1,3}\]\s|[#>]+\s(?:\d{1,2}(?:\.\d{1,2}){0,2}[.)]\s+)?|\||=+\s)"
)
_TABLE_ROW = regex(r"\|[^\n]*\|[^\n]*\|")
_SECTION = regex(r"\s*\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+[A-Z]")
"""A numbered section, "2.1 The clerk reported …"; behind a line without a stop it may be a wrapped number."""
_ROW = regex(r"\s*(?:[\"“(]?[A-ZÀ-ÖØ-Þ]|\d)")
"""How a line begins that may stand by itself: none of a list, an address or a text without stops begins in lower case."""
_HEADING = regex(r"\s*(?:#{1,6}\s|=+[^=]+=+\s*$|\*\*[^*]+\*\*:?\s*$)")
_LABELLED = regex(r"\s*[*_]{0,3}(?=[A-ZÀ-ÖØ-Þ\d])[^:.!?;\n]{1,60}:[*_]{0,3}\s+\S")
"""A line that says something of what it names first: "Children under 4: free"."""
_GREETING = regex(r"\s*(?:Dear|Hi|Hello|Hey|Good (?:morning|afternoon|evening))\b[^.!?;]{0,40}[,:]\s*")
_FINAL = regex(r"[.!?;:,。！？；：，…\-–—]['\"”’»)\]】》*_]*$")
_UNSAFE = regex(r"[^\S ]|[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff]")
_CLOSED = regex(r"(?<=[.!?][)\]])\s+(?=[A-Z“\"(])")
_FULL_STOP = regex(r"[。！？][”’」』）]*(?=[0-9０-９a-z])")
"""A full-width stop before a digit or a small letter, which sentencex takes for one within a number or a word."""
_GOES_ON = regex(r"[，、；：」』）》】=≈≠≤≥×÷]")
"""What no sentence begins with: “好！”，然后, 『真的嗎？！』她問, 5! = 120."""
_PARTICLES = "とはがのをにでもへ"
"""What goes on behind a quotation in Japanese: 「はい。」と言った。"""
_UNIT = regex(
    r"(?:(?<=\d )[gmlhst]|\d ?[A-Za-zµ°]{1,4}[23²³]?/[gmlhst]"
    r"|\b(?:at|to|of|by|be|is|was|are|with|than|about|around|nearly|only|over|under|burns|draws|needs|uses|takes|gives|reaches"
    r"|exceeds|has|produces|delivers|consumes|requires) (?:(?!1[5-9]\d\d |20\d\d )\d[\d.,]{0,12} [WVAKNJCF]|[ae-uw-z])"
    r"|[=+*/^×÷−] ?\d{0,9}[a-z])\.\s+(?=[A-Z])"
)
"""A unit of one letter behind its number, or an unknown, which sentencex takes for an abbreviation or an initial: "It weighs
500 g. Tom", "at 100 km/h. Tom", "It burns 100 W. Tom", "The number is n. Then 2n = 8."; but "in 1912 W. Smith", "of c. AD 500".
"""
_NO = regex(r"(?:\A|(?<=\?)[*_\"”’)]{0,4}|\bA:)\s*No\.\s+(?=[A-Z])")
"""A "No." before any other word or behind a question, which sentencex takes for "number": "No. Relivon is a drug."."""
_WHOLE = regex(
    r"(?:(?<=[a-z\d,] )(?:May|ill|me|art|fed|miss|OK|ok|no|etc)|(?<=\d )(?:mm|cl|sec|min|hr|bn))\.[\"”’)\]]{0,2}\s+"
    r"(?=[A-ZÀ-ÖØ-ÞŁŚŻŠŽČ][^\W\d_A-Z])"
)
"""Whole words and units at the end of a sentence, which sentencex takes for abbreviations: "on 3 May. Tom", "fell ill. Tom"."""
_RULER = regex(
    r"(?<=[a-z] )(?:Elizabeth|James|Charles|Francis|Frederick|Napoleon|Nicholas|Peter|Catherine|Mary|William|Alexander|Leopold"
    r"|Ptolemy|Darius|Otto|Constantine|Justinian|Ferdinand|Philip|Wilhelm|Richard|Edward|George|War) [IVX]\.\s+(?=[A-Z])"
)
"""A ruler or a war at the end of a sentence, whose number sentencex takes for an initial: "the reign of Elizabeth I. He"."""
_OPEN_BRACKET = regex(r"\s*[(\[]")
_NO_PAIRS = str.maketrans(dict.fromkeys("\"“”«»()[]‘「」『』'", "’"))
_BEHIND = regex(r" *(.{0,20})")
_BREAKABLE = regex(r"[;；,，、]\s*|\s+")
_ROUGHLY = regex(r"(?<=[.!?]) ")
_ELLIPSIS = regex(r"…[\"”’)\]]*\s+(?=[A-Z])")
_NOTE_MARKS = regex(r"(?:\[(?:\^?\w{1,4}|(?:note|nb) \d{1,2}|[Cc]itation needed)\]|[⁰¹²³⁴-⁹]|(?:\*{1,3}|__)(?=\s))+\s*")
"""Marks of footnotes, and ends of bold print, close behind a full stop: they belong to the sentence before them."""
# Abbreviations before which sentencex stops although a lower-case word, a number or a title follows.
_ABBREVIATION = regex(
    r"(?:^|[\s(\[\"“])(?:vols?|eds?|rev|repr|trans|ca|cf|viz|est|approx|dept|ext|ft|incl|max|min|misc|orig|pl|pp|pt|resp"
    r"|ser|suppl|tel|temp|univ|vs|op|cit|ibid|figs?|eqs?|nos?|ch|chs|secs?|[A-Z])\.$",
    re.IGNORECASE,
)
_ALWAYS = regex(
    r"(?:^|[\s(\[\"“])(?:vols?|pp|figs?|eqs?|cf|ca|vs|approx|ms|mx|cllr|ald|amb|sra|mlle|mme|avda|ste|bn|regt)\.$",
    re.IGNORECASE,
)
_UNENDED = (
    (regex(r"(?:^|[\s(\[\"“])(?:[Pp]aras?|[Ss]ects?|[Cc]hs?|[Aa]rts?|[Ss]uppls?|[Pp]op|App|Tab)\.$"), regex(r"\d")),
    (regex(r"\b(?:[Dd]ep|[Aa]rr)\.$"), regex(r"\d|[A-Z]")),
    (
        regex(r"\d\s?(?:bn|mn|m|p|km|cm|mm|kg|mg|lbs?|oz|hrs?|mins?|secs?|yds?|tbsps?|tsps?|deg|sq|cu)\.$"),
        regex(r"[a-z]"),
    ),
    (regex(r"\b(?:der|die|das|den|dem|im|vom|zum|beim) \d{1,3}\.$", re.IGNORECASE), regex(r"[A-ZÄÖÜ]")),
    (regex(r"\b[A-ZÄÖÜ][a-zäöüß]+ [IVX]{1,5}\.$"), regex(r"[a-zäöü]")),
    (regex(r"\b[A-Z][\w’']*[?!]$"), regex(r"(?:is|was|are|were|has|had|won|by)\b")),
)
"""What a false boundary stands between: "para. ¦ 34", "5 km. ¦ long", "im 19. ¦ Jahrhundert",
"Paul II. ¦ besuchte", "Jeopardy! ¦ is a show"."""


@lru_cache(maxsize=2)  # whoever reports a text and whoever judges it both split it
def split_sentences(text: str, language: str = "") -> tuple[Sentence, ...]:
    """The sentences of ``text`` in order; ``language`` (ISO 639-1) is detected when it is not given. Never raises."""
    code = language or detect(text)
    spans: list[Span] = []
    fenced = {fence.span for fence in fences(text)}
    for block in blocks(text):
        spans.extend(_shortened(text, block) if block in fenced else _sentences_of(text, block, code))
    spans = _without_symbols(text, spans)
    return tuple(Sentence(index, span, span.of(text)) for index, span in enumerate(spans))


@lru_cache(maxsize=512)
def rough_sentences(text: str) -> list[str]:
    """The sentences of a short text, cut behind each of their marks, also behind that of "Dr. Clarke".

    >>> rough_sentences("It is red. Is it? Yes.")
    ['It is red.', 'Is it?', 'Yes.']
    """
    return _ROUGHLY.split(text)


def sentence_places(text: str) -> tuple[Span, ...]:
    """The spans of the sentences of ``text``; many texts are kept."""
    return tuple(s.span for s in split_sentences(text))


def blocks(text: str) -> Iterator[Span]:
    """Paragraphs, headings, list items, table rows and fenced code, each without the white space around it."""
    at = 0
    for fence in fences(text):
        yield from _prose(text, at, fence.span.start)
        yield fence.span
        at = fence.span.end
    yield from _prose(text, at, len(text))


def _prose(text: str, begin: int, stop: int) -> Iterator[Span]:
    """The blocks of a stretch without fenced code."""
    lines = [Span(m.start(), m.end()) for m in _LINE.finditer(text, begin, stop) if m.end() > m.start()]
    rows = _rows(text, lines)
    start: int | None = None
    end = widest = 0
    for here, following in zip_longest(lines, lines[1:]):
        line = here.of(text)
        if start is None and line.strip():
            start, widest = here.start, 0
        widest = max(widest, len(line))
        end = here.end
        below = following.of(text) if following else ""
        if start is not None and (here in rows or _ends_block(line, below, widest)):
            yield from _trim(text, start, end)
            start = None
    if start is not None:
        yield from _trim(text, start, end)


def _rows(text: str, lines: list[Span]) -> set[Span]:
    """The lines that stand by themselves: those between two blank ones, if none ends with a mark or begins in lower case."""
    found: set[Span] = set()
    for blank, run in groupby(lines, lambda line: not line.of(text).strip()):
        together = list(run)
        if not blank and all(
            _ROW.match(line.of(text)) and not _FINAL.search(line.of(text).strip()) for line in together
        ):
            found.update(together)
    return found


def _ends_block(line: str, following: str, widest: int) -> bool:
    """Whether ``line`` is the last of its block: a blank or a marked line follows, or ``line`` is a heading."""
    if not following.strip() or not line.strip():
        return True
    if _HEADING.match(line) or _ITEM.match(following) or _GREETING.fullmatch(line):
        return True
    if _LABELLED.match(line) and _LABELLED.match(following):
        return True
    bare = line.strip()
    if _FINAL.search(bare):
        return _SECTION.match(following) is not None
    if bare.isupper() and " " in bare and following.lstrip()[0].isupper() and not following.isupper():
        return True
    # A short line without final punctuation before a capital is a heading or a row, not a wrapped line.
    short = len(bare) <= SHORT and len(line) < 0.7 * max(widest, len(following))
    return short and not following.lstrip()[0].islower()


def _trim(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without surrounding white space, when anything is left."""
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        begin = start + len(piece) - len(piece.lstrip())
        yield Span(begin, begin + len(stripped))


def _sentences_of(text: str, block: Span, language: str) -> Iterator[Span]:
    """Sentences of one block: sentencex's boundaries, corrected, long ones cut. A table's row is whole."""
    piece = block.of(text)
    if _TABLE_ROW.fullmatch(piece):
        yield from _shortened(text, block)
        return
    marker = _ITEM.match(piece)
    offset = marker.end() if marker else 0
    start = block.start
    for end in [*_boundaries(piece[offset:], language), len(piece) - offset]:
        stop = block.start + offset + end
        for span in _trim(text, start, stop):
            yield from _shortened(text, span)
        start = stop


def _boundaries(block: str, language: str) -> list[int]:
    """Offsets inside ``block`` at which a new sentence begins."""
    # The segmenter panics on white space of several bytes and on lone surrogates: it sees a copy of equal length.
    safe = _UNSAFE.sub(" ", block)
    ends: list[int] = []
    start = 0
    for end in [*_found(safe, language), len(safe)]:
        if _OPEN_BRACKET.match(safe, start):
            ends.extend(m.end() for m in _CLOSED.finditer(safe, start, end))
        behind = _BEHIND.match(safe, end)
        if behind and behind[1] and not _continues(safe[start:end].rstrip(), behind[1]):
            ends.append(end)
            start = end
    ends.extend(m.end() for stop in (_FULL_STOP, _UNIT, _NO, _WHOLE, _RULER, _ELLIPSIS) for m in stop.finditer(safe))
    return sorted({_behind_notes(safe, end) for end in ends})


def _found(safe: str, language: str) -> list[int]:
    """What sentencex finds. It never stops between two quotation marks or brackets: where these are so far from each other that
    one of them is missing or means inches, it is asked again with apostrophes in their place.
    """
    ends = [0]
    for end in [*_segmented(safe, language), len(safe)]:
        if end - ends[-1] > LONGEST:
            start, alone = ends[-1], safe[ends[-1] : end].translate(_NO_PAIRS)
            ends.extend(start + at - alone.endswith("’", 0, at) for at in _segmented(alone, language))
        ends.append(end)
    return ends[1:-1]


def _segmented(safe: str, language: str) -> list[int]:
    """The ends of sentences by sentencex, without that of the last; none where it fails. Its time grows faster than what it is
    asked: of a long block it is asked in parts, each from an end on.
    """
    ends: list[int] = []
    start = 0
    while len(safe) - start > AT_ONCE:
        part = safe[start : start + AT_ONCE]
        # An end is sure where enough of what stands behind it was in sight.
        sure = [end for end in _asked(part, language) if 0 < end <= AT_ONCE - LONGEST]
        ends.extend(start + end for end in sure)
        start += sure[-1] if sure else AT_ONCE - LONGEST
    return [*ends, *(start + end for end in _asked(safe[start:], language))]


def _asked(safe: str, language: str) -> list[int]:
    try:
        found = sentencex.get_sentence_boundaries("zh" if language in ("zh", "ja") else language, safe)
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # a Rust panic derives from BaseException
            raise
        return []
    return [item["end_index"] for item in found[:-1]]


def _behind_notes(block: str, end: int) -> int:
    """``end`` behind the marks of footnotes that stand close to it."""
    marks = None if block[end - 1 : end].isspace() else _NOTE_MARKS.match(block, end)
    return marks.end() if marks else end


def _continues(before: str, after: str) -> bool:
    """Whether the boundary between the two is false: an abbreviation, a lower-case word, a title with a stop (《为什么？》)."""
    tail = before[-20:]
    if _GOES_ON.match(after) or tail.endswith("》") or (tail.endswith(("」", "』")) and after[0] in _PARTICLES):
        return True
    if _ALWAYS.search(tail) or (_ABBREVIATION.search(tail) and after[0].islower()):
        return True
    return any(ended.search(tail) and begun.match(after) for ended, begun in _UNENDED)


def _shortened(text: str, span: Span) -> Iterator[Span]:
    """``span`` in pieces of at most ``LONGEST`` characters, cut after punctuation or at a space where there is one."""
    start = span.start
    while span.end - start > LONGEST:
        window = text[start : start + LONGEST]
        cut = max((m.end() for m in _BREAKABLE.finditer(window, LONGEST // 2)), default=LONGEST)
        yield from _trim(text, start, start + cut)
        start += cut
    yield from _trim(text, start, span.end)


def _without_symbols(text: str, spans: list[Span]) -> list[Span]:
    """Pieces without a letter or digit join the sentence before them (or after, at the beginning)."""
    merged: list[Span] = []
    pending: int | None = None
    for span in spans:
        if any(char.isalnum() for char in span.of(text)):
            merged.append(Span(span.start if pending is None else pending, span.end))
            pending = None
        elif merged:
            merged[-1] = Span(merged[-1].start, span.end)
        elif pending is None:
            pending = span.start
    if not merged and spans:
        merged.append(Span(spans[0].start, spans[-1].end))
    return merged
