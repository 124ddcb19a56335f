"""SelfCheckGPT with n-gram (Manakul et al. 2023, Section 5.3, Eq. 7-8): an n-gram language model trained on the samples."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.judging.samples import Against, Answers, on_answers, sample_sentences
from localcheck.judging.sentence_level import claim_of, in_unit, scored
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SAMPLES, SEED, Range
from localcheck.stats import ngram
from localcheck.text.han import is_han
from localcheck.text.tokens import word_tokens
from localcheck.types import Cost, Sentence, Verdict


def selfcheck_ngram(
    *,
    llm: LLM | None = None,
    n: Annotated[int, Range(1, 10)] = 1,
    score: Literal["max", "avg"] = "max",
    samples: Annotated[int, SAMPLES] = 20,
    against: Against = "samples",
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Score a sentence by its least expected token (``max``, Eq. 8) or its mean surprisal (``avg``, Eq. 7).

    ``n``: order of the model, 1 to 5 in the paper. ``samples``: answers to draw, or to read of the document's own. The raw
    scores, in nats, are kept; the score in [0, 1] is the raw one divided by 12 nats, which is not calibrated.
    """
    return on_answers(against, samples, llm, seed, lambda _, sentences, answers: _judge(sentences, answers, n, score))


def _judge(sentences: tuple[Sentence, ...], answers: Answers, n: int, score: str) -> Iterator[Verdict]:
    started = time.perf_counter()
    chinese = is_han(" ".join(sentence.text for sentence in sentences))
    own = [word_tokens(sentence.text, chinese) for sentence in sentences]
    others = [word_tokens(text, chinese) for answer in answers.texts for text in sample_sentences(answer)]
    model = ngram.train([*own, *others], n)
    for sentence, tokens in zip(sentences, own, strict=True):
        surprisals = ngram.surprisal(model, tokens)
        raw = {"avg_neg_logp": ngram.average(surprisals), "max_neg_logp": ngram.maximum(surprisals)}
        raw["tokens"] = float(len(tokens))
        cost = Cost(seconds=time.perf_counter() - started)
        rationale = _rationale(tokens, surprisals.tolist(), model, answers)
        note = answers.note
        yield scored(claim_of(sentence), in_unit(raw[f"{score}_neg_logp"]), raw, rationale, cost, note=note)
        started = time.perf_counter()


def _rationale(tokens: list[str], surprisals: list[float], model: ngram.NgramCounts, answers: Answers) -> str:
    if not tokens:
        return f"the sentence has no word to score ({answers.origin}); uncalibrated"
    at = max(range(len(tokens)), key=surprisals.__getitem__)
    times = model.counts[ngram.grams(tokens, model.n)[at]]
    words = " ".join(tokens[max(0, at - model.n + 1) : at + 1])
    often = "once" if times == 1 else f"{times} times"
    return f"least expected: {words!r}, seen {often} in the text and {answers.origin}; uncalibrated"
