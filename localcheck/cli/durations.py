"""``90s``, ``10m``, ``24h``, ``7d`` on the command line."""

from __future__ import annotations

import re

import click

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}


def duration(text: str) -> float:
    """A length of time in seconds, for click's ``type``; a plain number is seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw]?)", text.strip().lower())
    if match is None or float(match[1]) <= 0:
        raise click.BadParameter(f"{text!r} is not a length of time; write for example 90s, 10m, 24h or 7d")
    return float(match[1]) * UNITS[match[2] or "s"]
