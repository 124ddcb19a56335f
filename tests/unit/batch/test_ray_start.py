"""What is said when Ray cannot start a cluster; the real one is in ``tests/faults/test_over_ray.py``."""

from __future__ import annotations

import socket
from typing import Never

import pytest

from localcheck.errors import MissingResource, NetworkRefused
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


@pytest.mark.parametrize(
    "address", ["192.0.2.1:6379", "ray://192.0.2.1:10001", "[2001:db8::1]:6379", "head.example:6379"]
)
def test_a_cluster_beyond_this_machine_is_refused_before_anybody_is_asked(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HOST:PORT was connected to, and the name resolved, although the network was off."""

    def asked(*_: object, **__: object) -> Never:
        raise AssertionError("somebody was asked")

    monkeypatch.setattr("socket.create_connection", asked)
    with pytest.raises(NetworkRefused, match="is beyond this machine"):
        connect(Busy, address, 1, allowed=False)


def test_a_cluster_at_an_address_of_this_machine_needs_no_network() -> None:
    """Ray names its node by the machine's own address, which is not a loopback one."""
    for own in ("127.0.0.1", "0.0.0.0", socket.gethostname()):
        with pytest.raises(MissingResource, match="no Ray cluster at"):
            connect(Busy, f"{own}:1", 1, allowed=False)
