"""Rows of a table that are each of an interval: a claim's value is in one of them."""

from __future__ import annotations

import pytest

from localcheck.judging.evidence.wording import in_the_premise_s_words, premise_for
from localcheck.text.values.table_rows import of_another_band, of_another_row

SMALL = "The Age (approx.) for Weight 5–8 kg is 3–12 months. The single dose for Weight 5–8 kg is 3 ml."
LARGE = "The Age (approx.) for Weight 9–12 kg is 1–2 years. The single dose for Weight 9–12 kg is 5 ml."
POSTAGE = "Parcels: 5–10 kg: €9."


@pytest.mark.parametrize(
    ("claim", "premise", "another"),
    [
        ("A child of 6 kg gets 5 ml.", LARGE, True),
        ("A child of 6 kg gets 5 ml.", f"{LARGE} The single dose for Weight 13–19 kg is 7.5 ml.", True),
        ("A child of 6 kg gets 5 ml.", SMALL, False),
        ("A child of 6 kg gets 5 ml.", f"{SMALL} {LARGE}", False),
        ("A child of 5 to 8 kg gets 5 ml.", LARGE, False),
        ("A child gets 5 ml.", LARGE, False),
        ("A child of 6 kg gets 5 ml.", f"Ask a doctor before you give this to a child below 3 kg. {LARGE}", False),
        ("A bag of 6 kg holds 3 kg.", "The load of 9–12 kg is 5 kg.", False),
        ("A parcel of 4 kg costs €9.", POSTAGE, True),
        ("A parcel of 4 kg costs €9.", POSTAGE.rstrip("."), True),
        ("A child of about 6 kg gets 5 ml.", LARGE, False),
        ("A child of 6 kg gets 5 ml.", f"Ask a doctor before you give it now. {LARGE}", True),
        ("A child of 6 kg gets 5 ml.", f"{LARGE} The dose of 5 kg is 3 ml.", True),
        ("A child of 6 kg gets 5 ml.", "The dose of 5 kg is 3 ml.", False),
        ("A child of 6 kg gets 5 ml.", "It gets 5 ml.", False),
        ("A crate of 9 kg is sold.", "The crates of 5–8 kg were sold.", False),
        ("A bag of 6 kg is free.", "The load of 9–12 kg is 5 kg.", False),
    ],
)  # fmt: skip
def test_a_row_of_another_interval_says_nothing(claim: str, premise: str, another: bool) -> None:
    assert of_another_band(claim, premise) is another


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


@pytest.mark.parametrize(
    ("premise", "another"),
    [
        ("The captain of Tindra is Eva Lie.", True),
        ("s, Sheet. The captain of Tindra is Eva Lie. Tindra has 80 passengers.", True),
        ("The captain of Havella is Per Dahl. The captain of Tindra is Eva Lie.", False),
        ("The captain of Tindra is Eva Lie, once of the Havella.", False),
        ("The cook of Tindra is Eva Lie.", False),
        ("The captain of Tindra is Jon Vik.", False),
        ("The captain of Havella is Eva Lie.", False),
    ],
)
def test_the_row_of_another_thing_that_tells_the_same_says_nothing_of_this_one(premise: str, another: bool) -> None:
    assert of_another_row("The captain of Havella is Eva Lie.", premise) is another


def test_what_is_no_row_is_of_no_other_row() -> None:
    assert not of_another_row("Eva Lie is a captain.", "The captain of Tindra is Eva Lie.")
