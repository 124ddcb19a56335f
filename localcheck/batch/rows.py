"""Makes the line of a document: its report without times, its score and ruling; or the error, if there is no report."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from localcheck.batch.items import Item
from localcheck.errors import LocalcheckError
from localcheck.gate import Outcome
from localcheck.gate.decisions import Gated
from localcheck.reports import codec
from localcheck.system import jsontext
from localcheck.system.resources import sha256_text
from localcheck.types import JSON, Cost, Report, RunInfo, Verdict

FORMAT, VERSION = "localcheck-batch", 1
HEAD = b'{"format": "localcheck-batch", "version": 1, '
"""How every row begins."""
DIGITS = 4
"""Decimals of every number in a row."""
RETRIED = 4
"""A row with this exit code (a backend failed) is tried again when the batch is resumed; other errors would recur."""


def settings_digest(info: RunInfo, extra: JSON) -> str:
    """SHA-256 of everything besides the document that a row depends on: method, options, seed, gate, and by their contents
    models, tables, index and program (``info.settings_digest``, of an executor).
    """
    parts = [info.detector, info.parameters, info.models, info.index, info.seed, info.settings_digest, extra]
    return sha256_text(json.dumps(parts, sort_keys=True, default=str))


def timeless(report: Report) -> Report:
    """A report without what differs from run to run: times, costs, connections, and the digest of settings such as threads."""
    verdicts = tuple(untimed(v) for v in report.verdicts)
    run = replace(report.run, started="", network_connections=0, settings_digest="")
    return replace(report, verdicts=verdicts, run=run, cost=Cost())


def untimed(verdict: Verdict) -> Verdict:
    """A verdict without its cost."""
    return replace(verdict, cost=Cost())


def line_of(
    item: Item, settings: str, report: Report | None, gated: Gated | None, error: LocalcheckError | None
) -> bytes:
    """The row of one document, with its newline."""
    row = {
        "format": FORMAT,
        "version": VERSION,
        "id": item.document.id,
        "document": item.digest,
        "settings": settings,
        "faithfulness": None if gated is None else codec.to_json(gated.faithfulness),
        "ruling": None if gated is None else codec.to_json(gated.ruling),
        "report": None if report is None else codec.report_to_json(timeless(report)),
        "error": None if error is None else error_json(error),
    }
    return json.dumps(rounded(row), allow_nan=False).encode() + b"\n"


def error_json(error: LocalcheckError) -> JSON:
    """Kind, message, hint and exit code."""
    kind = type(error).__name__
    return {"kind": kind, "message": error.message, "hint": error.hint, "exit_code": error.exit_code}


def rounded(value: JSON) -> JSON:
    """``value`` with every float rounded to ``DIGITS`` decimals."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return [rounded(v) for v in value] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Written:
    """The parts of a line of OUT that are needed to resume the batch."""

    document: str
    settings: str
    disposition: str
    """Empty for a row with an error."""
    exit_code: int
    """Of the row's error; without one ``RETRIED`` where every claim failed, so that nothing was checked, else 0."""
    failed: int = 0
    """Claims that could not be judged."""
    id: str = ""
    """Of the document."""

    @property
    def key(self) -> tuple[str, str]:
        """(document digest, settings digest)."""
        return self.document, self.settings


def _exit_code(value: JSON) -> int:
    """That of an error. Raises ``ValueError`` for another number: the process ends with the highest, and 256 would be 0."""
    if type(value) is not int or not 1 <= value <= 5:
        raise ValueError("not the exit code of an error")
    return value


def begins(path: Path) -> bool:
    """Does the file begin like OUT, or like OUT whose first row was not written to its end?"""
    with path.open("rb") as file:
        head = file.read(len(HEAD))
    return bool(head) and HEAD.startswith(head)


def written(line: bytes) -> Written | None:
    """The content of a complete line of OUT; None for anything else."""
    try:
        row = jsontext.parse_object(line)
        if not line.endswith(b"\n") or (row["format"], row["version"]) != (FORMAT, VERSION):
            return None
        error, ruling, said = row["error"], row["ruling"], row["faithfulness"] or {}
        return Written(
            str(row["document"]),
            str(row["settings"]),
            str(ruling["disposition"]) if ruling else "",
            _exit_code(error["exit_code"]) if error else (RETRIED if said.get("outcome") == Outcome.FAILED else 0),
            int(said["failed"]) if said else 0,
            str(row["id"]),
        )
    except (jsontext.NotJson, AttributeError, KeyError, TypeError, ValueError):
        return None


def renamed(line: bytes, id: str) -> bytes:
    """A complete line of OUT for the same document under another id."""
    row = jsontext.parse_object(line)
    row["id"] = id
    if row["report"] is not None:
        row["report"]["document"]["id"] = id
    return json.dumps(row, allow_nan=False).encode() + b"\n"
