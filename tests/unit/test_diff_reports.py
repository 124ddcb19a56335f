"""``scripts/diff_reports.py``: what counts as another verdict, and what as wording."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "diff_reports.py"
REPORT: dict[str, Any] = {
    "document": {"id": "a.txt"},
    "scores": {"counts": [["supported", 1]]},
    "verdicts": [
        {
            "claim": {"id": "0.0", "text": "Ada was born in London."},
            "label": "supported",
            "score": 0.1,
            "best": 0,
            "evidence": [{"passage": {"title": "Ada"}, "quote": "Ada was born in London."}],
            "rationale": "the quote entails the claim",
            "note": "",
            "error": None,
        }
    ],
}


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("diff_reports", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["diff_reports"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["diff_reports"]


def changed(**fields: Any) -> dict[str, Any]:
    report = deepcopy(REPORT)
    report["verdicts"][0].update(fields)
    return report


def test_the_same_report_and_rounding_are_no_difference(script: ModuleType) -> None:
    assert list(script.compare_reports([REPORT], [deepcopy(REPORT)], 0.0)) == []
    assert list(script.compare_reports([REPORT], [changed(score=0.11)], 0.02)) == []
    assert list(script.compare_reports([REPORT], [changed(error="")], 0.0)) == [], "no error is no error"


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"label": "refuted"}, "label"),
        ({"score": 0.2}, "score"),
        ({"evidence": [{"passage": {"title": "Ada"}, "quote": "Ada was born."}]}, "quote"),
        ({"evidence": [{"passage": {"title": "Lovelace"}, "quote": "Ada was born in London."}]}, "documents"),
        ({"claim": {"id": "0.0", "text": "Ada was born."}}, "claim"),
    ],
)
def test_another_verdict_is_more_than_wording(script: ModuleType, fields: dict[str, Any], what: str) -> None:
    found = list(script.compare_reports([REPORT], [changed(**fields)], 0.02))
    assert found[0].what == what and not any(d.wording for d in found)


def test_another_rationale_is_wording(script: ModuleType) -> None:
    (found,) = script.compare_reports([REPORT], [changed(rationale="the quote supports the claim")], 0.02)
    assert found.wording and found.what == "rationale" and "supports" in str(found)


def test_a_claim_that_only_one_side_has_is_a_difference(script: ModuleType) -> None:
    more = deepcopy(REPORT)
    more["verdicts"].append(deepcopy(more["verdicts"][0]) | {"claim": {"id": "1.0", "text": "She wrote."}})
    (found,) = script.compare_reports([REPORT], [more], 0.02)
    assert (found.where, found.first, found.second, found.wording) == ("a.txt 1.0", False, True, False)


def test_rows_of_an_experiment_are_matched_by_id(script: ModuleType, tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    head = '{"format": 1}\n'
    row = '{"id": "%s", "scores": [%s], "verdicts": ["supported"], "evidence": [2], "failed": 0, "error": ""}\n'
    first.write_text(head + row % ("x", 0.3) + row % ("y", 0.4))
    second.write_text(head + row % ("y", 0.4) + row % ("x", 0.9))
    (found,) = script.compare_rows(first, second, 0.02)
    assert (found.where, found.what, found.second) == ("x", "scores", [0.9])
