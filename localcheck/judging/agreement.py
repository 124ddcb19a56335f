"""Numbers of a claim held against a premise: "nine awards" and "eleven awards" are much the same to a small model. Pure.

Names were held against the premise likewise once; on the development claims that cost four verdicts in a hundred, since an
encyclopedia calls people "he" and things by other names (docs/methods.md, ablation).
"""

from __future__ import annotations

import numpy as np

from localcheck.ports import FloatArray
from localcheck.text import facts

KEPT = 0.2
"""What is left of an entailment for each number of the claim that the premise does not have."""
SPEAKS = 0.5
"""Share of the claim's content words from which a premise with another number speaks of the same thing."""


def agreeing(row: FloatArray, premise: str, claim: str, share: float) -> FloatArray:
    """(entail, neutral, contradict) after the numbers were compared; still sums to 1.

    Entailment is taken away where the premise lacks a number of the claim. What is taken becomes contradiction where the
    premise speaks of the same thing (``share`` of the claim's words) and has another number, else neutral.
    """
    lost = facts.missing_numbers(claim, premise)
    if not lost:
        return row
    kept = float(row[0]) * KEPT ** min(len(lost), 2)
    taken = float(row[0]) - kept
    rival = share >= SPEAKS and bool(facts.missing_numbers(premise, claim))
    return np.array([kept, row[1] + taken * (not rival), row[2] + taken * rival])
