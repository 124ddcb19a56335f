"""Dates, ages, times of day and prices of a period, of claims and premises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.values.compare import compare
from localcheck.text.values.dates import SEASONS
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import CLOCK
from localcheck.text.values.same_words import in_same_words

MONTHS = "January February March April May June July August September October November December".split()
LIFE = (
    "Victoria was born in 1819. She became queen in 1837 at the age of 18. She married in 1840, was widowed in 1861, became"
    " Empress of India in 1876, and died in 1901."
)
PLAN = "The premium plan costs $20 per month or $200 per year. The call starts at 9:00 EST, which is 15:00 CET."
FESTIVAL = "The festival starts on 3 November and lasts four days."
SESSION = "The session starts at 9:30 and lasts two hours."


@given(st.integers(1900, 2030), st.sampled_from(sorted(SEASONS)), st.sampled_from(MONTHS))
def test_a_month_lies_in_its_season_or_contradicts_it(year: int, season: str, month: str) -> None:
    first, last = SEASONS[season]
    number = MONTHS.index(month) + 1
    inside = first <= number <= last or (last > 12 and number <= last - 12)
    found = compare(f"It closed in the {season} of {year}.", f"It closed in {month} {year}.")
    assert bool(found.rivals) is not inside
    assert not compare(f"It closed in {month} {year}.", f"It closed in {month} {year}.").lost


@given(st.integers(0, 9), st.integers(0, 9))
def test_a_year_lies_in_its_decade(decade: int, year: int) -> None:
    assert not compare(f"It opened in the 19{decade}0s.", f"It opened in 19{decade}{year}.").lost


@given(st.integers(2, 9), st.integers(18, 99))
def test_an_age_lies_in_its_decade_or_contradicts_it(ten: int, age: int) -> None:
    names = "twenties thirties forties fifties sixties seventies eighties nineties".split()
    found = compare(f"He died in his {names[ten - 2]}.", f"He died at the age of {age}.")
    assert bool(found.lost) is bool(found.rivals) is (age // 10 != ten)


@given(st.integers(2, 99), st.integers(2, 99))
def test_an_age_is_told_in_many_ways(died: int, said: int) -> None:
    premise = f"Kahlo died in Coyoacán on 13 July 1954, at the age of {died}."
    ways = {
        f"Frida Kahlo was older than {said} when she died.": died > said,
        f"She was {said} when she died.": died == said,
        f"She died before she was {said}.": died < said,
    }
    for claim, true in ways.items():
        found = compare(claim, premise)
        assert bool(found.lost) is bool(found.rivals) is not true, claim


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        ("Yuri Gagarin was 27 years old when he circled the Earth.", "Yuri Gagarin. He was 34 years old.", True),
        ("Hemingway won the prize aged 35.", "He died in 1961, aged 61.", True),
        (
            "King was in his forties when he was awarded the Nobel Prize.",
            "He got the Nobel Prize at the age of 35.",
            False,
        ),
        ("Lincoln died at the age of 50.", "Lincoln was shot at the age of 56.", False),
        ("Mandela lived to be 94.", "He died in 2013, at the age of 95.", False),
    ],
)
def test_ages_at_two_times_do_not_contradict_each_other(claim: str, premise: str, other: bool) -> None:
    found = compare(claim, premise)
    assert found.lost and found.other_age is other and bool(found.rivals) is not other


@pytest.mark.parametrize(
    "claim", ["The hall is older than 50 houses.", "There were 30 when he came.", "It was 20 when she arrived."]
)
def test_what_is_no_age_is_none(claim: str) -> None:
    assert not any(q.things == {"age"} for q in quantities(claim))


@given(st.integers(1, 12), st.integers(0, 59), st.sampled_from(["am", "pm"]), st.sampled_from(["am", "pm"]))
def test_a_time_of_day_is_in_one_half_of_it(hour: int, minute: int, half: str, other: str) -> None:
    time = f"{hour}:{minute:02}"
    assert bool(compare(f"It opens at {time} {half}.", f"It opens at {time} {other}.").rivals) is (half != other)
    assert not compare(f"It opens at {time} {half}.", f"It opens at {hour}.{minute:02} {half}").lost


@given(st.integers(1500, 1990), st.integers(2, 200))
def test_an_interval_of_years_lasts_as_long_as_it_is(first: int, years: int) -> None:
    told = f"It stood from {first} to {first + years}."
    assert not compare(f"It stood for {years} years.", told).lost
    assert compare(f"It stood for {years + 2} years.", told).lost


@pytest.mark.parametrize(
    ("day", "range_"),
    [
        ("2 September 1666", "from Sunday, 2 September to Thursday, 6 September 1666"),
        ("5 August 2016", "from 5 to 21 August 2016"),
        ("August 5, 2016", "between 5 and 21 August 2016"),
        ("3 May 2019", "from 3 May to 5 May 2019"),
        ("1 July 1863", "from 1–3 July 1863"),
        ("2 June 1453", "from 2 June until 7 August 1453"),
        ("6 June 1944", "from June 6 to August 30, 1944"),
        ("28 December 2018", "from 28 December to 3 January 2019"),
    ],
)
def test_the_first_day_of_a_range_has_the_year_of_the_last(day: str, range_: str) -> None:
    claim, premise = f"The games began on {day}.", f"The games were held {range_}."
    found = compare(claim, premise)
    assert not found.lost and not found.rivals
    assert in_same_words(claim, premise) == (claim, premise)


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        ("More than five centuries lay between them.", True),
        ("More than eight centuries lay between them.", False),
        ("Less than one century lay between them.", False),
        ("Fewer than 600 years lay between them.", True),
    ],
)
def test_a_bound_on_the_time_between_the_only_two_years_is_worked_out(claim: str, true: bool) -> None:
    assert bool(compare(claim, "The Commonwealth ended in 1262 and the volcano erupted in 1783.").lost) is not true


def test_what_lies_between_two_events_is_no_other_number_of_what_took_so_long() -> None:
    assert not compare("He died six years later.", "The battle ended 23 years of war.").rivals
    assert compare("He died six years later.", "He died four years later.").rivals
    assert not compare("He died six years later.", "He died 72 months afterwards.").lost


@pytest.mark.parametrize(
    ("claim", "lost"),
    [
        ("She died at the age of 80.", True),
        ("She died on her 80th birthday.", True),
        ("She died before her 80th birthday.", False),
    ],
)
def test_who_died_before_a_birthday_did_not_reach_that_age(claim: str, lost: bool) -> None:
    assert bool(compare(claim, "She died three days before her 80th birthday.").lost) is lost


def test_another_age_tells_nothing_of_how_long_something_lasted_nor_of_an_age_between_two_years() -> None:
    assert compare("Victoria reigned for 63 years.", LIFE).worked_out
    found = compare("She died at 81.", LIFE)
    assert found.lost and not found.rivals
    assert compare("She died at 96.", LIFE).rivals
    assert not compare("It lies there for 10 years.", "It is 10,000 years old.").worked_out
    assert not compare("Elizabeth reigned for 70 years.", "She died in 1901 at 81.").rivals


def test_no_later_than_a_year_is_not_after_it() -> None:
    assert not compare("It was built in 1872.", "It was built no later than 1872.").lost


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        ("It opened before May 2020.", "It opened in March 2020.", False),
        ("It opened before May 2020.", "It opened in June 2020.", True),
        ("Hand it in before May 2020.", "Hand it in before March 2020.", True),
        ("It is due by 15 October 2026.", "It is due by 15 September 2026.", True),
    ],
)
def test_what_was_before_a_date_may_have_been_earlier(claim: str, premise: str, other: bool) -> None:
    assert bool(compare(claim, premise).rivals) is other


def test_days_that_are_carried_over_are_not_those_of_a_year() -> None:
    found = compare("Employees may carry over five days of leave.", "Each employee has 30 days of leave.")
    assert found.lost and found.other_age and not found.rivals
    assert compare("They may carry over ten days.", "Up to five days may be carried over.").rivals
    assert not compare("They may carry over five days.", "Up to five days may be carried over.").lost


@pytest.mark.parametrize(
    "claim",
    [
        "The premium plan costs $200 per month.",
        "The premium plan costs $20 per year.",
        "The premium plan costs $30.",
        "The call starts at 9:00 CET.",
        "The call starts at 15:00 EST.",
        "The call starts at 3 pm UTC.",
    ],
)
def test_a_price_of_another_period_or_a_time_of_another_zone_contradicts(claim: str) -> None:
    assert compare(claim, PLAN).rivals
    assert in_same_words(claim, PLAN)[0] == claim


@pytest.mark.parametrize(
    "claim",
    [
        "The premium plan costs $20 monthly.",
        "The premium plan costs 200 dollars a year.",
        "The premium plan costs $20.",
        "The premium plan costs less than $30.",
        "The call starts at 9 am.",
        "The call starts at 3 pm CET.",
        "The call starts at 2 pm UTC.",
    ],
)
def test_a_price_of_the_same_period_and_the_same_instant_are_borne_out(claim: str) -> None:
    assert not compare(claim, PLAN).lost


def test_a_time_in_a_zone_that_is_not_known_is_left_open() -> None:
    found = compare("The call starts at 9 am IST.", "The call starts at 9:00 EST.")
    assert found.lost and not found.rivals


def test_what_was_paid_a_year_ago_is_no_price_of_a_year() -> None:
    assert next(q.kind for q in quantities("It cost $20 a year ago.")) == "money, dollars"


@pytest.mark.parametrize("then", ["a year earlier", "a month before", "a year ago"])
def test_a_share_a_year_earlier_is_no_rate(then: str) -> None:
    premise = f"The operating margin was 12.5%, down from 15.0% {then}."
    assert not compare(f"{then.capitalize()} the operating margin was 15.0%.", premise).lost
    assert compare(f"{then.capitalize()} the operating margin was 14.0%.", premise).rivals
    assert next(q.kind for q in quantities("The rate is 5% a year.")) == "share per time"


def test_fewer_than_a_year_earlier_is_no_bound_on_a_year() -> None:
    assert [q.bound for q in quantities("There were 1,020 members, 180 fewer than a year earlier.")] == [0, 0]


@pytest.mark.parametrize(
    ("claim", "premise", "left_open"),
    [
        ("The festival ends on 6 November.", FESTIVAL, True),
        ("The festival ends on 6 November 2025.", FESTIVAL.replace("November", "November 2025"), True),
        ("The festival ends on 2 May.", "The festival starts on 29 April and lasts four days.", True),
        ("The festival ends on 9 November.", FESTIVAL, False),
        ("Payment is due on 16 May.", "Payment is due within 14 days of 3 May.", False),
        ("The session ends at 11:30.", SESSION, True),
        ("The session ends at 1:15 pm.", "The session starts at 11:30 am and takes 105 minutes.", True),
    ],
)
def test_an_end_may_be_reckoned_from_the_start_and_how_long_it_lasts(claim: str, premise: str, left_open: bool) -> None:
    found = compare(claim, premise)
    assert found.lost and found.left_open is left_open and bool(found.rivals) is not left_open


@pytest.mark.parametrize("claim", ["The session ends at 12:30.", "The session ends at 9:30."])
def test_the_end_of_something_is_no_other_value_for_its_start(claim: str) -> None:
    found = compare(claim, SESSION)
    assert found.lost and not found.left_open and not found.rivals


PRIZE = (
    "John Macleod (physiologist). He is noted for his role in the discovery and isolation of insulin during his tenure at the "
    "University of Toronto, for which he and Frederick Banting received the 1923 Nobel prize in Physiology or Medicine."
)


@pytest.mark.parametrize(
    ("claim", "other"),
    [
        ("In 1921, Frederick Banting and Charles Best isolated insulin at the University of Toronto.", False),
        ("In 1921, Frederick Banting received the Nobel prize in Medicine with John Macleod.", True),
    ],
)
def test_the_year_of_a_prize_is_no_date_of_what_it_was_for(claim: str, other: bool) -> None:
    assert bool(compare(claim, PRIZE).rivals) is other


@pytest.mark.parametrize(
    ("claim", "borne_out"),
    [
        ("Revenue was $5.6 million in 2022.", True),
        ("In 2022, revenue was over $5 million.", True),
        ("Revenue rose by $1.4 million.", True),
        ("Revenue was $4.2 million in 2022.", False),
        ("Revenue was $5.6 million in 2021.", False),
        ("In 2022, revenue was at most $5 million.", False),
    ],
)
@pytest.mark.parametrize(
    "premise",
    [
        "Revenue rose from $4.2 million in 2021 to $5.6 million in 2022.",
        "Having risen from $4.2 million in 2021 to $5.6 million in 2022, revenue was stable.",
    ],
)
def test_a_number_is_held_against_that_of_its_own_time(claim: str, borne_out: bool, premise: str) -> None:
    assert bool(compare(claim, premise).lost) is not borne_out


def test_a_number_of_something_else_at_that_time_hides_none() -> None:
    premise = "Founded in 1990, it had 300 employees and 5 offices in 2010."
    assert not compare("In 2010 it had 300 employees.", premise).lost
    assert compare("In 1990 it had more than 400 employees.", premise).rivals


@pytest.mark.parametrize(
    ("claim", "borne_out"),
    [
        ("She won 12 matches in 2019.", True),
        ("In 2020 she won 18 matches.", True),
        ("She lost 8 matches in 2019.", True),
        ("She won 18 matches in 2019.", False),
        ("She won 22 matches in 2020.", False),
        ("She won more than 15 matches in 2019.", False),
    ],
)
def test_parts_of_wholes_are_of_their_own_times_too(claim: str, borne_out: bool) -> None:
    told = "She won 12 of her 20 matches in 2019 and 18 of 22 in 2020."
    assert bool(compare(claim, told).rivals) is not borne_out


def test_a_time_that_begins_a_clause_is_that_of_its_number() -> None:
    told = "In 2021 revenue was $4.2 million and in 2022 it was $5.6 million."
    assert compare("Revenue was $5.6 million in 2021.", told).rivals
    assert not compare("Revenue was $5.6 million in 2022.", told).lost


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It opens at 6.30 on weekdays and at 8.00 at weekends.", [390.0, 480.0]),
        ("Office hours are from 9.30 to 17.00.", [570.0, 300.0]),
        ("Open 9.30–17.00 on Mondays.", [570.0, 300.0]),
        ("Come to the ward at 7.15.", [435.0]),
        ("Entry is free before 16.00.", [240.0]),
        ("It opens at 9.30 a.m.", [570.0]),
        ("The rate stood at 1.25.", []),
        ("It rose from 12.50 to 14.50.", []),
        ("The shop sells it at 12.50 euros.", []),
        ("It runs on Python from 3.10 to 3.15.", []),
        ("It closed at 8.25 % on Friday.", []),
    ],
)
def test_a_full_stop_stands_between_hour_and_minutes(text: str, told: list[float]) -> None:
    assert [q.value for q in quantities(text) if q.kind == CLOCK] == told


def test_times_with_a_full_stop_and_with_a_colon_are_the_same() -> None:
    assert not compare("The pool opens at half past six.", "The pool opens at 6.30 on weekdays.").lost
    assert compare("The pool opens at 7:30.", "The pool opens at 6.30 on weekdays.").lost


def test_the_number_of_something_else_is_no_time_where_the_times_are_told() -> None:
    premise = "After ten rejected requests within a minute, the key is blocked for five minutes."
    assert compare("A key is blocked for ten minutes after five rejected requests.", premise).lost
    assert not compare("A key is blocked for five minutes after ten rejected requests.", premise).lost
    assert not compare("It lasted ten minutes.", "Ten, with a break.").lost, "which may be minutes"


def test_an_age_that_stands_without_a_word_for_it_is_no_other_length_of_time() -> None:
    life = "She left school at 14 to work in a laundry. At 19 she swam the Channel, and in 1961 she opened the school."
    assert not compare("The school existed for 37 years.", life).rivals
    assert compare("At 20 she swam the Channel.", life).rivals
