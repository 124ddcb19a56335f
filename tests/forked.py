"""Run the tests in processes forked from one that has collected them: ``pytest -p tests.forked --forks 3``.

A worker of xdist imports and collects every module for itself. These begin where the collection ended, and each asks for one
file of tests after another. When one of them dies, the test that it ran has failed, and a new one takes what it had left.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, groupby
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from _pytest import runner

NEXT, GONE = "next", "gone"
"""A worker asks for a file; it has ended. All else that it says is the report of a step of a test."""


class Worker(NamedTuple):
    """A forked process, and the tests that it was given and has not finished: their places among those collected."""

    process: int
    left: deque[int]


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--forks``."""
    parser.addoption("--forks", type=int, default=0, metavar="N", help="Run the tests in N forked processes.")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Takes the place of pytest's own loop, where there is something to run."""
    options = session.config.option
    if not options.forks or options.collectonly or options.usepdb or session.testsfailed:
        return None
    Spread(session).run()
    return True


class Spread:
    """Gives files to workers, and hands their reports on as if the tests had run here."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.files = deque(
            [place for place, _ in found] for _, found in groupby(enumerate(session.items), lambda pair: pair[1].path)
        )
        self.workers: dict[Connection, Worker] = {}
        self.numbers = count()

    def run(self) -> None:
        """Until every test has been reported, or pytest was told to stop before (``-x``, Ctrl-C)."""
        for _ in range(min(self.session.config.option.forks, len(self.files))):
            self.start()
        try:
            while self.workers:
                for connection in wait(list(self.workers)):
                    assert isinstance(connection, Connection)
                    self.hear(connection)
                if self.session.shouldfail:
                    raise self.session.Failed(self.session.shouldfail)
                if self.session.shouldstop:
                    raise self.session.Interrupted(self.session.shouldstop)
        finally:
            for worker in self.workers.values():
                os.kill(worker.process, signal.SIGINT)
            for worker in self.workers.values():
                os.waitpid(worker.process, 0)

    def start(self) -> None:
        """One more worker."""
        here, there = Pipe()
        number = next(self.numbers)
        if (process := os.fork()) == 0:
            here.close()
            work(self.session, there, number)
        there.close()
        self.workers[here] = Worker(process, deque())

    def hear(self, connection: Connection) -> None:
        """A worker has something to say."""
        worker, config = self.workers[connection], self.session.config
        said = _heard(connection)
        if said == GONE:
            self.end(connection)
        elif said == NEXT:
            more = self.files.popleft() if self.files else []
            worker.left.extend(more)
            connection.send(more)
        else:
            report = config.hook.pytest_report_from_serializable(config=config, data=said)
            config.hook.pytest_runtest_logreport(report=report)
            if report.when == "teardown":
                worker.left.popleft()

    def end(self, connection: Connection) -> None:
        """A worker is gone: because nothing was left, or it was killed by what it ran."""
        worker = self.workers.pop(connection)
        connection.close()
        code = os.waitstatus_to_exitcode(os.waitpid(worker.process, 0)[1])
        if worker.left:
            item = self.session.items[worker.left.popleft()]
            said = f"the process that ran this test ended with code {code}"
            report = pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "call")
            self.session.config.hook.pytest_runtest_logreport(report=report)
        if worker.left:
            self.files.appendleft(list(worker.left))
            self.start()


def _heard(connection: Connection) -> Any:
    """What was sent by the worker at the other end."""
    try:
        return connection.recv()
    except (EOFError, ConnectionError):
        return GONE


def work(session: pytest.Session, connection: Connection, number: int) -> None:
    """What a worker does, from its first breath to its last."""
    code, ends = 1, ExitStack()
    atexit.register = ends.callback  # what the parent is to do at its end is not for its copy to do
    try:
        _be_apart(session.config, number)
        session.config.pluginmanager.register(_reporting(session.config, connection))
        for place, after in _places(connection):
            item, following = session.items[place], None if after is None else session.items[after]
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        code = 0
    except KeyboardInterrupt:
        runner.pytest_sessionfinish(session)  # fixtures end what they started
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            threading._shutdown()
            ends.close()
        finally:
            os._exit(code)


def _be_apart(config: pytest.Config, number: int) -> None:
    """What is captured, written and shown by this process is its own; pytest has no public names for that."""
    capture, temporary = config.pluginmanager.getplugin("capturemanager"), config._tmp_path_factory
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture()
    temporary._basetemp = temporary.getbasetemp() / f"worker-{number}"
    temporary._basetemp.mkdir(mode=0o700)
    config.get_terminal_writer()._file = Path(os.devnull).open("w")  # noqa: SIM115


def _reporting(config: pytest.Config, connection: Connection) -> SimpleNamespace:
    """A plugin that sends reports home."""

    def pytest_runtest_logreport(report: pytest.TestReport) -> None:
        connection.send(config.hook.pytest_report_to_serializable(config=config, report=report))

    return SimpleNamespace(pytest_runtest_logreport=pytest_runtest_logreport)


def _places(connection: Connection) -> Iterator[tuple[int, int | None]]:
    """Places of the tests to run, each with the one after it, since what both use is kept; thus files are asked for early."""
    ahead = deque([*_asked(connection)])
    while ahead:
        place = ahead.popleft()
        if not ahead:
            ahead.extend(_asked(connection))
        yield place, ahead[0] if ahead else None


def _asked(connection: Connection) -> list[int]:
    """The next file; empty when there is none."""
    connection.send(NEXT)
    found: list[int] = connection.recv()
    return found
