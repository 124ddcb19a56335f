"""Converts written values to truth values and numbers, in the same way for settings files, the environment and options."""

from __future__ import annotations

from typing import Any

TRUTH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def as_bool(value: Any) -> bool:
    """True for ``true``, ``yes``, ``on`` and ``1``, False for their opposites. Raises ``ValueError`` for anything else."""
    if isinstance(value, bool):
        return value
    word = str(value).lower()
    if word not in TRUTH:
        raise ValueError(f"{value!r} is not true or false")
    return TRUTH[word]


def as_int(value: Any) -> int:
    """A whole number, also written as ``3.0`` or ``"3"``. Raises ``ValueError`` for ``1.9``, ``true``, ``inf`` and words."""
    whole = not isinstance(value, float) or value.is_integer()
    if isinstance(value, bool) or not whole or not isinstance(value, int | float | str):
        raise ValueError(f"{value!r} is not a whole number")
    return int(value)
