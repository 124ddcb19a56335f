"""A report as SARIF 2.1.0, so that editors and code hosts show flagged claims at their place in the file."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from localcheck.reports.words import citation, word_of
from localcheck.text.inert import dumps, shown
from localcheck.types import Report, Verdict

JSON = Any
LEVEL = {
    "refuted": "error",
    "not_enough_evidence": "warning",
    "failed": "warning",
    "judged_not_factual": "warning",
    "judged_factual": "note",
}
"""By the kind of a verdict; what is supported is no result."""
RULES = {
    "refuted": "A quote from the evidence contradicts the claim.",
    "not_enough_evidence": "The evidence neither supports nor contradicts the claim.",
    "failed": "The claim could not be checked.",
    "judged_not_factual": "The claim is judged not factual; nothing is quoted for it.",
    "judged_factual": "The claim is judged factual; nothing is quoted for it.",
}


def render(*reports: Report) -> str:
    """One SARIF log with one run for all reports."""
    version = reports[0].run.version if reports else ""
    rules = [{"id": kind, "shortDescription": {"text": text}} for kind, text in RULES.items()]
    results = [
        _result(report, v) for report in reports for v in report.verdicts if v.kind in LEVEL and v.claim.checkable
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
    return dumps(log, indent=2) + "\n"


def _result(report: Report, verdict: Verdict) -> JSON:
    text = f"{word_of(verdict)}: {verdict.claim.text}"
    if verdict.deciding is not None:
        text += f" — “{verdict.deciding.quote}” ({citation(verdict.deciding)})"
    elif verdict.error or verdict.rationale:
        text += f" — {verdict.error or verdict.rationale}"
    return {
        "ruleId": verdict.kind,
        "level": LEVEL[verdict.kind],
        "message": {"text": shown(text)},
        "locations": [{"physicalLocation": _location(report, verdict)}],
        "properties": {"score": verdict.score, "claim": verdict.claim.id},
    }


def _location(report: Report, verdict: Verdict) -> JSON:
    """Offsets into the extracted text; lines and columns count from 1."""
    text, span = report.document.text, verdict.claim.span
    line, column = _line_column(text, span.start)
    end_line, end_column = _line_column(text, span.end)
    return {
        "artifactLocation": {"uri": uri_of(report.document.id)},
        "region": {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
            "charOffset": span.start,
            "charLength": span.end - span.start,
        },
    }


def uri_of(name: str) -> str:
    """The document's name as a URI: a relative path or a ``file:`` URI, never another scheme or a host.

    >>> uri_of("notes/a b.txt"), uri_of("/data/x.txt"), uri_of("javascript:alert(1)"), uri_of("//host/share")
    ('notes/a%20b.txt', 'file:///data/x.txt', 'javascript%3Aalert%281%29', 'file:///host/share')
    """
    if name == "-":
        return "stdin"
    path = PurePath(name).as_posix()
    encoded = quote(path.encode("utf-8", "surrogatepass"), safe="/")
    return f"file:///{encoded.lstrip('/')}" if path.startswith("/") else encoded


def _line_column(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1
