"""A report as SARIF 2.1.0, so that editors and code hosts show flagged claims where they stand in the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from localcheck.formats.words import WORD, citation
from localcheck.types import Label, Report, Verdict

JSON = Any
LEVEL = {Label.REFUTED: "error", Label.NOT_ENOUGH_EVIDENCE: "warning", Label.FAILED: "warning"}
RULES = {
    Label.REFUTED: "A quote from the evidence contradicts the claim.",
    Label.NOT_ENOUGH_EVIDENCE: "No evidence settles the claim.",
    Label.FAILED: "The claim could not be checked.",
}


def render(*reports: Report) -> str:
    """One SARIF log with one run for all reports."""
    version = reports[0].run.version if reports else ""
    rules = [{"id": label.value, "shortDescription": {"text": text}} for label, text in RULES.items()]
    results = [
        _result(report, v) for report in reports for v in report.verdicts if v.label in LEVEL and v.claim.checkable
    ]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "localcheck", "version": version, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _result(report: Report, verdict: Verdict) -> JSON:
    text = f"{WORD[verdict.label]}: {verdict.claim.text}"
    if verdict.deciding is not None:
        text += f" — “{verdict.deciding.quote}” ({citation(verdict.deciding)})"
    elif verdict.error or verdict.rationale:
        text += f" — {verdict.error or verdict.rationale}"
    return {
        "ruleId": verdict.label.value,
        "level": LEVEL[verdict.label],
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(report, verdict)}],
        "properties": {"score": verdict.score, "claim": verdict.claim.id},
    }


def _location(report: Report, verdict: Verdict) -> JSON:
    """Offsets into the extracted text; lines and columns count from 1."""
    text, span = report.document.text, verdict.claim.span
    line, column = _line_column(text, span.start)
    end_line, end_column = _line_column(text, span.end)
    path = report.document.id
    uri = "stdin" if path == "-" else Path(path).as_posix()
    return {
        "artifactLocation": {"uri": uri},
        "region": {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
            "charOffset": span.start,
            "charLength": span.end - span.start,
        },
    }


def _line_column(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1
