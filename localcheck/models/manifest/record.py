"""The install record of a model: where it came from, and what it must be byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.models.manifest.card import read_json
from localcheck.system import resources

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
