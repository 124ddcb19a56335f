"""Rolling statistics and alerts over the checks log (BEE-30043: alert when the rolling 24-hour mean drops below 0.90).

Pure: it computes figures from rows of the log and a point in time. The caller reads the log and the clock.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from localcheck.reports.rolling import Line
from localcheck.stats.rolling import binned_mean, rolling_mean, window_mean
from localcheck.store.checks import Check

Key = Literal["template", "model", "category"]
KEYS: tuple[Key, ...] = ("template", "model", "category")
DAY = 24 * 3600.0
ALERT_BELOW = 0.90
MIN_COUNT = 20
"""With fewer scored checks there is no alert, because the mean of a few checks says little."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One group of checks in one window."""

    key: Key
    name: str
    """Of the template, model or category; empty for checks that named none."""
    checks: int
    """Number of checks, scored or not."""
    scored: int
    mean: float | None
    """Mean faithfulness of the scored checks; None if there are none."""
    low: float | None
    high: float | None
    """95 % interval of the mean, documents resampled; None for fewer than two documents."""
    warned: int
    blocked: int
    claims: int
    supported: int
    latency: float
    """Median seconds."""


@dataclass(frozen=True, slots=True)
class Alert:
    """A group whose rolling mean is under the threshold."""

    figures: Figures
    threshold: float
    certain: bool
    """True if the whole interval is below the threshold."""


def within(checks: Iterable[Check], now: float, window: float = DAY) -> list[Check]:
    """The checks with a time in (now - window, now]. Checks after ``now``, logged before the clock was set back, are
    left out.
    """
    return [c for c in checks if now - window < c.at <= now]


def report(checks: Iterable[Check], key: Key, now: float, window: float = DAY) -> list[Figures]:
    """Figures by model, template or category in the window that ends now, sorted by name."""
    groups: defaultdict[str, list[Check]] = defaultdict(list)
    for check in within(checks, now, window):
        groups[getattr(check, key)].append(check)
    return [_figures(key, name, group) for name, group in sorted(groups.items())]


def alerts(
    figures: Iterable[Figures], below: float = ALERT_BELOW, least: int = MIN_COUNT, certain: bool = False
) -> list[Alert]:
    """Groups with at least ``least`` scored checks and a mean under ``below``; with ``certain`` only those whose whole
    interval is under it.
    """
    under = below - 1e-9  # the mean of twenty times 0.9 is a little less than 0.9 in binary fractions
    found = [
        Alert(f, below, f.high is not None and f.high < under)
        for f in figures
        if f.scored >= least and f.mean is not None and f.mean < under
    ]
    return [a for a in found if a.certain or not certain]


def series(checks: Sequence[Check], key: Key, start: float, end: float, window: float = DAY) -> list[Line]:
    """Rolling means between ``start`` and ``end``. ``checks`` must reach back to ``start - window`` for the first ones."""
    groups: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for check in checks:
        if check.score is not None and check.at <= end:
            groups[getattr(check, key)].append((check.at, check.score))
    found = []
    for name, points in sorted(groups.items()):
        points.sort()
        means = rolling_mean([t for t, _ in points], [s for _, s in points], window)
        shown = [(t, float(m)) for (t, _), m in zip(points, means, strict=True) if t > start]
        if shown:
            found.append(Line(name, tuple(t for t, _ in shown), tuple(m for _, m in shown)))
    return found


def sparkline(scored: Iterable[tuple[float, float]], start: float, end: float, bins: int) -> tuple[float | None, ...]:
    """Mean of the scores, each given behind its time, in each of ``bins`` equal stretches; None where nothing was scored."""
    points = list(scored)
    means = binned_mean([t for t, _ in points], [s for _, s in points], start, (end - start) / bins, bins)
    return tuple(map(_number, means))


def _figures(key: Key, name: str, group: list[Check]) -> Figures:
    scored = [c for c in group if c.score is not None]
    mean = window_mean([c.score for c in scored if c.score is not None], [c.document_id for c in scored])
    return Figures(
        key,
        name,
        len(group),
        mean.n,
        _number(mean.value),
        _number(mean.interval[0]),
        _number(mean.interval[1]),
        warned=sum(c.disposition == "warn" for c in group),
        blocked=sum(c.disposition == "block" for c in group),
        claims=sum(c.claims for c in group),
        supported=sum(c.supported for c in group),
        latency=median(c.latency for c in group),
    )


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
