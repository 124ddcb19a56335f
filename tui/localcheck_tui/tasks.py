"""Requests to the engine as small generators: they run on its thread, and the messages that they yield are posted."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from textual.message import Message

from localcheck.errors import LocalcheckError, MissingResource
from localcheck.reviewing.quotes import NOT_FOUND, located
from localcheck.settings import Settings
from localcheck.store import Accepted, Store
from localcheck.types import Document, RunInfo, Verdict
from localcheck_tui.engine import Task
from localcheck_tui.keeping import run_of_document
from localcheck_tui.messages import (
    ArticleLacking,
    ArticlesFound,
    BoundariesMade,
    CorrectionsFound,
    DocumentQueued,
    DocumentRead,
    QuoteLookedUp,
    VerdictMade,
)
from localcheck_tui.session import Session


def read_task(path: Path) -> Task:
    """Read a file: a PDF takes its time."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        yield DocumentRead(session.read(path))

    return task


def queue_task(paths: Sequence[Path]) -> Task:
    """Read the documents of files and folders one after another, and find the run that each was reviewed in."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        for path in paths:
            try:
                for document, problem in _documents(session, path):
                    yield DocumentQueued(document, None if problem else run_of_document(store, document), problem)
            except LocalcheckError as error:
                yield DocumentQueued(Document(str(path), ""), None, f"{error.message}. {error.hint}")

    return task


def _documents(session: Session, path: Path) -> Iterator[tuple[Document, str]]:
    """The documents at ``path``, each with the reason if it cannot be read. Raises ``LocalcheckError``."""
    from localcheck.ingest.documents.kinds import MANY

    if path.is_dir():
        from localcheck.batch.items import items

        yield from ((item.document, item.error.message if item.error else "") for item in items(path))
    elif path.suffix.lower() in MANY:
        from localcheck.ingest.documents import read_documents

        yield from ((document, "") for document in read_documents(path))
    else:
        yield session.read(path), ""


def boundaries_task(run_id: int | None, info: RunInfo) -> Task:
    """Compute the stop boundaries of a run."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        yield BoundariesMade(run_id, session.boundaries(info))

    return task


def more_task(run_id: int | None, document: Document, verdict: Verdict, settings: Settings) -> Task:
    """Keep looking, and store the new verdict."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        made = session.more(document, verdict, settings)
        if run_id is not None:
            store.add_verdict(run_id, made, "more")
        yield VerdictMade(run_id, made, "kept looking")

    return task


def corrections_task(run_id: int, settings: Settings, reviewer: str) -> Task:
    """Have corrections proposed for the claims whose standing label is refuted."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        from localcheck.reviewing.labelled import labelled_report
        from localcheck.reviewing.records import reviewed_run
        from localcheck.run.correcting import told

        found = session.corrected(labelled_report(reviewed_run(store, run_id)), settings)
        yield CorrectionsFound(
            tuple(Accepted(c.claim_id, c.span, c.old, c.new, c.quote, c.source, reviewer) for c in found.edits),
            tuple(map(told, found.again)),
            tuple(v.claim.text for v in found.unresolved),
        )

    return task


def search_task(query: str, settings: Settings) -> Task:
    """Search the index for the reviewer."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        yield ArticlesFound(query, session.search(query, settings))

    return task


def lacking_task(name: str, settings: Settings) -> Task:
    """Look up whether the index has an article about ``name``; where it cannot be said, it is taken to have one."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        try:
            lacking = session.lacks(name, settings)
        except LocalcheckError:
            lacking = False
        yield ArticleLacking(name, lacking)

    return task


def look_up_task(quote: str, settings: Settings) -> Task:
    """Look a typed quote up in the index: the articles that its words find are read for it verbatim."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        yield QuoteLookedUp(quote, located(quote, session.search(quote, settings, limit=50)) or NOT_FOUND)

    return task


def recheck_task(
    run_id: int | None, document: Document, verdict: Verdict, settings: Settings, origin: str = ""
) -> Task:
    """Judge a claim with another method or in another wording, and store the new verdict."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        made = session.recheck(document, verdict, settings)
        if run_id is not None:
            store.add_verdict(run_id, made, origin or f"recheck:{settings.detector}")
        reworded = origin.startswith("reworded:")
        yield VerdictMade(run_id, made, "new wording" if reworded else f"checked with {settings.detector}")

    return task


def thorough_task(run_id: int | None, document: Document, verdict: Verdict, settings: Settings) -> Task:
    """Judge a claim with the greatest effort; without a language model the task fails and says how to get one."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        from localcheck.run.effort import THOROUGH, readers_of

        most = replace(settings, effort=THOROUGH)
        if not readers_of(most).consults:
            raise MissingResource("no language model is installed here", f"get one with {to_install()}")
        made = session.recheck(document, verdict, most)
        if run_id is not None:
            store.add_verdict(run_id, made, f"effort:{THOROUGH}")
        yield VerdictMade(run_id, made, "checked thoroughly")

    return task


def to_install() -> str:
    """The command that installs the language model which fits this machine best."""
    import psutil

    from localcheck.backends.llm.fitness import recommended, remembered
    from localcheck.models.overview import overview

    name = recommended(overview(), float(psutil.virtual_memory().total), remembered())
    return f"localcheck models pull {name}" if name else "localcheck setup, which says what fits this machine"
