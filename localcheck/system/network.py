"""Enforces offline use: an audit hook refuses every connection beyond this machine, and counts the attempts.

An audit hook cannot be removed, so a module value switches it: ``allow()`` opens the network for a block only. The hook
sees what Python code does in this process: connections, datagrams, raw sockets and name resolution. A proxy on this
machine counts as the network, because it forwards to it. The hook does not see libraries in C and child processes;
``localcheck.system.network_namespace`` blocks these.
"""

from __future__ import annotations

import _socket as socket_numbers
import ipaddress
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from localcheck.errors import NetworkRefused
from localcheck.system.addresses import parts_of


@dataclass(slots=True)
class _Guard:
    installed: bool = False
    allowed: int = 0
    """Blocks, of all threads, in which the network is open now."""
    attempts: int = 0


_guard = _Guard()
_counting = threading.Lock()
LOOPBACK_NAMES = {"localhost", "localhost.localdomain", "ip6-localhost", ""}
HINT = "add --network to allow connections for this command"


def install() -> None:
    """Install the hook once per process."""
    if not _guard.installed:
        _guard.installed = True
        sys.addaudithook(_hook)


@contextmanager
def allow(yes: bool = True) -> Iterator[None]:
    """Connections beyond this machine are allowed inside the block when ``yes``, in the whole process. Blocks of several
    threads may end in any order.
    """
    with _counting:
        _guard.allowed += yes
    try:
        yield
    finally:
        with _counting:
            _guard.allowed -= yes


def allowed() -> bool:
    """Is the network open at the moment?"""
    return _guard.allowed > 0


def attempts() -> int:
    """Connections and datagrams beyond this machine since the start of the process, and all that was refused."""
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
    if event not in WATCHED:
        return
    host = _host(event, arguments)
    if host is _NOT_INTERNET:
        return
    if event in OUTGOING:
        _guard.attempts += 1
    if not _guard.allowed:
        if event not in OUTGOING:
            _guard.attempts += 1
        raise NetworkRefused(f"refused a connection to {host!r}: the network is off", HINT)


OUTGOING = ("socket.connect", "socket.sendto", "socket.sendmsg")
"""Audit events that reach another machine; they are counted even if they are allowed."""
ASKING = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")
"""Audit events of name resolution, which may reach another machine too."""
WATCHED = {*OUTGOING, *ASKING, "socket.__new__"}
_NOT_INTERNET = object()


def _host(event: str, arguments: tuple[Any, ...]) -> object:
    """The host beyond this machine that an audit event is about; ``_NOT_INTERNET`` where it is about none."""
    if event == "socket.__new__":
        return _raw(arguments[1], arguments[2])
    address = arguments[1] if event in OUTGOING else arguments[0]
    if event in ASKING and not isinstance(address, tuple):
        return _NOT_INTERNET if is_local(address) else address
    if not isinstance(address, tuple) or not address:
        return _NOT_INTERNET
    if is_local(address[0]) and not (event == "socket.connect" and tuple(address[:2]) in _proxies()):
        return _NOT_INTERNET
    return address[0]


def _raw(family: int, kind: int) -> object:
    """True for a raw socket, which always counts as the network, because no later event tells where its packets go."""
    packet = getattr(socket_numbers, "AF_PACKET", None)
    raw = kind & 0xF == socket_numbers.SOCK_RAW and family in (socket_numbers.AF_INET, socket_numbers.AF_INET6)
    return "a raw socket" if raw or (packet is not None and family == packet) else _NOT_INTERNET


def _proxies() -> frozenset[tuple[str, int]]:
    """Proxies on this machine that the environment names: what goes to one goes on to another machine."""
    text = tuple(v for k, v in os.environ.items() if k.lower() in PROXY_VARIABLES and v)
    return _places(text) if text else frozenset()


PROXY_VARIABLES = {"http_proxy", "https_proxy", "all_proxy", "ftp_proxy", "socks_proxy"}


@cache
def _places(proxies: tuple[str, ...]) -> frozenset[tuple[str, int]]:
    """Addresses and ports of proxies, every name of this machine for those on it."""
    found: set[tuple[str, int]] = set()
    for proxy in proxies:
        parts = parts_of(proxy if "://" in proxy else f"http://{proxy}")
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 1080)
        hosts = ("127.0.0.1", "::1", "localhost") if is_local(parts.hostname) else ()
        found |= {(host, port) for host in (parts.hostname or "", *hosts)}
    return frozenset(found)
