"""``90s``, ``10m``, ``24h``, ``7d`` on the command line."""

from __future__ import annotations

import re

import click

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}


class Duration(click.ParamType):
    """A length of time in seconds; a plain number is seconds."""

    name = "duration"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Seconds, more than none."""
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw]?)", str(value).strip().lower())
        if match is None or float(match[1]) <= 0:
            self.fail(f"{value!r} is not a length of time; write for example 90s, 10m, 24h or 7d", param, ctx)
        return float(match[1]) * UNITS[match[2] or "s"]


DURATION = Duration()
