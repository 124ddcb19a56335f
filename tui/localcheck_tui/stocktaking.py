"""Lists what is installed on this machine, builds indexes and imports models.

Imported only when the resources screen needs it, because listing reads and hashes files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from localcheck.errors import LocalcheckError
from localcheck.ingest.indexing import Built, Indexing, Reading, Recognised, build
from localcheck.models.importing import import_model as importing
from localcheck.models.install import Installed
from localcheck.models.manifest import CAREFUL, CASCADE
from localcheck.models.overview import overview
from localcheck.monitoring.doctor import examine
from localcheck.settings import Settings
from localcheck.sources.indexes import index_names, list_indexes
from localcheck.text.counting import many
from localcheck.types.infos import IndexInfo
from localcheck_tui.inventory import Inventory, Item, Names, Step

MEGABYTE = 1_000_000


def take_stock() -> Inventory:
    """Models, indexes and the doctor's findings."""
    return Inventory(
        models=tuple(model_item(row) for row in overview()),
        indexes=tuple(index_item(name, info) for name, info in list_indexes()),
        findings=tuple(examine()),
    )


def names_here() -> Names:
    """The names of what is installed, by the setting that takes them; the starter index is built when it is first read."""
    usable = [row for row in overview() if row["installed"] and not row["problem"]]
    nli, encoders, llms = (
        tuple(r["name"] for r in usable if r["kind"].partition("-")[0] == kind) for kind in ("nli", "encoder", "llm")
    )
    readers = (*nli, *((CASCADE,) if CAREFUL in nli else ()))
    starter = Settings().index
    return {
        "index": tuple(dict.fromkeys((starter, *index_names()))),
        "nli": readers,
        "encoder": (*encoders, *nli),
        "llm": tuple(f"gguf:{name}" for name in llms),
    }


def model_item(row: dict[str, Any]) -> Item:
    """One row of the model listing; what is not here says how to get it."""
    languages = ", ".join(row["languages"][:6])
    if row["installed"]:
        sizes = f"{row['disk_mb']:.0f} MB on disk{memory_of(row)}, {languages}"
        detail = row["problem"] or sizes
        return Item(row["name"], row["kind"], f"{detail}{', in use' if row['in_use'] else ''}", not row["problem"])
    get = f"localcheck models pull {row['name']}"
    return Item(row["name"], row["kind"], f"{row['download_mb']} MB{memory_of(row)}: {get}", False)


def memory_of(row: dict[str, Any]) -> str:
    """How much memory a model takes, where the catalogue knows."""
    return f", {row['ram_mb']} MB of memory" if row.get("ram_mb") else ""


def index_item(name: str, info: IndexInfo | LocalcheckError) -> Item:
    """One index, or why it cannot be used. What it takes of the memory depends on the questions, and nothing measures it."""
    if isinstance(info, LocalcheckError):
        return Item(name, "?", f"{info.message}: {info.hint}", False)
    size = f"{info.disk_bytes / MEGABYTE:,.0f} MB, read from disk"
    facts = (many(info.articles, "article"), info.language, info.dump_date, size)
    return Item(name, info.engine, ", ".join(f for f in facts if f), True)


def build_index(source: Path, name: str) -> Iterator[Step]:
    """Build an index; closing the iterator keeps the journal, so that the same build goes on later."""
    for event in build(source, name):
        if isinstance(event, Reading):
            yield Step(event.bytes_read, event.bytes_total or None, f"reading: {many(event.articles, 'article')}")
        elif isinstance(event, Indexing):
            yield Step(event.articles, event.total, f"indexing with {event.engine}: {event.why}")
        elif isinstance(event, Built):
            yield Step(1, 1, f"{many(event.info.articles, 'article')}")
        elif isinstance(event, Recognised):
            yield Step(0, None, f"reading {event.said()}")


def import_model(source: Path, name: str) -> Iterator[Step]:
    """Import a model from a folder, an archive or a file."""
    for event in importing(source, name=name):
        if isinstance(event, Installed):
            yield Step(1, 1, f"{event.name} installed")
        else:
            yield Step(event.done, event.total or None, f"{event.stage} {event.file}")
