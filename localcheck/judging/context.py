"""Compare claims with the texts that came with an answer (RAG): each is supported, contradicted, or not mentioned.

They are read as the articles of an index are (``evidence.read``); the best quote decides. It is verbatim: a single sentence if
one is enough, else a sentence with its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from localcheck.judging.lockstep import Judging
from localcheck.judging.opinion import Opinion, Reader
from localcheck.judging.sides import Quoted, Sides, in_conflict, sides_of
from localcheck.judging.spans import with_dates
from localcheck.text.abstaining import abstains, asserted_beside
from localcheck.text.values.differences import differences, in_words
from localcheck.text.verbatim import locate
from localcheck.types import Claim, Cost, Document, Label, Passage, Source, Span, Verdict

NO_CONTEXT = "no context was given, so nothing can support it"
ABSTAINS = "it says that it does not know"
"""The reason of a sentence that only says that the answer is not known."""
UNCALIBRATED = "scores against a context come from the NLI model alone; they are not calibrated probabilities"


def context_passages(document: Document) -> tuple[Passage, ...]:
    """The context texts that are not empty, numbered from 1 as an answer cites them."""
    return tuple(
        Passage("", text, Source("context", "context", str(number)), number - 1)
        for number, text in enumerate(document.context, 1)
        if text.strip()
    )


def answered(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of an answer. A sentence that only says that the answer is not known is no claim, but what it asserts beside
    that is ("I am not sure, but it holds 3 litres"); a bare answer to a question ("Pirelli") is one together with its question.
    """
    found = [_abstaining(c, document) if abstains(c.text) else c for c in claims]
    bare = len(found) == 1 and not found[0].checkable and found[0].note != ABSTAINS
    if not bare or not document.prompt.strip().endswith("?") or found[0].text.rstrip().endswith("?"):
        return found
    text = f"{' '.join(document.prompt.split())} {found[0].text}"
    return [replace(found[0], text=text, checkable=True, note="read with its question")]


def _abstaining(claim: Claim, document: Document) -> Claim:
    rest = asserted_beside(claim.text)
    if not rest:
        return replace(claim, checkable=False, note=ABSTAINS)
    place = locate(rest, claim.span.of(document.text))
    start = claim.span.start
    span = claim.span if place is None else Span(start + place.start, start + place.end)
    return replace(claim, text=rest, span=span, note="what it asserts although it says that it does not know")


def judge_in_context(claim: Claim, passages: Sequence[Passage], reader: Reader, uncovered: str = "") -> Judging:
    """Judge a claim by the quote that supports it most and the quote that contradicts it most.

    The score is the larger of 1 - P(entail) of the former and P(contradict) of the latter, and at least one half for a
    claim that is not supported. Where the texts state two values of the same thing, they settle nothing. ``uncovered``: why
    the claim is not read at all (its language).
    """
    if not claim.checkable:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {claim.note}")
    if uncovered:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {uncovered}", note=uncovered)
    if not passages:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 1.0, rationale=NO_CONTEXT)
    opinions: list[Opinion] = []
    for passage in passages:
        opinions.append((yield from reader.weigh(claim, passage)))
    found = sides_of(claim, opinions)
    if in_conflict(claim, opinions, found):
        return _verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, opinions, None, _conflict(opinions, found))
    for_it = found.support.candidate.probability if found.support else max(o.support for o in opinions)
    against_it = found.against.candidate.probability if found.against else 0.0
    if found.quoted is None:
        why = "the context neither supports nor contradicts it"
        return _verdict(claim, found.label, max(0.5, 1 - for_it), opinions, None, why)
    number = opinions[found.quoted.index].passage.source.locator
    if found.label is Label.SUPPORTED:
        return _verdict(claim, found.label, 1 - for_it, opinions, found.quoted, f"context {number} entails it")
    said = with_dates(opinions[found.quoted.index].passage.text, found.quoted.candidate.span)
    differs = in_words(differences(claim.text, said))
    why = f"context {number} contradicts it{f' ({differs})' if differs else ''}"
    return _verdict(claim, found.label, max(1 - for_it, against_it), opinions, found.quoted, why)


def _conflict(opinions: Sequence[Opinion], found: Sides) -> str:
    quoted = [q for q in (found.support, found.against) if q is not None]
    said = [" ".join(q.candidate.span.of(opinions[q.index].passage.text).split()) for q in quoted]
    numbers = [opinions[q.index].passage.source.locator for q in quoted]
    return f"the context contradicts itself: it says “{said[0]}” (context {numbers[0]}) and “{said[1]}” (context {numbers[1]})"


def _verdict(
    claim: Claim, label: Label, score: float, opinions: Sequence[Opinion], quoted: Quoted | None, why: str
) -> Verdict:
    bounded = min(1.0, max(0.0, score))
    best = None if quoted is None else quoted.index
    evidence = tuple(
        o.evidence(claim, quoted.candidate if quoted and i == best else None) for i, o in enumerate(opinions)
    )
    cost = Cost(passages=len(opinions))
    return Verdict(claim, label, bounded, evidence, rationale=why, cost=cost, best=best, note=UNCALIBRATED)
