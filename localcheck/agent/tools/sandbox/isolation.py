"""Which isolation this machine offers: bubblewrap, or the kernel's namespaces directly."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from localcheck.errors import BadSetting, SandboxError

Choice = Literal["auto", "bubblewrap", "namespaces", "none"]
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
TMP_BYTES = 16 * 1024 * 1024
PROBE_SECONDS = 10
HINT = "install bubblewrap (Linux: apt install bubblewrap), or insist with LOCALCHECK_SANDBOX=none"
ROOT_HINT = "run localcheck as an ordinary user, or insist with LOCALCHECK_SANDBOX=none"


@dataclass(frozen=True, slots=True)
class Isolation:
    """How a program is kept apart."""

    name: str
    """``bubblewrap``, ``namespaces`` or ``none``."""

    @contextmanager
    def command(self, argv: tuple[str, ...]) -> Iterator[list[str]]:
        """The command line that runs ``argv`` in isolation; what it needs on disk is there inside the block."""
        if self.name == "bubblewrap":
            yield _bubblewrap(argv)
        elif self.name == "namespaces":
            with tempfile.TemporaryDirectory(prefix="localcheck-sandbox-") as root:
                config = {"argv": argv, "binds": _binds(), "tmp": TMP_BYTES, "root": root}
                launcher = Path(__file__).with_name("launcher.py")
                yield [interpreter(), "-I", "-S", str(launcher), json.dumps(config)]
        else:
            yield list(argv)


def interpreter() -> str:
    """The real Python interpreter, not a virtual environment's link to it."""
    return os.path.realpath(sys.executable)


def _binds() -> list[str]:
    prefix = os.path.realpath(sys.base_prefix)
    return [p for p in (*SYSTEM, *(() if prefix.startswith("/usr") else (prefix,))) if Path(p).exists()]


def _bubblewrap(argv: tuple[str, ...]) -> list[str]:
    command = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000"]
    command += ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"]
    for path in _binds():
        link = Path(path)
        command += ["--symlink", str(link.readlink()), path] if link.is_symlink() else ["--ro-bind", path, path]
    command += ["--proc", "/proc", "--dev", "/dev", "--size", str(TMP_BYTES), "--tmpfs", "/tmp", "--chdir", "/tmp"]
    for name, value in (("PATH", "/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("HOME", "/tmp")):
        command += ["--setenv", name, value]
    return [*command, "--remount-ro", "/", "--", *argv]


@cache
def choose(choice: Choice = "auto") -> Isolation:
    """The isolation to use. Raises ``SandboxError`` where none is possible and the user does not insist on none."""
    if choice not in get_args(Choice):
        raise BadSetting("sandbox", f"{choice!r} is not one of {', '.join(get_args(Choice))}")
    if choice == "none":
        return Isolation("none")
    problems = []
    for name in ("bubblewrap", "namespaces") if choice == "auto" else (choice,):
        problem = _unbounded(name) or _problem(Isolation(name))
        if not problem:
            return Isolation(name)
        problems.append(f"{name}: {problem}")
    raise SandboxError(
        f"code cannot be run safely here ({'; '.join(problems)})", ROOT_HINT if os.getuid() == 0 else HINT
    )


def _unbounded(name: str) -> str:
    """Root is exempt from limits on a user's processes: the launcher becomes nobody, bubblewrap cannot, and a fork bomb would
    fill the process table before the clock ends it.
    """
    root = name == "bubblewrap" and os.getuid() == 0
    return "as root it cannot bound the number of processes" if root else ""


def _problem(isolation: Isolation) -> str:
    """Why this isolation does not work here; empty when it does."""
    if not sys.platform.startswith("linux"):
        return "needs Linux"
    if isolation.name == "bubblewrap" and shutil.which("bwrap") is None:
        return "not installed"
    try:
        with isolation.command((interpreter(), "-I", "-S", "-c", "print(6 * 7)")) as command:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_SECONDS, check=False, text=True
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.stdout.strip() == "42":
        return ""
    return (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
