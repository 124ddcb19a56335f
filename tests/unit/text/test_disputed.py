"""Comparisons on which a source says that others disagree."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.both_told import disputed

NILE = "Nile. It is regarded as the longest river, though some sources cite the Amazon River as longer than the Nile."
DEBATE = "The debate whether the Amazon or the Nile is longer has gone on for years."


@pytest.mark.parametrize(
    ("claim", "premise", "open_"),
    [
        ("The Nile is longer than the Amazon.", NILE, True),
        ("The Amazon is longer than the Nile.", DEBATE, True),
        ("The Amazon is longer than the Rhine.", DEBATE, False),
        ("The Nile is longer than the Amazon.", "The Amazon is shorter than the Nile, though wider.", False),
        ("The Nile is longer than the Amazon.", "The Nile is longer than the Amazon. Its source is disputed.", False),
        ("The Nile is the longest river.", NILE, False),
    ],
)
def test_what_is_not_agreed_decides_no_comparison(claim: str, premise: str, open_: bool) -> None:
    assert disputed(claim, premise) is open_
    if open_:
        assert agreeing(np.array([0.05, 0.05, 0.9]), premise, claim, 0.8)[1] == 1.0
