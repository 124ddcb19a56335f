"""What the app has done on the engine's thread, where it is more than one call of the session."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck.errors import LocalcheckError, MissingResource
from localcheck.reviewing.records import reviewed_run
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.types import Document, Sentence
from localcheck_tui.desk import Entry
from localcheck_tui.keeping import checked_before, run_of_document
from localcheck_tui.session import Session

if TYPE_CHECKING:
    from localcheck.reviewing.drafts import Draft
    from localcheck.run.correcting import Proposed


def queued(session: Session, store: Store, paths: Sequence[Path], settings: Settings) -> Generator[Entry, None, None]:
    """Read the documents of files and folders one after another, and find the run that each was reviewed in."""
    for path in paths:
        try:
            for document, problem in _documents(session, path):
                run_id = None if problem else run_of_document(store, document, settings)
                yield Entry(document, run_id, problem=problem)
        except LocalcheckError as error:
            yield Entry(Document(str(path), ""), problem=error.told)


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


def draft_of(store: Store, document: Document) -> tuple[tuple[Sentence, ...], Draft | None]:
    """The sentences of a document, and what it is a draft of, else a run of it that nobody decided anything in. Both texts are
    split into claims, which takes its time.
    """
    from localcheck.judging.sentence_level import sentences_of
    from localcheck.reviewing.drafts import earlier_draft

    sentences = sentences_of(document)
    return sentences, earlier_draft(store, document, sentences) or checked_before(store, document)


def corrections(session: Session, store: Store, run_id: int, settings: Settings, reviewer: str) -> Proposed:
    """The corrections of the claims whose standing label is refuted."""
    from localcheck.reviewing.labelled import labelled_report
    from localcheck.run.correcting import proposed

    return proposed(session.corrected(labelled_report(reviewed_run(store, run_id)), settings), reviewer)


def thoroughly(settings: Settings) -> Settings:
    """The settings with the greatest effort. Raises ``MissingResource`` without a language model, and says how to get one."""
    from localcheck.run.effort import THOROUGH, readers_of

    most = replace(settings, effort=THOROUGH)
    if not readers_of(most).consults:
        raise MissingResource("no language model is installed here", f"get one with {to_install()}")
    return most


def to_install() -> str:
    """The command that installs the language model which fits this machine best."""
    from localcheck.backends.llm.fitness import recommended_here
    from localcheck.models.overview import overview

    name = recommended_here(overview())
    return f"localcheck models pull {name}" if name else "localcheck setup, which says what fits this machine"
