"""Everything that goes to stderr: errors, warnings, notes, progress. stdout belongs to data.

The only module that knows the exit codes' wording. Colour and moving bars appear only on a terminal.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import IO

from localcheck.errors import LocalcheckError


class Exit(IntEnum):
    """Exit codes of every command."""

    OK = 0
    """Nothing flagged."""
    FLAGGED = 1
    """Something flagged at or above ``--fail-on``."""
    USAGE = 2
    RESOURCE = 3
    BACKEND = 4
    NETWORK = 5
    INTERRUPT = 130


def error(problem: LocalcheckError, *, debug: bool = False) -> int:
    """Say what went wrong in one line, and a hint in another; the exit code is returned."""
    say(f"localcheck: error: {_one_line(problem.message)}")
    if problem.hint:
        say(f"  hint: {_one_line(problem.hint)}")
    if debug:
        traceback.print_exception(problem, file=sys.stderr)
    return problem.exit_code


def warn(message: str) -> None:
    """One line that the user should see."""
    say(f"localcheck: warning: {_one_line(message)}")


def note(message: str) -> None:
    """One line that is good to know."""
    say(f"localcheck: {_one_line(message)}")


def say(line: str, stream: IO[str] | None = None) -> None:
    """A plain line on stderr; a closed stderr is not an error."""
    with suppress(BrokenPipeError, ValueError):
        print(line, file=stream or sys.stderr, flush=True)


def _one_line(text: str) -> str:
    return " ".join(text.split())


@dataclass(slots=True)
class Progress:
    """A running count with rate and time left. ``advance`` is cheap; printing is limited in time."""

    title: str
    total: float | None = None
    unit: str = ""
    live: bool = field(default_factory=lambda: sys.stderr.isatty())
    done: float = 0.0
    started: float = field(default_factory=time.monotonic)
    _printed: float = 0.0

    def advance(self, by: float = 1.0, total: float | None = None) -> None:
        """``by`` more units are done; ``total`` may become known late."""
        self.to(self.done + by, total)

    def to(self, done: float, total: float | None = None) -> None:
        """``done`` units are done in all."""
        self.done = done
        self.total = total if total is not None else self.total
        now = time.monotonic()
        if now - self._printed >= (0.1 if self.live else 10.0):
            self._printed = now
            self._print()

    def line(self) -> str:
        """Title, count, share, rate and time left."""
        seconds = max(time.monotonic() - self.started, 1e-9)
        parts = [f"{self.title} {self.done:,.0f}"]
        if self.total:
            left = (self.total - self.done) * seconds / self.done if self.done else float("inf")
            parts[0] += f"/{self.total:,.0f}"
            parts.append(f"{min(self.done / self.total, 1):.0%}")
            parts.append(f"ETA {_clock(left)}")
        parts.append(f"{self.done / seconds:,.1f} {self.unit or 'items'}/s")
        return " · ".join(parts)

    def _print(self) -> None:
        if self.live:
            sys.stderr.write(f"\r\x1b[2K{self.line()}")
            sys.stderr.flush()
        elif self.done:
            say(self.line())

    def close(self) -> None:
        """Wipe the moving line."""
        if self.live and self._printed:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()


def _clock(seconds: float) -> str:
    if seconds == float("inf"):
        return "?"
    whole = int(seconds)
    return f"{whole // 3600}:{whole % 3600 // 60:02}:{whole % 60:02}"


@contextmanager
def progress(title: str, total: float | None = None, unit: str = "", *, quiet: bool = False) -> Iterator[Progress]:
    """A ``Progress`` that is wiped at the end; silent with ``quiet``."""
    bar = Progress(title, total, unit)
    if quiet:
        bar._printed = float("inf")
    try:
        yield bar
    finally:
        if not quiet:
            bar.close()
