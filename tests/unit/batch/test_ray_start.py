"""What is said when Ray cannot start a cluster; the real one is in ``tests/faults/test_over_ray.py``."""

from __future__ import annotations

from typing import Never

import pytest

from localcheck.errors import MissingResource
from localcheck.system.ray_cluster import connect


class Busy:
    """Ray on a machine where its node does not start in time."""

    @staticmethod
    def init(*_: object, **__: object) -> Never:
        raise Exception("The current node timed out during startup.\nmore")


def test_a_cluster_that_does_not_start_is_not_looked_for_where_it_was_to_start() -> None:
    """The hint was to use ``--ray-address local``, which had been given."""
    with pytest.raises(MissingResource, match="could not start a cluster on this machine: The current node") as caught:
        connect(Busy, "local", 1, allowed=False)
    assert "--ray-address" not in caught.value.hint and "RAY_raylet_start_wait_time_s" in caught.value.hint
    with pytest.raises(MissingResource, match="no Ray cluster at 'auto'") as caught:
        connect(Busy, "auto", 1, allowed=False)
    assert "--ray-address local" in caught.value.hint
