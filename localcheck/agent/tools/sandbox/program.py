"""Runs one Python program to its end, or stops it at a limit. What it may use is bounded in every direction.

It is isolated by what this machine offers: bubblewrap, or the kernel's namespaces directly.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Literal, get_args

from localcheck.errors import BadSetting, SandboxError

Status = Literal["ended", "time", "output", "memory"]
BLOCK = 65_536
FAILED = 125
"""The exit code of the launcher that could not begin the program."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one program may use."""

    wall_seconds: float = 10.0
    cpu_seconds: int = 8
    memory_bytes: int = 256 * 1024 * 1024
    """Address space of each process."""
    processes: int = 8
    output_bytes: int = 64 * 1024
    """Of standard output and standard error, each."""
    file_bytes: int = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a program."""

    status: Status
    """``ended`` by itself, or stopped for ``time``, ``output`` or ``memory``."""
    code: int
    """Exit code; 128 and the signal for one that was killed."""
    stdout: str
    stderr: str
    seconds: float
    isolation: str


_START = """
import resource as r, sys
def limit(kind, value):
    hard = r.getrlimit(kind)[1]
    value = value if hard == r.RLIM_INFINITY else min(value, hard)
    r.setrlimit(kind, (value, value))
limit(r.RLIMIT_CORE, 0)
limit(r.RLIMIT_FSIZE, {file_bytes})
limit(r.RLIMIT_NOFILE, 64)
limit(r.RLIMIT_AS, {memory_bytes})
limit(r.RLIMIT_CPU, {cpu_seconds})
{processes}
text = sys.stdin.buffer.read().decode("utf-8", "replace")
sys.stdin = open("/dev/null")
del r, limit
exec(compile(globals().pop("text"), {name!r}, "exec"), {{"__name__": "__main__", "__builtins__": __builtins__}})
"""


def run_python(code: str, isolation: Isolation, limits: Limits | None = None, name: str = "program.py") -> Outcome:
    """Run ``code`` as a program, called ``name`` in its errors. Raises ``SandboxError`` when the isolation itself fails."""
    used = limits or Limits()
    # Without a namespace the limit would count all processes of the user.
    processes = "" if isolation.name == "none" else f"limit(r.RLIMIT_NPROC, {used.processes})"
    start = _START.format(
        file_bytes=used.file_bytes,
        memory_bytes=used.memory_bytes,
        cpu_seconds=used.cpu_seconds,
        processes=processes,
        name=name,
    )
    argv = (interpreter(), "-I", "-S", "-B", "-c", start)
    with isolation.command(argv) as command, tempfile.TemporaryDirectory(prefix="localcheck-code-") as folder:
        began = time.monotonic()
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": folder},
            start_new_session=True,
        )
        try:
            stopped, out, err = _follow(process, code, used, began)
        finally:
            _end(process)
        seconds = time.monotonic() - began
    if _broke(isolation, process.returncode, out, err):
        raise SandboxError(f"the sandbox failed: {err.strip().splitlines()[-1] if err.strip() else 'no reason given'}")
    status: Status = stopped or _status(process.returncode, err)
    return Outcome(status, process.returncode, out, err, seconds, isolation.name)


def _broke(isolation: Isolation, code: int, out: str, err: str) -> bool:
    """Did the isolation itself fail, before it began the program? A program may write what it writes, but not in its place."""
    if isolation.name == "namespaces":
        return code == FAILED and not out and err.startswith("localcheck-sandbox: ")
    return isolation.name == "bubblewrap" and code != 0 and not out and err.startswith("bwrap: ")


def _status(code: int, err: str) -> Status:
    # Process 1 of a namespace ignores SIGXCPU; it is killed at the same limit.
    if code in (128 + signal.SIGXCPU, -signal.SIGXCPU, 128 + signal.SIGKILL, -signal.SIGKILL):
        return "time"
    return "memory" if "MemoryError" in err.rsplit("\n", 2)[-2:][0] else "ended"


def _follow(
    process: subprocess.Popen[bytes], code: str, limits: Limits, began: float
) -> tuple[Status | None, str, str]:
    """Feed the program, and read what it says until it ends or meets a limit."""
    assert process.stdin and process.stdout and process.stderr
    feeder = threading.Thread(target=_feed, args=(process.stdin, code), daemon=True)
    feeder.start()
    said: dict[IO[bytes], bytearray] = {process.stdout: bytearray(), process.stderr: bytearray()}
    stopped: Status | None = None
    with selectors.DefaultSelector() as selector:
        for stream in said:
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map() and stopped is None:
            left = limits.wall_seconds - (time.monotonic() - began)
            ready = selector.select(max(left, 0))
            for key, _ in ready:
                source = process.stdout if key.fileobj is process.stdout else process.stderr
                block = os.read(source.fileno(), BLOCK)
                said[source] += block
                if not block:
                    selector.unregister(source)
                elif len(said[source]) > limits.output_bytes:
                    stopped = "output"
            if not ready and left <= 0:
                stopped = "time"
    if stopped is None:
        stopped = _wait(process, limits, began)
    out, err = (
        bytes(said[s][: limits.output_bytes]).decode("utf-8", "replace") for s in (process.stdout, process.stderr)
    )
    return stopped, out, err


def _wait(process: subprocess.Popen[bytes], limits: Limits, began: float) -> Status | None:
    """A program that closed its output may still run."""
    try:
        process.wait(max(limits.wall_seconds - (time.monotonic() - began), 0.01))
    except subprocess.TimeoutExpired:
        return "time"
    return None


def _feed(stream: IO[bytes], code: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        stream.write(code.encode("utf-8", "surrogateescape"))
    with contextlib.suppress(OSError, ValueError):
        stream.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and all that it started in its session; namespaces die with their first process."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


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
