"""The wheels of a kit: localcheck, its extras and all that they need, for the machine that the kit is for."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck import __version__
from localcheck.errors import BadInput, MissingResource, UnknownName
from localcheck.kit.materials import metadata
from localcheck.system.resources import checkout

if TYPE_CHECKING:
    from localcheck.kit.create import Wanted

GATHER = "pip wheel --wheel-dir DIR 'localcheck[...]' gathers them"
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
        said = [" ".join(line.split()) for line in done.stderr.splitlines() if line.strip()] or ["no reason given"]
        last = next((line for line in reversed(said) if "rror:" in line), said[-1])[:300]
        hint = "PIP_FIND_LINKS=DIR names a folder of wheels beside the package index; --wheels DIR takes nothing but its wheels"
        raise MissingResource(f"{_NOT_GATHERED}{last}", hint)
