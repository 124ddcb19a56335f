"""The files of a folder: those that are read, and those that are not, each with its reason."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.reports.recognise import is_report
from localcheck.text.counting import many

UNREAD = frozenset({".doc", ".ppt", ".xls", ".pages", ".numbers", ".key", ".msg", ".pst", ".mobi", ".azw3"})
"""Documents in formats that are not read: each is refused by its name, not passed over."""
NAMED_ONLY = frozenset({".json", ".jsonl", ".ndjson"})
"""Files that may be documents or any other data: they are read where they are named, and in no folder."""
HIDDEN = "hidden"
REPORT = "a report that localcheck wrote: no text to check, and no evidence"
SHOWN = 20
"""Names in one message."""


@dataclass(frozen=True, slots=True)
class Left:
    """A file of a folder that is not read."""

    where: str
    """Its path in the folder."""
    why: str


@dataclass(frozen=True, slots=True)
class Listing:
    """All files below a folder, in a stable order."""

    read: tuple[Path, ...]
    """To be read, or to be refused with a reason by who reads them."""
    left: tuple[Left, ...]


def listing(root: Path, suffixes: Collection[str], but: Path | None = None) -> Listing:
    """The files below ``root``: those of a type in ``suffixes`` or ``UNREAD``, and the others, among them folders that are not
    looked into. ``but`` is neither.
    """
    base = root.resolve()
    read: list[Path] = []
    left: list[Left] = []
    for path in sorted(root.rglob("*")):
        if but is not None and path.name == but.name and path.resolve() == but.resolve():
            continue
        why, folder = _why(root, base, path, suffixes), path.is_dir()
        if why and not (folder and why == HIDDEN):
            left.append(Left(path.relative_to(root).as_posix(), why))
        elif not folder:
            read.append(path)
    return Listing(tuple(read), tuple(left))


def is_hidden(place: Path) -> bool:
    """True for a relative path with a part that begins with a dot."""
    return any(part.startswith(".") for part in place.parts)


def _why(root: Path, base: Path, path: Path, suffixes: Collection[str]) -> str:
    """Why a file is not read, or a folder not looked into; empty if it is."""
    if is_hidden(path.relative_to(root)):
        return HIDDEN
    if not path.is_dir() and not path.is_file():
        return "no regular file"
    if not path.resolve().is_relative_to(base):
        return "a link that leads out of the folder"
    if path.is_dir():
        return "" if os.access(path, os.R_OK | os.X_OK) else "a folder that may not be opened"
    suffix = path.suffix.lower()
    if suffix in suffixes:
        return REPORT if is_report(path) else ""
    if suffix in UNREAD:
        return ""
    if suffix in NAMED_ONLY:
        return f"a file of type {suffix} is read only where it is named itself"
    return f"files of type {suffix} are not read" if suffix else "a file without a type in its name"


def summary(left: Iterable[Left]) -> str:
    """How many files were not read and why, with the first names; empty where all were."""
    found = tuple(left)
    hidden = sum(one.why == HIDDEN for one in found)
    shown = [one for one in found if one.why != HIDDEN]
    parts = []
    for why, n in Counter(one.why for one in shown).most_common():
        names = [one.where for one in shown if one.why == why]
        parts.append(f"{', '.join(names[:SHOWN])}{', …' if n > SHOWN else ''} ({why})")
    parts += [f"{hidden} hidden"] if hidden else []
    return f"{many(len(found), 'file')} not read: {'; '.join(parts)}" if parts else ""


def check_strict(root: Path, left: Iterable[Left]) -> None:
    """Raise ``BadInput`` if a file that is not hidden would not be read."""
    if said := summary(one for one in left if one.why != HIDDEN):
        raise BadInput(root, said, "move them elsewhere, or leave out --strict")
