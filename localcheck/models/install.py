"""Putting a finished folder in its place, at once or not at all; and taking it away."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from localcheck.errors import BadInput, MissingModel, NLIError, UsageError
from localcheck.models import manifest
from localcheck.models.manifest import Card, FileRecord, InstallRecord
from localcheck.models.manifest.ctranslate import check_ctranslate
from localcheck.models.manifest.gguf import read_gguf
from localcheck.system import children, resources
from localcheck.system.clock import now
from localcheck.system.diskspace import Progress
from localcheck.text.patterns import regex

BLOCK = 8 << 20
"""Bytes that are hashed between two events."""
LONGEST_NAME = 64
NAME = regex(rf"[a-z0-9][a-z0-9._-]{{0,{LONGEST_NAME - 1}}}")
HINT = "it is not installed; download it again, or convert it again"


@dataclass(frozen=True, slots=True)
class Installed:
    """The model is in its place."""

    name: str
    folder: Path
    record: InstallRecord


RESERVED = manifest.BESIDE | {manifest.AUTO, manifest.CASCADE}
"""Names that ``--nli`` or the folder of models gives another meaning."""


def check_name(name: str, *, force: bool = False) -> Path:
    """The folder that a model of this name gets. Raises ``UsageError`` for a bad name or one that is taken."""
    if not NAME.fullmatch(name) or name.endswith(".part"):
        raise UsageError(
            f"{name!r} is not a name for a model", f"small letters, digits, dots and dashes, at most {LONGEST_NAME}"
        )
    folder = resources.models_dir() / name
    if name in RESERVED:
        raise UsageError(
            f"{name!r} means something else to --nli or in the folder of models", "choose another name with --name NAME"
        )
    if name in manifest.shipped():
        raise UsageError(f"{name!r} is the model that comes with localcheck", "choose another name with --name NAME")
    if folder.exists() and not force:
        raise UsageError(f"model {name!r} is installed already", "add --force to replace it, or choose another --name")
    return folder


def is_shipped(folder: Path) -> bool:
    """True if this folder came with the package or the checkout, and was not installed."""
    return folder.parent == resources.shipped() / "models" and not (folder / manifest.RECORD).exists()


@contextmanager
def staging(name: str, *, keep: bool = False) -> Iterator[Path]:
    """A hidden folder beside the models, removed at the end; with ``keep`` it survives an error, to continue later."""
    folder = resources.models_dir() / f".{name}.part"
    with _alone(name):
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            yield folder
        except BaseException:
            if not keep:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Hold the lock of this name; raises ``UsageError`` when another process has it."""
    path = resources.models_dir() / f".{name}.lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as f:
        try:
            fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not resources.is_at(path, f.fileno()):
                raise BlockingIOError  # the one before has removed it, and the next has made its own
        except (BlockingIOError, FileNotFoundError):
            raise UsageError(
                f"another process is installing {name!r}", "wait for it, or choose another --name"
            ) from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def put(
    ready: Path, name: str, *, source: str, revision: str, licence: str, force: bool = False, tried: bool = False
) -> Iterator[Progress | Installed]:
    """Try the folder ``ready`` out unless it was ``tried``, record its hashes and move it to its place in one step; the last
    event is ``Installed``.

    Raises ``BadInput``.
    """
    folder = check_name(name, force=force)
    card = manifest.read_card(ready)
    if not tried:
        yield Progress("try", name, 0, 0)
        try_out(ready, card, name)
    files = []
    for path in manifest.model_files(ready):
        inside = path.relative_to(ready).as_posix()
        files.append(FileRecord(inside, (yield from hashed(path, inside)), path.stat().st_size))
    record = InstallRecord(name, card.kind, source, revision, licence, now(), tuple(files))
    manifest.write_record(ready, record)
    resources.swap_in(ready, folder)
    manifest.remember(folder, record)
    yield Installed(name, folder, record)


def hashed(path: Path, shown: str) -> Generator[Progress, None, str]:
    """The SHA-256 of a file as the value of the generator, with progress on the way: weights take seconds."""
    digest, done, total = hashlib.sha256(), 0, path.stat().st_size
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
            done += len(block)
            yield Progress("check", shown, done, total)
    return digest.hexdigest()


def removable(name: str) -> Path:
    """The folder of an installed model that may go. Raises ``MissingModel``, and ``UsageError`` for a shipped one."""
    folder = resources.models_dir() / name
    here = NAME.fullmatch(name) is not None and (folder / manifest.CARD).is_file()
    if (is_shipped(folder) and here) or (not here and name in manifest.installed()):
        raise UsageError(
            f"{name!r} comes with localcheck and cannot be removed", "choose another with localcheck models use NAME"
        )
    if not here:
        raise MissingModel(f"model {name!r} is not installed", "localcheck models list --installed")
    return folder


def remove(name: str) -> None:
    """Take an installed model away; see ``removable``."""
    folder = removable(name)
    resources.discard(folder)


def try_out(folder: Path, card: Card, name: str) -> None:
    """Use the model ``name`` in ``folder`` once, in a process with limits. Raises ``BadInput`` when it cannot be used."""
    if card.kind == "llm-gguf":
        try_gguf(folder / "model.gguf", name)
        return
    try:
        check_ctranslate(folder)
    except NLIError as error:
        raise BadInput(name, error.message, HINT) from error
    _tried(folder, name)


def try_gguf(file: Path, name: str) -> None:
    """Use a GGUF file once, where llama-cpp-python is installed; elsewhere its header alone is checked.

    Raises ``BadInput`` when it cannot be used.
    """
    if read_gguf(file).tensors and find_spec("llama_cpp") is not None:
        _tried(file, name)


def _tried(place: Path, name: str) -> None:
    found = children.try_model(place)
    if found.crash:
        raise BadInput(name, f"the model {found.crash}", found.advice(HINT))
    if found.refusal:
        folder = place if place.is_dir() else place.parent
        why = found.why.replace(f"{folder.absolute()}/", "")
        raise BadInput(name, f"the model cannot be used: {why}", found.advice(HINT))
