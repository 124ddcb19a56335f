"""Days of the week that a claim and a sentence tell of something."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.on_days import on_its_days, on_other_days, without_days

ROUND = "Rubbish is collected on Tuesdays and Fridays."


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Rubbish is collected on Mondays.", ROUND),
        ("The choir rehearses every Thursday.", "The society was founded in 1952 and rehearses every Wednesday."),
        ("The team trains on Saturdays.", "The team trains on Mondays and plays on Saturdays."),
        ("She left on Tuesday.", "She arrived on Tuesday and left on Friday."),
        ("The market takes place on Monday.", "The market takes place from Thursday to Sunday."),
        ("The meeting was held on Wednesday.", "The meeting was on Tuesday."),
        ("The office can be reached on Sundays.", "The office can be reached on weekdays."),
        ("The office can be reached on Sunday.", "The office can be reached every day from Monday to Friday."),
    ],
)
def test_other_days_exclude_a_claim(claim: str, premise: str) -> None:
    assert on_other_days(claim, premise)
    assert on_its_days(claim, premise) is None


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Rubbish is collected on Fridays.", ROUND),
        ("Paper is burnt on Mondays.", ROUND),
        ("Rubbish is not collected on Mondays.", ROUND),
        ("Rubbish is also collected on Mondays.", ROUND),
        ("Rubbish is collected on Mondays.", "Rubbish is collected on Tuesdays, except in the week of a holiday."),
        ("Deliveries arrive on Thursday.", "Deliveries arrive by Wednesday."),
        ("The council meets on Mondays.", "The council meets on Tuesday."),
        ("It lends books on Fridays.", "It lends books on Mondays from 9 to 12 and on Fridays from 14 to 18."),
        ("They play on Fridays.", "They play on Mondays in the hall and on Fridays in the gym."),
        ("She swims on Mondays.", "On Mondays she swims, on Tuesdays she runs."),
        ("The office is open on Mondays.", "The office is open daily."),
    ],
)
def test_what_may_be_true_beside_other_days_is_left_to_the_reader(claim: str, premise: str) -> None:
    assert not on_other_days(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Rubbish is collected on Fridays.", ROUND),
        ("The market takes place on Saturday.", "The weekly market takes place from Thursday to Sunday."),
        ("The office is open on Mondays.", "The office is open daily."),
        ("The course meets on Tuesday evenings.", "The course meets on Tuesday and Thursday evenings."),
        (
            "The library is open on Thursdays.",
            "The library is open on Mondays from 9 to 12 and on Thursdays from 14 to 18.",
        ),
    ],
)
def test_some_of_the_days_in_the_claims_words_bear_it_out(claim: str, premise: str) -> None:
    assert on_its_days(claim, premise) == "borne out"


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The course starts at 9 on Tuesday.", "The course starts at 10 on Tuesday."),
        ("The choir rehearses on Mondays.", "Until 2019 the choir rehearsed on Mondays."),
        ("The shop opens at 9 am on Mondays.", "The shop opens at 9 pm on Mondays."),
        ("She swims without a coach on Mondays.", "She swims with a coach on Mondays."),
        ("Anna visits Ben on Mondays.", "Ben visits Anna on Mondays."),
        ("All shops are open on Sunday.", "Many shops are open on Sunday."),
        ("The team trains on Mondays.", "The team may train on Mondays."),
        ("The team trains on Mondays.", "The team does not train on Mondays."),
    ],
)
def test_other_words_numbers_or_an_other_order_bear_nothing_out(claim: str, premise: str) -> None:
    assert on_its_days(claim, premise) is None


def test_two_readers_that_overlook_the_days_are_not_believed() -> None:
    row = agreeing(np.array([0.95, 0.03, 0.02]), ROUND, "Rubbish is collected on Mondays.", 0.7, by_two=True)
    assert row[2] > 0.7


def test_days_before_the_dates_of_an_interval_stay_for_a_claim_that_names_one() -> None:
    told = "The trip takes place from Monday, 11 May, to Friday, 15 May."
    assert without_days("It lasts from 11 to 15 May.", told) == "The trip takes place from 11 May to 15 May."
    assert without_days("It begins on Monday.", told) == told
