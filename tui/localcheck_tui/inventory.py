"""What is installed on this machine, as rows for a screen. Filled by ``session``; nothing is imported here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from localcheck.monitoring.doctor import Finding


Names = Mapping[str, tuple[str, ...]]
"""What can be chosen by name on this machine, by the setting that names it."""


@dataclass(frozen=True, slots=True)
class Item:
    """A model or an index."""

    name: str
    kind: str
    detail: str
    here: bool
    """False for what the catalogue knows but this machine does not have."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """Models, indexes and the doctor's findings."""

    models: tuple[Item, ...] = ()
    indexes: tuple[Item, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """How far a build or an import has come."""

    done: float
    total: float | None = None
    text: str = ""
