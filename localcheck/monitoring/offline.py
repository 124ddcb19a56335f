"""Shows that nothing leaves this machine: it tries to connect, and must be refused. Used by ``localcheck doctor --offline``."""

from __future__ import annotations

import socket
from collections.abc import Iterator

from localcheck.errors import NetworkRefused, SandboxError
from localcheck.monitoring.doctor import Finding
from localcheck.system import network, network_namespace

ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody (TEST-NET-1, RFC 5737): the guard refuses before anything is sent."""
MEND = "do not rely on the guard; cut the network at the firewall, and report this"


def findings() -> Iterator[Finding]:
    """What the guard of this process refuses, and whether the kernel's sandbox is possible here and holds."""
    network.install()
    for what, attempt in (("a connection", _connect), ("a datagram", _send), ("a DNS lookup", _resolve)):
        try:
            attempt()
            yield Finding("network", "error", f"guard: {what} of Python code was not refused", MEND)
        except NetworkRefused as refused:
            yield Finding("network", "ok", f"guard: {what} of Python code: {refused.message}")
        except OSError as error:
            yield Finding("network", "error", f"guard: {what} of Python code was tried: {error}", MEND)
    yield _sandbox()


def _sandbox() -> Finding:
    try:
        proof = network_namespace.prove()
    except SandboxError as error:
        return Finding("network", "note", error.message, error.hint)
    except OSError as error:
        return Finding("network", "note", f"the sandbox could not be tried: {error}")
    if proof.without.startswith("refused") and not network_namespace.interfaces_up():
        said = "no interface is up, not even loopback: nothing can leave this machine, with or without --sandbox"
        return Finding("network", "ok", said)
    tried = f"code in C within: {proof.within}; a child process within: {proof.child}; without: {proof.without}"
    if proof.holds:
        return Finding("network", "ok", f"sandbox (--sandbox): no interface is up; {tried}")
    return Finding("network", "error", f"sandbox (--sandbox): it does not isolate: {tried}", MEND)


def _connect() -> None:
    with socket.socket() as s:
        s.settimeout(0.5)
        s.connect(ELSEWHERE)


def _send() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.sendto(b"", ELSEWHERE)


def _resolve() -> None:
    socket.getaddrinfo("localcheck.invalid", 80)
