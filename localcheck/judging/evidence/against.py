"""How plainly a document contradicts a claim, as a row of numbers for a fitted rule (``EvidenceModel.refutes``). Pure.

A reader takes much that says something else of the same thing for a contradiction, the more so the more a claim says. Of 500
true sentences of an encyclopedia whose own article was kept from it 44 were refuted by others, and of the same sentences with
one detail changed only 70: a refutation told next to nothing (decision 0257).
"""

from __future__ import annotations

import numpy as np

from localcheck.judging.evidence.read import Read
from localcheck.judging.opinion import Candidate
from localcheck.judging.spans import content_words
from localcheck.ports import FloatArray
from localcheck.types import Claim

NUMBERS = (
    "contradiction by what is quoted, as log-odds",
    "strongest contradiction by a single sentence, as log-odds",
    "strongest entailment by one, as log-odds",
    "content words of the claim",
)
IN_A_TEXT = 2.0
"""How many claims of a text are taken to be true for each that is false. A sentence that is asked about alone may be either."""
SURE, LONG = 1e-3, 14
"""Probabilities nearer to 0 or 1 count as this, and longer claims as so long."""


def told_against(claim: Claim, found: Read, quote: Candidate) -> FloatArray:
    """The numbers for a document that is quoted against a claim, shape (4,)."""
    said = np.array([quote.probability, found.alone[:, 2].max(), found.alone[:, 0].max()]).clip(SURE, 1.0 - SURE)
    row: FloatArray = np.append(np.log(said / (1.0 - said)), min(len(content_words(claim.text)), LONG))
    return row
