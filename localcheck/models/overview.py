"""What is installed and what can be had, as plain rows for listings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from localcheck.errors import LocalcheckError, MissingModel, UnknownName
from localcheck.models.catalogue import CatalogueEntry, read_catalogue
from localcheck.models.install import is_shipped
from localcheck.models.manifest import Card, InstallRecord, check_files, installed, nli_models, read_card, read_record
from localcheck.models.packed import CAME, locate, origin_of, packed_models, read_packed
from localcheck.registry import load_settings
from localcheck.system import resources
from localcheck.system.diskspace import size_of

Row = dict[str, Any]


def overview() -> list[Row]:
    """One row for every model, installed ones first. A damaged folder is a row with its problem."""
    known = read_catalogue()
    here = installed()
    packed = {name: folder for name, folder in packed_models().items() if name not in here}
    here |= packed
    used = chosen()
    rows = [
        (_packed_row if name in packed else _installed_row)(name, folder, known.get(name), used)
        for name, folder in sorted(here.items())
    ]
    return rows + [_entry_row(name, entry) for name, entry in known.items() if name not in here]


def describe(name: str) -> Row:
    """Everything known about one model, from its folder and the catalogue. Raises ``UnknownName``."""
    known, here = read_catalogue(), installed()
    if name not in known and name not in here:
        raise UnknownName("model", name, {*known, *here})
    if name in packed_models():
        locate(name)
        here = installed()
    entry = known.get(name)
    row = _entry_row(name, entry)
    if entry is not None:
        row |= _told(entry, "repo", "revision", "package", "files", "notes")
    if name in here:
        row |= _installed_row(name, here[name], entry, chosen())
        record = _read(here[name])[1]
        row["card"] = {k: v for k, v in asdict(read_card(here[name])).items() if v not in ("", (), 0)}
        if record is not None:
            row |= {"source": record.source, "revision": record.revision, "installed_at": record.installed}
            row |= {"sha256": record.digest(), "files": [asdict(f) for f in record.files]}
    return row


def verify(names: Sequence[str]) -> Iterator[Row]:
    """Re-hash the named models, or all that are installed, one by one. Raises ``MissingModel`` for one that is not."""
    here = installed()
    for name in names:
        if name not in here:
            raise MissingModel(f"model {name!r} is not installed", "localcheck models list --installed")
    return (_verify(name, here[name]) for name in names or sorted(here))


def _verify(name: str, folder: Path) -> Row:
    try:
        record = read_record(folder)
    except LocalcheckError as error:
        return {"name": name, "state": "damaged", "problems": [error.message], "files": 0}
    if record is None:
        state = CAME if is_shipped(folder) else "has no install record"
        return {"name": name, "state": f"{state}: nothing to compare with", "problems": [], "files": 0}
    problems = [f"{c.path} {c.problem}" for c in check_files(folder, record, full=True) if c.problem]
    return {
        "name": name,
        "state": f"{len(record.files)} files as recorded; {origin_of(folder).said}",
        "problems": problems,
        "files": len(record.files),
    }


def _packed_row(name: str, folder: Path, entry: CatalogueEntry | None, used: set[str]) -> Row:
    """Of a model that came with the package and was not used yet."""
    row = _entry_row(name, entry)
    found = read_packed(folder)
    size = sum(path.stat().st_size for path in folder.iterdir())
    row |= {"kind": found.kind, "licence": found.licence, "installed": True, "in_use": name in used}
    row |= {"folder": str(folder), "disk_mb": round(size / 1e6, 1)}
    return {**row, "shipped": True, "origin": CAME, "problem": ""}


def _installed_row(name: str, folder: Path, entry: CatalogueEntry | None, used: set[str]) -> Row:
    row = _entry_row(name, entry)
    card, record, problem = _read(folder)
    row["kind"] = card.kind if card else row.get("kind", "?")
    row["languages"] = list(card.languages) if card and not entry else row.get("languages", [])
    row["licence"] = record.licence if record and record.licence else row.get("licence", "unknown")
    size = size_of(folder)
    row |= {"installed": True, "in_use": name in used, "folder": str(folder), "disk_mb": round(size / 1e6, 1)}
    origin = origin_of(folder).said
    return {**row, "shipped": is_shipped(folder) or origin == CAME, "origin": origin, "problem": problem}


def _entry_row(name: str, entry: CatalogueEntry | None) -> Row:
    """What the catalogue says of a model, if it knows it."""
    if entry is None:
        return {"name": name, "summary": "", "download_mb": 0, "ram_mb": 0}
    known = _told(entry, "name", "kind", "summary", "languages", "licence", "download_mb", "ram_mb")
    return {**known, "installed": False, "in_use": False}


def _told(entry: CatalogueEntry, *fields: str) -> Row:
    values = asdict(entry)
    return {name: list(values[name]) if isinstance(values[name], tuple) else values[name] for name in fields}


def _read(folder: Path) -> tuple[Card | None, InstallRecord | None, str]:
    try:
        return read_card(folder), read_record(folder), ""
    except LocalcheckError as error:
        return None, None, error.message


def chosen() -> set[str]:
    """Names of the models that the settings choose; a broken settings file chooses none here."""
    try:
        s = load_settings(resources.config_path())
        return {*nli_models(s.nli), s.encoder, s.llm.removeprefix("gguf:")} - {""}
    except LocalcheckError:
        return set()
