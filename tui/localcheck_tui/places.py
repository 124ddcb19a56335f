"""The paths that the app uses, in one value, so that a test can give others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from localcheck.system import resources


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are."""

    store: Path
    """The database of runs."""
    config: Path
    """The settings file."""
    folder: Path
    """Where the file tree begins."""
    example: Path
    """The document of the first run."""


def is_file(path: Path) -> bool:
    """True if there is such a file. What no file can be called (a whole text that was pasted) is none, and raises nothing."""
    try:
        return path.is_file()
    except OSError:
        return False


def usual(config: Path | None = None) -> Places:
    """The places of this home and of the folder that the user works in."""
    return Places(
        store=resources.store_path(),
        config=config or resources.config_path(),
        folder=Path.cwd(),
        example=resources.shipped() / "examples" / "mixed.txt",
    )
