"""Opening hours in a row of a table."""

from __future__ import annotations

import pytest

from localcheck.text.values.opening import of_other_days, weekly

HOURS = "Opening hours: Mon–Fri 9am–5:30pm, Sat 10am–2pm, closed on Sundays and public holidays."


@pytest.mark.parametrize(
    ("claim", "premise", "says"),
    [
        ("On Wednesdays the pool opens at half past six.", "Tuesday to Friday: 6:30–21:00", "borne out"),
        ("On Wednesdays the pool opens at 7:30.", "Tuesday to Friday: 6:30–21:00", "contradicted"),
        ("On Mondays the pool opens at 6:30.", "Tuesday to Friday: 6:30–21:00", None),
        ("The pool is open to the public on Mondays.", "Monday: closed (schools only)", "contradicted"),
        ("It is not open on Mondays.", "Monday: closed", "borne out"),
        ("It is open on Saturdays.", "Saturday and Sunday: closed", "contradicted"),
        ("On Tuesdays it is open from 8 am to 5 pm.", "Monday to Thursday: 8:00–17:00", "borne out"),
        ("On Tuesdays it is open from 8 am to 6 pm.", "Monday to Thursday: 8:00–17:00", "contradicted"),
        ("The shop is open until 5.30 p.m. on Wednesdays.", HOURS, "borne out"),
        ("On Saturdays the shop closes at 5:30 p.m.", HOURS, "contradicted"),
        ("The shop is closed on Saturdays.", HOURS, "contradicted"),
        ("It is open on Fridays until 5 pm.", "Fridays: 9–5 pm", "borne out"),
        ("On Saturdays the shop is open only in the morning.", HOURS, None),
        ("The kitchen closes at 3 pm on Fridays.", "Friday: 8:00–15:00", None),
        ("It is open on Fridays.", "Friday: 9:00–12:00, Monday to Friday: 14:00–17:00", None),
        ("The shop is open on Mondays.", "Kitchen: Monday closed", None),
    ],
)
def test_a_table_of_hours_settles_what_is_said_of_its_days(claim: str, premise: str, says: str | None) -> None:
    assert weekly(claim, premise) == says


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        ("At weekends the gym costs 7 euros.", "On Mondays the gym costs 4 euros.", True),
        ("On Saturdays parking costs 3 euros.", "From Monday to Friday parking costs 2 euros.", True),
        ("On Wednesdays parking costs 3 euros.", "From Monday to Friday parking costs 2 euros.", False),
        ("On Saturdays the courier comes at 15:00.", "The courier comes daily at 11:30.", False),
        ("On public holidays it opens at 12:00.", "On weekdays it opens at 10:00.", True),
        ("On Thursday it was tested at 3 bar.", "On Tuesday it was tested at 3 bar.", False),
        ("The gym costs 7 euros.", "On Mondays the gym costs 4 euros.", False),
    ],
)
def test_another_value_of_another_day_is_no_contradiction(claim: str, premise: str, other: bool) -> None:
    assert of_other_days(claim, premise) is other
