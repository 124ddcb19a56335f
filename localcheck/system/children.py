"""Python processes that this package starts for itself: they import nothing from the current folder.

``python -m`` and ``python -c`` look for every module in the current folder first. That folder may be a stranger's: with a
``json.py`` in it, each child process would run that file.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from localcheck.system.resources import with_variable

START = """
import runpy, sys
module, root = sys.argv[1:3]
del sys.argv[1:3]
sys.path.insert(0, root)
import localcheck
del sys.path[0]
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


def command(module: str, *arguments: str) -> list[str]:
    """The command line that runs a module of this same package, wherever the current folder is."""
    return [sys.executable, "-P", "-c", START, module, str(Path(__file__).resolve().parents[2]), *arguments]


@contextmanager
def starting() -> Iterator[None]:
    """Processes of ``multiprocessing`` that are started in the block import nothing from the current folder, and never hear
    of Ctrl-C, not even while they start; in this process it waits until the block ends.
    """
    from multiprocessing import resource_tracker

    with with_variable("PYTHONSAFEPATH", "1"):  # what ``python -P`` sets
        resource_tracker.ensure_running()  # it lets Ctrl-C through again when it begins to run
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)


ILLEGAL = "crashes (SIGILL)"
ELSEWHERE = (
    "llama-cpp-python was compiled for another processor: "
    "pip install --force-reinstall --no-deps --no-cache-dir llama-cpp-python"
)
"""Of the runtimes only llama.cpp is compiled for the machine that it is installed on."""
FULL = " of memory, "
"""Stands in what a model says that the memory does not hold (``llamacpp.memory.require_memory``)."""
SMALLER = "close other programs, or take a smaller or more quantised model"
SECONDS = 600
"""Until a model that does not answer is given up."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How a model came through its trial. Both empty: it works."""

    crash: str
    """Why its process ended without a word of its own, such as "crashes (SIGABRT)"."""
    refusal: str
    """What the runtime said against it."""

    @property
    def why(self) -> str:
        """What the runtime said, without the kind of its error.

        >>> Trial("", "LLMError: cannot be loaded").why
        'cannot be loaded'
        """
        return self.refusal.partition(": ")[2] or self.refusal

    def advice(self, usual: str) -> str:
        """The hint for somebody who wants to use the model: ``usual``, but where the runtime or the memory is to blame.

        >>> Trial("crashes (SIGILL)", "").advice("download it again").partition(":")[0]
        'llama-cpp-python was compiled for another processor'
        """
        if FULL in self.refusal:
            return SMALLER
        return ELSEWHERE if self.crash == ILLEGAL else usual


def try_model(place: Path) -> Trial:
    """Use the model in the folder `place`, or the GGUF file `place`, once, in a process with limits."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command("localcheck.backends.trial", str(place.absolute())),
            capture_output=True,
            timeout=SECONDS,
            env=environment,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return Trial(f"gives no answer within {SECONDS} seconds", "")
    if done.returncode < 0:
        return Trial(f"crashes ({_signal(-done.returncode)})", "")
    said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return Trial("", said or "no reason given" if done.returncode else "")


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
