"""Hand-made evidence scores, and the claim and passage that tests of reading share."""

from __future__ import annotations

from localcheck.judging.evidence.choose import Choice
from localcheck.judging.evidence.features import FEATURES, INDEX
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.stats.bayes import Likelihoods
from localcheck.types import Claim, Passage, Source, Span

HERE = Source("test", "memory")
TEXT = (
    "Ada Lovelace wrote letters. She was born in London in 1815. Rain fell. Short one. "
    "Letters were found in London much later."
)
THERE = Passage("Ada Lovelace (writer)", TEXT, HERE)


def claim(text: str) -> Claim:
    return Claim("0.0", 0, text, Span(0, len(text)))


TOLD = claim("Ada Lovelace was born in London in 1815.")
MODEL = EvidenceModel(
    Choice(), (1.0, 0.0, 0.0, 0.0, 0.0), 0.25, (-0.5, 0.5),
    Likelihoods((0.2, 0.3, 0.5), (0.5, 0.3, 0.2), "abc", "index", "by hand", (7, 9)),
)  # fmt: skip
"""For tests of what a score is worth and of its files."""


def simple_model(strength: float = 0.9) -> EvidenceModel:
    """Three symbols: against, silent, for; ``strength`` is how often a telling document tells the truth."""
    weights = tuple(
        1.0 if "best sentences read as one" in name or "strongest" in name else 0.0 for name in FEATURES[:INDEX]
    )
    told, silent = strength * 0.5, 0.5
    table = Likelihoods((0.5 - told, silent, told), (told, silent, 0.5 - told), "", "index", "made by hand")
    return EvidenceModel(Choice(), weights, 0.0, (-0.4, 0.4), table)
