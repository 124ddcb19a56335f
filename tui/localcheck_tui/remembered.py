"""What the app remembers from one start to the next, in a file beside the settings: the reviewer's name and the colours."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from localcheck.system.jsontext import NotJson, parse
from localcheck.system.resources import atomic_write

FILE = "app.json"


@dataclass(frozen=True, slots=True)
class Remembered:
    """Empty fields are not known yet."""

    reviewer: str = ""
    theme: str = ""


def recall(folder: Path) -> Remembered:
    """What is remembered in ``folder``; nothing where the file is missing or damaged."""
    with suppress(OSError, NotJson, UnicodeDecodeError):
        found = parse((folder / FILE).read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return Remembered(*(str(found.get(name) or "") for name in ("reviewer", "theme")))
    return Remembered()


def remember(folder: Path, what: Remembered) -> None:
    """Write it down; a folder that cannot be written to is left as it is."""
    with suppress(OSError), atomic_write(folder / FILE) as file:
        json.dump(asdict(what), file, ensure_ascii=False)
