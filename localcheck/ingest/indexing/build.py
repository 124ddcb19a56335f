"""One build, from corpus to index."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from localcheck.errors import BadInput, BadSetting, LocalcheckError, RetrievalError
from localcheck.ingest.corpus import Corpus, DocumentReader, Header, Malformed, Part, Redirect, Remark, open_corpus
from localcheck.ingest.corpus.ordered import (
    UNUSABLE,
    Cluster,
    Ready,
    in_order,
    over_ray,
    processes_for,
    ready,
    unusable,
)
from localcheck.ingest.corpus.source import FOLDER, date_of, read_by
from localcheck.ingest.indexing.events import BuildEvent, Built, Indexing, Reading
from localcheck.ingest.indexing.staging import (
    Origin,
    State,
    check_free,
    checked_date,
    checked_language,
    locked,
    note_origin,
    prepare,
)
from localcheck.ingest.listing import check_strict
from localcheck.sources import articles, manifest
from localcheck.sources.article_changes import ArticleWriter
from localcheck.sources.articles import Row
from localcheck.sources.indexes import ENGINE, STARTER, folder_of
from localcheck.system.clock import now
from localcheck.system.resources import sha256_file, sha256_text, swap_in, typed_path
from localcheck.types import Document
from localcheck.types.infos import IndexInfo

EngineName = Literal["auto", "whoosh", "tantivy"]
COMMIT_EVERY = 500
"""Items between entries of the journal."""
FORM = 2
"""Of the journal: a build that another form began is begun anew."""
HASH_LIMIT = 64 << 20
"""Sources up to this size are hashed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Origin):
    """What is asked for; a build continues only from the same plan."""

    name: str
    engine: EngineName = "auto"
    strict: bool = False
    """A file or page that cannot be read is an error."""
    processes: int = 1
    """That read and clean; 0 to choose. They change nothing but how long it takes."""
    cluster: Cluster | None = None
    """Where parts are made into rows, in place of processes."""

    def digest(self, corpus: Corpus) -> str:
        """Hash of everything that decides what the first phase writes."""
        stats = [(str(f), f.stat().st_size, f.stat().st_mtime_ns) for f in corpus.files]
        made = [corpus.kind, read_by() if corpus.kind == FOLDER else ""]
        return sha256_text(json.dumps([FORM, stats, *made, self.limit, sorted(self.namespaces), self.dated]))


def build(
    source: Path,
    name: str,
    engine: EngineName = "auto",
    language: str = "",
    force: bool = False,
    reader: DocumentReader | None = None,
    **asked: Any,
) -> Iterator[BuildEvent]:
    """Build the index ``name`` from ``source``; the first event is ``Recognised``, the last ``Built``.

    Stopping (closing the generator, Ctrl-C) keeps the journal; an unusable source removes it. ``reader`` turns the
    documents of a folder into text; ``asked`` are other fields of the ``Plan``. Raises ``BadInput``, ``BadSetting`` when the
    name is taken, ``RetrievalError``.
    """
    if name == STARTER:
        why = f"{STARTER!r} is the index that comes with localcheck"
        raise BadSetting("--name", why, "command line", "choose another name")
    plan = Plan(typed_path(source), name=name, engine=engine, language=checked_language(language), **asked)
    checked_date(plan.dated)
    folder_of(name)
    with locked(name):
        yield from build_locked(plan, force, reader)


def build_locked(plan: Plan, force: bool = False, reader: DocumentReader | None = None) -> Iterator[BuildEvent]:
    """``build`` for a caller that holds the lock of the name."""
    check_free(plan.name, force)
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
        raise RetrievalError(why, "is the disk full? what was written so far is removed") from error


def _stages(plan: Plan, corpus: Corpus, staging: Path, reader: DocumentReader | None) -> Iterator[BuildEvent]:
    with closing(ArticleWriter(staging)) as writer:
        state = State.load(writer.journal())
        redirects = writer.named()
        if redirects is None:
            yield from _read(plan, corpus, writer, state, reader)
            redirects = writer.name_articles()
        else:
            yield Reading(state.articles, corpus.size, corpus.size, resumed=True)
        writer.close(finished=True)
    if plan.strict and state.malformed:
        raise _malformed(plan, state)
    count, size, newest = articles.totals(staging)
    if not count:
        raise _no_article(plan, corpus, state)
    engine, why = choose(plan.engine)
    yield from rank(staging, engine, why, count, size, processes_for(plan.processes, "", size))
    info = IndexInfo(
        name=plan.name,
        engine=engine,
        articles=count,
        language=plan.language or state.language,
        dump_date=plan.dated or state.date or date_of(plan.source, corpus.kind, newest),
        source=plan.source.name,
        source_sha256=_source_digest(corpus),
        text_bytes=size,
        redirects=redirects,
        skipped=state.skipped + len(corpus.left),
        malformed=state.malformed,
        licence=state.licence,
        readers=read_by() if corpus.kind == FOLDER else "",
        built=now(),
    )
    info = manifest.write(staging, info)
    note_origin(plan.name, plan, [info.digest])
    swap_in(staging, folder_of(plan.name))
    yield finished(info, state, corpus)


def finished(info: IndexInfo, state: State, corpus: Corpus) -> Built:
    """The last event: the index, and what is to be said of what was read and what was not."""
    malformed = tuple(Malformed(where, why) for where, why in state.shown)
    return Built(info, malformed, corpus.left, tuple(Remark(where, what) for where, what in state.remarks))


def _malformed(plan: Plan, state: State) -> BadInput:
    where, why = state.shown[0] if state.shown else ("?", "?")
    more = f" and {state.malformed - 1} more" if state.malformed > 1 else ""
    return BadInput(plan.source, f"{where}: {why}{more}", "mend or move it, or leave out --strict")


def _no_article(plan: Plan, corpus: Corpus, state: State) -> BadInput:
    why = f"holds no article with text ({state.items:,} pages or lines read, {state.malformed:,} not read)"
    if state.shown:
        where, reason = state.shown[0]
        why += f"; {reason if where in reason else f'{where}: {reason}'}"
    hint = "is it the right file?"
    if plan.source.is_dir() and corpus.kind != FOLDER and not plan.form:
        hint = "to read the documents of the folder, add --format folder"
    if corpus.kind == "mediawiki" and state.skipped:
        hint = "only the main namespace is read: add --namespaces 0,4,12 for project and help pages"
    return BadInput(plan.source, why, hint)


def _read(
    plan: Plan, corpus: Corpus, writer: ArticleWriter, state: State, reader: DocumentReader | None
) -> Iterator[Reading]:
    """Take in every part of the corpus that the journal does not name; each is in the file wholly or not at all."""
    resumed, noted = state.parts > 0, state.items
    left = islice(corpus.parts(plan.namespaces, reader or documents), state.parts, None)
    with closing(_made(plan, corpus, left)) as parts:
        for rows in parts:
            for item in rows:
                if plan.limit and state.articles >= plan.limit:
                    break
                take(writer, item, state)
                state.items += 1
            if plan.limit and state.articles >= plan.limit:
                break
            state.parts += 1
            if state.items - noted >= COMMIT_EVERY:
                noted = state.items
                writer.commit(state.notes())
                yield Reading(state.articles, corpus.meter.read, corpus.size, resumed)
    writer.commit(state.notes())
    yield Reading(state.articles, corpus.size, corpus.size, resumed)


def _made(plan: Plan, corpus: Corpus, parts: Iterator[Part]) -> Generator[list[Ready], None, None]:
    if plan.cluster is not None:
        return over_ray(parts, plan.dated, plan.cluster)
    return in_order(parts, partial(ready, dated=plan.dated), processes_for(plan.processes, corpus.kind, corpus.size))


def take(writer: ArticleWriter, item: Ready, state: State) -> None:
    """Write one item, or count it. One that cannot be kept is malformed: it must not stop a build, nor every attempt to
    continue it.
    """
    try:
        _take(writer, item, state)
    except UNUSABLE as error:
        where = getattr(item, "locator", "") or getattr(item, "title", "") or f"item {state.items:,}"
        state.note_malformed(unusable(str(where), error))


def _take(writer: ArticleWriter, item: Ready, state: State) -> None:
    if isinstance(item, Row):
        writer.put(item)
        state.articles += 1
    elif isinstance(item, Redirect):
        writer.add_redirect(item.title, item.target)
    elif isinstance(item, Header):
        state.language = state.language or item.language
        state.date = state.date or item.date
        state.licence = state.licence or item.licence
    elif isinstance(item, Malformed):
        state.note_malformed(item)
    elif isinstance(item, Remark):
        state.note_remark(item)
    else:
        state.skipped += 1


def rank(staging: Path, engine: str, why: str, count: int, size: int, threads: int = 1) -> Iterator[Indexing]:
    """Let ``engine`` index the ``count`` articles of ``size`` bytes in ``staging``; Whoosh takes one thread."""
    folder = staging / ENGINE
    shutil.rmtree(folder, ignore_errors=True)
    texts = articles.iterate(staging)
    if engine == "whoosh":
        from localcheck.sources.whoosh_index import write as write_whoosh

        numbers = write_whoosh(folder, texts)
    else:
        from localcheck.sources.tantivy_index import write as write_tantivy

        numbers = write_tantivy(folder, texts, count, size, threads)
    yield from ranked(numbers, engine, why, count)


def ranked(numbers: Iterator[int], engine: str, why: str, count: int) -> Iterator[Indexing]:
    """What an engine reports of the ``count`` articles that it takes in."""
    yield Indexing(engine, why, 0, count)
    for done, _ in enumerate(numbers, 1):
        if done % COMMIT_EVERY == 0:
            yield Indexing(engine, why, done, count)
    yield Indexing(engine, why, count, count)


def choose(engine: EngineName) -> tuple[str, str]:
    """The engine, and why."""
    return ("tantivy", "auto") if engine == "auto" else (engine, "as asked")


def _source_digest(corpus: Corpus) -> str:
    return sha256_file(corpus.files[0]) if len(corpus.files) == 1 and corpus.size <= HASH_LIMIT else ""


def documents(path: Path) -> Iterator[Document]:
    """The documents in one file of a folder."""
    from localcheck.ingest.documents import read_documents

    return read_documents(path)
