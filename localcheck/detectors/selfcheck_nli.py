"""SelfCheckGPT with NLI (Manakul et al. 2023, Section 5.4, Eq. 9-10): do the samples contradict the sentence?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.errors import BadSetting
from localcheck.judging.paper import Windows, passage_windows
from localcheck.judging.samples import Against, Answers, on_answers
from localcheck.judging.sentence_level import claim_of, sample_passage, scored
from localcheck.ports import LLM, NLI, Detector, FloatArray
from localcheck.settings.ranges import SAMPLES, SEED, Range
from localcheck.stats import agreement
from localcheck.types import Claim, Cost, Document, Entailment, Evidence, Sentence, Span, Verdict

PAIRS = 128
"""Pairs given to the model in one batch, which may hold several sentences; verdicts follow after each batch."""

Score = Literal["contradiction", "not_entail"]
Asked = Literal["auto", Score]
Premise = Literal["sample", "sentence"]


def selfcheck_nli(
    *,
    nli: NLI,
    llm: LLM | None = None,
    score: Asked = "auto",
    samples: Annotated[int, SAMPLES] = 20,
    against: Against = "samples",
    premise: Premise = "sample",
    window: Annotated[int, Range(1, 100_000)] = 250,
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Score a sentence by how much the samples contradict it, on average; each sample is the premise of the NLI model.

    ``score``: ``contradiction`` is P(contradict) / (P(contradict) + P(entail)) (Eq. 9); ``not_entail`` is 1 - P(entail);
    ``auto`` is what the model's card asks for, else Eq. 9 for a model with three classes and 1 - P(entail) for one with two,
    which has no contradiction. ``samples``: answers to draw, or to read of the document's own. ``premise``: the paper takes the
    sample as premise; the published code swaps the two (``sentence``). ``window``: a sample with more words is cut at
    sentences, and the least neutral piece counts.
    """
    chosen = _chosen(score, nli)

    def judge(_: Document, sentences: tuple[Sentence, ...], answers: Answers) -> Iterator[Verdict]:
        return _judge(nli, sentences, answers, chosen, window, swapped=premise == "sentence")

    return on_answers(against, samples, llm, seed, judge, nli.info.languages)


def _chosen(score: Asked, nli: NLI) -> Score:
    """``score`` with ``auto`` resolved. Raises ``BadSetting`` for Eq. 9 with a model that has no contradiction class."""
    two = nli.info.classes == 2
    if two and score == "contradiction":
        why = "a model of two classes never says contradiction"
        raise BadSetting("score", why, "selfcheck-nli", "use score=not_entail")
    if score == "auto":
        return "not_entail" if two or nli.info.consistency == "not_entail" else "contradiction"
    return score


def _judge(
    nli: NLI, sentences: tuple[Sentence, ...], answers: Answers, score: Score, window: int, *, swapped: bool
) -> Iterator[Verdict]:
    """Judge the sentences batch by batch; the verdicts of a batch are yielded before the next batch is computed."""
    pieces = [(group, span) for group, text in enumerate(answers.texts) for span in pieces_of(text, window)]
    premises = [span.of(answers.texts[group]) for group, span in pieces]
    at_a_time = max(1, PAIRS // len(premises))
    for first in range(0, len(sentences), at_a_time):
        batch = sentences[first : first + at_a_time]
        started = time.perf_counter()
        pairs = [(premise, sentence.text) for sentence in batch for premise in premises]
        flat = nli.entail([(hypothesis, premise) for premise, hypothesis in pairs] if swapped else pairs)
        seconds = (time.perf_counter() - started) / len(batch)
        for sentence, rows in zip(batch, flat.reshape(len(batch), len(premises), 3), strict=True):
            cost = Cost(nli_pairs=len(premises), seconds=seconds)
            yield _verdict(claim_of(sentence), rows, pieces, answers, score, cost)


def _verdict(
    claim: Claim, rows: FloatArray, pieces: list[tuple[int, Span]], answers: Answers, score: Score, cost: Cost
) -> Verdict:
    chosen = agreement.most_telling(rows, [group for group, _ in pieces])
    contradicted, missing = agreement.contradiction(chosen), agreement.not_entailed(chosen)
    raw = {
        "contradiction": agreement.mean_over_samples(contradicted),
        "not_entail": agreement.mean_over_samples(missing),
    }
    each = contradicted if score == "contradiction" else missing
    worst = int(each.argmax())
    evidence = _evidence(claim, worst, rows, pieces, answers)
    rationale = (
        f"{int((each > 0.5).sum())} of {each.size} do not support it ({answers.origin}), "
        f"{answers.kind} {worst + 1} least of all; uncalibrated"
    )
    return scored(claim, raw[score], raw, rationale, cost, (evidence,), answers.note)


def _evidence(claim: Claim, worst: int, rows: FloatArray, pieces: list[tuple[int, Span]], answers: Answers) -> Evidence:
    """The sample that speaks most against the sentence."""
    members = [i for i, (group, _) in enumerate(pieces) if group == worst]
    row = max(members, key=lambda i: 1.0 - rows[i][1])
    entail, neutral, contradict = (float(p) for p in rows[row])
    passage = sample_passage(answers.texts[worst], worst, answers.kind)
    return Evidence(claim.id, passage, pieces[row][1], Entailment(entail, neutral, contradict))


def pieces_of(text: str, words: int) -> tuple[Span, ...]:
    """``text`` cut at sentences into pieces of at most ``words`` words (a longer sentence stays whole)."""
    return passage_windows(text, Windows(words, 0)) or (Span(0, len(text)),)
