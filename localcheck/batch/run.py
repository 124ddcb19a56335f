"""Runs a batch: reuses the rows that are in OUT already and the verdicts in the journal, and judges the rest."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from localcheck.batch.engine import Engine, Progress, Task
from localcheck.batch.items import Item
from localcheck.batch.output import Journal, Output
from localcheck.batch.rows import RETRIED, Written, line_of, settings_digest, written
from localcheck.errors import BackendError, LocalcheckError
from localcheck.gatekeeping import Gated, check_of, gate, skips
from localcheck.judging.sentence_level import sentences_of
from localcheck.report import build
from localcheck.requests import Call
from localcheck.settings import Settings
from localcheck.store import Check, Store
from localcheck.types import Report, Verdict

SYNC_SECONDS = 0.5
"""Seconds between writing rows to the disk; if the process is killed before, their verdicts are still in the journal."""


@dataclass(frozen=True, slots=True)
class Done:
    """A row was written to OUT, or was there already."""

    item: Item
    row: Written
    reused: bool
    """True if an earlier, interrupted batch wrote it."""


@dataclass(slots=True)
class _Open:
    """A document at work."""

    item: Item
    started: float
    verdicts: dict[str, Verdict] = field(default_factory=dict)


class Batch:
    """One batch. Iterate over ``rows()``; closing that generator stops it, and it can be resumed."""

    def __init__(
        self,
        output: Output,
        engine: Engine,
        settings: Settings,
        call: Call,
        log: Log | None = None,
        budget: float = 0.0,
    ) -> None:
        """``budget``: seconds after which no document is begun and those at work are left; 0 means none."""
        self._output, self._engine, self._settings, self._call, self._log = output, engine, settings, call, log
        gate_parts = [settings.claims, settings.llm, settings.risk, call.model, call.template, call.category, call.risk]
        self.digest = settings_digest(engine.info, gate_parts)
        self._deadline = time.monotonic() + budget if budget else float("inf")
        self.out_of_time = False
        self.warnings: list[str] = list(output.warnings)
        self._ready: dict[int, tuple[Item, bytes, Check | None]] = {}
        self._open: dict[int, _Open] = {}
        self._pool: dict[tuple[str, str], Written] = {}
        self._next = 0
        self._synced = 0.0

    def rows(self, items: Iterable[Item]) -> Iterator[Done]:
        """Every row as it stands in OUT, in the order of the input. Raises ``BackendError`` when OUT cannot be written."""
        waiting = iter(items)
        first = yield from self._reuse(waiting)
        done = {row.document for row in (*self._output.kept, *self._pool.values())}
        path = self._output.path
        beside = path.with_name(path.name + ".journal") if self._output.regular else None
        self._journal = Journal(beside, self.digest, done)
        if self._journal.damaged:
            self.warnings.append(f"{self._journal.damaged} damaged lines of the journal; those claims are judged again")
        finished = False
        try:
            with closing(self._engine.steps(self._tasks(first, waiting))) as steps:
                for progress in steps:
                    self._take(progress)
                    yield from self._flush()
                    if time.monotonic() > self._deadline:
                        self.out_of_time = True
                        break
            yield from self._flush(now=True)
            finished = not self.out_of_time
        except (GeneratorExit, KeyboardInterrupt):
            self._write()
            raise
        finally:
            self._journal.close(finished)
            if self._log is not None:
                self._log.flush()

    def _reuse(self, waiting: Iterator[Item]) -> Generator[Done, None, Item | None]:
        """The rows of OUT that belong to the first items; returns the first item that has none, or None."""
        kept = list(self._output.kept)
        for item in waiting:
            row = kept[self._next] if self._next < len(kept) else None
            if row is None or row.key != (item.digest, self.digest) or row.exit_code == RETRIED:
                self._pool = {r.key: r for r in kept[self._next :] if r.exit_code != RETRIED}
                self._output.cut(self._next)
                return item
            self._next += 1
            yield Done(item, row, True)
        self._output.cut(self._next)
        return None

    def _tasks(self, first: Item | None, waiting: Iterator[Item]) -> Iterator[Task]:
        """The documents that are still to be judged; those that need no judging are finished at once."""
        for item in () if first is None else chain((first,), waiting):
            if time.monotonic() > self._deadline:
                self.out_of_time = True
                return
            yield from self._task(item)

    def _task(self, item: Item) -> Iterator[Task]:
        row = self._pool.get((item.digest, self.digest))
        if row is not None:
            self._ready[item.index] = (item, row.line, None)
            return
        opened = _Open(item, time.perf_counter())
        try:
            if item.error is not None:
                raise item.error
            judge = bool(item.document.text.strip()) and not skips(
                item.document, self._call.of(item.document), self._settings
            )
        except LocalcheckError as error:
            self._finish(opened, error)
            return
        if not judge:
            self._finish(opened, None)
            return
        self._open[item.index] = opened
        yield Task(item.index, item.document, tuple(self._journal.known.get(item.digest, ())))

    def _take(self, progress: Progress) -> None:
        """Store a verdict, or finish its document."""
        opened = self._open[progress.index]
        if progress.verdict is None:
            self._finish(self._open.pop(progress.index), progress.error)
            return
        claim = progress.verdict.claim.id
        if claim in opened.verdicts:
            return
        opened.verdicts[claim] = progress.verdict
        digest = opened.item.digest
        if all(v.claim.id != claim for v in self._journal.known.get(digest, ())):
            self._journal.add(digest, progress.verdict)

    def _finish(self, opened: _Open, error: LocalcheckError | None) -> None:
        item, report, gated, check = opened.item, None, None, None
        if error is None:
            report = build(item.document, sentences_of(item.document), opened.verdicts.values(), self._engine.info)
            call = self._call.of(item.document)
            try:
                gated = gate(report, call, self._settings.risk_table())
                check = self._check(item, report, gated, call, time.perf_counter() - opened.started)
            except LocalcheckError as problem:
                error, report = problem, None
        self._ready[item.index] = (item, line_of(item, self.digest, report, gated, error), check)

    def _check(self, item: Item, report: Report, gated: Gated, call: Call, seconds: float) -> Check:
        call_id = call.call_id or f"{self._journal.batch}-{item.index:08d}"
        named = Call(call.model, call.template, call.category, call.risk, call_id)
        return check_of(report, gated, named, seconds)

    def _flush(self, now: bool = False) -> Iterator[Done]:
        """Write the rows that are ready and next in order, if ``SYNC_SECONDS`` have passed; yields those written."""
        if now or time.monotonic() - self._synced >= SYNC_SECONDS:
            yield from self._write()

    def _write(self) -> list[Done]:
        """Write the rows that are ready and next in order. Their checks are logged first; logging a check again has no
        effect, so
        that a kill between the two neither loses nor doubles a check.
        """
        ready = []
        while self._next in self._ready:
            ready.append(self._ready.pop(self._next))
            self._next += 1
        if self._log is not None:
            self._log.add([check for _, _, check in ready if check is not None])
        if ready:
            self._output.append(b"".join(line for _, line, _ in ready))
        self._synced = time.monotonic()
        done = []
        for item, line, _ in ready:
            self._journal.done(item.digest)
            row = written(line)
            assert row is not None, "a row that was just made can be read"
            done.append(Done(item, row, False))
        return done


RETRY_SECONDS = 30.0


class Log:
    """The checks log of a batch. If the store cannot be written (locked, full), it is tried again later; the batch
    continues.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pending: list[Check] = []
        self._retry_at = 0.0
        self.error: BackendError | LocalcheckError | None = None
        """The last error while writing to the log; None if all checks are written."""

    @property
    def waiting(self) -> int:
        """Number of checks that are not in the log yet."""
        return len(self._pending)

    def add(self, checks: list[Check]) -> None:
        """Keep checks; they are written now, or later when the store can be written again."""
        self._pending += checks
        if time.monotonic() >= self._retry_at:
            self.flush()

    def flush(self) -> None:
        """Try to write what waits."""
        if not self._pending:
            return
        try:
            with Store(self._path) as store:
                store.checks.add(*self._pending)
        except LocalcheckError as error:
            self.error, self._retry_at = error, time.monotonic() + RETRY_SECONDS
        else:
            self._pending.clear()
            self.error = None
