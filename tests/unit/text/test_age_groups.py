"""Groups of people of an age."""

from __future__ import annotations

import pytest

from localcheck.text.values.aged import in_its_group

FARES = "Passengers aged 16 and over: £8.40\nChildren aged 5 to 15: half price\nChildren under 5: free"


@pytest.mark.parametrize(
    ("claim", "text", "read"),
    [
        ("A ten-year-old pays half.", FARES, "Children aged 5 to 15 pays half."),
        ("For a 3-year-old child it is free.", FARES, "For children under 5 it is free."),
        ("An 80-year-old passenger pays.", FARES, "Passengers aged 16 and over pays."),
        ("A ten-year-old car is carried.", FARES, "A ten-year-old car is carried."),
        ("A few-year-old may pay.", FARES, "A few-year-old may pay."),
        ("A ten-year-old pays.", f"{FARES}\nChildren under 12 sit with adults.", "A ten-year-old pays."),
        ("A 55-year-old employee gets it.", "Employees over 50 get it.", "Employees over 50 gets it."),
        ("A 50-year-old employee gets it.", "Employees over 50 get it.", "A 50-year-old employee gets it."),
    ],
)
def test_one_of_a_group_is_read_as_the_group(claim: str, text: str, read: str) -> None:
    assert in_its_group(claim, text) == read
