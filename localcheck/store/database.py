"""``Store``: the runs of one home. Use one object per thread; several may use the same file at once.

Which runs are being written: who records one holds a lock on a file beside the store, which ends with its process.
"""

from __future__ import annotations

import fcntl
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from localcheck.errors import BackendError, BadInput, UnknownName, UsageError
from localcheck.reports import codec
from localcheck.settings import Settings, as_table
from localcheck.store.checks import Calls, Checks
from localcheck.store.connection import (
    checked_read,
    connect,
    connect_to_read,
    insert,
    transaction,
    translated,
    united,
)
from localcheck.store.decisions import Reviewed
from localcheck.store.places import Corrections, Places, Signoffs
from localcheck.store.reviews import Reviews, curated
from localcheck.store.run_reading import RunReader, insert_verdict, verdict_from
from localcheck.store.runs import RECHECK, Revision, RunState
from localcheck.system.clock import now
from localcheck.system.closing import Closing
from localcheck.system.jsontext import parse
from localcheck.system.resources import is_at
from localcheck.text.inert import whole
from localcheck.types import Document, Report, RunInfo, Sentence, Verdict

TRIES, PAUSE = 10, 0.02
"""``is_written`` holds the lock, too, for an instant: a lock that is held for longer than these tries is a writer's."""


def lock_file(store: Path, run_id: int) -> Path:
    """Whoever writes the run holds a lock on this file; one that was killed leaves it there, unlocked."""
    return store.with_name(f".{store.name}-run-{run_id}.lock")


@contextmanager
def writing(store: Path, run_id: int) -> Iterator[None]:
    """While this is open, the run is being written, as every process sees. Raises ``UsageError`` where another writes it."""
    path = lock_file(store, run_id)
    with translated(path):
        file = _held(path)
    if file is None:
        raise UsageError(
            f"run {run_id} is being checked by another program",
            f"localcheck review {run_id} shows what it judged so far; wait until it has ended, or stop it there",
        )
    with file:
        try:
            yield
        finally:
            with suppress(OSError):
                path.unlink()


def _held(path: Path) -> IO[str] | None:
    """The file with a lock on it, made anew if its last writer removed it between opening and locking; None while another
    process writes the run.
    """
    for _ in range(TRIES):
        file = path.open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if is_at(path, file.fileno()):
                return file
        except BlockingIOError:
            time.sleep(PAUSE)
        except FileNotFoundError:
            pass
        file.close()
    return None


def is_written(store: Path, run_id: int) -> bool:
    """True while some process writes the run. What a killed one left behind is removed."""
    path = lock_file(store, run_id)
    with translated(path):
        while path.exists():
            with suppress(FileNotFoundError), path.open("r+") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return True
                if is_at(path, file.fileno()):  # else the next writer's is there by now
                    path.unlink()
    return False


class Store(RunReader, Closing):
    """A database of runs. Use as a context manager, or ``close`` it."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or make the database at ``path``, or only read one that is there. Raises ``BadInput`` and ``BackendError``."""
        self.path: Path = path
        self.read_only = read_only
        super().__init__(connect_to_read(path) if read_only else connect(path))
        self.reviews = Reviews(self._connection)
        self.checks = Checks(self._connection)
        self.calls = Calls(self._connection)
        self.signoffs = Signoffs(self._connection)
        self.places = Places(self._connection)
        self.corrections = Corrections(self._connection)

    def close(self) -> None:
        """Close the connection; twice does no harm."""
        self._connection.close()

    def together(self) -> united:
        """A block of which all is stored, or nothing, whatever interrupts it. Raises ``BadInput`` and ``BackendError``."""
        return united(self._connection, self.path)

    def begin_run(
        self, info: RunInfo, document: Document, sentences: Sequence[Sentence], settings: Settings | None = None
    ) -> int:
        """Store that ``document`` is being checked, and with which settings; returns the id of the run."""
        with transaction(self._connection) as connection:
            row = {
                "document_id": document.id,
                "title": document.title,
                "detector": info.detector,
                "index_name": info.index,
                "state": RunState.OPEN.value,
                "started": info.started or now().replace("+00:00", "Z"),
                "info": json.dumps(codec.to_json(info)),
                "document": json.dumps(codec.to_json(document)),
                "settings": None if settings is None else json.dumps(as_table(settings)),
            }
            run_id = insert(connection, "runs", row)
            rows = (
                {"run_id": run_id, "position": s.index, "start": s.span.start, "stop": s.span.end, "text": s.text}
                for s in sentences
            )
            insert(connection, "sentences", *rows)
        return run_id

    def add_verdict(self, run_id: int, verdict: Verdict, origin: str = "run") -> int:
        """Store a verdict as it is made; a second one for the same claim becomes its next revision.

        ``origin`` says how it came about (see ``Revision.origin``). Returns the revision.
        """
        with transaction(self._connection) as connection:
            return insert_verdict(connection, run_id, verdict, origin)

    def worded_last(self, run_id: int, reviewer: str) -> str:
        """The claim that ``reviewer`` worded anew after the last entry of theirs that stands in the journal; empty where there
        is none.
        """
        query = (
            "SELECT claim_id FROM latest_verdicts WHERE run_id = ? AND origin = ? AND made > (SELECT coalesce(max(at), '')"
            " FROM standing_reviews WHERE run_id = ? AND reviewer = ?) ORDER BY id DESC LIMIT 1"
        )
        rows = self._rows(query, (run_id, f"reworded:{reviewer}", run_id, reviewer))
        return rows[0]["claim_id"] if rows else ""

    def take_back_wording(self, run_id: int, claim_id: str, reviewer: str) -> Verdict | None:
        """Give a claim the verdict that it had before ``reviewer`` worded it anew, and return it; None where its latest verdict
        is not on that wording. The history keeps all of them.
        """
        made: list[Revision] = []  # without what was taken back: an earlier verdict stands there again
        for revision in self.history(run_id, claim_id):
            made[next((n for n, r in enumerate(made) if r.verdict == revision.verdict), len(made)) :] = [revision]
        if not made or made[-1].origin != f"reworded:{whole(reviewer)}":
            return None
        worded = made[-1].verdict.claim.text
        before = next((r for r in reversed(made) if r.verdict.claim.text != worded), None)
        if before is None:
            return None
        origin = before.origin if before.origin.startswith((RECHECK, "reworded:")) else f"wording taken back:{reviewer}"
        self.add_verdict(run_id, before.verdict, whole(origin))
        return before.verdict

    def finish_run(self, run_id: int, report: Report, indexes: Mapping[str, str] | None = None) -> None:
        """Store what is known only at the end of a run: sentence and document scores, cost, final run information.

        ``indexes``: digests of the indexes that were read, by name.
        """
        bare = replace(report, document=Document(report.document.id, ""), sentences=(), verdicts=())
        info = json.dumps(codec.to_json(report.run))
        with transaction(self._connection) as connection:
            connection.execute(
                "UPDATE runs SET state = 'finished', ended = ?, summary = ?, info = ?, indexes = ?, error = '' WHERE id = ?",
                (now(), json.dumps(codec.report_to_json(bare)), info, json.dumps(dict(indexes or {})), run_id),
            )

    def end_run(self, run_id: int, state: RunState, error: str = "") -> None:
        """Mark a run that ended without a report. ``OPEN`` opens it again, to be continued."""
        with transaction(self._connection) as connection:
            ended = "" if state is RunState.OPEN else now()
            connection.execute(
                "UPDATE runs SET state = ?, ended = ?, error = ? WHERE id = ?",
                (state.value, ended, whole(error), run_id),
            )

    def is_written(self, run_id: int) -> bool:
        """True while some process checks the run and stores what it judges. A store that is only read here cannot know."""
        return not self.read_only and is_written(self.path, run_id)

    def remove(self, run_ids: Iterable[int]) -> None:
        """Remove runs with their verdicts and reviews, and the passages that nothing points to any more.

        Removes none of them and raises ``UnknownName`` where one is not here, ``UsageError`` where one is being written.
        """
        with transaction(self._connection) as connection:
            for run_id in run_ids:
                self._run(run_id)
                if self.is_written(run_id):
                    raise UsageError(
                        f"run {run_id} is being written now", "wait until it has ended, or stop it where it was started"
                    )
                connection.execute("DELETE FROM runs WHERE id = ?", (run_id,))
            connection.execute(
                "DELETE FROM passages WHERE sha256 NOT IN (SELECT passage_sha256 FROM evidence)"
                " AND sha256 NOT IN (SELECT passage_sha256 FROM reviews WHERE passage_sha256 IS NOT NULL)"
            )

    @checked_read
    def reviewed_claims(self) -> list[Reviewed]:
        """Every claim that a reviewer accepted or overrode, with the verdict that they looked at."""
        found = []
        for decision, row in self.reviews.standing():
            verdict = verdict_from(row, self._evidence("v.id = ?", row["id"]).get(row["id"], ()))
            info = codec.from_json(RunInfo, parse(row["info"]), "run")
            learned = dict(info.parameters).get("evidence") == "learned"
            nli = next((digest for name, digest in info.models if name.startswith("nli:")), "")
            found.append(Reviewed(verdict, decision, row["document_id"], row["detector"], nli, learned))
        return found

    @checked_read
    def settled_claims(self) -> list[Reviewed]:
        """Each of these claims once, with the decision that stands; none that is disputed. What people decided about it in
        several runs of one text by one model counts together: of each reviewer the last decision.
        """
        texts = "SELECT id, json_extract(document, '$.text') FROM runs WHERE id IN (SELECT run_id FROM reviews)"
        text_of = dict(map(tuple, self._connection.execute(texts)))
        by_claim: dict[tuple[object, ...], dict[str, Reviewed]] = {}
        for one in self.reviewed_claims():
            claim, text = one.verdict.claim, text_of[one.decision.run_id]
            given = by_claim.setdefault((text, claim.sentence, claim.text, one.nli_sha256, one.learned), {})
            given.pop(one.decision.review.reviewer, None)
            given[one.decision.review.reviewer] = one
        settled = ((given, curated([one.decision for one in given.values()]).deciding) for given in by_claim.values())
        return [given[deciding.review.reviewer] for given, deciding in settled if deciding is not None]


def open_store(path: Path) -> Store:
    """The store at ``path``; one that cannot be written to is opened for reading. Raises what ``Store`` raises."""
    try:
        return Store(path)
    except BackendError:
        if path.is_file():
            return Store(path, read_only=True)
        raise


def open_to_read(path: Path) -> Store:
    """The store at ``path`` for reading alone, which takes no lock; one of an earlier version is first brought up to date.

    Raises what ``Store`` raises.
    """
    try:
        return Store(path, read_only=True)
    except BadInput:
        return Store(path)


def open_for_run(path: Path, run: int) -> Store:
    """The store that has a run, as ``open_to_read`` opens it. Raises ``UnknownName`` where nothing is stored yet."""
    if not path.exists():
        raise UnknownName("run", str(run), [])
    return open_to_read(path)
