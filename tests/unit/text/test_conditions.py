"""Exceptions, conditions and bounds of rules."""

from __future__ import annotations

import pytest

from localcheck.text.values.conditions import (
    as_others,
    as_rule,
    conditioned,
    for_the_named,
    taxed,
    unless_changed,
    without_others,
)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The data must not be passed on without consent.", "The data may be passed on only with consent."),
        ("You can't enter without a ticket.", "You can enter only with a ticket."),
        ("You mustn't drive it without a licence.", "You may drive it only with a licence."),
        ("It must not be opened without asking.", "It must not be opened without asking."),
        ("You can pay without a card.", "You can pay without a card."),
        ("Pets other than fish in a tank are not allowed.", "Pets are not allowed, except fish in a tank."),
        ("Persons other than members cannot vote.", "Nobody except members can vote."),
        ("It is open daily, but not on Mondays.", "It is open daily, except on Mondays."),
        ("It runs in winter but not in July.", "It runs in winter, except in July."),
        ("It may be eaten on the lawn, but not in the hall.", "It may be eaten on the lawn, but not in the hall."),
        ("Drinks other than water are sold here.", "Drinks other than water are sold here."),
        ("You may paint it, provided that it is dry.", "You may paint it only if it is dry."),
        ("The law provided that it was free.", "The law provided that it was free."),
    ],
)
def test_a_condition_is_read_without_a_denial(text: str, read: str) -> None:
    assert conditioned(text) == read


@pytest.mark.parametrize(
    ("claim", "text", "read"),
    [
        ("Prices include VAT.", "It costs €10 plus VAT.", "It costs €10 without VAT."),
        ("It is €10 excluding tax.", "It costs €10 plus 7.5% tax.", "It costs €10 without 7.5% tax."),
        ("It costs €10.", "It costs €10 plus VAT.", "It costs €10 plus VAT."),
        ("Prices include VAT.", "It costs €10 plus postage.", "It costs €10 plus postage."),
    ],
)
def test_what_is_added_is_not_included(claim: str, text: str, read: str) -> None:
    assert taxed(claim, text) == read


@pytest.mark.parametrize(
    ("claim", "premise", "read"),
    [
        ("A journey of five hours is paid.", "We pay journeys of more than four hours.", "more than four hours"),
        ("An account with €12,000 is free.", "Accounts with at least €10,000 are free.", "at least €10,000"),
        ("A journey of 450 km is paid.", "We pay journeys of 300 km or more.", "300 km or more"),
        ("A lorry of 12 tonnes pays €40.", "Lorries over 7.5 tonnes pay €40.", "over 7.5 tonnes"),
        ("An item worth £15 is replaced.", "We replace items worth less than £20.", "less than £20"),
        ("A journey of three hours is paid.", "We pay journeys of more than four hours.", ""),
        ("A flight of five hours is paid.", "We pay journeys of more than four hours.", ""),
        ("A journey of five hours is paid.", "We pay journeys of four hours.", ""),
        ("A journey of four hours is paid.", "We pay journeys of more than four hours.", ""),
        ("A journey of four hours is paid.", "We pay journeys of at least four hours.", "at least four hours"),
        ("A journey of less than five hours is paid.", "We pay journeys of more than four hours.", ""),
        ("A journey of four to six hours is paid.", "We pay journeys of less than five hours.", ""),
        ("A journey of five hours is paid.", "We pay journeys of more than 4 km.", ""),
        ("A journey of 200 km is paid.", "We pay journeys of 300 km or less.", "300 km or less"),
        ("A journey of 400 km is paid.", "We pay journeys of 300 km or less.", ""),
        ("An order of €60 is free.", "Any order over €50 is free.", "over €50"),
        ("A pupil of five is free.", "Pupils under 12 are free.", ""),
        ("We pay €60.", "Orders over €50 are delivered free.", ""),
        ("A crowd of 300 people came.", "A crowd of more than 200 people came.", ""),
    ],
)
def test_what_lies_within_a_bound_is_read_with_it(claim: str, premise: str, read: str) -> None:
    said = as_rule(claim, premise)
    assert read in said if read else said == claim


@pytest.mark.parametrize(
    ("claim", "text", "read"),
    [
        ("Children pay £12.", "Breakfast: £12 (children £6). Dinner: £20.", "Breakfast: £6 for children. Dinner: £20."),
        ("On Sundays it closes at 22:00.", "It closes at 22:00 (on Sundays: 18:00).", "It closes at 18:00 on Sundays."),
        ("The DX 45 waits 24 hours.", "It waits 24 hours (DX 45: 9 hours).", "It waits 9 hours for DX 45."),
        ("Breakfast costs £12.",) + ("Breakfast: £12 (children £6).",) * 2,
        ("Children pay £12.",) + ("Breakfast: £12 (children: 20 minutes).",) * 2,
        ("Children pay £12.",) + ("Breakfast: £12 (children: free).",) * 2,
        ("It worked in version 3.7.4.",) + ("Version: 3.8.1 (worked in 3.7.4)",) * 2,
        ("They pay £12.",) + ("Breakfast: £12 (for them: £6).",) * 2,
        ("The parcel weighs 9 kg.",) + ("The parcel weighs 9 kg (parcel: 9 kg).",) * 2,
    ],
)
def test_brackets_give_a_value_otherwise_for_whom_the_claim_names(claim: str, text: str, read: str) -> None:
    assert for_the_named(claim, text) == read


ROOM = "A room for study groups is free for members and costs £6 an hour for others."
POOL = "It is open until 22:00 for club members and until 20:00 for other guests."


@pytest.mark.parametrize(
    ("claim", "text", "read"),
    [
        ("Study groups of members pay £6 an hour.", ROOM, "A room for study groups is free for members."),
        ("Study groups of others pay £6 an hour.", ROOM, ROOM),
        ("Study groups pay £6 an hour.", ROOM, ROOM),
        ("All members and non-members pay £6.", ROOM, ROOM),
        ("Club members may swim until 20:00.", POOL, "It is open until 22:00 for club members."),
        ("Parents may swim until 20:00.", POOL, POOL),
        ("Residents pay £5.", "£2 for residents and £5 for everyone else.", "£2 for residents."),
        ("Adults pay £4.", "£9 for adults and £4 for children.", "£9 for adults and £4 for children."),
        ("Guests pay £6.", "It is free for them and costs £6 for others.", None),
        ("Members wait.", "There is a queue for members and another door for others.", None),
    ],
)
def test_what_all_others_are_told_is_not_read_for_those_who_are_named(claim: str, text: str, read: str | None) -> None:
    assert without_others(claim, text) == (read or text)


def test_who_is_none_of_those_who_are_named_is_one_of_the_others() -> None:
    assert as_others("The room costs £6 for non-members.", ROOM) == "The room costs £6 for others."
    assert as_others("People who are not members pay £6.", ROOM) == "Others pay £6."
    for claim in ("Non-residents pay £6.", "Members pay £6."):
        assert as_others(claim, ROOM) == claim
    assert as_others("Non-members pay £6.", "It costs £6.") == "Non-members pay £6."


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Links expire after 14 days unless the owner sets another date.", "Links expire after 14 days."),
        ("Links expire after 14 days.", "Links expire after 14 days by default."),
        ("The default is 14 days; the owner can change it.", "Links expire after 14 days by default."),
    ],
)
def test_a_default_is_what_is_so_unless_somebody_changes_it(text: str, read: str) -> None:
    assert unless_changed("Links expire after 14 days by default.", text) == read
