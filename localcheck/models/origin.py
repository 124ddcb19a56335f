"""Where an installed model is from, as far as its hashes prove it: a record beside the files can be written by anyone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck.errors import LocalcheckError
from localcheck.models.install import is_shipped
from localcheck.models.manifest import InstallRecord, read_record
from localcheck.models.packed import CAME, packed_digests
from localcheck.text.inert import one_line

if TYPE_CHECKING:
    from localcheck.models.catalogue import CatalogueEntry

UNKNOWN = "of unknown origin"
SHOWN = 60
"""Characters of what a record states."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What is proven about a model."""

    known: bool
    said: str
    """In words."""


def origin_of(folder: Path) -> Origin:
    """What is proven about the model in ``folder``. Its files are compared with its record when it is loaded, not here."""
    if is_shipped(folder):
        return Origin(True, CAME)
    try:
        record = read_record(folder)
    except LocalcheckError as error:
        return Origin(False, f"{UNKNOWN}: {error.message}")
    if record is None:
        return Origin(False, f"{UNKNOWN}: it has no install record")
    if record.digest() in packed_digests():
        return Origin(True, CAME)
    from localcheck.models.catalogue import read_catalogue

    for entry in read_catalogue().values():
        if why := _proof(entry, record):
            return Origin(True, why)
    stated = f", though its record names {one_line(record.source)[:SHOWN]}" if record.source else ""
    return Origin(False, f"{UNKNOWN}: no hash of the catalogue is that of its files{stated}")


def _proof(entry: CatalogueEntry, record: InstallRecord) -> str:
    """How the files of the record are proven to be this entry's; empty if they are not."""
    if entry.convert is None:
        pinned = {file.sha256 for file in entry.files} - {""}
        if any(file.path == "model.gguf" and file.sha256 in pinned for file in record.files):
            return f"as {entry.name} of the catalogue"
    return ""
