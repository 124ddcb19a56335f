"""Shares, rests and changes of claims and premises."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing, decided_against
from localcheck.text.values import missing
from localcheck.text.values.changes import before_a_change
from localcheck.text.values.compare import compare
from localcheck.text.values.quantities import quantities
from localcheck.text.values.same_words import in_same_words

_DEBT = "Net debt was reduced by 35 million dollars to 210 million dollars."
_FEE = "The fee was raised by 5 euros to 35 euros."


@pytest.mark.parametrize(
    ("claim", "contradicted"),
    [
        ("The earthquake left only about fifteen percent of the buildings standing.", False),
        ("About 15 percent of the buildings were left standing.", False),
        ("About 15 percent of the buildings were left standing after the quake that hit the city.", False),
        ("15 percent of the buildings were not destroyed.", False),
        ("The earthquake destroyed 15 percent of the houses.", True),
        ("About 15 percent of the buildings were destroyed.", True),
        ("About 40 percent of the buildings were left standing.", True),
    ],
)
def test_the_rest_of_a_whole_contradicts_only_in_the_same_words(claim: str, contradicted: bool) -> None:
    premise = "85 percent of the city's buildings were destroyed."
    found = compare(claim, premise)
    assert bool(found.lost) is bool(found.rivals) is contradicted
    assert bool(agreeing(np.array([0.05, 0.05, 0.9]), premise, claim, 0.9)[2] > 0.5) is contradicted


def test_a_share_of_the_same_verb_in_another_form_is_no_rest() -> None:
    premise = "In 2015, among Americans, 89 % of adults had consumed alcohol, and 70 % had drunk it in the last year."
    assert compare(
        "In 2015, among Americans, 11 % of adults had consumed alcoholic drink at some point.", premise
    ).rivals


@pytest.mark.parametrize(
    ("claim", "premise", "lost"),
    [
        (
            "Nelson had six ships of the line fewer than Villeneuve.",
            "Nelson had 27 ships, and Villeneuve had 33.",
            False,
        ),
        ("Nelson had six fewer ships than Villeneuve.", "Nelson had 27 ships, and Villeneuve had 33.", False),
        ("Nelson had five fewer ships than Villeneuve.", "Nelson had 27 ships, and Villeneuve had 33.", True),
        ("Nelson had six ships.", "Nelson had 27 ships, and Villeneuve had 33.", True),
        ("Roughly three quarters of his books have survived.", "Only about a third of his books has survived.", True),
        ("Roughly three quarters of his books have survived.", "About a quarter of his books is lost.", False),
        ("A third of the fleet was sunk, while the rest sailed on.", "The storm sank two-thirds of the fleet.", True),
        ("A third of the fleet was saved.", "The storm sank two-thirds of the fleet.", False),
    ],
)
def test_what_two_numbers_differ_by_and_what_makes_a_whole(claim: str, premise: str, lost: bool) -> None:
    assert bool(compare(claim, premise).lost) is lost


@pytest.mark.parametrize(
    ("claim", "premise", "true"),
    [
        ("The price rose by 15 euros.", "The price rose from 40 to 55 euros.", True),
        ("The price rose by more than 10 euros.", "The price rose from 40 to 55 euros.", True),
        ("The temperature fell by 8 degrees.", "The temperature fell from 20 to 12 degrees.", True),
        ("The temperature fell by 20 °F.", "The temperature fell from 70 to 50 °F.", True),
        ("The limit was increased by 20 km/h.", "The limit was raised from 80 to 100 km/h.", True),
        ("He cut the staff by 200.", "He cut the staff from 500 in 1990 to 300.", True),
        ("The class shrank by six pupils.", "The class shrank from 30 to 24 pupils.", True),
        ("Unemployment rose by 3 percentage points.", "Unemployment rose from 5 to 8 percent.", True),
        ("Unemployment rose by 60 percent.", "Unemployment rose from 5 to 8 percent.", True),
        ("The price rose by 25 percent.", "The price rose from 40 to 50 euros.", True),
        ("The price rose to 55 euros.", "The price rose from 40 to 55 euros.", True),
        ("The price rose by 55 euros.", "The price rose from 40 to 55 euros.", False),
        ("Attendance rose by 55.", "Attendance rose from 40 to 55.", False),
        ("The temperature fell by 12 degrees.", "The temperature fell from 20 to 12 degrees.", False),
        ("The class shrank by 24 pupils.", "The class shrank from 30 to 24 pupils.", False),
        ("Unemployment rose by 8 percent.", "Unemployment rose from 5 to 8 percent.", False),
        ("The price fell by 15 euros.", "The price rose from 40 to 55 euros.", False),
    ],
)
def test_a_change_is_as_large_as_its_ends_are_apart(claim: str, premise: str, true: bool) -> None:
    found = compare(claim, premise)
    assert bool(found.lost) is bool(found.rivals) is not true


@pytest.mark.parametrize(
    ("claim", "premise", "true"),
    [
        ("Net debt was reduced to 210 million dollars.", _DEBT, True),
        ("Net debt is now 210 million dollars.", _DEBT, True),
        ("Net debt was reduced by 35 million dollars.", _DEBT, True),
        ("The reduction was 35 million dollars.", _DEBT, True),
        ("Net debt was reduced to 35 million dollars.", _DEBT, False),
        ("Net debt is now 35 million dollars.", _DEBT, False),
        ("Net debt was reduced by 210 million dollars.", _DEBT, False),
        ("The fee is 5 euros higher than before.", _FEE, True),
        ("The fee was raised to 5 euros.", _FEE, False),
        ("The fee was raised by 5 euros to 45 euros.", _FEE, False),
        ("The rate is 0.5%.", "The rate was raised by 0.5% to 3%.", False),
        ("The number of members rose to 40.", "The number of members rose by 40 to 320.", False),
        ("The price rose by 10 euros to 50 euros.", "The price rose from 40 to 50 euros.", True),
        ("The price rose by 40 euros to 50 euros.", "The price rose from 40 to 50 euros.", False),
        ("Revenue rose by 32 million dollars.", "Revenue rose by 8% to 432 million dollars.", True),
        ("Revenue rose by 50 million dollars to 432 million.", "Revenue rose by 8% to 432 million.", False),
        ("Revenue rose by 8%.", "Revenue rose by 32 million dollars to 432 million dollars.", True),
    ],
)
def test_by_how_much_something_changed_is_not_what_it_became(claim: str, premise: str, true: bool) -> None:
    found = compare(claim, premise)
    assert bool(found.lost) is bool(found.rivals) is not true


def test_what_something_was_before_a_change_is_reckoned_from_it() -> None:
    found = compare("Net debt was 245 million dollars before the reduction.", _DEBT)
    assert found.lost and not found.rivals


@pytest.mark.parametrize(
    ("claim", "premise", "true"),
    [
        ("A year earlier it had 389 employees.", "It had 412 employees, 23 more than a year earlier.", True),
        ("A year earlier it had 435 employees.", "It had 412 employees, 23 more than a year earlier.", False),
        ("Last year's bill was £820.", "The bill came to £960, which is £140 more than last year.", True),
        ("A year ago the club had £2,790.", "The club has £2,310, £480 less than a year ago.", True),
        ("A year ago the club had £1,830.", "The club has £2,310, £480 less than a year ago.", False),
        ("It has 389 employees.", "It has 412 employees, 23 more than a year earlier.", False),
    ],
)
def test_what_was_before_is_reckoned_from_what_is_now(claim: str, premise: str, true: bool) -> None:
    assert bool(compare(claim, premise).lost) is not true


def test_a_premise_is_looked_through_once_for_all_numbers_of_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(missing, "quantities", lambda text: asked.append(text) or quantities(text))
    claim = f"It had {', '.join(str(number) for number in range(1000, 1100))} and 389 a year earlier."
    premise = "It has 412 employees now, which is 23 more than a year earlier."
    assert missing.told_before(claim, premise) and asked == [claim, premise]


@pytest.mark.parametrize(
    ("claim", "rivals"),
    [
        ("The warehouse in Corby cost £3m.", False),
        ("The operating profit was £3m.", True),
    ],
)
def test_what_something_else_fell_to_rivals_no_number(claim: str, rivals: bool) -> None:
    fell = "Operating profit fell to £4.2m (£5.1m) because of the move to the new warehouse in Corby."
    assert bool(compare(claim, fell).rivals) is rivals


def test_no_reader_is_believed_against_what_is_reckoned_of_an_earlier_time() -> None:
    said, told = "A year ago the club had £2,790.", "The club has £2,310, £480 less than a year ago."
    assert agreeing(np.array([0.3, 0.1, 0.6]), told, said, 1.0)[2] == 0.0


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The sea will rise by 45 cm.", "The sea will rise by 30 cm to 60 cm."),
        ("It will rise by 3 °C.", "It will rise by 1.1 to 6.4 °C."),
        ("Prices rose by 7%.", "Prices rose by 5% to 10%."),
    ],
)
def test_a_rise_inside_the_interval_of_a_rise_is_left_open(claim: str, premise: str) -> None:
    assert compare(claim, premise).left_open


@pytest.mark.parametrize(
    ("claim", "premise", "same"),
    [
        ("Net debt was reduced to 310 million dollars.", _DEBT, "Net debt was reduced to 310 million dollars."),
        (
            "The price rose by 10 euros to 50 euros.",
            "The price rose from 40 to 50 euros.",
            "The price rose from 40 to 50 euros.",
        ),
        (
            "Revenue rose by 32 million dollars.",
            "Revenue rose by 8% to 432 million dollars.",
            "Revenue rose by 8% to 432 million dollars.",
        ),
    ],
)
def test_a_change_is_asked_as_the_premise_tells_it(claim: str, premise: str, same: str) -> None:
    assert in_same_words(claim, premise)[0] == same


@pytest.mark.parametrize(
    "premise",
    ["The price rose to 55 euros.", "Sales rose from 4 to 55 million euros.", "The share rose from 5 to 8 percent."],
)
def test_an_end_of_a_change_is_not_by_how_much_it_changed(premise: str) -> None:
    found = compare("The price rose by 55 euros.", premise)
    assert found.lost and not found.rivals


@pytest.mark.parametrize(
    ("claim", "premise", "lost"),
    [
        ("Three of the five judges agreed.", "Two of the five judges disagreed.", False),
        ("Three of the five judges disagreed.", "Two of the five judges disagreed.", True),
        ("Four of the five judges agreed.", "Two of the five judges disagreed.", True),
    ],
)
def test_the_others_of_a_whole_are_its_rest(claim: str, premise: str, lost: bool) -> None:
    found = compare(claim, premise)
    assert bool(found.lost) is bool(found.rivals) is lost


def test_the_rest_of_a_count_is_not_contradicted_by_a_reader_alone() -> None:
    claim, premise = "Three of the five judges agreed.", "Two of the five judges disagreed."
    assert agreeing(np.array([0.05, 0.05, 0.9]), premise, claim, 0.9)[1] > 0.9


@pytest.mark.parametrize(
    ("claim", "premise", "true"),
    [
        ("The course takes five days.", "The course is spread over five days.", True),
        ("The course is spread over seven days.", "The course is spread over five days.", False),
        ("The loan is repaid in more than 24 months.", "The loan is repaid over 24 months.", False),
        ("The course lasts over five days.", "The course lasts five days.", False),
    ],
)
def test_what_is_spread_over_some_time_takes_no_more(claim: str, premise: str, true: bool) -> None:
    assert bool(compare(claim, premise).lost) is not true


def test_a_part_by_which_something_changed_is_told_in_figures() -> None:
    assert in_same_words("Costs fell by half.", "Costs fell by 50 %.")[0] == "Costs fell by 50 %."
    assert in_same_words("Costs fell by half.", "Costs were halved.")[0] == "Costs fell by half."


def test_the_opposite_of_the_rest_contradicts_nothing() -> None:
    premise = "Two thirds of the seedlings die in dry soil."
    assert agreeing(np.array([0.9, 0.05, 0.05]), premise, "A third of the seedlings survive.", 0.7)[2] < 0.1


@pytest.mark.parametrize(
    ("claim", "premise", "gone"),
    [
        ("The meeting is on Tuesday.", "The meeting was moved from Tuesday to Thursday, 5 June 2025.", True),
        ("The fee is 5 euros.", "The entry fee was raised from 5 euros to 7 euros in May.", True),
        ("The price is 40 euros.", "The price was raised from 40 to 55 euros in May.", True),
        ("The price is 55 euros.", "The price was raised from 40 to 55 euros in May.", False),
        ("The price is 2.50 euros.", "The price was raised from 2.50 to 2.75 euros.", True),
        ("The price is 2.75 euros.", "The price was raised from 2.50 to 2.75 euros.", False),
        ("Version 2.4 is due in May.", "The release of version 2.4 was moved from May to June.", True),
        ("The release of version 2.4 is in May.", "The release of version 2.4 was moved from May to June.", True),
        ("The fee is 7 euros.", "The entry fee was raised from 5 euros to 7 euros in May.", False),
        ("The deadline is 3 May.", "The deadline has been extended from 3 May to 3 June.", True),
        ("The deadline is 3 June.", "The deadline has been extended from 3 May to 3 June.", False),
        ("The meeting was on Tuesday.", "The meeting was moved from Tuesday to Thursday.", False),
        ("The office is open on Tuesday.", "The meeting was moved from Tuesday to Thursday.", False),
        ("Aqua-fit is now held on Tuesdays.", "Aqua-fit moves from Tuesday to Thursday at 19:00.", True),
        ("Aqua-fit is held on Thursdays.", "Aqua-fit moves from Tuesday to Thursday at 19:00.", False),
        ("The leaf is green.", "The leaf changes from green to red in autumn.", False),
        ("The meeting is on Tuesday.", "The meeting was moved from Tuesday to Monday and back to Tuesday.", False),
    ],
)
def test_what_was_so_before_a_change_is_not_so_now(claim: str, premise: str, gone: bool) -> None:
    assert before_a_change(claim, premise) is gone
    assert not gone or decided_against(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise", "lost"),
    [
        ("The two groups did not differ.", "Sleepiness fell in both groups, without a difference (p = 0.21).", False),
        ("The three groups did not differ.", "Sleepiness fell in both groups, without a difference.", True),
        ("The offer is £1,400 over budget.", "Hartmann wants £8,900, which is more than the £7,500 we have.", False),
        ("The offer is £1,500 over budget.", "Hartmann wants £8,900, which is more than the £7,500 we have.", True),
        ("Maya proposed a rent of £48.", "Maya proposed to raise the rent from £42 to £48.", False),
        ("The rent goes up to £48 a month.", "The rent is raised from £42 to £48 a year.", True),
        ("The rent goes up to £48 a year.", "The rent is raised from £42 to £48 a year.", False),
        ("Maya proposed a rent of £45.", "Maya proposed to raise the rent from £42 to £48.", True),
        ("Forty-nine holders have paid.", "Rents from nine of 58 plots are outstanding.", False),
        (
            "Five members are not elected.",
            "The committee has nine members, of whom four are elected by the staff.",
            False,
        ),
        ("Five members are elected.", "The committee has nine members, of whom four are elected by the staff.", True),
        (
            "Six members are not elected.",
            "The committee has nine members, of whom four are elected by the staff.",
            True,
        ),
        ("Forty-eight holders have paid.", "Rents from nine of 58 plots are outstanding.", True),
    ],
)
def test_what_both_a_difference_a_change_and_a_rest_tell_is_not_lost(claim: str, premise: str, lost: bool) -> None:
    assert bool(compare(claim, premise).lost) is lost
