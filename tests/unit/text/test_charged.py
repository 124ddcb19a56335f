"""What is free or has a price, and what is provided or has to be brought."""

from __future__ import annotations

import pytest

from localcheck.text.values.charged import charged

PRICES = "A ticket costs 12 euros, a bicycle 5 euros."
EXTRA = "Single £68, double £95. Breakfast: £9 extra per person, children under six free."
FREE = "Tickets cost 12 euros. Nothing is charged for a bicycle."


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        ("Bicycles travel free.", PRICES, "contradicted"),
        ("Nothing is charged for a bicycle.", PRICES, "contradicted"),
        ("There is no charge for bicycles.", PRICES, "contradicted"),
        ("A bicycle costs 12 euros.", FREE, "contradicted"),
        ("Bicycles are free of charge.", FREE, "borne out"),
        ("A bicycle costs 6 euros.", PRICES, None),
        ("Bicycles travel free on Sundays.", PRICES, None),
        ("Bicycles travel free.", "A bicycle costs €0.", None),
        ("Children travel free.", PRICES, None),
        ("A bicycle costs 5 euros.", "Bicycles travel free on Sundays.", None),
        ("Towels are provided.", "Please bring your own towels.", "contradicted"),
        ("Towels are not provided.", "Please bring your own towels.", "borne out"),
        ("Guests have to bring their own towels.", "The pool is open daily. Towels are provided.", "contradicted"),
        ("You need not bring a towel.", "Towels are provided.", "borne out"),
        ("You need not bring a towel.", "Bring your own towels.", "contradicted"),
        ("Towels are provided.", "Sheets are provided; bring your own towels.", "contradicted"),
        ("You have to bring a helmet.", "Helmets are provided by the school.", "contradicted"),
        ("Marcus brings the pictures.", "If Phillip brings the pictures, it is fine.", None),
        ("Bicycles travel free.", "If bicycles travel free, the ferry loses money.", None),
        ("Pupils need not bring their own pens.", "Pens are provided.", "borne out"),
        ("Sheets are provided.", "Towels are provided.", None),
        ("Breakfast is included in the room price.", EXTRA, "contradicted"),
        ("Breakfast is included in the price of the room.", EXTRA, "contradicted"),
        ("Breakfast is not included.", EXTRA, "borne out"),
        ("Breakfast costs extra.", EXTRA, "borne out"),
        ("Guests have to pay for breakfast on top of the room price.", EXTRA, "borne out"),
        ("Breakfast costs £9.", EXTRA, None),
        ("Breakfast costs extra.", "Breakfast is included in the room rate.", "contradicted"),
        ("Wi-Fi costs extra.", "Prices are per night and include VAT and Wi-Fi.", "contradicted"),
        ("VAT is included.", "Prices do not include VAT.", "contradicted"),
        ("You don't pay anything for towels.", "Towels cost £2 per stay.", "contradicted"),
        ("A dog needs a ticket.", "Dogs travel free.", "contradicted"),
        ("Students don't pay for towels.", "Towels cost £2.", None),
        ("Invoice 204 is unpaid.", "Invoice 204 is outstanding.", "borne out"),
        ("Invoice 204 has been paid.", "Invoice 204 is still outstanding.", "contradicted"),
        ("Invoice 204 is outstanding.", "Invoice 204 has not yet been paid.", "borne out"),
        ("Invoice 204 has not been settled.", "Invoice 204 was paid in full.", "contradicted"),
        ("Invoice 204 is outstanding.", "Invoice 203 is outstanding, invoice 204 is paid.", "contradicted"),
        ("The water bill for July still has to be paid.", "The July water bill is overdue.", "borne out"),
        ("Ann still has to pay the water bill for July.", "The water bill for July is still outstanding.", "borne out"),
        ("Ann has paid the July water bill.", "Ann still owes the July water bill.", "contradicted"),
        ("Bob has paid the July water bill.", "Ann still owes the July water bill.", None),
        ("Seven members still owe their rent.", "61 of 68 members have paid their rent.", None),
        ("Invoice 204 has not been paid yet.", "Invoice 204 is outstanding.", "borne out"),
        ("The rent is paid monthly.", "The rent is outstanding.", None),
        ("The July water bill is unpaid.", "Ann has paid the July water bill.", "contradicted"),
        ("Tea and coffee are free.", "Tea and coffee cost £2.", "contradicted"),
        ("It is free.", "They cost 5 euros.", None),
    ],
)
def test_what_is_free_has_no_price_and_what_is_provided_need_not_be_brought(
    claim: str, premise: str, told: str | None
) -> None:
    assert charged(claim, premise) == told
