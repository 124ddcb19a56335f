"""What is free or has a price, and what is provided or has to be brought."""

from __future__ import annotations

import pytest

from localcheck.text.values.charged import charged

PRICES = "A ticket costs 12 euros, a bicycle 5 euros."
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
    ],
)
def test_what_is_free_has_no_price_and_what_is_provided_need_not_be_brought(
    claim: str, premise: str, told: str | None
) -> None:
    assert charged(claim, premise) == told
