"""Which claims a source is too old to settle: those about a later time, and those about what is current. Pure."""

from __future__ import annotations

import re
from datetime import date

from localcheck.text.irregular_verbs import PAST_ONLY
from localcheck.text.lexicon import YEAR
from localcheck.text.patterns import regex
from localcheck.text.periods import last_day
from localcheck.types import Claim, Source

OLD = 400
"""A source older than this many days does not say what is current."""
GIVEN = frozenset({"context", "reference", "sample", "tool", "memory", "web", ""})
"""Kinds of sources that come with the question, or were read for it: they count as of now where they have no date."""
UNDATED = (
    "the claim is about what is current, and the source does not say when it was written (index rebuild --dated does)"
)
_YEAR = regex(rf"(?<![\w.,-]){YEAR}")
_NOW = regex(
    r"\b(?:current(?:ly)?|latest|newest|most recent(?:ly)?|at present|presently|nowadays|today|this year|as of now|"
    rf"(?<!\bwhile )(?<!\bwas )(?<!\bwere )(?<!\bhad )still(?! (?:[a-z]+ed|{'|'.join(sorted(PAST_ONLY))})\b)"
    r"|(?:is|are|being) still)\b",
    re.IGNORECASE,
)
_STILL = regex(r"\bstill\b")
_OVER = regex(
    r"\b(?:died|dies|death|dead|killed|murdered|assassinated|beheaded|executed|drowned|suicide|extinct|dissolved|disbanded"
    r"|demolished|destroyed|abolished|defunct|no longer|ceased|discontinued|abandoned)\b"
)


def unknowable(claim: Claim, source: Source, today: date, quote: str = "") -> str:
    """Why the source cannot settle the claim, whatever it says: the claim is about a later year, or about what is current
    and the source is old or undated. Empty if it can.

    ``quote``: the sentence that supports the claim; one that names the later year knows of it. Nothing that stands in a
    source refutes what came after it.
    """
    return too_late(claim, source, quote) or outdated(claim, source, today)


def too_late(claim: Claim, source: Source, quote: str = "") -> str:
    """Why the source cannot know: it is older than the year that the claim is about. Empty if it can."""
    dated = last_day(source.date)
    years = {int(y) for y in _YEAR.findall(claim.text)} - {int(y) for y in _YEAR.findall(quote)}
    if dated is None or not years or max(years) <= dated.year:
        return ""
    return f"the claim is about {max(years)}, but the source dates from {source.date[:10]}"


def has_ended(claim: Claim, quote: str) -> bool:
    """True if the quote tells the end of what the claim says still is: however old it is, that has not changed since.

    >>> from localcheck.types import Claim, Span
    >>> claim = Claim("0.0", 0, "Mydland is still a member of the band.", Span(0, 38))
    >>> has_ended(claim, "Mydland was the keyboardist until his death in 1990."), has_ended(claim, "Mydland left it in 1990.")
    (True, False)
    """
    return bool(_STILL.search(claim.text) and _OVER.search(quote))


def about_now(claim: Claim) -> bool:
    """Is the claim about what is current, so that its verdict depends on the day on which it is judged?"""
    return _NOW.search(claim.text) is not None


def outdated(claim: Claim, source: Source, today: date) -> str:
    """Why the source cannot know: it is old, and the claim is about what is current. Empty if it can."""
    dated = last_day(source.date)
    if not about_now(claim):
        return ""
    if dated is None:
        return "" if source.date or source.kind in GIVEN else UNDATED
    if (today - dated).days <= OLD:
        return ""
    return f"the claim is about what is current, but the source dates from {source.date[:10]}"
