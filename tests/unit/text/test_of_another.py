"""What a sentence says of another part of a thing."""

from __future__ import annotations

import pytest

from localcheck.text.values.respective import of_another_portion


@pytest.mark.parametrize(
    ("claim", "premise", "another"),
    [
        ("One serving has 11 g of protein.", "Per serving: 310 kcal, 14 g protein, 11 g fat.", True),
        ("One serving has 11 g of fat.", "Per serving: 310 kcal, 14 g protein, 11 g fat.", False),
        (
            "One serving has 11 g of fat.",
            "Lentils have 14 g of protein; the soup has 11 g of fat and 9 g of fat.",
            False,
        ),
    ],
)
def test_an_amount_of_another_part(claim: str, premise: str, another: bool) -> None:
    assert of_another_portion(claim, premise) is another
