"""Offline is enforced: an audit hook refuses every connection that is not to this machine, and counts the attempts.

An audit hook cannot be removed, so the switch is a module value: ``allow()`` opens the network for the block in which
the user asked for it, never before.
"""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from localcheck.errors import NetworkRefused


@dataclass(slots=True)
class _Guard:
    installed: bool = False
    allowed: bool = False
    attempts: int = 0


_guard = _Guard()
LOOPBACK_NAMES = {"localhost", "localhost.localdomain", "ip6-localhost", ""}
HINT = "add --network to allow connections for this command"


def install() -> None:
    """Install the hook once per process."""
    if not _guard.installed:
        _guard.installed = True
        sys.addaudithook(_hook)


@contextmanager
def allow(yes: bool = True) -> Iterator[None]:
    """Connections beyond this machine are allowed inside the block when ``yes``."""
    before = _guard.allowed
    _guard.allowed = yes or before
    try:
        yield
    finally:
        _guard.allowed = before


def attempts() -> int:
    """Connections beyond this machine that were tried since the start of the process."""
    return _guard.attempts


def is_local(host: object) -> bool:
    """Does this host (name or address) mean this machine?"""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host is None:
        return True
    if not isinstance(host, str):
        return False
    name = host.strip("[]").split("%")[0].lower()
    if name in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.gethostbyname"):
        return
    host = _host(event, arguments)
    if host is _NOT_INTERNET or is_local(host):
        return
    if event == "socket.connect" or not _guard.allowed:
        _guard.attempts += 1
    if not _guard.allowed:
        raise NetworkRefused(f"refused a connection to {host!r}: the network is off", HINT)


_NOT_INTERNET = object()


def _host(event: str, arguments: tuple[Any, ...]) -> object:
    """The host that an audit event is about; unix sockets and the like are not the internet."""
    if event in ("socket.getaddrinfo", "socket.gethostbyname"):
        return arguments[0]
    address = arguments[1]
    return address[0] if isinstance(address, tuple) and address else _NOT_INTERNET
