"""The two sides of a contract."""

from __future__ import annotations

import pytest

from localcheck.text.values.contracts import of_the_other_side

REPAIRS = "The Landlord is responsible for the roof; the Tenant replaces light bulbs and batteries."
NOTICE = "After five years the employer must give two months' notice."


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        ("The landlord replaces the batteries.", REPAIRS, True),
        ("The batteries are replaced by the landlord.", REPAIRS, True),
        ("The tenant replaces the batteries.", REPAIRS, False),
        ("The employee must give two months' notice.", NOTICE, True),
        ("Employers must give two months' notice.", NOTICE, False),
        ("The landlord pays the water.", "Council tax and water are paid by the Tenant.", True),
        ("The landlord pays the water.", "Water is paid by the landlord and the tenant.", False),
        ("The landlord and the tenant pay the water.", "The tenant pays the water.", False),
        ("The landlord does not pay the water.", "The tenant pays the water.", False),
        ("The buyer bears the insurance.", "The seller bears the costs, the buyer those of insurance.", False),
        ("For 100 km the company pays €30.", "Trips are €0.30 per km. Fines are paid by the employee.", False),
        ("The landlord paints the walls.", "The tenant pays the water.", False),
    ],
)
def test_what_one_side_does_the_other_does_not(claim: str, premise: str, other: bool) -> None:
    assert of_the_other_side(claim, premise) is other
