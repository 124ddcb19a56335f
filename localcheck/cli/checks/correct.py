"""``localcheck correct``: minimal edits, each tied to a quote."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localcheck.cli import completing
from localcheck.cli.arguments import AS_JSON, COUNT, PATH
from localcheck.cli.diagnostics import Exit, note
from localcheck.cli.options import Typed, run_options
from localcheck.cli.output import emit_either
from localcheck.errors import BadInput, UsageError
from localcheck.system.resources import atomic_write, store_path
from localcheck.text.inert import one_line

if TYPE_CHECKING:
    from localcheck.run.correcting import Corrected
    from localcheck.settings import Settings
    from localcheck.types import Document, Report

SHOWN = "without --write the edits are shown"
IN_EDITORS = f"{SHOWN}, and an editor with localcheck lsp makes them in place"


Asked = tuple["Document", "Settings", "Report | None"]
"""What is to be corrected, by which settings, and the report of a stored run; None for a text that is judged first."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True), required=False)
@click.option(
    "--run",
    type=COUNT,
    metavar="RUN",
    shell_complete=completing.RUN,
    help="Correct by the verdicts of this stored run; nothing is judged anew.",
)
@click.option("--context", type=PATH, multiple=True, help="Check against this text instead of an index; repeatable.")
@click.option("--write", is_flag=True, help="Edit the file; the original is kept as FILE.orig.")
@AS_JSON
@run_options
def correct(
    *, file: Path | None, run: int | None, context: tuple[Path, ...], write: bool, as_json: bool, typed: Typed
) -> int:
    """Propose minimal edits that make refuted claims true: a date, number or name is replaced by that of the quote.

    Each edit is checked against its quote before it is shown, and the edited sentences are judged again as a whole. Exit
    code 1 means that there are edits. FILE may be - for standard input; --write needs a plain text file.

    With --run the verdicts of a stored run are taken, with the labels that reviewers gave, and nothing but the edited
    sentences is judged; FILE is then only needed for --write, and must hold the text of the run.

    \b
    Examples:
      localcheck correct article.txt
      localcheck correct answer.txt --context manual.txt --write
      localcheck correct --run 3
      localcheck correct article.txt --run 3 --write
    """
    from localcheck.api.checker import the_report
    from localcheck.reports.codec import to_json
    from localcheck.run.correcting import corrected
    from localcheck.run.session import Session
    from localcheck.settings.requests import CheckRequest

    if write and (file is None or str(file) == "-"):
        raise UsageError(
            "--write edits a file, not standard input" if file else "--write needs the FILE to edit", SHOWN
        )
    document, settings, report = _asked(file, run, context, typed)
    original = _original(file, document) if write and file is not None else b""
    with Session(settings) as session:
        report = report or the_report(session.check(CheckRequest((document,), settings)))
        found = corrected(session, report, settings)
    parts = {"edits": found.edits, "checked_again": found.rechecked, "without_edit": found.unresolved}
    emit_either(to_json(parts), "\n".join(_lines(found)) or "no edit", as_json)
    if write and found.edits and file is not None:
        _write(file, original, as_written(found.text, original))
    return Exit.FLAGGED if found.edits else Exit.OK


def _asked(file: Path | None, run: int | None, context: tuple[Path, ...], typed: Typed) -> Asked:
    """What was typed. Raises ``UsageError`` for what does not go together, ``UnknownName`` for no such run."""
    from localcheck.ingest.documents import read_document
    from localcheck.ingest.documents.inputs import once
    from localcheck.text.hyphens import whole_words

    if run is not None:
        return _stored(run, file, context, typed)
    if file is None:
        raise UsageError("nothing to correct", "name a FILE, or a stored run with --run")
    once((file, *context))
    sources = tuple(whole_words(read_document(path).text) for path in context)
    settings = (typed.or_else(detector="faithfulness") if sources else typed).settings()
    return replace(read_document(file), context=sources), settings, None


def _stored(run: int, file: Path | None, context: tuple[Path, ...], typed: Typed) -> Asked:
    """A stored run with the labels that people gave, and the settings that it was made with."""
    from localcheck.ingest.documents import read_document
    from localcheck.reviewing.labelled import labelled_report
    from localcheck.reviewing.records import reviewed_run
    from localcheck.store import open_for_run
    from localcheck.store.recording import resume

    if context:
        raise UsageError("--run takes the verdicts of the run", "leave out --context")
    with open_for_run(store_path(), run) as store:
        request = resume(store, run, typed.settings(), typed.given, typed.options)
        report = labelled_report(reviewed_run(store, run))
    if file is not None and read_document(file).text != report.document.text:
        raise BadInput(file, f"is not the text of run {run}", "leave FILE out, or correct it without --run")
    return report.document, request.settings, report


def _original(file: Path, document: Document) -> bytes:
    """The bytes of the file that is to be edited. Raises ``BadInput`` where the edited text could not be written back."""
    original = file.read_bytes()
    if as_written(document.text, original) != original:
        raise _not_writable(file, document, original)
    if _beside(file).exists():
        raise _kept_already(file)
    return original


def _lines(found: Corrected) -> Iterator[str]:
    """The edits with their quotes, what the edited sentences come to, and the refuted claims without an edit."""
    from localcheck.reports.words import word_of
    from localcheck.run.correcting import NO_EDIT

    for edit in found.edits:
        yield f"{edit.old} → {edit.new}  (claim {edit.claim_id})\n  “{one_line(edit.quote)}” — {one_line(edit.source)}"
    for verdict in found.rechecked:
        yield f"checked again: {word_of(verdict)}: {verdict.claim.text}"
    for verdict in found.unresolved:
        yield f"{NO_EDIT}: {verdict.claim.text}"


def _not_writable(file: Path, document: Document, original: bytes) -> BadInput:
    """Why the text of ``document``, edited, cannot be written in the place of ``original``, which it was read from."""
    from localcheck.gate.in_source import PLAIN, WITH_LINES
    from localcheck.ingest.documents.kinds import KINDS
    from localcheck.text.markers import without

    read_as = document.get("media_type")  # none of a row of JSON
    if read_as != PLAIN:
        name = next((kind.name for kind in KINDS.values() if kind.media_type == read_as), "JSON")
        return BadInput(
            file, f"--write edits plain text; this is {name}", IN_EDITORS if read_as in WITH_LINES else SHOWN
        )
    source = original.decode("utf-8", "replace")
    if without(source) != source:
        return BadInput(file, "holds markers of localcheck, which --write would take out", IN_EDITORS)
    return BadInput(file, "is not plain UTF-8 text with one kind of line ends", SHOWN)


def as_written(text: str, original: bytes) -> bytes:
    """``text`` as UTF-8 with the byte order mark and the line ends of ``original``."""
    mark = BOM_UTF8 if original.startswith(BOM_UTF8) else b""
    ends = "\r\n" if b"\r\n" in original else "\n"
    return mark + text.replace("\n", ends).encode("utf-8", "surrogatepass")


def _beside(file: Path) -> Path:
    """Where the original of a file that is edited is kept."""
    return file.with_name(file.name + ".orig")


def _kept_already(file: Path) -> BadInput:
    return BadInput(_beside(file), "exists already", "move it away: it is the original of an earlier edit")


def _write(file: Path, original: bytes, edited: bytes) -> None:
    """Write the edited text, and keep the original beside it; an earlier original is never overwritten, nor is a file that
    somebody saved while it was checked.
    """

    if not file.is_file() or file.read_bytes() != original:
        raise BadInput(
            file,
            "was changed while it was checked; nothing is written",
            "run it again: the edits are those of the text before",
        )
    try:
        with _beside(file).open("xb") as kept:
            kept.write(original)
    except FileExistsError:
        raise _kept_already(file) from None
    with atomic_write(file, "wb") as out:
        out.write(edited)
    note(f"{file} is edited; the original is {_beside(file).name}")
