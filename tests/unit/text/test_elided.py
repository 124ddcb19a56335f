"""What is counted twice and named once."""

from __future__ import annotations

from localcheck.text.there import named_again


def test_what_is_counted_twice_and_named_once() -> None:
    assert named_again("She won 12 games at home and 5 at sea.") == "She won 12 games at home and 5 games at sea."
    assert (
        named_again("It has 3 rooms in the attic and 2 cellars in it.")
        == "It has 3 rooms in the attic and 2 cellars in it."
    )
