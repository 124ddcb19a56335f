"""SelfCheckGPT with BERTScore (Manakul et al. 2023, Section 5.1, Eq. 1): is there a sentence like it in each sample?"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Annotated

import numpy as np

from localcheck.judging.samples import Against, Answers, on_answers, sample_sentences
from localcheck.judging.sentence_level import claim_of, scored
from localcheck.ports import LLM, Detector, Encoder, FloatArray
from localcheck.settings.ranges import SAMPLES, SEED, Range
from localcheck.stats import agreement
from localcheck.text.han import is_han
from localcheck.text.tokens import word_tokens
from localcheck.types import Cost, Document, Sentence, TokenVectors, Verdict

SHORTEST = 4
"""Sentences of a sample with fewer tokens are not compared, as in the published code."""


def selfcheck_bertscore(
    *,
    encoder: Encoder,
    llm: LLM | None = None,
    samples: Annotated[int, SAMPLES] = 20,
    against: Against = "samples",
    baseline: Annotated[float, Range(0, 0.999)] = 0.0,
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Score a sentence by 1 - the mean, over the samples, of the best BERTScore F1 with any sentence of the sample.

    ``samples``: answers to draw, or to read of the document's own. ``baseline``: mean F1 of unrelated sentences under
    this encoder, for rescaling (F - b) / (1 - b); 0 means no rescaling. Greedy matching, no idf weights; of the encoder's last
    layer, without special tokens (the paper: layer 17 of RoBERTa-large).
    """

    def judge(_: Document, sentences: tuple[Sentence, ...], answers: Answers) -> Iterator[Verdict]:
        return _judge(encoder, sentences, answers, baseline)

    return on_answers(against, samples, llm, seed, judge, encoder.info.languages)


def _judge(encoder: Encoder, sentences: Sequence[Sentence], answers: Answers, baseline: float) -> Iterator[Verdict]:
    """Encode all texts once, then compare each sentence with those of all samples."""
    if not sentences:
        return
    started = time.perf_counter()
    per_sample = [_compared(text) for text in answers.texts]
    encoded = encoder.encode([*(s.text for s in sentences), *(text for texts in per_sample for text in texts)])
    own, others = encoded[: len(sentences)], iter(encoded[len(sentences) :])
    samples = [[_array(next(others)) for _ in texts] for texts in per_sample]
    for sentence, vectors in zip(sentences, own, strict=True):
        mine = _array(vectors)
        best = np.array([max(agreement.greedy_f1(mine, other) for other in sample) for sample in samples])
        rescaled = agreement.rescale(best, baseline)
        raw = {
            "bertscore_f1": float(best.mean()) if best.size else 0.0,
            "inconsistency": agreement.bertscore_inconsistency(rescaled),
        }
        cost = Cost(seconds=time.perf_counter() - started)
        found = f"mean BERTScore F1 {raw['bertscore_f1']:.3f} with the most similar sentences"
        rationale = f"{found} ({answers.origin}); uncalibrated"
        yield scored(claim_of(sentence), raw["inconsistency"], raw, rationale, cost, note=answers.note)
        started = time.perf_counter()


def _compared(text: str) -> list[str]:
    """The sentences of a sample that are long enough; all sentences if none is; the whole text if it has none."""
    sentences = sample_sentences(text) or [text]
    return [sentence for sentence in sentences if len(word_tokens(sentence, is_han(text))) >= SHORTEST] or sentences


def _array(vectors: TokenVectors) -> FloatArray:
    return np.asarray(vectors.vectors, dtype=np.float64)
