"""What is kept from one start to the next: the settings file, and beside it the reviewer's name and the colours."""

from __future__ import annotations

import getpass
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import BackendError
from localcheck.settings import KINDS, Settings, lowers
from localcheck.system.jsontext import NotJson, parse
from localcheck.system.resources import atomic_write
from localcheck.types import JSON

FILE = "app.json"


class Remembered:
    """Its fields are empty while they are not known."""

    def __init__(self, folder: Path) -> None:
        """Nothing is remembered where the file in ``folder`` is missing or damaged."""
        self._file, self.reviewer, self.theme = folder / FILE, "", ""
        self._read()

    def _read(self) -> None:
        with suppress(OSError, NotJson, UnicodeDecodeError):
            found = parse(self._file.read_text(encoding="utf-8"))
            if isinstance(found, dict):
                self.reviewer, self.theme = (str(found.get(name) or "") for name in ("reviewer", "theme"))

    def keep(self, name: str, value: str) -> None:
        """Write ``reviewer`` or ``theme`` down, beside what another app has written meanwhile; a folder that cannot be written
        to is left as it is.
        """
        self._read()
        setattr(self, name, value)
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
        self.name, self.known = name, True
        self.memory.keep("reviewer", name)


def proposed() -> str:
    """The name of this user of the machine, to be proposed as that of the reviewer."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def save(settings: Settings, path: Path) -> None:
    """Write ``settings`` to ``path``. Raises ``BadInput`` or ``BackendError`` where that cannot be done."""
    import tomli_w

    try:
        with atomic_write(path) as f:
            f.write(tomli_w.dumps(table(settings)))
    except OSError as error:
        raise BackendError(f"{path}: {error}", "is the folder writable?") from error


def table(settings: Settings) -> dict[str, JSON]:
    """The TOML table of these settings; defaults are left out so that better ones can come with a new version.

    A guard that is down for this session (``--network``) stays down for no other one.
    """
    plain = Settings()
    names = [name for name in KINDS if name != "detector"]
    found: dict[str, JSON] = {
        n: getattr(settings, n) for n in names if getattr(settings, n) != getattr(plain, n) and not lowers(settings, n)
    }
    methods: dict[str, JSON] = {}
    if settings.detector != plain.detector:
        methods["name"] = settings.detector
    for detector, options in settings.option_table().items():
        written = {key: "none" if value is None else value for key, value in options.items()}
        if written:
            methods[detector] = written
    if methods:
        found["detector"] = methods
    if settings.risk:
        found["risk"] = settings.risk_table()
    return found
