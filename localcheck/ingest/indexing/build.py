"""One build, from corpus to index."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Literal

from localcheck.errors import BadInput, BadSetting, LocalcheckError, RetrievalError
from localcheck.ingest.corpus import (
    Corpus,
    DocumentReader,
    Header,
    Item,
    Malformed,
    Record,
    Redirect,
    open_corpus,
    plain_text,
)
from localcheck.ingest.indexing import origin
from localcheck.ingest.indexing.cleaning import cleaned, processes_for
from localcheck.ingest.indexing.events import BuildEvent, Built, Indexing, Reading
from localcheck.ingest.indexing.origin import Origin
from localcheck.ingest.indexing.staging import State, locked, prepare
from localcheck.ingest.listing import check_strict
from localcheck.sources import articles, manifest
from localcheck.sources.articles import ArticleWriter
from localcheck.sources.indexes import ENGINE, folder_of
from localcheck.system.resources import sha256_file, swap_in
from localcheck.text.periods import in_name, last_day
from localcheck.types import Document, Source
from localcheck.types.infos import IndexInfo

EngineName = Literal["auto", "whoosh", "tantivy"]
STARTER = "starter"
"""Name of the index that comes with localcheck; no other may take it."""
AUTO_LIMIT = 100_000_000
"""Bytes of plain text up to which ``auto`` takes Whoosh."""
FOLDER = "folder"
"""Kind of the documents of a folder."""
COMMIT_EVERY = 500
"""Items between entries of the journal."""
UNUSABLE = (ValueError, TypeError, OverflowError, RecursionError, sqlite3.DataError, sqlite3.InterfaceError)
"""What a row can raise that is at fault itself, unlike a full disk."""
HASH_LIMIT = 64 << 20
"""Sources up to this size are hashed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for; a build goes on only from the same plan."""

    source: Path
    name: str
    engine: EngineName = "auto"
    language: str = ""
    limit: int = 0
    """Articles at most; 0 means all."""
    namespaces: frozenset[int] = frozenset({0})
    """Namespaces of a MediaWiki dump that are read."""
    dated: str = ""
    """When the texts were written: ``2018``, ``2018-06`` or ``2018-06-01``; empty to go by the source and its name."""
    strict: bool = False
    """A file or page that cannot be read is an error."""
    processes: int = 1
    """That clean texts; 0 to choose. They change nothing but how long it takes."""
    form: str = ""
    """The format that the user says; empty to tell it from the content."""

    @property
    def origin(self) -> Origin:
        """What an update goes back to."""
        return Origin(self.source, self.form, self.language, self.limit, self.namespaces, self.dated)

    def digest(self, corpus: Corpus) -> str:
        """Hash of everything that decides what the first phase writes."""
        stats = [(str(f), f.stat().st_size, f.stat().st_mtime_ns) for f in corpus.files]
        return hashlib.sha256(
            json.dumps([stats, corpus.kind, self.limit, sorted(self.namespaces), self.dated]).encode()
        ).hexdigest()


def build(
    source: Path,
    name: str,
    engine: EngineName = "auto",
    language: str = "",
    limit: int = 0,
    force: bool = False,
    namespaces: Collection[int] = (0,),
    reader: DocumentReader | None = None,
    dated: str = "",
    strict: bool = False,
    form: str = "",
    processes: int = 1,
) -> Iterator[BuildEvent]:
    """Build the index ``name`` from ``source``; the first event is ``Recognised``, the last ``Built``.

    Stopping (closing the generator, Ctrl-C) keeps the journal; an unusable source removes it. ``reader`` turns the
    documents of a folder into text. Raises ``BadInput``, ``BadSetting`` when the name is taken, ``RetrievalError``.
    """
    if name == STARTER:
        why = f"{STARTER!r} is the index that comes with localcheck"
        raise BadSetting("--name", why, "command line", "choose another name")
    plan = Plan(
        source.expanduser(),
        name,
        engine,
        language,
        limit,
        frozenset(namespaces),
        checked_date(dated),
        strict,
        processes,
        form,
    )
    folder_of(name)
    with locked(name):
        yield from build_locked(plan, force, reader)


def build_locked(plan: Plan, force: bool = False, reader: DocumentReader | None = None) -> Iterator[BuildEvent]:
    """``build`` for a caller that holds the lock of the name."""
    if folder_of(plan.name).exists() and not force:
        why = f"there is an index {plan.name!r} already"
        raise BadSetting("--name", why, "command line", "add --force to replace it")
    corpus = open_corpus(plan.source, plan.form)
    yield corpus.recognised
    if plan.strict:
        check_strict(plan.source, corpus.left)
    staging = prepare(plan.name, plan.digest(corpus))
    try:
        yield from _stages(plan, corpus, staging, reader)
    except LocalcheckError:
        shutil.rmtree(staging, ignore_errors=True)
        raise
    except (OSError, sqlite3.Error) as error:
        shutil.rmtree(staging, ignore_errors=True)
        why = f"the index {plan.name!r} cannot be written: {error}"
        raise RetrievalError(why, "is the disk full? what was staged is freed") from error


def _stages(plan: Plan, corpus: Corpus, staging: Path, reader: DocumentReader | None) -> Iterator[BuildEvent]:
    writer = ArticleWriter(staging)
    try:
        state = State.load(writer.journal())
        redirects = writer.named()
        if redirects is None:
            yield from _read(plan, corpus, writer, state, reader)
            redirects = writer.name_articles()
        else:
            yield Reading(state.articles, corpus.size, corpus.size, resumed=True)
    except BaseException:
        writer.close()
        raise
    writer.close(finished=True)
    if plan.strict and state.malformed:
        raise _malformed(plan, state)
    count, size, newest = articles.totals(staging)
    if not count:
        raise _no_article(plan, corpus, state)
    engine, why = choose(plan.engine, size)
    yield from rank(staging, engine, why, count)
    info = IndexInfo(
        name=plan.name,
        engine=engine,
        articles=count,
        language=plan.language or state.language,
        dump_date=plan.dated or state.date or _date_of(corpus, newest),
        source=plan.source.name,
        source_sha256=_source_digest(corpus),
        text_bytes=size,
        redirects=redirects,
        skipped=state.skipped + len(corpus.left),
        malformed=state.malformed,
        licence=state.licence,
        built=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    info = manifest.write(staging, info)
    origin.note(plan.name, plan.origin, [info.digest])
    swap_in(staging, folder_of(plan.name))
    yield Built(info, tuple(Malformed(where, why) for where, why in state.shown), corpus.left)


def _malformed(plan: Plan, state: State) -> BadInput:
    where, why = state.shown[0] if state.shown else ("?", "?")
    more = f" and {state.malformed - 1} more" if state.malformed > 1 else ""
    return BadInput(plan.source, f"{where}: {why}{more}", "mend or move it, or leave out --strict")


def _no_article(plan: Plan, corpus: Corpus, state: State) -> BadInput:
    why = f"holds no article with text ({state.items:,} pages or lines read, {state.malformed:,} malformed)"
    hint = "is it the right file?"
    if corpus.kind == "mediawiki" and state.skipped:
        hint = "only the main namespace is read: add --namespaces 0,4,12 for project and help pages"
    return BadInput(plan.source, why, hint)


def _read(
    plan: Plan, corpus: Corpus, writer: ArticleWriter, state: State, reader: DocumentReader | None
) -> Iterator[Reading]:
    resumed = done = state.items
    left = islice(corpus.items(plan.namespaces, reader or documents), done, None)
    processes = processes_for(plan.processes, corpus.kind, corpus.size)
    with closing(cleaned(left, processes)) as items:
        for number, item in enumerate(items, done):
            if plan.limit and state.articles >= plan.limit:
                break
            _taken(writer, item, state, plan, number)
            state.items = number + 1
            if state.items % COMMIT_EVERY == 0:
                writer.commit(state.notes())
                yield Reading(state.articles, corpus.meter.read, corpus.size, bool(resumed))
    writer.commit(state.notes())
    yield Reading(state.articles, corpus.size, corpus.size, bool(resumed))


def _taken(writer: ArticleWriter, item: Item, state: State, plan: Plan, number: int) -> None:
    """``take``; one bad row must not stop a build, nor every attempt to go on with it."""
    try:
        take(writer, item, state, plan)
    except UNUSABLE as error:
        where = getattr(item, "locator", "") or getattr(item, "title", "") or f"item {number:,}"
        state.note_malformed(Malformed(str(where)[:200], f"cannot be kept ({type(error).__name__}: {error})"[:200]))


def take(writer: ArticleWriter, item: Item, state: State, plan: Plan) -> None:
    """Write one item, or count it. Raises ``UNUSABLE`` for one that cannot be kept."""
    if isinstance(item, Record):
        _add(writer, item, state, plan)
    elif isinstance(item, Redirect):
        writer.add_redirect(item.title, item.target)
    elif isinstance(item, Header):
        state.language = state.language or item.language
        state.date = state.date or item.date
        state.licence = state.licence or item.licence
    elif isinstance(item, Malformed):
        state.note_malformed(item)
    else:
        state.skipped += 1


def _add(writer: ArticleWriter, record: Record, state: State, plan: Plan) -> None:
    if (found := prepared(record, plan)) is None:
        state.skipped += 1
        return
    writer.add(record.title, *found)
    state.articles += 1


def prepared(record: Record, plan: Plan) -> tuple[str, Source] | None:
    """An article's text and where it is from; None for one without text.

    What the user says about the date of a folder holds for every document in it.
    """
    text = plain_text(record)
    if not text.strip():
        return None
    date = plan.dated or record.date if record.kind == FOLDER else record.date
    return text, Source(record.kind, "", record.locator, record.revision, date)


def rank(staging: Path, engine: str, why: str, count: int) -> Iterator[Indexing]:
    """Let ``engine`` index the articles in ``staging``."""
    if engine == "whoosh":
        from localcheck.sources.whoosh_index import write
    else:
        from localcheck.sources.tantivy_index import write
    folder = staging / ENGINE
    shutil.rmtree(folder, ignore_errors=True)
    yield Indexing(engine, why, 0, count)
    for done, _ in enumerate(write(folder, articles.iterate(staging)), 1):
        if done % COMMIT_EVERY == 0:
            yield Indexing(engine, why, done, count)
    yield Indexing(engine, why, count, count)


def checked_date(dated: str) -> str:
    """``dated`` itself. Raises ``BadSetting`` for what is no year, month or day."""
    if len(dated) > 10 or (dated and last_day(dated) is None):
        why = f"{dated[:40]!r} is not a date"
        raise BadSetting("--dated", why, "command line", "for example 2018, 2018-06 or 2018-06-01")
    return dated


def _date_of(corpus: Corpus, newest: str) -> str:
    """The date of articles that have none: the newest of a dump, else the date in the source's name.

    In a folder each document speaks for itself: the newest one says nothing about the others.
    """
    return ("" if corpus.kind == FOLDER else newest) or in_name(corpus.root.name)


def choose(engine: EngineName, size: int) -> tuple[str, str]:
    """The engine for ``size`` bytes of text, and why."""
    if engine != "auto":
        return engine, "as asked"
    megabytes = f"{size / 1e6:,.1f} MB of text"
    if size <= AUTO_LIMIT:
        return "whoosh", f"auto: {megabytes}, at most {AUTO_LIMIT // 1_000_000} MB"
    return "tantivy", f"auto: {megabytes}, more than {AUTO_LIMIT // 1_000_000} MB"


def _source_digest(corpus: Corpus) -> str:
    return sha256_file(corpus.files[0]) if len(corpus.files) == 1 and corpus.size <= HASH_LIMIT else ""


def documents(path: Path) -> Iterator[Document]:
    """The documents in one file of a folder."""
    from localcheck.ingest.documents import read_documents

    return read_documents(path)
