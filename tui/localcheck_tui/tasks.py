"""Requests to the engine as small generators: they run on its thread, and the messages that they yield are posted."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from textual.message import Message

from localcheck.reviewing.quotes import NOT_FOUND, located
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.types import Document, RunInfo, Verdict
from localcheck_tui.engine import Task
from localcheck_tui.messages import ArticlesFound, BoundariesMade, DocumentRead, QuoteLookedUp, VerdictMade
from localcheck_tui.session import Session


def read_task(path: Path) -> Task:
    """Read a file: a PDF takes its time."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        yield DocumentRead(session.read(path))

    return task


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


def search_task(query: str, settings: Settings) -> Task:
    """Search the index for the reviewer."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        yield ArticlesFound(query, session.search(query, settings))

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
        yield VerdictMade(run_id, made, f"checked with {settings.detector}")

    return task
