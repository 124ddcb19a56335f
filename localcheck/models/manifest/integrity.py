"""Are the files of a model what its record says? Full hashes once, then size, time and inode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import NLIError
from localcheck.models.manifest.record import FileRecord, InstallRecord, digest_of, is_runtime, model_files, read_record
from localcheck.system import memo, resources

State = tuple[tuple[str, str], ...]
"""Files with their size, time of change and inode."""
RECORDED, UNRECORDED = "verified.json", "sha256.json"
"""In the cache of the home: hashes of files as their records state them, and of files without a record."""


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
    seen = {} if full else _read_seen(RECORDED)
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
        _add_seen(RECORDED, fresh)


def remember(folder: Path, record: InstallRecord) -> None:
    """The files of ``folder`` were hashed just now and are as recorded: the next load need not read them again."""
    _add_seen(RECORDED, {str((folder / f.path).absolute()): _mark(folder / f.path, f) for f in record.files})


def remembered_hashes(paths: Sequence[Path]) -> list[str]:
    """SHA-256 of files that no record names. One whose size, time of change and inode are as they were is not read again."""
    seen, fresh, found = _read_seen(UNRECORDED), dict[str, str](), list[str]()
    for path in paths:
        key, state = str(path.resolve()), f"{_state(path)}:"
        if not seen.get(key, "").startswith(state):
            seen[key] = fresh[key] = state + resources.sha256_file(path)
        found.append(seen[key].removeprefix(state))
    if fresh:
        _add_seen(UNRECORDED, fresh)
    return found


def _mark(path: Path, file: FileRecord) -> str:
    """State and expected hash of a file in one word."""
    return f"{_state(path)}:{file.sha256}"


def _state(path: Path) -> str:
    """Size, time of change and inode in one word."""
    stat = path.stat()
    return f"{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ino}"


def verified_digest(folder: Path) -> str:
    """The digest of a model after its hashes were checked; every load goes through here.

    A folder without a record (shipped, or converted by hand) is hashed as it is: the files that take part in the answers, each
    once. Raises ``NLIError`` for a file that is not what the record says.
    """
    record = read_record(folder)
    if record is None:
        return _digest_as_it_is(folder)
    for checked in check_files(folder, record):
        if checked.problem:
            raise NLIError(
                f"model {record.name}: {checked.path} {checked.problem}",
                f"localcheck models remove {record.name}, then install it again",
            )
    return record.digest()


def state_of(folder: Path) -> State:
    """The state of the files that take part in a model's answers: as long as it is the same, so are they."""
    return tuple((inside, _state(path)) for inside, path in sorted(_answering(folder).items()))


def _answering(folder: Path) -> dict[str, Path]:
    return {inside: p for p in model_files(folder) if is_runtime(inside := p.relative_to(folder).as_posix())}


def _digest_as_it_is(folder: Path) -> str:
    files = _answering(folder)
    hashes = remembered_hashes(list(files.values()))
    return digest_of(FileRecord(inside, sha256, 0) for inside, sha256 in zip(files, hashes, strict=True))


def _read_seen(name: str) -> dict[str, str]:
    table = memo.recall(name)
    return {str(k): str(v) for k, v in table.items()} if isinstance(table, dict) else {}


def _add_seen(name: str, fresh: dict[str, str]) -> None:
    """Remember hashes; those of files that are gone are forgotten."""
    table = {**_read_seen(name), **fresh}
    memo.keep(name, {k: v for k, v in table.items() if Path(k).exists()})
