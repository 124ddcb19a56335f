"""Stage 3 of reverse validation on the authors' recorded answers (Yang et al. 2023, Table 3), without any model."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from localcheck.judging.reverse import Matching, Variant, match_record, record_of
from localcheck.text.matching import PUBLISHED_PERCENT

SHARED = Path(os.environ.get("LOCALCHECK_SHARED", Path(__file__).parents[3] / "shared")) / "data" / "phd"
VARIANTS: tuple[Variant, ...] = ("em", "qg")
PUBLISHED = {
    ("em", "wiki_10w"): (63.6, 50.7, 85.0),
    ("em", "wiki_1000w"): (64.2, 58.6, 70.8),
    ("qg", "wiki_10w"): (58.6, 44.7, 85.0),
    ("qg", "wiki_1000w"): (53.3, 44.4, 66.7),
}
"""F1, precision and recall x 100 of Table 3; the paper prints 66.6 for 16/24."""

Rows = list[tuple[str, bool, dict[str, str]]]


@pytest.fixture(scope="module")
def rows() -> dict[str, Rows]:
    """Per variant: (domain, not factual, recorded answers), in the order of the benchmark."""
    if not (SHARED / "PHD_benchmark_dev.json").is_file():
        pytest.skip(f"the PHD development data is not at {SHARED}")
    benchmark = json.loads((SHARED / "PHD_benchmark_dev.json").read_text(encoding="utf-8"))
    entries = [(domain, entry) for domain, group in benchmark.items() for entry in group]
    found: dict[str, Rows] = {}
    for variant in VARIANTS:
        records = json.loads((SHARED / f"{variant}_record_dev.json").read_text(encoding="utf-8"))
        assert [record["entity"] for record in records] == [entry["entity"] for _, entry in entries]
        found[variant] = [
            (domain, entry["label"] == "non-factual", record)
            for (domain, entry), record in zip(entries, records, strict=True)
        ]
    return found


def measure(
    variant: Variant, rows: Rows, domains: set[str], matching: Matching = "aliases", percent: float = PUBLISHED_PERCENT
) -> tuple[float, float, float]:
    """F1, precision and recall x 100 of calling passages not factual."""
    kept = [(wrong, record) for domain, wrong, record in rows if domain in domains]
    rejected = [not match_record(record_of(record), variant, matching, percent).matched for _, record in kept]
    hits = sum(wrong and out for (wrong, _), out in zip(kept, rejected, strict=True))
    precision, recall = hits / sum(rejected), hits / sum(wrong for wrong, _ in kept)
    return 200 * precision * recall / (precision + recall), 100 * precision, 100 * recall


@pytest.mark.parametrize(("variant", "domain"), PUBLISHED)
def test_published_matching_gives_table_3(rows: dict[str, Rows], variant: Variant, domain: str) -> None:
    measured = measure(variant, rows[variant], {domain}, matching="published")
    assert tuple(round(value, 1) for value in measured) == PUBLISHED[variant, domain]


def test_ninety_percent_is_not_what_the_paper_ran(rows: dict[str, Rows]) -> None:
    f1, _, _ = measure("em", rows["em"], {"wiki_10w"}, matching="published", percent=90)
    assert round(f1, 1) != PUBLISHED["em", "wiki_10w"][0]


@pytest.mark.parametrize("variant", ["em", "qg"])
def test_the_better_matcher_gains_five_points_over_both_domains(rows: dict[str, Rows], variant: Variant) -> None:
    both = {"wiki_10w", "wiki_1000w"}
    published, *_ = measure(variant, rows[variant], both, matching="published")
    better, *_ = measure(variant, rows[variant], both)
    assert better - published >= 5.0
