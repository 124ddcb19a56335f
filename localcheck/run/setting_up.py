"""What is best on this machine: readers, language model and sentence vectors by memory, cores and disk, and what they cost.

Pure, but for ``machine`` and ``plan_here``.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from localcheck.backends.llm.fitness import MOST_SECONDS, Benchmark, recommended, remembered, speed_here
from localcheck.models.catalogue import CatalogueEntry, read_catalogue
from localcheck.models.manifest import CAREFUL
from localcheck.models.overview import overview
from localcheck.models.packed import still_to_unpack
from localcheck.run.effort import CAREFULLY, QUICK, THOROUGH, seconds_of, usual_effort
from localcheck.settings import Settings
from localcheck.system import resources
from localcheck.system.cpu import usable_cores
from localcheck.system.diskspace import existing

Row = Mapping[str, Any]
VECTORS = "minilm-l6"
GB = 1e9
LEAST = 1 * GB
"""Bytes of memory of the machine from which on a model for vectors is proposed."""
UNMEASURED = (
    "a check asks {name} by itself only where it was measured to answer within {most:g} s: "
    "localcheck doctor --bench-llm --llm gguf:{name}"
)
COPIES = 3.0
"""Disk that installing takes at its peak, for each byte of the download."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What counts of this machine."""

    memory: float
    """Bytes in all."""
    cores: int
    disk: float
    """Bytes free where models live."""
    unpacking: float = 0.0
    """Bytes of it that the careful reader takes when it is first asked for; 0 once it has."""

    @property
    def careful(self) -> bool:
        """Can the careful reader be unpacked, if it is not yet?"""
        return self.unpacking <= self.disk


@dataclass(frozen=True, slots=True)
class Part:
    """One model that is best here."""

    role: str
    """``vectors`` or ``language model``; the readers come with the package."""
    name: str
    why: str
    installed: bool
    download_mb: int
    ram_mb: int
    packages: tuple[str, ...] = ()
    """Wheels that carry it."""
    repo: str = ""
    missing: str = ""
    """A command that must come first; empty where nothing is missing."""
    seconds: float = 0.0
    """Of one answer of a language model; 0 for the others."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is best here."""

    machine: Machine
    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[Part, ...]:
        """The parts that are not installed."""
        return tuple(part for part in self.parts if not part.installed)

    @property
    def effort(self) -> str:
        """The highest effort that the installed parts and the disk allow."""
        if not self.machine.careful:
            return QUICK
        return THOROUGH if any(part.installed and part.role == "language model" for part in self.parts) else CAREFULLY

    @property
    def usual(self) -> str:
        """The effort of a check that names none."""
        return usual_effort(Settings())


def machine() -> Machine:
    """This machine."""
    import psutil

    free = float(shutil.disk_usage(existing(resources.models_dir())).free)
    unpacking = float(still_to_unpack(CAREFUL))
    return Machine(float(psutil.virtual_memory().total), usable_cores(), free, unpacking)


def plan_here(*, from_packages: bool = False) -> Plan:
    """The plan for this machine and this home. ``from_packages``: only of models that come as wheels or are installed."""
    entries, here = read_catalogue(), machine()
    rows = [
        row
        for row in overview()
        if not from_packages or row["installed"] or (row["name"] in entries and entries[row["name"]].package)
    ]
    found = plan(here, rows, entries, speed_here(), bool(find_spec("llama_cpp")))
    slow = [
        part.name for part in found.parts if part.installed and part.seconds > (MOST_SECONDS if remembered() else 0)
    ]
    return replace(found, notes=(*found.notes, *(UNMEASURED.format(name=name, most=MOST_SECONDS) for name in slow)))


def plan(
    here: Machine, rows: Sequence[Row], entries: Mapping[str, CatalogueEntry], speed: Benchmark, runtime: bool
) -> Plan:
    """What is best on a machine. ``rows``: the models to choose from, as ``models list`` has them. ``speed``: measured or
    assumed. ``runtime``: is llama-cpp-python installed?

    What the disk cannot hold is left out, with a note, the language model first.
    """
    by_name = {str(row["name"]): row for row in rows}
    found: list[Part] = []
    notes: list[str] = []
    if VECTORS in by_name and VECTORS in entries and here.memory >= LEAST:
        found.append(_part("vectors", by_name[VECTORS], entries[VECTORS], "finds sentences by meaning"))
    llm = recommended(rows, here.memory, speed)
    if llm:
        first = "" if runtime else "pip install 'localcheck[llm]'"
        why = "judges what the readers leave in doubt (--effort thorough); splits sentences (--claims llm)"
        found.append(_part("language model", by_name[llm], entries.get(llm), why, first, seconds_of(llm)))
    else:
        notes.append("no language model: its memory is more than six tenths of this machine's")
    if not here.careful:
        notes.append(
            f"{CAREFUL} is not unpacked: {here.unpacking / 1e6:,.0f} MB of disk are needed, {here.disk / 1e6:,.0f} MB free; "
            "until there is room, check with --effort quick"
        )
    kept, used = [], here.unpacking
    for part in found:
        need = 0.0 if part.installed else COPIES * part.download_mb * 1e6
        if used + need > here.disk:
            notes.append(
                f"{part.name} is left out: {need / GB:.1f} GB of disk are needed, {here.disk / GB:.1f} GB free"
            )
            continue
        used += need
        kept.append(part)
    return Plan(here, tuple(kept), tuple(notes))


def _part(role: str, row: Row, entry: CatalogueEntry | None, why: str, missing: str = "", seconds: float = 0.0) -> Part:
    return Part(
        role,
        str(row["name"]),
        why,
        bool(row["installed"]),
        int(row["download_mb"]),
        int(row["ram_mb"]),
        entry.package if entry else (),
        entry.repo if entry else "",
        missing,
        seconds,
    )
