"""The command line as a process of its own, in a tenth of the time: it forks from a process that has the package loaded.

Most of what a short command costs is the start of Python and its imports. ``command()`` gives the first words of a command for
``subprocess``: a small program that hands its arguments, folder, environment and standard streams to a server. The server
forks, and the child runs the entry of the command line. SIGINT, SIGTERM and SIGHUP are passed on, the exit code comes back,
and the child is killed when the small program is. The server is started once for all workers of pytest, and ends with them.

What depends on the start of the interpreter (closed streams, ``PYTHONPATH``, a terminal, ``kill -9``) is tested with
``python -m localcheck`` itself.
"""

from __future__ import annotations

import array
import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _socket
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from socket import socket
    from subprocess import CompletedProcess
    from typing import Any

    Worker = tuple[int, socket]
    """A process, and the connection on which its command came."""

# The small program starts without site-packages; it imports only what it needs, and that is written in C.

LIBRARIES = (
    "ctranslate2", "encodings.cp437", "encodings.utf_8_sig", "glob", "jsonschema", "lxml.html", "numpy.ma", "psutil", "pypdf",
    "rich.rule", "sentencex", "tantivy", "tokenizers", "trafilatura", "whoosh.searching",
)  # fmt: skip
"""Those that the package imports when they are used."""
SERVERS = {"mcp": "localcheck.serve.mcp", "lsp": "localcheck.serve.lsp.serving"}
"""Commands whose libraries take a second to import: they are loaded when the first command of that name comes."""
BOTH_READERS = "TESTS_BOTH_READERS"
"""A variable of the environment: a command that has it reads with both models that came with the package, as a user's does."""
SHARED = "TESTS_WARM_SERVER"
"""A variable of the environment: where the server listens that the first process of pytest started for its workers."""
READINGS = "TESTS_READINGS"
"""A variable of the environment: the folder of what the shipped model answered to any process of these tests."""
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
    worker = _number(connection)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda given, _frame: os.kill(worker, given))
    code = _number(connection)
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


def _number(connection: _socket.socket) -> int:
    """What the server says next. Raises ``ConnectionError`` where it ended, as one does that could not load the package."""
    told = connection.recv(SIZE)
    if len(told) < SIZE:
        raise ConnectionError("the server of tests/warm.py ended")
    return int.from_bytes(told, "big", signed=True)


def run(
    arguments: Sequence[object],
    stdin: bytes = b"",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    seconds: float = 240.0,
) -> CompletedProcess[str]:
    """``localcheck`` with these arguments in a fork of the server, and what it wrote.

    This process takes the place of the small program, whose start is half of what a short command costs. Raises
    ``TimeoutError`` when the command takes longer; it is killed then.
    """
    import socket
    from concurrent.futures import ThreadPoolExecutor
    from subprocess import CompletedProcess

    words = list(map(str, arguments))
    given_on = os.environ if environment is None else environment
    variables = {os.fsencode(name): os.fsencode(value) for name, value in given_on.items()}
    message = marshal.dumps((words, str(folder or os.getcwd()), variables))  # noqa: PTH109
    address = _address()
    given, written, said = os.pipe(), os.pipe(), os.pipe()
    with ThreadPoolExecutor(3) as pool, socket.socket(socket.AF_UNIX) as connection:
        pool.submit(_give, given[1], stdin)
        texts = [pool.submit(_whole, end) for end in (written[0], said[0])]
        try:
            connection.settimeout(seconds)
            connection.connect(address)
            socket.send_fds(connection, [len(message).to_bytes(SIZE, "big")], [given[0], written[1], said[1]])
        finally:
            for number in (given[0], written[1], said[1]):
                os.close(number)
        connection.sendall(message)
        _number(connection)  # the process
        code = _number(connection)
        return CompletedProcess(words, code, *(text.result() for text in texts))


def _give(pipe: int, data: bytes) -> None:
    """Write what a command reads; it may end before it has read all."""
    from contextlib import suppress

    with suppress(BrokenPipeError), open(pipe, "wb") as file:
        file.write(data)


def _whole(pipe: int) -> str:
    with open(pipe, "rb") as file:
        return file.read().decode("utf-8")


def command() -> list[str]:
    """The first words of a command that runs ``localcheck`` in a fork of the server."""
    return [sys.executable, "-I", "-S", __file__, _address()]


def serve(door: int, life: int) -> list[str]:
    """Fork for each command that comes to the listening socket ``door``, until the other end of the pipe ``life`` is closed.

    Returns in a child alone, with the arguments of its command, after it took over folder, environment and streams.
    """
    import select
    import socket

    _load()
    listening = socket.socket(fileno=door)
    at_work: dict[int, Worker] = {}
    while True:
        connections = [connection for _, connection in at_work.values()]
        ready = select.select([listening, life, *at_work, *connections], [], [])[0]
        _look_after(at_work, ready, life)
        if life in ready:
            sys.exit(0)
        if listening in ready and (asked := _asked(listening)) is not None:
            connection, streams, (arguments, folder, environment) = asked
            for name in SERVERS.keys() & arguments:
                _load_server(SERVERS.pop(name))
            if (process := os.fork()) == 0:
                open_here = (listening, connection, *(other for _, other in at_work.values()))
                for number in (life, *at_work, *(one.detach() for one in open_here)):
                    os.close(number)
                _become(folder, environment, streams)
                return list(arguments)
            for number in streams:
                os.close(number)
            at_work[os.pidfd_open(process)] = process, connection
            _tell(connection, process)


def _look_after(at_work: dict[int, Worker], ready: list[object], life: int) -> None:
    """Pass on the exit codes of those that ended, and kill those whose end nobody waits for any more."""
    import signal

    for end, (process, connection) in list(at_work.items()):
        if end in ready:
            with connection:
                _tell(connection, os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
            os.close(end)
            del at_work[end]
        elif connection in ready or life in ready:
            os.kill(process, signal.SIGKILL)


def _asked(listening: socket) -> tuple[socket, list[int], tuple[list[str], str, dict[bytes, bytes]]] | None:
    """The connection of the next command, its streams, and its words, folder and environment; None if it went away again."""
    import socket

    connection, _ = listening.accept()
    try:
        head, streams, _, _ = socket.recv_fds(connection, SIZE, 3)
        with connection.makefile("rb") as file:
            return connection, streams, marshal.loads(file.read(int.from_bytes(head, "big")))
    except (OSError, EOFError, ValueError):
        connection.close()
        return None


def _tell(connection: socket, number: int) -> None:
    from contextlib import suppress

    with suppress(OSError):  # the other end may be gone
        connection.sendall(number.to_bytes(SIZE, "big", signed=True))


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
    if BOTH_READERS not in os.environ:
        _read_with_the_starter_alone()


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
    from localcheck.system import resources

    for module in walk_packages(localcheck.__path__, "localcheck."):
        if not module.name.startswith(LEFT_OUT):
            import_module(module.name)
    for name in LIBRARIES:
        import_module(name)
    _compile_patterns()
    _rehearse()
    _hurry()
    _keep_vocabulary()
    keep_readings()
    for path in (keep_hashes() / "starter-nli").iterdir():
        resources.sha256_file(path)
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)  # as in the process of the tests


def _load_server(module: str) -> None:
    """For all that are forked from here on; nothing where its extra is not installed."""
    import gc
    from contextlib import suppress
    from importlib import import_module

    with suppress(ImportError):
        import_module(module)
    gc.collect()
    gc.freeze()


def _rehearse() -> None:
    """Support and refute a text, and read a page of HTML: what is compiled and made once in a process is there for each child.

    Nothing of it depends on home, folder or environment, and nothing starts a thread.
    """
    from localcheck.backends.nli.table import TableNLI
    from localcheck.ports import NLI, Retriever, SentenceEncoder
    from localcheck.run.session import Session
    from localcheck.settings import Settings
    from localcheck.settings.requests import CheckRequest
    from localcheck.sources.memory import MemoryRetriever
    from localcheck.system import resources
    from localcheck.text.html.reading import main_text
    from localcheck.types import Document, Passage, Source

    resources.program()
    told = "Marie Curie was born in Warsaw in 1867. She won two Nobel Prizes."
    main_text(f"<html><body><p>{told}</p></body></html>", "rehearsal")
    articles = MemoryRetriever([Passage("Marie Curie", told, Source("memory", "memory"))])
    for answer in (0.98, 0.01, 0.01), (0.01, 0.01, 0.98):
        nli = TableNLI({}, answer)
        session = Session(Settings(cache=False), {NLI: nli, SentenceEncoder: None, Retriever: articles})
        for _ in session.check(CheckRequest((Document("rehearsal", told),), Settings(cache=False))):
            pass
        session.close()


def _compile_patterns() -> None:
    """Those of the rules: a command compiles the ones that it uses, which is a fifth of what a first check costs."""
    import gc
    import re

    from localcheck.text.patterns import _Uncompiled

    for found in gc.get_objects():
        if isinstance(found, _Uncompiled):
            _ = found.match
    re.purge()  # they keep themselves; what is compiled where it is used finds place beside them


def _hurry() -> None:
    """A second between two requests to one host, and fifteen for an answer, are for the web: tests ask this machine."""
    from functools import partial

    from localcheck.sources.web import fetch, retriever

    vars(retriever).update(
        PoliteFetcher=partial(retriever.PoliteFetcher, delay=0.01), Bounds=partial(fetch.Bounds, seconds=3.0)
    )


def _read_with_the_starter_alone() -> None:
    """As in the process of the tests: one that names no model is about something else, and two readers take twice the time."""
    from localcheck.models.manifest import record

    record.USUAL = (record.STARTER,)


def _keep_vocabulary() -> None:
    """The tokenizer of the shipped model, whose reading is a sixth of what a short check costs; other files are read."""
    from localcheck.backends.nli.tokenizer import FastTokenizer
    from localcheck.system.resources import shipped

    whose, read = shipped() / "models" / "starter-nli" / "tokenizer.json", FastTokenizer.__init__
    kept = vars(FastTokenizer(whose))

    def opened(self: FastTokenizer, path: Path) -> None:
        if path == whose:
            vars(self).update(kept)
        else:
            read(self, path)

    FastTokenizer.__init__ = opened  # type: ignore[method-assign]


def keep_hashes() -> Path:
    """Hash a file of a shipped model once in this process, whatever home asks for it; returns the folder of these models.

    In a home of its own each check hashed 26 MB anew. Models that a test copies or makes are hashed as ever.
    """
    from functools import cache

    from localcheck.system import resources

    models, read = resources.shipped() / "models", resources.sha256_file
    kept = cache(read)
    resources.sha256_file = lambda path: (kept if path.is_relative_to(models) else read)(path)
    return models


def keep_readings() -> None:
    """What the shipped model answered in one process, all others take from a folder when they ask it exactly the same.

    Two thirds of what commands ask it was asked by another test, and its arithmetic is half of what a check costs. A
    question is all that is read together, by this plan of threads; it is opened and loaded each time. Models that a test
    copies or makes, and all of ``tests/unit/nli``, compute as ever.
    """
    from localcheck.backends.nli.encoder import EncoderNLI
    from localcheck.system.resources import shipped

    own, folder = shipped() / "models" / "starter-nli", _readings()
    for name in ("entail", "embed", "encode"):
        setattr(EncoderNLI, name, _remembering(getattr(EncoderNLI, name), own, folder))


def _remembering(
    ask: Callable[[Any, Sequence[Any]], Any], own: Path, folder: Path
) -> Callable[[Any, Sequence[Any]], Any]:
    """The method ``ask`` of an encoder; that of the model ``own`` looks into ``folder`` first."""
    import pickle
    from contextlib import suppress
    from hashlib import sha256
    from threading import get_native_id

    def answer(model: Any, asked: Sequence[Any]) -> Any:
        if model._folder != own or "/nli/" in os.environ.get("PYTEST_CURRENT_TEST", ""):
            return ask(model, asked)
        question = repr((ask.__name__, model.info.sha256, model._card, model._plan, [*asked]))
        file = folder / sha256(question.encode("utf-8", "surrogatepass")).hexdigest()
        model.load()
        with suppress(OSError):
            return pickle.loads(file.read_bytes())  # noqa: S301 (written below)
        found = ask(model, asked)
        with suppress(OSError):  # the disk may be full for this test
            part = file.with_name(f"{os.getpid()}-{get_native_id()}")
            part.write_bytes(pickle.dumps(found))
            part.rename(file)
        return found

    return answer


def _readings() -> Path:
    """The folder that the first process of the tests made; this one makes it if there is none."""
    import atexit
    import tempfile
    from pathlib import Path

    if READINGS not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="readings-")
        atexit.register(folder.cleanup)
        os.environ[READINGS] = folder.name
    return Path(os.environ[READINGS])


def share() -> None:
    """Let the processes that this one starts ask its server, which is started now."""
    os.environ[SHARED] = _address()


def _address() -> str:
    """Where the server listens: that of the process which started this one, or an own one, started when it is asked first."""
    if not _known:
        _known.append(os.environ.get(SHARED) or _started())
    return _known[0]


def _started() -> str:
    """Where a new server listens, which ends with this process."""
    import atexit
    import socket
    import subprocess
    import tempfile
    from pathlib import Path

    folder = tempfile.TemporaryDirectory(prefix="warm-")
    address = str(Path(folder.name) / "socket")
    _readings()
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
    return address


_known: list[str] = []

if __name__ == "__main__":
    if sys.flags.isolated:
        sys.exit(hand_over(sys.argv[1], sys.argv[2:]))
    _run(serve(int(sys.argv[1]), int(sys.argv[2])))
