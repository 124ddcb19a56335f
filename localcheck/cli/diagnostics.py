"""Everything that goes to stderr: errors, warnings, notes, progress. stdout is for data only.

The only module that defines exit codes. Colour and moving bars appear only on a terminal.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import IO, TypeVar

import click

from localcheck.errors import LocalcheckError, OutputError, UsageError, as_error
from localcheck.text.inert import one_line, shown

NOTHING_CHECKED = "nothing of it was checked; see `localcheck doctor`"
"""Hint where every claim of a document failed."""


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
    """Ctrl-C. A process that is told to end by another signal exits with 128 and the number of the signal."""


def error(problem: LocalcheckError, *, debug: bool = False) -> int:
    """Print an error on one line and its hint on the next; returns the exit code."""
    say(f"localcheck: error: {one_line(problem.message)}")
    if problem.hint:
        say(f"  hint: {one_line(problem.hint)}")
    if debug:
        say("".join(traceback.format_exception(problem)).rstrip())
    return problem.exit_code


def unexpected(problem: BaseException, *, debug: bool = False) -> int:
    """Report an exception that nothing else has handled. The exit code is that of a failure, never that of a result."""
    found = as_error(problem, "run the command again with localcheck --debug to see where it happened")
    found.__cause__ = problem
    return error(found, debug=debug)


def warn(message: str) -> None:
    """Print a warning."""
    say(f"localcheck: warning: {one_line(message)}")


def for_programs(who: str, command: str) -> None:
    """Tell a person who started a server for programs by hand what it waits for."""
    if sys.stdin.isatty():
        help_ = f"{who} starts this command by itself (localcheck {command} --help)"
        note(f"waiting for messages on standard input: {help_}; Ctrl-C ends it")


def note(message: str) -> None:
    """Print a note."""
    say(f"localcheck: {one_line(message)}")


@contextmanager
def going_on(told: Callable[[], str]) -> Iterator[None]:
    """Where Ctrl-C ends the block, say how to go on: a note of what ``told`` says then."""
    try:
        yield
    except KeyboardInterrupt:
        note(told())
        raise


def say(line: str, stream: IO[str] | None = None) -> None:
    """Print a plain line on stderr; if stderr cannot be written, nothing happens."""
    with suppress(OSError, ValueError, OutputError):
        print(shown(line), file=stream or sys.stderr, flush=True)


def confirm(question: str, yes: bool) -> None:
    """Ask on stderr, unless ``yes`` was said already; anything but yes ends the command.

    Raises ``click.Abort``, and ``UsageError`` where nobody can be asked.
    """
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError(
            "this command asks before it removes something, and standard input is not a terminal", "add --yes"
        )
    click.confirm(one_line(question), abort=True, err=True)


def _control(sequence: str) -> None:
    """A control sequence of our own, on a terminal."""
    with suppress(OSError, ValueError, OutputError):
        getattr(sys.stderr, "control", sys.stderr.write)(sequence)
        sys.stderr.flush()


Thing = TypeVar("Thing")
PATIENCE = 1.0
"""Seconds after which a log says what is waited for."""
SOON = 0.5
"""Seconds until a rate and a time left say anything."""


@dataclass(slots=True)
class Progress:
    """A running count with rate and time left. ``advance`` is cheap; printing is limited in time, in a log more and more."""

    title: str
    total: float | None = None
    unit: str = ""
    live: bool = field(default_factory=lambda: sys.stderr.isatty())
    quiet: bool = False
    """Says nothing."""
    done: float = 0.0
    started: float = field(default_factory=time.monotonic)
    before: float = 0.0
    """Of the units done, those that were done before and cost no time now; rate and time left are reckoned without them."""
    _printed: float = 0.0
    _said: float = -1.0
    """The count that was printed last; below zero where none was."""

    _begun: threading.Timer | None = None

    def begin(self) -> None:
        """Say what is counted now if the first unit of it takes long; on a terminal at once."""
        if self.quiet:
            return
        if self.live:
            self._say_begun()
            return
        self._begun = threading.Timer(PATIENCE, self._say_begun)
        self._begun.daemon = True
        self._begun.start()

    def _say_begun(self) -> None:
        if not self._printed:
            self._printed = time.monotonic()
            self._print()

    def advance(self, by: float = 1.0) -> None:
        """Count ``by`` more units."""
        self.to(self.done + by)

    def over(self, things: Iterable[Thing]) -> Iterator[Thing]:
        """The things, each counted when the next one is asked for."""
        self.begin()
        for thing in things:
            yield thing
            self.advance()

    def found(self, by: float = 1.0) -> None:
        """Count units that were done before."""
        self.before += by
        self.started = time.monotonic()
        self.to(self.done + by)

    def turn(self, title: str, unit: str = "") -> None:
        """From now on something else is counted, from zero; nothing happens where it is this already."""
        if title != self.title:
            self.close()
            self.title, self.unit, self.total = title, unit, None
            self.done = self.before = self._printed = 0.0
            self._said = -1.0
            self.started = time.monotonic()

    def to(self, done: float, total: float | None = None) -> None:
        """Set the number of units done; ``total`` may be given as soon as it is known. Time counts from where none is done."""
        self.done = done
        self.started = self.started if done else time.monotonic()
        self.total = total if total is not None else self.total
        now = time.monotonic()
        if (
            not self.quiet
            and (self.live or done)
            and now - self._printed >= (0.1 if self.live else max(10.0, min((now - self.started) / 60, 600.0)))
        ):
            self._printed = now
            self._print()

    def line(self) -> str:
        """Title, count, share, rate and time left."""
        seconds = max(time.monotonic() - self.started, 1e-9)
        parts = [f"{self.title} {self.done:,.0f}"]
        now_done = self.done - self.before
        if self.total:
            parts[0] += f"/{self.total:,.0f}"
            parts.append(f"{min(self.done / self.total, 1):.0%}")
        if seconds < SOON:
            return " · ".join(parts)
        if self.total:
            left = (self.total - self.done) * seconds / now_done if now_done else float("inf")
            parts.append(f"ETA {_clock(left)}")
        if now_done:
            parts.append(f"{_rate(now_done / seconds, self.unit or 'items')}")
        return " · ".join(parts)

    def _print(self) -> None:
        if self.live:
            _control("\r\x1b[2K")
            _control(one_line(self.line()))
        else:
            self._said = self.done
            say(self.line())

    def close(self) -> None:
        """Remove the progress line; a log whose last line is of an earlier count gets the last one."""
        if self._begun:
            self._begun.cancel()
        if self.live and self._printed:
            _control("\r\x1b[2K")
        elif 0 <= self._said != self.done:
            self._print()


def _rate(a_second: float, unit: str) -> str:
    """In a unit of time that leaves something before the point."""
    return f"{a_second:,.1f} {unit}/s" if a_second >= 1 else f"{60 * a_second:,.1f} {unit}/min"


def _clock(seconds: float) -> str:
    if seconds == float("inf"):
        return "?"
    whole = int(seconds)
    return f"{whole // 3600}:{whole % 3600 // 60:02}:{whole % 60:02}"


@contextmanager
def progress(title: str, total: float | None = None, unit: str = "", *, quiet: bool = False) -> Iterator[Progress]:
    """A ``Progress`` whose line is removed at the end; silent with ``quiet``."""
    with closing(Progress(title, total, unit, quiet=quiet)) as bar:
        yield bar
