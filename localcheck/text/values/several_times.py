"""Numbers that a text tells for several times: "rose from $4.2 million in 2021 to $5.6 million in 2022". Pure."""

from __future__ import annotations

import re

from localcheck.text.patterns import regex
from localcheck.text.values.dates import Period, periods
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import Quantity

_AT = r"(?:in|by|for|during|on|at the end of) (?:the )?"
_BEHIND = regex(rf"(?: (?:out )?of (?:[a-z]+ )?\d[\d.,]*)?(?: (?!(?:and|but|while|than)\b)[a-z-]+){{0,3}} {_AT}")
_BEFORE = regex(r"[^\d.;]*")
_LED = regex(rf"(?:^|[.;,] |\b(?:and|but|while) ){_AT}$", re.IGNORECASE)
"""In front of a time that begins a clause, and not "founded in"."""


def of_other_times(number: Quantity, claim: str, premise: str) -> list[Quantity]:
    """The numbers that a premise tells for other times than the claim's, where it tells one of that kind for the claim's time.

    >>> rise = "It rose from $4.2 million in 2021 to $5.6 million in 2022."
    >>> claim = "In 2022 it was at most $5 million."
    >>> [[o.told for o in of_other_times(q, claim, rise)] for q in quantities(claim)]
    [[], [4200000.0]]
    """
    when = periods(claim)
    time = _time_of(number, claim, when) or (when[0] if len(when) == 1 else None)
    if time is None or time.span.meets(number.span):
        return []
    its = periods(premise)
    told = [(o, t) for o in quantities(premise) if number.same_kind(o) and (t := _time_of(o, premise, its))]
    return [o for o, t in told if not t.meets(time)] if any(t.meets(time) for _, t in told) else []


def _time_of(number: Quantity, text: str, when: tuple[Period, ...]) -> Period | None:
    """The time that a text tells right behind a number, or else before it with no other number between."""
    start, end = number.span.start, number.span.end
    behind = (p for p in when if _BEHIND.fullmatch(text, end, p.span.start))
    before = (
        p for p in reversed(when) if _BEFORE.fullmatch(text, p.span.end, start) and _LED.search(text, 0, p.span.start)
    )
    return next(behind, None) or next(before, None)
