"""The same engine over a Ray cluster: documents go out in small groups as Ray tasks, verdicts stream back.

Scheduling, retries and lost nodes are Ray's: a group whose worker or node dies is run again elsewhere, and what it had said
before is not said twice. Every worker process opens its models once and keeps them. Ray is imported
when it is wanted.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from localcheck.batch.executor import Executor, Local, Progress, Task
from localcheck.errors import BackendError, LocalcheckError, NetworkRefused
from localcheck.settings import Settings
from localcheck.system import network, ray_cluster, resources
from localcheck.types import RunInfo

GROUP = 8
"""Documents a Ray task: enough for full NLI batches, few enough to spread and to lose."""
RETRIES = 5
"""How often a group is run again after its worker or node died; then its documents are errors."""
Place = tuple[str, str] | None
"""Home and current folder of the command, if all workers are on its machine."""


class OverRay(Executor):
    """Judges tasks on a Ray cluster. ``workers`` groups at a time; 0: as many as the cluster has room for."""

    def __init__(self, settings: Settings, workers: int = 0, address: str = "auto") -> None:
        """``address``: of a running cluster, ``auto`` for the one of this machine, ``local`` to start one.

        Raises ``MissingExtra`` without Ray, ``MissingResource`` when there is no cluster, ``NetworkRefused`` when it reaches
        beyond this machine and the network is off, and what opening the models there raises.
        """
        super().__init__()
        self._ray = ray_cluster.module("a batch over Ray")
        self._settings = settings
        ray_cluster.connect(self._ray, address, workers, settings.network)
        try:
            here = ray_cluster.is_here(self._ray, settings.network)
            self._place = (str(resources.home()), str(Path.cwd())) if here else None
            cpus = settings.threads or 1
            self._judge = self._ray.remote(num_cpus=cpus, max_retries=RETRIES, num_returns="streaming")(_judge)
            self._at_once = workers or max(1, int(self._ray.cluster_resources().get("CPU", 1) // cpus))
            about = self._ray.remote(num_cpus=cpus, max_retries=RETRIES)(_about)
            self.info, self.megabytes = self._got(about.remote(settings, self._place))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self._ray.shutdown()

    def steps(self, tasks: Iterable[Task | None]) -> Generator[Progress, None, None]:
        """Verdicts of all groups as they arrive; every task ends once."""
        waiting = iter(tasks)
        groups: dict[Any, dict[int, Task]] = {}
        try:
            while True:
                while len(groups) < self._at_once and (group := list(filter(None, islice(waiting, GROUP)))):
                    groups[self._judge.remote(self._settings, self._place, group)] = {
                        task.index: task for task in group
                    }
                if not groups:
                    return
                ready, _ = self._ray.wait(list(groups), num_returns=1, fetch_local=False)
                for stream in ready:
                    yield from self._next(stream, groups)
        finally:
            for stream in groups:
                with suppress(Exception):
                    self._ray.cancel(stream)

    def _next(self, stream: Any, groups: dict[Any, dict[int, Task]]) -> Iterator[Progress]:
        """What a group says next; at its end, or when it is lost for good, the documents that did not end are errors."""
        try:
            said = self._got(next(stream))
        except StopIteration:
            error: LocalcheckError = BackendError("the Ray task ended before this document", "--resume tries it again")
        except NetworkRefused:
            raise
        except LocalcheckError as problem:
            error = problem
        else:
            yield from self._heard(said, groups[stream])
            return
        yield from (Progress(index, error=error) for index in groups.pop(stream))

    def _heard(self, said: Progress | RunInfo, group: dict[int, Task]) -> Iterator[Progress]:
        if isinstance(said, RunInfo):
            if (said.models, said.settings_digest) != (self.info.models, self.info.settings_digest):
                raise BackendError(
                    "the nodes of the cluster have different models, indexes or versions", "install the same on all"
                )
            return
        if said.index in group:
            if said.verdict is None:
                del group[said.index]
            yield said

    def _got(self, reference: Any) -> Any:
        """The value, or what went wrong there in this package's words."""
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            raise ray_cluster.failed(error, "--resume tries it again") from error
        except self._ray.exceptions.RayError as error:
            first = str(error).strip().splitlines()[0]
            raise BackendError(
                f"a Ray task was lost {RETRIES + 1} times: {first}", "is there enough memory?"
            ) from error


@cache
def _engine(settings: Settings, place: Place) -> Local:
    """The open models of this worker process."""
    if place is not None:
        os.environ["LOCALCHECK_HOME"] = place[0]
        os.chdir(place[1])
    network.install()
    return Local(settings)


def _about(settings: Settings, place: Place) -> tuple[RunInfo, float]:
    """How verdicts are made there, and the MB of a worker with its models open."""
    import psutil

    return _engine(settings, place).info, float(psutil.Process().memory_info().rss) / 1e6


def _judge(settings: Settings, place: Place, tasks: list[Task]) -> Iterator[RunInfo | Progress]:
    """On a worker: how verdicts are made, then the steps of these tasks."""
    engine = _engine(settings, place)
    yield engine.info
    yield from engine.steps(tasks)
