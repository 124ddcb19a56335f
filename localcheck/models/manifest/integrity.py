"""Are the files of a model what its record says? Full hashes once, then size, time and inode."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import NLIError
from localcheck.models.manifest.record import FileRecord, InstallRecord, digest_of, file_records, read_record
from localcheck.system import resources
from localcheck.system.jsontext import parse


@dataclass(frozen=True, slots=True)
class FileCheck:
    """What became of one file under verification."""

    path: str
    problem: str = ""
    """Empty when the file is as recorded."""
    cached: bool = False
    """True when size and modification time were those of the last full hash."""


def check_files(folder: Path, record: InstallRecord, *, full: bool = False) -> Iterator[FileCheck]:
    """Compare the files of ``folder`` with ``record``, one by one.

    A file whose size, modification time and inode are those of its last good hash is not read again unless ``full``.
    """
    seen = {} if full else _read_seen()
    fresh: dict[str, str] = {}
    for f in record.files:
        path = folder / f.path
        if not path.is_file():
            yield FileCheck(f.path, "is missing")
            continue
        key, mark = str(path.absolute()), _mark(path, f)
        if (size := path.stat().st_size) != f.size:
            yield FileCheck(f.path, f"has {size} bytes, recorded {f.size}")
        elif seen.get(key) == mark:
            yield FileCheck(f.path, cached=True)
        elif resources.sha256_file(path) != f.sha256:
            yield FileCheck(f.path, "has another SHA-256 than recorded")
        else:
            fresh[key] = mark
            yield FileCheck(f.path)
    if fresh:
        _write_seen({**_read_seen(), **fresh})


def remember(folder: Path, record: InstallRecord) -> None:
    """The files of ``folder`` were hashed just now and are as recorded: the next load need not read them again."""
    marks = {str((folder / f.path).absolute()): _mark(folder / f.path, f) for f in record.files}
    _write_seen({**_read_seen(), **marks})


def _mark(path: Path, file: FileRecord) -> str:
    """Size, time of change, inode and expected hash in one word."""
    stat = path.stat()
    return f"{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ino}:{file.sha256}"


def verified_digest(folder: Path) -> str:
    """The digest of a model after its hashes were checked; every load goes through here.

    A folder without a record (shipped, or converted by hand) is hashed as it is. Raises ``NLIError``
    for a file that is not what the record says.
    """
    record = read_record(folder)
    if record is None:
        return digest_of(file_records(folder))
    for checked in check_files(folder, record):
        if checked.problem:
            raise NLIError(
                f"model {record.name}: {checked.path} {checked.problem}",
                f"localcheck models remove {record.name}, then install it again",
            )
    return record.digest()


def _seen_path() -> Path:
    return resources.home() / "cache" / "verified.json"


def _read_seen() -> dict[str, str]:
    try:
        table = parse(_seen_path().read_bytes())
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in table.items()} if isinstance(table, dict) else {}


def _write_seen(table: dict[str, str]) -> None:
    """Remember good hashes; a home that cannot be written only costs time at the next load."""
    try:
        with resources.atomic_write(_seen_path()) as f:
            json.dump({k: v for k, v in table.items() if Path(k).exists()}, f)
    except OSError:
        return
