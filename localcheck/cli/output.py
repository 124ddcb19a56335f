"""Everything that goes to stdout: data, in the format asked for. Colour only on a terminal."""

from __future__ import annotations

import sys
from typing import Any

from localcheck.cli.edge import console
from localcheck.text.inert import dumps

__all__ = ["console", "emit", "emit_json"]

JSON = Any


def emit_json(value: JSON) -> None:
    """One JSON value, readable, with a newline at its end."""
    emit(dumps(value, indent=2))


def emit(text: str) -> None:
    """Text as it is, ending in one newline."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()
