"""Opens everything that a batch needs (OUT, the models, the checks log), and closes it together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass

from localcheck.batch.executor import Executor, Local
from localcheck.batch.items import count, items, left_out
from localcheck.batch.log import Log
from localcheck.batch.output import Output
from localcheck.batch.pace import Pace
from localcheck.batch.run import Batch, Done
from localcheck.batch.workers import Workers
from localcheck.errors import UsageError
from localcheck.ingest.listing import Left, check_strict, summary
from localcheck.settings.requests import BatchRequest


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
