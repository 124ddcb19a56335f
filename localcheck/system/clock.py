"""The time as it is written down: UTC, ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def to_the_minute(time: str) -> str:
    """A time that was written down, for people.

    >>> to_the_minute("2026-11-29T03:17:59+00:00")
    '2026-11-29 03:17'
    """
    return time[:16].replace("T", " ")


def today() -> str:
    """The day."""
    return datetime.now(UTC).date().isoformat()
