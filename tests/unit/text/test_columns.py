"""Comparisons of two years that a row of a table gives the values of."""

from __future__ import annotations

import pytest

from localcheck.text.values.table_rows import told_in_columns

HIRE = (
    "Budget (in euros): The value of Boat hire in 2024 is 7,400 euros. The value of Boat hire in 2025 is 9,100 euros."
)
RENT = "The value of Rent in 2024 is 9,600. The value of Rent in 2025 is 9,600. The Rent of Plan 2026 is 10,800."
SALES = "The value of Sales in Q3 2026 is £30 million. The value of Sales in Q3 2025 is £32 million."
LOSS = "The value of Profit in 2026 is −9,000. The value of Profit in 2025 is 5,000."


@pytest.mark.parametrize(
    ("claim", "premise", "said"),
    [
        ("Boat hire brought in more in 2025 than in 2024.", HIRE, "borne out"),
        ("Boat hire brought in less in 2025 than in the year before.", HIRE, "contradicted"),
        ("Boat hire was lower in 2024 than in 2025.", HIRE, "borne out"),
        ("Boat hire rose from 7,400 to 9,100 euros.", HIRE, "borne out"),
        ("Boat hire fell from 9,100 to 7,400 euros.", HIRE, None),
        ("Boat hire was much higher in 2025 than in 2024.", HIRE, None),
        ("Boat hire brought in 500 euros more in 2025 than in 2024.", HIRE, None),
        ("Boat hire to members brought in more in 2025 than in 2024.", HIRE, None),
        ("Boat hire did not bring in more in 2025 than in 2024.", HIRE, None),
        ("Hire brought in more in 2025 than in 2024.", HIRE, None),
        ("Boat hire brought in more in 2025 than in 2023.", HIRE, None),
        ("Rent was the same in 2024 and 2025.", RENT, "borne out"),
        ("Boat hire was the same in 2024 and 2025.", HIRE, "contradicted"),
        ("Sales were higher in Q3 2026 than in Q3 2025.", SALES, "contradicted"),
        ("Sales were lower in Q3 2026 than a year earlier.", SALES, "borne out"),
        ("Profit was higher in 2026 than in 2025.", LOSS, None),
        ("Rent was higher in 2025 than in 2024.", f"{RENT} {HIRE}", None),
    ],
)
def test_the_values_of_two_years_settle_a_comparison(claim: str, premise: str, said: str | None) -> None:
    assert told_in_columns(claim, premise) == said
