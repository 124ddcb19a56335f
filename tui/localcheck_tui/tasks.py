"""Requests to the engine as small generators: they run on its thread, and the messages that they yield are posted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from localcheck.errors import LocalcheckError, MissingResource
from localcheck.reviewing.quotes import NOT_FOUND, located
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.types import Document, RunInfo, Verdict
from localcheck_tui import messages
from localcheck_tui.engine import Messages, task
from localcheck_tui.keeping import run_of_document
from localcheck_tui.session import Session

NEW_WORDING = "new wording"
"""What is said of a verdict on the wording that the reviewer gave a claim."""


@task
def read_task(session: Session, store: Store, path: Path) -> Messages:
    """Read a file: a PDF takes its time."""
    yield messages.DocumentRead(session.read(path))


@task
def queue_task(session: Session, store: Store, paths: Sequence[Path]) -> Messages:
    """Read the documents of files and folders one after another, and find the run that each was reviewed in."""
    for path in paths:
        try:
            for document, problem in _documents(session, path):
                yield messages.DocumentQueued(document, None if problem else run_of_document(store, document), problem)
        except LocalcheckError as error:
            yield messages.DocumentQueued(Document(str(path), ""), None, f"{error.message}. {error.hint}")


@task
def draft_task(session: Session, store: Store, document: Document) -> Messages:
    """Look for an earlier draft of a document: both texts are split into claims for that, which takes seconds for long ones."""
    from localcheck.judging.sentence_level import sentences_of
    from localcheck.reviewing.drafts import earlier_draft

    sentences = sentences_of(document)
    yield messages.DraftLookedFor(document, sentences, earlier_draft(store, document, sentences))


def _documents(session: Session, path: Path) -> Iterator[tuple[Document, str]]:
    """The documents at ``path``, each with the reason if it cannot be read. Raises ``LocalcheckError``.

    Behind those of a folder comes the folder itself, with the files that are not read, where there are any.
    """
    from localcheck.ingest.documents.kinds import MANY

    if path.is_dir():
        from localcheck.batch.items import items, left_out
        from localcheck.ingest.listing import HIDDEN, summary

        yield from ((item.document, item.error.message if item.error else "") for item in items(path))
        if left := summary(one for one in left_out(path) if one.why != HIDDEN):
            yield Document(str(path), "", path.name), left
    elif path.suffix.lower() in MANY:
        from localcheck.ingest.documents import read_documents

        yield from ((document, "") for document in read_documents(path))
    else:
        yield session.read(path), ""


@task
def boundaries_task(session: Session, store: Store, run_id: int | None, info: RunInfo) -> Messages:
    """Compute the stop boundaries of a run."""
    yield messages.BoundariesMade(run_id, session.boundaries(info))


@task
def more_task(
    session: Session, store: Store, run_id: int | None, document: Document, verdict: Verdict, settings: Settings
) -> Messages:
    """Keep looking, and store the new verdict."""
    yield _stored(store, run_id, session.more(document, verdict, settings), "more", "kept looking")


def _stored(store: Store, run_id: int | None, made: Verdict, origin: str, said: str) -> messages.VerdictMade:
    """Put a new verdict into the store, where its run is stored, and return the message about it."""
    if run_id is not None:
        store.add_verdict(run_id, made, origin)
    return messages.VerdictMade(run_id, made, said)


@task
def corrections_task(session: Session, store: Store, run_id: int, settings: Settings, reviewer: str) -> Messages:
    """Have corrections proposed for the claims whose standing label is refuted."""
    from localcheck.reviewing.labelled import labelled_report
    from localcheck.reviewing.records import reviewed_run
    from localcheck.run.correcting import proposed

    found = session.corrected(labelled_report(reviewed_run(store, run_id)), settings)
    yield messages.CorrectionsFound(proposed(found, reviewer))


@task
def search_task(session: Session, store: Store, query: str, settings: Settings) -> Messages:
    """Search the index for the reviewer."""
    yield messages.ArticlesFound(query, session.search(query, settings))


@task
def lacking_task(session: Session, store: Store, name: str, settings: Settings) -> Messages:
    """Look up whether the index has an article about ``name``; where it cannot be said, it is taken to have one."""
    try:
        lacking = session.lacks(name, settings)
    except LocalcheckError:
        lacking = False
    yield messages.ArticleLacking(name, lacking)


@task
def look_up_task(session: Session, store: Store, quote: str, settings: Settings) -> Messages:
    """Look a typed quote up in the index: the articles that its words find are read for it verbatim."""
    yield messages.QuoteLookedUp(quote, located(quote, session.search(quote, settings, limit=50)) or NOT_FOUND)


@task
def recheck_task(
    session: Session,
    store: Store,
    run_id: int | None,
    document: Document,
    verdict: Verdict,
    settings: Settings,
    origin: str = "",
) -> Messages:
    """Judge a claim with another method or in another wording, and store the new verdict."""
    made = session.recheck(document, verdict, settings)
    said = NEW_WORDING if origin.startswith("reworded:") else f"checked with {settings.detector}"
    yield _stored(store, run_id, made, origin or f"recheck:{settings.detector}", said)


@task
def thorough_task(
    session: Session, store: Store, run_id: int | None, document: Document, verdict: Verdict, settings: Settings
) -> Messages:
    """Judge a claim with the greatest effort; without a language model the task fails and says how to get one."""
    from localcheck.run.effort import THOROUGH, readers_of

    most = replace(settings, effort=THOROUGH)
    if not readers_of(most).consults:
        raise MissingResource("no language model is installed here", f"get one with {to_install()}")
    yield _stored(store, run_id, session.recheck(document, verdict, most), f"effort:{THOROUGH}", "checked thoroughly")


def to_install() -> str:
    """The command that installs the language model which fits this machine best."""
    import psutil

    from localcheck.backends.llm.fitness import recommended, remembered
    from localcheck.models.overview import overview

    name = recommended(overview(), float(psutil.virtual_memory().total), remembered())
    return f"localcheck models pull {name}" if name else "localcheck setup, which says what fits this machine"
