"""How far two values lie apart is not contradicted by what tells no difference."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.uncompared import told_no_difference

RENT = "The rent is £1,150 a month, in advance. If it is more than 14 days late, interest of 3% may be charged."


@pytest.mark.parametrize(
    ("claim", "premise", "silent"),
    [
        ("The deposit is £150 more than one month's rent.", RENT, True),
        ("The deposit is £150 more than one month's rent.", "The deposit is £50 more than the rent.", False),
        ("The deposit is £150 more than one month's rent.", "The deposit exceeds the rent by £50.", False),
        ("The deposit is £150 higher than the rent.", "The deposit is the same as the rent.", False),
        ("The rent is more than £1,200.", RENT, False),
        ("The rent is £1,200.", RENT, False),
        ("They go home 25 minutes earlier than on Monday.", "School ends at 15:10, on Fridays at 14:45.", True),
    ],
)
def test_values_alone_tell_no_difference(claim: str, premise: str, silent: bool) -> None:
    assert told_no_difference(claim, premise) is silent


def test_a_reader_s_contradiction_of_a_difference_is_silence() -> None:
    row = agreeing(np.array([0.1, 0.2, 0.7]), RENT, "The deposit is £150 more than one month's rent.", 0.75)
    assert row.tolist() == [0.0, 1.0, 0.0]
