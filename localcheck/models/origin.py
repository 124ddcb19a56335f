"""Where an installed model is from, as far as its hashes prove it: a record beside the files can be written by anyone."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import BadInput, LocalcheckError
from localcheck.models.catalogue import CatalogueEntry, read_catalogue
from localcheck.models.install import is_shipped
from localcheck.models.manifest import InstallRecord, read_record
from localcheck.system import resources
from localcheck.text.inert import one_line

UNKNOWN = "of unknown origin"
SHOWN = 60
"""Characters of what a record states."""


@dataclass(frozen=True, slots=True)
class Built:
    """What the conversion of a catalogue entry gives."""

    name: str
    adapter_sha256: str
    """Of the adapter's weights; empty where there is none."""
    converter: int
    """Version of the converter."""
    digest: str
    """Over the runtime files of the model, as in its record."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What is proven about a model."""

    known: bool
    said: str
    """In words."""


def built_path() -> Path:
    """The table of what conversions give; it comes with the package."""
    return resources.shipped() / "models" / "built.toml"


def read_built(path: Path | None = None) -> tuple[Built, ...]:
    """The rows of the table. Raises ``BadInput`` for a mistake in it."""
    path = path or built_path()
    try:
        return tuple(Built(**row) for row in tomllib.loads(path.read_text("utf-8")).get("built", []))
    except (tomllib.TOMLDecodeError, TypeError, OSError) as error:
        raise BadInput(path, f"not a table of built models: {error}") from error


def expected(name: str) -> frozenset[str]:
    """Digests that the catalogue's model ``name`` may have; empty where none is known."""
    return frozenset(row.digest for row in read_built() if row.name == name)


def origin_of(folder: Path) -> Origin:
    """What is proven about the model in ``folder``. Its files are compared with its record when it is loaded, not here."""
    if is_shipped(folder):
        return Origin(True, "came with localcheck")
    try:
        record = read_record(folder)
    except LocalcheckError as error:
        return Origin(False, f"{UNKNOWN}: {error.message}")
    if record is None:
        return Origin(False, f"{UNKNOWN}: it has no install record")
    for entry in read_catalogue().values():
        if why := _proof(entry, record):
            return Origin(True, why)
    stated = f", though its record names {one_line(record.source)[:SHOWN]}" if record.source else ""
    return Origin(False, f"{UNKNOWN}: no hash of the catalogue is that of its files{stated}")


def _proof(entry: CatalogueEntry, record: InstallRecord) -> str:
    """How the files of the record are proven to be this entry's; empty if they are not."""
    if record.digest() in expected(entry.name):
        return f"as localcheck converts {entry.name}"
    if entry.convert is None:
        pinned = {file.sha256 for file in entry.files} - {""}
        if any(file.path == "model.gguf" and file.sha256 in pinned for file in record.files):
            return f"as {entry.name} of the catalogue"
    return ""
