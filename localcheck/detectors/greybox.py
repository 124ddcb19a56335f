"""Grey-box uncertainty and proxy LLMs (Manakul et al. 2023, Sections 3.1 and 4): how surprising is the text to an LLM?

With the LLM that wrote the text this is the grey-box method, with any other it is the proxy method: the computation is
the same, the log-probabilities of the given text after its prompt.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Literal

from localcheck.asking.conversation import cost_of
from localcheck.errors import Unparsed
from localcheck.judging.samples import prompt_for
from localcheck.judging.sentence_level import claim_of, failed, in_unit, scored, sentences_of
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SEED
from localcheck.stats.greybox import tokens_within, uncertainty, with_spans
from localcheck.types import CompletionRequest, Cost, Document, Message, Sentence, Span, TokenScore, Verdict

Measure = Literal["avg-entropy", "max-entropy", "avg-logp", "max-logp"]
Entropy = Literal["shannon", "exponential"]
Form = Literal["text", "chat", "none"]

SCORED_AT_ONCE = 5_000
"""Characters of text scored in one request; longer texts are cut between sentences. Fits a context of 4,096 tokens."""
SEEN_BEFORE = 2_500
"""Characters of the text before such a piece that are put into its prompt."""
NO_ENTROPIES = "the model gave no entropies; use -o measure=avg-logp or max-logp"
NO_PROBABILITIES = "the model gave no log-probability for any token of this sentence"


def greybox(
    *,
    llm: LLM,
    measure: Measure = "avg-entropy",
    entropy: Entropy = "shannon",
    form: Form = "text",
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Score a sentence by the mean or maximum of -log p, or of the entropy H, over its tokens.

    ``measure``: entropies work better with a proxy, -log p with the LLM that wrote the text (Tables 2 and 8).
    ``entropy``: ``shannon`` is H in nats (Section 3.1), ``exponential`` is 2^H of Eq. 13 (averaged as such; its score is
    its logarithm). ``form``: the prompt as plain text before the passage, as a chat turn that the passage answers, or
    ``none``, as the authors' code scores the proxies of Table 8.
    All measures are kept as raw values; the score is nats over 12, which is not calibrated.
    """

    def detect(document: Document) -> Iterator[Verdict]:
        sentences = sentences_of(document)
        prompt, note = _prompt(document, form)
        for piece in pieces_of(sentences):
            request = _request(document, prompt, piece, form, seed)
            completion = llm.complete([request])[0]
            cost = cost_of([completion])
            tokens = with_spans(list(completion.tokens[0]) if completion.tokens else [], request.score_text)
            why = completion.error or why_not(tokens, request.score_text)
            for sentence in piece:
                place = Span(sentence.span.start - piece[0].span.start, sentence.span.end - piece[0].span.start)
                yield _verdict(sentence, tokens_within(tokens, place), why, (measure, entropy), cost, note)
                cost = Cost()

    return detect


def why_not(tokens: Sequence[TokenScore], text: str) -> str:
    """Why the tokens say nothing of ``text``; empty where they are its own. Recorded ones may be those of another text."""
    if not tokens:
        return "the model gave no log-probabilities for the text"
    own = sum(token.span is not None and token.span.of(text).strip() == token.text.strip() for token in tokens)
    return "" if 2 * own >= len(tokens) else "the log-probabilities are those of another text"


def pieces_of(sentences: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Runs of sentences of at most ``SCORED_AT_ONCE`` characters."""
    piece: list[Sentence] = []
    for sentence in sentences:
        if piece and sentence.span.end - piece[0].span.start > SCORED_AT_ONCE:
            yield piece
            piece = []
        piece.append(sentence)
    if piece:
        yield piece


def _prompt(document: Document, form: Form) -> tuple[str, str]:
    """The prompt that comes before the text when it is scored, and a note for the report. It may be empty."""
    if form != "none":
        with suppress(Unparsed):
            prompt, origin = prompt_for(document)
            return prompt, f"{document.id}: scored after {origin}"
    return "", f"{document.id}: scored without a prompt"


def _request(document: Document, prompt: str, piece: list[Sentence], form: Form, seed: int) -> CompletionRequest:
    start, end = piece[0].span.start, piece[-1].span.end
    before = document.text[max(0, start - SEEN_BEFORE) : start]
    text = document.text[start:end]
    key = f"greybox/{start}/{document.id}"
    if form == "chat" and prompt:
        turns = (Message("user", prompt), *((Message("assistant", before),) if before else ()))
        return CompletionRequest(messages=turns, score_text=text, seed=seed, key=key, logprobs=5)
    lead = f"{prompt}\n" if prompt else ""
    return CompletionRequest(text=f"{lead}{before}", score_text=text, seed=seed, key=key, logprobs=5)


def _verdict(
    sentence: Sentence, tokens: list[TokenScore], why: str, wanted: tuple[Measure, Entropy], cost: Cost, note: str
) -> Verdict:
    claim = claim_of(sentence)
    if why or not tokens:
        return failed(claim, why or "no token of the model lies in this sentence", cost)
    measures = uncertainty(tokens)
    nats = in_nats(measures, *wanted)
    if nats is None:
        return failed(claim, NO_PROBABILITIES if wanted[0].endswith("logp") else NO_ENTROPIES, cost)
    raw = {**measures, "tokens": float(sum(not math.isnan(token.logprob) for token in tokens))}
    least = min(tokens, key=lambda token: math.inf if math.isnan(token.logprob) else token.logprob)
    rationale = f"{wanted[0]} {nats:.2f} nats; least expected: {least.text.strip()!r}; uncalibrated"
    return scored(claim, in_unit(nats), raw, rationale, cost, note=note)


def in_nats(measures: Mapping[str, float], measure: Measure, entropy: Entropy) -> float | None:
    """The chosen measure in nats (for 2^H, its logarithm); None if the model gives no such measure."""
    fold, of = measure.split("-")
    exponential = of == "entropy" and entropy == "exponential"
    value = measures.get(f"{fold}_{'exp_entropy' if exponential else 'neg_logp' if of == 'logp' else of}")
    return math.log(value) if exponential and value is not None else value
