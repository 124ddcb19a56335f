"""Open and closed days of the week in prose."""

from __future__ import annotations

import pytest

from localcheck.text.values.open_days import open_days


@pytest.mark.parametrize(
    ("claim", "premise", "says"),
    [
        ("The museum is open on Sundays.", "The museum is open daily except Mondays.", "borne out"),
        ("The museum is open on Mondays.", "The museum is open daily except Mondays.", "contradicted"),
        ("The museum is closed on Mondays.", "The museum is open daily except Mondays.", "borne out"),
        ("The museum is closed on Sundays.", "The museum is open every day but Monday.", "contradicted"),
        ("The museum is open on Sundays.", "The museum is open every day of the week.", "borne out"),
        ("The museum is open on Thursdays.", "The museum is open from Wednesday to Sunday.", "borne out"),
        ("The museum is open on Sundays.", "The museum is closed on Mondays.", "unsaid"),
        ("The museum is open on Tuesdays.", "The museum is open from Wednesday to Sunday.", None),
        ("The shop is open on Saturdays.", "The shop is open on weekdays only.", "contradicted"),
        ("The shop is not open on Saturdays.", "The shop is open on weekdays only.", "borne out"),
        (
            "The library is open on Sundays.",
            "The library in Fernhill is closed on Mondays and open from 10:00 to 18:00 on all other days.",
            "borne out",
        ),
        (
            "The library is closed on Sundays.",
            "The library in Fernhill is closed on Mondays and open from 10:00 to 18:00 on all other days.",
            "contradicted",
        ),
        ("It is open at weekends.", "The pool is open every day.", "borne out"),
        ("The pool is closed on Wednesdays.", "We are open seven days a week from 8 am to 9 pm.", "contradicted"),
        ("The pool is open on Fridays.", "The pool opens at 7 am on weekdays and at 9 am on weekends.", "borne out"),
        ("The museum is open on Mondays.", "The café of the museum is open daily.", None),
        ("Harrods is open on Mondays.", "The museum is closed on Mondays.", None),
        ("The museum is open on Mondays.", "The museum is open daily except Mondays in winter.", None),
        ("The office is open on the first Monday of the month.", "The office is closed on Mondays.", None),
        ("The bridge is open to cars on Sundays.", "The bridge is closed to cars on Sundays.", None),
        ("The market is open only on Saturdays.", "The market is open on Saturdays and Wednesdays.", "contradicted"),
        ("The market is open only on Saturdays.", "The market is open on Saturdays.", None),
        ("The museum is open daily except Mondays.", "The museum is open daily.", "contradicted"),
        (
            "The museum is open daily except Mondays.",
            "The museum is closed on Mondays and open on all other days.",
            "borne out",
        ),
        ("The road is closed from Monday.", "The road is closed until Monday.", None),
        (
            "The office is open on Wednesdays.",
            "The office is open from 9:00 until 17:00 Monday to Friday.",
            "borne out",
        ),
        ("The library is open on Fridays.", "The library is closed every other Friday.", None),
        ("The shop is open on weekdays.", "The shop is closed from 12:00 to 14:00 on weekdays.", None),
        ("The shop is open on Mondays.", "The shop is not open until 10:00 on Mondays.", None),
        ("The museum is open on Mondays.", "During August it is closed on Mondays.", None),
        ("We are open on Sundays.", "From May to September we are open daily.", None),
        ("The museum is open.", "The museum is closed on Mondays.", None),
    ],
)
def test_days_on_which_something_is_open(claim: str, premise: str, says: str | None) -> None:
    assert open_days(claim, premise) == says
