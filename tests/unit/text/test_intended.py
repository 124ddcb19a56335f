"""What is only meant to be done, beside what was done."""

from __future__ import annotations

import pytest

from localcheck.judging.closed_forms import SILENT, holds
from localcheck.text.values.compare import compare
from localcheck.text.values.intended import only_intended

MEANT = [
    ("The customer has been refunded €35.", "If it doesn't, we will refund the full €35."),
    (
        "The trial was repeated with rye flour.",
        "We recommend lowering the heat by 10 °C and repeating the trial in March.",
    ),
    ("Mr Obi asked two plumbers for quotes.", "Mr Obi will ask two plumbers for quotes before the next meeting."),
    ("The landlord repaired the boiler.", "The landlord has promised to repair the boiler by Friday."),
    ("The fence was painted.", "The committee agreed that the fence should be painted."),
]
DONE = [
    ("The landlord repaired the boiler.", "The landlord promised to repair the boiler and repaired it."),
    ("She joined the board.", "She was asked to join the board and joined in May."),
    ("The town was built in 1900.", "A town will be built in 1900."),
    ("Guests can be refunded.", "We will refund guests."),
    ("The boiler was not repaired.", "The landlord will repair the boiler."),
    ("Lewis Gilbert directed the film.", "It is the first film to be directed by Lewis Gilbert."),
]


@pytest.mark.parametrize(("claim", "premise"), MEANT)
def test_what_is_only_meant_says_nothing_of_what_was_done(claim: str, premise: str) -> None:
    assert only_intended(claim, premise) and holds(SILENT, claim, premise)


@pytest.mark.parametrize(("claim", "premise"), DONE)
def test_what_was_done_what_has_a_date_and_what_is_only_possible_is_left_to_a_reader(claim: str, premise: str) -> None:
    assert not only_intended(claim, premise)


def test_those_that_did_not_are_counted_apart_from_those_that_did() -> None:
    """ "Two of them were discarded" contradicted "Ten loaves were not discarded"."""
    found = compare("Ten loaves were not discarded.", "Two of the malted loaves were discarded.")
    assert found.left_open and not found.rivals
    assert compare("Ten loaves were discarded.", "Two of the malted loaves were discarded.").rivals
    assert compare("They had two sons.", "They had no children, but two dogs.").left_open is False
