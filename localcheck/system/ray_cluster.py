"""A Ray cluster: joined where one runs, or started on this machine alone. Ray is imported when it is wanted."""

from __future__ import annotations

import ipaddress
import os
import socket
from contextlib import chdir
from typing import Any

from localcheck.errors import BackendError, LocalcheckError, MissingResource, NetworkRefused
from localcheck.system import network
from localcheck.system.extras import of_extra

LOCAL = "local"
"""The address that starts a cluster of this machine alone."""


def module(what: str) -> Any:
    """Ray, told before it is imported to report nothing to anybody. Raises ``MissingExtra`` naming ``what`` needs it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    with of_extra("ray", what):
        import ray
        import ray.exceptions
        import ray.util
    return ray


def connect(ray: Any, address: str, workers: int, allowed: bool) -> None:
    """Join or start a cluster. Ray's workers look for every module in the folder where this is called first: it must be
    nobody else's. ``allowed``: the cluster may be on other machines.

    Raises ``MissingResource`` when there is no cluster, ``NetworkRefused`` for one that may not be reached.
    """
    quiet = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": True}
    host = address.removeprefix("ray://").rpartition(":")[0]
    try:
        if address == LOCAL:
            with chdir("/"):
                ray.init(LOCAL, num_cpus=workers or None, include_dashboard=False, **quiet)
            return
        if address != "auto":
            if not (allowed or network.is_local(host) or _is_own(host)):
                raise NetworkRefused(f"{host} is beyond this machine", "add --network, before the command")
            _reach(address)
        # A cluster on this machine is reached by the machine's own address, which is not a loopback one.
        with network.allow(True), chdir("/"):
            ray.init(address=address, **quiet)
    except NetworkRefused:
        raise
    except Exception as error:  # Ray raises a bare Exception where a node does not start in time
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        if address == LOCAL:
            hint = (
                "on a busy machine give Ray more time to start: set RAY_raylet_start_wait_time_s=120 in the environment"
            )
            raise MissingResource(f"Ray could not start a cluster on this machine: {first}", hint) from error
        hint = f"start one with: ray start --head; or --ray-address {LOCAL}"
        raise MissingResource(f"no Ray cluster at {address!r}: {first}", hint) from error


def _is_own(host: str) -> bool:
    """Is this an address of this machine? Only such a one can be bound. A name is not asked about: that may ask the network."""
    try:
        address = ipaddress.ip_address(host.strip("[]"))
        with socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6) as probe:
            probe.bind((str(address), 0))
    except (ValueError, OSError):
        return host == socket.gethostname()
    return True


def _reach(address: str) -> None:
    """Raises ``ConnectionError`` where nobody listens: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdigit():
        raise ValueError("an address is HOST:PORT")
    try:
        with network.allow(True), socket.create_connection((host.strip("[]"), int(port)), timeout=10):
            pass
    except OSError as error:
        raise ConnectionError(str(error)) from error


def is_here(ray: Any, allowed: bool) -> bool:
    """Whether all of the cluster is this machine. Raises ``NetworkRefused`` where it is not, and that is not ``allowed``."""
    machines = {str(node["NodeManagerAddress"]) for node in ray.nodes() if node["Alive"]}
    here = machines <= {ray.util.get_node_ip_address()}
    if not here and not allowed:
        raise NetworkRefused("the Ray cluster has nodes beyond this machine", "add --network, before the command")
    return here


def failed(error: Any, hint: str) -> LocalcheckError:
    """A ``RayTaskError`` in this package's words: the task's own error, where it is one of this package."""
    cause = error.cause
    return cause if isinstance(cause, LocalcheckError) else BackendError(f"a Ray task failed: {cause!r}", hint)
