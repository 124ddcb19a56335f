"""A number with the thing it counts: "1 claim", "1,204 claims". Pure."""

from __future__ import annotations


def many(number: int, thing: str) -> str:
    """A number of things; ``thing`` in the singular, of those whose plural ends in s.

    >>> many(1, "claim"), many(1204, "claim")
    ('1 claim', '1,204 claims')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def are(number: int) -> str:
    """The verb behind a number of things: "is" behind one."""
    return "is" if number == 1 else "are"
