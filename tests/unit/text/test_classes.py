"""What kind of thing a claim says something is, beside sentences that say another kind, the kind of something else, or none."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.judging.namesakes import of_another_kind
from localcheck.text.values.classes import classed, of_a_place_of_that_name, of_another_class
from localcheck.types import Claim, Span


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "Chile is a city.",
            "Chile (; ), officially the Republic of Chile, is a South American country occupying a strip.",
        ),
        ("Belgium is a city in France.", "Belgium is a country in Western Europe bordered by France."),
        ("Whales are fish.", "Whales are a widely distributed group of fully aquatic marine mammals."),
        ("Bats are birds.", "Bats are mammals of the order Chiroptera."),
        ("The Moon is a planet.", "Moon. It is the fifth-largest natural satellite in the Solar System."),
        ("Islam is a language.", "Islam is a monotheistic religion."),
        ("The Nile River is a lake.", "The Nile is Africa's longest river."),
    ],
)
def test_what_is_defined_as_another_kind_is_contradicted(claim: str, premise: str) -> None:
    assert of_another_class(claim, premise) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Chile is a city.", "Chile. The central port city of Valparaíso is also popular."),
        ("Belgium is a city.", "Belgium. The largest city is Brussels; other major cities are Antwerp and Ghent."),
        ("The Nile is a lake.", "Nile. Its source is said to be Lake Victoria, but the lake has feeder rivers."),
        ("Paris is a country in Europe.", "Paris is the core of a built-up area in the European Union."),
        ("Whales are fish.", "Some whales feed on fish, others hunt seals."),
        ("Bats are birds.", "Many bats and small birds sleep at night."),
        ("The Moon is a planet.", "The Moon is a body that orbits planet Earth."),
        ("Chile is a country.", "Chile Chico is a town in Chile."),
        ("The Niger is a river.", "Niger is a country in West Africa."),
        ("Iceland is a country.", "Iceland is an island in the Atlantic."),
        ("Dune is a film.", "Dune is a novel by Frank Herbert."),
    ],
)
def test_the_kind_of_something_else_says_nothing(claim: str, premise: str) -> None:
    assert of_another_class(claim, premise) == "unsaid"


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Lisbon is a city.", "Lisbon. The city lies on the Tagus."),
        ("Lisbon is a city.", "Lisbon, the capital of Portugal, was destroyed in 1755."),
        ("Lisbon is a city in Portugal.", "Lisbon is the largest city."),
        (
            "Always is a film.",
            "The film follows the plot of another one, in which the spirit of a pilot teaches a newer pilot and sees him"
            " fall in love with the girl he left behind, as ghosts do. Always is a 1989 American film directed by Spielberg.",
        ),
        ("Chile is a nation.", "Chile is today one of South America's most stable and prosperous nations."),
        ("Penguins are birds.", "Penguins (order Sphenisciformes) are a group of aquatic flightless birds."),
        ("Fidelio is an opera.", 'Ludwig van Beethoven. His only opera is "Fidelio"; other works followed.'),
        ("Singapore is a country.", "Singapore is a sovereign city-state and island country."),
        ("Singapore is a city.", "Singapore is a sovereign city-state and island country."),
        ("Australia is a continent.", "Australia is a country and a continent."),
        ("Paris is not a country.", "Paris is a city."),
        ("Paris is a lovely place.", "Paris is a city."),
        ("The Nile is the longest lake.", "The Nile is a river."),
        ("Fundraisers are going on in the country.", "There are fundraisers in other parts of the country."),
        ("There is a shallower lake than Ladoga.", "Ladoga is the second-shallowest lake of Finland."),
    ],
)
def test_the_kind_that_is_said_and_other_claims_are_left_to_the_reader(claim: str, premise: str) -> None:
    assert of_another_class(claim, premise) is None


def test_a_reader_that_takes_another_kind_for_support_is_corrected() -> None:
    sure = np.array([0.9, 0.05, 0.05])
    against = agreeing(sure, "Belgium is a country in Western Europe.", "Belgium is a city.", 0.5)
    silent = agreeing(sure, "Belgium. The largest city is Brussels.", "Belgium is a city.", 0.5)
    assert against[2] > 0.7 and silent[1] > 0.7 and silent[2] < 0.1
    assert against.sum() == pytest.approx(1.0) and silent.sum() == pytest.approx(1.0)


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
