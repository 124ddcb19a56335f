"""A review as the store knows it, and what is done on the engine's thread to open one."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck.errors import LocalcheckError, MissingResource
from localcheck.reports.report import claim_order
from localcheck.reviewing.records import reviewed_run
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest, Earlier, continued
from localcheck.store import RunState, RunSummary, Store, StoredRun
from localcheck.types import Document, Report, Sentence
from localcheck_tui.desk import Entry
from localcheck_tui.reading import Reading
from localcheck_tui.session import Session

if TYPE_CHECKING:
    from localcheck.reviewing.drafts import Draft
    from localcheck.run.correcting import Proposed

ELSEWHERE = "this run is being checked elsewhere: read it and decide here; space shows what is new"


def reading_of(store: Store, run_id: int, reviewer: str, blind: bool) -> Reading:
    """The review of a stored run, at the claim where this reviewer left it. Raises ``LocalcheckError``."""
    elsewhere = store.is_written(run_id)
    revisions = store.revisions(run_id)  # first: what is loaded after it is not older
    run = store.load(run_id)
    state = run.summary.state
    reading = Reading(run.document, run.sentences, run.info, run_id, run.settings, state, blind=blind)
    reading.reviewer, reading.elsewhere = reviewer, elsewhere
    reading.take(run.verdicts)
    reading.revisions = revisions
    reading.read_record(store)
    reading.error = run.summary.error
    if state is RunState.FINISHED:
        reading.total = len(run.verdicts)
    reading.go_to(0)
    reading.go_to_claim(store.places.left(run_id, reviewer))
    return reading


def settings_of(reading: Reading, now: Settings) -> Settings:
    """Today's settings with everything that decides how the run of a review judges."""
    return continued(now, reading.settings, reading.info) if reading.info.detector else now


def request_for(reading: Reading, now: Settings) -> CheckRequest:
    """What to ask for so that the run of a review begins, or goes on where it stands."""
    known = tuple(v for v in reading.verdicts.values() if not v.error)
    earlier = None if reading.run_id is None else Earlier(reading.run_id, reading.info, known)
    return CheckRequest((reading.document,), settings_of(reading, now), earlier, ruled=True)


def newest_of(store: Store, document: Document) -> RunSummary | None:
    """The newest run of this very text; None if there is none."""
    found = (run for run in store.runs(text=document.id) if run.document_id == document.id)
    return next((run for run in found if store.document(run.id) == document), None)


def interrupted(store: Store, run: RunSummary) -> bool:
    """True if the run has verdicts, did not come to its end, and no process is at it."""
    stopped = run.state in (RunState.OPEN, RunState.CANCELLED) and bool(run.counts)
    return stopped and not store.is_written(run.id)


def unfinished(store: Store) -> RunSummary | None:
    """The newest run that was interrupted and whose text was not checked anew since; None if there is none."""
    found = (run for run in store.runs() if interrupted(store, run))
    return next((run for run in found if newest_of(store, store.document(run.id)) == run), None)


def written_elsewhere(reading: Reading, store: Store) -> bool:
    """True while another process checks the run of a review."""
    return reading.run_id is not None and not reading.running and store.is_written(reading.run_id)


def catch_up(reading: Reading, store: Store) -> None:
    """Take what another process has added to the run of a review by now."""
    if reading.run_id is None:
        return
    reading.elsewhere = written_elsewhere(reading, store)  # first: what it adds after this is taken
    run = store.load(reading.run_id)
    reading.info = run.info
    reading.take(run.verdicts)
    reading.read_record(store)
    reading.state = run.summary.state
    if reading.state is RunState.FINISHED:
        reading.total = len(run.verdicts)


def decided_elsewhere(store: Store, run_id: int) -> Draft | None:
    """A run as a draft of its own text, where people decided something else in other runs of that text; else None."""
    from localcheck.reviewing.drafts import as_it_is

    with suppress(LocalcheckError):
        document = store.document(run_id)
        others = (run.id for run in store.runs(text=document.id) if run.id != run_id)
        if all(store.document(other).text != document.text for other in others):
            return None  # most runs are the only one of their text: their verdicts are not read for this
        draft = as_it_is(store, run_id)
        return draft if draft.elsewhere else None
    return None


def checked_before(store: Store, document: Document) -> Draft | None:
    """The newest run of this very text as a draft of it, if it came to its end; else None."""
    from localcheck.reviewing.drafts import as_it_is

    run = newest_of(store, document)
    return as_it_is(store, run.id) if run is not None and run.state is RunState.FINISHED else None


def run_of_report(store: Store, report: Report) -> int:
    """The run of the store that holds this report of a batch, so that it can be reviewed as any other; made once."""
    for run in store.runs(text=report.document.id):
        if run.detector == report.run.detector and store.report(run.id) == report:
            return run.id
    with store.together():
        run_id = store.begin_run(report.run, report.document, report.sentences)
        for verdict in sorted(report.verdicts, key=lambda v: claim_order(v.claim.id)):
            store.add_verdict(run_id, verdict)
        store.finish_run(run_id, report)
    return run_id


def run_of_document(store: Store, document: Document, settings: Settings) -> int | None:
    """The run to review a document of the queue in: of those of this very text the newest one that people decided something
    in, else the newest one that was made as the ``settings`` ask; else what was decided about an earlier draft, carried over
    to a new run; None where it is to be checked from the beginning.
    """
    from localcheck.judging.sentence_level import sentences_of
    from localcheck.reviewing.drafts import carry_over, earlier_draft

    runs = [run.id for run in store.runs(text=document.id) if run.document_id == document.id]
    decided = {run for run in runs if store.reviews.reviewed(run)}
    for number in sorted(runs, key=lambda run: run not in decided):
        run = store.load(number)
        if run.document.text == document.text and (number in decided or _as_asked(run, settings)):
            return number
    sentences = sentences_of(document)
    draft = None if store.read_only else earlier_draft(store, document, sentences)
    return None if draft is None else carry_over(store, draft, document, sentences)


def _as_asked(run: StoredRun, settings: Settings) -> bool:
    """True if a run was made by the method, beside the index and with the effort of the settings."""
    made = run.settings or replace(settings, detector=run.info.detector, index=run.info.index)
    return (made.detector, made.index, made.effort) == (settings.detector, settings.index, settings.effort)


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
