"""Checks the citations of an answer: which sentences cite no source, and whether each cited source supports its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from localcheck.judging.context import answered, context_passages, judge_in_context
from localcheck.judging.lockstep import drive
from localcheck.judging.sentence_level import sentences_of
from localcheck.judging.weigh import Windows
from localcheck.ports import NLI, Extractor
from localcheck.text.citing import Cited, cited
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Document, Label, Passage, Sentence


class Marker(StrEnum):
    """Whether a cited source supports its sentence."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    SILENT = "does_not_say"
    MISSING = "no_such_source"


MARKERS = {Label.SUPPORTED: Marker.SUPPORTS, Label.REFUTED: Marker.CONTRADICTS}


@dataclass(frozen=True, slots=True)
class Citation:
    """One marker of one sentence."""

    source: int
    """As numbered in the answer, from 1."""
    finding: Marker
    excerpt: str = ""
    """Verbatim text of the source; empty if it neither supports nor contradicts."""


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """One sentence of the answer."""

    index: int
    text: str
    """Without its markers."""
    citations: tuple[Citation, ...]
    needs: bool
    """True if the sentence asserts something and so needs a source."""

    @property
    def uncited(self) -> bool:
        """True if the sentence needs a source and cites none."""
        return self.needs and not self.citations

    @property
    def grounded(self) -> bool:
        """True if the sentence needs no source, or if a cited source supports it and none contradicts it."""
        findings = {c.finding for c in self.citations}
        good = Marker.SUPPORTS in findings and Marker.CONTRADICTS not in findings
        return good if self.citations else not self.needs


def check_citations(
    document: Document, nli: NLI, extractor: Extractor, windows: Windows | None = None
) -> list[CitedSentence]:
    """Every sentence of ``document`` with each of its markers judged against that source of ``document.context`` alone."""
    cut = windows or Windows(120, 40, floor=0.0)
    passages = {int(p.source.locator): p for p in context_passages(document)}
    return list(_sentences(document, nli, extractor, cut, passages))


def _sentences(
    document: Document, nli: NLI, extractor: Extractor, windows: Windows, passages: dict[int, Passage]
) -> Iterator[CitedSentence]:
    parts = [(sentence, cited(sentence.text)) for sentence in split_sentences(document.text)]
    # Without their markers the sentences are read as one text, so that a pronoun finds whom it means.
    bare = _bare(document, [part for _, part in parts])
    claims = answered(extractor.extract(bare, sentences_of(bare)), bare)
    for sentence, part in parts:
        own = [c for c in claims if c.checkable and _place(sentence, parts) == c.sentence]
        marks = tuple(_citation(nli, own, number, passages, windows) for number in part.sources)
        yield CitedSentence(sentence.index, part.text, marks, bool(own))


def _bare(document: Document, parts: list[Cited]) -> Document:
    texts = tuple(part.text for part in parts if part.text)
    return replace(document, text="\n".join(texts), meta=(("sentences", texts),))


def _place(sentence: Sentence, parts: list[tuple[Sentence, Cited]]) -> int:
    """The number of this sentence in the text without markers; None for a sentence that consists of markers only."""
    return sum(bool(part.text) for other, part in parts if other.index < sentence.index)


def _citation(nli: NLI, claims: list[Claim], number: int, passages: dict[int, Passage], windows: Windows) -> Citation:
    """The worst result over the claims of the sentence, because a source must support all of it."""
    if number not in passages:
        return Citation(number, Marker.MISSING)
    verdicts = [drive(nli, judge_in_context(claim, [passages[number]], windows)) for claim in claims]
    order = (Marker.CONTRADICTS, Marker.SILENT, Marker.SUPPORTS)
    found = [(MARKERS.get(v.label, Marker.SILENT), v) for v in verdicts]
    if not found:
        return Citation(number, Marker.SILENT)
    finding, verdict = min(found, key=lambda pair: order.index(pair[0]))
    return Citation(number, finding, verdict.deciding.quote if verdict.deciding else "")
