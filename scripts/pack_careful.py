"""Makes `models/packed/careful-nli`: the careful reader as the package carries it, from base weights and an adapter.

    python scripts/pack_careful.py --base FOLDER [--adapter training/teacher/adapter] [--keep MODEL_FOLDER]

`FOLDER` holds sentence-transformers/all-mpnet-base-v2. `--keep` writes the model also unpacked, to measure it before it ships.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from localcheck.models.packed import FOLDER
from localcheck.system import resources
from training.merging import read_adapter
from training.packing import built, pack

NAME, LICENCE = "careful-nli", "Apache-2.0"


def main() -> None:
    """Build, pack, and say how large it became."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--adapter", type=Path, default=Path("training/teacher/adapter"))
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    target = resources.shipped() / "models" / FOLDER / NAME
    with tempfile.TemporaryDirectory() as place:
        folder = given.keep or Path(place) / NAME
        built(given.base, read_adapter(given.adapter), folder)
        pack(folder, target, NAME, LICENCE)
    packed = sum(path.stat().st_size for path in target.iterdir())
    print(f"{target}: {packed / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
