"""A month or a day of the year within those between which something is so."""

from __future__ import annotations

import pytest

from localcheck.text.values.seasons import in_its_season

FIRES = "Fires are only allowed between 1 November and 31 January."
POOL = "The pool is open from 15 May to 10 September."


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        ("You may light a fire in December.", FIRES, "Fires are allowed in December."),
        ("You may light a fire in November.", FIRES, "Fires are allowed in November."),
        ("You may light a fire in January.", FIRES, "Fires are allowed in January."),
        ("On 5 December fires are allowed.", FIRES, "Fires are allowed on 5 December."),
        ("The pool is open in July.", POOL, "The pool is open in July."),
        ("It is open on June 3rd.", POOL, "The pool is open on June 3rd."),
        ("Entry is 5 euros in July.", "May – August: entry 5 euros.", "in July: entry 5 euros."),
        ("The road is closed in April.", "Closed April-September, daily.", "Closed in April, daily."),
    ],
)
def test_a_date_within_a_season_stands_in_its_place(claim: str, premise: str, told: str) -> None:
    assert in_its_season(claim, premise) == told


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("You may light a fire in October.", FIRES),
        ("You may light a fire on 1 February.", FIRES),
        ("The pool is open in May.", POOL),
        ("The pool is open on 11 September.", POOL),
        ("The pool opens in June.", POOL),
        ("It is only open in July.", POOL),
        ("It is open from June to July.", POOL),
        ("400 people came in April.", "400 people came from March to June."),
        ("It was open in July 2024.", POOL),
        ("It is open in July.", "It was open from May to September 2019."),
        ("It is open.", POOL),
    ],
)
def test_what_lies_outside_or_is_of_a_beginning_a_year_or_a_count_leaves_it(claim: str, premise: str) -> None:
    assert in_its_season(claim, premise) == premise
