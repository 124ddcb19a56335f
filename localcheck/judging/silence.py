"""Pages that say nothing of a claim, though a search for it found them: a sign against it while nothing else is found. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.ports import FloatArray

SPEAKS = 1.1
"""Log-likelihood ratio from which on a document speaks for the claim, three to one: the search has found something then."""


def counting(symbols: Sequence[int | None], silent: Sequence[bool], ratios: FloatArray) -> list[bool]:
    """For each document whether its symbol moves the belief: silence does only while no document speaks for the claim.

    A document without a symbol never does. ``ratios``: log P(symbol | factual) - log P(symbol | not factual); a ``silent``
    document that speaks for the claim nevertheless does not count as silent.
    """
    quiet = [s is not None and is_silent and ratios[s] < 0 for s, is_silent in zip(symbols, silent, strict=True)]
    found = any(s is not None and ratios[s] >= SPEAKS for s in symbols)
    return [s is not None and not (silent_here and found) for s, silent_here in zip(symbols, quiet, strict=True)]
