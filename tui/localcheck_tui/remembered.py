"""What the app remembers from one start to the next, in a file beside the settings: the reviewer's name and the colours."""

from __future__ import annotations

import getpass
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from localcheck.system.jsontext import NotJson, parse
from localcheck.system.resources import atomic_write

FILE = "app.json"


class Remembered:
    """Its fields are empty while they are not known."""

    def __init__(self, folder: Path) -> None:
        """Nothing is remembered where the file in ``folder`` is missing or damaged."""
        self._file, self.reviewer, self.theme = folder / FILE, "", ""
        with suppress(OSError, NotJson, UnicodeDecodeError):
            found = parse(self._file.read_text(encoding="utf-8"))
            if isinstance(found, dict):
                self.reviewer, self.theme = (str(found.get(name) or "") for name in ("reviewer", "theme"))

    def write(self) -> None:
        """Write it down; a folder that cannot be written to is left as it is."""
        with suppress(OSError), atomic_write(self._file) as file:
            json.dump({"reviewer": self.reviewer, "theme": self.theme}, file, ensure_ascii=False)


@dataclass(slots=True)
class Reviewer:
    """Who reviews, in every run."""

    memory: Remembered
    name: str
    known: bool
    """True if the name was given, be it empty."""

    def keep(self, name: str) -> None:
        """Remember who reviews, for every run and the next start."""
        self.name, self.known, self.memory.reviewer = name, True, name
        self.memory.write()


def proposed() -> str:
    """The name of this user of the machine, to be proposed as that of the reviewer."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
