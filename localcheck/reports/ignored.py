"""Findings that are known and not to be reported again: the baseline of a pipeline, and the claims that a person ignores in an
editor. Both are one form of file, so that either is read by all front ends. In a project it is ``.localcheck-ignored.json``.

    {"format": "localcheck-ignored", "version": 1, "findings": [
    {"document": "docs/moon.md", "claim": "The Moon has two poles.", "label": "", "note": "a joke", "added": "2026-11-24"},
    {"document": "docs/mars.md", "claim": "Mars has three moons.", "label": "refuted", "note": "baseline", "added": "…"}
    ]}

* ``document``: the path of the document, relative to the folder of this file, with ``/``. Standard input is ``-``.
* ``claim``: the claim as it is checked (``Claim.text``), each run of white space a single space.
* ``label``: the kind of verdict (``Verdict.kind``) that is known. Empty: ignored whatever the verdict is.
* ``note``: why; ``baseline`` for what was there when a baseline was written. ``added``: ISO date.

No line numbers: a finding stays known when its lines move, and is new when the claim is worded anew or gets another verdict.
One finding a line, sorted, so that two people's changes merge. Keys that are not listed here are an error.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.system.clock import today
from localcheck.system.jsontext import NotJson, parse_object
from localcheck.system.resources import atomic_write
from localcheck.text.inert import dumps
from localcheck.types import JSON, STANDARD_INPUT, UNNAMED, Verdict

FILE = ".localcheck-ignored.json"
"""Its usual name."""
FORMAT, VERSION = "localcheck-ignored", 1
BASELINE = "baseline"
"""The note of what was there when a baseline was written."""
LARGEST = 64 << 20
"""Bytes of a file that is read."""


@dataclass(frozen=True, slots=True, order=True)
class Ignored:
    """One known finding."""

    document: str
    claim: str
    label: str = ""
    """``Verdict.kind``; empty for any."""
    note: str = ""
    added: str = ""

    def covers(self, document: str, verdict: Verdict) -> bool:
        """Is this finding the verdict on a claim of that ``document``?"""
        return (
            self.document == document and self.claim == folded(verdict.claim.text) and self.label in ("", verdict.kind)
        )


@dataclass(frozen=True, slots=True)
class KnownFindings:
    """The findings of one file."""

    path: Path
    findings: tuple[Ignored, ...] = ()

    def name_of(self, document: str) -> str:
        """The document ``document`` (a path as it was given, or ``-``) as it is named in this file."""
        return document_name(document, self.path.absolute().parent)

    def find(self, document: str, verdict: Verdict) -> Ignored | None:
        """The finding that covers this verdict; None for a new one."""
        name, claim = self.name_of(document), folded(verdict.claim.text)
        return next((f for f in self.findings if f.claim == claim and f.covers(name, verdict)), None)


def folded(text: str) -> str:
    """``text`` with each run of white space as one space."""
    return " ".join(text.split())


def document_name(document: str, folder: Path) -> str:
    """A path relative to ``folder`` with ``/``; one outside of it begins with ``..``. What came without a name keeps its id,
    wherever the command ran, and standard input is ``-``.
    """
    if document in UNNAMED:
        return "-" if document == STANDARD_INPUT else document
    return Path(os.path.relpath(Path(document).absolute(), folder.absolute())).as_posix()


def of_verdict(path: Path, document: str, verdict: Verdict, note: str = "", any_label: bool = False) -> Ignored:
    """The finding to add to the file ``path`` for a verdict on a claim of ``document``. ``any_label``: any verdict."""
    name = document_name(document, path.absolute().parent)
    return Ignored(name, folded(verdict.claim.text), "" if any_label else verdict.kind, folded(note), today())


def read(path: Path) -> KnownFindings:
    """The findings of a file. Raises ``BadInput`` for one that is not there or is none."""
    hint = f"make one with: localcheck check FILES --write-baseline {path}"
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(path, f"is larger than {LARGEST >> 20} MiB", hint)
        content = parse_object(path.read_bytes())
    except (OSError, NotJson) as error:
        why = error.strerror or "cannot be read" if isinstance(error, OSError) else error.why
        raise BadInput(path, f"not a file of known findings: {why}", hint) from error
    if content.get("format") != FORMAT or content.get("version") != VERSION:
        raise BadInput(path, f"not a file of known findings, version {VERSION}", hint)
    rows = content.get("findings")
    if not isinstance(rows, list):
        raise BadInput(path, "'findings' is not a list", hint)
    return KnownFindings(path, tuple(_finding(path, number, row) for number, row in enumerate(rows)))


def _finding(path: Path, number: int, row: JSON) -> Ignored:
    names = [f.name for f in fields(Ignored)]
    if not isinstance(row, dict) or not {"document", "claim"} <= row.keys() <= set(names):
        raise BadInput(path, f"finding {number + 1} needs document and claim, and has no keys but {', '.join(names)}")
    if not all(isinstance(value, str) for value in row.values()):
        raise BadInput(path, f"finding {number + 1} holds something that is not text")
    name = "-" if row["document"] == STANDARD_INPUT else row["document"]  # as 1.1.0 and 1.2.0 wrote it
    return replace(Ignored(**row), document=name, claim=folded(row["claim"]))


def write(path: Path, findings: Iterable[Ignored]) -> None:
    """Write the file anew, sorted, each finding once. Raises ``OSError``."""
    once = {(f.document, f.claim, f.label): f for f in findings}
    lines = ",\n".join(dumps(asdict(f)) for f in sorted(once.values()))
    with atomic_write(path) as file:
        file.write(f'{{"format": "{FORMAT}", "version": {VERSION}, "findings": [\n{lines}\n]}}\n')


def add(path: Path, findings: Sequence[Ignored]) -> KnownFindings:
    """Add findings to the file, which is made where there is none; the file as it is then. Several processes may add at once.

    Raises ``BadInput`` for a file that is no file of findings, which is left as it is, and ``OSError``.
    """
    with alone(path.absolute().parent):
        known = read(path).findings if path.exists() else ()
        write(path, (*known, *findings))
        return read(path)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other process changes a file of findings in this folder meanwhile; the lock is on the folder and leaves no file."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
