"""The documents of this sitting: the queue, and their runs, which go on whichever document is in view. Knows no screen.

The engine's thread fills the inbox of a run; ``news`` empties all inboxes into the readings, on the app's thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from textual.message import Message

from localcheck.settings.requests import CheckRequest
from localcheck.store import RunState
from localcheck.types import Document, Event, Finished, Judged, Started
from localcheck_tui.engine import Check, Ended, Engine
from localcheck_tui.reading import Reading


@dataclass(slots=True, eq=False)
class Entry:
    """One document of the queue."""

    document: Document
    run_id: int | None = None
    """Its run in the store; None before it was begun."""
    reading: Reading | None = None
    """Its review, once it was opened or its run was asked for."""
    job: Check | None = None
    """Its run, while it goes on or waits its turn."""
    ended: Ended | None = None
    """How the run ended, until ``news`` tells it."""
    problem: str = ""
    """Why it cannot be read."""

    @property
    def number(self) -> int | None:
        """The number of its run in the store; None before it was begun."""
        return self.reading.run_id if self.reading is not None and self.reading.run_id is not None else self.run_id

    @property
    def running(self) -> bool:
        """True while its run goes on or waits its turn."""
        return self.reading is not None and self.reading.running


@dataclass(slots=True)
class News:
    """What a run brought since it was last looked at."""

    reading: Reading
    changed: set[int] = field(default_factory=set)
    """Sentences with new verdicts."""
    new_text: bool = False
    """The sentences of the document are known, or other ones."""
    finished: bool = False
    ended: Ended | None = None


class EventsWaiting(Message, bubble=False):
    """A run has news: its inbox has events, many of which give one message."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, EventsWaiting)


class Desk:
    """The queue. ``post`` is told when a run has news."""

    def __init__(self, engine: Engine, post: Callable[[Message], object]) -> None:
        self.engine, self._post = engine, post
        self.entries: list[Entry] = []

    def add(self, new: Entry) -> Entry:
        """Put a document at the end of the queue; the entry of the same run or text where there is one already."""
        for entry in self.entries:
            if entry.document == new.document and new.run_id in (None, entry.number):
                return entry
        self.entries.append(new)
        return new

    def hold(self, reading: Reading) -> Entry:
        """The entry of a review that is opened."""
        entry = self.entry_of(reading) or self.add(Entry(reading.document, reading.run_id))
        entry.reading, entry.run_id = reading, reading.run_id
        return entry

    def entry_of(self, reading: Reading | None) -> Entry | None:
        """The entry of a review; None where it has none."""
        return next((e for e in self.entries if e.reading is reading and reading is not None), None)

    def by_run(self, run_id: int) -> Entry | None:
        """The entry of a stored run; None where it has none."""
        return next((e for e in self.entries if e.number == run_id), None)

    def running(self, document: Document) -> Entry | None:
        """The entry of a document whose run goes on or waits its turn; None where there is none."""
        return next((e for e in self.entries if e.running and e.document == document), None)

    def after(self, reading: Reading | None) -> Entry | None:
        """The next document that can be read, round the end; None if there is no other one."""
        here = self.entry_of(reading)
        start = self.entries.index(here) + 1 if here is not None else 0
        round_ = [*self.entries[start:], *self.entries[:start]]
        return next((e for e in round_ if e is not here and not e.problem), None)

    def start(self, reading: Reading, request: CheckRequest) -> None:
        """Ask for the run of a review; it begins when the ones before it are over. It takes the place of an earlier run of the
        same document, which is cancelled.
        """
        entry = self.hold(reading)
        if entry.job is not None:
            entry.job.cancelled.set()
        entry.ended = None
        reading.waiting = any(e.running for e in self.entries if e is not entry)
        reading.running, reading.paused, reading.cancelling = True, False, False
        reading.error, reading.hint, reading.began = "", "", None

        def heard(ended: Ended | None) -> None:
            if ended is not None and entry.job is job:
                entry.ended = ended
            self._post(EventsWaiting())

        job = entry.job = Check(request, heard)
        self.engine.check(job)

    def pause(self, reading: Reading) -> None:
        """Pause the run of a review, or let it go on; nothing for one that was cancelled."""
        entry = self.entry_of(reading)
        if entry is not None and entry.job is not None and not reading.cancelling:
            reading.paused = not reading.paused
            (entry.job.paused.set if reading.paused else entry.job.paused.clear)()

    def cancel(self, reading: Reading) -> None:
        """Cancel the run of a review at its next verdict; one that waits is not begun."""
        entry = self.entry_of(reading)
        if entry is None or entry.job is None:
            return
        entry.job.cancelled.set()
        reading.cancelling = not reading.waiting
        if reading.waiting:
            reading.running = reading.waiting = reading.paused = False
            reading.state = RunState.CANCELLED

    def waiting(self) -> bool:
        """True if a run has news that were not taken."""
        return any(e.job is not None and (e.ended is not None or bool(e.job.inbox)) for e in self.entries)

    def news(self) -> Iterator[News]:
        """What every run brought since the last time; the readings are up to date afterwards."""
        for entry in self.entries:
            if entry.job is None or entry.reading is None:
                continue
            ended, entry.ended = entry.ended, None  # first, so that the events before the end are taken with it
            found = News(entry.reading, ended=ended)
            for _ in range(len(entry.job.inbox)):
                _take(*entry.job.inbox.popleft(), found)
            if ended is not None:
                _end(entry.reading, ended)
                entry.job, entry.run_id = None, entry.reading.run_id
            if found.changed or found.new_text or found.finished or ended is not None:
                yield found


def _take(run_id: int | None, event: Event, found: News) -> None:
    reading = found.reading
    reading.run_id = run_id if run_id is not None else reading.run_id
    reading.waiting = False
    if isinstance(event, Started):
        found.new_text = reading.sentences != event.sentences
        reading.sentences, reading.total = event.sentences, None
    elif isinstance(event, Judged):
        reading.add(event.verdict)
        reading.began = reading.began or (time.monotonic(), reading.done)
        found.changed.add(event.verdict.claim.sentence)
    elif isinstance(event, Finished):
        reading.info, reading.total = event.report.run, len(event.report.verdicts)
        found.finished = True


def _end(reading: Reading, ended: Ended) -> None:
    reading.running = reading.paused = reading.cancelling = reading.waiting = False
    reading.state, reading.error, reading.hint = ended.state, ended.error, ended.hint
