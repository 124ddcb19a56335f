"""Stopping rules as a picture: what reading more costs, and what it saves."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.reports.figure import COLOURS, HEIGHT, PAD, WIDTH, axes, escape, framed


def scatter(points: Sequence[tuple[str, float, float]], title: str) -> str:
    """Named points of (documents a claim, cost): what reading more buys, and where a stopping rule ends up."""
    most = max([1.0, *(x for _, x, _ in points)])
    highest = max([1.0, *(y for _, _, y in points)])
    width, height = WIDTH - 2 * PAD, HEIGHT - 2 * PAD
    marks = "".join(
        f'<circle cx="{PAD + width * x / most:.1f}" cy="{HEIGHT - PAD - height * y / highest:.1f}" r="4" '
        f'fill="{COLOURS[0] if name.startswith("fixed") else COLOURS[1]}">'
        f"<title>{escape(name)}: {x:.2f} documents, cost {y:.2f}</title></circle>"
        f'<text x="{PAD + width * x / most + 6:.1f}" y="{HEIGHT - PAD - height * y / highest + 4:.1f}" font-size="8">'
        f"{escape(name)}</text>"
        for name, x, y in points
    )
    below = f"documents a claim, 0 to {most:.1f}"
    captions = axes(escape(title), below, f"cost, 0 to {highest:.1f}")
    return framed(WIDTH, HEIGHT, captions + marks)
