"""What the figures that are written as SVG files have in common: their frame, and the axes with their captions."""

from __future__ import annotations

from localcheck.reports.words import DRAWN


def framed(width: int, height: int, drawn: str) -> str:
    """A whole file: ``drawn`` on a white ground."""
    return (
        f'<svg {DRAWN} xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>{drawn}</svg>\n'
    )


def axes(width: int, height: int, pad: int, title: str, below: str, beside: str) -> str:
    """The two axes, ``pad`` from the edges, and the words over, below and beside them; these are markup already."""
    return (
        f'<path d="M{pad} {pad}V{height - pad}H{width - pad}" fill="none" stroke="#555"/>'
        f'<text x="{width / 2}" y="22" text-anchor="middle">{title}</text>'
        f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle">{below}</text>'
        f'<text x="14" y="{height / 2}" text-anchor="middle" transform="rotate(-90 14 {height / 2})">{beside}</text>'
    )
