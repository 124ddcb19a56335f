"""Minimal edits for refuted claims: one date, number, rank or name in the text becomes that of the quote that refutes it.

Every refuted claim gets its edit where the quote has a plain value for what the claim says otherwise, and leaves no choice:
exactly one number or date differs (``text.values.differences``), or no number and exactly one name or rank; the quote entails
the edited claim, and with no other of its values; and no other evidence of the claim disagrees. For a name or a rank the quote
must also clearly contradict the claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from localcheck.judging.sides import REFUTING_RELEVANCE
from localcheck.judging.spans import premise, quote_as_read, relevance, sentence_spans
from localcheck.ports import NLI
from localcheck.reports.words import citation
from localcheck.store import Accepted
from localcheck.text.facts import Kind, negated, stated
from localcheck.text.lexicon import MONTH_NAME
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.values.compare import compare
from localcheck.text.values.differences import Difference, differences
from localcheck.types import Claim, Evidence, Label, Report, Span, Verdict

CLEARLY = 0.8
"""Least probability with which a quote must contradict a claim with another name, and entail its correction."""
VALUES = 3
"""Values of a quote that are tried for one number of a claim, at most."""
DISSENT = 0.5
"""Other evidence disagrees if it entails the original claim, or contradicts the edited one, with at least this probability."""
_LED = regex(r"(?:\b(?P<in>in |on ))?(?:\b(?P<the>the ))?$", re.IGNORECASE)
_YEAR, _DECADE = regex(r"\d{3,4}"), regex(r"\d{3,4}s")
_DAY = regex(rf"\d{{1,2}} {MONTH_NAME}\b.*|{MONTH_NAME} \d{{1,2}}(?!\d).*")
_MONTH = regex(rf"{MONTH_NAME}(?: \d{{4}})?")


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
    kind: Kind | Literal["words"] = "number"
    """What is replaced; ``words`` where a language model worded the edit."""


def corrections(report: Report, nli: NLI) -> list[Correction]:
    """The edits that pass every test, in the order of the document; if two edits have the same place, neither is given."""
    return apart([c for v in report.verdicts if v.label is Label.REFUTED for c in _proposed(report, v, nli)])


def apart(found: Sequence[Correction]) -> list[Correction]:
    """The edits that share their place with no other, in the order of the document."""
    alone = [c for c in found if sum(c.span.meets(d.span) for d in found) == 1]
    return sorted(alone, key=lambda c: c.span.start)


def apply(text: str, edits: Iterable[Correction | Accepted]) -> str:
    """``text`` with the edits made."""
    for edit in sorted(edits, key=lambda e: -e.span.start):
        assert edit.span.of(text) == edit.old, "an edit fits the text that it was made for"
        text = text[: edit.span.start] + edit.new + text[edit.span.end :]
    return text


def edited_sentences(text: str, edits: Sequence[Correction]) -> tuple[int, ...]:
    """For each edit, in the order of the document, the number of the sentence of the corrected text that it stands in."""
    spans: list[Span] = []
    moved = 0
    for edit in sorted(edits, key=lambda e: e.span.start):
        start = edit.span.start + moved
        spans.append(Span(start, start + len(edit.new)))
        moved += len(edit.new) - len(edit.old)
    sentences = split_sentences(apply(text, edits))
    return tuple(next(s.index for s in sentences if s.span.meets(span)) for span in spans)


def _proposed(report: Report, verdict: Verdict, nli: NLI) -> Iterator[Correction]:
    """The edit of a refuted claim, where the quote has one value for it; of several ones that which alone it entails."""
    evidence = verdict.deciding
    if evidence is None or not evidence.quote or negated(verdict.claim.text) != negated(quote_as_read(evidence)):
        return
    values = (_worded(verdict.claim.text, d) for d in _plain(verdict.claim.text, evidence))
    tried = (_tried(report, verdict, evidence, value, nli) for value in values)
    edits = [edit for edit in tried if edit is not None]
    if len(edits) == 1:
        yield edits[0]


def _tried(report: Report, verdict: Verdict, evidence: Evidence, found: Difference, nli: NLI) -> Correction | None:
    """The edit with one value, or None if the claim's words have no place in the text or a test fails."""
    place, inside = once(report.document.text, verdict.claim.span, found.claim), found.claim_span
    if place is None or inside is None:
        return None
    edited = verdict.claim.text[: inside.start] + found.source + verdict.claim.text[inside.end :]
    against, needed = (0.0, DISSENT) if found.kind == "number" else (CLEARLY, CLEARLY)
    sure = entailed(verdict, evidence, edited, nli, against, needed)
    if sure is None:
        return None
    said, source = evidence.quote, citation(evidence)
    return Correction(verdict.claim.id, place, found.claim, found.source, said, source, sure, _kind(found))


def _plain(claim: str, evidence: Evidence) -> list[Difference]:
    """What the claim says otherwise than the quote: one number with each value that the quote has for it, or else one name
    or rank.

    Two numbers that differ, or two names, leave a choice and are not edited; nor is a number beside more than ``VALUES``.
    """
    quote = quote_as_read(evidence)
    found = [d for d in differences(claim, quote, evidence.passage.title) if d.claim and d.source]
    numbers = [d for d in found if d.kind == "number"]
    names = [d for d in found if d.kind in ("name", "rank")]
    if len(numbers) > 1 or (not numbers and len(names) != 1):
        return []
    if not numbers:
        return names
    rivals = {other for mine, other in compare(claim, quote).rivals if mine == numbers[0].claim_span}
    if len(rivals) <= 1:
        return numbers
    told = {other.of(quote): other for other in sorted(rivals, key=lambda span: span.start)}
    several = [replace(numbers[0], source=value, source_span=other) for value, other in told.items()]
    return several if len(several) <= VALUES else []


def _worded(claim: str, found: Difference) -> Difference:
    """The difference with the words before a date that another date does not go with: "in the 1920s" becomes "in 1931", "in
    May 1930" "on 3 June 1930".
    """
    at, new = found.claim_span, found.source
    led = _LED.search(claim, 0, at.start) if at else None
    if at is None or led is None:
        return found
    lead, the = led["in"] or "", led["the"] or ""
    if _DAY.fullmatch(new) or _MONTH.fullmatch(new):
        other = ("on " if _DAY.fullmatch(new) else "in ") if lead else ""
        other = other.capitalize() if lead[:1].isupper() else other
    elif _DECADE.fullmatch(new):
        other, the = lead, the or "the "
    elif _YEAR.fullmatch(new) and _DECADE.fullmatch(found.claim):
        other, the = lead, ""
    else:
        return found
    if other + the == led.group():
        return found
    whole = Span(led.start(), at.end)
    return replace(found, claim=whole.of(claim), source=f"{other}{the}{new}", claim_span=whole)


def _kind(found: Difference) -> Kind:
    if found.kind == "name":
        return "name"
    return "date" if any(s.kind == "date" for s in stated(found.claim)) else "number"


def entailed(
    verdict: Verdict, evidence: Evidence, edited: str, nli: NLI, against: float, needed: float
) -> float | None:
    """P(entail) of the edited claim by the quote, at least ``needed``, where the quote contradicts the claim by at least
    ``against``; None if it does not, or if other evidence disagrees.

    For a number, arithmetic has found the rival value: that the quote speaks for the edited claim is enough.
    """
    source = premise(evidence.passage, evidence.quote_span)
    others = [e for e in verdict.evidence if e is not evidence and e.quote and e.quote != evidence.quote]
    spoken = [premise(e.passage, e.quote_span) for e in others] + _otherwise(verdict.claim, evidence, edited)
    claim = verdict.claim.text
    scores = nli.entail(
        [(source, claim), (source, edited), *((o, claim) for o in spoken), *((o, edited) for o in spoken)]
    )
    before, after, old, new = scores[0], scores[1], scores[2 : 2 + len(spoken)], scores[2 + len(spoken) :]
    if before[2] < against or after[0] < needed or after[0] <= after[2]:
        return None
    if (old[:, 0] >= DISSENT).any() or (new[:, 2] >= DISSENT).any():
        return None
    return float(after[0])


def _otherwise(claim: Claim, evidence: Evidence, edited: str) -> list[str]:
    """The sentences beside the quote that are about the claim and have another number for the edited one."""
    passage = evidence.passage
    beside = (s for s in sentence_spans(passage.text) if not s.meets(evidence.quote_span))
    about = (premise(passage, s) for s in beside if relevance(claim, passage, s) >= REFUTING_RELEVANCE)
    return [text for text in about if compare(edited, text).rivals]


def once(text: str, span: Span, words: str) -> Span | None:
    """Where ``words`` stand in the span, if they stand there once, and not inside another word or number."""
    places = re.finditer(rf"(?<![\w.,])(?<!\d ){re.escape(words)}(?![\w]|[.,]\d)", span.of(text))
    found = [Span(span.start + m.start(), span.start + m.end()) for m in places]
    return found[0] if len(found) == 1 else None
