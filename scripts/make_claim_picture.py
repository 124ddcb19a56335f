"""The picture of one claim on its way to a verdict, for docs/verdict.md: drawn from a real check, nothing is scripted.

    python scripts/make_claim_picture.py ["A sentence."] [--out docs/one-claim.svg]

Writes an SVG without script or font of its own. Fails where the claim gets no quote.
"""

from __future__ import annotations

import argparse
import math
import textwrap
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

import localcheck
from localcheck import Verdict
from localcheck.system.resources import atomic_write

WIDTH, LEFT, LINE = 860, 190, 21
"""Of the picture, of the column of texts, and between two lines, in pixels."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentence", nargs="?", default="Marie Curie was born in Paris in 1867.")
    parser.add_argument("--out", type=Path, default=Path("docs/one-claim.svg"))
    chosen = parser.parse_args()
    (verdict,) = localcheck.check(chosen.sentence).verdicts
    if verdict.deciding is None:
        raise SystemExit("no quote decides this claim: take another sentence")
    with atomic_write(chosen.out) as f:
        f.write(drawn(list(steps(chosen.sentence, verdict))))


def steps(sentence: str, verdict: Verdict) -> Iterator[tuple[str, list[str]]]:
    """Name of a step and its lines."""
    found = verdict.deciding
    assert found is not None
    says = found.entailment
    yield "sentence", wrapped(sentence)
    yield "claim", wrapped(verdict.claim.text)
    yield "search", [f"{len(verdict.beliefs) - 1} document(s) read, the first: {found.passage.title}"]
    yield "best sentence", wrapped(found.quote)
    yield "reader", [f"entails {says.entail:.2f} · says nothing {says.neutral:.2f} · contradicts {says.contradict:.2f}"]
    for belief in verdict.beliefs:
        stop, go_on = belief.risk_stop, belief.risk_continue
        what = "stop" if stop <= go_on else "read a document"
        further = "no more may be read: stop" if math.isinf(go_on) else f"reading on {go_on:.1f}: {what}"
        costs = f"stopping costs {stop:.1f}, {further}"
        name = "belief before" if belief.step == 0 else f"after {belief.step}"
        yield name, [f"P(factual) {belief.p_factual:.2f} · {costs}"]
    yield "verdict", [f"{verdict.label.value.replace('_', ' ')}, with the quote above as its proof"]


def wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 74)


def drawn(rows: list[tuple[str, list[str]]]) -> str:
    """The rows as boxes from top to bottom, an arrow between two."""
    y, parts = 16, []
    for i, (name, lines) in enumerate(rows):
        height = 18 + LINE * len(lines)
        if i:
            parts.append(f'<path d="M100 {y - 12} v8 m-4 -4 l4 4 l4 -4" class="a"/>')
        parts.append(f'<rect x="16" y="{y}" width="{WIDTH - 32}" height="{height}" rx="6" class="b"/>')
        parts.append(f'<text x="30" y="{y + 24}" class="n">{escape(name)}</text>')
        for j, line in enumerate(lines):
            parts.append(f'<text x="{LEFT}" y="{y + 24 + LINE * j}">{escape(line)}</text>')
        y += height + 14
    style = (
        "text{font:15px sans-serif;fill:#1b1f24}.n{font-weight:bold;fill:#0b5394}"
        ".b{fill:#f6f8fa;stroke:#c9d1d9}.a{stroke:#0b5394;fill:none;stroke-width:1.5}"
    )
    title = "<title>One claim on its way from a sentence to a verdict</title>"
    size = f'width="{WIDTH}" height="{y}" viewBox="0 0 {WIDTH} {y}"'
    background = f'<rect width="{WIDTH}" height="{y}" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{title}<style>{style}</style>{background}{"".join(parts)}</svg>\n'


if __name__ == "__main__":
    main()
