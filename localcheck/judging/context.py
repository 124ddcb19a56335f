"""Compare claims with the texts that came with an answer (RAG): each is supported, contradicted, or not mentioned.

The best span decides. Its excerpt is verbatim: a single sentence if one is enough, else a window of several sentences.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from localcheck.judging.lockstep import Judging
from localcheck.judging.quotes import QUOTE_AT_LEAST, strongest_quote
from localcheck.judging.weigh import Pairs, Weighed, Windows, weigh
from localcheck.ports import FloatArray
from localcheck.system.resources import sha256_text
from localcheck.text.abstaining import abstains, asserted_beside
from localcheck.text.verbatim import locate
from localcheck.types import Claim, Cost, Document, Evidence, Label, Passage, Source, Span, Verdict

NO_CONTEXT = "no context was given, so nothing can support it"
ABSTAINS = "it abstains"
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
    return replace(claim, text=rest, span=span, note="what it asserts although it abstains")


def judge_in_context(claim: Claim, passages: Sequence[Passage], windows: Windows) -> Judging:
    """Judge a claim by the span that supports it most and the span that contradicts it most.

    The score is the larger of 1 - P(entail) of the former and P(contradict) of the latter, and at least one half for a
    claim that is not supported.
    """
    if not claim.checkable:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {claim.note}")
    if not passages:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 1.0, rationale=NO_CONTEXT)
    weighed: list[Weighed] = []
    for passage in passages:
        weighed.append((yield from weigh(claim, passage, windows)))
    support = yield from _support(claim, weighed, windows)
    against = yield from strongest_quote(claim, weighed, 2, windows)
    evidence = [w.evidence for w in weighed]
    for_it = support[2] if support is not None else max(w.support for w in weighed)
    against_it = against.probability if against is not None else 0.0
    cost = Cost(passages=len(passages))
    if support is not None and (against is None or for_it >= against_it):
        evidence[support[0]] = support[1]
        why = f"context {support[1].passage.source.locator} entails it"
        return _verdict(claim, Label.SUPPORTED, 1 - for_it, evidence, support[0], why, cost)
    if against is not None:
        evidence[against.index] = against.evidence
        why = f"context {against.evidence.passage.source.locator} contradicts it"
        return _verdict(claim, Label.REFUTED, max(1 - for_it, against_it), evidence, against.index, why, cost)
    why = "the context neither supports nor contradicts it"
    return _verdict(claim, Label.NOT_ENOUGH_EVIDENCE, max(0.5, 1 - for_it), evidence, None, why, cost)


def _support(
    claim: Claim, weighed: list[Weighed], windows: Windows
) -> Generator[Pairs, FloatArray, tuple[int, Evidence, float] | None]:
    """(passage, evidence with its excerpt, P(entail)) of what supports the claim most; None if nothing does."""
    quote = yield from strongest_quote(claim, weighed, 0, windows)
    index = max(range(len(weighed)), key=lambda i: weighed[i].support)
    best = weighed[index]
    if quote is not None:
        return quote.index, quote.evidence, max(quote.probability, weighed[quote.index].support)
    if best.support < QUOTE_AT_LEAST:
        return None
    span = best.spans[int(best.scores[:, 0].argmax())]
    excerpt = span.of(best.evidence.passage.text)
    evidence = replace(best.evidence, window=span, quote=excerpt, quote_span=span, quote_sha256=sha256_text(excerpt))
    return index, evidence, best.support


def _verdict(
    claim: Claim, label: Label, score: float, evidence: list[Evidence], best: int | None, why: str, cost: Cost
) -> Verdict:
    bounded = min(1.0, max(0.0, score))
    return Verdict(claim, label, bounded, tuple(evidence), rationale=why, cost=cost, best=best, note=UNCALIBRATED)
