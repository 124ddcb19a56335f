"""Of which body something is a member: lists, candidates, and what is said of the body besides."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import NEUTRAL, agreeing
from localcheck.text.values.memberships import of_other_bodies

LIST = (
    "Norlanda is a founding member of the Coastal League, the Grain Union and NOTA, and a member of the Customs Area."
)
HOPES = "Serbola's goal is to become a member state of the Grain Union; it is one of six candidates for membership."


@pytest.mark.parametrize(
    ("claim", "premise", "silent"),
    [
        ("Norlanda is a member of the Sea Union.", LIST, True),
        ("Norlanda is a member of the Sea Union.", f"{LIST} It keeps close ties with the Sea Union.", True),
        ("Norlanda is a member of the Grain Union.", LIST, False),
        ("Norlanda is a member of NOTA.", LIST, False),
        ("Norlanda is a member of the CL.", LIST, False),
        ("Norlanda is a member of the Sea Union.", f"{LIST} In 1995 it joined the Sea Union.", False),
        ("Norlanda is a member of the Sea Union.", f"{LIST} It is not a member of the Sea Union.", False),
        ("Norlanda is not a member of the Sea Union.", LIST, False),
        ("Serbola is a member of the Grain Union.", HOPES, True),
        ("Serbola is a candidate member of the Grain Union.", HOPES, False),
        (
            "Icela is a member of the SU.",
            "Icela is a member of the Free Area, which opens the market of the SU to it.",
            True,
        ),
        (
            "Icela is a member of the Sea Union.",
            "The Sea Union (SU) has three member states. Icela is one of them.",
            False,
        ),
        ("Ada Bell was a member of the Reform Club.", "Ada Bell was a painter.", False),
        ("The whale is a member of a family.", LIST, False),
    ],
)
def test_a_list_of_memberships_says_nothing_of_another_body(claim: str, premise: str, silent: bool) -> None:
    assert of_other_bodies(claim, premise) is silent
    row = agreeing(np.array([0.9, 0.05, 0.05]), premise, claim, 0.8, by_two=True)
    assert (row == NEUTRAL).all() == silent
