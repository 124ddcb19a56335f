"""Models as readers of evidence: the clearest premise speaks, neutral is wrong, figures by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from localcheck.backends.nli.table import TableNLI
from localcheck.errors import BadInput
from training.measuring.readers import CONTRADICT, ENTAIL, Case, judged, measured, read_all, read_cases


def write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def row(number: int, label: str = "supported", **more: object) -> dict[str, object]:
    name = f"article {number // 2}"
    return {
        "claim": f"claim {number}",
        "label": label,
        "evidence": f"gold {number}",
        "title": name,
        "source": "s",
        **more,
    }


def test_gold_stands_among_evidence_of_other_articles(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", [*(row(i) for i in range(8)), row(9, "refuted"), row(11, uncovered=True)])
    cases = read_cases(path, 3)
    assert len(cases) == 9 and [c.label for c in cases] == [ENTAIL] * 8 + [CONTRADICT]
    for i, case in enumerate(cases[:8]):
        assert case.premises.count(f"gold {i}") == 1 and len(set(case.premises)) == 4
        assert f"gold {i ^ 1}" not in case.premises, "the same article may well speak of the claim"
    assert len({case.premises.index(f"gold {i}") for i, case in enumerate(cases[:8])}) > 1
    assert cases == read_cases(path, 3) and read_cases(path, 0)[3].premises == ("gold 3",)


def test_errors_name_the_row(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="unknown label"):
        read_cases(write(tmp_path / "c.jsonl", [row(0, "maybe")]), 1)
    with pytest.raises(BadInput, match="no claim with evidence"):
        read_cases(write(tmp_path / "c.jsonl", [row(0, uncovered=True)]), 1)


def test_figures_by_hand() -> None:
    cases = [Case(f"c{i}", label, f"g{i}", "ab"[i % 2], ("p", "q")) for i, label in enumerate([0, 0, 0, 2, 2])]
    rows = {
        ("p", "c0"): (0.9, 0.1, 0.0), ("q", "c0"): (0.0, 0.2, 0.8),
        ("p", "c1"): (0.3, 0.6, 0.1), ("q", "c1"): (0.0, 0.5, 0.5),
        ("p", "c2"): (0.1, 0.2, 0.7),
        ("p", "c3"): (0.0, 0.1, 0.9), ("q", "c3"): (0.95, 0.05, 0.0),
        ("q", "c4"): (0.1, 0.0, 0.9),
    }  # fmt: skip
    scores, rate = read_all(TableNLI(rows), cases, together=2)
    classes = judged(cases, scores)
    assert rate > 0 and classes.tolist() == [0, 1, 2, 0, 2], "the premise with the highest entailment or contradiction"
    found = measured(cases, classes)
    assert found.n == 5 and found.balanced == pytest.approx((1 / 3 + 1 / 2) / 2) and found.contrary == 0.4
    assert found.interval[0] <= found.balanced <= found.interval[1]
    assert measured(cases, classes, "b").n == 2 and np.isnan(measured(cases[:1], classes[:1]).interval[0])
