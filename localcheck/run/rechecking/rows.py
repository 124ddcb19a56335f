"""Everything that localcheck writes with reports in it: reports, exported verdicts, rows of batches, answers of the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.errors import BadInput
from localcheck.gate import Faithfulness, Outcome, Ruling, Strategy, faithfulness, rule
from localcheck.gate.risk import Proposal, RiskPolicy
from localcheck.reports import codec
from localcheck.run.rechecking.checks import CLOSE, Look, Rechecked, all_failed, check_report, check_row
from localcheck.run.rechecking.records import check_decisions, check_record, check_wording
from localcheck.types import JSON, Report

BATCH = "localcheck-batch"
FAITHFULNESS = "localcheck-faithfulness"
CUT_SHORT = "the record is cut short: the line behind its claims, which tells a change of them, is missing"
ROUNDED = 2e-4
"""Numbers of a batch's rows have four decimals."""


def read_rows(rows: Sequence[tuple[str, JSON]], look: Look | None = None) -> Iterator[Rechecked]:
    """Check every row, given with its place. Raises ``BadInput`` for one that localcheck did not write."""
    exported: list[tuple[str, JSON]] = []
    for where, row in rows:
        if isinstance(row, dict) and "ruling" in row and "report" in row:
            yield from _ruled(row, where, look)
        elif isinstance(row, dict) and "record" in row:
            yield from check_record(row["record"], exported, where)
            yield from all_failed(where, (codec.verdict_from_json(verdict["verdict"]) for _, verdict in exported))
            exported = []
        elif isinstance(row, dict) and "format" not in row and "verdict" in row:
            exported.append((where, row))
            yield from check_row(row, where, look)
            yield from check_wording(row, where)
            yield from check_decisions(row, where, look)
        else:
            yield from _placed(where, check_report(codec.report_from_json(row, where), look))
    if reviewed := [
        where for where, row in exported if "standing" in row
    ]:  # earlier versions wrote rows without a record
        yield Rechecked(reviewed[-1], problem=CUT_SHORT)


def index_of(row: JSON) -> str:
    """The index that a row says its passages are from; empty if it names none."""
    if isinstance(row, dict) and isinstance(row.get("record"), dict):
        return str(row["record"].get("index") or "")
    report = report_in(row)
    run = report.get("run") if isinstance(report, dict) else None
    return str(run.get("index") or "") if isinstance(run, dict) else ""


def report_in(row: JSON) -> JSON:
    """The report of a row that holds one beside its ruling; else the row itself."""
    return row["report"] if isinstance(row, dict) and "ruling" in row and row.get("report") else row


def _placed(where: str, found: Iterator[Rechecked]) -> Iterator[Rechecked]:
    return (replace(one, place=f"{where}: {one.place}" if one.place else where) for one in found)


def _ruled(row: dict[str, JSON], where: str, look: Look | None) -> Iterator[Rechecked]:
    """A document's report with its faithfulness and the ruling on it, or the error instead of them."""
    if row["report"] is None:
        if not isinstance(row.get("error"), dict):
            raise BadInput(where, "holds neither a report nor an error")
        message = str(row["error"].get("message", ""))
        yield Rechecked(where, unchecked=f"its document was not checked: {message}")
        return
    rounded = ROUNDED if row.get("format") == BATCH else 0.0
    report = codec.report_from_json(row["report"], where)
    said = codec.from_json(Faithfulness, row.get("faithfulness"), f"{where}.faithfulness")
    ruling = codec.from_json(Ruling, row["ruling"], f"{where}.ruling")
    problem = _ruling_problem(report, said, ruling, max(CLOSE, rounded))
    if row.get("format") == FAITHFULNESS and row.get("claims") != [codec.claim_json(v) for v in report.verdicts]:
        yield Rechecked(f"{where}: claims", problem="the claims that are shown are not those of the report in it")
    if problem:
        yield Rechecked(f"{where}: ruling", problem=problem)
    if ruling.strategy is Strategy.SKIP and not report.verdicts:
        yield Rechecked(where, unchecked="its document was not checked: its risk class asks for no check")
        return
    yield from _placed(where, check_report(report, look, rounded))


def _ruling_problem(report: Report, said: Faithfulness, ruling: Ruling, close: float) -> str:
    """What is wrong if the score does not follow from the verdicts, or the ruling from the score; else empty."""
    skipped = ruling.strategy is Strategy.SKIP
    again = Faithfulness(Outcome.SKIPPED) if skipped else faithfulness(report)
    if replace(again, score=None) != replace(said, score=None) or (again.score is None) != (said.score is None):
        return "the counts of faithfulness do not follow from the verdicts"
    if abs((again.score or 0.0) - (said.score or 0.0)) > close:
        return f"the faithfulness is {said.score:g}, the verdicts say {again.score:g}"
    policy = RiskPolicy(ruling.risk, ruling.strategy, ruling.threshold)
    due = rule(Proposal(ruling.risk, ruling.reason), policy, again)
    if (due.disposition, due.human_review) != (ruling.disposition, ruling.human_review):
        return f"it says {ruling.disposition.value}, the score and the threshold say {due.disposition.value}"
    return ""
