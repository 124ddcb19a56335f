"""Minimal edits for refuted claims: one date, number or name in the text is replaced by that of the quote that refutes it.

An edit is proposed only if the evidence is strong and leaves no choice: the quote clearly contradicts the claim, the
claim states exactly one thing that the evidence lacks, the quote states exactly one thing of the same kind that the
claim lacks, the quote entails the edited claim, and no other evidence of the claim disagrees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from localcheck.judging.spans import premise
from localcheck.ports import NLI
from localcheck.text.facts import missing_numbers, negated
from localcheck.text.stated import Kind, Stated, stated
from localcheck.types import Evidence, Label, Report, Span, Verdict

CLEARLY = 0.8
"""Least probability with which a quote must contradict the claim and entail its correction."""
DISSENT = 0.5
"""Other evidence disagrees if it entails the original claim, or contradicts the edited one, with at least this probability."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One edit, and what it rests on."""

    claim_id: str
    span: Span
    """The characters of the document to replace."""
    old: str
    new: str
    quote: str
    """Verbatim sentence of the evidence that says so."""
    source: str
    """Title or name of where it stands."""
    entailed: float
    """P(entail) of the edited claim by the quote."""
    kind: Kind = "number"
    """What is replaced."""


def corrections(report: Report, nli: NLI) -> list[Correction]:
    """The edits that pass every test, in the order of the document; if two edits have the same place, neither is given."""
    found = [c for v in report.verdicts if v.label is Label.REFUTED for c in _proposed(report, v, nli)]
    alone = [c for c in found if sum(_meet(c.span, d.span) for d in found) == 1]
    return sorted(alone, key=lambda c: c.span.start)


def _meet(first: Span, second: Span) -> bool:
    return first.start < second.end and second.start < first.end


def apply(text: str, edits: Sequence[Correction]) -> str:
    """``text`` with the edits made."""
    for edit in sorted(edits, key=lambda e: -e.span.start):
        assert edit.span.of(text) == edit.old, "an edit fits the text that it was made for"
        text = text[: edit.span.start] + edit.new + text[edit.span.end :]
    return text


def _proposed(report: Report, verdict: Verdict, nli: NLI) -> Iterator[Correction]:
    evidence = verdict.deciding
    if evidence is None or not evidence.quote or negated(verdict.claim.text) != negated(evidence.quote):
        return
    swap = _swap(verdict.claim.text, verdict.claim.span.of(report.document.text), evidence)
    if swap is None:
        return
    wrong, right = swap
    place = _once(report.document.text, verdict.claim.span, wrong.text)
    inside = _once(verdict.claim.text, Span(0, len(verdict.claim.text)), wrong.text)
    if place is None or inside is None:
        return
    edited = verdict.claim.text[: inside.start] + right.text + verdict.claim.text[inside.end :]
    entailed = _checked(verdict, evidence, edited, nli)
    if entailed is not None:
        yield Correction(
            verdict.claim.id, place, wrong.text, right.text, evidence.quote, _source(evidence), entailed, wrong.kind
        )


def _checked(verdict: Verdict, evidence: Evidence, edited: str, nli: NLI) -> float | None:
    """P(entail) of the edited claim by the quote; None if the evidence is weak or contradictory."""
    source = premise(evidence.passage, evidence.quote_span)
    others = [e for e in verdict.evidence if e is not evidence and e.quote and e.quote != evidence.quote]
    spoken = [premise(e.passage, e.quote_span) for e in others]
    claim = verdict.claim.text
    scores = nli.entail(
        [(source, claim), (source, edited), *((o, claim) for o in spoken), *((o, edited) for o in spoken)]
    )
    before, after, old, new = scores[0], scores[1], scores[2 : 2 + len(spoken)], scores[2 + len(spoken) :]
    if before[2] < CLEARLY or after[0] < CLEARLY:
        return None
    if (old[:, 0] >= DISSENT).any() or (new[:, 2] >= DISSENT).any():
        return None
    return float(after[0])


def _swap(claim: str, written: str, evidence: Evidence) -> tuple[Stated, Stated] | None:
    """The one thing that the claim states and the evidence lacks, and what the quote states instead; None if there is
    no such pair.

    ``written`` is the claim's place in the document: a name that stands only in the claim was put there for a pronoun.
    """
    said = f"{evidence.passage.title}. {evidence.quote}" if evidence.passage.title else evidence.quote
    wrong = [s for s in _lacking(claim, said) if s.text in written]
    right = _lacking(evidence.quote, claim)
    if len(wrong) != 1 or len(missing_numbers(claim, said)) > _digits(wrong[0]):
        return None
    same = [s for s in right if s.kind == wrong[0].kind]
    if len({s.key for s in same}) > 1:
        same = [s for s in same if s.before and s.before == wrong[0].before]
    return (wrong[0], same[0]) if len({s.key for s in same}) == 1 else None


def _lacking(text: str, other: str) -> list[Stated]:
    """What ``text`` states and ``other`` does not, without repetitions. A name counts as stated if all its words occur."""
    words = frozenset(
        w.strip(".") for w in re.findall(r"[\w.]+", re.sub(r"['’]s\b", "", other.replace(",", "")).lower())
    )
    found = {s.key: s for s in stated(text) if s.key and not s.key <= words}
    return list(found.values())


def _digits(part: Stated) -> int:
    """How many numbers stand in it."""
    return sum(word.rstrip("stndrh").isdigit() for word in part.key)


def _once(text: str, span: Span, words: str) -> Span | None:
    """Where ``words`` stand in the span as something stated of its own, if they stand there once."""
    places = [
        Span(span.start + s.span.start, span.start + s.span.end) for s in stated(span.of(text)) if s.text == words
    ]
    return places[0] if len(places) == 1 else None


def _source(evidence: Evidence) -> str:
    source = evidence.passage.source
    return evidence.passage.title or f"{source.name} {source.locator}".strip()
