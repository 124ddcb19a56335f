"""A language model as the second reader of a text that was given for a claim: when it is asked, and what both say together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from localcheck.asking.expert import Answer
from localcheck.judging.expert import Consultant
from localcheck.judging.given_score import DECIDES, joined
from localcheck.judging.opinion import OTHER, SIDES, Opinion
from localcheck.judging.sides import NEITHER, PERHAPS, Quoted, Sides
from localcheck.ports import FloatArray
from localcheck.types import Claim, Cost, Label

ASKED = 0.8
"""P(true) or P(false) from which on the language model is not asked. (Decision 0264.)"""
SURE = 0.9
"""P(true) or P(false) of a language model from which on it decides where its answers or those of the NLI model were not
measured, unless the latter says the contrary."""
UNSURE = 0.85
"""P(true) of an NLI model that was not measured up to which a language model is asked about what it supports."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a text says of a claim when both have read it."""

    opinion: Opinion
    """Of the text, with a quote for what both decided; with a note where the language model gave no answer, and all is as the
    NLI model left it."""
    sides: Sides
    shares: FloatArray | None
    """P(true), P(not told) and P(false), shape (3,); None where that was not measured of the reader who
    decided."""
    cost: Cost


def worth_asking(found: Sides, opinion: Opinion, shares: FloatArray | None) -> bool:
    """Whether a language model is asked beside this text, which must have sentences to be shown: where neither side has
    ``ASKED`` of the ``shares``. Where these are not known: about what ``found`` leaves open, if a person might quote one of the
    sentences for the claim, or supports without being sure of it.
    """
    if not opinion.shown:
        return False
    if shares is not None:
        return bool(shares[[0, 2]].max() < ASKED)
    if found.quoted is None:
        return opinion.near >= PERHAPS
    return found.label is Label.SUPPORTED and found.quoted.candidate.probability < UNSURE


def hear(
    claim: Claim, place: int, opinion: Opinion, found: Sides, shares: FloatArray | None, consultant: Consultant
) -> Heard:
    """Ask the language model about the sentences of the text at ``place``, and decide by what both readers say.

    Where both were measured, their probabilities are joined, and a side that has ``DECIDES`` of them is taken, with a quote.
    Else a side that the language model is ``SURE`` of is, unless the NLI model says the contrary: then nothing is settled.
    """
    known = shares if consultant.measured else None

    def decided(answer: Answer) -> Label | None:
        if known is not None:
            both = _both(known, answer)
            return next((label for label, column in SIDES.items() if both[column] >= DECIDES), None)
        return answer.likelier if _sure(answer) and found.label is not OTHER[answer.likelier] else None

    heard, answer, cost = consultant.hear(claim, opinion, decided)
    label = None if answer.error else decided(answer)
    if answer.error or (known is None and (label is found.label or not _sure(answer))):
        return Heard(heard, found, shares, cost)
    if known is not None:
        return Heard(heard, _side(place, heard, label, 1.0), _both(known, answer), cost)
    said = max(answer.true, answer.false)
    return Heard(heard, _side(place, heard, label, said), None if label else shares, cost)


def _sure(answer: Answer) -> bool:
    return max(answer.true, answer.false) >= SURE


def _both(shares: FloatArray, answer: Answer) -> FloatArray:
    return joined(shares, np.array([answer.true, answer.neither, answer.false]))


def _side(place: int, opinion: Opinion, label: Label | None, said: float) -> Sides:
    """The side with its quote, which counts as much as what was ``said``; none without a quote."""
    quote = None if label is None else opinion.quote(label)
    if quote is None:
        return NEITHER
    side = Quoted(place, replace(quote, probability=said))
    return Sides(side, None) if label is Label.SUPPORTED else Sides(None, side)
