"""The stopping rule as text and as SVG: at which beliefs another document is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from localcheck.reports.figure import HEIGHT, PAD, WIDTH, axes, framed
from localcheck.stats.bayes import Policy, risk_stop
from localcheck.text.counting import many

Interval = tuple[float, float]


def reads_on(policy: Policy, step: int) -> list[Interval]:
    """The intervals of P(factual), to a thousandth, at which another document is read after ``step`` documents."""
    return _intervals(lambda p: step < policy.at_least or policy.risk_continue(step, p) <= risk_stop(p, policy.costs))


def asks(policy: Policy, step: int) -> list[Interval]:
    """The intervals of P(factual), to a thousandth, at which a language model is asked about the ``step``-th document."""
    if policy.second is None or policy.kind != "exact" or step < 1:
        return []

    def worth_it(p: float) -> bool:
        cost = policy.table.consult(step, p)
        return cost is not None and cost < min(policy.risk_continue(step, p), risk_stop(p, policy.costs))

    return _intervals(worth_it)


def _intervals(holds: Callable[[float], bool]) -> list[Interval]:
    """Where in P(factual) something holds."""
    grid = np.linspace(0.001, 0.999, 999)
    edges = np.flatnonzero(np.diff([False, *(holds(float(p)) for p in grid), False]))
    return [(float(grid[a]), float(grid[b - 1])) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def lines(policy: Policy) -> Iterator[str]:
    """The thresholds of the labels, the weight of each symbol, and for each step the beliefs at which reading continues."""
    yield _labels(policy)
    yield "log-odds that each symbol adds: " + " ".join(f"{r:+.2f}" for r in policy.likelihoods.log_ratios())
    for step in range(policy.k):
        found = ", ".join(f"{a:.3f} to {b:.3f}" for a, b in reads_on(policy, step))
        reads = f"reads another one at P(factual) {found}" if found else "stops at every P(factual)"
        yield f"after {many(step, 'document')}: {reads}{_asked(policy, step)}"
    yield f"after {many(policy.k, 'document')}: stops, the maximum is reached{_asked(policy, policy.k)}"
    if policy.second is not None:
        added = " ".join(f"{r:+.2f}" for r in policy.second.log_ratios())
        yield f"log-odds that each answer of the language model adds: {added}; asking it once costs {policy.c_consult:.2f}"


def _labels(policy: Policy) -> str:
    """At which P(factual) each label is given."""
    low, high = policy.thresholds()
    if policy.one_threshold:
        open_ = f"open, at {low:.3f} to {high:.3f}, is left what has no quote"
        return f"one threshold, P(factual) {high:.3f}: supported from it up, refuted below; {open_}"
    return f"supported from P(factual) {high:.3f} up, refuted from {low:.3f} down, not enough evidence in between"


def _asked(policy: Policy, step: int) -> str:
    found = ", ".join(f"{a:.3f} to {b:.3f}" for a, b in asks(policy, step))
    return f"; before that asks the language model at P(factual) {found}" if found else ""


def svg(policy: Policy) -> str:
    """A plot of P(factual) against documents read: filled where another document is read, dashed lines at the thresholds."""
    width, height = (WIDTH - 2 * PAD) / policy.k, HEIGHT - 2 * PAD

    def y(p: float) -> float:
        return HEIGHT - PAD - height * p

    boxes = "".join(
        f'<rect x="{PAD + step * width:.1f}" y="{y(b):.1f}" width="{width:.1f}" height="{y(a) - y(b):.1f}" '
        f'fill="#4c8bd6" stroke="#fff"/>'
        for step in range(policy.k)
        for a, b in reads_on(policy, step)
    )
    marks = "".join(
        f'<path d="M{PAD} {y(p):.1f}H{WIDTH - PAD}" stroke="#c33" stroke-dasharray="4 3"/>'
        for p in policy.thresholds()[policy.one_threshold :]
    )
    title, below = f"where reading goes on ({policy.kind})", f"documents read, 0 to {policy.k}"
    return framed(WIDTH, HEIGHT, boxes + marks + axes(title, below, "P(factual)"))
