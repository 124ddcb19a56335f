"""Bounds, limits and intervals of claims and premises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.values.compare import compare
from localcheck.text.values.same_words import in_same_words

whole = st.integers(2, 900)


@given(whole, whole)
def test_a_bound_holds_exactly_what_lies_inside(bound: int, n: int) -> None:
    for said, holds in (
        (f"Fewer than {bound} people died.", n < bound),
        (f"More than {bound} people died.", n > bound),
        (f"At least {bound} people died.", n >= bound),
        (f"At most {bound} people died.", n <= bound),
    ):
        premise = f"{n} people died."
        assert bool(compare(said, premise).lost) is not holds
        assert bool(compare(said, premise).rivals) is not holds
        assert compare(premise, said).left_open is (holds and n != bound)
        if n != bound:
            assert compare(premise, said).lost
            assert bool(compare(premise, said).rivals) is not holds


@given(st.integers(2, 400), st.integers(1, 400), st.integers(2, 900))
def test_an_interval_holds_what_lies_between_its_ends(low: int, width: int, n: int) -> None:
    said, inside = f"It has between {low} and {low + width} rooms.", low <= n <= low + width
    assert bool(compare(said, f"It has {n} rooms.").lost) is not inside


@pytest.mark.parametrize(
    "bound", ["more than 200 years", "more than 90 percent", "over 500 metres", "more than $5 million"]
)
def test_a_number_without_a_unit_bears_no_bound_with_one_out_nor_contradicts_it(bound: str) -> None:
    found = compare(f"It was {bound}.", "It killed about 40,000.")
    assert found.lost and not found.rivals


def test_a_length_far_below_a_bound_is_not_what_less_than_it_means() -> None:
    assert compare("Less than one century lay between them.", "The volcano erupted in 1783–1784.").lost
    assert not compare("The war lasted less than a decade.", "It began in 1939 and ended in 1945.").lost


@pytest.mark.parametrize(
    ("claim", "premise", "same"),
    [
        ("It does not cost more than 10 euros.", "It costs 8 euros.", "It costs 8 euros."),
        ("They did not last longer than 3 hours.", "They lasted 2 hours.", "They lasted 2 hours."),
        ("It doesn't weigh less than 5 kg.", "It weighs 7 kg.", "It weighs 7 kg."),
        ("It does not cost more than 10 euros.", "It costs 12 euros.", "It costs at most 10 euros."),
        (
            "Adults must not take more than three tablets a day.",
            "Adults take at most three tablets in 24 hours.",
            "Adults must take at most three tablets a day.",
        ),
        ("You cannot bring more than 2 guests.", "You may bring up to two guests.", "You can bring up to two guests."),
        ("You are not to drive more than 300 km.", "Drive at most 300 km.", "You are to drive at most 300 km."),
        ("Do not exceed 4 g.", "Take at most 4 g.", "Do not exceed 4 g."),
        (
            "You may take up to eight tablets.",
            "Do not take more than eight tablets.",
            "You may take at most eight tablets.",
        ),
        ("The maximum dose is 4 g.", "The dose must not exceed 4 g.", "The maximum dose is at most 4 g."),
        ("The maximum dose is 4 g.", "The dose must not ever exceed 4 g.", "The maximum dose is 4 g."),
        ("The dose is 4 g at most.", "The dose must not, whatever happens, exceed 3 g.", "The dose is 4 g at most."),
        ("The dose is up to 4 g.", "The dose must not, whatever happens, exceed 4 g.", "The dose is at most 4 g."),
        (
            "You should not take more than eight.",
            "Do not take more than eight.",
            "You should not take more than eight.",
        ),
    ],
)
def test_a_bound_that_is_told_by_a_denial_is_compared_as_a_bound(claim: str, premise: str, same: str) -> None:
    assert in_same_words(claim, premise)[0] == same


@pytest.mark.parametrize(
    ("claim", "premise", "same"),
    [
        ("You may take eight tablets.", "Do not take more than eight tablets.", "Take at most eight tablets."),
        ("You may take eight tablets.", "Never take more than eight tablets.", "Take at most eight tablets."),
        ("The fine is up to 200 euros.", "The fine does not exceed 200 euros.", "The fine is at most 200 euros."),
        (
            "A text has up to 200 words.",
            "Texts should not be longer than 200 words.",
            "Texts should be at most 200 words.",
        ),
        ("You must be at least 18.", "You must not be younger than 18.", "You must be at least 18."),
        (
            "A text may be longer than 200 words.",
            "It must not be longer than 200 words.",
            "It must not be longer than 200 words.",
        ),
    ],
)
def test_a_bound_that_the_premise_tells_by_a_denial_is_asked_as_a_bound(claim: str, premise: str, same: str) -> None:
    assert in_same_words(claim, premise)[1] == same


@pytest.mark.parametrize(
    ("claim", "premise", "true"),
    [
        ("Guests may stay up to three nights.", "Guests cannot stay longer than three nights.", True),
        ("Guests may stay up to three nights.", "Guests can't stay longer than three nights.", True),
        ("Guests may stay four nights.", "Guests cannot stay longer than three nights.", False),
        ("You may drive up to 80 km/h.", "You must not drive faster than 80 km/h.", True),
        ("You need at least 20 points.", "You must not have less than 20 points.", True),
        ("Nobody had seen her in more than five years.", "We haven't seen her in over five years.", True),
        ("Do not give it to children under 12.", "Do not give it to children under 12.", True),
    ],
)
def test_what_is_not_more_is_at_most_so_much(claim: str, premise: str, true: bool) -> None:
    assert bool(compare(claim, premise).lost) is not true


@pytest.mark.parametrize(
    ("claim", "premise", "rival"),
    [
        ("The pressure is 1.2 bar.", "The pressure is between 1.0 and 1.5 bar. Nobody under eight may use it.", False),
        ("The fee is 30 euros.", "The fee is between 20 and 40 euros. Nobody under sixteen may join.", False),
        ("The fee is 50 euros.", "The fee is between 20 and 40 euros. Nobody under sixteen may join.", True),
        ("He drove 60 km.", "Trips are between 50 and 70 km long. He drove 90 km.", True),
    ],
)
def test_a_number_inside_a_stated_range_is_not_contradicted_by_one_of_something_else(
    claim: str, premise: str, rival: bool
) -> None:
    found = compare(claim, premise)
    assert bool(found.rivals) is rival and found.lost and found.left_open is not rival


@pytest.mark.parametrize(
    "claim, premise",
    [
        ("It weighs between 2 and 4 kg.", "It weighs 2.5–3 kg."),
        ("It weighs about 2.7 kg.", "It weighs 2.5–3 kg."),
        ("About 50 people died.", "Between 40 and 60 people died."),
        ("More than 30 people died.", "Between 40 and 60 people died."),
    ],
)
def test_an_interval_bears_out_what_holds_it_and_about_its_middle(claim: str, premise: str) -> None:
    assert not compare(claim, premise).lost


@pytest.mark.parametrize("claim", ["Fewer than 40 people died.", "More than 60 people died.", "About 90 people died."])
def test_a_bound_outside_an_interval_contradicts_it(claim: str) -> None:
    assert compare(claim, "Between 40 and 60 people died.").rivals


@pytest.mark.parametrize("claim", ["50 people died.", "More than 50 people died.", "At least 60 people died."])
def test_what_an_interval_holds_besides_others_is_left_open(claim: str) -> None:
    found = compare(claim, "Between 40 and 60 people died.")
    assert found.lost and not found.rivals


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The dose is at most 800 mg a day.", "The dose is at most 400 mg a day."),
        ("The dose is at most 200 mg a day.", "The dose is at most 400 mg a day."),
        ("The dose is at most 800 mg a day.", "The maximum dose is 400 mg a day."),
        ("The file may be at most 25 GB.", "The file may be at most 25 MB."),
        ("The password must have at least 8 characters.", "The password must have at least 12 characters."),
        ("Up to 50 guests are allowed.", "Up to 20 guests are allowed."),
        ("Adults may take up to four tablets a day.", "Take one tablet, at most three tablets in 24 hours."),
        ("You must be at least 16 years old.", "You must be at least 18 years old."),
        ("Store it below 50 °C.", "Store it below 25 °C."),
        ("The vaccine must be stored between -5 and 25 °C.", "Store the vaccine between 2 and 8 °C."),
        ("The password must have 6 to 30 characters.", "The password must have 8 to 20 characters."),
        ("Customers may spend up to €5,000 on credit.", "The credit limit is €2,000."),
    ],
)
def test_another_limit_contradicts_and_the_reader_sees_the_claims_own(claim: str, premise: str) -> None:
    assert compare(claim, premise).rivals
    assert in_same_words(claim, premise) == (claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The dose is at most 400 mg a day.", "The maximum dose is 0.4 g a day."),
        ("The file may be at most 25 MB.", "The file may be at most 25,000 KB."),
        ("Fewer than 100 people came.", "59 people came."),
        ("At least 20 people died.", "At least 35 people died."),
    ],
)
def test_the_same_limit_and_what_was_counted_inside_a_bound_are_borne_out(claim: str, premise: str) -> None:
    assert not compare(claim, premise).lost


@pytest.mark.parametrize(
    ("claim", "premise", "same"),
    [
        ("Patients may take up to eight tablets a day.", "The dose is two tablets a day.", False),
        ("Patients may take up to two tablets a day.", "The dose is two tablets a day.", True),
        ("Each passenger may take up to 32 kg.", "Each passenger may take one suitcase of 23 kg.", False),
        ("Delivery takes 2 to 10 working days.", "Delivery takes 3 to 5 working days.", False),
        ("You will receive a refund of up to €400.", "You will receive a refund of €40.", False),
        ("Employees receive up to 35 days of leave.", "Employees receive 28 days of leave.", False),
        ("Up to 50 people died.", "45 people died.", True),
        ("Delivery takes up to ten working days.", "Delivery takes 3 to 5 working days.", False),
        ("Delivery takes up to five working days.", "Delivery takes 3 to 5 working days.", True),
        ("The game is for 2 to 6 players.", "The game is for 2–4 players.", False),
        ("Lions can live between 8 and 16 years.", "Lions live 10 to 14 years.", False),
        ("It can be between 2 and 4 m long.", "It can be 2.5–3 m long.", True),
        ("It weighs between 2 and 4 kg.", "It weighs 2.5–3 kg.", True),
        ("He died in his thirties.", "He died in his early thirties.", True),
    ],
)
def test_a_wider_limit_or_interval_is_not_the_same_one(claim: str, premise: str, same: bool) -> None:
    found = compare(claim, premise)
    assert bool(found.lost) is not same and not found.rivals and not found.worked_out
    assert same or in_same_words(claim, premise)[0] == claim


@pytest.mark.parametrize(
    ("claim", "premise", "same"),
    [
        ("Employees may carry over ten days.", "Each employee has 30 days of leave.", False),
        ("The buyer took over 150 employees.", "The buyer took over 12 of 300 employees.", False),
        ("The guard handed over 20 keys.", "The guard handed over 30 keys.", False),
        ("The work took over ten days.", "The work took 30 days.", True),
        ("He took over 150 photos.", "He took 300 photos.", True),
    ],
)
def test_over_may_belong_to_the_verb(claim: str, premise: str, same: bool) -> None:
    assert bool(compare(claim, premise).lost) is not same


def test_an_interval_of_time_holds_what_costs_or_takes_another_time() -> None:
    found = compare("After two years it is three months.", "Between 1 and 3 years it is two months, then three months.")
    assert found.left_open


def test_a_number_past_a_threshold_is_not_contradicted_by_what_costs_something_below_it() -> None:
    fee = "Orders over €50 are delivered free of charge; below that, shipping costs €4.95."
    assert compare("An order of €60 is delivered free of charge.", fee).left_open
    assert compare("Shipping costs €5.95.", fee).rivals


def test_a_bound_is_not_written_as_a_narrower_one() -> None:
    assert in_same_words("At least 20 people died.", "At least 35 people died.")[0] == "At least 20 people died."


def test_an_aside_leaves_a_denied_bound_what_it_is() -> None:
    found = compare("The dose may be 6 mg.", "The dose must not, whatever happens, exceed 5 mg.")
    assert found.rivals and not found.left_open


def test_what_must_not_be_below_a_temperature_may_be_above_it() -> None:
    said = "It must not be charged below 0 °C or above 45 °C."
    allowed = compare("It can be charged at 20 °C.", said)
    assert allowed.left_open and not allowed.rivals
    assert compare("It can be charged at -10 °C.", said).rivals
    assert compare("It can be charged at 50 °C.", said).rivals
    assert not compare("Do not charge it below 0 °C.", said).lost


@given(whole, whole)
def test_a_bound_may_say_of_what_measure_it_is(bound: int, n: int) -> None:
    for lead in ("up to", "at most", "up to a total value of"):
        said, told = f"Goods are insured up to £{n}.", f"Goods are insured {lead} £{bound}."
        assert bool(compare(said, told).rivals) is (n != bound)
    assert bool(compare(f"It weighs {n} kg.", f"It weighs at least a weight of {bound} kg.").lost) is (n != bound)


@pytest.mark.parametrize(
    ("claim", "lost", "rivals"),
    [
        ("You can cancel up to seven days before arrival.", False, False),
        ("You have to cancel at least seven days before arrival.", False, False),
        ("You can cancel up to three days before arrival.", True, True),
        ("You can cancel at most seven days before arrival.", True, False),
        ("A booking that is cancelled ten days before arrival is free.", True, False),
        ("A booking that is cancelled five days before arrival is free.", True, True),
    ],
)
def test_until_so_long_before_something_is_at_least_so_long(claim: str, lost: bool, rivals: bool) -> None:
    found = compare(claim, "You can cancel free of charge until seven days before arrival.")
    assert (bool(found.lost), bool(found.rivals)) == (lost, rivals)
