"""The paths that the app uses, in one value, so that a test can give others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from localcheck import resources


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


def usual(config: Path | None = None) -> Places:
    """The places of this home and of the folder that the user works in."""
    examples = resources.shipped() / "examples"
    texts = sorted(p for p in examples.glob("*") if p.suffix in (".txt", ".md")) if examples.is_dir() else []
    readable = [p for p in texts if not p.name.lower().startswith("readme")]
    return Places(
        store=resources.store_path(),
        config=config or resources.config_path(),
        folder=Path.cwd(),
        example=readable[0] if readable else examples / "example.txt",
    )
