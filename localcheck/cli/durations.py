"""``90s``, ``10m``, ``24h``, ``7d`` on the command line."""

from __future__ import annotations

import re

import click

from localcheck.settings.ranges import Range
from localcheck.text.counting import many

POSSIBLE = Range(0.001, 100 * 366 * 86400.0)
"""Seconds: dates of the calendar and numbers of JSON end not far beyond."""
UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}


def duration(text: str) -> float:
    """A length of time in seconds, for click's ``type``. A number without a unit is refused: 7 may be meant in days."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw]?)", text.strip().lower())
    if match and not match[2]:
        raise click.BadParameter(
            f"{text[:40]!r} has no unit; write for example {match[1]}m, {match[1]}h or {match[1]}d"
        )
    seconds = float(match[1]) * UNITS[match[2]] if match else 0.0
    if seconds not in POSSIBLE:
        raise click.BadParameter(
            f"{text[:40]!r} is not a length of time of at most a hundred years; write for example 90s, 10m, 24h or 7d"
        )
    return seconds


def told(seconds: float) -> str:
    """A length of time in the largest unit of which it has two or more.

    >>> told(86400), told(604800), told(90)
    ('24 hours', '7 days', '90 seconds')
    """
    for unit, letter in (("day", "d"), ("hour", "h"), ("minute", "m")):
        if seconds >= 2 * UNITS[letter] and not seconds % UNITS[letter]:
            return many(int(seconds // UNITS[letter]), unit)
    return many(int(seconds), "second") if seconds == int(seconds) else f"{seconds:g} seconds"
