"""A document that is open in an editor: its text now, and the verdicts on those of its sentences that were judged.

Offsets in a text, and the lines and columns that editors count in UTF-16, UTF-8 or UTF-32.

What an editor's server remembers of earlier checks, and what a check tells it. Nothing heavy is imported here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol.types import Position, PositionEncodingKind, Range

from localcheck.errors import BadInput
from localcheck.ingest.documents import from_text
from localcheck.ingest.in_place import format_of, ignored, read
from localcheck.ingest.in_place.placed import Placed
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.types import Document, Label, Sentence, Span, Verdict

if TYPE_CHECKING:
    from localcheck.run.runtime import Runtime

MOST = 50_000
"""Verdicts that are remembered; those that were not used for longest are forgotten."""

Key = tuple[str, str, str, bool, str, str, str]


@dataclass(frozen=True, slots=True)
class Edit:
    """A correction, by its place within its claim."""

    start: int
    """First character to replace, counted from the beginning of the claim's span."""
    old: str
    new: str
    again: str = ""
    """What the corrected sentence came to when it was judged again, in words."""
    holds: bool = True
    """Whether it was supported then."""


@dataclass(frozen=True, slots=True)
class Known:
    """A verdict as it is kept: without the texts that were read for it."""

    verdict: Verdict
    edit: Edit | None = None
    """What would make the claim true, where a quote leaves no choice."""


@dataclass(frozen=True, slots=True)
class Done:
    """The last event of a check."""

    edits: dict[str, Edit]
    """Corrections by claim id."""
    judged: int
    """Claims that were judged now; the others were remembered."""


class Memory:
    """Verdicts by claim, for as long as the same models and indexes are open. It holds for every method that makes claims of
    sentences; the claim cache in the home, which outlives it, does not hold those that nothing identifies.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[Key, Known] = OrderedDict()
        self._made_with: Runtime | None = None

    def made_with(self, runtime: Runtime) -> None:
        """Forget everything if another runtime is open now: other settings, or an index that was built anew."""
        if runtime is not self._made_with:
            self._known.clear()
            self._made_with = runtime

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Key) -> Known | None:
        """What is known of a claim."""
        if (found := self._known.get(key)) is not None:
            self._known.move_to_end(key)
        return found

    def put(self, key: Key, known: Known) -> None:
        """Remember a verdict, unless it failed: that is tried again."""
        if known.verdict.label is Label.FAILED:
            return
        self._known[key] = known
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)


def slim(verdict: Verdict) -> Verdict:
    """``verdict`` with the deciding quote and its source, without the texts that were read."""
    best = verdict.deciding
    kept = () if best is None else (replace(best, passage=replace(best.passage, text="")),)
    return replace(verdict, evidence=kept, best=0 if kept else None, beliefs=(), steps=())


_END_OF_LINE = regex(r"\r\n|\n|\r")
"""What ends a line in the protocol; U+2028 and the form feed, at which ``str.splitlines`` cuts as well, do not."""


def _utf16(text: str) -> int:
    return len(text) if text.isascii() else len(text) + sum(c > "\uffff" for c in text)


def _utf8(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


_UNITS: dict[str, Callable[[str], int]] = {
    PositionEncodingKind.Utf16.value: _utf16,
    PositionEncodingKind.Utf8.value: _utf8,
    PositionEncodingKind.Utf32.value: len,
}


class Lines:
    """The lines of one text."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        """``encoding``: what client and server agreed on; the protocol's default is UTF-16."""
        self._text, self._units = text, _UNITS[encoding]
        ends = list(_END_OF_LINE.finditer(text))
        self._starts = [0, *(end.end() for end in ends)]
        self._ends = [*(end.start() for end in ends), len(text)]

    def position(self, offset: int) -> Position:
        """The line and column of a character; an offset between the two characters of a line end is its beginning."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return Position(line, self._units(self._text[start : min(offset, self._ends[line])]))

    def offset(self, position: Position) -> int:
        """The character at a position; one beyond the end of the line or of the text is that end."""
        if position.line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[position.line], self._ends[position.line]
        line = self._text[start:end]
        if line.isascii():
            return min(start + position.character, end)
        low, high = 0, len(line)
        while low < high:  # the first character whose end is behind the position
            middle = (low + high) // 2
            if self._units(line[: middle + 1]) <= position.character:
                low = middle + 1
            else:
                high = middle
        return start + low

    def range(self, span: Span) -> Range:
        """The range of these characters."""
        return Range(self.position(span.start), self.position(span.end))

    def span(self, range: Range) -> Span:
        """The characters of a range; of one that ends before it begins, its beginning."""
        start = self.offset(range.start)
        return Span(start, max(start, self.offset(range.end)))


Place = tuple[str, int]
"""A sentence: its words, and how often they stood in the text before."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A verdict on a claim of a sentence."""

    verdict: Verdict
    within: Span
    """The claim's span, counted from the beginning of its sentence."""
    edit: Edit | None = None
    searched: bool = False
    """Whether a correction was looked for: it is at the end of a check."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A verdict where it stands now. Spans are ranges of the source."""

    verdict: Verdict
    sentence: str
    """Its words, without markup."""
    claim_at: Span
    sentence_at: Span
    edit: tuple[Span | None, Edit] | None = None
    """What to replace by what, where a quote proves it; no span where markup stands in between."""
    searched: bool = False
    """Whether a correction was looked for."""


class Text:
    """One version of a document's text."""

    def __init__(self, source: str, version: int | None, path: str, language: str, encoding: str) -> None:
        self.source, self.version, self._path, self._encoding = source, version, path, encoding
        self.format = format_of(language, path)

    def prepare(self) -> None:
        """Read it, which takes seconds for a book. Raises ``MissingExtra``."""
        _ = self.places, self.lines, self.ignored

    @cached_property
    def lines(self) -> Lines:
        """Its lines, in the units that the editor counts."""
        return Lines(self.source, self._encoding)

    @cached_property
    def placed(self) -> Placed:
        """Its prose. Raises ``MissingExtra``."""
        return read(self.source, self.format)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of its prose."""
        return split_sentences(self.placed.text)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """For each sentence the key of what is kept about it."""
        seen: Counter[str] = Counter()
        found = []
        for sentence in self.sentences:
            found.append((sentence.text, seen[sentence.text]))
            seen[sentence.text] += 1
        return tuple(found)

    @cached_property
    def ignored(self) -> tuple[tuple[Span, str], ...]:
        """The ranges that markers in the source speak for, with their reasons."""
        return ignored(self.source)

    def document(self) -> Document | None:
        """What is to be checked; None for a text without words. Raises ``BadInput`` for one that is too long."""
        if not self.placed.text.strip():
            return None
        document = from_text(self.placed.text, id=self._path, title=self.placed.title)
        if document.text != self.placed.text:  # cannot be: the readers leave nothing that is changed
            raise BadInput(self._path, "has characters that no reader takes")
        return document


Found = dict[Place, tuple[Kept, ...]]
"""Verdicts by sentence."""


@dataclass(slots=True)
class Opened:
    """A document that is open."""

    uri: str
    path: str
    """Of its file; empty for one that was never saved."""
    language: str
    text: Text
    kept: Found = field(default_factory=dict)
    """A sentence that was changed is not found here."""

    def judged(self, text: Text, found: Found, verdict: Verdict) -> None:
        """Keep a verdict of a check of ``text`` that is going on, beside what that check has ``found``; what is known of the
        sentence from earlier checks gives way.
        """
        number = min(verdict.claim.sentence, len(text.places) - 1)
        place, start = text.places[number], text.sentences[number].span.start
        within = Span(max(0, verdict.claim.span.start - start), max(0, verdict.claim.span.end - start))
        self.kept[place] = found[place] = (*found.get(place, ()), Kept(slim(verdict), within))

    def finished(self, found: Found, edits: Mapping[str, Edit]) -> None:
        """Keep what a check found, with its corrections by claim id, and nothing else."""
        self.kept = {
            place: tuple(replace(k, edit=edits.get(k.verdict.claim.id), searched=True) for k in kept)
            for place, kept in found.items()
        }

    def shown(self) -> Iterator[Shown]:
        """The verdicts at the sentences that stand in the text as they were judged."""
        if not self.kept:
            return
        placed = self.text.placed
        for place, sentence in zip(self.text.places, self.text.sentences, strict=True):
            for kept in self.kept.get(place, ()):
                start = sentence.span.start
                claim = Span(start + kept.within.start, min(start + kept.within.end, sentence.span.end))
                yield Shown(
                    kept.verdict,
                    sentence.text,
                    placed.place(claim),
                    placed.place(sentence.span),
                    _edit(placed, claim, kept.edit),
                    kept.searched,
                )


def _edit(placed: Placed, claim: Span, edit: Edit | None) -> tuple[Span | None, Edit] | None:
    if edit is None:
        return None
    old = Span(claim.start + edit.start, claim.start + edit.start + len(edit.old))
    if old.of(placed.text) != edit.old:
        return None
    return placed.place(old) if placed.unbroken(old) else None, edit


def path_of(uri: str) -> str:
    """The file of an address, or nothing where it has none."""
    from pygls.uris import to_fs_path

    found = to_fs_path(uri) if uri.startswith("file:") else None
    return str(Path(found)) if found else ""
