"""What a text names only to deny it."""

from __future__ import annotations

import pytest

from localcheck.judging.agreement import decided_against
from localcheck.text.values.denials import denied, differing


@pytest.mark.parametrize(
    ("claim", "premise", "found"),
    [
        ("The wall can be seen from the Moon.", "It is a myth that the wall can be seen from the Moon.", True),
        ("The wall can be seen from the Moon.", "The dragon is a myth. The wall can be seen from the Moon.", False),
        (
            "The Address is a speech.",
            "A common myth about the Address is that the speech was written on an envelope.",
            False,
        ),
        ("Salieri poisoned Mozart.", "There is no evidence that Antonio Salieri poisoned Mozart.", True),
        ("Mozart married at the wish of his father.", "He married Constanze against the wishes of his father.", True),
        ("Messner used bottled oxygen.", "Messner climbed it without bottled oxygen.", True),
        ("Messner climbed it without oxygen.", "Messner climbed it without bottled oxygen.", False),
        ("Brazil beat Italy.", "Brazil won the final against Italy.", False),
        ("Ada used a map.", "Ada used a map, but later went without a map.", False),
        ("Visitors may enter with safety glasses.", "No visitor may enter without safety glasses.", False),
        (
            "The flat may be let with the owner's consent.",
            "The flat must not be let without the owner's consent.",
            False,
        ),
    ],
)
def test_what_is_named_only_to_deny_it(claim: str, premise: str, found: bool) -> None:
    assert denied(claim, premise) is found


def test_what_stands_beside_a_denied_name_is_not_denied() -> None:
    canberra = "Canberra, not Sydney, is the capital city of Australia."
    assert denied("Sydney is the capital city of Australia.", canberra)
    assert not denied("Sydney is a city in Australia.", canberra)


@pytest.mark.parametrize(
    ("claim", "premise", "found"),
    [
        (
            "The electron has a positive charge.",
            "The positron has the same properties as the electron but with a positive rather than negative charge.",
            True,
        ),
        (
            "The electron has a negative charge.",
            "The positron has the same properties as the electron but with a positive rather than negative charge.",
            False,
        ),
        ("The Basic plan has a phone line.", "Pro has the same functions as the Basic plan, but a phone line.", True),
        ("The Pro plan has a phone line.", "Pro has the same functions as the Basic plan, but a phone line.", False),
        ("The Basic plan has no phone line.", "Pro has the same functions as the Basic plan, but a phone line.", False),
        ("The Basic plan has a phone line.", "Pro has the same phone line as the Basic plan, but a tablet.", False),
    ],
)
def test_how_another_thing_differs_is_not_so_of_this_one(claim: str, premise: str, found: bool) -> None:
    assert differing(claim, premise) is found
    assert not found or decided_against(claim, premise)
