"""An index brought up to date with its source: only what changed is read, written and ranked.

Work is done in a copy beside the index, which takes the index's name in one rename: a process that is killed leaves the old
index as it was, and the same command begins again. The table of texts is copied whole; segments of Tantivy are linked.

Which pages of a newer dump an index has already. Told in any process, so that only the others are cleaned and packed.

A folder compared with its index: files that are as they were keep their articles, the others are read.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path

from localcheck.errors import BadInput, BadSetting
from localcheck.ingest.corpus import Corpus, DocumentReader, open_corpus
from localcheck.ingest.corpus.ordered import Known, Ready, in_order, processes_for, ready
from localcheck.ingest.corpus.records import Items, Part, Record
from localcheck.ingest.corpus.source import FOLDER, date_of, read_by, read_file
from localcheck.ingest.indexing.build import COMMIT_EVERY, EngineName, Plan, documents, finished, rank, ranked, take
from localcheck.ingest.indexing.events import Copying, Indexing, Reading, Updated, UpdateEvent
from localcheck.ingest.indexing.staging import (
    Origin,
    State,
    checked_date,
    copied,
    emptied,
    known_origin,
    locked,
    note_origin,
    origin_of,
)
from localcheck.sources import articles, manifest
from localcheck.sources.article_changes import ArticleChanges, Entry, later, some
from localcheck.sources.articles import Articles, Row, text_of
from localcheck.sources.indexes import ENGINE, STARTER, folder_of, of_this_home
from localcheck.system.clock import now
from localcheck.system.resources import sha256_file, swap_in, typed_path
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


ANEW = 4
"""Where more than one article in so many changed, the engine is built anew: changes leave holes."""


def update(
    name: str,
    source: Path | None = None,
    reader: DocumentReader | None = None,
    form: str = "",
    dated: str = "",
    processes: int = 1,
) -> Iterator[UpdateEvent]:
    """Bring the index ``name`` up to date with ``source``, or with what it was built from; the last event is ``Updated``.

    Files of a folder are compared by their hash; a version that reads documents otherwise reads all of them again. Articles of
    a dump are compared by revision where both have one, else by their text; an article of an older revision never replaces a
    newer one. What the source no longer holds is dropped. So many ``processes`` read and clean a dump, 0 to choose. Raises
    ``MissingIndex``, ``BadInput``, ``RetrievalError``, and ``BadSetting`` for the index that comes with localcheck.
    """
    if name == STARTER:
        raise BadSetting(
            "name", f"{STARTER!r} comes with localcheck, which keeps it", "command line", "name another index"
        )
    folder = of_this_home(name)
    with locked(name):
        info = manifest.check(folder)
        engine: EngineName = "whoosh" if info.engine == "whoosh" else "tantivy"
        origin = _origin(name, info, source, form, dated)
        plan = Plan(**asdict(origin), name=name, engine=engine, processes=processes)
        corpus = open_corpus(plan.source, plan.form)
        yield corpus.recognised
        with emptied(name) as staging:
            yield from _update(Work(plan, corpus, info, folder, staging, reader or documents, State()))


def source_of(name: str) -> Path:
    """What the index ``name`` was built from. Raises ``MissingIndex``, and ``BadInput`` where that is not known."""
    return origin_of(name, manifest.read(of_this_home(name)).digest).source


def _origin(name: str, info: IndexInfo, source: Path | None, form: str, dated: str) -> Origin:
    """What was built from, with what the user says otherwise now."""
    checked_date(dated)
    if source is None:
        found = origin_of(name, info.digest)
        if not found.source.exists():
            why = f"index {name} was built from it, and it is not there any more"
            raise BadInput(found.source, why, f"if it was moved: localcheck index update {name} WHERE_IT_IS_NOW")
    else:
        before = known_origin(name, info.digest)
        found = replace(before, source=typed_path(source), form="") if before else Origin(typed_path(source))
    return replace(found, form=form or found.form, dated=dated or found.dated)


def _update(work: Work) -> Iterator[UpdateEvent]:
    articles.totals(work.folder)  # a stranger's file is looked at before it is written to
    yield from copied(work.folder / articles.FILE, work.staging / articles.FILE)
    with closing(ArticleChanges(work.staging)) as changes:
        entries = changes.entries() if work.corpus.kind == FOLDER else []
        _same_kind(work, entries)
        yield from from_folder(work, changes, entries) if work.corpus.kind == FOLDER else _dump(work, changes)
        redirects = changes.finish()
        changes.close(finished=True)
    if work.corpus.kind == FOLDER and not (changes.gone or changes.fresh or changes.restated):
        note_origin(work.plan.name, work.plan, [work.info.digest])
        yield _updated(work, changes, work.info)
        return
    yield from _ranked(work, changes)
    count, size, newest = articles.totals(work.staging)
    if not count:
        raise BadInput(
            work.plan.source, "holds no article with text now", "the index is as it was; index remove deletes it"
        )
    info = replace(
        work.info, articles=count, text_bytes=size, redirects=redirects, malformed=work.state.malformed,
        skipped=work.state.skipped + len(work.corpus.left), source=work.plan.source.name, source_sha256="",
        dump_date=_date(work, newest), built=now(), readers=read_by() if work.corpus.kind == FOLDER else "",
    )  # fmt: skip
    info = manifest.write(work.staging, info)
    note_origin(work.plan.name, work.plan, (work.info.digest, info.digest))
    swap_in(work.staging, folder_of(work.plan.name))
    yield _updated(work, changes, info)


def _updated(work: Work, changes: ArticleChanges, info: IndexInfo) -> Updated:
    built = finished(info, work.state, work.corpus)
    edited = min(work.edited, changes.added, changes.dropped)
    counts = (changes.added - edited, work.replaced + edited, changes.dropped - edited)
    return Updated(built, *counts, work.unchanged, changes.restated)


def _date(work: Work, newest: str) -> str:
    if work.corpus.kind == FOLDER:
        return work.plan.dated or work.info.dump_date
    return work.plan.dated or work.state.date or date_of(work.corpus.root, work.corpus.kind, newest)


def _same_kind(work: Work, entries: list[Entry]) -> None:
    """Refuse a folder for an index of a dump, and the other way round: everything in it would go."""
    if work.corpus.kind == FOLDER:
        fits = all(entry.kind == FOLDER for entry in entries)
    else:
        fits = articles.kinds(work.folder) != {FOLDER}
    if not fits:
        why = f"is {work.corpus.recognised.described}, and the index {work.plan.name} is of another kind"
        raise BadInput(
            work.plan.source, why, f"localcheck index build {work.plan.source} --name {work.plan.name} --force"
        )


def _dump(work: Work, changes: ArticleChanges) -> Iterator[Reading]:
    """Every page is looked at; the text of one whose revision is known is not even cleaned."""
    noted = seen = 0
    processes = processes_for(work.plan.processes, work.corpus.kind, work.corpus.size)
    parts = work.corpus.parts(work.plan.namespaces, work.reader)
    with closing(in_order(parts, Changed(work.folder), processes)) as made:
        for item in chain.from_iterable(made):
            if work.plan.limit and work.state.articles >= work.plan.limit:
                break
            if isinstance(item, Row | Known):
                _article(work, changes, item)
            else:
                take(changes, item, work.state)
                _refuse_older(work)
            seen += 1
            if seen - noted >= COMMIT_EVERY:
                noted = seen
                changes.commit({})
                yield Reading(work.state.articles, work.corpus.meter.read, work.corpus.size)
    yield Reading(work.state.articles, work.corpus.size, work.corpus.size)


def _refuse_older(work: Work) -> None:
    found, had = work.state.date, work.info.dump_date
    if found and had and found < had[: len(found)]:
        why = f"is of {found}, older than the index {work.plan.name} ({had})"
        raise BadInput(work.plan.source, why, "to go back to it: index build --force")


def _article(work: Work, changes: ArticleChanges, item: Row | Known) -> None:
    entry = changes.called(item.title)
    if isinstance(item, Known):
        if entry is None:  # the same revision of the same page twice
            work.state.skipped += 1
            return
        changes.keep(entry)
        work.unchanged += 1
    elif entry is None:
        changes.put(item)
    elif text_of(item.text, "") != changes.text(entry):
        changes.replace(entry, item)
        work.replaced += 1
    else:
        about = Source(item.kind, "", item.locator, item.revision, item.date)
        changes.keep(entry) if entry.is_at(about) else changes.restate(entry, about)
        work.unchanged += 1
    work.state.articles += 1


def _ranked(work: Work, changes: ArticleChanges) -> Iterator[Copying | Indexing]:
    """The engine's part: only what changed where it can, else all of it."""
    old, engine = work.folder / ENGINE, work.info.engine
    if not (changes.gone or changes.fresh):
        yield from copied(old, work.staging / ENGINE)
        return
    count, size, _ = articles.totals(work.staging)
    many = ANEW * (len(set(changes.gone) | set(changes.fresh))) > count
    if engine == "tantivy" and not many:
        from localcheck.sources.tantivy_index import can_change, change

        if can_change(old):
            numbers = change(work.staging / ENGINE, old, changes.gone, some(work.staging, changes.fresh))
            yield from ranked(numbers, engine, "only what changed", len(changes.fresh))
            return
    if count:
        yield from rank(work.staging, engine, "as it was", count, size, processes_for(work.plan.processes, "", size))


@dataclass(frozen=True, slots=True)
class Changed:
    """Makes a part of a dump into rows, but for pages whose revision the index in ``folder`` has, or a newer one."""

    folder: Path

    def __call__(self, part: Part) -> list[Ready]:
        """Everything in ``part`` in its order. Raises ``BadInput`` as the part does, ``RetrievalError``."""
        with closing(Articles(self.folder)) as articles:

            def known(record: Record) -> bool:
                had = articles.revisions(record.title) if record.revision else []
                return bool(had) and all(one and not later(record.revision, one, record.revision != one) for one in had)

            return ready(part, known=known)
