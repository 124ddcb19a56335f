"""BM25 over the sentences of one article. Pure.

Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond", Eq. 3.15; document frequencies are
counted in the article itself, so that a word which stands in each of its sentences weighs next to nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

K1, B = 1.2, 0.75


def bm25(query: Sequence[str], sentences: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """The score of each sentence (a list of words) for the query's words, as a share of the sum of their weights.

    >>> bm25(["tower", "paris"], [["a", "tower", "in", "paris"], ["a", "river"]]).round(1).tolist()
    [0.9, 0.0]
    """
    n = len(sentences)
    wanted = set(query)
    if not n or not wanted:
        return np.zeros(n)
    held = [{w: s.count(w) for w in wanted.intersection(s)} for s in sentences]
    seen = {w: sum(w in h for h in held) for w in wanted}
    weights = {w: math.log(1 + (n - seen[w] + 0.5) / (seen[w] + 0.5)) for w in wanted}
    lengths = np.array([len(s) for s in sentences], dtype=np.float64)
    norms = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
    scores = [
        sum(weights[w] * count * (K1 + 1) / (count + norm) for w, count in h.items())
        for h, norm in zip(held, norms, strict=True)
    ]
    return np.array(scores) / sum(weights.values())
