"""``localcheck verify-report``: a report re-checked offline, without any model."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localcheck.cli.arguments import AS_JSON, PATH, TEXT
from localcheck.cli.diagnostics import Exit
from localcheck.cli.output import emit, emit_json
from localcheck.errors import BadInput
from localcheck.system import jsontext
from localcheck.text.counting import many
from localcheck.types import JSON

if TYPE_CHECKING:
    from localcheck.run.rechecking import Rechecked, Tally
    from localcheck.run.rechecking.signatures import Signature

HINT = (
    "verify-report reads what check writes as json or jsonl, faithfulness --json, what batch writes, answers of serve, and "
    "reviewed runs that were exported as jsonl, html or md; make one with localcheck check TEXT --format json --out "
    "report.json, of a stored run with localcheck runs export RUN -o run.jsonl"
)

NAMED = 3
"""Documents that were not checked for one reason are named up to here; ``--json`` names all."""
SIGNATURE_ALONE = "only the signature is checked: this format does not hold what the content could be checked by"


@click.command("verify-report")
@click.argument("file", type=TEXT)
@click.option(
    "--index", "index_name", help="Look up the passages in this index instead of the one that the report names."
)
@click.option("--no-index", is_flag=True, help="Do not look up the passages: check only what is in the report.")
@click.option(
    "--signed-by", type=PATH, metavar="KEY.pub", help="FILE.sig must be a signature by one of these public SSH keys."
)
@AS_JSON
def verify_report(file: Path, index_name: str | None, no_index: bool, signed_by: Path | None, as_json: bool) -> int:
    """Re-check a report: every supported or refuted claim needs a verbatim quote.

    Checks the offsets, wording and hash of each quote, whether label and probability agree, whether each claim is what the
    document says, whether a claim is missing, and the totals; recomputes labels and scores from the beliefs, costs and
    features in the report, and whether the quote is the part that was scored. If all figures of a report are invented but
    agree with each other, only a signature shows it; one beside the report (FILE.sig) is checked.

    Then looks up the passages in the index. Exit code 0: nothing is wrong. 1: something is wrong. 3: nothing wrong was found,
    but passages could not be looked up because their index is not here, or a document was not checked at all (a row of a batch
    with an error). With --no-index, exit code 0 means only that the report agrees with itself.

    \b
    Examples:
      localcheck check article.txt --format json --out report.json
      localcheck verify-report report.json
      localcheck check article.txt --json | localcheck verify-report -
      localcheck verify-report report.json --index enwiki
      localcheck verify-report checked.jsonl
      localcheck check article.txt --format json --out report.json --sign ~/.ssh/id_ed25519
      localcheck verify-report report.json --signed-by editor.pub
    """
    from localcheck.run.rechecking import Tally, signatures

    if file.is_dir():
        raise BadInput(file, "is a folder", "name the file of a report")
    signed = signed_by is not None or signatures.signature_of(file).is_file()
    checks, why = _checks(file, index_name, no_index, signed)
    signature = signatures.check(file, signed_by) if signed else None
    tally = Tally.of(checks)
    if as_json:
        _print_json(checks, tally, signature)
    else:
        emit("\n".join(_lines(checks, tally, why, file)))
        if signature is not None:
            emit(_signed(signature))
    if tally.problems or (signature is not None and signature.problem):
        return Exit.FLAGGED
    return Exit.RESOURCE if any(c.unchecked for c in checks) or (tally.unseen and not no_index) else Exit.OK


def _checks(file: Path, index_name: str | None, no_index: bool, signed: bool) -> tuple[list[Rechecked], str]:
    """What was found out about each row of a file, and why passages were not looked up.

    A file of another format is no error where it is ``signed``: its signature can be checked. Raises ``BadInput``.
    """
    from localcheck.run.rechecking import Rechecked, looker, read_rows

    try:
        rows = rows_in(file)
        with ExitStack() as stack:
            look, why = (None, "--no-index was given") if no_index else looker(stack, rows, index_name)
            return list(read_rows(rows, look)), why
    except BadInput:
        if not signed or file.suffix.lower() in (".json", ".jsonl") or not file.is_file():
            raise
        return [Rechecked(str(file), unchecked=SIGNATURE_ALONE)], ""


def _signed(signature: Signature) -> str:
    """What the signature says, in a sentence."""
    if signature.problem:
        return f"{signature.file}: {signature.problem}"
    unknown = "a key that is not known here; name it with --signed-by KEY.pub"
    return f"signed by {signature.key}, {'the key that you named' if signature.trusted else unknown}"


def _lines(checks: list[Rechecked], tally: Tally, why: str, file: Path) -> Iterator[str]:
    """Problems and counts, what is worth knowing beside problems, and which documents were not checked at all: the first ones
    for each reason.
    """
    for c in checks:
        if c.problem:
            yield _told(c, f"{c.problem}{f': “{c.quote}” ({c.title})' if c.quote else ''}")
    yield f"{many(tally.quotes, 'quote')} checked, {many(tally.problems, 'problem')} found"
    if tally.unseen:
        what = "passage was" if tally.unseen == 1 else "passages were"
        yield f"{tally.unseen} {what} not looked up: {why}"
    yield from (_told(c, c.remark) for c in checks if c.remark)
    places: dict[str, list[str]] = {}
    for c in checks:
        if c.unchecked:
            places.setdefault(c.unchecked, []).append(c.place)
    for reason, found in places.items():
        yield from (f"{place or file}: {reason}" for place in found[:NAMED])
        if len(found) > NAMED:
            yield f"… and {len(found) - NAMED} more: {reason}"
    if judged := sum(c.judged for c in checks):
        yield f"{many(judged, 'judgement')} without a quote that could be checked"


def _told(c: Rechecked, said: str) -> str:
    return " ".join(f"{c.place}: {f'claim {c.claim_id}: ' if c.claim_id else ''}{said}".split())


def _print_json(checks: list[Rechecked], tally: Tally, signature: Signature | None) -> None:
    names = ("title", "quote", "looked_up", "problem", "unchecked", "remark")
    rows = [{"place": c.place, "claim": c.claim_id, **{name: getattr(c, name) for name in names}} for c in checks]
    signed = signature and {"key": signature.key, "trusted": signature.trusted, "problem": signature.problem}
    counts = {"quotes": tally.quotes, "bad": tally.problems, "not_looked_up": tally.unseen}
    emit_json({**counts, "signature": signed, "checks": rows})


def rows_in(file: Path) -> list[tuple[str, JSON]]:
    """The reports or exported verdicts of a file, each with its place. Raises ``BadInput``."""
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInput(file, "no such file", "check the path") from None
    except UnicodeDecodeError:
        raise BadInput(
            file, "is not a text file, and only text formats hold a record that can be checked", HINT
        ) from None
    except OSError as error:
        raise BadInput(file, f"cannot be read: {error}", HINT) from error
    if (exported := _exported(file, text)) is not None:
        return exported
    try:
        value = jsontext.parse(text)
        several = isinstance(value, list)
        found = [(f"{file}[{i}]", row) for i, row in enumerate(value)] if several else [(str(file), value)]
    except jsontext.NotJson as error:
        rows = list(jsontext.lines(text))
        if not text.lstrip().startswith(("{", "[")) and file.suffix.lower() not in (".json", ".jsonl"):
            raise BadInput(
                file, "is no report that can be checked, which is JSON or a page with a record", HINT
            ) from error
        if rows and rows[0][1] in ("{", "["):  # one indented value, and no JSONL
            raise BadInput(file, error.why, "is it whole, or was it cut off while it was written?") from error
        found = [(f"{file}:{number}", _row(file, number, line)) for number, line in rows]
    if not found:
        raise BadInput(file, "holds no report", HINT)
    return found


def _exported(file: Path, text: str) -> list[tuple[str, JSON]] | None:
    """The rows and the record in an exported page, the page with it; None for any other file."""
    from localcheck.reviewing.records import opened

    try:
        found = opened(text) if text.lstrip()[:1] not in ("{", "[") else None
    except jsontext.NotJson as error:
        raise BadInput(file, f"the record in the page is damaged ({error.why})", HINT) from error
    if found is None:
        if file.suffix.lower() in (".html", ".htm", ".md"):
            raise BadInput(
                file, "holds no record that could be checked", "localcheck runs export writes pages with one"
            )
        return None
    record, page = found
    rows = record.pop("rows", None) if isinstance(record, dict) else None
    if not isinstance(rows, list):
        raise BadInput(file, "the record in the page is damaged", HINT)
    return [
        *((f"{file} row {number}", row) for number, row in enumerate(rows, 1)),
        (str(file), {"record": {**record, "page": page}}),
    ]


def _row(file: Path, number: int, line: str) -> JSON:
    try:
        return jsontext.parse(line)
    except jsontext.NotJson as error:
        raise BadInput(file, error.why, HINT, number) from error
