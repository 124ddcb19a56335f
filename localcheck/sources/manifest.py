"""Reads what an index says about itself, and checks that its files are unchanged since it was built.

Every file is listed with size, time and SHA-256. Before opening, the set of files, their sizes and times are checked; a
file whose time changed (as a copy's does) is hashed again. ``verify`` hashes everything. This finds damage. It is no guard
against malice, and need not be: no file of an index can run code (docs/security.md), so indexes may be shared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from localcheck.errors import MissingIndex, RetrievalError
from localcheck.system.jsontext import parse_object
from localcheck.system.resources import atomic_write, sha256_file, sha256_text
from localcheck.text.patterns import SHA256
from localcheck.types import JSON
from localcheck.types.infos import IndexInfo

FILE = "localcheck-index.json"
FORMAT = 2
"""Version of this form; version 1 held Whoosh's pickles and a signature of the home."""
ENGINES = ("whoosh", "tantivy")


def write(folder: Path, info: IndexInfo) -> IndexInfo:
    """Hash every file in ``folder`` and write the list there; returns ``info`` with size and digest."""
    table = {name: _entry(folder / name, sha256_file(folder / name)) for name in _files(folder)}
    info = replace(info, disk_bytes=sum(e["size"] for e in table.values()), digest=_digest(table))
    content = {"format": FORMAT, "info": asdict(info), "files": table}
    with atomic_write(folder / FILE) as file:
        json.dump(content, file, ensure_ascii=False, indent=1)
    return info


def read(folder: Path) -> IndexInfo:
    """The information of the index in ``folder``; its files are not looked at. Raises like ``check``."""
    return _content(folder)[0]


def check(folder: Path, thorough: bool = False) -> IndexInfo:
    """``read``, and all files are what they were when the index was built.

    Raises ``MissingIndex`` for a folder that is no index or an index of an older form, ``RetrievalError`` for one that
    has changed.
    """
    info, table = _content(folder)
    present = set(_files(folder))
    if present != set(table):
        odd = sorted(present ^ set(table))[0]
        raise _changed(info.name, odd, f"was {'added' if odd in present else 'removed'}")
    for name, entry in table.items():
        if (folder / name).is_symlink() or not (folder / name).is_file():
            raise _changed(info.name, name, "is not a plain file")
        stat = (folder / name).stat()
        same = stat.st_size == entry["size"] and stat.st_mtime_ns == entry["mtime_ns"] and not thorough
        if not same and (stat.st_size != entry["size"] or sha256_file(folder / name) != entry["sha256"]):
            raise _changed(info.name, name, "differs from what was built")
    return info


def refuse_changed(folder: Path, name: str) -> None:
    """Raises ``RetrievalError`` where the file ``name`` is not what it was when the index was built. Where the list of files
    cannot be read, that is not known, and nothing is raised.
    """
    try:
        info, table = _content(folder)
    except (MissingIndex, RetrievalError):
        return
    if name in table and sha256_file(folder / name) != table[name]["sha256"]:
        raise _changed(info.name, name, "differs from what was built")


def rebuilding(folder: Path) -> str:
    """The command that builds the index in ``folder`` again from its texts."""
    return f"localcheck index rebuild {folder.name.removesuffix('.index')}"


def _content(folder: Path) -> tuple[IndexInfo, dict[str, dict[str, Any]]]:
    again = f"build it on this machine: localcheck index build SOURCE --name {folder.name.removesuffix('.index')}"
    rebuild = f"build it again from the texts that it holds: {rebuilding(folder)}"
    try:
        content = parse_object((folder / FILE).read_bytes())
    except FileNotFoundError:
        raise MissingIndex(f"{folder} is not an index", again) from None
    except (OSError, ValueError) as error:
        raise RetrievalError(f"{folder / FILE} cannot be read ({error})", rebuild) from error
    if content.get("format") == 1:
        raise MissingIndex(f"the index in {folder} has an older form, which could run code, and is not opened", rebuild)
    if content.get("format") != FORMAT:
        raise RetrievalError(f"the index in {folder} has format {content.get('format')!r}, not {FORMAT}", rebuild)
    try:
        table = {_file(name): _listed(entry) for name, entry in content["files"].items()}
        info = info_from(content["info"])
        if info.digest != _digest(table):
            raise ValueError("its digest is not that of its list of files")
        return info, table
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise RetrievalError(f"{folder / FILE} is damaged ({error})", rebuild) from error


def info_from(row: JSON) -> IndexInfo:
    """The information that ``row`` stands for; other keys are left out. Raises ``ValueError`` for a value of a wrong type."""
    kinds = {f.name: {"int": int, "str": str}[str(f.type)] for f in fields(IndexInfo) if f.name != "notes"}
    known = {key: value for key, value in row.items() if key in kinds}
    for key, value in known.items():
        if type(value) is not kinds[key] or (isinstance(value, int) and value < 0):
            raise ValueError(f"{key} is {value!r}"[:80])
    if known.get("engine") not in ENGINES:
        raise ValueError(f"engine is {known.get('engine')!r}"[:80])
    return IndexInfo(**known)


def _file(name: str) -> str:
    if not name or name.startswith("/") or ".." in Path(name).parts:
        raise ValueError(f"{name!r} is not a file of an index")
    return name


def _listed(entry: JSON) -> dict[str, Any]:
    numbers = (entry["size"], entry["mtime_ns"])
    if any(type(n) is not int for n in numbers) or not SHA256.fullmatch(entry["sha256"]):
        raise ValueError("the list of files")
    return {"size": numbers[0], "mtime_ns": numbers[1], "sha256": entry["sha256"]}


def _changed(name: str, file: str, how: str) -> RetrievalError:
    from localcheck.sources import articles  # here, because the terminal app reads manifests before it needs any text

    hint = f"localcheck index rebuild {name}, or build it again with --force"
    if file == articles.FILE:
        hint = (
            f"its texts are lost: build it again from its source: localcheck index build SOURCE --name {name} --force"
        )
    return RetrievalError(f"index {name} has changed since it was built: {file} {how}", hint)


def _files(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_dir():
            name = str(path.relative_to(folder))
            if name != FILE:
                yield name


def _entry(path: Path, sha256: str) -> dict[str, Any]:
    stat = path.stat()
    return {"size": stat.st_size, "mtime_ns": stat.st_mtime_ns, "sha256": sha256}


def _digest(table: dict[str, dict[str, Any]]) -> str:
    listing = "".join(f"{entry['sha256']}  {name}\n" for name, entry in sorted(table.items()))
    return sha256_text(listing)
