"""Algorithm 1 of Wang et al. 2023, replayed over the documents of a claim that were read before. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from localcheck.evaluate.learning.fitting import Observed
from localcheck.judging.silence import counting
from localcheck.stats.bayes import Policy


@dataclass(frozen=True, slots=True)
class Stopped:
    """One claim after the last document read."""

    p_factual: float
    read: int


Rule = Callable[[tuple[Observed, ...]], Stopped]
"""From the documents of a claim to its posterior and how many were read."""


def sequential(
    policy: Policy, symbol: Callable[[Observed], int], silent: Callable[[Observed], bool] = lambda _: False
) -> Rule:
    """Algorithm 1 over these symbols; ``silent``: documents whose symbol stands for saying nothing (``judging.silence``)."""

    def judge(documents: tuple[Observed, ...]) -> Stopped:
        belief = policy.start()
        symbols: list[int] = []
        quiet: list[bool] = []
        for one in documents:
            if policy.stops(belief):
                break
            symbols.append(symbol(one))
            quiet.append(silent(one))
            counts = counting(symbols, quiet, policy.ratios)
            belief = policy.after(s if counted else None for s, counted in zip(symbols, counts, strict=True))
        return Stopped(belief.p_factual, belief.step)

    return judge
