"""Compare the numbers of a claim with those of a premise: a small model hardly tells "nine awards" from "eleven". Pure.

They are compared as typed values (``text.values``): a year is not a count, 75 miles are 120 km, and another number contradicts
only if it is a number of the same thing.

Names are not compared: on the development claims that lost four verdicts in a hundred, because an encyclopedia calls people
"he" and things by other names (research/methods.md, ablation).
"""

from __future__ import annotations

import numpy as np

from localcheck.ports import FloatArray
from localcheck.text.values.compare import compare
from localcheck.text.values.opposites import opposed

KEPT = 0.2
"""The entailment is multiplied by this for each number of the claim that the premise does not have."""
SPEAKS = 0.5
"""A premise with another number contradicts the claim only if it has at least this share of the claim's content words."""


def agreeing(row: FloatArray, premise: str, claim: str, share: float) -> FloatArray:
    """Lower the entailment in ``row`` if the premise lacks a number of the claim, or says the opposite of one of its words.

    ``row`` is (entail, neutral, contradict) and still sums to 1 afterwards. What is taken away is added to contradiction if the
    premise is about the same thing (``share`` of the claim's words) and has another number for the same property, or that
    opposite; else to neutral. A bound that leaves the number open ("fewer than 200" beside 150) contradicts nothing.
    """
    compared = compare(claim, premise)
    opposite = share >= SPEAKS and opposed(claim, premise)
    if not compared.lost and not opposite:
        return row
    kept = float(row[0]) * KEPT ** min(len(compared.lost) + opposite, 2)
    taken = float(row[0]) - kept
    if compared.left_open and not opposite:
        return np.array([kept, 1.0 - kept, 0.0])
    rival = opposite or (share >= SPEAKS and bool(compared.rivals))
    return np.array([kept, row[1] + taken * (not rival), row[2] + taken * rival])
