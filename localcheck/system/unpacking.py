"""Unpack .tar, .tar.gz, .tar.zst and .zip from strangers: plain files only, inside the target, bounded in number and size."""

from __future__ import annotations

import gzip
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from typing import IO

from localcheck.errors import BadInput

SUFFIXES = (".tar", ".tar.gz", ".tgz", ".tar.zst", ".zip")
MAX_FILES = 2_000
MAX_BYTES = 64 << 30
"""Bytes unpacked in all; the largest model of the catalogue has 5 GB."""
MAX_DEPTH = 6
BLOCK = 1 << 20


def is_archive(path: Path) -> bool:
    """True if the name of ``path`` is that of an archive that can be unpacked."""
    return path.name.lower().endswith(SUFFIXES)


def unpack(path: Path, target: Path, max_bytes: int = MAX_BYTES) -> Iterator[tuple[str, int]]:
    """Unpack ``path`` into ``target``; yields (member, bytes unpacked so far).

    Raises ``BadInput`` for a damaged archive, links, devices, a path that leaves the target, and for too much content.
    What was written until then stays in ``target``: callers give a staging folder and remove it.
    """
    total = count = 0
    try:
        with ExitStack() as stack:
            for name, source in _members(path, stack):
                count += 1
                if count > MAX_FILES:
                    raise BadInput(path, f"more than {MAX_FILES} files in it")
                out = target / _inside(path, name)
                out.parent.mkdir(parents=True, exist_ok=True)
                with out.open("xb") as f:
                    while block := source.read(BLOCK):
                        total += len(block)
                        if total > max_bytes:
                            raise BadInput(path, f"holds more than {max_bytes >> 20} MB")
                        f.write(block)
                        yield name, total
    except FileExistsError as error:
        raise BadInput(path, f"holds {Path(str(error.filename)).name!r} twice") from error
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, zlib.error, ValueError, RuntimeError, IndexError) as error:
        raise BadInput(path, f"damaged archive: {error}", "copy it again") from error
    except OSError as error:
        raise BadInput(path, f"damaged archive or full disk: {error}", "copy it again") from error


def _members(path: Path, stack: ExitStack) -> Iterator[tuple[str, IO[bytes]]]:
    if path.name.lower().endswith((".zip", ".whl")):
        yield from _zip_members(path, stack)
    else:
        yield from _tar_members(path, stack)


def _zip_members(path: Path, stack: ExitStack) -> Iterator[tuple[str, IO[bytes]]]:
    archive = stack.enter_context(zipfile.ZipFile(path))
    for info in archive.infolist():
        mode = info.external_attr >> 16
        if mode and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_IFMT(mode) == 0):
            raise BadInput(path, f"{info.filename!r} is a link or a device", "only plain files are taken")
        if not info.is_dir():
            with archive.open(info) as source:
                yield info.filename, source


def _tar_members(path: Path, stack: ExitStack) -> Iterator[tuple[str, IO[bytes]]]:
    raw: IO[bytes] = stack.enter_context(path.open("rb"))
    if path.name.lower().endswith(".zst"):
        import zstandard

        try:
            stream = stack.enter_context(zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(raw))
            archive = stack.enter_context(tarfile.open(fileobj=stream, mode="r|"))  # noqa: SIM115
            yield from _tar_files(path, archive)
        except zstandard.ZstdError as error:
            raise BadInput(path, f"damaged archive: {error}", "copy it again") from error
        return
    plain = stack.enter_context(gzip.GzipFile(fileobj=raw)) if path.name.lower().endswith((".gz", ".tgz")) else raw
    archive = stack.enter_context(tarfile.open(fileobj=plain, mode="r|"))  # noqa: SIM115
    yield from _tar_files(path, archive)


def _tar_files(path: Path, archive: tarfile.TarFile) -> Iterator[tuple[str, IO[bytes]]]:
    for member in archive:
        if member.isdir():
            continue
        source = archive.extractfile(member) if member.isreg() else None
        if source is None:
            raise BadInput(path, f"{member.name!r} is a link or a device", "only plain files are taken")
        yield member.name, source


def _inside(path: Path, name: str) -> Path:
    """``name`` as a relative path that cannot leave its folder."""
    pure = PurePosixPath(name)
    parts = [p for p in pure.parts if p != "."]
    bad = pure.is_absolute() or ".." in parts or "\\" in name or ":" in name or "\0" in name
    if bad or not parts or len(parts) > MAX_DEPTH:
        raise BadInput(path, f"{name!r} would be written outside the model's folder", "only relative paths are taken")
    return Path(*parts)
