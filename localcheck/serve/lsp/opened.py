"""A document that is open in an editor: its text now, and the verdicts on those of its sentences that were judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.ingest.documents import from_text
from localcheck.ingest.in_place import format_of, ignored, read
from localcheck.ingest.in_place.placed import Placed
from localcheck.serve.lsp.memory import Edit, slim
from localcheck.serve.lsp.positions import Lines
from localcheck.text.sentences import split_sentences
from localcheck.types import Document, Sentence, Span, Verdict

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
