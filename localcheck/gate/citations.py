"""Checks the citations of an answer: which sentences cite no source, and whether each cited source supports its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from localcheck.ingest.documents.markup import markdown
from localcheck.judging.context import answered, context_passages
from localcheck.judging.evidence.beside import Beside
from localcheck.judging.languages import unread_language
from localcheck.judging.sentence_level import sentences_of
from localcheck.judging.spans import content_words
from localcheck.judging.together import drive
from localcheck.ports import Extractor
from localcheck.text.language import detect
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Document, Label, Passage, Sentence, Source, Span, Verdict

_MARKER = regex(r"\s*[\[【]\^?(\d{1,3}(?:\s*(?:[-–,;&]|\band\b)\s*\d{1,3})*)(?:†[^\]】\n]{0,80})?[\]】]")
"""Citation markers in an answer: [2], [1, 3], [1-3], [1 and 3], [1][2], [^1], 【2】, 【2†source】."""
_LINKED = regex(r"\[?(\[\d[\d\s,;&–-]{0,20}\])\]?\((?:https?:|www\.|#|/)[^()\s]{0,2000}\)")
"""A marker that is a link: "[2](https://…)"."""
_NOTE = regex(r"^\[\^\d{1,3}\]:[^\n]*$", re.MULTILINE)
"""What a footnote says of its source, below the text: "[^1]: https://…"."""
_RAISED = regex(r"(?:\^|<sup>)([\[【]\d[\d\s,;&–-]{0,20}[\]】])(?:\^|</sup>)?")
"""A marker that is raised, as in "^[2]", which stands for the marker."""
_MARKERS = rf"{_MARKER.pattern}(?:(?:,|,? (?:and|or))?{_MARKER.pattern})*"
_KIND = r"(?:\b(?:the )?(?:sources?|documents?|docs?|texts?|passages?|context|references?|articles?))?"
_SAYS = (
    r"(?:states?|sa(?:ys?|id)|notes?|reports?|shows?|explains?|mentions?|confirms?|writes?|adds?|describes?|indicates?"
    r"|points? out|stated|noted|reported|showed|explained|mentioned|confirmed|described)"
)
_WRITTEN = r"(?:stated|said|described|noted|mentioned|shown|reported)"
_BY = rf"(?:according to|as per|based on|as {_WRITTEN} (?:in|by)) ?{_KIND}{_MARKERS}"
_AS = rf"as {_KIND}{_MARKERS} {_SAYS}"
_BEFORE = regex(rf"^(?:(?:{_BY}|{_AS}|in {_KIND}{_MARKERS})\s*,\s*|{_KIND}{_MARKERS} {_SAYS} that )", re.IGNORECASE)
_BEHIND = regex(rf",?\s+(?:{_BY}|{_AS})(?=[.!?]?\s*$)", re.IGNORECASE)
"""Words that lean on a marker and say nothing without it: "According to [2], …", "Source [2] says that …", "…, as [2] says"."""
_SLACK = 2
"""Characters between the end of a claim and its marker at most: a full stop, a comma."""
_MOST = 50
"""Sources that one range may name."""
_ENDS = ".!?…。！？"
_SOURCES = regex(
    r"^[#*_ \t]{0,9}(?:(?:list of |works )?(?:sources?|references?|citations?|cited|bibliography|footnotes?)"
    r"|参考(?:资料|文献)|来源|引用)[*_ \t]{0,4}[:：]?[*_ \t]{0,4}$"
    r"(?:\n[ \t\n]*(?:[-*•][ \t])?(?:[\[【]\^?\d{1,3}[\]】]|\d{1,3}[.)])[^\n]*)+",
    re.IGNORECASE | re.MULTILINE,
)
"""A heading such as "Sources:" with the numbered lines below it, which name the sources."""


class Marker(StrEnum):
    """Whether a cited source supports its sentence."""

    SUPPORTS = "supports"
    PART = "supports_part"
    """It supports some claims of the sentence and says nothing of the others."""
    CONTRADICTS = "contradicts"
    SILENT = "does_not_say"
    MISSING = "no_such_source"
    UNREAD = "language_not_read"
    """The sentence is in a language that the NLI model does not read."""


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
    covered: bool = False
    """True if each of its claims is supported by one of the sources that it cites, or by them together."""
    together: bool = False
    """True if a claim of it is supported by what its sources say together, and by none of them alone."""

    @property
    def uncited(self) -> bool:
        """True if the sentence needs a source and cites none."""
        return self.needs and not self.citations

    @property
    def grounded(self) -> bool:
        """True if the sentence needs no source, and names none that is missing; or if its sources support it, together if
        need be, and none contradicts.
        """
        found = {c.finding for c in self.citations}
        if not self.needs:
            return Marker.MISSING not in found
        return self.covered and bool(found) and Marker.CONTRADICTS not in found


def check_citations(document: Document, beside: Beside, extractor: Extractor) -> list[CitedSentence]:
    """Every sentence of ``document`` with each of its markers judged against that source of ``document.context`` alone; what no
    source says alone is held against their best sentences together.
    """
    passages = {int(p.source.locator): p for p in context_passages(document)}
    text = _RAISED.sub(r"\1", _LINKED.sub(r"\1", _NOTE.sub("", document.text)))
    document = replace(document, text=_tables_told(text))
    return list(_sentences(document, beside, extractor, passages))


def _tables_told(text: str) -> str:
    """The text with its Markdown tables as sentences, a cell each, so that each has its own markers."""
    told, lines = list[str](), text.split("\n")
    while lines:
        rows = next((i for i, line in enumerate(lines) if "|" not in line), len(lines))
        table, lines = lines[:rows] or lines[:1], lines[rows or 1 :]
        parted = len(table) > 2 and "-" in table[1] and not table[1].strip(" \t|:-")
        told.append(markdown("\n".join(table)).text if parted else "\n".join(table))
    return "\n".join(told)


def _sentences(
    document: Document, beside: Beside, extractor: Extractor, passages: dict[int, Passage]
) -> Iterator[CitedSentence]:
    listed = [match.span() for match in _SOURCES.finditer(document.text)]
    parts = [
        (sentence, cited(sentence.text))
        for sentence in split_sentences(document.text)
        if not any(start <= sentence.span.start < end for start, end in listed)
    ]
    # Without their markers the sentences are read as one text, so that a pronoun finds whom it means.
    bare = _bare(document, [part for _, part in parts])
    starts = [sentence.span.start for sentence in sentences_of(bare)]
    claims = answered(extractor.extract(bare, sentences_of(bare)), bare)
    overall, languages = detect(bare.text), frozenset(beside.nli.info.languages)
    for sentence, part in parts:
        own = [c for c in claims if c.checkable and _place(sentence, parts) == c.sentence]
        if any(unread_language(c, overall, languages) for c in own):
            marks = tuple(Citation(n, Marker.UNREAD if n in passages else Marker.MISSING) for n in part.sources)
            yield CitedSentence(sentence.index, part.text, marks, needs=True)
            continue
        judged = [(n, _judged(beside, own, passages[n]) if n in passages else None) for n in part.sources]
        spans = [Span(c.span.start - starts[c.sentence], c.span.end - starts[c.sentence]) for c in own]
        marks = tuple(
            _citation(number, verdicts and [verdicts[i] for i in _meant(number, part, spans)])
            for number, verdicts in judged
        )
        alone = [[verdicts[i] for _, verdicts in judged if verdicts] for i in range(len(own))]
        rest = [(c, v) for c, v in zip(own, alone, strict=True) if all(x.label is not Label.SUPPORTED for x in v)]
        together = bool(rest) and all(_together(beside, claim, verdicts) for claim, verdicts in rest)
        yield CitedSentence(sentence.index, part.text, marks, bool(own), bool(own) and (together or not rest), together)


def _together(beside: Beside, claim: Claim, alone: list[Verdict]) -> bool:
    """True if the best sentences of several sources, read as one text, support what none of them says alone. They must all have
    the word that the claim begins with: what two sources say of two things would be taken for one.
    """
    about = next(filter(None, map(content_words, claim.text.split())), frozenset[str]())
    best = (_nearest(e.passage.text, claim) for v in alone for e in v.evidence)
    said = [text for text in best if text and about <= content_words(text)]
    if len(said) < 2 or any(v.label is Label.REFUTED for v in alone):
        return False
    text = " ".join(s if s[-1] in _ENDS else f"{s}." for s in said)
    (verdict,) = _judged(beside, [claim], Passage("", text, Source("context", "context", "together")))
    return verdict.label is Label.SUPPORTED


def _nearest(text: str, claim: Claim) -> str:
    """The sentence of ``text`` that has most words of the claim; the first of several."""
    wanted = content_words(claim.text)
    sentences = (s.text for s in split_sentences(text))
    return max(sentences, key=lambda s: len(wanted & content_words(s)), default="")


def _bare(document: Document, parts: list[Cited]) -> Document:
    texts = tuple(part.text for part in parts if part.text)
    return replace(document, text="\n".join(texts), meta=(), sentences=texts)


def _place(sentence: Sentence, parts: list[tuple[Sentence, Cited]]) -> int:
    """The number of this sentence in the text without markers; None for a sentence that consists of markers only."""
    return sum(bool(part.text) for other, part in parts if other.index < sentence.index)


def _judged(beside: Beside, claims: list[Claim], passage: Passage) -> list[Verdict]:
    return [drive(beside.nli, beside.judge(claim, [passage])) for claim in claims]


def _meant(number: int, part: Cited, claims: list[Span]) -> list[int]:
    """Which claims of a sentence a source is cited for: those that stand before its marker and behind the one before that; all
    of them where one marker has none of its own, or a claim goes beyond a marker.
    """
    ends = sorted({at for _, at in part.places})
    within = [next((end for end in ends if claim.end <= end + _SLACK), len(part.text) + 1) for claim in claims]
    before = {end: start for start, end in zip([0, *ends], [*ends, len(part.text) + 1], strict=True)}
    parted = all(claim.start + _SLACK >= before[end] for claim, end in zip(claims, within, strict=True))
    own = [i for i, end in enumerate(within) if (number, end) in part.places]
    return own if parted and {*ends} <= {*within} else list(range(len(claims)))


def _citation(number: int, verdicts: list[Verdict] | None) -> Citation:
    """What a source does for the claims of its sentence; None where there is no such source."""
    if verdicts is None:
        return Citation(number, Marker.MISSING)
    found = {MARKERS.get(v.label, Marker.SILENT): v for v in reversed(verdicts)}
    if Marker.CONTRADICTS in found:
        finding = Marker.CONTRADICTS
    elif Marker.SUPPORTS in found:
        finding = Marker.SUPPORTS if len(found) == 1 else Marker.PART
    else:
        return Citation(number, Marker.SILENT)
    deciding = found[Marker.SUPPORTS if finding is Marker.PART else finding].deciding
    return Citation(number, finding, deciding.quote if deciding else "")


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence without its markers, and the sources that they name."""

    text: str
    sources: tuple[int, ...]
    """As numbered in the answer, from 1, each once, in order."""
    places: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)
    """Each source with where in the text its marker stands; the end of the text where it is cited for all of it."""


def cited(sentence: str) -> Cited:
    """The sentence taken apart.

    >>> cited("It opened in 1912 [1, 3-4]."), cited("According to [2], it opened in 1912.").text
    (Cited(text='It opened in 1912.', sources=(1, 3, 4)), 'It opened in 1912.')
    """
    before, behind = _BEFORE.match(sentence), _BEHIND.search(sentence)
    start, stop = before.end() if before else 0, behind.start() if behind else len(sentence)
    said = " ".join(_MARKER.sub("", _BEHIND.sub("", sentence[start:])).split())
    places: list[tuple[int, int]] = []
    for marker in _MARKER.finditer(sentence):
        told = " ".join(_MARKER.sub("", sentence[start : marker.start()]).split())
        at = len(told) if start < marker.start() < stop else len(said)
        places += [(number, at) for number in _numbers(marker[1])]
    said = said if said[:1] == sentence[:1] else f"{said[:1].upper()}{said[1:]}"
    return Cited(said, tuple(dict.fromkeys(number for number, _ in places)), tuple(places))


def _numbers(group: str) -> Iterator[int]:
    """The sources of one marker: "1, 3-4"."""
    for part in re.split(r"[,;&]|and", group):
        first, _, last = (p.strip() for p in part.replace("–", "-").partition("-"))
        start, end = sorted((int(first), int(last or first)))  # [4-2] names three sources too
        yield from range(start, min(end, start + _MOST) + 1)
