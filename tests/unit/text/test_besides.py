"""What a sentence adds with "also" to something that was said elsewhere, beside a reader that takes it for all there is."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import NEUTRAL, agreeing
from localcheck.text.values.besides import told_besides

RIVER = "The Varn also flows through parts of Lorland, Ostria and Belmark."
PLAYED = "She also played for Wexham Rovers and Leith."


@pytest.mark.parametrize(
    ("claim", "premise", "besides"),
    [
        ("The Varn flows through Tessen and Karlow.", RIVER, True),
        ("The Varn flows through Tessen.", "The Varn flows also through Lorland.", True),
        ("The Varn flows through Tessen.", "The Varn flows through Lorland.", False),
        ("The Varn flows through Ostria.", RIVER, False),
        ("The Varn flows only through Tessen.", RIVER, False),
        ("The Varn flows solely through Tessen.", RIVER, False),
        ("The Varn does not flow through Tessen.", RIVER, False),
        ("The Varn flows through six towns of Tessen.", RIVER, False),
        ("The Varn rises in Tessen.", RIVER, False),
        ("Ida Holm played for Stockham City.", f"Ida Holm. {PLAYED}", True),
        ("Ida Holm played for Stockham City.", PLAYED, False),  # nothing says that she is meant
    ],
)
def test_what_is_told_besides_leaves_room_for_others(claim: str, premise: str, besides: bool) -> None:
    assert told_besides(claim, premise) is besides
    row = agreeing(np.array([0.03, 0.03, 0.94]), premise, claim, 0.6)
    assert np.array_equal(row, NEUTRAL) is besides


def test_what_supports_the_claim_stays() -> None:
    row = np.array([0.9, 0.05, 0.05])
    assert np.array_equal(agreeing(row, RIVER, "The Varn flows through Tessen.", 0.6), row)
