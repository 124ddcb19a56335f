"""What kind of thing a claim says something is, beside sentences that say another kind, the kind of something else, or none."""

from __future__ import annotations

import pytest

from localcheck.judging.namesakes import of_another_kind
from localcheck.text.values.classes import classed, of_a_place_of_that_name
from localcheck.types import Claim, Span


def test_only_plain_claims_of_a_kind_in_the_list_are_looked_at() -> None:
    assert classed("Chile is a city.") and classed("Whales are mammals.") and classed("The Nile was a river in Africa.")
    assert not any(map(classed, ["Napoleon was a general.", "Chile is in America.", "A city is Chile that grew.", ""]))


@pytest.mark.parametrize(
    ("claim", "definition", "place"),
    [
        ("Guernica hangs in the Prado.", "Guernica (), in Basque Gernika, is a town in Spain.", True),
        ("Casablanca was directed by Orson Welles.", "Casablanca, in the west of Morocco, is the largest city.", True),
        ("Chicago premiered in 1920.", "Chicago is a musical about a city.", False),
        ("Chicago was founded in 1920.", "Chicago is a city in Illinois.", False),
        ("Fargo was released in 1996.", "Fargo, North Dakota, was where the film is set.", False),
    ],
)
def test_a_place_that_is_called_like_a_work(claim: str, definition: str, place: bool) -> None:
    assert of_a_place_of_that_name(claim, definition) is place
    title = claim.split()[0]
    assert of_another_kind(Claim("0.0", 0, claim, Span(0, len(claim))), f"{definition} {title} is old.") is place
