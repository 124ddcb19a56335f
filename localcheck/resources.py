"""Homes, shipped files, hashes and atomic writes. Paths are resolved by functions, never at import."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The source checkout that this package runs from, if it does."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "models").is_dir() else None


def home() -> Path:
    """``$LOCALCHECK_HOME``, else the checkout, else the user's data directory. Not created here."""
    if value := os.environ.get("LOCALCHECK_HOME"):
        return Path(value).expanduser().absolute()
    if root := checkout():
        return root
    from platformdirs import user_data_path

    return user_data_path("localcheck")


def shipped() -> Path:
    """Where the files that come with the package lie (``models/``, ``indexes/starter/``, ``examples/``)."""
    return checkout() or PACKAGE / "_shipped"


def models_dir() -> Path:
    """Where installed models live."""
    return home() / "models"


def indexes_dir() -> Path:
    """Where built indexes live, one folder each."""
    return home() / "indexes"


def store_path() -> Path:
    """The SQLite database of runs, verdicts, evidence and reviews."""
    return home() / "localcheck.db"


def config_path() -> Path:
    """The user's settings file."""
    return home() / "localcheck.toml"


def sha256_file(path: Path) -> str:
    """SHA-256 of a file, read in blocks."""
    with path.open("rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def sha256_text(text: str) -> str:
    """SHA-256 of the UTF-8 bytes of ``text``."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@contextmanager
def atomic_write(path: Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path``; it takes the place of ``path`` only when the block ends well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        text = "b" not in mode
        with part.open(mode, encoding="utf-8" if text else None, newline="\n" if text else None) as f:
            yield f
            f.flush()
            os.fsync(f.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
