"""Opens everything that a batch needs (OUT, the models, the checks log), and closes it together.

Several worker processes, each with its own runtime. If a process dies (killed, out of memory), its documents are judged
again, once: if a second one dies on the same document, that document gets an error.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from localcheck.batch.executor import Executor, Local, Progress, Task
from localcheck.batch.items import count, items, left_out
from localcheck.batch.output import Output
from localcheck.batch.run import Batch, Done, Log, Pace
from localcheck.errors import BackendError, LocalcheckError, UsageError
from localcheck.ingest.listing import Left, check_strict, summary
from localcheck.settings import Settings
from localcheck.settings.requests import BatchRequest
from localcheck.system import network
from localcheck.system.children import starting
from localcheck.types import RunInfo

SPARE = 1.3
"""Memory that must be free for one more process, as a multiple of what the first one takes."""
READY_SECONDS = 600.0


@dataclass(slots=True, eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    tasks: dict[int, Task] = field(default_factory=dict)
    """Given to it and not done."""


class Workers(Executor):
    """At most ``count`` processes; fewer if there is not enough memory."""

    def __init__(self, settings: Settings, count: int) -> None:
        """Start the first process and wait until its models are open; raises what opening them raises."""
        super().__init__()
        threads = settings.threads or max(1, (os.cpu_count() or 1) // count)
        self._settings = replace(settings, threads=threads)
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        self._again = deque[Task]()
        self._failed_once = set[int]()
        self._idle = set[_Worker]()
        """Workers that asked for a task at the end of the last ``steps`` and still wait for one."""
        first = self._start()
        try:
            self.info = self._ready(first)
            self.megabytes = _megabytes(first)
            """Memory of the first process, once its models are open."""
            while len(self._workers) < count and self._room(count):
                self._ready(self._start())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(10)
        self._workers.clear()

    def steps(self, tasks: Iterable[Task | None]) -> Generator[Progress, None, None]:
        """Verdicts of all processes as they arrive."""
        waiting, self._again, self._failed_once = iter(tasks), deque[Task](), set[int]()
        idle = {w for w in self._idle if not self._feed(w, waiting)}
        while len(idle) < len(self._workers) or self._again:
            for worker in self._heard():
                yield from self._hear(worker, waiting, idle)
            idle = {w for w in idle if w in self._workers and not self._feed(w, waiting)}
        self._idle = idle

    def _heard(self) -> list[_Worker]:
        """The workers that have sent a message."""
        pipes = {id(worker.pipe): worker for worker in self._workers}
        return [pipes[id(pipe)] for pipe in wait([worker.pipe for worker in self._workers])]

    def _hear(self, worker: _Worker, waiting: Iterator[Task | None], idle: set[_Worker]) -> Iterator[Progress]:
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._died(worker)
            return
        if isinstance(message, LocalcheckError):
            raise message
        if message is None:
            if not self._feed(worker, waiting):
                idle.add(worker)
            return
        if message.verdict is None:
            worker.tasks.pop(message.index, None)
        yield message

    def _feed(self, worker: _Worker, waiting: Iterator[Task | None]) -> bool:
        """Give the next task to a worker that asked for one. False if there is none; the worker then waits."""
        task = self._again.popleft() if self._again else next(waiting, None)
        if task is None and worker.tasks:
            _send(worker, None)
            return True
        if task is None:
            return False
        worker.tasks[task.index] = task
        _send(worker, task)
        return True

    def _died(self, worker: _Worker) -> Iterator[Progress]:
        worker.process.join(10)
        self._workers.remove(worker)
        self.notes.append(f"a worker process ended with {worker.process.exitcode}; its documents are judged again")
        for index, task in worker.tasks.items():
            if index in self._failed_once:
                error = BackendError("the worker process died twice on this document", "is there enough memory?")
                yield Progress(index, error=error)
            else:
                self._failed_once.add(index)
                self._again.append(task)
        self._ready(self._start())

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_main, args=(theirs, self._settings), daemon=True)
        with starting():
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _ready(self, worker: _Worker) -> RunInfo:
        try:
            if not worker.pipe.poll(READY_SECONDS):
                raise BackendError("a worker process did not open its models in time", "use --workers 1")
            message = worker.pipe.recv()
        except (EOFError, OSError) as error:
            raise BackendError("a worker process died while it opened its models", "is there enough memory?") from error
        if isinstance(message, LocalcheckError):
            raise message
        info: RunInfo = message
        return info

    def _room(self, count: int) -> bool:
        """Is there memory for one more?"""
        import psutil

        free = psutil.virtual_memory().available / 1e6
        if free >= SPARE * self.megabytes:
            return True
        have = len(self._workers)
        self.notes.append(f"{have} of {count} workers: one takes {self.megabytes:,.0f} MB and {free:,.0f} MB are free")
        return False


def _send(worker: _Worker, task: Task | None) -> None:
    """Send a task; a worker that has died is noticed later, when it is read from."""
    with suppress(OSError):
        worker.pipe.send(task)


def _megabytes(worker: _Worker) -> float:
    import psutil

    return float(psutil.Process(worker.process.pid).memory_info().rss) / 1e6


def _main(pipe: Connection, settings: Settings) -> None:
    """The worker process: sends what it opened, then asks for tasks and sends their results. Ends when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    network.install()
    with suppress(EOFError, OSError):
        try:
            engine = Local(settings)
        except LocalcheckError as error:
            pipe.send(error)
            return
        pipe.send(engine.info)
        with engine:
            try:
                while True:
                    for progress in engine.steps(_asked_for(pipe)):
                        pipe.send(progress)
            except LocalcheckError as error:
                pipe.send(error)


def _asked_for(pipe: Connection) -> Iterator[Task]:
    """Asks for tasks and yields them. The answer None means: finish the tasks at hand, then ask again."""
    while True:
        pipe.send(None)
        task = pipe.recv()
        if task is None:
            return
        yield task


@dataclass(frozen=True, slots=True)
class OpenBatch:
    """A batch that is ready to run."""

    batch: Batch
    rows: Iterator[Done]
    """Nothing is judged before the first row is pulled."""
    total: int | None
    """Documents in the source; None where only reading them all would tell."""
    executor: Executor
    log: Log | None
    left: tuple[Left, ...] = ()
    """Files of the folder that are not read."""

    def warnings(self) -> tuple[str, ...]:
        """What went wrong without stopping the batch, so far."""
        unlogged = self.log.told if self.log is not None else ""
        return tuple(filter(None, (summary(self.left), *self.batch.warnings, *self.executor.notes, unlogged)))


@contextmanager
def opened(request: BatchRequest) -> Iterator[OpenBatch]:
    """Open everything that the batch needs. Raises ``UsageError`` where OUT is IN or no file, and what reading IN
    and opening OUT, models and indexes raises.
    """
    settings = request.settings
    source, out = request.source, request.out
    left = left_out(source, out)
    if request.strict and source.is_dir():
        check_strict(source, left)
        for item in items(source, request.limit, out):
            if item.error is not None:
                raise item.error
    documents, total = items(source, request.limit, out), count(source, request.limit, out)
    if str(out) == "-":
        raise UsageError("OUT is a file, not standard output", "--resume goes on with it; the rows can be read from it")
    if out.exists() and out.samefile(source):
        raise UsageError(f"{out} is IN and OUT of this batch, and would be overwritten", "choose another OUT")
    with ExitStack() as stack:
        output = stack.enter_context(Output(request.out, request.resume))
        executor = stack.enter_context(closing(_executor(request)))
        beside = output.path.with_name(output.path.name + ".checks")
        log = Log(request.log, beside) if request.log is not None else None
        pace, limited = Pace(request.budget, total), request.limit is not None
        batch = Batch(output, executor, settings, request.call, log, pace, limited)
        yield OpenBatch(batch, batch.rows(documents), total, executor, log, left)


def _executor(request: BatchRequest) -> Executor:
    """The models: in this process, in several, or on the nodes of a cluster."""
    if request.executor == "ray":
        from localcheck.batch.cluster import OverRay

        return OverRay(request.settings, request.workers, request.ray_address)
    return Local(request.settings) if request.workers <= 1 else Workers(request.settings, request.workers)
