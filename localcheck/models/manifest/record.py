"""The install record of a model: where it came from, and what it must be byte for byte; and whether its files are that.

Full hashes once, then size, time and inode.

Models by name: those of this home, and those that came with the package.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from localcheck.errors import BadInput, MissingModel, NLIError, UnknownName, UsageError, nearest
from localcheck.models.manifest.card import CARD, read_json
from localcheck.system import memo, resources

STARTER, CAREFUL = "starter-nli", "careful-nli"
USUAL: tuple[str, ...] = (STARTER, CAREFUL)
"""Who reads where nobody chose."""
AUTO, CASCADE = "auto", "cascade"
BESIDE = frozenset({"adapters", "experts", "heads", "packed"})
"""Folders beside the models that hold no model."""


def nli_models(chosen: str) -> tuple[str, ...]:
    """The models behind a value of the setting ``nli``: one, or the two of a cascade, the quick one first.

    ``auto`` and ``cascade`` are the two that come with the package; ``cascade:QUICK+CAREFUL`` names others. Raises
    ``UsageError`` for half a cascade.
    """
    if chosen == AUTO:
        return USUAL
    if chosen == CASCADE:
        return STARTER, CAREFUL
    if not chosen.startswith(f"{CASCADE}:"):
        return (chosen,)
    quick, _, careful = chosen.removeprefix(f"{CASCADE}:").rpartition("+")
    if not quick or not careful:
        raise UsageError(f"{chosen!r} does not name two models", f"{CASCADE}:{STARTER}+{CAREFUL}")
    return quick, careful


def find_model(name_or_path: str) -> Path:
    """The folder of a model given by name or by path. Raises ``MissingModel``."""
    if not name_or_path:
        raise UnknownName("model", name_or_path, installed())
    as_path = resources.typed_path(name_or_path)
    if len(as_path.parts) > 1 or name_or_path.startswith("~"):
        if as_path.is_dir():
            return as_path
        raise MissingModel(f"no model folder at {as_path}", "localcheck models list shows what is installed")
    known = installed()
    if name_or_path in known:
        return known[name_or_path]
    near = nearest(name_or_path, known)
    more = f"did you mean {' or '.join(near)}? " if near else ""
    raise MissingModel(
        f"model {name_or_path!r} is not installed",
        f"{more}localcheck models list; if it stands there: localcheck models pull {name_or_path} --network",
    )


def installed() -> dict[str, Path]:
    """Models by name: those of this home, and those that came with the package, which no other replaces. Reads no model."""
    models = resources.models_dir()
    resources.mend(models, lambda name: models / f".{name}.lock")
    return {**_models(models), **shipped()}


def shipped() -> dict[str, Path]:
    """The models that came with the package, or lie in the checkout without having been installed; their names are taken."""
    return {
        name: path for name, path in _models(resources.shipped() / "models").items() if not (path / RECORD).exists()
    }


def _models(root: Path) -> dict[str, Path]:
    folders = sorted(root.iterdir()) if root.is_dir() else ()
    return {f.name: f for f in folders if not f.name.startswith(".") and (f / CARD).is_file()}


RECORD = "localcheck-model.json"
RUNTIME = frozenset(
    "config.json head.npz localcheck.json model.bin model.gguf sentencepiece.bpe.model source.spm spiece.model target.spm"
    " tokenizer.json".split()
)


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file of an installed model."""

    path: str
    """Relative, with forward slashes."""
    sha256: str
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class InstallRecord:
    """``localcheck-model.json``: where an installed model came from, and what it must be byte for byte."""

    name: str
    kind: str
    source: str
    """Repository id, path or archive name."""
    revision: str
    """Commit of the repository, or empty when it is not known."""
    licence: str
    installed: str
    """ISO 8601, UTC."""
    files: tuple[FileRecord, ...]

    def digest(self) -> str:
        """One SHA-256 for the whole model; see ``digest_of``."""
        return digest_of(self.files)


def is_runtime(path: str) -> bool:
    """True if this file takes part in the model's answers; cards for people, licences and calibration tables do not."""
    return path in RUNTIME or path.startswith(("vocabulary.", "shared_vocabulary.", "source_vocab", "target_vocab"))


def digest_of(files: Iterable[FileRecord]) -> str:
    """One SHA-256 over the files that take part in the answers: the identity of a model in reports and tables."""
    lines = sorted(f"{f.sha256}  {f.path}" for f in files if is_runtime(f.path))
    return resources.sha256_text("\n".join(lines))


def read_record(folder: Path) -> InstallRecord | None:
    """The install record of a folder, or None when it was never installed (a shipped or home-made model)."""
    path = folder / RECORD
    if not path.is_file():
        return None
    table = read_json(path)
    try:
        files = tuple(FileRecord(str(f["path"]), str(f["sha256"]), int(f["size"])) for f in table["files"])
        return InstallRecord(
            **{f.name: str(table[f.name]) for f in fields(InstallRecord) if f.name != "files"}, files=files
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(path, f"not an install record ({error!r})", "remove the model and install it again") from error


def write_record(folder: Path, record: InstallRecord) -> None:
    """Write ``localcheck-model.json`` atomically."""
    with resources.atomic_write(folder / RECORD) as f:
        json.dump({"format": 1, **asdict(record)}, f, indent=1, ensure_ascii=False)
        f.write("\n")


def model_files(folder: Path) -> list[Path]:
    """Every file of a model except its record, sorted by path."""
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.name != RECORD and not p.name.endswith(".part"))


def file_records(folder: Path) -> tuple[FileRecord, ...]:
    """Hash every file of ``folder``."""
    return tuple(
        FileRecord(p.relative_to(folder).as_posix(), resources.sha256_file(p), p.stat().st_size)
        for p in model_files(folder)
    )


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
