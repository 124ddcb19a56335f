"""All output of this process to a terminal, a pipe or a file goes through ``Edge``; data for standard output is emitted here.

It makes text harmless (``localcheck.text.inert``) and turns a closed pipe or a full disk into one error. Two things
skip the first step: text styled by rich, which is made harmless before it is styled, and the moving progress line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from localcheck.errors import BadInput, OutputError
from localcheck.text.inert import dumps, shown

if TYPE_CHECKING:
    from rich.console import Console

    from localcheck.types import JSON


class Edge:
    """A text stream that makes text harmless before writing it; in everything else it behaves like the stream it wraps."""

    def __init__(self, stream: IO[str], name: str, clean: bool = True, trim: bool = False) -> None:
        """``clean=False`` writes text as it is: for text that was made harmless before it was styled. ``trim`` leaves out
        the spaces at the ends of lines, with which rich fills them.
        """
        self._stream, self._name, self._clean, self._trim = stream, name, clean, trim

    def write(self, text: str) -> int:
        """Write ``text``, harmless. Raises ``OutputError``."""
        if self._trim:
            text = "\n".join(line.rstrip(" ") for line in text.split("\n"))
        return self._put(shown(text) if self._clean else text)

    def control(self, sequence: str) -> int:
        """Write a control sequence of our own. Raises ``OutputError``."""
        return self._put(sequence)

    def flush(self) -> None:
        """Raises ``OutputError``."""
        try:
            self._stream.flush()
        except (OSError, ValueError) as error:
            raise self._failed(error) from error

    def styled(self, trim: bool) -> Edge:
        """The same stream for text that is harmless already."""
        return Edge(self._stream, self._name, clean=False, trim=trim)

    def _put(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except (OSError, ValueError) as error:
            raise self._failed(error) from error

    def _failed(self, error: OSError | ValueError) -> OutputError:
        if isinstance(error, BrokenPipeError):
            return OutputError(
                f"{self._name} was closed before everything was written", "what was written is not whole"
            )
        why = error.strerror if isinstance(error, OSError) else str(error)
        return OutputError(f"{self._name} cannot be written: {why}", "is the disk full? what was written is not whole")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def guard_streams() -> None:
    """From now on standard output and standard error are edges; a stream that is closed is the null device.

    Data for a pipe or a file is UTF-8 whatever the locale says: JSON in another encoding is none.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    for attribute, name in (("stdout", "standard output"), ("stderr", "standard error")):
        stream = getattr(sys, attribute)
        if isinstance(stream, Edge):
            continue
        if stream is None:
            stream = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        if hasattr(stream, "reconfigure"):
            data = attribute == "stdout" and not stream.isatty()
            stream.reconfigure(encoding="utf-8" if data else None, errors="backslashreplace")
        setattr(sys, attribute, Edge(stream, name))


def silence(stream: str) -> None:
    """Redirect a stream whose reader is gone, so that the interpreter reports no error when it flushes at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), getattr(sys, f"__{stream}__").fileno())
    except (OSError, ValueError, AttributeError):
        setattr(sys, f"__{stream}__", None)


@contextmanager
def output_file(path: Path) -> Iterator[Edge]:
    """Open ``path`` for text; the file appears complete or not at all. Raises ``BadInput`` and ``OutputError``."""
    from localcheck.system.resources import atomic_write

    with ExitStack() as stack:
        try:
            file = stack.enter_context(atomic_write(path))
        except OSError as error:
            raise BadInput(path, f"cannot be written: {error.strerror or error}") from error
        yield Edge(file, str(path))
        try:
            stack.close()
        except OSError as error:
            raise OutputError(f"{path} cannot be written: {error.strerror or error}", "is the disk full?") from error


def write_file(path: Path, text: str) -> None:
    """Write ``text`` to a file, whole or not at all. Raises ``BadInput`` and ``OutputError``."""
    with output_file(path) as file:
        file.write(text)


def console(file: Edge | None = None, width: int | None = None) -> Console:
    """A rich console on ``file`` (default: standard output); plain text where that is no terminal."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Harmless(Console):
        """Makes text harmless before it is styled."""

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
            for part in super().render(renderable, options):
                yield part if part.control else Segment(shown(part.text), part.style)

        def on_broken_pipe(self) -> None:
            raise OutputError("standard output was closed before everything was written")

    target = file or (sys.stdout if isinstance(sys.stdout, Edge) else Edge(sys.stdout, "standard output"))
    plain = not target.isatty()
    return Harmless(
        file=target.styled(trim=plain),  # type: ignore[arg-type]
        force_terminal=False if file is not None else None,
        width=width or (100 if plain else None),
        highlight=False,
        soft_wrap=False,
        emoji=False,
    )


def emit_json(value: JSON) -> None:
    """One JSON value, readable, with a newline at its end."""
    emit(dumps(value, indent=2))


def emit_either(value: JSON, text: str, as_json: bool) -> None:
    """The value as JSON, or the text that says the same."""
    if as_json:
        emit_json(value)
    else:
        emit(text)


def emit(text: str) -> None:
    """Text as it is, ending in one newline."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def volume(size: int) -> str:
    """Bytes as people read them: ``"2.5 kB"``, ``"1,234.5 MB"``."""
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
