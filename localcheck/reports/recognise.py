"""Tells what localcheck wrote itself, so that nothing else is replaced: a user's text is never taken for an old report."""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from localcheck.errors import BadInput, LocalcheckError
from localcheck.registry import FORMATS
from localcheck.reports.words import DRAWN, MADE, WORD_MADE
from localcheck.system.resources import regular
from localcheck.text.patterns import regex

HEAD = 8192
"""Bytes from the start of a file that are looked at."""

_JSON = regex(r'[\s\[]*\{\s*"format":\s*"localcheck-')
_REVIEWED = regex(r"# [^\n]*\n\n(\*\*This run [^\n]*\n\n)?[^\n]*; [^\n]*, index [^\n]*\.\n")
"""A reviewed run as Markdown."""
_TEXT = regex("─+ .+ ─+\n")
_ROWS = regex(
    r'\{("document": .{0,2000}?"run": \d+, "state": |"digest": "[0-9a-f]{64}"|"key": "recorded/model"|"messages": \['
    r'|"record": \{"format": "localcheck-)'
    r'|\{.{0,4000}?"passages": \['
)
"""Lines of an export, of recorded answers, of exported trajectories, and of recorded evidence."""
OWN = (_JSON, _REVIEWED, _TEXT, _ROWS)
"""What is written beside reports, and reports as text or JSON; every other format says itself how its files begin."""


def ours(path: Path) -> bool:
    """Whether the file is empty or begins like something that localcheck writes."""
    with path.open("rb") as file:
        return not file.read(HEAD).strip() or written_here(file)


def is_report(path: Path) -> bool:
    """Whether localcheck wrote this file: what stands in it is no text of its own, and no evidence. False where it cannot be
    read.
    """
    try:
        with path.open("rb") as file:
            return written_here(file)
    except OSError:
        return False


def written_here(file: BinaryIO) -> bool:
    """Whether a file begins like something that localcheck writes."""
    file.seek(0)
    first = file.read(HEAD)
    if first.startswith(b"PK"):
        return _word_made(file)
    head = first.decode("utf-8", "replace")
    return MADE in head or DRAWN in head or any(p.match(head) for p in OWN) or _of_a_format(head)


def _of_a_format(head: str) -> bool:
    """Whether a file that begins so is a report in one of the formats, those of other packages included."""
    for name in FORMATS.names():
        try:
            begins = FORMATS.load(name).begins
        except (ImportError, AttributeError, LocalcheckError):
            continue
        if begins and re.match(begins, head, re.DOTALL):
            return True
    return False


def _word_made(file: BinaryIO) -> bool:
    """Whether a Word document says in its properties that localcheck made it."""
    try:
        with zipfile.ZipFile(file) as archive, archive.open("docProps/core.xml") as core:
            return WORD_MADE.encode() in core.read(HEAD)
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, RuntimeError, NotImplementedError):
        return False


def check_replaceable(path: Path, hint: str = "choose another name") -> None:
    """Raise ``BadInput`` with ``hint`` for an existing file that localcheck did not write."""
    target = regular(path)
    try:
        mine = not target.exists() or ours(target)
    except OSError as error:
        raise BadInput(path, f"cannot be written: {error.strerror or error}") from error
    if not mine:
        raise BadInput(path, "exists, and localcheck did not write it", hint)
