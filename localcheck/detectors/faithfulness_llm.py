"""``faithfulness-llm``: a language model says whether the context supports each claim; what is quoted stands in the context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from localcheck.asking.answers import canonical, distribution
from localcheck.asking.conversation import chat, multiple_choice
from localcheck.asking.metering import Meter
from localcheck.asking.structured import Parsed, ask
from localcheck.claims.changed import changed
from localcheck.errors import Unparsed
from localcheck.judging.conclude import unchecked
from localcheck.judging.context import answered, context_passages
from localcheck.judging.paper import Windows, passage_windows
from localcheck.judging.sentence_level import charged, failed, sentences_of
from localcheck.judging.spans import length, relevance, sentence_spans
from localcheck.ports import LLM, Detector, Extractor
from localcheck.reports.report import NO_CONTEXT
from localcheck.settings.ranges import SEED, Range
from localcheck.system.resources import sha256_text
from localcheck.text.prompts.faithfulness import JUDGE, SUPPORTED, YES_NO, schema
from localcheck.text.prompts.fence import fenced
from localcheck.text.verbatim import locate
from localcheck.types import (
    Claim,
    Document,
    Entailment,
    Evidence,
    Judgement,
    Label,
    Passage,
    Span,
    Verdict,
)

LABELS = {"supported": Label.SUPPORTED, "contradicted": Label.REFUTED, "not_in_sources": Label.NOT_ENOUGH_EVIDENCE}
SCORES = {Label.SUPPORTED: 0.0, Label.REFUTED: 1.0, Label.NOT_ENOUGH_EVIDENCE: 0.75}
"""A language model's word has no probability: these only order the labels."""
TOGETHER = 8
"""Claims asked about in one batch; an interruption loses the answers of one batch at most."""
Answer = Literal["probability", "excerpt"]


Shown = tuple[tuple[Passage, tuple[Span, ...]], ...]
"""What of the context is shown beside a claim: the spans of each passage."""


def faithfulness_llm(
    *,
    llm: LLM,
    extractor: Extractor,
    answer: Answer = "probability",
    words: Annotated[int, Range(1, 100_000)] = 600,
    window: Annotated[int, Range(1, 100_000)] = 120,
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Ask for every claim whether the document's ``context`` supports it; the score is one minus the probability of "yes".

    ``answer``: ``excerpt`` asks instead, as published (BEE-30043), for a label and the excerpt that decides; one that does not
    occur in the context word for word is ignored. ``words``: of a longer context, the windows of ``window`` words that share
    most words with the claim are shown. A claim that is not supported is not called refuted by ``probability``: a small model
    that is asked what is wrong answers yes to everything.
    """
    cut = Windows(window, 0)

    def detect(document: Document) -> Iterator[Verdict]:
        before = extractor.cost()
        claims = changed(extractor, answered).extract(document, sentences_of(document))
        passages = context_passages(document)
        yield from charged(_verdicts(document, claims, passages), extractor, before)

    def _verdicts(document: Document, claims: Sequence[Claim], passages: Sequence[Passage]) -> Iterator[Verdict]:
        for start in range(0, len(claims), TOGETHER):
            some = claims[start : start + TOGETHER]
            shown = {c: _shown(c, passages, cut, words) for c in some if c.checkable and passages}
            judge = _by_probability if answer == "probability" else _by_excerpt
            found = judge(llm, f"faithfulness/{document.id}", shown, passages, seed)
            for c in some:
                nothing = Verdict(c, Label.NOT_ENOUGH_EVIDENCE, 1.0, rationale=NO_CONTEXT)
                yield found.get(c) or unchecked(c, "") or nothing

    return detect


def _by_probability(
    llm: LLM, key: str, shown: Mapping[Claim, Shown], passages: Sequence[Passage], seed: int
) -> dict[Claim, Verdict]:
    """P(yes) of one question a claim; claims that are shown the same sources share what is decoded of them."""
    requests = [
        multiple_choice(
            fenced(SUPPORTED, sources=_sources(sources), claim=c.text), YES_NO, key=f"{key}/{c.id}", seed=seed
        )
        for c, sources in shown.items()
    ]
    verdicts: dict[Claim, Verdict] = {}
    meter = Meter(llm)
    for (claim, sources), completion in zip(shown.items(), meter.complete(requests), strict=True):
        try:
            yes, _ = distribution(completion, YES_NO)
            verdicts[claim] = _read(claim, yes, sources)
        except Unparsed as error:
            verdicts[claim] = failed(claim, error.message)
    for first in list(verdicts)[:1]:
        verdicts[first] = replace(verdicts[first], cost=meter.cost())
    return verdicts


def _read(claim: Claim, yes: float, shown: Shown) -> Verdict:
    raw = (("p_supported", yes),)
    passage, span = _closest(claim, shown)
    read = Entailment(yes, 1.0 - yes, 0.0)
    if yes <= 0.5:
        why = f"the model does not find it supported by the context (P = {yes:.2f})"
        found, judged = (Evidence(claim.id, passage, span, read),), Judgement.NOT_FACTUAL
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 1.0 - yes, found, rationale=why, raw=raw, judgement=judged)
    evidence = _quoted(claim, passage, span, read)
    why = f"the model says that the context supports it (P = {yes:.2f}); the sentence closest to it is quoted"
    return Verdict(claim, Label.SUPPORTED, 1.0 - yes, evidence, rationale=why, raw=raw, best=0)


def _closest(claim: Claim, shown: Shown) -> tuple[Passage, Span]:
    """The sentence of what was shown that shares most words with the claim."""
    inside = [
        (p, s)
        for p, spans in shown
        for s in sentence_spans(p.text)
        if any(w.start <= s.start and s.end <= w.end for w in spans)
    ]
    whole = [(p, spans[0]) for p, spans in shown]
    return max(inside or whole, key=lambda one: relevance(claim, *one))


def _by_excerpt(
    llm: LLM, key: str, shown: Mapping[Claim, Shown], passages: Sequence[Passage], seed: int
) -> dict[Claim, Verdict]:
    """The label and the excerpt that the model writes, one claim a call."""
    verdicts = {}
    for claim, sources in shown.items():
        numbers = [p.source.locator for p, _ in sources]
        prompt = fenced(JUDGE, sources=_sources(sources), claim=claim.text)
        request = chat(prompt, key=f"{key}/{claim.id}", max_tokens=400, schema=canonical(schema(numbers)), seed=seed)
        meter = Meter(llm)
        (parsed,) = ask(meter, [request])
        verdicts[claim] = replace(_verdict(claim, parsed, passages), cost=meter.cost())
    return verdicts


def _shown(claim: Claim, passages: Sequence[Passage], cut: Windows, words: int) -> Shown:
    """The spans of each passage to show: all of them if they fit into ``words``, else the most relevant, in text order."""
    spans = [(p, s) for p in passages for s in passage_windows(p.text, cut)]
    ranked = sorted(range(len(spans)), key=lambda i: -relevance(claim, *spans[i]))
    chosen, used = set[int](), 0
    for i in ranked:
        size = length(spans[i][1].of(spans[i][0].text))
        if chosen and used + size > words:
            continue
        chosen.add(i)
        used += size
    grouped = [(p, tuple(s for i, (q, s) in enumerate(spans) if q is p and i in chosen)) for p in passages]
    return tuple((p, kept) for p, kept in grouped if kept)


def _sources(shown: Shown) -> str:
    """The parts under the numbers of their sources."""
    return "\n\n".join(
        f"[Source {p.source.locator}]\n{' […] '.join(s.of(p.text) for s in spans)}" for p, spans in shown
    )


def _quoted(claim: Claim, passage: Passage, span: Span, said: Entailment) -> tuple[Evidence]:
    quote = span.of(passage.text)
    return (Evidence(claim.id, passage, span, said, quote, span, sha256_text(quote)),)


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
            row = Entailment(1.0, 0.0, 0.0) if label is Label.SUPPORTED else Entailment(0.0, 0.0, 1.0)
            evidence = _quoted(claim, passage, span, row)
            says = "supports" if label is Label.SUPPORTED else "contradicts"
            why = (
                f"the model says that context {passage.source.locator} {says} it; its excerpt was found there verbatim"
            )
            return Verdict(claim, label, SCORES[label], evidence, rationale=why, best=0)
    why = f"the model called it {label.value}, but its excerpt is not in the context"
    return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, SCORES[Label.NOT_ENOUGH_EVIDENCE], rationale=why)
