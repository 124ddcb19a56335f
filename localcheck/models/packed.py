"""Models that come with the package packed, which halves their size: put among the home's models when first asked for.

That takes a second. Each folder of ``models/packed`` holds one: ``packed.json`` lists its files with SHA-256, size and parts;
the parts of a file are one raw deflate stream (RFC 1951). ``training/packing.py`` writes both.

Where an installed model is from, as far as its hashes prove it: a record beside the files can be written by anyone.
"""

from __future__ import annotations

import fcntl
import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from localcheck.errors import BadInput, LocalcheckError
from localcheck.models import manifest
from localcheck.models.install import is_shipped, staging
from localcheck.models.manifest import FileRecord, InstallRecord, read_record
from localcheck.models.manifest.record import digest_of
from localcheck.system import resources
from localcheck.system.clock import now
from localcheck.system.diskspace import MAKE_ROOM, SPARE, need_space
from localcheck.text.inert import one_line

FOLDER, PACKED, FORMAT = "packed", "packed.json", 1
CAME = "came with localcheck"
"""The source in the install record, and what is said of it."""
WINDOW = -15
"""zlib's number for a raw deflate stream."""
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Packed:
    """What ``packed.json`` says."""

    folder: Path
    name: str
    kind: str
    licence: str
    files: tuple[FileRecord, ...]
    parts: tuple[tuple[str, ...], ...]
    """Names of the parts of each file."""


def packed_models() -> dict[str, Path]:
    """The folders of the packed models by name. Reads none."""
    root = resources.shipped() / "models" / FOLDER
    return {path.parent.name: path.parent for path in sorted(root.glob(f"*/{PACKED}"))}


def read_packed(folder: Path) -> Packed:
    """What the folder holds. Raises ``BadInput``."""
    table = manifest.read_json(folder / PACKED)
    try:
        files = tuple(FileRecord(row["path"], row["sha256"], row["size"]) for row in table["files"])
        parts = tuple(tuple(row["parts"]) for row in table["files"])
        if table["format"] != FORMAT:
            raise BadInput(folder / PACKED, f"has format {table['format']}, not {FORMAT}", "reinstall localcheck")
        return Packed(folder, table["name"], table["kind"], table["licence"], files, parts)
    except (KeyError, TypeError) as error:
        raise BadInput(folder / PACKED, f"does not list a packed model: {error!r}", "reinstall localcheck") from error


def packed_digests() -> frozenset[str]:
    """The digests of the packed models once they are unpacked, as ``InstallRecord.digest`` gives them."""
    return frozenset(digest_of(read_packed(folder).files) for folder in packed_models().values())


def locate(name_or_path: str) -> Path:
    """The folder of a model, as ``find_model``; a packed one is unpacked first. Raises ``MissingModel``."""
    return in_place(name_or_path) or manifest.find_model(name_or_path)


def in_place(name: str) -> Path | None:
    """The folder of the packed model ``name``, unpacked first where that was not done yet; None if no such model is packed.

    A model of that name from elsewhere is left as it is; an older packed one is replaced. A home that cannot be written gets
    it in a folder of this process. Raises ``BadInput`` (a damaged package), ``MissingResource`` (disk).
    """
    folder = packed_models().get(name)
    if folder is None:
        return None
    found = read_packed(folder)
    here = _there(found)
    if here is not None:
        return here
    try:
        models = resources.models_dir()
        models.mkdir(parents=True, exist_ok=True)
        with (models / f".{name}.unpacking").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be at it: it takes a second
            return _there(found) or _unpacked(found)
    except OSError as error:
        if error.errno not in resources.READ_ONLY:
            raise
        return _elsewhere(folder)


def still_to_unpack(name: str) -> int:
    """Bytes of disk that must be free when the model ``name`` is first asked for; 0 where it is not packed, or not any more."""
    folder = packed_models().get(name)
    found = read_packed(folder) if folder else None
    return 0 if found is None or _there(found) else _size(found) + SPARE


def _size(found: Packed) -> int:
    return sum(file.size for file in found.files)


def _there(found: Packed) -> Path | None:
    """The installed model of this name, unless it is an older packed one."""
    folder = manifest.installed().get(found.name)
    record = manifest.read_record(folder) if folder else None
    old = record is not None and record.source == CAME and record.files != found.files
    return None if old else folder


def _unpacked(found: Packed) -> Path:
    target = resources.models_dir() / found.name
    need_space(_size(found), found.name, f"{MAKE_ROOM}; --effort quick needs none of it")
    with staging(found.name) as stage:
        ready = stage / "ready"
        record = unpack(found, ready)
        resources.swap_in(ready, target)
    manifest.remember(target, record)
    return target


@cache
def _elsewhere(folder: Path) -> Path:
    place = resources.passing_folder() / folder.name
    unpack(read_packed(folder), place)
    return place


def unpack(found: Packed, target: Path) -> InstallRecord:
    """Write the model's files and its install record into the new folder ``target``. Raises ``BadInput`` for a file that is not
    as stated."""
    target.mkdir(parents=True)
    for file, parts in zip(found.files, found.parts, strict=True):
        digest, size = hashlib.sha256(), 0
        with (target / file.path).open("wb") as out:
            for block in _blocks(found.folder, parts):
                digest.update(block)
                size += len(block)
                if size > file.size:
                    break
                out.write(block)
        if (size, digest.hexdigest()) != (file.size, file.sha256):
            raise BadInput(file.path, f"of the packed {found.name} is damaged", "reinstall localcheck")
    record = InstallRecord(found.name, found.kind, CAME, "", found.licence, now(), found.files)
    manifest.write_record(target, record)
    return record


def _blocks(folder: Path, parts: tuple[str, ...]) -> Iterator[bytes]:
    """The content of a file, a block at a time. Raises ``BadInput`` for a part that is missing or damaged."""
    stream = zlib.decompressobj(WINDOW)
    try:
        for part in parts:
            with (folder / part).open("rb") as file:
                while data := file.read(BLOCK):
                    while data:
                        yield stream.decompress(data, BLOCK)
                        data = stream.unconsumed_tail
        yield stream.flush()
    except (zlib.error, FileNotFoundError) as error:
        raise BadInput(folder.name, f"the packed model is damaged: {error}", "reinstall localcheck") from error


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
        pinned = {file.sha256 for file in entry.files if entry.convert is None} - {""}
        same = any(file.path == "model.gguf" and file.sha256 in pinned for file in record.files)
        if same or record.digest() == entry.made:
            return Origin(True, f"as {entry.name} of the catalogue")
    stated = f", though its record names {one_line(record.source)[:SHOWN]}" if record.source else ""
    return Origin(False, f"{UNKNOWN}: no hash of the catalogue is that of its files{stated}")
