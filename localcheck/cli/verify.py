"""``localcheck verify-report``: quotes re-checked offline, without any model."""

from __future__ import annotations

import json
from pathlib import Path

import click

from localcheck.cli.diagnostics import Exit
from localcheck.cli.output import emit, emit_json
from localcheck.codec import report_from_json
from localcheck.errors import BadInput
from localcheck.verify import QuoteCheck, check_quotes


@click.command("verify-report")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--index", "index_name", help="Look every quote up again in this index, not only in the report.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def verify_report(file: Path, index_name: str | None, as_json: bool) -> int:
    """Re-check every quote of a JSON report: offsets, wording and hash, and on request the index itself.

    \b
    Examples:
      localcheck check article.txt --format json --out report.json
      localcheck verify-report report.json
      localcheck verify-report report.json --index enwiki
    """
    checks = [c for row in _reports(file) for c in check_quotes(report_from_json(row, str(file)), index_name)]
    bad = [c for c in checks if c.problem]
    if as_json:
        rows = [{"claim": c.claim_id, "title": c.title, "quote": c.quote, "problem": c.problem} for c in checks]
        emit_json({"quotes": len(checks), "bad": len(bad), "checks": rows})
    else:
        for c in bad:
            emit(_line(c))
        emit(f"{len(checks)} quotes checked, {len(bad)} wrong")
    return Exit.FLAGGED if bad else Exit.OK


def _reports(file: Path) -> list[object]:
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(file, "no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(file, f"cannot be read: {error}") from error
    try:
        value = json.loads(text)
        return value if isinstance(value, list) else [value]
    except json.JSONDecodeError:
        return [_row(file, i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]


def _row(file: Path, number: int, line: str) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise BadInput(
            file, f"not JSON: {error.msg}", "verify-report reads reports in json or jsonl", number
        ) from error


def _line(check: QuoteCheck) -> str:
    return f"{check.claim_id}: {check.problem}: “{check.quote}” ({check.title})"
