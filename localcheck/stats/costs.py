"""What the decision of Wang et al. 2023 rests on: the likelihoods of the features, and the costs of errors and of reading."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Likelihoods:
    """P(f | factual) and P(f | not factual) of each feature, and where they were counted.

    The paper has ten features of entailment; a learned evidence score has as many symbols as were fitted.
    """

    __provided__: ClassVar[bool] = True

    factual: tuple[float, ...]
    """P(f | theta_1), positive numbers that sum to 1."""
    nonfactual: tuple[float, ...]
    """P(f | theta_0), likewise."""
    nli_sha256: str = ""
    """Hash of the NLI model whose scores were counted."""
    evidence: str = ""
    """Kind of evidence: ``index`` or ``web``."""
    data: str = ""
    """Which labelled claims were counted, for people."""
    n: tuple[int, int] = (0, 0)
    """Number of factual and of not factual claims."""

    def __post_init__(self) -> None:
        for name, row in (("factual", self.factual), ("nonfactual", self.nonfactual)):
            if len(row) < 2 or not all(0 < p <= 1 for p in row) or not math.isclose(sum(row), 1, abs_tol=1e-6):
                raise ValueError(f"{name}: positive probabilities that sum to 1 are needed")
        if len(self.factual) != len(self.nonfactual):
            raise ValueError("both rows must have a probability for each feature")

    def log_ratios(self) -> FloatArray:
        """log P(f | theta_1) - log P(f | theta_0), shape (features,)."""
        ratios: FloatArray = np.log(self.factual) - np.log(self.nonfactual)
        return ratios


@dataclass(frozen=True, slots=True)
class Costs:
    """The three costs of Section 3.4, and one that the paper does not have."""

    miss: float = 28.0
    """C_M: a hallucination is declared factual."""
    false_alarm: float = 96.0
    """C_FA: a fact is declared a hallucination."""
    retrieve: float = 1.0
    """C_retrieve: one more document."""
    abstain: float = math.inf
    """Cost of answering "not enough evidence" (Chow 1970). Infinity means, as in the paper, that one of the two labels must be
    declared."""

    def __post_init__(self) -> None:
        if min(self.miss, self.false_alarm, self.abstain) <= 0 or self.retrieve < 0:
            raise ValueError("costs of errors must be positive, and the cost of a document must not be negative")

    @property
    def threshold(self) -> float:
        """The posterior above which "factual" is the cheaper declaration: C_M / (C_M + C_FA)."""
        return self.miss / (self.miss + self.false_alarm)

    @property
    def factual_from(self) -> float:
        """The lowest posterior at which "factual" is the cheapest of the three answers: (1 - pi) C_M is at most C_abstain."""
        return max(self.threshold, 1.0 - self.abstain / self.miss)

    @property
    def nonfactual_to(self) -> float:
        """The highest posterior at which "not factual" is the cheapest of the three answers: pi C_FA is at most C_abstain."""
        return min(self.threshold, self.abstain / self.false_alarm)
