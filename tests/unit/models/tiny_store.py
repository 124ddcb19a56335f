"""A model store of one test: what is imported into it, and what it then holds."""

from __future__ import annotations

from pathlib import Path

from localcheck.models.importing import import_model
from localcheck.models.install import Installed
from localcheck.system import resources


def run(path: Path, **options: object) -> Installed:
    last = list(import_model(path, **options))[-1]  # type: ignore[arg-type]
    assert isinstance(last, Installed)
    return last


def names() -> list[str]:
    root = resources.models_dir()
    return sorted(p.name for p in root.iterdir()) if root.is_dir() else []
