"""``--format tally``: one line for each document, with its claims counted by label."""

from __future__ import annotations

from collections import Counter

from localcheck.reports.written import ReportFormat
from localcheck.types import Report


def line(report: Report) -> str:
    """``text: 2 supported, 1 refuted``."""
    counts = Counter(verdict.label.value for verdict in report.verdicts if verdict.claim.checkable)
    said = ", ".join(f"{number} {label.replace('_', ' ')}" for label, number in counts.most_common())
    return f"{report.document.id}: {said or 'no claims'}"


TALLY = ReportFormat(
    render=lambda reports: "\n".join(map(line, reports)),
    further=line,
    begins=r"[^\n]*: (\d+ (supported|refuted|not enough evidence|failed)|no claims)",
)
