"""Parts made into rows on a Ray cluster: for a corpus that one machine would clean for hours.

The caller cuts, and writes what comes back, in order; a part goes out with everything in it, so no node needs the source. Ray
runs a part again whose worker or node died; one that is lost for good is made here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from localcheck.ingest.corpus.records import Part
from localcheck.ingest.corpus.rows import Ready, ready
from localcheck.system import ray_cluster

AHEAD = 4
"""Parts for each processor of the cluster that are on their way."""
RETRIES = 5


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where parts are sent."""

    address: str = "auto"
    """Of a running cluster, ``auto`` for the one of this machine, ``local`` to start one."""
    beyond: bool = False
    """Whether it may have nodes that are not this machine."""


def over_ray(parts: Iterator[Part], dated: str, cluster: Cluster) -> Generator[list[Ready], None, None]:
    """The rows of each part, in order.

    Raises ``MissingExtra``, ``MissingResource`` where there is no cluster, ``NetworkRefused``, and ``BadInput`` as parts do.
    """
    ray = ray_cluster.module("cleaning over Ray")
    ray_cluster.connect(ray, cluster.address, 0, cluster.beyond)
    try:
        ray_cluster.is_here(ray, cluster.beyond)
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(ready)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[tuple[Part, Any]] = deque()
        for part in parts:
            waiting.append((part, task.remote(part.carried(), dated)))
            if len(waiting) > most:
                yield _result(ray, *waiting.popleft(), dated)
        while waiting:
            yield _result(ray, *waiting.popleft(), dated)
    finally:
        ray.shutdown()


def _result(ray: Any, part: Part, reference: Any, dated: str) -> list[Ready]:
    try:
        found: list[Ready] = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise ray_cluster.failed(error, "install the same localcheck on all nodes") from error
    except ray.exceptions.RayError:
        return ready(part, dated)
    return found
