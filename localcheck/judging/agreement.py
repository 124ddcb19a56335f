"""Compare what can be compared without a model: numbers, dates, opposites, ranks, and who did what to whom. Pure.

A small model hardly tells "nine awards" from "eleven", "longest" from "second-longest", or a teacher from his pupil.

They are compared as typed values (``text.values``): a year is not a count, 75 miles are 120 km, and another number contradicts
only if it is a number of the same thing.

Names are not compared: on the development claims that lost four verdicts in a hundred, because an encyclopedia calls people
"he" and things by other names (research/methods.md, ablation).
"""

from __future__ import annotations

import numpy as np

from localcheck.ports import FloatArray
from localcheck.text.facts import missing_names
from localcheck.text.values.compare import compare
from localcheck.text.values.denials import denied
from localcheck.text.values.opposites import opposed
from localcheck.text.values.ranks import outranked
from localcheck.text.values.relations import borne_out, exchanged
from localcheck.text.values.undated import within_an_interval

KEPT = 0.2
"""The entailment is multiplied by this for each number of the claim that the premise does not have."""
SPEAKS = 0.5
"""A premise with another number contradicts the claim only if it has at least this share of the claim's content words."""


def agreeing(row: FloatArray, premise: str, claim: str, share: float) -> FloatArray:
    """Correct ``row`` by what can be decided without a model: numbers, opposites, ranks, and who did what to whom.

    ``row`` is (entail, neutral, contradict) and still sums to 1 afterwards. The entailment is lowered if the premise lacks a
    number of the claim or excludes the claim: by the opposite of one of its words, by another rank ("second-longest"), or
    by the reverse of a relation. What is taken away is added to contradiction if the premise is about the same thing
    (``share`` of the claim's words) and has another number for the same property, or excludes the claim; else to neutral. A
    bound that leaves the number open ("fewer than 200" beside 150) contradicts nothing.

    The contradiction is lowered where the premise tells the claim's own relation (then that is entailment), or where all
    that could contradict is an interval that holds the claim's year.
    """
    compared = compare(claim, premise)
    excluded = exchanged(claim, premise) or (
        share >= SPEAKS and (opposed(claim, premise) or outranked(claim, premise) is not None or denied(claim, premise))
    )
    if not compared.lost and not excluded:
        return _not_against(row, premise, claim)
    kept = float(row[0]) * KEPT ** min(len(compared.lost) + excluded, 2)
    taken = float(row[0]) - kept
    if compared.left_open and not excluded:
        return np.array([kept, 1.0 - kept, 0.0])
    rival = excluded or (share >= SPEAKS and bool(compared.rivals))
    return np.array([kept, row[1] + taken * (not rival), row[2] + taken * rival])


def _not_against(row: FloatArray, premise: str, claim: str) -> FloatArray:
    """The row with less contradiction where the premise says the same, or leaves it open; numbers agree already."""
    doubted = float(row[2]) * (1 - KEPT)
    if borne_out(claim, premise) and not missing_names(claim, premise):
        return np.array([row[0] + doubted, row[1], row[2] - doubted])
    if within_an_interval(claim, premise):
        return np.array([row[0], row[1] + doubted, row[2] - doubted])
    return row
