"""What is built and installed in tests, but lighter: weights left out, and code linked in the place of copies."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
NOT_COPIED = (
    ".git",
    ".venv",
    ".*_cache",
    ".hypothesis",
    "__pycache__",
    "build",
    "cache",
    "checkpoints",
    "node_modules",
    "*.index",
)


def light_checkout(folder: Path, empty: tuple[str, ...] = ("adapters",), names: tuple[str, ...] = ()) -> Path:
    """A copy of the checkout in which large files below the folders ``empty`` are empty: they are most of what is packed.

    So is each file of the folders ``names``, which nobody reads.
    """

    def copy(source: str, target: str) -> None:
        parts = Path(source).relative_to(ROOT).parts
        if parts[0] in names or (large(Path(source)) and not {*empty}.isdisjoint(parts)):
            Path(target).touch()
        else:
            light_copy(Path(source), Path(target))

    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_COPIED), copy_function=copy)
    return folder


def large(file: Path) -> bool:
    return file.stat().st_size > 1_000_000


def light_copy(file: Path, target: Path) -> None:
    """A large file is linked, where both places are on one disk."""
    with suppress(OSError):
        if large(file):
            os.link(file, target)
            return
    shutil.copy2(file, target)


def needed(by: Distribution, found: dict[str, Distribution], extras: Iterable[str] = ()) -> None:
    """Add what a distribution declares that it needs, and what that needs in turn; each in a version that is asked for."""
    for line in by.requires or []:
        wanted = Requirement(line)
        if wanted.marker is not None and not any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            continue
        part = distribution(wanted.name)
        assert wanted.specifier.contains(part.version, prereleases=True), f"{by.name} asks for {line}"
        if (key := str(wanted).partition(";")[0]) not in found:
            found[key] = part
            needed(part, found, wanted.extras)


def link(part: Distribution, folder: Path, leave: str = "..") -> None:
    """Put an installed distribution into another environment, without a copy of its files; not what ends as ``leave``."""
    tops = {file.parts[0] for file in part.files or () if file.parts[0] not in ("..", "__pycache__")}
    for top in (top for top in tops if not top.endswith(leave)):
        if not (folder / top).exists():
            (folder / top).symlink_to(Path(str(part.locate_file(top))))


def small_wheel(part: Distribution, folder: Path, linked: Path) -> None:
    """A wheel in ``folder`` that pip takes for the distribution: its name, version and needs, and where its code is linked.

    Wheels of real code took most of the time of what makes, packs, unpacks, hashes and installs them.
    """
    name = canonicalize_name(part.name).replace("-", "_")
    if (path := folder / f"{name}-{part.version}-py3-none-any.whl").exists():
        return
    (linked / name).mkdir()
    link(part, linked / name, ".dist-info")
    info = f"{name}-{part.version}.dist-info"
    held = {
        f"{name}_linked.pth": f"{linked / name}\n",
        f"{info}/METADATA": part.read_text("METADATA") or "",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    held[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in (*held, f"{info}/RECORD"))
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in held.items():
            archive.writestr(file, text)
