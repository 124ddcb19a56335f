"""The risk–coverage curve of verdicts as SVG: the share of wrong verdicts among the most certain ones."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.reports.words import DRAWN

WIDTH, HEIGHT, PAD = 420, 320, 44
COLOURS = ("#1f5fa8", "#c33", "#2a8a4a", "#8a5ab8", "#b8860b", "#555")


def svg(curves: Sequence[tuple[str, Sequence[float], Sequence[float]]], title: str) -> str:
    """A plot of (name, coverage, risk) curves; the risk axis ends at the highest risk, or at 0.2 if that is more."""
    highest = max([0.2, *(r for _, _, risks in curves for r in risks)])
    width, height = WIDTH - 2 * PAD, HEIGHT - 2 * PAD
    lines, names = [], []
    for i, (name, coverages, risks) in enumerate(curves):
        colour = COLOURS[i % len(COLOURS)]
        points = " ".join(
            f"{PAD + width * c:.1f},{HEIGHT - PAD - height * r / highest:.1f}"
            for c, r in zip(coverages, risks, strict=True)
        )
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        names.append(f'<text x="{PAD + 8}" y="{PAD + 14 + 15 * i}" fill="{colour}">{_escaped(name)}</text>')
    axis = f'<path d="M{PAD} {PAD}V{HEIGHT - PAD}H{WIDTH - PAD}" fill="none" stroke="#555"/>'
    text = (
        f'<text x="{WIDTH / 2}" y="22" text-anchor="middle">{_escaped(title)}</text>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">coverage, 0 to 1</text>'
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2})">'
        f"wrong, 0 to {highest:.2f}</text>"
    )
    return (
        f'<svg {DRAWN} xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f"{axis}{''.join(lines)}{''.join(names)}{text}</svg>\n"
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def scatter(points: Sequence[tuple[str, float, float]], title: str) -> str:
    """Named points of (documents a claim, cost): what reading more buys, and where a stopping rule ends up."""
    most = max([1.0, *(x for _, x, _ in points)])
    highest = max([1.0, *(y for _, _, y in points)])
    width, height = WIDTH - 2 * PAD, HEIGHT - 2 * PAD
    marks = "".join(
        f'<circle cx="{PAD + width * x / most:.1f}" cy="{HEIGHT - PAD - height * y / highest:.1f}" r="4" '
        f'fill="{COLOURS[0] if name.startswith("fixed") else COLOURS[1]}">'
        f"<title>{_escaped(name)}: {x:.2f} documents, cost {y:.2f}</title></circle>"
        f'<text x="{PAD + width * x / most + 6:.1f}" y="{HEIGHT - PAD - height * y / highest + 4:.1f}" font-size="8">'
        f"{_escaped(name)}</text>"
        for name, x, y in points
    )
    axis = f'<path d="M{PAD} {PAD}V{HEIGHT - PAD}H{WIDTH - PAD}" fill="none" stroke="#555"/>'
    text = (
        f'<text x="{WIDTH / 2}" y="22" text-anchor="middle">{_escaped(title)}</text>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">documents a claim, 0 to {most:.1f}</text>'
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2})">'
        f"cost, 0 to {highest:.1f}</text>"
    )
    return (
        f'<svg {DRAWN} xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f"{axis}{marks}{text}</svg>\n"
    )
