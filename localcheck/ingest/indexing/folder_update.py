"""A folder compared with its index: files that are as they were keep their articles, the others are read."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from localcheck.ingest.corpus import Corpus, DocumentReader, Record
from localcheck.ingest.corpus.folder import read as read_file
from localcheck.ingest.corpus.folder import read_by
from localcheck.ingest.corpus.ordered import ready
from localcheck.ingest.corpus.records import Items
from localcheck.ingest.indexing.build import Plan, take
from localcheck.ingest.indexing.events import Reading
from localcheck.ingest.indexing.staging import State
from localcheck.sources.article_changes import ArticleChanges, Entry
from localcheck.system.resources import sha256_file
from localcheck.text.inert import whole
from localcheck.types import Source
from localcheck.types.infos import IndexInfo


@dataclass(slots=True)
class Work:
    """One update on its way."""

    plan: Plan
    corpus: Corpus
    info: IndexInfo
    """Of the index as it was."""
    folder: Path
    staging: Path
    reader: DocumentReader
    state: State
    replaced: int = 0
    edited: int = 0
    """Articles of edited files of a folder: each is dropped, and added as it is now."""
    unchanged: int = 0


def from_folder(work: Work, changes: ArticleChanges, entries: list[Entry]) -> Iterator[Reading]:
    """Articles of files that are as they were stay; those of other files are read, and all where documents are read otherwise
    than they were. What is beyond the limit goes.
    """
    root, meter = work.corpus.root, work.corpus.meter
    files: dict[Path, tuple[str, str]] = {}
    compared = 0
    for path in work.corpus.files:
        files[path] = whole(str(path.relative_to(root))), _digest(path)
        compared += _size(path)
        yield Reading(0, compared, work.corpus.size, comparing=True)
    held = _held(entries, files.values()) if work.info.readers == read_by() else {}
    names = {name for name, _ in files.values()}
    before = Counter(_owner(entry.locator, names) for entry in entries)
    full = 0 < work.plan.limit <= len(entries)  # the limit may have cut off the last file of the index
    cut = next((path for path in reversed(files) if files[path] in held), None) if full else None
    for path, place in files.items():
        if (left := _room(work, changes)) <= 0:
            break
        here = held.get(place, [])[:left]
        _keep(work, changes, here)
        if not here or (path == cut and len(here) < left):  # cut off by the limit when there was less room
            added = changes.added
            _read(work, changes, path, len(here))
            work.edited += min(before[place[0]] - len(here), changes.added - added)
        meter.read += _size(path)
        yield Reading(work.unchanged + changes.added, meter.read, work.corpus.size)


def _read(work: Work, changes: ArticleChanges, path: Path, known: int) -> None:
    """What is in a file behind its first ``known`` articles, as far as the limit allows."""
    for item in read_file(work.corpus.root, path, work.reader):
        if isinstance(item, Record) and known:
            known -= 1
        elif not isinstance(item, Record) or _room(work, changes) > 0:
            for one in ready(Items((item,)), work.plan.dated):
                take(changes, one, work.state)


def _held(entries: list[Entry], places: Collection[tuple[str, str]]) -> dict[tuple[str, str], list[Entry]]:
    """The articles of the files that are as they were, by name and digest."""
    names, known = {name for name, _ in places}, set(places)
    held: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        place = (_owner(entry.locator, names), entry.revision)
        if place in known:
            held.setdefault(place, []).append(entry)
    return held


def _room(work: Work, changes: ArticleChanges) -> int:
    """How many more articles the limit allows."""
    return work.plan.limit - work.unchanged - changes.added if work.plan.limit else sys.maxsize


def _keep(work: Work, changes: ArticleChanges, entries: list[Entry]) -> None:
    for entry in entries:
        if work.plan.dated and entry.date != work.plan.dated:
            changes.restate(entry, Source(entry.kind, "", entry.locator, entry.revision, work.plan.dated))
        else:
            changes.keep(entry)
        work.unchanged += 1


def _digest(path: Path) -> str:
    """As the reader of folders makes the revision of a document; empty for a file that cannot be read."""
    try:
        return sha256_file(path)[:16]
    except OSError:
        return ""


def _size(path: Path) -> int:
    """Of a file in bytes; 0 where it is gone."""
    return path.stat().st_size if path.exists() else 0


def _owner(locator: str, names: Collection[str]) -> str:
    """The file that an article is from: ``report.pdf, page 3`` is from ``report.pdf``. Empty where it is gone."""
    name = locator
    while name not in names and ", " in name:
        name = name.rpartition(", ")[0]
    return name if name in names else ""
