"""What ``check`` does for pipelines: only what was changed, and only what is new."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import FILE, gathered
from localcheck.cli.diagnostics import Exit
from localcheck.errors import BadInput, NoProse, UsageError

if TYPE_CHECKING:
    from localcheck.gate.in_source import Source
    from localcheck.reports.ignored import KnownFindings
    from localcheck.types import Document, Finished, Report

NAME_A_FILE = "name a file or a folder"
NOTHING = "nothing that can be checked was changed since {ref}"


@dataclass(slots=True)
class Pipeline:
    """What was asked for, and what came of it."""

    baseline: Path | None = None
    write_baseline: Path | None = None
    changed_since: str | None = None
    skip_empty: bool = False
    judged: dict[str, frozenset[int]] = field(default_factory=dict)
    """The sentences that were changed, by the id of their document; only of files whose lines are seen."""
    worst: int = Exit.OK
    """The exit code of files that were passed over because they cannot be read."""
    _found: frozenset[Path] = frozenset()
    """Files that nobody named: they were found in a folder, or by git."""
    _known: KnownFindings | None = None
    _sources: dict[str, Source | None] = field(default_factory=dict)
    _reports: list[Report] = field(default_factory=list)
    _changed: dict[Path, tuple[range, ...]] = field(default_factory=dict)

    def begin(self, files: tuple[Path, ...]) -> tuple[Path, ...]:
        """The files to check: those of folders, and of all only those that were changed. Raises ``BadInput`` for a file
        of known findings that is none, and what ``system.git`` raises.
        """
        if self.baseline is not None:
            from localcheck.reports.ignored import read

            self._known = read(self.baseline)
        if self.changed_since is None:
            every = {path: _files_of(path) for path in files}
            self._found = frozenset(file for path in every if path.is_dir() for file in every[path])
            return tuple(file for path in files for file in every[path])
        from localcheck.ingest.documents.kinds import SUFFIXES
        from localcheck.system.git import changed

        if Path("-") in files:
            raise UsageError("--changed-since is for files of a repository, and not for standard input", NAME_A_FILE)
        self._changed = changed(self.changed_since, files)
        named = {Path(os.path.realpath(path)) for path in files}
        wanted = (path for path in self._changed if path.suffix.lower() in SUFFIXES or path.resolve() in named)
        found = sorted(path for path in wanted if path.is_file())
        if not found:
            diagnostics.note(NOTHING.format(ref=self.changed_since))
        self._found = frozenset(found)
        return tuple(found)

    def passed_over(self, path: Path, error: BadInput) -> bool:
        """Whether a file that cannot be read stops no other, which is told: one that nobody named, and with ``--skip-empty``
        one without text. No text is no mistake.
        """
        empty = path.is_file() and _is_blank(path)
        if empty or isinstance(error, NoProse):
            if not (self.skip_empty or path in self._found):
                return False
            diagnostics.note(f"{path}: left out, because it {'is empty' if empty else 'holds no prose'}")
            return True
        if path in self._found:
            self.worst = max(self.worst, diagnostics.error(error))
            return True
        return False

    def narrow(self, documents: tuple[Document, ...]) -> tuple[Document, ...]:
        """The documents with a changed sentence; which sentences is noted in ``judged``."""
        return tuple(document for document in documents if self.changed_since is None or self._touched(document))

    def _touched(self, document: Document) -> bool:
        from localcheck.judging.sentence_level import sentences_of

        source = self._source(document)
        lines = self._changed.get(Path(document.id))
        if source is None or lines is None:
            return True
        sentences = sentences_of(document)
        places = source.places(document, (s.span for s in sentences))
        self.judged[document.id] = frozenset(
            sentence.index
            for sentence, place in zip(sentences, places, strict=True)
            if place is None or _overlap(source.lines(place), lines)
        )
        return bool(self.judged[document.id])

    def _source(self, document: Document) -> Source | None:
        from localcheck.gate.in_source import source_of

        if document.id not in self._sources:
            self._sources[document.id] = source_of(document)
        return self._sources[document.id]

    def sifted(self, done: Finished) -> Finished:
        """The event with its known findings marked, and with the lines of its claims."""
        from localcheck.gate.known import sift

        document = done.report.document
        judged = self.judged.get(document.id)
        report = sift(done.report, self._known, self._source(document), whole=judged is None)
        if judged is not None:
            from localcheck.reports.report import JUDGED_ONLY

            note = JUDGED_ONLY.format(id=document.id, n=len(judged), all=len(report.sentences), ref=self.changed_since)
            report = replace(report, run=replace(report.run, notes=(note, *report.run.notes)))
        if self.write_baseline is not None:
            self._reports.append(report)
        return replace(done, report=report)

    def finish(self) -> None:
        """Write the baseline where one was asked for. Raises ``BadInput`` and ``OSError``."""
        if self.write_baseline is None:
            return
        from localcheck.gate.known import baseline_of
        from localcheck.reports.ignored import KnownFindings, alone, read, write
        from localcheck.text.counting import many

        path = self.write_baseline
        with alone(path.absolute().parent):
            found = baseline_of(self._reports, read(path) if path.exists() else KnownFindings(path))
            write(path, found)
        diagnostics.note(f"{path} holds {many(len(found), 'known finding')} now")


pipeline_options = gathered(
    "pipeline",
    Pipeline,
    ("baseline", "write_baseline", "changed_since", "skip_empty"),
    click.option(
        "--baseline",
        type=FILE,
        help="File of known findings, such as .localcheck-ignored.json; they do not make the check fail.",
    ),
    click.option("--write-baseline", type=FILE, help="Write the findings to this file, for --baseline."),
    click.option("--changed-since", metavar="REF", help="Judge only sentences that changed since this Git commit."),
    click.option(
        "--skip-empty", is_flag=True, help="Leave out files without text that are named, as those of folders are."
    ),
)
"""Options for pipelines; the command gets them as ``pipeline: Pipeline``."""


def _files_of(path: Path) -> list[Path]:
    """The file itself, or the documents of a folder. Raises ``UsageError`` for a folder without any."""
    if not path.is_dir():
        return [path]
    from localcheck.ingest.documents.kinds import SUFFIXES
    from localcheck.ingest.listing import HIDDEN, listing, summary

    found = listing(path, SUFFIXES)
    if not found.read:
        raise UsageError(f"{path}: holds no document that can be read", "name a file, or another folder")
    if left := summary(one for one in found.left if one.why != HIDDEN):
        diagnostics.note(f"{path}: {left}")
    return list(found.read)


def _is_blank(path: Path) -> bool:
    """Whether a file holds nothing but white space. It is read as far as that."""
    with path.open("rb") as file:
        return not any(line.strip() for line in file)


def _overlap(lines: tuple[int, int], changed: tuple[range, ...]) -> bool:
    return any(lines[0] < part.stop and part.start <= lines[1] for part in changed)
