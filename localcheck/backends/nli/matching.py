"""How far a text speaks of each word of a claim: late interaction of token vectors (ColBERT, Khattab and Zaharia 2020, Eq. 3).

Every token of the claim looks for the nearest token of the text; the mean of these cosines ranks sentences where one vector a
sentence says only what it is about. Tokens that most of the compared texts have, such as the article's title, weigh little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from localcheck.ports import Encoder, FloatArray

DECIMALS = 6
"""To which a match is rounded, so that it does not hang on what was computed in the same batch."""


def match(encoder: Encoder, claim: str, texts: Sequence[str]) -> FloatArray:
    """The weighted mean over the claim's tokens of the highest cosine with a token of each text, shape (n,), in [-1, 1].

    A token weighs the square root of the log of how rare it is among ``texts``. Raises ``NLIError``.
    """
    if not texts:
        return np.empty(0)
    said, *others = encoder.encode([claim, *texts])
    weights = _rarity(said.tokens, [other.tokens for other in others])
    found = [float(weights @ (said.vectors @ other.vectors.T).max(axis=1, initial=0.0)) for other in others]
    return np.array([round(one, DECIMALS) for one in found])


def _rarity(tokens: Sequence[str], texts: Sequence[Sequence[str]]) -> FloatArray:
    """Weights of the tokens, which sum to 1."""
    having = Counter(token for text in texts for token in set(text))
    rare: FloatArray = np.sqrt(np.log([(len(texts) + 1) / (having[token] + 0.5) for token in tokens], dtype=np.float64))
    shares: FloatArray = rare / max(float(rare.sum()), 1e-9)
    return shares
