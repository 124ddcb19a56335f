"""A month or a day of the year within those between which something is so."""

from __future__ import annotations

import pytest

from localcheck.text.values.within import out_of_season, within

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
        ("It is open in July.", "It was open from May to September 2019.", "It was open in July 2019."),
        ("It is valid on 15 June.", "The offer is valid until 30 June.", "The offer is valid on 15 June."),
        ("It applies in April 2026.", "The rule applies from 1 March 2026.", "The rule applies in April 2026."),
        ("It applies in April 2026.", "The rule applies from 1 June 2025.", "The rule applies in April 2026."),
        ("The desk is staffed at noon.", "The desk is staffed from 9 am to 5 pm.", "The desk is staffed at noon."),
        ("It is staffed at 3 pm.", "Staffed 9:00–17:00.", "Staffed at 3 pm."),
        ("It is quiet at midnight.", "Quiet hours are from 10 pm to 6 am.", "Quiet hours are at midnight."),
        ("It is staffed at 4 pm.", "Staffed 2–5 pm.", "Staffed at 4 pm."),
        ("It lasted three hours.", "The meeting lasted from 10 am to 1 pm.", "The meeting lasted for three hours."),
        (
            "It took 90 minutes.",
            "The meeting took place from 10:15 to 11:45.",
            "The meeting took place for 90 minutes.",
        ),
        ("Exit 4 is closed.", "Exits 3 to 6 are closed.", "Exit 4 are closed."),
        ("The third floor has no lift.", "Floors 1 to 5 have no lift.", "The third floor have no lift."),
        (
            "Room 110 is on the first floor.",
            "Rooms 101–120 are on the first floor.",
            "Room 110 are on the first floor.",
        ),
        ("The road is closed in April.", "Closed April-September, daily.", "Closed in April, daily."),
    ],
)
def test_a_date_within_a_season_stands_in_its_place(claim: str, premise: str, told: str) -> None:
    assert within(claim, premise) == told


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
        ("It is open.", POOL),
        ("He served in April 1995.", "He served from 3 March 1990 until 1992."),
        ("He was captain in April 2005.", "He was captain from 3 March 1990."),
        ("It applies in April 2026.", "It applies from 1 March."),
        ("It is valid on 15 January.", "The offer is valid until 30 June."),
        ("It is valid on 15 July.", "The offer is valid until 30 June."),
        ("The rule applies in February 2026.", "The rule applies from 1 March 2026."),
        ("It is staffed at 5 pm.", "The desk is staffed from 9 am to 5 pm."),
        ("It is staffed at 10:30.", "The desk is staffed from 9 am to 5 pm."),
        ("It is staffed at 3 pm.", "Staffed 9:00–5:00."),
        ("It starts at 3 pm.", "Calls are taken between 8 am and 6 pm."),
        ("Exit 8 is closed.", "Exits 3 to 6 are closed."),
        ("It lasted two hours.", "The meeting lasted from 10 am to 1 pm."),
        ("Room 4 is closed.", "Exits 3 to 6 are closed."),
        ("Floor 3 has 20 rooms.", "Floors 1 to 5 have 20 rooms."),
    ],
)
def test_what_lies_outside_or_is_of_a_beginning_a_year_or_a_count_leaves_it(claim: str, premise: str) -> None:
    assert within(claim, premise) == premise


@pytest.mark.parametrize(
    ("claim", "premise", "apart"),
    [
        ("Dogs are allowed in December.", "Dogs are not allowed from May to September.", True),
        ("Dogs are allowed in August.", "Dogs are not allowed from May to September.", False),
        ("Dogs are allowed in May.", "Dogs are not allowed from 15 May to 30 September.", False),
        ("The road is open in August.", "The road is closed from November to March.", True),
        ("The road is open in January.", "The road is closed from November to March.", False),
        ("The pool is open in December.", "The pool is open from May to September.", False),
        ("Dogs are allowed.", "Dogs are not allowed from May to September.", False),
    ],
)
def test_what_is_not_so_in_a_season_says_nothing_of_the_rest_of_the_year(claim: str, premise: str, apart: bool) -> None:
    assert out_of_season(claim, premise) is apart
