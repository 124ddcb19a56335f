"""``text.values.routes``: the way told the other way round."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing, decided_against
from localcheck.text.values.routes import before_a_change, reversed_way

NILE = "Nile. It flows north through Tanzania, Lake Victoria, Uganda and South Sudan."


@pytest.mark.parametrize(
    ("claim", "premise", "is_reversed"),
    [
        (
            "She sailed from New York to Southampton.",
            "Her voyage from Southampton to New York City was the first.",
            True,
        ),
        (
            "NATO moved its seat from Brussels to Paris.",
            "The seat was then moved from Paris to Brussels in 1967.",
            True,
        ),
        ("He walked from Rome back to Naples.", "He walked from Naples to Rome.", True),
        ("He walked from Rome to Naples.", "He walked from Rome to Naples.", False),
        ("He walked from Rome to Naples.", "He walked from Naples to Rome and from Rome to Naples.", False),
        ("He walked from Rome to Naples.", "He walked from Naples to Capua.", False),
        ("He walked from Rome to Naples.", "He lived in Naples and in Rome.", False),
        ("It flows from Lake Victoria to Lake Albert.", "It flows from Lake Albert to Nimule.", False),
        ("The Nile flows from north to south.", NILE, True),
        ("The Nile flows from south to north.", NILE, False),
        ("The Nile flows from north to south.", "The Nile River flows from the south to the north.", True),
        ("The Danube flows from east to west.", "Danube. It flows southeast for 2,850 km.", True),
        ("The Danube flows from west to east.", "Danube. At Budapest it turns and flows south.", False),
        ("The Rhine flows from north to south.", "Rhine. It flows northwest of Basel.", False),
        ("The launch was moved from 5 May to 12 May.", "The launch was moved from 12 May to 5 May 2026.", True),
        ("The launch was moved from 12 May to 5 May.", "The launch was moved from 12 May to 5 May 2026.", False),
        ("The fee was raised from 5 to 7 euros.", "The fee was raised from 5 euros to 7 euros.", False),
    ],
)
def test_a_way_told_the_other_way_round(claim: str, premise: str, is_reversed: bool) -> None:
    assert reversed_way(claim, premise) is is_reversed


def test_a_reader_that_overlooks_it_is_corrected() -> None:
    row = agreeing(
        np.array([0.9, 0.05, 0.05]),
        "The ship was on her first voyage, from Southampton to New York City.",
        "The ship was on her voyage from New York to Southampton.",
        0.8,
    )
    assert row[2] > 0.7 > 0.3 > row[0]


@pytest.mark.parametrize(
    ("claim", "premise", "gone"),
    [
        ("The meeting is on Tuesday.", "The meeting was moved from Tuesday to Thursday, 5 June 2025.", True),
        ("The fee is 5 euros.", "The entry fee was raised from 5 euros to 7 euros in May.", True),
        ("The price is 40 euros.", "The price was raised from 40 to 55 euros in May.", True),
        ("The price is 55 euros.", "The price was raised from 40 to 55 euros in May.", False),
        ("The price is 2.50 euros.", "The price was raised from 2.50 to 2.75 euros.", True),
        ("The price is 2.75 euros.", "The price was raised from 2.50 to 2.75 euros.", False),
        ("Version 2.4 is due in May.", "The release of version 2.4 was moved from May to June.", True),
        ("The release of version 2.4 is in May.", "The release of version 2.4 was moved from May to June.", True),
        ("The fee is 7 euros.", "The entry fee was raised from 5 euros to 7 euros in May.", False),
        ("The deadline is 3 May.", "The deadline has been extended from 3 May to 3 June.", True),
        ("The deadline is 3 June.", "The deadline has been extended from 3 May to 3 June.", False),
        ("The meeting was on Tuesday.", "The meeting was moved from Tuesday to Thursday.", False),
        ("The office is open on Tuesday.", "The meeting was moved from Tuesday to Thursday.", False),
        ("The meeting is on Tuesday.", "The meeting was moved from Tuesday to Monday and back to Tuesday.", False),
    ],
)
def test_what_was_so_before_a_change_is_not_so_now(claim: str, premise: str, gone: bool) -> None:
    assert before_a_change(claim, premise) is gone
    assert not gone or decided_against(claim, premise)
