"""The belief plot of one claim as inline SVG: the posterior after each document, and why reading stopped."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.text.counting import many
from localcheck.types import Belief

WIDTH, HEIGHT, PAD = 220, 70, 6


def belief_svg(beliefs: Sequence[Belief], colour: str) -> str:
    """P(factual) from the prior to the decision. The tooltip of a point gives posterior, feature and both expected costs."""
    if not beliefs:
        return ""
    steps = max(len(beliefs) - 1, 1)
    points = [(PAD + (WIDTH - 2 * PAD) * i / steps, _y(b.p_factual)) for i, b in enumerate(beliefs)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"><title>{_tip(b)}</title></circle>'
        for (x, y), b in zip(points, beliefs, strict=True)
    )
    read, first, last = many(beliefs[-1].step, "document"), beliefs[0].p_factual, beliefs[-1].p_factual
    label = f"P(factual) over {read}, from {first:.2f} to {last:.2f}"
    middle = _y(0.5)
    return (
        f'<svg class="belief" role="img" aria-label="{label}" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<line x1="{PAD}" x2="{WIDTH - PAD}" y1="{middle:.1f}" y2="{middle:.1f}" class="half"/>'
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>{dots}</svg>'
    )


def _y(p: float) -> float:
    return HEIGHT - PAD - (HEIGHT - 2 * PAD) * p


def _tip(b: Belief) -> str:
    feature = "prior" if b.feature is None else f"feature {b.feature}"
    on = "" if b.risk_continue == float("inf") else f", {b.risk_continue:.2f} when reading on"
    return f"after {b.step}: P(factual) {b.p_factual:.3f}, {feature}, expected cost {b.risk_stop:.2f} when stopping{on}"
