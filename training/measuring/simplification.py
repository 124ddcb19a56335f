"""How close a split or simplified text is to a reference: BLEU (Papineni et al. 2002) and SARI (Xu et al. 2016, Eq. 1-8).

Texts are token sequences; both scores are in [0, 1], higher is better.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

ORDER = 4
"""Longest n-gram."""

Tokens = Sequence[str]
Grams = Counter[tuple[str, ...]]


def _grams(tokens: Tokens, n: int) -> Grams:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def bleu(outputs: Sequence[Tokens], references: Sequence[Tokens]) -> float:
    """Corpus BLEU-4 with one reference each, uniform weights, brevity penalty, no smoothing. Empty input scores 0."""
    matched, total = [0] * ORDER, [0] * ORDER
    for output, reference in zip(outputs, references, strict=True):
        for n in range(1, ORDER + 1):
            found = _grams(output, n)
            matched[n - 1] += (found & _grams(reference, n)).total()
            total[n - 1] += found.total()
    if not all(matched):
        return 0.0
    precision = sum(math.log(m / t) for m, t in zip(matched, total, strict=True)) / ORDER
    length, wanted = sum(map(len, outputs)), sum(map(len, references))
    return math.exp(precision + min(0.0, 1 - wanted / length))


def sari(source: Tokens, output: Tokens, reference: Tokens) -> float:
    """SARI of one output with one reference: mean of F1(add), F1(keep) and precision(delete) over 1- to 4-grams.

    0/0 counts as 0, as in the authors' code: a system that deletes nothing earns nothing for deletion.
    """
    total = 0.0
    for n in range(1, ORDER + 1):
        s, c, r = _grams(source, n), _grams(output, n), _grams(reference, n)
        added, wanted = set(c) - set(s), set(r) - set(s)
        add = _f1(_ratio(len(added & wanted), len(added)), _ratio(len(added & wanted), len(wanted)))
        kept, keepable = s & c, s & r
        good = kept & keepable
        keep = _f1(_mean_share(good, kept), _mean_share(good, keepable))
        deleted = s - c
        delete = _mean_share(deleted & (s - r), deleted)
        total += (add + keep + delete) / 3
    return total / ORDER


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _mean_share(good: Grams, all_of: Grams) -> float:
    """Mean over the distinct n-grams of ``all_of`` of the share of their occurrences that are good."""
    return _ratio(sum(good[gram] / count for gram, count in all_of.items()), len(all_of))


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
