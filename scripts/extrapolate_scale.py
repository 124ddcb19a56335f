#!/usr/bin/env python3
"""What all of English Wikipedia would cost, from what ``bench_scale.py`` measured at several sizes.

    python scripts/extrapolate_scale.py 1x.json 4x.json [--articles 6900000] [--xml-gb 90]

Disk and ranking grow with the text, reading with the XML. The median and the 95th percentile of a query are taken to grow by a
power of the size, or, at worst, in a straight line, both fitted to the sizes measured; their intervals come from drawing the
queries anew 1,000 times. An interval of
building goes from the milliseconds that a quiet core took for a MB of XML to those that a busy one took. All of
Wikipedia is farther from what was measured than these sizes are from one another: such a figure is a reasoned guess.
"""

from __future__ import annotations

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

WORDS_TEXT_KB = (4.3, 6.1)
"""KB of plain text of an article: 650 words (Wikipedia's own statistics), and by the share of text in the XML of a sample."""
STAGES = {
    "unpack": (29, 75),
    "cut and parse": (4, 5),
    "clean": (33, 40),
    "compress": (7, 8),
    "write": (0.7, 1),
    "rank": (15, 18),
}
"""Milliseconds of processor for one MB of XML, a quiet core and a busy one (decision 0310)."""
ALONE = ("write",)
"""Stages that one process does for all."""


def grown(
    rows: list[dict[str, Any]], size: float, quantile: float, law: str, key: str = "cpu_ms"
) -> tuple[float, float, float]:
    """The quantile of a query's time at so many MB of text by a ``law`` of ``LAWS``: fitted, and its 95 % interval."""
    chance = np.random.default_rng(0)
    onto, back = LAWS[law]
    sizes = onto(np.array([row["text_mb"] for row in rows]))

    def at(draw: bool) -> float:
        values = [np.array(row[key]) for row in rows]
        drawn = [chance.choice(v, len(v)) if draw else v for v in values]
        slope, start = np.polyfit(sizes, onto(np.array([np.quantile(v, quantile) for v in drawn])), 1)
        return float(back(start + slope * onto(np.array(size))))

    low, high = np.quantile([at(True) for _ in range(1000)], (0.025, 0.975))
    return at(False), float(low), float(high)


LAWS: dict[str, tuple[Any, Any]] = {"a power": (np.log, np.exp), "a straight line": (np.positive, np.positive)}
"""How a query's time may grow with the size of the text, and the way back."""


def hours(xml_gb: float, cores: int, busy: int) -> float:
    """Hours of the clock on so many cores: all stages shared, but for those that one process does."""
    each = {name: both[busy] for name, both in STAGES.items()}
    return xml_gb * max(sum(each.values()) / cores, sum(each[name] for name in ALONE)) / 3600


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", type=Path, nargs="+", help="what bench_scale.py --json wrote")
    parser.add_argument("--articles", type=float, default=6.9e6)
    parser.add_argument("--xml-gb", type=float, default=90, help="25 GB in bz2; the sample dump shrinks 3.6-fold")
    chosen = parser.parse_args()
    rows = [row for path in chosen.figures for row in json.loads(path.read_text())]
    texts = [chosen.articles * kb / 1e6 for kb in WORDS_TEXT_KB]
    shares = [row["disk_mb"] / row["text_mb"] for row in rows]
    print(f"plain text: {texts[0]:.0f} to {texts[1]:.0f} GB")
    print(f"on disk: {texts[0] * min(shares):.0f} to {texts[1] * max(shares):.0f} GB")
    for cores in (1, 2, 4, 8):
        print(
            f"building, {cores} cores: {hours(chosen.xml_gb, cores, 0):.1f} to {hours(chosen.xml_gb, cores, 1):.1f} hours"
        )
    for size in sorted({16 * min(r["text_mb"] for r in rows if r["text_mb"] > 200), 1000 * texts[1]}):
        for (name, quantile), law in product((("p50", 0.5), ("p95", 0.95)), LAWS):
            fitted, low, high = grown(rows, size, quantile, law)
            said = f"{fitted:.1f} ms of processor ({low:.1f} to {high:.1f})"
            print(f"a query at {size / 1000:.0f} GB of text, {name}, by {law}: {said}")


if __name__ == "__main__":
    main()
