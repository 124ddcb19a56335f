"""Room on the disk where models live, and how far a job with large files is."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import MissingResource
from localcheck.system import resources

SPARE = 64 << 20
"""Bytes of disk that are never filled."""
RATIO, RATIO_FLOOR = 20, 256 << 20
"""An archive of a model grows at most so many times, above so many bytes."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a pull, an import or a conversion is."""

    stage: str
    """``download``, ``check``, ``copy``, ``join``, ``unpack``, ``convert`` or ``install``."""
    file: str
    done: int
    """Bytes of this file."""
    total: int
    """Bytes of this file; 0 when it is not known."""


MAKE_ROOM = "make room, or set LOCALCHECK_HOME to another disk"


def need_space(size: int, what: str, hint: str = MAKE_ROOM) -> None:
    """Raise ``MissingResource`` when fewer than ``size`` bytes (and a little more) are free where models live."""
    place = existing(resources.models_dir())
    free = shutil.disk_usage(place).free
    wanted = size + SPARE
    if free < wanted:
        raise MissingResource(
            f"not enough disk space for {what}: {wanted / 1e6:,.0f} MB needed, {free / 1e6:,.0f} MB free at {place}",
            hint,
        )


def room_for(archive: Path) -> int:
    """Bytes that ``archive`` may unpack to: weights hardly shrink, and something of the disk stays free."""
    free = shutil.disk_usage(existing(resources.models_dir())).free - SPARE
    return max(0, min(free, max(RATIO * archive.stat().st_size, RATIO_FLOOR)))


def size_of(folder: Path) -> int:
    """Bytes of all files in ``folder`` and below it; 0 where it is not there."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def existing(place: Path) -> Path:
    """``place``, or the nearest folder above it that is there: its disk is the one that ``place`` will be on."""
    return next(path for path in (place, *place.parents) if path.exists())
