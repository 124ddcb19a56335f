"""The entry point: whatever goes wrong, the exit code is never that of an answer, and two lines say what it was."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from localcheck.cli.main import run
from localcheck.registry import Registry
from tests import warm
from tests.cli.conftest import ROOT, Run

ROW = '{{"title": "A{}", "text": "' + "Some words. " * 20 + '"}}\n'
CLI = [sys.executable, "-m", "localcheck"]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "LOCALCHECK_HOME": str(home), "PYTHONPATH": str(ROOT)}


def two_lines(stderr: str) -> None:
    lines = [line for line in stderr.splitlines() if not re.match(r"\w[^:]*: (?:claims|warning)", line)]
    assert len(lines) == 2, stderr
    assert lines[0].startswith("localcheck: error: ") and lines[1].startswith("  hint: ")


def broken(tmp_path: Path, what: str) -> dict[str, str]:
    """An environment in which listing the methods fails in a way that nobody foresaw."""
    (tmp_path / "sitecustomize.py").write_text(
        f"import localcheck.registry as r\ndef names(self):\n    {what}\nr.Registry.names = names\n"
    )
    return {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}


@pytest.mark.parametrize(
    ("what", "word"),
    [
        ("raise KeyError('x')", "unexpected KeyError"),
        ("raise RecursionError('deep')", "unexpected RecursionError"),
        ("raise MemoryError", "out of memory"),
        ('raise RuntimeError("can\'t start new thread")', "out of memory"),
        ("open('/nowhere/at/all')", "No such file"),
        ("raise OSError(24, 'Too many open files')", "ulimit -n"),
        ("import sqlite3; sqlite3.connect(':memory:').execute('SELECT ?', (2**70,))", "unexpected OverflowError"),
    ],
)
def test_an_unexpected_exception_is_a_failure_and_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], what: str, word: str
) -> None:
    monkeypatch.setattr(Registry, "names", lambda _: exec(what))
    assert run(["detectors"]) == 4
    said = capsys.readouterr()
    two_lines(said.err)
    assert word in said.err and "Traceback" not in said.err and said.out == ""


def test_a_folder_that_was_removed_meanwhile_is_told(tmp_path: Path) -> None:
    (gone := tmp_path / "gone").mkdir()
    command = f"rmdir {gone}; exec {sys.executable} -m localcheck detectors"
    done = subprocess.run(
        ["sh", "-c", command], cwd=gone, env=environment(tmp_path), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2 and "current folder does not exist" in done.stderr
    two_lines(done.stderr)


def test_an_unexpected_exception_is_shown_whole_with_debug(tmp_path: Path) -> None:
    failing = broken(tmp_path, "raise KeyError('x')")
    done = subprocess.run([*CLI, "--debug", "detectors"], env=failing, capture_output=True, text=True, timeout=60)
    assert done.returncode == 4 and "Traceback" in done.stderr
    done = subprocess.run([*CLI, "detectors"], env=failing, capture_output=True, text=True, timeout=60)
    assert done.returncode == 4 and "unexpected KeyError" in done.stderr and "Traceback" not in done.stderr


def test_a_closed_pipe_is_a_failure(home: Path) -> None:
    """Also of what rich prints; before, `check | true` could end with 0 or 1, which are answers."""
    for arguments in (("detectors",), ("check", "--text", "A b.", "-d", "all-false", "--no-store")):
        process = subprocess.Popen(
            [*CLI, *arguments], env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        error = process.stderr.read()
        process.stderr.close()
        assert process.wait(60) == 4, error
        two_lines(error)
        assert "was closed" in error and "Exception ignored" not in error


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("format_", ["text", "json", "csv"])
def test_a_full_disk_behind_standard_output_is_a_failure(home: Path, format_: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*warm.command(), "check", "--text", "A b.", "-d", "all-false", "--no-store", "--format", format_],
            env=environment(home),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode == 4, done.stderr
    two_lines(done.stderr)
    assert "No space left" in done.stderr


def test_a_closed_standard_output_or_error_changes_no_exit_code(home: Path) -> None:
    command = f"{sys.executable} -m localcheck check --text 'A b.' -d all-false --no-store"
    for closed in (">&-", "2>&-", "2>/dev/full", ">&- 2>&-"):
        done = subprocess.run(
            ["bash", "-c", f"{command} {closed}"], env=environment(home), capture_output=True, timeout=60
        )
        assert done.returncode == 1, (closed, done.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ("runs", "show", "99999999999999999999"),
        ("runs", "export", "9223372036854775808"),
        ("runs", "remove", "99999999999999999999", "--yes"),
        ("runs", "list", "--limit", "99999999999999999999"),
        ("check", "--resume", "99999999999999999999"),
        ("runs", "show", "0"),
        ("batch", "x.jsonl", "y.jsonl", "--limit", "99999999999999999999"),
        ("eval", "score", "x.jsonl", "--resamples", "99999999999999999999"),
        ("calibrate", "--data", "x.jsonl", "--s", "99999999999999999999"),
        ("index", "build", "x.jsonl", "--name", "x", "--limit", "99999999999999999999"),
        ("runs", "show", "9" * 5000),
    ],
    ids=lambda a: " ".join(a)[:30],
)
def test_numbers_beyond_what_the_store_can_hold(localcheck: Run, arguments: tuple[str, ...]) -> None:
    done = localcheck(*arguments)
    assert done.returncode == 2, done.stderr
    two_lines(done.stderr)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda n: n.name)
def test_a_signal_cleans_up_as_ctrl_c_does(number: signal.Signals, home: Path, tmp_path: Path) -> None:
    source = tmp_path / "many.jsonl"
    with source.open("w") as file:
        for i in range(30_000):
            file.write(ROW.format(i))
    process = subprocess.Popen(
        [*CLI, "index", "build", str(source), "--name", "x"],
        env=environment(home),
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: (
            signal.signal(number, signal.SIG_DFL) and None
        ),  # what started the tests may ignore it (nohup)
    )
    until = time.monotonic() + 60
    while not list((home / "indexes").glob(".x.building-*/articles.sqlite-wal")) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(number)
    _, error = process.communicate(timeout=60)
    assert process.returncode == (130 if number is signal.SIGINT else 128 + number), error
    assert "continue" in error and "interrupted" in error and "Traceback" not in error


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda n: n.name)
def test_a_signal_in_a_callback_that_drops_exceptions_is_not_lost(number: signal.Signals) -> None:
    """Python prints what comes out of a weak reference's callback and goes on: a build went on to its end after SIGHUP."""
    program = f"""
import os, signal, sys, time, weakref
from localcheck.cli import signals

signal.signal({number.value}, signal.default_int_handler if {number.value} == signal.SIGINT else signal.SIG_DFL)
signals.install()
watched = set("a")
watcher = weakref.ref(watched, lambda _: os.kill(os.getpid(), {number.value}))
try:
    del watched
    time.sleep(30)
except KeyboardInterrupt as stop:
    sys.exit(f"ended by {{str(stop) or 'SIGINT'}}")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=25)
    assert (done.returncode, done.stderr) == (1, f"ended by {number.name}\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda n: n.name)
def test_a_signal_ends_the_server_quietly(number: signal.Signals, home: Path) -> None:
    """SIGHUP came out of the server's loop as a traceback."""
    pytest.importorskip("uvicorn", reason="the extra 'serve' is not installed")
    process = subprocess.Popen(
        [*CLI, "serve", "--port", "0", "-d", "all-false"], env=environment(home), stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL) and None,
    )  # fmt: skip
    assert process.stderr is not None
    while "listening" not in (line := process.stderr.readline()):
        assert line, "the server ended"
    time.sleep(1)
    process.send_signal(number)
    _, error = process.communicate(timeout=60)
    assert process.returncode == (130 if number is signal.SIGINT else 128 + number), error
    assert "Traceback" not in error and "interrupted" in error


def test_a_server_over_pipes_is_left_where_its_loop_waits_for_a_thread() -> None:
    """The loop of asyncio closed after SIGTERM and waited for the thread that read the next line, for ever."""
    program = """
import os, signal, time
from localcheck.cli import signals

signals.LATEST = 0.2
signals.install()
signals.interrupt_at_once(lambda number: os._exit(128 + number))
try:
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(30)
except KeyboardInterrupt:
    time.sleep(30)
"""
    done = subprocess.run([sys.executable, "-c", program], timeout=25, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 128 + signal.SIGTERM


def test_what_nohup_ignores_stays_ignored() -> None:
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from localcheck.cli import signals; signals.install()\n"
        "assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN\n"
        "assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env={**os.environ, "PYTHONPATH": str(ROOT)})


def test_ctrl_c_while_modules_are_loaded_leaves_no_traceback(tmp_path: Path) -> None:
    """The first second of a command on a busy machine."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'localcheck.cli.main':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run([*CLI, "detectors"], env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
