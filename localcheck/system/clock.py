"""The time as it is written down: UTC, ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def today() -> str:
    """The day."""
    return datetime.now(UTC).date().isoformat()
