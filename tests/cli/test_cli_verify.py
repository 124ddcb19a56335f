"""``localcheck verify-report`` as a process: quotes of a report are re-checked without a model."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Run

from localcheck.codec import report_to_json
from localcheck.report import build
from localcheck.types import (
    Claim,
    Document,
    Entailment,
    Evidence,
    Label,
    Passage,
    RunInfo,
    Sentence,
    Source,
    Span,
    Verdict,
)

TEXT, ARTICLE = "Mars is red.", "It is cold. Mars is a red planet."
QUOTE = "Mars is a red planet."


@pytest.fixture
def report() -> dict[str, Any]:
    claim = Claim("0.0", 0, TEXT, Span(0, len(TEXT)))
    start = ARTICLE.index(QUOTE)
    evidence = Evidence(
        "0.0",
        Passage("Mars", ARTICLE, Source("folder", "notes")),
        Span(0, len(ARTICLE)),
        Entailment(0.9, 0.1, 0.0),
        QUOTE,
        Span(start, start + len(QUOTE)),
        hashlib.sha256(QUOTE.encode()).hexdigest(),
    )
    verdict = Verdict(claim, Label.SUPPORTED, 0.1, (evidence,), best=0)
    document = Document("mars.txt", TEXT)
    found = build(document, (Sentence(0, Span(0, len(TEXT)), TEXT),), (verdict,), RunInfo("fixed-k"))
    value: dict[str, Any] = report_to_json(found)
    return value


def quoted(report: dict[str, Any]) -> dict[str, Any]:
    evidence: dict[str, Any] = report["verdicts"][0]["evidence"][0]
    return evidence


def test_a_good_report_passes(localcheck: Run, report: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text(json.dumps(report), encoding="utf-8")
    done = localcheck("verify-report", "report.json")
    assert (done.returncode, done.stdout.strip()) == (0, "1 quotes checked, 0 wrong")
    (tmp_path / "two.jsonl").write_text(f"{json.dumps(report)}\n{json.dumps(report)}\n", encoding="utf-8")
    assert json.loads(localcheck("verify-report", "two.jsonl", "--json").stdout)["quotes"] == 2


@pytest.mark.parametrize("change", ["quote", "quote_sha256", "text"])
def test_a_changed_quote_hash_or_passage_is_flagged(
    localcheck: Run, report: dict[str, Any], tmp_path: Path, change: str
) -> None:
    evidence = quoted(report)
    if change == "text":
        evidence["passage"]["text"] = evidence["passage"]["text"].replace("red", "blue")
    else:
        evidence[change] = evidence[change].replace("a", "b")
    (tmp_path / "report.json").write_text(json.dumps(report), encoding="utf-8")
    done = localcheck("verify-report", "report.json", "--json")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    assert found["bad"] == 1 and found["checks"][0]["problem"]


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"format": "other"}', "\xff"])
def test_what_is_no_report_is_said(localcheck: Run, tmp_path: Path, content: str) -> None:
    (tmp_path / "x.json").write_bytes(content.encode("latin-1"))
    done = localcheck("verify-report", "x.json")
    assert "Traceback" not in done.stderr
    assert done.returncode == 2 or (content == "" and done.returncode == 0)
    assert localcheck("verify-report", "missing.json").returncode == 2
