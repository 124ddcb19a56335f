"""Write synthetic paragraph-length NLI pairs from WikiExtractor articles.

python scripts/make_synthetic_pairs.py --data ../shared/data --out checkpoints/synthetic.jsonl.gz
python scripts/make_synthetic_pairs.py --data ../shared/data --out checkpoints/heldout.jsonl.gz --held-out --seed 7
"""

from __future__ import annotations

import argparse
from pathlib import Path

from training.collection import synthetic_pairs
from training.makers import STYLES
from training.pairs import write_pairs


def main() -> None:
    """Parse the options and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the data folder, with nli/ and wikipedia/")
    parser.add_argument("--out", type=Path, required=True, help="JSONL, gzip if it ends in .gz")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-article", type=int, default=2)
    parser.add_argument("--per-biography", type=int, default=12)
    parser.add_argument("--style", choices=sorted(STYLES), default="reworded", help="kind of pairs")
    parser.add_argument("--held-out", action="store_true", help="from the articles kept for measuring instead")
    options = parser.parse_args()
    pairs = synthetic_pairs(
        options.data,
        options.seed,
        options.per_article,
        options.per_biography,
        style=STYLES[options.style],
        held_out=options.held_out,
    )
    print(f"{write_pairs(options.out, pairs)} pairs in {options.out}")


if __name__ == "__main__":
    main()
