"""Numbers of a claim held against a premise: "nine awards" and "eleven awards" are much the same to a small model. Pure.

They are compared as typed values (``text.values``): a year is no count, 75 miles are 120 km, and another number contradicts
only where it is one of the same thing.

Names were held against the premise likewise once; on the development claims that cost four verdicts in a hundred, since an
encyclopedia calls people "he" and things by other names (docs/methods.md, ablation).
"""

from __future__ import annotations

import numpy as np

from localcheck.ports import FloatArray
from localcheck.text.values import quantities
from localcheck.text.values.opposites import opposed

KEPT = 0.2
"""What is left of an entailment for each number of the claim that the premise does not have."""
SPEAKS = 0.5
"""Share of the claim's content words from which a premise with another number speaks of the same thing."""


def agreeing(row: FloatArray, premise: str, claim: str, share: float) -> FloatArray:
    """(entail, neutral, contradict) after numbers and opposites were compared; still sums to 1.

    Entailment is taken away where the premise lacks a number of the claim, or says the opposite of one of its words. What is
    taken becomes contradiction where the premise speaks of the same thing (``share`` of the claim's words) and has another
    number for the same property, or that opposite; else neutral.
    """
    lost = quantities.lost(claim, premise)
    opposite = share >= SPEAKS and opposed(claim, premise)
    if not lost and not opposite:
        return row
    kept = float(row[0]) * KEPT ** min(len(lost) + opposite, 2)
    taken = float(row[0]) - kept
    rival = opposite or (share >= SPEAKS and quantities.rivals(claim, premise))
    return np.array([kept, row[1] + taken * (not rival), row[2] + taken * rival])
