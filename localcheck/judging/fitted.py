"""JSON of what is fitted: bounded numbers, likelihoods in one form, and one error for a row that does not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from localcheck.stats.bayes import Likelihoods
from localcheck.types import JSON

T = TypeVar("T")
FORMAT = 1
LARGEST = 1e6
"""Weights, edges and biases are log-odds: what lies beyond is no model."""
MOST = 1000
"""Numbers of a list at most."""


def made(make: Callable[[JSON], T], row: JSON, what: str) -> T:
    """What ``make`` makes of a row. Raises ``ValueError`` for another format, and where something is missing or misshapen."""
    try:
        if row["format"] != FORMAT:
            raise ValueError(f"format {row['format']!r} is not {FORMAT}")
        return make(row)
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise ValueError(f"not {what}: {error!r}") from error


def number(value: JSON) -> float:
    """A number. Raises ``ValueError`` for what is none or is too large."""
    if type(value) not in (int, float) or not abs(value) <= LARGEST:
        raise ValueError(f"{str(value)[:40]!r} is not a number between -{LARGEST:g} and {LARGEST:g}")
    return float(value)


def numbers(value: JSON, count: int = 0) -> tuple[float, ...]:
    """A list of numbers, as many as wanted where that is known. Raises ``ValueError``."""
    if not isinstance(value, list) or len(value) > MOST or (count and len(value) != count):
        raise ValueError(f"a list of {count or f'at most {MOST}'} numbers is needed")
    return tuple(map(number, value))


def pair(value: JSON) -> tuple[int, int]:
    """Two counts. Raises ``ValueError``."""
    if not isinstance(value, list) or len(value) != 2 or not all(type(x) is int and x >= 0 for x in value):
        raise ValueError("two whole numbers are needed")
    return value[0], value[1]


def likelihoods_row(table: Likelihoods) -> dict[str, JSON]:
    """A table of likelihoods as it is kept in a file, alone or inside another row."""
    return {
        "format": FORMAT,
        "nli_sha256": table.nli_sha256,
        "evidence": table.evidence,
        "data": table.data,
        "n": list(table.n),
        "factual": list(table.factual),
        "nonfactual": list(table.nonfactual),
        **({"unmoved": likelihoods_row(table.unmoved)} if table.unmoved else {}),
    }


def likelihoods_of(row: JSON) -> Likelihoods:
    """The likelihoods of a row. Raises ``ValueError`` or ``KeyError``."""
    unmoved = Likelihoods(*_rows(row["unmoved"])) if "unmoved" in row else None
    return Likelihoods(*_rows(row), unmoved)


def _rows(row: JSON) -> tuple[tuple[float, ...], tuple[float, ...], str, str, str, tuple[int, int]]:
    nli_sha256, evidence, data = texts = (row["nli_sha256"], row["evidence"], row["data"])
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{next(t for t in texts if not isinstance(t, str))!r} is not a text"[:80])
    return numbers(row["factual"]), numbers(row["nonfactual"]), nli_sha256, evidence, data, pair(row["n"])
