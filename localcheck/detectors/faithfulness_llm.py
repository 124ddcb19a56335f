"""``faithfulness-llm``: a language model says whether the context supports each claim, and must quote it verbatim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from localcheck.asking.answers import canonical
from localcheck.asking.metering import Meter
from localcheck.asking.structured import Parsed, ask
from localcheck.judging.context import NO_CONTEXT, answered, context_passages
from localcheck.judging.sentence_level import charged, failed, sentences_of
from localcheck.judging.spans import relevance
from localcheck.judging.weigh import Windows, passage_windows
from localcheck.ports import LLM, Detector, Extractor
from localcheck.settings.ranges import SEED, Range
from localcheck.system.resources import sha256_text
from localcheck.text.prompts.faithfulness import JUDGE, SCHEMA
from localcheck.text.prompts.fence import fenced
from localcheck.text.verbatim import locate
from localcheck.types import (
    Claim,
    CompletionRequest,
    Document,
    Entailment,
    Evidence,
    Label,
    Message,
    Passage,
    Span,
    Verdict,
)

LABELS = {"supported": Label.SUPPORTED, "contradicted": Label.REFUTED, "not_in_sources": Label.NOT_ENOUGH_EVIDENCE}
SCORES = {Label.SUPPORTED: 0.0, Label.REFUTED: 1.0, Label.NOT_ENOUGH_EVIDENCE: 0.75}
"""A language model's word has no probability: these only order the labels."""


def faithfulness_llm(
    *,
    llm: LLM,
    extractor: Extractor,
    words: Annotated[int, Range(1, 100_000)] = 600,
    window: Annotated[int, Range(1, 100_000)] = 120,
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Ask for every claim whether the document's ``context`` supports it, and for the excerpt that decides.

    ``words``: of a longer context, the windows of ``window`` words that share most words with the claim are shown. An
    excerpt that does not occur in the context word for word is ignored: such a claim has not enough evidence.
    """
    cut = Windows(window, 0)

    def detect(document: Document) -> Iterator[Verdict]:
        before = extractor.cost()
        claims = answered(extractor.extract(document, sentences_of(document)), document)
        passages = context_passages(document)
        verdicts = (_judged(llm, document, claim, passages, cut, words, seed) for claim in claims)
        yield from charged(verdicts, extractor, before)

    return detect


def _judged(
    llm: LLM, document: Document, claim: Claim, passages: Sequence[Passage], cut: Windows, words: int, seed: int
) -> Verdict:
    if not claim.checkable:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {claim.note}")
    if not passages:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 1.0, rationale=NO_CONTEXT)
    shown = _shown(claim, passages, cut, words)
    sources = "\n\n".join(
        f"[Source {p.source.locator}]\n{' […] '.join(s.of(p.text) for s in spans)}" for p, spans in shown
    )
    request = CompletionRequest(
        (Message("user", fenced(JUDGE, sources=sources, claim=claim.text)),),
        schema=canonical(SCHEMA),
        max_tokens=400,
        seed=seed,
        key=f"faithfulness/{document.id}/{claim.id}",
    )
    meter = Meter(llm)
    (parsed,) = ask(meter, [request])
    return replace(_verdict(claim, parsed, passages), cost=meter.cost())


def _shown(claim: Claim, passages: Sequence[Passage], cut: Windows, words: int) -> list[tuple[Passage, list[Span]]]:
    """The spans of each passage to show: all of them if they fit into ``words``, else the most relevant, in text order."""
    spans = [(p, s) for p in passages for s in passage_windows(p.text, cut)]
    ranked = sorted(range(len(spans)), key=lambda i: -relevance(claim, *spans[i]))
    chosen, used = set[int](), 0
    for i in ranked:
        size = len(spans[i][1].of(spans[i][0].text).split())
        if chosen and used + size > words:
            continue
        chosen.add(i)
        used += size
    grouped = [(p, [s for i, (q, s) in enumerate(spans) if q is p and i in chosen]) for p in passages]
    return [(p, kept) for p, kept in grouped if kept]


def _verdict(claim: Claim, parsed: Parsed, passages: Sequence[Passage]) -> Verdict:
    if parsed.error:
        return failed(claim, parsed.error)
    label = LABELS[parsed.value["verdict"]]
    if label is Label.NOT_ENOUGH_EVIDENCE:
        why = "the model says that the context neither supports nor contradicts it"
        return Verdict(claim, label, SCORES[label], rationale=why)
    named = [p for p in passages if p.source.locator == str(parsed.value["source"])]
    for passage in dict.fromkeys((*named, *passages)):
        span = locate(parsed.value["excerpt"], passage.text)
        if span is not None:
            quote = span.of(passage.text)
            row = Entailment(1.0, 0.0, 0.0) if label is Label.SUPPORTED else Entailment(0.0, 0.0, 1.0)
            evidence = Evidence(claim.id, passage, span, row, quote, span, sha256_text(quote))
            says = "supports" if label is Label.SUPPORTED else "contradicts"
            why = (
                f"the model says that context {passage.source.locator} {says} it; its excerpt was found there verbatim"
            )
            return Verdict(claim, label, SCORES[label], (evidence,), rationale=why, best=0)
    why = f"the model called it {label.value}, but its excerpt is not in the context"
    return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, SCORES[Label.NOT_ENOUGH_EVIDENCE], rationale=why)
