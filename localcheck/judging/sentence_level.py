"""What the sentence-level methods share: one claim for each sentence, and verdicts that also keep the raw score.

Eq. 12 of Manakul et al. 2023, the score of a passage, is the mean of its sentences' scores; the report takes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from localcheck.asking.conversation import Conversation
from localcheck.errors import Unparsed
from localcheck.ports import Extractor
from localcheck.reports.report import RANKS_ONLY, UNPROVEN
from localcheck.text.sentences import split_sentences
from localcheck.types import (
    Belief,
    Claim,
    Cost,
    Document,
    Evidence,
    Judgement,
    Label,
    Message,
    Passage,
    Sentence,
    Source,
    Span,
    Verdict,
)

NATS = 12.0
"""Raw scores in nats are divided by this to lie in [0, 1]: log of a vocabulary or of a sample collection of 160,000."""

UNCALIBRATED = RANKS_ONLY
FREE = Cost()


def sentences_of(document: Document) -> tuple[Sentence, ...]:
    """The sentences to judge: those that a data set gives (``Document.sentences``), else those of the splitter.

    Given sentences are located in the text in order. One that is not found verbatim keeps its wording and gets an empty span
    at the end of the sentence before it.
    """
    if not document.sentences:
        return split_sentences(document.text)
    found, at = [], 0
    for index, text in enumerate(document.sentences):
        start = document.text.find(text, at)
        span = Span(at, at) if start < 0 else Span(start, start + len(text))
        at = span.end
        found.append(Sentence(index, span, text))
    return tuple(found)


def claim_of(sentence: Sentence) -> Claim:
    """The sentence itself as a claim."""
    return Claim(f"{sentence.index}.0", sentence.index, sentence.text, sentence.span)


def scored(
    claim: Claim,
    score: float,
    raw: Mapping[str, float],
    rationale: str,
    cost: Cost,
    evidence: tuple[Evidence, ...] = (),
    note: str = "",
) -> Verdict:
    """A verdict of a method that ranks but does not decide: NOT_ENOUGH_EVIDENCE with a score in [0, 1], and nothing quoted.
    Its note says so, after what ``note`` says.
    """
    note = "\n".join(filter(None, (note, UNCALIBRATED)))
    return replace(_unquoted(claim, score, raw, rationale, cost, note), evidence=evidence)


def decided(claim: Claim, factual: bool, score: float, rationale: str, cost: Cost, raw: Mapping[str, float]) -> Verdict:
    """The judgement of a method that works without evidence, as its note says; SUPPORTED and REFUTED would need a quote."""
    judgement = Judgement.FACTUAL if factual else Judgement.NOT_FACTUAL
    return replace(_unquoted(claim, score, raw, rationale, cost, UNPROVEN), judgement=judgement)


def _unquoted(
    claim: Claim, score: float, raw: Mapping[str, float], rationale: str, cost: Cost, note: str = ""
) -> Verdict:
    """A verdict for which nothing is quoted, with its score in [0, 1]."""
    named = tuple((name, float(value)) for name, value in raw.items())
    bounded, label = in_unit(float(score), 1.0), Label.NOT_ENOUGH_EVIDENCE
    return Verdict(claim, label, bounded, rationale=rationale, cost=cost, raw=named, note=note)


def failed(
    claim: Claim, error: str, cost: Cost = FREE, evidence: tuple[Evidence, ...] = (), beliefs: Sequence[Belief] = ()
) -> Verdict:
    """A claim that could not be judged, with the reason and what was read until then; its score is 0.5: nothing is known."""
    return Verdict(claim, Label.FAILED, 0.5, evidence, tuple(beliefs), error=error, cost=cost)


def in_unit(score: float, most: float = NATS) -> float:
    """Map a raw score, in nats, linearly to [0, 1], so that order, correlations and PR curves do not change."""
    return min(1.0, max(0.0, score / most))


def sample_passage(text: str, rank: int, kind: str) -> Passage:
    """A sample (or reference text) as a passage."""
    return Passage(f"{kind} {rank + 1}", text, Source(kind, kind, str(rank + 1)), rank)


def charged(verdicts: Iterator[Verdict], extractor: Extractor, before: Cost) -> Iterator[Verdict]:
    """Add what the extractor's language model cost since ``before`` to the first verdict."""
    extra = extractor.cost() - before
    for verdict in verdicts:
        yield replace(verdict, cost=verdict.cost + extra)
        extra = FREE


def whole_document(document: Document) -> Claim:
    """The claim of a passage-level method: the document as one claim, at its first sentence."""
    start = len(document.text) - len(document.text.lstrip())
    end = max(start, len(document.text.rstrip()))
    return Claim("0.0", 0, document.text.strip(), Span(start, end), note="the whole passage is judged at once")


def asked(talk: Conversation, claim: Claim, prompt: str, options: tuple[str, str], wrong: int, how: str) -> Verdict:
    """A claim judged by which of two options the model takes; ``wrong``: the place of that which calls it not factual."""
    try:
        shares = talk.choose((Message("user", prompt),), options, claim.id)
    except Unparsed as error:
        return failed(claim, error.message, talk.cost())
    share = shares[wrong]
    rationale = f"{how}, the model says {options[wrong if share > 0.5 else 1 - wrong]}; uncalibrated"
    return decided(claim, share <= 0.5, share, rationale, talk.cost(), {"p_nonfactual": share})
