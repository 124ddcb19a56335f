"""Everything that goes to stdout: data, in the format asked for. Colour only on a terminal."""

from __future__ import annotations

import sys

from localcheck.cli.edge import console
from localcheck.text.inert import dumps
from localcheck.types import JSON

__all__ = ["console", "emit", "emit_either", "emit_json", "volume"]


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
