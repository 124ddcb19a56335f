"""One Python program run to its end, or stopped at a limit. What it may use is bounded in every direction."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import IO, Literal

from localcheck.agent.tools.sandbox.isolation import Isolation, interpreter
from localcheck.errors import SandboxError

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
