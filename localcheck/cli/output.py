"""Everything that goes to stdout: data, in the format asked for. Colour only on a terminal."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

JSON = Any


def emit_json(value: JSON) -> None:
    """One JSON value, readable, with a newline at its end."""
    emit(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def emit_jsonl(value: JSON) -> None:
    """One JSON value on one line."""
    emit(json.dumps(value, ensure_ascii=False, allow_nan=False))


def emit(text: str) -> None:
    """Text as it is, ending in one newline."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def console(width: int | None = None) -> Console:
    """A rich console on stdout; plain text where stdout is no terminal or ``NO_COLOR`` is set."""
    from rich.console import Console

    plain = not sys.stdout.isatty()
    return Console(width=width or (100 if plain else None), highlight=False, soft_wrap=False, emoji=False)
