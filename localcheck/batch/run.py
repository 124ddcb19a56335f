"""Runs a batch: reuses the rows that are in OUT already and the verdicts in the journal, and judges the rest.

A time budget: how much work the next document is worth, so that as many as possible get a verdict.

The checks log behind a batch.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from localcheck.batch.executor import Executor, Progress, Task
from localcheck.batch.items import Item
from localcheck.batch.output import Journal, Kept, Output
from localcheck.batch.rows import RETRIED, Written, line_of, renamed, settings_digest, written
from localcheck.errors import BackendError, BadInput, LocalcheckError
from localcheck.gate.decisions import Gated, check_of, effort_for, gate
from localcheck.gate.effort import Effort, options_at
from localcheck.judging.sentence_level import sentences_of
from localcheck.reports import codec
from localcheck.reports.report import build
from localcheck.settings import Settings
from localcheck.settings.requests import Call
from localcheck.store import Check, Store
from localcheck.system import jsontext
from localcheck.text.counting import many
from localcheck.types import Report, RunInfo, Verdict

RETRY_SECONDS = 30.0


class Log:
    """The checks log behind a batch: a store that cannot be written (locked, full) stops nothing. Its checks wait in a file
    beside OUT, also beyond the end of the batch, and go into the store when it can be written again.
    """

    def __init__(self, path: Path, beside: Path) -> None:
        """``beside``: where checks wait; what waits there from an earlier batch is taken up."""
        self._path, self.beside = path, beside
        self.waiting: list[Check] = _waiting(beside)
        """Checks that are not in the log."""
        self._retry_at = 0.0
        self.error: LocalcheckError | None = None
        """The last reason why checks wait; None when all are written."""

    @property
    def told(self) -> str:
        """What is to be said of the checks that wait; empty when all are written."""
        if not self.waiting or self.error is None:
            return ""
        why, where = self.error.message, self.beside.name
        return (
            f"{len(self.waiting)} checks are not in the checks log: {why}; they wait in {where}, and --resume logs them"
        )

    def add(self, checks: list[Check]) -> None:
        """Keep checks; they are written now, or later when the store can be written again."""
        self.waiting += checks
        if time.monotonic() < self._retry_at or not self.flush():
            self._keep(checks)

    def flush(self) -> bool:
        """Try to write what waits. False when the store cannot be written."""
        if not self.waiting:
            return True
        try:
            with Store(self._path) as store:
                store.checks.add(*self.waiting)
        except LocalcheckError as error:
            self.error, self._retry_at = error, time.monotonic() + RETRY_SECONDS
            return False
        self.waiting.clear()
        self.error = None
        with suppress(OSError):
            self.beside.unlink(missing_ok=True)
        return True

    def _keep(self, checks: list[Check]) -> None:
        """Where the file cannot be written either, the checks wait in memory."""
        if checks:
            with suppress(OSError), self.beside.open("a", encoding="utf-8") as file:
                file.write("".join(json.dumps(codec.to_json(check)) + "\n" for check in checks))


def _waiting(path: Path) -> list[Check]:
    """The checks in a file; damaged lines are left out."""
    found: list[Check] = []
    with suppress(OSError):
        for line in io.BytesIO(path.read_bytes()):
            with suppress(jsontext.NotJson, BadInput):
                found.append(codec.from_json(Check, jsontext.parse_object(line), path.name))
    return found


class Pace:
    """Measures how fast documents are judged. With a budget too short for the rest, the rest is judged quickly."""

    def __init__(self, budget: float, total: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        """``budget`` in seconds, 0 for none; ``total`` documents, None where that is not known: then nothing is hurried."""
        self._clock, self._total = clock, total
        self._started = self._since = clock()
        self._deadline = self._started + budget if budget else float("inf")
        self._finished = 0
        self._usual = 0.0
        """Seconds a document at the effort that it asks for, over all processes; 0 before the first one."""
        self.hurried = 0
        """Documents judged quickly because the time is short."""

    @property
    def over(self) -> bool:
        """The budget is spent."""
        return self._clock() > self._deadline

    def finished(self, hurried: bool) -> None:
        """One more document is judged."""
        now = self._clock()
        if hurried:
            self.hurried += 1
            self._since, self._finished = now, 0
            return
        self._finished += 1
        self._usual = (now - self._since) / self._finished

    def effort(self, asked: Effort, place: int) -> Effort:
        """The effort for the document at ``place`` (from 0), which asks for ``asked``."""
        if self._deadline == float("inf") or self._total is None or asked is Effort.QUICK:
            return asked
        needed = self._usual * (self._total - place)
        if needed <= self._deadline - self._clock():
            return asked
        return Effort.QUICK


SYNC_SECONDS = 0.5
"""Seconds between writing rows to the disk; if the process is killed before, their verdicts are still in the journal."""
WAITING = "finished rows that --limit left out wait in {file}: {rows}; --resume without --limit puts them back"
AT_ONCE = 256
"""Rows that may wait to be written while the next document to judge is looked for."""
BEHIND = 100_000_000
"""Bytes of rows that may wait for a document before them; then no other one is begun until it is done."""
HURRIED = "judged with less effort than its class asks for: the time was short"
"""The note of such a row; continuing judges it anew."""
IN_A_ROW = 25
"""So many documents in a row whose backend failed end the batch: a server that went away should not use up the rest."""


@dataclass(frozen=True, slots=True)
class Done:
    """A row was written to OUT, or was there already."""

    id: str
    """Of the document."""
    row: Written
    reused: bool
    """True if an earlier, interrupted batch wrote it."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A row that waits for those before it."""

    id: str
    """Of the document."""
    digest: str
    line: bytes | Kept
    """A row that an earlier batch made is left in its file until it is written."""
    check: Check | None = None


@dataclass(slots=True)
class Opened:
    """A document at work."""

    item: Item
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    effort: Effort = Effort.USUAL
    hurried: bool = False
    """It is judged with less effort than it asks for, because the time is short: continuing judges it anew."""

    @property
    def name(self) -> str:
        """What the journal calls it: verdicts of less effort are not those that it asks for."""
        return f"{self.item.digest}{f' {HURRIED}' if self.hurried else ''}"


def info_at(info: RunInfo, settings: Settings, effort: Effort) -> RunInfo:
    """How verdicts of this effort are made."""
    options = {**dict(info.parameters), **options_at(settings, effort)}
    return replace(info, parameters=tuple(sorted(options.items())))


def gone(error: LocalcheckError | None) -> BackendError:
    """Why the batch ends although documents are left."""
    last = error.message if error is not None else "no reason given"
    return BackendError(
        f"{IN_A_ROW} documents in a row failed, the last one with: {last}",
        "mend that, then continue with the same command and --resume: it tries them again",
    )


class Batch:
    """One batch. Iterate over ``rows()``; closing that generator stops it, and it can be resumed."""

    def __init__(
        self,
        output: Output,
        executor: Executor,
        settings: Settings,
        call: Call,
        log: Log | None = None,
        pace: Pace | None = None,
        limited: bool = False,
    ) -> None:
        """``pace``: of a time budget; after it no document is begun and those at work are left. ``limited``: only the first
        documents are asked for; rows of others that were put aside wait for them.
        """
        self._output, self._executor, self._settings, self._call, self._log = output, executor, settings, call, log
        gate_parts = [settings.claims, settings.llm, settings.risk, call.model, call.template, call.category, call.risk]
        self._infos = {effort: info_at(executor.info, settings, effort) for effort in Effort}
        self._digests = {effort: settings_digest(info, gate_parts) for effort, info in self._infos.items()}
        self.digest = self._digests[Effort.USUAL]
        self._hurried = settings_digest(self._infos[Effort.QUICK], [*gate_parts, HURRIED])
        self._can_hurry = bool(options_at(settings, Effort.QUICK))
        known = {*self._digests.values(), self._hurried}
        self.foreign = sum(kept.row.settings not in known for kept in (*output.kept, *output.spare))
        """Rows of OUT that other options, models or scores, another index or build made: their documents are judged again."""
        self.pace = pace or Pace(0.0, None)
        self.out_of_time = False
        self._failing = 0
        """Documents in a row whose backend failed."""
        self.warnings: list[str] = list(output.warnings)
        self._limited = limited
        self._ready: dict[int, Ready] = {}
        self._behind = 0
        """Bytes of these rows."""
        self._unsaid: list[Done] = []
        """Rows that were written while the next document to judge was looked for."""
        self._open: dict[int, Opened] = {}
        self._pool: dict[tuple[str, str], Kept] = {}
        self._put_back: set[tuple[str, str]] = set()
        """Of the pool."""
        self._next = 0
        self._synced = 0.0

    def rows(self, items: Iterable[Item]) -> Iterator[Done]:
        """Every row as it stands in OUT, in the order of the input. Raises ``BackendError`` when OUT cannot be written."""
        waiting = iter(items)
        first = yield from self._reuse(waiting)
        rows = (kept.row for kept in (*self._output.kept, *self._pool.values()))
        done = {row.document for row in rows if row.settings in self._digests.values()}
        path = self._output.path
        self._journal = Journal(path.with_name(path.name + ".journal"), self.digest, done)
        if self._journal.damaged:
            lines = many(self._journal.damaged, "damaged line")
            self.warnings.append(f"{lines} of the journal: what stood there is judged again")
        finished = False
        try:
            with closing(self._executor.steps(self._tasks(first, waiting))) as steps:
                for progress in steps:
                    self._take(progress)
                    yield from self._flush()
                    if self._failing >= IN_A_ROW:
                        yield from self._flush(now=True)
                        raise gone(progress.error)
                    if self.pace.over:
                        self.out_of_time = True
                        break
            yield from self._flush(now=True)
            finished = not self.out_of_time
            if finished:
                self._put_away()
        except (GeneratorExit, KeyboardInterrupt):
            self._write()
            raise
        finally:
            self._journal.close(finished)
            if self._log is not None:
                self._log.flush()

    def _put_away(self) -> None:
        """Drop the rows that were put aside; where documents were left out, those of them stay."""
        spare = self._output.spare if self._limited else ()
        wait = {kept.row.key for kept in spare if kept.row.exit_code != RETRIED}
        wait = {key for key in wait - self._put_back if key[1] in self._digests.values()}
        if wait:
            self.warnings.append(WAITING.format(rows=len(wait), file=self._output.aside.name))
        else:
            self._output.forget()

    def _reuse(self, waiting: Iterator[Item]) -> Generator[Done, None, Item | None]:
        """The rows of OUT that belong to the first items; returns the first item that has none, or None."""
        kept = self._output.kept
        for item in waiting:
            row = kept[self._next].row if self._next < len(kept) else None
            known = row is not None and (row.id, row.key) == (item.document.id, self._key(item))
            if row is None or not known or row.exit_code == RETRIED:
                self._output.cut(self._next)
                self._pool = {k.row.key: k for k in self._output.spare if k.row.exit_code != RETRIED}
                return item
            self._next += 1
            yield Done(item.document.id, row, True)
        self._output.cut(self._next)
        return None

    def _tasks(self, first: Item | None, waiting: Iterator[Item]) -> Iterator[Task | None]:
        """The documents that are still to be judged; those that need no judging are finished at once. None: no other one for
        now, because too much waits for one that is at work.
        """
        for item in () if first is None else chain((first,), waiting):
            if self.pace.over:
                self.out_of_time = True
                return
            yield from self._task(item)
            if len(self._ready) >= AT_ONCE or self._behind >= BEHIND:
                self._unsaid += self._write()
            while self._behind >= BEHIND:
                yield None
                self._unsaid += self._write()

    def _asked(self, item: Item) -> Effort | None:
        """How thoroughly the class of this document asks to be checked; None for not at all. Raises why it cannot be."""
        if item.error is not None:
            raise item.error
        return effort_for(item.document, self._call.of(item.document), self._settings)

    def _key(self, item: Item) -> tuple[str, str]:
        """What a finished row of this document says: its digest and that of the settings it asks for."""
        effort = None
        with suppress(LocalcheckError):  # it is the row of an error
            effort = self._asked(item)
        return item.digest, self._digests[effort or Effort.USUAL]

    def _task(self, item: Item) -> Iterator[Task]:
        row = self._pool.get(self._key(item))
        if row is not None:
            self._put_back.add(row.row.key)
            self._ready[item.index] = Ready(item.document.id, item.digest, row)
            return
        opened = Opened(item)
        try:
            asked = self._asked(item)
        except LocalcheckError as error:
            self._finish(opened, error)
            return
        opened.effort = asked or Effort.USUAL
        if asked is None or not item.document.text.strip():
            self._finish(opened, None)
            return
        opened.effort = self.pace.effort(asked, item.index) if self._can_hurry else asked
        opened.hurried = opened.effort is not asked
        if opened.hurried and (row := self._pool.get((item.digest, self._hurried))) is not None:
            self._ready[item.index] = Ready(item.document.id, item.digest, row)
            return
        self._open[item.index] = opened
        known = tuple(self._journal.known.get(opened.name, ()))
        yield Task(item.index, item.document, known, opened.effort)

    def _take(self, progress: Progress) -> None:
        """Store a verdict, or finish its document."""
        opened = self._open[progress.index]
        if progress.verdict is None:
            self.pace.finished(opened.hurried)
            failed = progress.error is not None and progress.error.exit_code == RETRIED
            self._failing = self._failing + 1 if failed else 0
            self._finish(self._open.pop(progress.index), progress.error)
            return
        claim = progress.verdict.claim.id
        if claim in opened.verdicts:
            return
        opened.verdicts[claim] = progress.verdict
        if all(v.claim.id != claim for v in self._journal.known.get(opened.name, ())):
            self._journal.add(opened.name, progress.verdict)

    def _finish(self, opened: Opened, error: LocalcheckError | None) -> None:
        item, report, gated, check = opened.item, None, None, None
        if error is None:
            info = self._infos[opened.effort]
            info = replace(info, notes=(*info.notes, HURRIED)) if opened.hurried else info
            report = build(item.document, sentences_of(item.document), opened.verdicts.values(), info)
            call = self._call.of(item.document)
            try:
                gated = gate(report, call, self._settings.risk_table())
                check = self._check(opened, report, gated, call)
            except LocalcheckError as problem:
                error, report = problem, None
        digest = self._hurried if opened.hurried else self._digests[opened.effort]
        line = line_of(item, digest, report, gated, error)
        self._ready[item.index] = Ready(item.document.id, item.digest, line, check)
        self._behind += len(line)

    def _check(self, opened: Opened, report: Report, gated: Gated, call: Call) -> Check:
        item = opened.item  # by its digest too: another row may stand in this place by now
        own = f"{self._journal.batch}-{item.index:08d}-{item.digest[:8]}{'-hurried' if opened.hurried else ''}"
        # Documents are judged many at a time: how long one was open says how long the others took.
        return check_of(report, gated, replace(call, call_id=call.call_id or own), report.cost.seconds)

    def _flush(self, now: bool = False) -> Iterator[Done]:
        """Write the rows that are ready and next in order, if ``SYNC_SECONDS`` have passed; yields those written."""
        if now or time.monotonic() - self._synced >= SYNC_SECONDS:
            self._unsaid += self._write()
        said, self._unsaid = self._unsaid, []
        yield from said

    def _write(self) -> list[Done]:
        """Write the rows that are ready and next in order, some at a time. Their checks are logged first; logging a check again
        has no effect, so that a kill between the two neither loses nor doubles a check.
        """
        done: list[Done] = []
        while self._next in self._ready:
            ready: list[Ready] = []
            while len(ready) < AT_ONCE and self._next in self._ready:
                ready.append(self._ready.pop(self._next))
                self._next += 1
            if self._log is not None:
                self._log.add([row.check for row in ready if row.check is not None])
            self._behind -= sum(len(row.line) for row in ready if isinstance(row.line, bytes))
            lines = [row.line if isinstance(row.line, bytes) else self._spared(row.line, row.id) for row in ready]
            self._output.append(b"".join(lines))
            done += [self._done(row, line) for row, line in zip(ready, lines, strict=True)]
        self._synced = time.monotonic()
        return done

    def _spared(self, kept: Kept, id: str) -> bytes:
        """The line of a row that was put aside, under the id that its document has by now."""
        line = self._output.spared(kept)
        return line if kept.row.id == id else renamed(line, id)

    def _done(self, ready: Ready, line: bytes) -> Done:
        self._journal.done(ready.digest)
        self._journal.done(f"{ready.digest} {HURRIED}")
        row = written(line)
        assert row is not None, "a row that was just made can be read"
        return Done(ready.id, row, not isinstance(ready.line, bytes))
