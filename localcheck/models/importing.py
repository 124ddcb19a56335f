"""Take in a model from this machine or a stick: a GGUF file, a folder, an archive. No network."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

from localcheck.errors import BadInput, UsageError
from localcheck.models.catalogue import CatalogueEntry, read_catalogue
from localcheck.models.conversion.convert import Conversion, convert
from localcheck.models.install import LONGEST_NAME, Installed, check_name, put, staging, try_gguf
from localcheck.models.manifest import CARD, RECORD, Card, check_files, file_records, read_card, read_record, write_card
from localcheck.models.manifest.gguf import read_gguf
from localcheck.models.manifest.record import digest_of
from localcheck.models.manifest.translators import card_for, is_translator
from localcheck.models.packed import packed_digests, packed_models
from localcheck.system.diskspace import Progress, need_space, room_for
from localcheck.system.resources import sha256_file
from localcheck.system.unpacking import MAX_DEPTH, MAX_FILES, is_archive, unpack
from localcheck.text.inert import one_line

GGUF = "model.gguf"
"""What a GGUF file is called in the folder of its model."""
BLOCK = 4 << 20
UNKNOWN, LICENCE = "unknown", 100
"""What is recorded of a licence that nobody names, and the characters that are kept of one that a file names."""
RUNTIME_SUFFIXES = (".json", ".bin", ".txt", ".npz", ".model", ".md", ".gguf", ".toml", ".spm")
"""What a model folder may hold; anything else is not copied."""


def default_name(path: Path) -> str:
    """A name for what is imported from ``path``: its file name in small letters without endings, cut where it is too long."""
    stem = path.name.lower()
    for suffix in (".tar.gz", ".tar.zst", ".tgz", ".tar", ".zip", ".gguf"):
        stem = stem.removesuffix(suffix)
    plain = "".join(c if (c.isalnum() and c.isascii()) or c in "._-" else "-" for c in stem).lstrip("-._")
    return plain[:LONGEST_NAME].rstrip("-._") or "model"


def import_model(
    path: Path,
    *,
    name: str = "",
    licence: str = UNKNOWN,
    choice: Conversion | None = None,
    force: bool = False,
    translates: str = "",
) -> Iterator[Progress | Installed]:
    """Import ``path``; the last event is ``Installed``. Nothing is left behind when it fails.

    A folder or archive may hold a localcheck model (with its record, whose hashes are compared; it keeps the name that it had
    unless ``name`` gives another), a GGUF file (one of the catalogue has its name and its licence from there), a
    translation model of CTranslate2 (``translates``: ``de:en``), or a checkpoint, which is converted.

    Raises ``BadInput``, ``UsageError``, ``MissingResource``.
    """
    given, name = name, name or default_name(path)
    if given:
        check_name(name, force=force)
    if not path.exists():
        raise BadInput(path, "no such file or folder")
    with staging(name) as stage:
        found = yield from _unpacked(path, stage / "unpacked")
        ready, root = stage / "ready", _root(found)
        record = read_record(root) if (root / CARD).is_file() else None
        bare = _bare_gguf(root)
        file = bare or root / GGUF
        entry = _of_catalogue(file) if file.is_file() else None
        name = given or (record.name if record else entry.name if entry else name)
        check_name(name, force=force)  # before gigabytes are copied
        if bare:
            yield Progress("try", name, 0, 0)
            try_gguf(bare, name)
        yield from _make_ready(root, ready, choice or Conversion(), translates)
        (ready / RECORD).unlink(missing_ok=True)
        _not_chosen_by_itself(name, ready)
        yield from put(
            ready,
            name,
            source=record.source if record else path.name,
            revision=record.revision if record else "",
            licence=record.licence if record and record.licence else _licence(ready, licence, entry),
            force=force,
            tried=bare is not None,
        )


def _unpacked(path: Path, folder: Path) -> Generator[Progress, None, Path]:
    """Where the contents of ``path`` are: of an archive in ``folder``, of anything else at its own place."""
    if path.is_dir() or not is_archive(path):
        return path
    need_space(path.stat().st_size, path.name)
    folder.mkdir()
    for member, done in unpack(path, folder, max_bytes=room_for(path)):
        yield Progress("unpack", member, done, 0)
    return folder


def _licence(ready: Path, given: str, entry: CatalogueEntry | None) -> str:
    """The licence that the user gave, else the one that a GGUF file names itself, on one line, else the catalogue's."""
    file = ready / GGUF
    if given != UNKNOWN or not file.is_file():
        return given
    return one_line(read_gguf(file).licence)[:LICENCE] or (entry.licence if entry else UNKNOWN)


def _of_catalogue(file: Path) -> CatalogueEntry | None:
    """The entry of the catalogue whose GGUF file this is, byte for byte."""
    size = file.stat().st_size
    entries = [entry for entry in read_catalogue().values() if entry.convert is None]
    pinned = {f.sha256: entry for entry in entries for f in entry.files if f.sha256 and f.size in (0, size)}
    return pinned.get(sha256_file(file)) if pinned else None


def _not_chosen_by_itself(name: str, ready: Path | None = None) -> None:
    """Raise ``UsageError`` for the name that makes a model the judge without being asked for, unless the files in ``ready`` are
    byte for byte those that come with localcheck.
    """
    if name in packed_models() and (ready is None or digest_of(file_records(ready)) not in packed_digests()):
        raise UsageError(
            f"{name!r} is the name of a model that comes with localcheck, and these files are not its files",
            "choose another name with --name NAME",
        )


def convert_model(
    source: Path, name: str, choice: Conversion, *, licence: str = "unknown", force: bool = False
) -> Iterator[Progress | Installed]:
    """Convert the checkpoint in the folder ``source`` and install it; the last event is ``Installed``."""
    check_name(name, force=force)
    _not_chosen_by_itself(name)
    if not source.is_dir():
        raise BadInput(source, "no such folder", "give the folder that holds config.json and the weights")
    with staging(name) as stage:
        yield from _converted(source, stage / "ready", choice)
        yield from put(stage / "ready", name, source=source.name, revision="", licence=licence, force=force)


def _make_ready(found: Path, ready: Path, choice: Conversion, translates: str) -> Iterator[Progress]:
    """Build the model folder from a file or folder."""
    if bare := _bare_gguf(found):
        yield from _take_gguf(bare, ready)
    elif (found / CARD).is_file():
        yield from _take_model(found, ready)
    elif is_translator(found):
        yield from _take_translator(found, ready, translates)
    elif (found / "config.json").is_file():
        yield from _converted(found, ready, choice)
    else:
        raise BadInput(
            found.name or str(found),
            "holds no model: it has neither localcheck.json, nor config.json with weights, nor exactly one .gguf",
            "give the folder, archive or .gguf file of one model",
        )


def _bare_gguf(found: Path) -> Path | None:
    """The GGUF file that is imported: ``found`` itself, or the one in a folder that holds nothing else that is a model."""
    if found.is_file():
        return found
    other = any((found / name).is_file() for name in (CARD, "config.json")) or is_translator(found)
    ggufs = [] if other else list(found.glob("*.gguf"))
    return ggufs[0] if len(ggufs) == 1 else None


def _converted(found: Path, ready: Path, choice: Conversion) -> Iterator[Progress]:
    need_space(sum(p.stat().st_size for p in found.iterdir() if p.is_file()) // 2, found.name)
    yield Progress("convert", found.name, 0, 0)
    convert(found, ready, choice)


def _take_gguf(file: Path, ready: Path) -> Iterator[Progress]:
    ready.mkdir(parents=True)
    yield from _copy(file, ready / GGUF)
    write_card(ready, Card("llm-gguf"))


def _take_translator(found: Path, ready: Path, translates: str) -> Iterator[Progress]:
    """Copy a translation model that CTranslate2 has converted, and write its card."""
    card = card_for(found, translates)
    for file in _plain_files(found):
        yield from _copy(file, ready / file.relative_to(found))
    write_card(ready, card)


def _take_model(found: Path, ready: Path) -> Iterator[Progress]:
    """Copy a model folder and compare it with its own record, where it has one."""
    card = read_card(found)
    files = _plain_files(found)
    need_space(sum(f.stat().st_size for f in files), found.name)
    for file in files:
        yield from _copy(file, ready / file.relative_to(found))
    if card.kind == "llm-gguf":
        read_gguf(ready / GGUF)
    record = read_record(ready)
    for checked in check_files(ready, record, full=True) if record else ():
        if checked.problem:
            raise BadInput(found.name, f"{checked.path} {checked.problem}", "copy the model again")


def _plain_files(folder: Path) -> list[Path]:
    """The files of a model folder; links are refused, for they may point anywhere."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            raise BadInput(path, "is a link", "only plain files are taken")
        if path.is_file() and path.suffix in RUNTIME_SUFFIXES:
            found.append(path)
        if len(found) > MAX_FILES or len(path.relative_to(folder).parts) > MAX_DEPTH:
            raise BadInput(folder, "too many files or folders for a model")
    return found


def _copy(source: Path, target: Path) -> Iterator[Progress]:
    """Copy one file with progress."""
    if source.is_symlink():
        raise BadInput(source, "is a link", "give the file itself")
    size = source.stat().st_size
    need_space(size, source.name)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with source.open("rb") as src, target.open("xb") as out:
            done = 0
            while block := src.read(BLOCK):
                out.write(block)
                done += len(block)
                yield Progress("copy", source.name, done, size)
        shutil.copystat(source, target)
    except OSError as error:
        raise BadInput(source, f"cannot be copied: {error.strerror or error}") from error


def _root(found: Path) -> Path:
    """Archives often hold one folder that holds everything: step into it."""
    while found.is_dir() and not (found / CARD).exists() and not (found / "config.json").exists():
        inner = [p for p in found.iterdir() if not p.name.startswith(".")]
        if len(inner) != 1 or not inner[0].is_dir() or inner[0].is_symlink():
            return found
        found = inner[0]
    return found
