"""Grey-box uncertainty of a sentence (Manakul et al. 2023, Section 3.1 and Appendix A.1), from its tokens' scores."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from localcheck.stats.ragged import FloatArray
from localcheck.types import Span, TokenScore


def uncertainty(tokens: list[TokenScore]) -> dict[str, float]:
    """Mean (``avg_…``) and maximum (``max_…``) over the tokens of a sentence of -log p (``neg_logp``), of the entropy H
    (``entropy``), both in nats, and of 2^H with H in bits (``exp_entropy``, Eq. 13): the effective number of tokens that the
    model chooses between. A token without a number (None, NaN) is left out, and a measure of which no token has one is too.
    """
    entropy = _numbers(token.entropy for token in tokens if token.entropy is not None)
    measures = {
        "neg_logp": _numbers(-token.logprob for token in tokens),
        "entropy": entropy,
        "exp_entropy": np.exp(entropy),
    }
    found: dict[str, float] = {}
    for name, values in measures.items():
        if values.size:
            found |= {f"avg_{name}": float(values.mean()), f"max_{name}": float(values.max())}
    return found


def _numbers(values: Iterable[float]) -> FloatArray:
    found = np.array(list(values), dtype=np.float64)
    return found[~np.isnan(found)]


def tokens_within(tokens: list[TokenScore], span: Span) -> list[TokenScore]:
    """The tokens whose first visible character lies in ``span``; white space before a word belongs to the word."""
    return [token for token in tokens if token.span is not None and span.start <= first_visible(token) < span.end]


def first_visible(token: TokenScore) -> int:
    """The place of the token's first character that is not white space."""
    assert token.span is not None
    lead = len(token.text) - len(token.text.lstrip())
    return min(token.span.start + lead, max(token.span.start, token.span.end - 1))


def with_spans(tokens: list[TokenScore], text: str) -> list[TokenScore]:
    """The same tokens with spans in ``text``: their own if they have some, else found by matching their texts in order."""
    placed: list[TokenScore] = []
    at = 0
    for token in tokens:
        if token.span is None:
            found = text.find(token.text.strip(), at) if token.text.strip() else at
            start = found if found >= 0 else at
            span = Span(min(start, len(text)), min(start + max(1, len(token.text.strip())), len(text)))
            token = TokenScore(token.text.strip(), token.logprob, token.entropy, token.top, span)
        placed.append(token)
        at = token.span.end if token.span else at
    return placed
