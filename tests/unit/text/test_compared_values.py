"""Amounts of claims and premises: units, words for numbers, sides of a size, by properties and rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.values.compare import compare
from localcheck.text.values.dates import periods
from localcheck.text.values.quantities import quantities
from localcheck.text.values.same_words import in_same_words

whole = st.integers(2, 900)
EXACT = (
    ("kg", "g", 1000),
    ("km", "m", 1000),
    ("hours", "minutes", 60),
    ("years", "months", 12),
    ("bar", "kPa", 100),
    ("l", "ml", 1000),
)
SIDES = "The bridge is 120 m (394 ft) long and has a width of 8 m."
PRICES = "A ticket costs 12 euros for adults and 6 euros for children and students."


@given(whole, st.sampled_from(EXACT))
def test_the_same_amount_in_another_unit_is_borne_out_both_ways(n: int, units: tuple[str, str, int]) -> None:
    large, small, factor = units
    one, other = f"It takes {n} {large}.", f"It takes {n * factor} {small}."
    assert not compare(one, other).lost and not compare(other, one).lost
    assert in_same_words(one, other)[0] == other


@given(whole, st.integers(1, 900), st.sampled_from(EXACT))
def test_another_amount_in_another_unit_contradicts(n: int, more: int, units: tuple[str, str, int]) -> None:
    large, small, factor = units
    share = more * factor / (n * factor)
    found = compare(f"It takes {n} {large}.", f"It takes {(n + more) * factor} {small}.")
    assert bool(found.rivals) is (share > 0)


@pytest.mark.parametrize(
    ("claim", "premise", "said"),
    [
        ("Van Gogh died in his thirties.", "He died at the age of 37.", "Van Gogh died at the age of 37."),
        ("He was in his fifties when he died.", "He died in Vienna, aged 56.", "He was aged 56 when he died."),
        ("More than half of it is used.", "More than 50% of it is used.", "More than 50% of it is used."),
        ("One in four voters stayed.", "25 % of voters stayed.", "25 % of voters stayed."),
        ("The wall stood for 28 years.", "It stood from 1961 to 1989.", "The wall stood from 1961 to 1989."),
        ("He played throughout the 1980s.", "He played in 1987.", "He played throughout the 1980s."),
        ("It took place in late spring 2009.", "It was on 16 March 2009.", "It took place in late spring 2009."),
        ("She wrote no more than ten books.", "She wrote nine books.", "She wrote nine books."),
        ("He never weighed above 70 kg.", "He weighed 65 kg.", "He never weighed above 70 kg."),
        ("Women could not vote before 1920.", "Women could vote in 1925.", "Women could not vote before 1920."),
        ("The price rose by 15 euros.", "The price rose from 40 to 55 euros.", "The price rose from 40 to 55 euros."),
    ],
)
def test_what_a_claim_says_with_the_number_of_its_premise(claim: str, premise: str, said: str) -> None:
    assert in_same_words(claim, premise)[0] == said


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Costs were halved.", "Costs fell by 50 %."),
        ("Costs were halved.", "The change in costs was −50 %."),
        ("Sales doubled.", "Sales rose by 100 percent."),
        ("Two thirds of the staff left.", "66.7 % of the staff left."),
        ("It runs at 20 °C.", "It runs at 68 °F."),
        ("It runs at 120 km/h.", "It runs at 75 mph."),
        ("It cost $5m.", "It cost five million dollars."),
        ("It opened in the 19th century.", "It opened in 1850."),
        ("It opened on 2020-03-15.", "It opened on 15 March 2020."),
        ("It opened on 15 March 2020.", "Opened: 2020-03-15"),
        ("It opened in 2020.", "It opened on 2020-03-15."),
        ("It opened on 03/05/1994.", "It opened on 3 May 1994."),
        ("It opened on 5/3/1994.", "It opened on 3 May 1994."),
        ("It fell to minus 18 degrees.", "It fell to −18 °C."),
        ("It fell to 20 degrees below zero.", "It fell to -20 °C."),
        ("It is kept below -10 °C.", "It is kept at -18 °C."),
        ("It lies between −5 and 10 °C.", "It lies at 0 °C."),
        ("It lies at 10-18 °C.", "It lies at 15 °C."),
        ("It is 23,5 m high.", "It is 23.5 m high."),
        ("It cost €3,5 million.", "It cost €3.5 million."),
        ("It takes 2½ hours.", "It takes 150 minutes."),
        ("It has 1500 employees.", "It has 1,500 employees."),
        ("It has 1.2bn users.", "It has 1.2 billion users."),
        ("2.1m people saw it.", "It was seen by 2,100,000 people."),
        ("It cost 2.5m euros.", "It cost €2.5 million."),
        ("He is 6 ft 2 in tall.", "He is 1.88 m tall."),
        ("He is 5 feet 10.", "He is 178 cm tall."),
        ("It has c. 40 rooms.", "It has 42 rooms."),
        ("It has approx. 8,000 seats.", "It has 8,200 seats."),
    ],
)
def test_paraphrases_of_numbers_are_borne_out(claim: str, premise: str) -> None:
    assert not compare(claim, premise).lost


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Costs were halved.", "Costs fell by 20 %."),
        ("Costs fell by 50 %.", "Costs rose by 50 %."),
        ("It takes 5 mg.", "It takes 50 mg."),
        ("He ruled for 12 years.", "He ruled for 12 months."),
        ("It runs at 20 °C.", "It runs at 95 °F."),
        ("It closed in May 2020.", "It closed in March 2020."),
        ("It opened on 2020-04-15.", "It opened on 15 March 2020."),
        ("It opened on 3 June 1994.", "It opened on 03/05/1994."),
        ("It is kept at 18 °C.", "It is kept at -18 °C."),
        ("It lies between 5 and 10 °C.", "It lies at −5 °C."),
        ("It takes 2½ hours.", "It takes three hours."),
        ("The wall is 2.1m high.", "The wall is 3 m high."),
        ("He is 6 ft 2 in tall.", "He is 1.65 m tall."),
        ("It began on 3 June 2019.", "It lasted from 3 to 5 May 2019."),
        ("The games began on 4 May 2019.", "The games lasted from 3 to 5 May 2019."),
    ],
)
def test_other_values_contradict(claim: str, premise: str) -> None:
    assert compare(claim, premise).rivals


@given(st.text(max_size=100), st.text(max_size=100))
def test_nothing_raises_and_a_text_bears_itself_out(a: str, b: str) -> None:
    assert not compare(a, a).lost and not compare(a, a).rivals
    assert in_same_words(a, a) == (a, a)
    compare(a, b)
    in_same_words(a, b)
    for found in quantities(a):
        assert 0 <= found.span.start < found.span.end <= len(a)
    for period in periods(a):
        assert period.first <= period.last


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Roughly three thousand million pairs make up the genome.", "The genome contains about three billion pairs."),
        ("No fewer than 30 people lost their lives.", "The toll was a minimum of 30 dead."),
        ("He had more than twelve thousand volumes.", "His personal library exceeded 12,000 later on."),
        ("The prize rose to £50,000 in 2002.", "It was £21,000, and was subsequently raised to £50,000 in 2002."),
        ("It is inclined by roughly 23 degrees.", "It is inclined by an angle of about 23.4°."),
        ("The 15th was the day of the first flight.", "The first flight was on 15 December 2006."),
        ("Chad recognized Palestine before the 1990s.", "In 1988, Chad recognized Palestine."),
        ("Three quarters of the people had no account.", "26 % of the people have an account."),
    ],
)
def test_what_is_said_with_another_number_is_the_same(claim: str, premise: str) -> None:
    assert not compare(claim, premise).lost


@pytest.mark.parametrize(
    ("premise", "dropped"),
    [
        ("It lies at an elevation of approximately . Its cable cars opened in May.", True),
        ("The city has a total area of , of which most is land.", True),
        ("The bay can carry of ordnance.", True),
        ("The bay can carry 5 tonnes of ordnance.", False),
        ("Its length is between and , and females are larger.", True),
        ("It lies at a high elevation, where the air is thin.", False),
        ("What it lies at is ... a secret.", False),
        ("It lies at 2,500 metres, and the airport at .", False),
    ],
)
def test_a_number_that_a_converter_dropped_is_open(premise: str, dropped: bool) -> None:
    """The reader called "at 3,600 metres" contradicted by "at an elevation of ."."""
    found = compare("It lies at an elevation of 3,600 metres.", premise)
    assert found.lost and found.left_open is dropped and not (dropped and (found.rivals or found.worked_out))


@pytest.mark.parametrize(
    ("claim", "premise", "true"),
    [
        ("The total is 3000.50 euros.", "The total is 3.000,50 euros.", True),
        ("The city has 1234.5 km of roads.", "The city has 1.234,5 km of roads.", True),
        ("The total is 3000.50 euros.", "The total is 3.500,50 euros.", False),
        ("He died at 40.", "He died aged 40 years and 3 months.", True),
        ("He died at the age of 40.", "He died aged 40 years and 3 months.", True),
        ("He died at 41.", "He died aged 40 years and 3 months.", False),
        ("A 12-year-old pupil travels free.", "Pupils under 12 travel free.", False),
        ("A 12-year-old pupil travels free.", "Pupils under the age of 12 travel free.", False),
        ("An 11-year-old pupil travels free.", "Pupils under 12 travel free.", True),
    ],
)
def test_numbers_and_ages_in_other_forms(claim: str, premise: str, true: bool) -> None:
    found = compare(claim, premise)
    assert bool(found.lost) is bool(found.rivals) is not true


@pytest.mark.parametrize(
    ("premise", "same"),
    [
        ("He did not fail to reach the summit.", "He reached the summit."),
        ("He couldn't fail to notice it.", "He noticed it."),
        ("She never failed to win.", "She won."),
        ("He failed to reach the summit.", "He failed to reach the summit."),
        ("She did not fail to be elected.", "She did not fail to be elected."),
    ],
)
def test_a_premise_is_read_without_its_double_denial(premise: str, same: str) -> None:
    assert in_same_words("It was red.", premise)[1] == same


@pytest.mark.parametrize(
    "claim, premise",
    [
        ("The bridge is 120 m wide.", SIDES),
        ("The bridge is 8 metres in length.", SIDES),
        ("Children pay 12 euros.", PRICES),
        ("A ticket costs 6 euros for adults.", PRICES),
    ],
)
def test_a_value_of_another_side_or_for_somebody_else_contradicts(claim: str, premise: str) -> None:
    assert compare(claim, premise).rivals


@pytest.mark.parametrize(
    "claim, premise",
    [
        ("The bridge is 8 metres wide and 120 metres in length.", SIDES),
        ("The bridge measures 120 m.", SIDES),
        ("Students pay 6 euros.", PRICES),
    ],
)
def test_a_value_of_the_same_side_or_for_the_same_people_is_borne_out(claim: str, premise: str) -> None:
    assert not compare(claim, premise).lost


def test_a_value_of_a_side_that_the_premise_does_not_tell_is_left_open() -> None:
    found = compare("The bridge is 20 m high.", SIDES)
    assert found.lost and not found.rivals


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The fee is 30 cents per kilometre.", "The fee is €0.30 per km."),
        ("Power costs €0.30 per kWh.", "Power costs 30 cents per kWh."),
        ("Petrol costs 3 dollars a gallon.", "Petrol costs $3 per gallon."),
        ("Rice costs 50 cents per pound.", "Rice costs 50¢ per pound."),
        ("Postage is 85 pence.", "Postage is £0.85."),
        ("Postage is £0.85.", "Postage is 85p."),
        ("The parcel is 30 cm long.", "The parcel measures 30 x 20 x 5 cm."),
        ("It weighs 2.2 pounds.", "It weighs 1 kg."),
        ("The term is a year and a half.", "The term is 18 months."),
        ("The term is one year and six months.", "The term is 18 months."),
        ("He cried for 90 minutes.", "He cried for the next hour and a half."),
        ("The stop lasts an hour.", "The stop lasts 60 minutes."),
        ("He stayed for a year.", "He was 12 years old."),
    ],
)
def test_the_same_amount_in_another_unit_or_in_words(claim: str, premise: str) -> None:
    assert not compare(claim, premise).lost


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The fee is 50 cents per km.", "The fee is €0.30 per km."),
        ("The kettle costs $49.90.", "The kettle costs €49.90."),
        ("The kettle costs 49.90 US dollars.", "The kettle costs 49.90 euros."),
        ("The kettle weighs 1.2 pounds.", "The kettle weighs 1.2 kg."),
        ("The parcel is 40 cm long.", "The parcel measures 30 x 20 x 5 cm."),
        ("The term is a year and a half.", "The term is two years."),
        ("The server was down for an hour.", "The server was down for 40 minutes."),
        ("Refunds are paid within a week.", "Refunds are paid within ten days."),
        ("The warranty lasts a year.", "The warranty lasts two years."),
    ],
)
def test_another_amount_in_another_unit_or_in_words(claim: str, premise: str) -> None:
    assert compare(claim, premise).rivals


def test_another_currency_is_not_worked_out() -> None:
    assert not compare("It costs $55.", "It costs €49.90.").worked_out


def test_a_side_of_a_size_is_not_written_without_its_unit() -> None:
    assert in_same_words("It is 30 cm long.", "It measures 30 x 20 cm.")[0] == "It is 30 cm long."


def test_runners_of_a_relay_and_a_picture_are_no_amounts() -> None:
    assert [q.kind for q in quantities("He ran the 4 × 100 m relay.")] == ["count", "length"]
    assert not quantities("It shows 1080p video.")
