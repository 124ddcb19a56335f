"""No network at all, enforced by the kernel: this process and its children in a network namespace without interfaces.

The audit hook of ``localcheck.system.network`` sees only what Python code does, not libraries in C or child processes. A
network namespace (Linux, unshare(2)) holds for all of them: not even loopback is up. It does not stop a program that
runs as root and tries to get out, and Unix sockets of the file system can still be reached.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import SandboxError
from localcheck.system import children

CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000
SIOCGIFFLAGS = 0x8913
HINT = "without --sandbox the guard of this process still refuses every connection of Python code"


def enter() -> None:
    """Put this process, and all that it starts, into a network namespace without interfaces. There is no way back.

    Call it before any thread is started. Raises ``SandboxError`` where the system does not allow it.
    """
    if not sys.platform.startswith("linux"):
        raise SandboxError("--sandbox needs Linux: other systems have no network namespaces", HINT)
    user, group = os.getuid(), os.getgid()
    flags = CLONE_NEWNET if user == 0 else CLONE_NEWUSER | CLONE_NEWNET
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(flags) != 0:
        code = ctypes.get_errno()
        why = "this system lets no user make a network namespace" if code in (errno.EPERM, errno.ENOSPC) else ""
        raise SandboxError(f"--sandbox is not possible here: {why or os.strerror(code)}", HINT)
    if flags & CLONE_NEWUSER:
        _keep_identity(user, group)
    if reachable := interfaces_up():
        raise SandboxError(f"--sandbox failed: the interfaces {', '.join(reachable)} are up", HINT)


def _keep_identity(user: int, group: int) -> None:
    """Map this user to itself in the new user namespace, so that its files still belong to it."""
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    except OSError as error:
        raise SandboxError(f"--sandbox is not possible here: {error}", HINT) from error


def interfaces_up() -> list[str]:
    """The network interfaces that are up, including loopback."""
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        for _, name in socket.if_nameindex():
            row = fcntl.ioctl(s.fileno(), SIOCGIFFLAGS, name.encode().ljust(256, b"\0"))
            if int.from_bytes(row[16:18], sys.byteorder) & 1:
                found.append(name)
    return found


@dataclass(frozen=True, slots=True)
class Proof:
    """The results of trying to connect to a listener on this machine with code in C, which the audit hook does not see."""

    without: str
    """Outcome without the sandbox; if it is not ``connected``, the probe itself does not work."""
    within: str
    """Outcome within it; ``refused: …`` is the proof."""
    child: str
    """Outcome of a child process within it."""

    @property
    def holds(self) -> bool:
        """True if the probe works and the sandbox refused both connections."""
        refused = all(outcome.startswith("refused") for outcome in (self.within, self.child))
        return self.without == "connected" and refused


def prove() -> Proof:
    """Try connections within the sandbox and without. Raises ``SandboxError`` where it is not possible here."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        outside, inside = _probe(port, "outside"), _probe(port, "inside")
    return Proof(outside["own"], inside["own"], inside["child"])


def _probe(port: int, where: str) -> dict[str, str]:
    command = children.command("localcheck.system.network_namespace", where, str(port))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    try:
        found = json.loads(done.stdout)
    except ValueError:
        raise SandboxError(f"the probe failed: {done.stderr.strip()[-200:]}", HINT) from None
    if "error" in found:
        raise SandboxError(found["error"], HINT)
    return {str(k): str(v) for k, v in found.items()}


def _main(where: str, port: str) -> None:
    """The probe's own process."""
    try:
        if where == "inside":
            enter()
    except SandboxError as error:
        print(json.dumps({"error": error.message}))  # noqa: T201
        return
    if where == "child":
        print(_connect_in_c(int(port)))  # noqa: T201
        return
    command = children.command("localcheck.system.network_namespace", "child", port)
    child = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout.strip()
    print(json.dumps({"own": _connect_in_c(int(port)), "child": child}))  # noqa: T201


def _connect_in_c(port: int) -> str:
    """Connect to a port of this machine through the C library alone: Python's audit hooks see nothing of it."""
    libc = ctypes.CDLL(None, use_errno=True)
    handle = libc.socket(socket.AF_INET, socket.SOCK_STREAM, 0)
    address = socket.AF_INET.to_bytes(2, sys.byteorder) + port.to_bytes(2, "big") + bytes((127, 0, 0, 1)) + bytes(8)
    failed = libc.connect(handle, address, len(address))
    code = ctypes.get_errno()
    libc.close(handle)
    return f"refused: {os.strerror(code)}" if failed else "connected"


if __name__ == "__main__":
    _main(*sys.argv[1:3])
