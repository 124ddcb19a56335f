"""Comparisons that one text settles, since it tells the value of each."""

from __future__ import annotations

import pytest

from localcheck.judging.closed_forms import settled
from localcheck.text.values.both_told import both_told, told_in_turn
from localcheck.types import Label

TOWERS = (
    "The Tokyo Tower, which is 333 metres high, was completed in 1958. The Tokyo Skytree, which is 634 metres high, was"
    " completed in 2012."
)
RIVERS = "The Rhine is 1,230 km long, the Danube is 2,850 km long."
ROOMS = "| Standard room | €90 |\n| Deluxe room | €140 |"


@pytest.mark.parametrize(
    ("claim", "premise", "label"),
    [
        ("The Tokyo Skytree is not quite as tall as the Tokyo Tower.", TOWERS, Label.REFUTED),
        ("The Tokyo Skytree is not quite as tall as the older Tokyo Tower.", TOWERS, Label.REFUTED),
        ("The Tokyo Skytree is taller than the Tokyo Tower.", TOWERS, Label.SUPPORTED),
        ("The Rhine is longer than the Danube.", RIVERS, Label.REFUTED),
        ("The standard room costs less than the deluxe room.", ROOMS, Label.SUPPORTED),
        ("The deluxe room is cheaper than the standard room.", ROOMS, Label.REFUTED),
        (
            "A single ticket is cheaper than a day ticket.",
            "A single ticket costs £2.80; a day ticket £5.50.",
            Label.SUPPORTED,
        ),
        ("Model A is heavier than Model B.", "Model A weighs 2.5 kg. Model B weighs 3,100 g.", Label.REFUTED),
    ],
)
def test_the_values_of_both_settle_a_comparison(claim: str, premise: str, label: Label) -> None:
    assert settled(claim, premise) is label


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "The Pro plan costs less than the Basic plan.",
            "The Pro plan costs $5 more than the Basic plan, which costs $10.",
        ),
        ("The Pro plan is cheaper than the Basic plan.", "The Basic plan costs €10. The Pro plan costs £9."),
        (
            "The Pro plan is cheaper than the Basic plan.",
            "The Basic plan costs €10 or €12. The Basic plan: €12. Pro plan: €11.",
        ),
        ("The Pro plan is cheaper than the Pro plan plus.", "The Pro plan costs €10. The Pro plan plus costs €12."),
        ("The Pro plan is not cheaper than the Basic plan.", "The Basic plan costs €10. The Pro plan costs €9."),
        ("The Rhine is longer than the Danube.", "The Rhine is 1,230 km long. The Volga is 3,530 km long."),
    ],
)
def test_it_says_nothing_where_a_value_is_not_told_of_one_or_in_another_unit(claim: str, premise: str) -> None:
    assert both_told(claim, premise) is None


CITIES = "Lorland has many towns. The largest city is Tessen, followed by Karlow, Wexham, and Leith."
BRIDGES = "The Ost Bridge is the longest bridge in the country, followed by the Varn Bridge."


@pytest.mark.parametrize(
    ("claim", "premise", "label"),
    [
        ("Tessen is larger than Karlow.", CITIES, Label.SUPPORTED),
        ("Karlow is larger than Tessen.", CITIES, Label.REFUTED),
        ("Wexham is smaller than Karlow.", CITIES, Label.SUPPORTED),
        ("Leith is bigger than Wexham.", CITIES, Label.REFUTED),
        ("The Ost Bridge is longer than the Varn Bridge.", BRIDGES, Label.SUPPORTED),
        ("Karlow is older than Tessen.", CITIES, None),
        ("Karlow is larger than Ostby.", CITIES, None),
        ("Tessen is larger than Karlow.", "Tessen is the largest producer of salt, followed by Karlow.", None),
        ("Tessen is larger than Karlow.", "The largest number of guests came from Tessen, followed by Karlow.", None),
    ],
)
def test_what_follows_the_largest_is_smaller(claim: str, premise: str, label: Label | None) -> None:
    assert settled(claim, premise) is label
    assert (told_in_turn(claim, premise) is not None) == (label is not None)
