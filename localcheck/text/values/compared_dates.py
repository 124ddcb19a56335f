"""The periods of a claim held against those of a premise. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from localcheck.text.values.dates import YEAR_LONG, Period
from localcheck.types import Span

_CENTURY = 30 * YEAR_LONG
"""Days from which on a period is no year and no decade, which are compared as numbers; a part of a century is one, too."""


@dataclass(frozen=True, slots=True)
class ComparedDates:
    """The periods of the claim, and those of the premise."""

    mine: tuple[Period, ...]
    have: tuple[Period, ...]

    def bear_out(self, span: Span) -> bool:
        """True if what stands there belongs to a date of the claim that one of the premise bears out."""
        return any(span in p.span for p in self.mine if self._held(p))

    def leave_open(self, span: Span) -> bool:
        """True if what stands there belongs to a date of the claim that the premise has only in a longer one."""
        return any(span in p.span and _only_within(p, self.have) for p in self.mine)

    def others(self, lost: Sequence[Span]) -> Iterator[tuple[Span, Span]]:
        """The periods of the claim for which the premise has another one, each with that.

        Not what is settled already: a period that the premise bears out, or whose numbers are ``lost``. Of centuries only the
        number is lost, which alone says nothing against them.
        """
        for period in self.mine:
            among_lost = any(span in period.span for span in lost)
            looked_at = (
                _century(period) if among_lost else not any(p.span in period.span and self._held(p) for p in self.mine)
            )
            other = _another(period, self.mine, self.have) if looked_at else None
            if other is not None:
                yield period.span, other.span

    def _held(self, period: Period) -> bool:
        return any(period.holds(o) for o in self.have)


def _only_within(period: Period, have: tuple[Period, ...]) -> bool:
    """True for 1995 beside "the 1990s", where the premise has no date that is as near as the claim's."""
    length = period.last - period.first
    return any(o.holds(period) for o in have) and not any(o.last - o.first <= length for o in have)


def _century(period: Period) -> bool:
    """True for a century or a part of one."""
    return period.last - period.first >= _CENTURY


def _another(period: Period, mine: tuple[Period, ...], have: tuple[Period, ...]) -> Period | None:
    """A period of the premise for the same event that has no day in common with the claim's; None if it has one that has."""
    century = _century(period)
    if (period.whole_years and not century) or any(period.meets(o) for o in have):
        return None
    free = [o for o in have if (century or not o.whole_years) and not any(m.meets(o) for m in mine)]
    free = [o for o in free if not (period.later and not o.later and o.last < period.first)]
    alone = all(len({p.span for p in told if not p.opens}) == 1 for told in (mine, have))
    return next((o for o in free if alone or period.near & o.near), None)
