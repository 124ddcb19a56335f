"""Exports a run with its reviews in every format: one file, written completely or not at all.

If people gave a label, that label comes first and is counted, and the machine's label is shown beside it. The export of an
unfinished run says that it is unfinished, and how far it got.

A reviewed run as CSV: a row a claim, with the label that stands, the machine's, the quote, and every decision in words.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from localcheck.errors import BadInput, UsageError
from localcheck.reports import sarif
from localcheck.reports.codec import report_to_json
from localcheck.reports.csv import MARK, table
from localcheck.reports.recognise import check_replaceable
from localcheck.reports.words import p_factual, word_of
from localcheck.reviewing import markdown, pages, worddoc
from localcheck.reviewing.corrected import changes
from localcheck.reviewing.labelled import labelled_report
from localcheck.reviewing.records import ReviewedRun, header, label_by, rows, sealed
from localcheck.reviewing.words import decision_lines, quote_of, reason_of, rewording_line
from localcheck.store import Standing
from localcheck.store.connection import translated
from localcheck.system.resources import atomic_write
from localcheck.text.inert import dumps, shown
from localcheck.types import Report, Verdict

COLUMNS = (
    "document", "sentence", "claim_id", "start", "end", "claim", "label", "label_by", "standing", "machine_label",
    "p_factual", "checkable", "quote", "source", "link", "machine_reason", "decisions", "method", "run_state",
)  # fmt: skip


def _sheet(reviewed: ReviewedRun) -> str:
    """The table as text."""
    return table([COLUMNS], (_cells(reviewed, verdict) for verdict in reviewed.run.verdicts))


def _cells(reviewed: ReviewedRun, verdict: Verdict) -> tuple[object, ...]:
    found, claim, p = reviewed.curation_of(verdict), verdict.claim, p_factual(verdict)
    return (
        reviewed.run.summary.document_id,
        claim.sentence,
        claim.id,
        claim.span.start,
        claim.span.end,
        claim.text,
        "disputed" if found.disputed else reviewed.label_of(verdict).value,
        label_by(found),
        "" if found.standing is Standing.UNDECIDED else found.standing.value,
        verdict.label.value,
        "" if p is None else f"{p:.4f}",
        claim.checkable,
        *quote_of(reviewed, verdict),
        reason_of(reviewed, verdict),
        " | ".join(decision_lines(reviewed, verdict)),
        reviewed.method_of(verdict),
        reviewed.run.summary.state.value,
    )


FORMATS = {
    "html": "one page: the document with numbered notes, to read or print",
    "docx": "a Word document with a comment at each claim",
    "md": "the same as Markdown",
    "csv": "a row a claim, for spreadsheets",
    "jsonl": "the whole record, a line a claim: verdicts, evidence, every decision",
    "json": "the report of the run itself, as check wrote it, with rewordings and accepted corrections in its notes",
    "sarif": "for editors and code hosts",
}
"""Ending -> what it is; the first is the usual one."""
BINARY = ("docx",)


def format_of(path: Path) -> str:
    """The format that a file name asks for, one of ``FORMATS``. Raises ``BadInput``."""
    suffix = path.suffix.lower().removeprefix(".")
    name = {"markdown": "md", "htm": "html"}.get(suffix, suffix)
    if name not in FORMATS:
        raise BadInput(path, "no export format by this name", f"end the name in one of: {', '.join(FORMATS)}")
    return name


def export(reviewed: ReviewedRun, path: Path, format: str = "") -> None:
    """Write a run in ``format``, by default that of the file's name.

    Raises ``BadInput`` (also for a file that localcheck did not write) and ``BackendError``.
    """
    data = encode(reviewed, format or format_of(path))
    check_replaceable(path)
    with translated(path), atomic_write(path, "wb") as f:
        f.write(data)


def encode(reviewed: ReviewedRun, format: str) -> bytes:
    """A run as the bytes of a file in one of ``FORMATS``. Raises ``MissingExtra`` for ``docx`` without python-docx."""
    return worddoc.render(reviewed) if format in BINARY else render(reviewed, format).encode()


def render(reviewed: ReviewedRun, format: str) -> str:
    """A run as text in one of ``FORMATS`` but ``docx``, or as ``csv-excel``, ending in a newline.

    Raises ``UsageError`` for ``json`` of an unfinished run.
    """
    lines = list(rows(reviewed))
    if format == "jsonl":
        return "".join(dumps(line) + "\n" for line in [*lines, {"record": header(reviewed, lines)}])
    if format == "json":
        if reviewed.report is None:
            number = reviewed.run.summary.id
            raise UsageError(
                f"run {number} has no report: it did not finish", f"localcheck review {number} continues it"
            )
        return dumps(report_to_json(_noted(reviewed.report, reviewed)), indent=2) + "\n"
    if format == "sarif":
        reworded = {v.claim.id: rewording_line(reviewed, v) for v in reviewed.run.verdicts if v.claim.reworded}
        return sarif.render(labelled_report(reviewed), unfinished=reviewed.unfinished, reworded=reworded)
    if format in ("csv", "csv-excel"):
        return (MARK if format == "csv-excel" else "") + _sheet(reviewed)
    page = shown((pages if format == "html" else markdown).render(reviewed))
    return sealed(page, format, {**header(reviewed, lines), "rows": lines})


def _noted(report: Report, reviewed: ReviewedRun) -> Report:
    """The report with the rewordings, what people decided and the accepted corrections among its notes: the form of a report
    has no other place for them.
    """
    reworded = [
        f"claim {v.claim.id} is now “{v.claim.text}” ({word_of(v)}): {rewording_line(reviewed, v)}"
        for v in reviewed.run.verdicts
        if v.claim.reworded
    ]
    rulings = [
        f"reviewed, claim {v.claim.id}, {reviewed.word_for(v)}: {line}"
        for v in reviewed.run.verdicts
        for line in decision_lines(reviewed, v)
        if not v.claim.reworded or line != rewording_line(reviewed, v)
    ]
    notes = [f"correction, claim {c.made.claim_id}: {c.told}; {c.ground}" for c in changes(reviewed)]
    return replace(report, run=replace(report.run, notes=(*report.run.notes, *reworded, *rulings, *notes)))
