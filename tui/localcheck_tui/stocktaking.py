"""What is installed on this machine, from the core's own listings. Imported when the resources screen asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from localcheck_tui.inventory import Inventory
from localcheck_tui.session import Step


def take_stock() -> Inventory:
    return Inventory()


def build_index(source: Path, name: str) -> Iterator[Step]:
    from localcheck.indexing import build

    for event in build(source, name):
        yield Step(0, None, str(event))


def import_model(source: Path, name: str) -> Iterator[Step]:
    yield Step(0, None, "")
