"""Which claims a source is too old to refute: those about a later time, and those about what is current. Pure."""

from __future__ import annotations

import re
from datetime import date

from localcheck.types import Claim, Source

OLD = 400
"""A source older than this many days does not say what is current."""
_YEAR = re.compile(r"(?<![\w.,-])(1[5-9]\d\d|20\d\d|21\d\d)(?![\w-]|[.,]\d)")
_NOW = re.compile(
    r"\b(?:current(?:ly)?|latest|newest|most recent(?:ly)?|at present|presently|nowadays|today|this year|as of now|still)\b",
    re.IGNORECASE,
)


def too_late(claim: Claim, source: Source) -> str:
    """Why the source cannot refute the claim: it is older than the year that the claim is about. Empty if it can."""
    dated = _date(source)
    years = [int(y) for y in _YEAR.findall(claim.text)]
    if dated is None or not years or max(years) <= dated.year:
        return ""
    return f"the claim is about {max(years)}, but the source dates from {source.date[:10]}"


def outdated(claim: Claim, source: Source, today: date) -> str:
    """Why the source cannot refute the claim: it is old, and the claim is about what is current. Empty if it can."""
    dated = _date(source)
    if dated is None or (today - dated).days <= OLD or not _NOW.search(claim.text):
        return ""
    return f"the claim is about what is current, but the source dates from {source.date[:10]}"


def _date(source: Source) -> date | None:
    try:
        return date.fromisoformat(source.date[:10])
    except ValueError:
        return None
