"""What is welcome is not required."""

from __future__ import annotations

import pytest

from localcheck.text.values.sought import only_wished

ASKED = "We expect: fluent Swedish; Finnish is a plus, but no condition; experience with Python is welcome."


@pytest.mark.parametrize(
    ("claim", "premise", "wished"),
    [
        ("Finnish is required.", ASKED, True),
        ("Applicants must speak Finnish.", ASKED, True),
        ("Candidates need experience with Python.", ASKED, True),
        ("Swedish is required.", ASKED, False),
        ("Finnish is not required.", ASKED, False),
        ("Finnish is spoken in the town.", ASKED, False),
        ("Five years of experience with Python are required.", ASKED, False),
        ("Applicants speak Finnish.", ASKED, False),
        ("Applicants need not speak Finnish.", ASKED, False),
        ("It is required.", ASKED, False),
        ("Guests are required.", "Guests are welcome to stay.", False),
    ],
)
def test_what_is_an_advantage_is_not_required(claim: str, premise: str, wished: bool) -> None:
    assert only_wished(claim, premise) is wished
