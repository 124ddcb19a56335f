"""Minimal edits for refuted claims: one number of the text becomes the one of the sentence that refutes it.

Only where the evidence is strong and the edit forced: the quote contradicts the claim clearly, the claim has exactly one number
that the quote lacks, the quote exactly one that the claim lacks, and the edited claim is entailed by the quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from localcheck.judging.spans import premise
from localcheck.ports import NLI
from localcheck.text.facts import missing_numbers
from localcheck.types import Evidence, Label, Report, Span, Verdict

CLEARLY = 0.8
"""Probability from which a quote contradicts a claim, and entails its correction."""
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w]|[.,]\d)")


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


def corrections(report: Report, nli: NLI) -> list[Correction]:
    """The edits that pass every test, in the order of the document; two edits of one place are none."""
    found = [c for v in report.verdicts if v.label is Label.REFUTED for c in _proposed(report, v, nli)]
    places = [c.span for c in found]
    alone = [c for c in found if places.count(c.span) == 1]
    return sorted(alone, key=lambda c: c.span.start)


def apply(text: str, edits: Sequence[Correction]) -> str:
    """``text`` with the edits made."""
    for edit in sorted(edits, key=lambda e: -e.span.start):
        assert edit.span.of(text) == edit.old, "an edit fits the text that it was made for"
        text = text[: edit.span.start] + edit.new + text[edit.span.end :]
    return text


def _proposed(report: Report, verdict: Verdict, nli: NLI) -> Iterator[Correction]:
    evidence = verdict.deciding
    if evidence is None or not evidence.quote:
        return
    swap = _swap(verdict.claim.text, evidence.quote)
    if swap is None:
        return
    old, new = swap
    place = _once(report.document.text, verdict.claim.span, old)
    edited = _replace_once(verdict.claim.text, old, new)
    if place is None or edited is None:
        return
    source = premise(evidence.passage, evidence.quote_span)
    before, after = nli.entail([(source, verdict.claim.text), (source, edited)])
    if before[2] >= CLEARLY and after[0] >= CLEARLY:
        yield Correction(verdict.claim.id, place, old, new, evidence.quote, _source(evidence), float(after[0]))


def _swap(claim: str, quote: str) -> tuple[str, str] | None:
    """The one number of the claim that the quote lacks, and the one of the quote that the claim lacks; else None."""
    wrong = _written(claim, missing_numbers(claim, quote))
    right = _written(quote, missing_numbers(quote, claim))
    return (wrong[0], right[0]) if len(wrong) == 1 and len(right) == 1 else None


def _written(text: str, values: frozenset[float]) -> list[str]:
    """How these numbers are written in the text, each writing once; digits only, numbers in words are left alone."""
    found = [m.group() for m in _NUMBER.finditer(text) if float(m.group().replace(",", "")) in values]
    distinct = list(dict.fromkeys(found))
    return distinct if len(distinct) == len(values) else []


def _once(text: str, span: Span, word: str) -> Span | None:
    """Where ``word`` stands in the span as a number of its own, if it stands there once."""
    places = [m.span() for m in _NUMBER.finditer(text, span.start, span.end) if m.group() == word]
    return Span(*places[0]) if len(places) == 1 else None


def _replace_once(text: str, old: str, new: str) -> str | None:
    place = _once(text, Span(0, len(text)), old)
    return None if place is None else text[: place.start] + new + text[place.end :]


def _source(evidence: Evidence) -> str:
    source = evidence.passage.source
    return evidence.passage.title or f"{source.name} {source.locator}".strip()
