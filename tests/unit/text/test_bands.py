"""Rows of a table that are each of an interval: a claim's value is in one of them."""

from __future__ import annotations

import pytest

from localcheck.judging.evidence.wording import in_the_premise_s_words, premise_for

SMALL = "The Age (approx.) for Weight 5–8 kg is 3–12 months. The single dose for Weight 5–8 kg is 3 ml."
LARGE = "The Age (approx.) for Weight 9–12 kg is 1–2 years. The single dose for Weight 9–12 kg is 5 ml."
POSTAGE = "Parcels: 5–10 kg: €9."


@pytest.mark.parametrize(
    ("claim", "premise", "read"),
    [
        ("A child of 11 kg gets 5 ml.", f"{SMALL} {LARGE}", ("A child of 9–12 kg gets 5 ml.", LARGE)),
        ("A child of 12.5 kg gets 5 ml.", LARGE, ("A child of 12.5 kg gets 5 ml.", LARGE)),
        ("A parcel of 7 kg costs €9.", POSTAGE, ("A parcel of 5–10 kg costs €9.", POSTAGE)),
        ("It weighs 6 kg.", "It weighs 5–8 kg.", ("It weighs 6 kg.", "It weighs 5–8 kg.")),
    ],
)
def test_a_value_is_read_as_the_interval_that_holds_it(claim: str, premise: str, read: tuple[str, str]) -> None:
    said = premise_for(claim, premise)
    assert (in_the_premise_s_words(claim, said), said) == read
