"""Batches in real processes: killed, interrupted, out of space, with workers that die."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests import warm

ROOT = Path(__file__).parents[2]
WORDS = "river city museum opened built king queen painter wrote book".split()


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "LOCALCHECK_HOME": str(home), "PYTHONPATH": str(ROOT)}


def write_input(path: Path, n: int) -> None:
    with path.open("w") as file:
        for i in range(n):
            text = " ".join(f"The {WORDS[(i + k) % 10]} {WORDS[(i * 3 + k) % 10]} number {i}." for k in range(3))
            file.write(
                json.dumps({"id": f"d{i}", "text": text, "samples": [text[: 20 + i % 9], "The king wrote."]}) + "\n"
            )


def batch(folder: Path, out: str, *more: str) -> list[str]:
    given = (str(folder / "in.jsonl"), str(folder / out), "-d", "selfcheck-ngram", "--fail-on", "never", "--no-store")
    return ["batch", *given, *more]


def command(folder: Path, out: str, *more: str) -> list[str]:
    """A batch in an interpreter of its own."""
    return [sys.executable, "-m", "localcheck", *batch(folder, out, *more)]


def test_workers_give_the_same_rows_and_one_that_dies_loses_nothing(tmp_path: Path, home: Path) -> None:
    write_input(tmp_path / "in.jsonl", 300)
    warm.run(batch(tmp_path, "alone", "-q"), environment=environment(home)).check_returncode()
    process = subprocess.Popen(
        command(tmp_path, "out", "--workers", "2", "-q"), env=environment(home), stderr=subprocess.PIPE, text=True
    )
    # One of the two workers is stopped while both have work: it cannot finish before it is killed.
    while not (tmp_path / "out.journal").is_file() or len(workers_of(process)) < 2:
        assert process.poll() is None, "the batch ended before it was at work"
        time.sleep(0.02)
    victim = workers_of(process)[0]
    victim.suspend()
    judged = len((tmp_path / "out.journal").read_bytes().splitlines())
    assert process.poll() is None and judged < 1 + 3 * 300, "it was stopped in the middle"
    victim.kill()
    stderr = process.communicate(timeout=200)[1]
    assert process.returncode == 0, stderr
    assert "ended with -9" in stderr, "the death was noticed, and said"
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()


def workers_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The worker processes of a batch."""
    children = psutil.Process(process.pid).children()
    return [c for c in children if c.status() != psutil.STATUS_ZOMBIE and "spawn_main" in " ".join(c.cmdline())]


@pytest.mark.parametrize(
    "options",
    [
        ["--documents", "60", "--kills", "1", "--workers", "2"],
        ["--documents", "6", "--kills", "1", "--detector", "faithfulness"],
    ],
    ids=["workers", "model"],
)
def test_killed_at_random_points_and_resumed_the_bytes_are_the_same(tmp_path: Path, options: list[str]) -> None:
    """The parent alone gets the signal: its workers must end by themselves. A worker that dies has a test of its own."""
    script, settings = ROOT / "scripts" / "kill9_batch.py", tmp_path / "settings.toml"
    settings.write_text('nli = "starter-nli"\n')
    done = subprocess.run(
        [sys.executable, str(script), *options],
        capture_output=True, text=True, env={**environment(tmp_path), "LOCALCHECK_CONFIG": str(settings)}, timeout=290,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["same_bytes"] and found["kills"] >= 1
    assert found["checks_logged"] == found["checks_expected"]


def test_ctrl_c_says_how_to_go_on(tmp_path: Path, home: Path) -> None:
    write_input(tmp_path / "in.jsonl", 3000)
    process = subprocess.Popen(
        [*warm.command(), *batch(tmp_path, "out")], env=environment(home), stderr=subprocess.PIPE, text=True
    )
    out = tmp_path / "out"
    while process.poll() is None and not (out.is_file() and out.stat().st_size):  # an empty one is taken away again
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    stderr = process.communicate(timeout=60)[1]
    assert process.returncode == 130, stderr
    assert "continue with the same command and --resume" in stderr
    for line in out.read_text().splitlines():
        json.loads(line)


def test_a_full_disk_is_a_clear_error(tmp_path: Path, home: Path) -> None:
    write_input(tmp_path / "in.jsonl", 3)

    def small_disk() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    done = subprocess.run(
        command(tmp_path, "x", "--no-store"),
        env=environment(home), capture_output=True, text=True, timeout=100, preexec_fn=small_disk,
    )  # fmt: skip
    assert done.returncode == 4, done.stderr
    assert "File too large" in done.stderr and "--resume" in done.stderr


def test_a_disk_that_fills_up_in_the_middle_loses_nothing(tmp_path: Path, home: Path) -> None:
    """The limit on the size of a file stands for the disk: OUT or its journal reaches it while rows are written."""
    write_input(tmp_path / "in.jsonl", 300)
    warm.run(batch(tmp_path, "alone", "-q"), environment=environment(home)).check_returncode()

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    for _ in range(2):
        done = subprocess.run(
            command(tmp_path, "out", "-q", "--resume"),
            env=environment(home), capture_output=True, text=True, timeout=100, preexec_fn=small,
        )  # fmt: skip
        assert done.returncode == 4 and "Traceback" not in done.stderr
        assert "File too large" in done.stderr and "--resume" in done.stderr
    warm.run(batch(tmp_path, "out", "-q", "--resume"), environment=environment(home)).check_returncode()
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()
    assert sorted(p.name for p in tmp_path.glob("out*")) == ["out"]
