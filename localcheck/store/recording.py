"""Stores a run while its events pass by, and makes the request that continues one which was interrupted."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping
from contextlib import ExitStack

from localcheck import __version__
from localcheck.errors import UsageError
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest, Earlier, continued, with_typed
from localcheck.sources.digests import digests
from localcheck.store.checks import LLMCall
from localcheck.store.database import Store, writing
from localcheck.store.runs import RunState, StoredRun
from localcheck.system.clock import now
from localcheck.types import JSON, Event, Failed, Finished, Judged, Label, RunInfo, Started


class Recorder:
    """Stores the events of a run; ``run_id`` is the run of the document last seen, None before the first."""

    def __init__(
        self, store: Store, settings: Settings, run_id: int | None = None, calls: list[LLMCall] | None = None
    ) -> None:
        """``run_id`` continues a run that stands in the store already: claims that it judged are not stored again.

        ``settings`` are kept with a new run, so that it can be continued in the same way. ``calls`` is where calls to a
        language model are listed as they are made; they are moved from there to the store.
        """
        self.store, self._settings, self._calls = store, settings, calls
        self.run_id = run_id
        self._continued = run_id is not None
        self._stored: frozenset[str] = frozenset()
        self._running = False
        self._held = ExitStack()
        self.judged = 0
        """How many verdicts were stored."""
        self.begun = 0
        """How many documents were begun."""

    def follow(self, events: Iterable[Event]) -> Generator[Event, None, None]:
        """The same events, each stored before it is passed on.

        A consumer that stops (closes this generator) leaves the run cancelled; an exception leaves it failed, with its
        message. Both can be continued. While a run is written, no other program removes or continues it: raises
        ``UsageError`` where another one does so now.
        """
        try:
            if self._continued and self.run_id is not None:
                self._held.enter_context(writing(self.store.path, self.run_id))  # before any model is loaded
                self._stored = self.store.judged_claims(self.run_id)
            for event in events:
                self._write(event)
                self._keep_calls()
                yield event
        except (GeneratorExit, KeyboardInterrupt):
            self._end(RunState.CANCELLED, "")
            raise
        except Exception as error:
            self._end(RunState.FAILED, str(error))
            raise
        finally:
            self._held.close()
            if isinstance(events, Generator):
                events.close()

    def _write(self, event: Event) -> None:
        match event:
            case Started():
                self.begun += 1
                self._begin(event)
            case Judged() if self.run_id is not None and event.verdict.claim.id not in self._stored:
                self.store.add_verdict(self.run_id, event.verdict)
                self.judged += 1
            case Finished() if self.run_id is not None:
                self.store.finish_run(self.run_id, event.report, digests(event.report.run.index))
                self._running = False
                self._held.close()
            case Failed():
                if not self._running:
                    self._begin(Started(event.document, ()))
                self._end(RunState.FAILED, event.error)

    def _keep_calls(self) -> None:
        if self._calls and self.run_id is not None:
            self.store.calls.add(self._calls, self.run_id)
            self._calls.clear()

    def _begin(self, event: Started) -> None:
        if self._continued and self.run_id is not None:
            self.store.end_run(self.run_id, RunState.OPEN)
        else:
            self._stored = frozenset()
            with self.store.together():  # no other program sees the run before it is locked
                made = event.run or planned(self._settings)
                run_id = self.store.begin_run(made, event.document, event.sentences, self._settings)
                self._held.enter_context(writing(self.store.path, run_id))
            self.run_id = run_id
        self._continued, self._running = False, True

    def _end(self, state: RunState, error: str) -> None:
        if self._running and self.run_id is not None:
            self.store.end_run(self.run_id, state, error)
        self._running = False
        self._held.close()


def planned(settings: Settings) -> RunInfo:
    """What is known of a run before any model is loaded; a ``Started`` event and the finished report know more."""
    return RunInfo(
        detector=settings.detector,
        index=settings.index,
        settings_digest=settings.digest(),
        seed=settings.seed,
        version=__version__,
        started=now(),
    )


def earlier(run: StoredRun) -> Earlier:
    """What a stored run has judged so far, for a request that continues it."""
    kept = tuple(v for v in run.verdicts if v.label is not Label.FAILED)
    return Earlier(run.summary.id, run.info, kept)


def resume(
    store: Store, run_id: int, now: Settings, typed: Collection[str] = (), options: Mapping[str, JSON] | None = None
) -> CheckRequest:
    """The request that continues run ``run_id``: same document, method, evidence, claims, models and options.

    ``typed`` names the settings that the user gave now, ``options`` the options of the method: other models are taken,
    anything else that differs from what the run was started with raises ``UsageError``. Raises ``UnknownName``.
    """
    run = store.load(run_id)
    then = continued(now, run.settings, run.info)
    started_with = {name: str(value) for name, value in then.detector_options(then.detector).items()}
    for name, value in (options or {}).items():
        if started_with.get(name.replace("-", "_")) != str(value):
            raise UsageError(
                f"run {run_id} was started with {name} = {started_with.get(name.replace('-', '_'))} and cannot go on"
                f" with {value}",
                "leave -o out, or start a new run",
            )
    return CheckRequest((run.document,), with_typed(then, now, typed), earlier(run))
