"""``localcheck runs``: stored runs and their reviews."""

from __future__ import annotations

from pathlib import Path

import click

from localcheck.cli import completing
from localcheck.cli.arguments import AS_JSON, COUNT, COUNT_OR_ALL, PATH, SIGN, YES, Group
from localcheck.cli.diagnostics import confirm, note
from localcheck.cli.output import console, emit, emit_either, emit_json, write_file
from localcheck.cli.writing import sign_or_unsign, writes
from localcheck.errors import BadInput, UsageError
from localcheck.reports.codec import to_json
from localcheck.reports.words import heading
from localcheck.reviewing.records import reviewed_run
from localcheck.store import RunState, Store, open_store
from localcheck.system.clock import to_the_minute
from localcheck.system.resources import store_path
from localcheck.text.counting import many
from localcheck.types import JSON

SHORT = {"not_enough_evidence": "open"}
"""Labels in a list, where a run is a line."""


@click.group(cls=Group)
def runs() -> None:
    """List, show, compare, export, merge and remove stored runs."""


@runs.command("list")
@click.option("--text", default="", help="Only runs whose document id or title contains this.")
@click.option("--detector", default="", help="Only runs of this method.")
@click.option(
    "--state", type=click.Choice(["open", "finished", "failed", "cancelled"]), help="Only runs in this state."
)
@click.option("--limit", type=COUNT_OR_ALL, default=0, help="At most this many; 0 means all.")
@AS_JSON
def list_(text: str, detector: str, state: str | None, limit: int, as_json: bool) -> None:
    """List runs, the newest first. A run that was killed stays open: continue it with localcheck review RUN.

    \b
    Examples:
      localcheck runs list --state open
      localcheck runs list --text curie --json
    """

    with open_store(store_path()) as store:
        found = store.runs(text=text, detector=detector, state=RunState(state) if state else None, limit=limit)
    if as_json:
        emit_json([to_json(summary) for summary in found])
        return
    if not found:
        note("no such run" if text or detector or state else "no run yet: localcheck check FILE")
        return
    from rich.table import Table
    from rich.text import Text

    table = Table("run", "started", "state", "method", "claims", "reviewed", "document", box=None, pad_edge=False)
    for summary in found:
        counts = ", ".join(f"{n} {SHORT.get(label, label.replace('_', ' '))}" for label, n in summary.counts)
        started = to_the_minute(summary.started)
        cells = (summary.id, started, summary.state.value, summary.detector, counts, summary.reviewed)
        table.add_row(*(Text(str(cell)) for cell in (*cells, heading(summary.title, summary.document_id))))
    console().print(table)


@runs.command()
@click.argument("run", shell_complete=completing.RUN, type=COUNT)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the run, its verdicts and its reviews.")
def show(run: int, as_json: bool) -> None:
    """Show one run: its claims, and the decisions of its reviewers.

    \b
    Example:
      localcheck runs show 3
    """
    from localcheck.reviewing.markdown import plain

    with open_store(store_path()) as store:
        found = reviewed_run(store, run)
        journal = store.reviews.journal(run)
    if not as_json:
        emit(plain(found))
        return
    emit_json(
        {
            **to_json(found.run),
            "rulings": to_json(found.curations),
            "comments": to_json(found.comments),
            "signoffs": [to_json(signoff) for signoff in found.signoffs],
            "journal": [to_json(entry) for entry in journal],
        }
    )


@runs.command()
@click.argument("first", type=int, shell_complete=completing.RUN)
@click.argument("second", type=int, shell_complete=completing.RUN)
@AS_JSON
def diff(first: int, second: int, as_json: bool) -> None:
    """Show which claims have another label in the second run, and what may be the reason: model, index, option, evidence.

    \b
    Example:
      localcheck runs diff 3 4
    """
    from localcheck.store.differences import ABSENT, differences

    with open_store(store_path()) as store:
        found = differences(store.load(first), store.load(second))
    alone = sum(ABSENT in (flip.before, flip.after) for flip in found.flips)
    lines = [f"run {first} → run {second}: {len(found.flips) - alone} flipped, {many(found.claims, 'claim')} in common"]
    lines += [f"  {alone} only in one of the runs"] if alone else []
    if found.reworded:
        lines += [f"  {found.reworded} worded anew, with the same label"]
    lines += [] if found.same_text else ["  the texts differ"]
    lines += [f"  {line}" for line in found.settings]
    for flip in found.flips:
        lines += ["", f"  {flip.before} → {flip.after}: {flip.claim}"]
        lines += [f"    now: {flip.reworded}"] if flip.reworded else []
        lines += [f"    {why}" for why in flip.why]
    emit_either(to_json(found), "\n".join(lines), as_json)


@runs.command()
@click.argument("run", shell_complete=completing.RUN, type=COUNT)
@click.option("-o", "--out", "--output", "output", type=PATH, help="File to write; - or nothing for stdout.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["html", "docx", "md", "csv", "csv-excel", "jsonl", "json", "sarif"]),
    help="Default: from the file's name.",
)
@SIGN
@writes("output")
def export(run: int, output: Path | None, format_: str | None, sign: Path | None) -> None:
    """Export one run with its reviews. html, md and jsonl contain the record of all decisions, which verify-report checks.

    \b
    Examples:
      localcheck runs export 3 -o curie.html
      localcheck runs export 3 -o curie.docx
      localcheck runs export 3 --format jsonl > curie.jsonl
    """
    from localcheck.reviewing.exporting import BINARY, format_of, render
    from localcheck.reviewing.exporting import export as write

    output = None if str(output) == "-" else output
    if format_ is None:
        format_ = "jsonl" if output is None else format_of(output)
    with open_store(store_path()) as store:
        reviewed = reviewed_run(store, run)
    if output is None:
        if format_ in BINARY:
            raise UsageError(f"{format_} is not text", "give a file with -o")
        if sign is not None:
            raise UsageError("--sign needs a file", "add -o FILE")
        emit(render(reviewed, format_))
        return
    if format_ in BINARY:
        write(reviewed, output, format_)
    else:
        write_file(output, render(reviewed, format_))
    sign_or_unsign(output, sign)


@runs.command()
@click.argument("run", shell_complete=completing.RUN, type=COUNT)
@click.argument("file", type=PATH, nargs=-1, required=True)
@click.option("--as", "reviewer", default="", metavar="NAME", help="Whose decisions those are that have no name.")
@AS_JSON
def merge(run: int, file: tuple[Path, ...], reviewer: str, as_json: bool) -> None:
    """Take over what was decided and said on other machines, from exports (jsonl, html, md) of the same text.

    It stands beside what is here, so that two labels on a claim are a dispute. What is here already is passed over, and so is a
    decision on a verdict that this run does not have.

    \b
    Example:
      localcheck runs merge 7 from-bob.jsonl
    """
    from localcheck.reviewing.merging import merge as take_over

    told_of = []
    with Store(store_path()) as store:
        for path in file:
            found = take_over(store, run, _exported(path), str(path), reviewer.strip())
            told = f"decisions and comments taken over: {found.taken}"
            told += f"; known already: {found.known}" if found.known else ""
            left = found.without_ground
            note(f"{path}: {told}{f'; left out, on verdicts that run {run} does not have: {left}' if left else ''}")
            told_of.append({"file": str(path), "taken": found.taken, "known": found.known, "left_out": left})
    if as_json:
        emit_json(told_of)


def _exported(path: Path) -> list[JSON]:
    """The rows of an export. Raises ``BadInput``."""
    from localcheck.cli.checks.verify_report import rows_in

    try:
        return [row for _, row in rows_in(path)]
    except BadInput as error:
        error.hint = "give what `localcheck runs export RUN -o FILE` wrote as .jsonl, .html or .md"
        raise


@runs.command()
@click.argument("run", shell_complete=completing.RUN, type=COUNT, nargs=-1, required=True)
@YES
def remove(run: tuple[int, ...], yes: bool) -> None:
    """Remove runs with their verdicts and reviews. A run that is being written now is not removed.

    \b
    Example:
      localcheck runs remove 3 4 --yes
    """

    confirm(f"Remove {many(len(run), 'run')} and all reviews of them?", yes)
    with Store(store_path()) as store:
        store.remove(run)
    note(f"removed {', '.join(map(str, run))}")
