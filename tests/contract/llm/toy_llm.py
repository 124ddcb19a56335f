"""A toy language model as a function of the request: deterministic, able to answer every kind of request."""

from __future__ import annotations

import json
import math
import re

from localcheck.backends.llm.requests import digest, prompt_text
from localcheck.types import Completion, CompletionRequest, Span, TokenScore

WORDS = ("one", "two", "three", "four", "five")
CONTEXT = 400
"""Words that a prompt may have, so that the suite can ask for too much."""


def toy(request: CompletionRequest) -> Completion:
    """Answers from the digest of the request: equal requests get equal answers."""
    words = len(prompt_text(request).split())
    if words > CONTEXT:
        return Completion(error=f"the prompt has {words} words, the context holds {CONTEXT}")
    if request.options:
        total = sum(range(1, len(request.options) + 1))
        return Completion(option_probs=tuple((i + 1) / total for i in range(len(request.options))), tokens_in=words)
    if request.score_text:
        return Completion(tokens=(_scores(request.score_text, request.logprobs),), tokens_in=words)
    if request.schema:
        return Completion(texts=(json.dumps({"answer": "yes"}),) * request.n)
    texts = tuple(_text(request, i) for i in range(request.n))
    tokens = tuple(_scores(t, request.logprobs) for t in texts) if request.logprobs else ()
    return Completion(texts=texts, tokens=tokens)


def _text(request: CompletionRequest, sample: int) -> str:
    seed = int(digest(request)[:8], 16) + (sample if request.temperature else 0)
    words = [WORDS[(seed + i * i) % len(WORDS)] for i in range(min(request.max_tokens, 6))]
    text = " ".join(words)
    return min((text.split(s)[0] for s in request.stop), key=len, default=text)


def _scores(text: str, top: int) -> tuple[TokenScore, ...]:
    return tuple(
        TokenScore(
            m.group(),
            -math.log(2.0),
            math.log(4.0),
            tuple((w, -math.log(2.0 ** (i + 1))) for i, w in enumerate(WORDS[:top])),
            Span(*m.span()),
        )
        for m in re.finditer(r"\s*\S+\s*$|\s*\S+", text)
    )
