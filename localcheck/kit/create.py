"""Makes a kit: wheels, models, indexes, settings, licences and a bill of materials in one archive, listed with their hashes.

The wheels of a kit: localcheck, its extras and all that they need, for the machine that the kit is for.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import zstandard

from localcheck import __version__
from localcheck.errors import BadInput, MissingResource, OutputError, UnknownName
from localcheck.kit import carried
from localcheck.kit.materials import bill, licences, metadata
from localcheck.run.rechecking.signatures import sign
from localcheck.system.clock import now
from localcheck.system.diskspace import size_of
from localcheck.system.resources import checkout, config_path, home, indexes_dir, sha256_file
from localcheck.text.patterns import regex

GATHER = "pip wheel --wheel-dir DIR 'localcheck[...]' gathers them"
FULL = os.strerror(errno.ENOSPC)
"""How every program says that a disk is full."""
_NOT_GATHERED = "pip cannot gather the wheels: "


def gather(folder: Path, wanted: Wanted) -> None:
    """Put the wheels of a kit into a new folder: those that were gathered before, else pip gathers them."""
    folder.mkdir()
    if wanted.wheels is not None:
        found = sorted(wanted.wheels.glob("*.whl"))
        gathered = next((file for file in found if file.name.startswith("localcheck-")), None)
        if gathered is None:
            raise BadInput(wanted.wheels, "holds no wheel of localcheck", GATHER)
        _check_extras(gathered, wanted)
        for file in found:
            shutil.copyfile(file, folder / file.name)
        _check_complete(folder, gathered, wanted)
        return
    _pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(checkout() or f"localcheck=={__version__}"))
    (own,) = folder.glob("localcheck-*.whl")
    _check_extras(own, wanted)
    if other := _for_another_machine(wanted):
        chosen = ["--only-binary", ":all:", "--dest", str(folder), "--find-links", str(folder)]
        _pip("download", *chosen, *other, f"{own}{named(wanted)}")
    else:
        _pip("wheel", "--wheel-dir", str(folder), "--find-links", str(folder), f"{own}{named(wanted)}")


def named(wanted: Wanted) -> str:
    """The extras, as pip reads them behind a name."""
    return f"[{','.join(wanted.extras)}]" if wanted.extras else ""


def _for_another_machine(wanted: Wanted) -> list[str]:
    """Options of pip for the machine of the kit; none where it is like this one."""
    platform = ["--platform", wanted.platform] if wanted.platform else []
    return [*platform, *(["--python-version", wanted.python] if wanted.python else [])]


def _check_extras(own: Path, wanted: Wanted) -> None:
    """Raise ``UnknownName`` for an extra that localcheck's wheel does not have: pip only warns of it, and takes none."""
    known = metadata(own).get_all("Provides-Extra", [])
    for extra in wanted.extras:
        if extra not in known:
            raise UnknownName("extra", extra, known)


def _check_complete(folder: Path, gathered: Path, wanted: Wanted) -> None:
    """Raise ``BadInput`` where pip, if there is one, would not find in ``folder`` all that has to be installed.

    Of another platform pip knows only the one tag that it is given, while a machine takes wheels of many.
    """
    if wanted.platform or find_spec("pip") is None:
        return
    other = _for_another_machine(wanted)
    chosen = ["--isolated", "--dry-run", "--ignore-installed", "--no-index", "--only-binary", ":all:"]
    chosen += ["--find-links", str(folder), *other, *(["--target", str(folder / "none")] if other else [])]
    try:
        _pip("install", *chosen, f"{folder / gathered.name}{named(wanted)}")
    except MissingResource as error:
        why = error.message.removeprefix(_NOT_GATHERED)
        raise BadInput(gathered.parent, f"lacks a wheel: {why}", GATHER) from None


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", *arguments, "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        if FULL in done.stderr:
            raise OSError(errno.ENOSPC, FULL)
        said = [" ".join(line.split()) for line in done.stderr.splitlines() if line.strip()] or ["no reason given"]
        last = next((line for line in reversed(said) if "rror:" in line), said[-1])[:300]
        hint = "PIP_FIND_LINKS=DIR names a folder of wheels beside the package index; --wheels DIR takes nothing but its wheels"
        raise MissingResource(f"{_NOT_GATHERED}{last}", hint)


LEVEL = 9
SECRET = regex(rb"""^[ \t]*["']?brave_key["']?[ \t]*=.*\n?""", re.MULTILINE)
"""A line of the settings that no kit takes along."""
BUILDING = ".building"
"""The folder in that of the kit where it is built."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""What SQLite says of a file that is at fault itself, unlike a full disk."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a kit is to hold."""

    models: tuple[str, ...] = ()
    indexes: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    platform: str = ""
    """As ``pip download --platform`` takes it (``manylinux2014_x86_64``); empty: this machine's."""
    python: str = ""
    """``3.12``; empty: this one."""
    wheels: Path | None = None
    """A folder with the wheels, gathered before; else pip gathers them."""
    settings: bool = True
    split: int = 0
    """Most bytes of a part of the archive; 0: one part."""
    since: Path | None = None
    """An earlier kit: what it holds unchanged is left out."""
    key: Path | None = None
    """An SSH key to sign with."""


def create(out: Path, wanted: Wanted) -> Iterator[str]:
    """Make the kit in the folder ``out``, which must be empty or missing; yields what is being done. Raises ``BadInput``,
    ``MissingResource``, ``BadSetting``, ``UnknownName``, ``OutputError``.
    """
    if out.exists() and (not out.is_dir() or any(path.name != BUILDING for path in out.iterdir())):
        raise BadInput(out, "is not an empty folder", "name a new folder")
    _own(wanted)  # a slip in a name is told before pip gathers for minutes
    with (
        tempfile.TemporaryDirectory(prefix="localcheck-kit-") as folder,
        _built_in(out) as building,
        _full(building, Path(folder)),
    ):
        staging = Path(folder)
        yield "gathering wheels"
        gather(staging / "wheels", wanted)
        files = dict(_files(staging, wanted))
        (staging / "sbom.cdx.json").write_text(json.dumps(bill(files, staging / "wheels"), indent=1), encoding="utf-8")
        files["sbom.cdx.json"] = staging / "sbom.cdx.json"
        for path, text in [*licences(staging / "wheels", files)]:
            (staging / path).parent.mkdir(parents=True, exist_ok=True)
            (staging / path).write_bytes(text)
            files[path] = staging / path
        yield f"hashing {len(files):,} files"
        listed = {path: _entry(file) for path, file in sorted(files.items())}
        if wanted.since is not None:
            _mark_earlier(listed, carried_manifest(wanted.since))
        yield "packing"
        parts = _pack(building, files, listed, wanted)
        _finish(building, staging, parts, listed, wanted)
    yield f"{out}: {size_of(out) / 1e6:,.1f} MB"


@contextmanager
def _built_in(out: Path) -> Iterator[Path]:
    """A hidden folder inside ``out``, which may be a medium of its own. What is in it becomes the content of ``out`` at the
    end, the manifest last: what is left of a build that was killed is no kit.
    """
    made, building = not out.exists(), out / BUILDING
    shutil.rmtree(building, ignore_errors=True)
    (building / "bootstrap").mkdir(parents=True)
    try:
        yield building
        for path in sorted(building.iterdir(), key=lambda path: path.name == carried.MANIFEST):
            path.rename(out / path.name)
        building.rmdir()
    except BaseException:
        shutil.rmtree(out if made else building, ignore_errors=True)
        raise


@contextmanager
def _full(out: Path, staging: Path) -> Iterator[None]:
    """Raises ``OutputError`` that says which of the two disks is full, where the block finds one so."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        if shutil.disk_usage(staging).free < shutil.disk_usage(out).free:
            why = f"the disk of {staging.parent} is full, where the kit is gathered"
            raise OutputError(why, "make room there; TMPDIR names another folder") from error
        raise OutputError(f"the disk of {out.parent} is full", "make room there, or name another folder") from error


def lacking(wanted: Wanted) -> Iterator[str]:
    """Which models could not be run on the other machine, with the way out. Raises ``MissingResource``."""
    if {"llm", "all"}.isdisjoint(wanted.extras):
        extras = ",".join((*wanted.extras, "llm"))
        for model in _own(wanted)[0]:
            if (model / "model.gguf").is_file():
                yield f"{model.name} needs the extra llm, which the kit would not hold: --extras {extras} puts it in"


def carried_manifest(kit: Path) -> dict[str, Any]:
    """The manifest of a kit. Raises ``BadInput``."""
    try:
        return carried.read_manifest(kit)
    except carried.Refused as error:
        raise BadInput(kit, str(error), "give the folder of a kit") from None


def _own(wanted: Wanted) -> tuple[list[Path], list[Path]]:
    """The models and the folders of the indexes. Raises ``MissingResource`` and ``BadSetting``."""
    from localcheck.models.packed import locate
    from localcheck.sources.indexes import of_this_home

    return [locate(name) for name in wanted.models], [of_this_home(name) for name in wanted.indexes]


def _files(staging: Path, wanted: Wanted) -> Iterator[tuple[str, Path]]:
    """Path in the kit, and file, of everything but licences and the bill."""
    models, indexes = _own(wanted)
    for wheel in sorted((staging / "wheels").glob("*.whl")):
        yield f"wheels/{wheel.name}", wheel
    for model in models:
        yield from _tree("models", model)
    for name, folder in zip(wanted.indexes, indexes, strict=True):
        yield from _tree("indexes", folder)
        if (vectors := _vectors(staging, name)) is not None:
            yield f"indexes/{vectors.name}", vectors
    if wanted.settings and config_path().is_file():
        yield "settings/localcheck.toml", _without_key(config_path(), staging)


def _without_key(settings: Path, staging: Path) -> Path:
    """The settings file; where it holds the key of a search engine, which is nobody else's, a copy without it."""
    text = settings.read_bytes()
    if SECRET.search(text) is None:
        return settings
    copy = staging / "localcheck.toml"
    copy.write_bytes(SECRET.sub(b"", text))
    return copy


def _vectors(staging: Path, name: str) -> Path | None:
    """The sentence vectors of an index as one file, as they are at this moment; None where it has none.

    Raises ``MissingResource`` for a damaged file, ``OutputError`` where there is no room for the copy.
    """
    kept = indexes_dir() / f"{name}.vectors.db"
    if not kept.is_file():
        return None
    target = staging / "vectors" / kept.name
    target.parent.mkdir(exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(kept)) as db:
            db.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in DAMAGED:
            why = f"the vectors of {name} cannot be copied to {target.parent} ({error})"
            raise OutputError(why, "is the disk full? TMPDIR names another folder") from error
        why = f"the vectors of {name} cannot be read ({error})"
        raise MissingResource(why, f"localcheck index vectors {name} --remove") from error
    return target


def _tree(top: str, place: Path) -> Iterator[tuple[str, Path]]:
    if place.is_file():
        yield f"{top}/{place.name}", place
    for file in sorted(place.rglob("*")):
        if file.is_file() and not file.is_symlink():
            yield f"{top}/{place.name}/{file.relative_to(place).as_posix()}", file


def _entry(file: Path) -> dict[str, Any]:
    stat = file.stat()
    return {"size": stat.st_size, "sha256": sha256_file(file), "mtime_ns": stat.st_mtime_ns}


def _mark_earlier(listed: dict[str, Any], before: dict[str, Any]) -> None:
    for path, entry in listed.items():
        known = before["files"].get(path)
        if known and known["sha256"] == entry["sha256"]:
            entry["earlier"] = True


class _Parts:
    """Writes the archive in parts of at most so many bytes."""

    def __init__(self, folder: Path, most: int) -> None:
        self.parts: list[Path] = []
        self._folder, self._most, self._left = folder, most, 0
        self._file: IO[bytes] | None = None

    def write(self, data: bytes) -> int:
        rest = memoryview(data)
        while rest:
            if self._file is None or (self._most and not self._left):
                self.close()
                number = f".{len(self.parts) + 1:03}" if self._most else ""
                self.parts.append(self._folder / f"{carried.ARCHIVE}{number}")
                self._file, self._left = self.parts[-1].open("wb"), self._most
            piece = rest[: self._left] if self._most else rest
            self._file.write(piece)
            self._left -= len(piece)
            rest = rest[len(piece) :]
        return len(data)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _pack(out: Path, files: dict[str, Path], listed: dict[str, Any], wanted: Wanted) -> list[str]:
    """Write the archive; the names of its parts in their order."""
    parts = _Parts(out, wanted.split)
    try:
        with (
            zstandard.ZstdCompressor(level=LEVEL).stream_writer(parts, closefd=False) as stream,  # type: ignore[arg-type]
            tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT) as archive,
        ):
            for path, entry in listed.items():
                if entry.get("earlier"):
                    continue
                _add(archive, path, files[path], entry)
    finally:
        parts.close()
    return [path.name for path in parts.parts]


class _Hashed:
    """A file that is hashed while it is read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._hash = file, hashlib.sha256()

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._hash.update(data)
        return data

    def hexdigest(self) -> str:
        return self._hash.hexdigest()


def _add(archive: tarfile.TarFile, path: str, file: Path, entry: dict[str, Any]) -> None:
    """Pack a file. Raises ``OutputError`` where it is not what was listed any more: nobody could install the kit."""
    info = tarfile.TarInfo(path)
    info.size, info.mode = entry["size"], 0o644
    try:
        with file.open("rb") as opened:
            source = _Hashed(opened)
            archive.addfile(info, source)  # type: ignore[arg-type]
        same = source.hexdigest() == entry["sha256"]
    except OSError as error:  # without a number: the file is shorter than listed
        if error.errno not in (None, errno.ENOENT):
            raise
        same = False
    if not same:
        raise OutputError(f"{file} was changed while it was packed", "make the kit again when nothing changes it")


def _finish(out: Path, staging: Path, parts: list[str], listed: dict[str, Any], wanted: Wanted) -> None:
    """The manifest, its signature, and what installs the kit."""
    names = list(parts)
    for wheel in (staging / "wheels").glob("zstandard-*.whl"):
        shutil.copyfile(wheel, out / "bootstrap" / wheel.name)
        names.append(f"bootstrap/{wheel.name}")
    shutil.copyfile(Path(carried.__file__), out / "kit.py")
    manifest = {
        "format": carried.FORMAT,
        "version": carried.VERSION,
        "created": now(),
        "localcheck": __version__,
        "requirement": f"localcheck{named(wanted)}=={__version__}",
        "python": wanted.python or f"{sys.version_info.major}.{sys.version_info.minor}",
        "platform": _platform(wanted.platform) or sysconfig.get_platform(),
        "home": home().name,
        "parts": [
            {"name": n, "size": (out / n).stat().st_size, "sha256": sha256_file(out / n)} for n in (*names, "kit.py")
        ],
        "files": listed,
    }
    manifest[carried.SEAL] = carried.seal(manifest)
    (out / carried.MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True), encoding="utf-8")
    if wanted.key is not None:
        sign(out / carried.MANIFEST, wanted.key, carried.NAMESPACE)


def _platform(tag: str) -> str:
    """What ``sysconfig.get_platform`` says on a machine that takes wheels of ``tag``."""
    system, _, rest = tag.partition("_")
    architecture = next((a for a in ("x86_64", "aarch64", "arm64", "i686") if tag.endswith(a)), rest)
    return f"linux-{architecture}" if system.startswith(("manylinux", "linux")) else tag.replace("_", "-")
