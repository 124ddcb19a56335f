"""How often the sentences of a chatbot's passages are judged rightly, where their subject has an article in the index.

python scripts/passages_by_sentence.py --data PHD_benchmark_dev.json --index NAME [--effort NAME] [--part first|second] [--each]

The PHD benchmark (Yang et al. 2023) marks passages as factual or not, and in the latter what is wrong: claims of a factual
passage are true, and those of another one false where they hold a marked part or stand in one. The rest are true.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from localcheck import Checker, Settings
from localcheck.sources.indexes import open_index
from localcheck.types import JSON, Claim, Label

PARTS = ("first", "second")
"""Halves of the passages."""


def passages(path: Path, index: str, part: str) -> Iterator[Mapping[str, JSON]]:
    """The passages whose entity is the title of an article; one half of them where a part is asked for."""
    rows = [row for domain in json.loads(path.read_text(encoding="utf-8")).values() for row in domain]
    with open_index(index) as opened:
        found = [(row, opened.article(row["entity"])) for row in rows]
    known = [row for row, article in found if article is not None and article.title == row["entity"]]
    half = len(known) // 2
    yield from {"first": known[:half], "second": known[half:]}.get(part, known)


def is_true(claim: Claim, row: Mapping[str, JSON]) -> bool:
    """Whether a claim holds nothing that is marked as wrong."""
    if row["label"] == "factual":
        return True
    said = claim.span.of(row["AI"]).lower()
    parts = [part.strip().lower() for part in str(row["wrong_part"]).split(";")]
    return not any(part and (part in said or said.strip(" .") in part) for part in parts)


def main() -> None:
    """Check the passages and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--index", required=True)
    parser.add_argument("--effort", default=Settings().effort)
    parser.add_argument("--part", choices=PARTS, default="", help="only one half of the passages")
    parser.add_argument("--each", action="store_true", help="print every claim with its verdict")
    options = parser.parse_args()
    counts: Counter[tuple[bool, Label]] = Counter()
    rows = list(passages(options.data, options.index, options.part))
    with Checker(Settings(index=options.index, effort=options.effort, cache=False)) as checker:
        for row in rows:
            for verdict in checker.check(row["AI"], title=row["entity"]).verdicts:
                if verdict.claim.checkable:
                    true = is_true(verdict.claim, row)
                    counts[true, verdict.label] += 1
                    if options.each:
                        print(f"{'+' if true else '-'} {verdict.label.value:<20} {verdict.claim.text}")
    print(f"{len(rows)} passages")
    for true in (True, False):
        n = max(sum(count for (kind, _), count in counts.items() if kind is true), 1)
        said = ", ".join(
            f"{label.value} {100 * counts[true, label] / n:.1f}" for label in (Label.SUPPORTED, Label.REFUTED)
        )
        print(f"{'true' if true else 'false'} ({n}): {said}")


if __name__ == "__main__":
    main()
