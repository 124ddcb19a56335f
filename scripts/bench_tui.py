"""Time of the terminal app, measured from outside through a pseudo-terminal, as a user has it.

    python scripts/bench_tui.py [--sentences 10000] [--keys 200] [--rate 50] [--decided 6000] [--real FILE]

* first paint: from starting the process to the first frame, with no runtime loaded;
* key to paint: from writing a key to the terminal to reading the frame that shows its effect, while a run feeds verdicts
  (scripted at ``--rate`` a second, or a real one with ``--real``);
* decision to paint: the same for a key that decides, in a stored run in which ``--decided`` claims were decided before.

The figures depend on the machine and on what else it does; the load is printed with them.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from localcheck.types import Report

ROWS, COLUMNS = 40, 140
COMPILED = tempfile.TemporaryDirectory()
INSTALLED = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": COMPILED.name,
}
"""As for a user: modules are compiled at the first start (which is not counted), and never again."""
REST = 5.0
"""Seconds for which the app is watched without keys."""
ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]")


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, command: list[str], home: Path) -> None:
        environment = {**os.environ, **INSTALLED, "LOCALCHECK_HOME": str(home)}
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, cwd=home, start_new_session=True
        )
        os.close(slave)

    def press(self, key: bytes) -> float:
        """Write a key; the time."""
        os.write(self.master, key)
        return time.perf_counter()

    def until(self, wanted: bytes, seconds: float = 60.0) -> float:
        """Read until ``wanted`` is painted; the time. Raises ``TimeoutError`` with what was painted last."""
        seen, end = b"", time.perf_counter() + seconds
        while time.perf_counter() < end:
            seen += self._read(0.5)
            if wanted in ESCAPES.sub(b"", seen):
                return time.perf_counter()
        raise TimeoutError(f"{wanted!r} was not painted; last: {ESCAPES.sub(b'', seen)[-400:]!r}")

    def drain(self, seconds: float) -> None:
        """Read what comes for a while."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._read(left)

    def _read(self, seconds: float) -> bytes:
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.master, 1 << 16)
        except OSError:
            raise SystemExit("the program ended early") from None

    def cpu(self) -> float:
        """Processor seconds that the program has used."""
        if (path := Path(f"/proc/{self.process.pid}/task")).is_dir():
            return sum(_scheduled(thread)[0] for thread in path.iterdir())
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)

    def queued(self) -> float:
        """Seconds that the program's interface was ready to run and waited for a core that others had (Linux; else 0)."""
        return _scheduled(Path(f"/proc/{self.process.pid}/task/{self.process.pid}"))[1]

    def close(self) -> None:
        """End the program."""
        self.press(b"q")
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.master)


def _scheduled(thread: Path) -> tuple[float, float]:
    """Seconds that a thread ran, and seconds that it was ready to run and had no core (the kernel's ``schedstat``)."""
    try:
        ran, waited, *_ = (thread / "schedstat").read_text().split()
    except OSError:  # it has ended
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9


def serve(sentences: int, rate: float, decided: int) -> None:
    """The app with a scripted run that never ends, or with a stored one: what this script measures."""
    from localcheck.cli.checks.review import keep_for_good
    from localcheck.reports.report import build
    from localcheck.settings import Settings
    from localcheck.types import Document, Label, RunInfo, Verdict
    from localcheck_tui.app import LocalcheckApp
    from localcheck_tui.places import usual

    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "tui"))
    from scripted_session import ScriptedSession, unjudged

    text = "\n".join(
        f"Sentence number {i} says that city {i} has {i * 37 % 1000} thousand people." for i in range(sentences)
    )
    document = Document("bench.txt", text, "Benchmark")
    plain = unjudged(document)
    labels = [Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE]
    verdicts = [
        Verdict(v.claim, labels[i % 3], (0.1, 0.9, 0.5)[i % 3], rationale=f"scripted verdict {i}")
        for i, v in enumerate(plain.verdicts)
    ]
    report = build(document, plain.sentences, verdicts, RunInfo("scripted"))
    session = ScriptedSession([report], before_verdict=lambda: time.sleep(1 / rate))
    target = store_run(report, usual().store, decided) if decided else document
    app = LocalcheckApp(
        session, Settings(), usual(), target=target, reviewer="ada", animation=False, settled_down=keep_for_good
    )
    app.run()


def store_run(report: Report, path: Path, decided: int) -> int:
    """Store the run with decisions of two reviewers on its first claims; its number."""
    from localcheck.store import Action, Review, Store

    with Store(path) as store:
        run = store.begin_run(report.run, report.document, report.sentences)
        for verdict in report.verdicts:
            store.add_verdict(run, verdict)
        store.finish_run(run, report)
        for place, verdict in enumerate(report.verdicts[:decided]):
            name = "bob" if place % 2 else "ada"
            store.reviews.add(run, verdict.claim.id, Review(Action.ACCEPT, verdict.label, reviewer=name))
    return run


BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    BINDINGS = [("q", "quit", "quit")]
    def compose(self):
        yield Static("Welcome to localcheck")
Bare().run()
"""
"""The smallest Textual app: what a first frame costs before any of ours."""


def first_paint(command: list[str], runs: int) -> tuple[list[float], list[float], list[float]]:
    """Seconds from the start of ``command`` to its first frame on an empty home: on the clock, on the clock without the time
    in which other programs had the cores, and of the processor.
    """
    wall, alone, cpu = [], [], []
    for number in range(runs + 1):
        with tempfile.TemporaryDirectory() as home:
            terminal = Terminal([sys.executable, *command], Path(home))
            queued = terminal.queued()
            took = terminal.until(b"Welcome to localcheck") - terminal.started
            if number:
                wall.append(took)
                alone.append(took - (terminal.queued() - queued))
                cpu.append(terminal.cpu())
            terminal.close()
    return wall, alone, cpu


@dataclass(frozen=True)
class Keys:
    """What pressing keys cost."""

    waited: list[float]
    """Seconds from each key to the frame that shows its effect."""
    alone: list[float]
    """The same without the time in which other programs had the cores: what a quiet machine would show."""
    resting: float
    """Processor seconds that the app takes in a second without keys."""
    each: float
    """Processor seconds that a key adds to that. Other programs on the machine hardly change it."""


def key_to_paint(command: list[str], keys: int, total: int | None) -> Keys:
    """Press ``j`` again and again, and wait for the frame that shows the next sentence."""
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(command, Path(home))
        terminal.until(b"1/" if total is None else f"1/{total}".encode())
        terminal.drain(2.0)
        resting, waited, alone = resting_share(terminal), [], []
        began, used = time.perf_counter(), terminal.cpu()
        for i in range(keys):
            queued, at = terminal.queued(), terminal.press(b"j")
            waited.append(terminal.until(f"{i + 2}/".encode()) - at)
            alone.append(waited[-1] - (terminal.queued() - queued))
            terminal.drain(0.03)
        each = (terminal.cpu() - used - resting * (time.perf_counter() - began)) / keys
        terminal.close()
    return Keys(waited, alone, resting, each)


def decision_to_paint(command: list[str], keys: int) -> Keys:
    """Press ``s`` again and again, each of which decides, and wait for the frame that counts it."""
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(command, Path(home))
        terminal.until(b"decided", seconds=300)
        terminal.press(b"g")
        terminal.drain(2.0)
        resting, waited, alone = resting_share(terminal), [], []
        began, used = time.perf_counter(), terminal.cpu()
        for _ in range(keys):
            queued, at = terminal.queued(), terminal.press(b"s")
            waited.append(terminal.until(b"decided ") - at)
            alone.append(waited[-1] - (terminal.queued() - queued))
            terminal.drain(0.1)
        each = (terminal.cpu() - used - resting * (time.perf_counter() - began)) / keys
        terminal.close()
    return Keys(waited, alone, resting, each)


def resting_share(terminal: Terminal) -> float:
    """Processor seconds a second while no key is pressed."""
    began, used = time.perf_counter(), terminal.cpu()
    terminal.drain(REST)
    return (terminal.cpu() - used) / (time.perf_counter() - began)


def line(name: str, seconds: list[float], target: float) -> str:
    """Median, 95th percentile and the target, in milliseconds."""
    p95 = statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    median = statistics.median(seconds)
    figures = f"median {median * 1000:6.1f} ms   p95 {p95 * 1000:6.1f} ms   target {target * 1000:.0f} ms"
    return f"{name:<48} n={len(seconds):<4} {figures}"


def tell(name: str, pressed: Keys) -> None:
    """Print what keys cost."""
    print(line(name, pressed.waited, 0.05))
    print(line("  without waiting for other programs", pressed.alone, 0.05))
    print(f"  processor: {pressed.each * 1000:.1f} ms a key; {pressed.resting:.0%} of a core without keys")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=10_000)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50.0, help="scripted verdicts a second")
    parser.add_argument("--starts", type=int, default=10)
    parser.add_argument("--decided", type=int, default=0, help="also measure decisions, with so many made before")
    parser.add_argument("--real", type=Path, help="also measure while the real pipeline checks this file")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.sentences, chosen.rate, chosen.decided)
        return
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {sys.platform}, Python {sys.version.split()[0]}")
    for name, start in (("bare Textual app", ["-c", BARE]), ("localcheck review", ["-m", "localcheck", "review"])):
        wall, alone, cpu = first_paint(start, chosen.starts)
        print(line(f"first paint, {name}", wall, 0.5))
        print(line("  without waiting for other programs", alone, 0.5))
        print(line("  processor time", cpu, 0.5))
    command = [sys.executable, __file__, "--serve", f"--sentences={chosen.sentences}", f"--rate={chosen.rate}"]
    name = f"key to paint, {chosen.sentences} sentences, {chosen.rate:.0f} verdicts/s"
    tell(name, key_to_paint(command, chosen.keys, chosen.sentences))
    if chosen.decided:
        pressed = decision_to_paint([*command, f"--decided={chosen.decided}"], chosen.keys)
        tell(f"decision to paint, {chosen.decided} of {chosen.sentences} decided before", pressed)
    if chosen.real:
        command = [sys.executable, "-m", "localcheck", "review", "--no-animation", str(chosen.real.absolute())]
        tell("key to paint, real run", key_to_paint(command, chosen.keys, None))


if __name__ == "__main__":
    main()
