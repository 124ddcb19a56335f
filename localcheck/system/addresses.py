"""Addresses that a user or the environment gives: they may be anything, and Python's own reader raises for some of them."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

NONE = SplitResult("none", "", "", "", "")
"""Of what is no address: a scheme that nobody knows."""


def parts_of(url: str) -> SplitResult:
    """The parts of an address; ``NONE`` for one with half a bracket or a port that cannot be.

    >>> parts_of("http://[x").scheme, parts_of("http://x:99999").scheme, parts_of("http://x:80/y").port
    ('none', 'none', 80)
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return NONE
    return parts
