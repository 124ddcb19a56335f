"""The command line as a process of its own, in a tenth of the time: it forks from a process that has the package loaded.

Most of what a short command costs is the start of Python and its imports. ``command()`` gives the first words of a command for
``subprocess``: a small program that hands its arguments, folder, environment and standard streams to a server. The server
forks, and the child runs the entry of the command line. SIGINT, SIGTERM and SIGHUP are passed on, the exit code comes back,
and the child is killed when the small program is. The server is started once for each process of pytest, and ends with it.

What depends on the start of the interpreter (closed streams, ``PYTHONPATH``, a terminal, ``kill -9``) is tested with
``python -m localcheck`` itself.
"""

from __future__ import annotations

import array
import marshal
import os
import sys

# The small program starts without site-packages; it imports only what it needs, and that is written in C.

LIBRARIES = (
    "ctranslate2", "encodings.cp437", "encodings.utf_8_sig", "glob", "jsonschema", "lxml.html", "numpy.ma", "psutil", "pypdf",
    "rich.rule", "sentencex", "tantivy", "tokenizers", "trafilatura", "whoosh.searching",
)  # fmt: skip
"""Those that the package imports when they are used."""
LEFT_OUT = ("localcheck.__main__", "localcheck.pytest_plugin", "localcheck.serve.mcp", "localcheck.serve.lsp")
SIZE = 8
"""Bytes of a number that is sent: a length, a process, an exit code."""


def hand_over(address: str, arguments: list[str]) -> int:
    """Let the server run a command, and return its exit code; what a signal killed dies of it here, too."""
    import _socket
    import signal

    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.connect(address)
    message = marshal.dumps((arguments, os.getcwd(), dict(os.environb)))  # noqa: PTH109 (pathlib is not loaded)
    streams = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))
    connection.sendmsg([len(message).to_bytes(SIZE, "big")], [streams])
    connection.sendall(message)
    worker = int.from_bytes(connection.recv(SIZE), "big")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda given, _frame: os.kill(worker, given))
    code = int.from_bytes(connection.recv(SIZE), "big", signed=True)
    connection.recv(1)  # the end, when the process that waited has ended, too
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


def command() -> list[str]:
    """The first words of a command that runs ``localcheck`` in a fork of the server."""
    return [sys.executable, "-I", "-S", __file__, _address()]


def serve(door: int, life: int) -> list[str]:
    """Fork for each command that comes to the listening socket ``door``, until the other end of the pipe ``life`` is closed.

    Returns in a child alone, with the arguments of its command, after it took over folder, environment and streams.
    """
    import select
    import signal
    import socket

    _load()
    listening = socket.socket(fileno=door)
    signal.signal(signal.SIGCHLD, _reap)
    while life not in select.select([listening, life], [], [])[0]:
        connection, _ = listening.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listening.close()
            os.close(life)
            return _watched(connection)
        connection.close()
    sys.exit(0)


def _watched(connection: object) -> list[str]:
    """Read a command, fork once more, and wait for the child. Returns in the child."""
    import select
    import signal
    import socket

    assert isinstance(connection, socket.socket)
    head, streams, _, _ = socket.recv_fds(connection, SIZE, 3)
    with connection.makefile("rb") as file:
        arguments, folder, environment = marshal.loads(file.read(int.from_bytes(head, "big")))
    if (worker := os.fork()) == 0:
        connection.close()
        _become(folder, environment, streams)
        return list(arguments)
    for number in streams:
        os.close(number)
    connection.sendall(worker.to_bytes(SIZE, "big"))
    if connection in select.select([connection, os.pidfd_open(worker)], [], [])[0]:
        os.kill(worker, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
    try:
        connection.sendall(code.to_bytes(SIZE, "big", signed=True))
    finally:
        os._exit(0)


def _become(folder: str, environment: dict[bytes, bytes], streams: list[int]) -> None:
    import random

    for number, (name, stream) in enumerate(zip(("stdin", "stdout", "stderr"), streams, strict=True)):
        os.dup2(stream, number)
        os.close(stream)
        old = getattr(sys, name)
        new = open(number, old.mode, encoding=old.encoding, errors=old.errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, new)
    sys.stderr.reconfigure(line_buffering=True)
    os.chdir(folder)
    os.environb.clear()
    os.environb.update(environment)
    random.seed()


def _run(arguments: list[str]) -> None:
    """The command in this process, which ends as an interpreter does, but without clearing two thousand modules."""
    import atexit
    import threading

    from localcheck.cli.main import entry

    sys.argv = ["localcheck", *arguments]
    code: object = 1
    try:
        entry(arguments)
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 1)


def _load() -> None:
    import gc
    from importlib import import_module
    from pkgutil import walk_packages

    import localcheck

    for module in walk_packages(localcheck.__path__, "localcheck."):
        if not module.name.startswith(LEFT_OUT):
            import_module(module.name)
    for name in LIBRARIES:
        import_module(name)
    _hurry()
    gc.freeze()


def _hurry() -> None:
    """A second between two requests to one host, and fifteen for an answer, are for the web: tests ask this machine."""
    from functools import partial

    from localcheck.sources.web import fetch, politeness, retriever

    vars(retriever).update(
        PoliteFetcher=partial(politeness.PoliteFetcher, delay=0.01), Bounds=partial(fetch.Bounds, seconds=5.0)
    )


def _reap(*_: object) -> None:
    """Take the processes that ended, so that their processor time counts as the server's."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _address() -> str:
    """Where the server of this process listens; it is started when it is asked for the first time."""
    if not _started:
        import atexit
        import socket
        import subprocess
        import tempfile
        from pathlib import Path

        folder = tempfile.TemporaryDirectory(prefix="warm-")
        address = str(Path(folder.name) / "socket")
        life, other = os.pipe()
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(address)
            door.listen(8)
            given = [door.fileno(), life]
            program = [sys.executable, "-m", "tests.warm", *map(str, given)]
            server = subprocess.Popen(program, pass_fds=given, cwd=Path(__file__).parents[1], start_new_session=True)
        os.close(life)

        def end() -> None:
            os.close(other)
            server.wait()
            folder.cleanup()

        atexit.register(end)
        _started.append(address)
    return _started[0]


_started: list[str] = []

if __name__ == "__main__":
    if sys.flags.isolated:
        sys.exit(hand_over(sys.argv[1], sys.argv[2:]))
    _run(serve(int(sys.argv[1]), int(sys.argv[2])))
