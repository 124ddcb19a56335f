"""What an index says about itself, signed: only an index that this home built, unchanged, is ever opened.

Whoosh reads pickles from its files, so a foreign index could run code. Every file is listed with its SHA-256; the list is
signed with a key that only this home has. Before opening, the signature, the set of files, their sizes and times are
checked; a file whose time changed is hashed again. ``verify`` hashes everything.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from localcheck.errors import MissingIndex, RetrievalError
from localcheck.resources import atomic_write, indexes_dir, sha256_file

FILE = "localcheck-index.json"
FORMAT = 1
KEY = ".index-key"
"""Name of the key in the folder of indexes, readable by its owner only."""


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What is known about an index."""

    name: str
    engine: str
    """``whoosh`` or ``tantivy``."""
    articles: int
    language: str = ""
    """ISO 639 code of the texts, empty when unknown."""
    dump_date: str = ""
    """ISO date of the dump, or of its newest revision."""
    source: str = ""
    """Name of the file or folder that it was built from."""
    source_sha256: str = ""
    """Of a source file up to 64 MiB; empty otherwise."""
    text_bytes: int = 0
    """Bytes of plain text (UTF-8)."""
    disk_bytes: int = 0
    redirects: int = 0
    """Other names of articles."""
    skipped: int = 0
    """Pages left out on purpose: other namespaces, empty pages."""
    malformed: int = 0
    """Pages that could not be read."""
    built: str = ""
    """ISO time, UTC."""
    digest: str = ""
    """SHA-256 over the names and hashes of all files: names this very index in a report."""


def write(folder: Path, info: IndexInfo) -> IndexInfo:
    """Hash every file in ``folder``, sign the list, and write it there; returns ``info`` with size and digest."""
    table = {name: _entry(folder / name, sha256_file(folder / name)) for name in _files(folder)}
    info = replace(info, disk_bytes=sum(e["size"] for e in table.values()), digest=_digest(table))
    content = {"format": FORMAT, "info": asdict(info), "files": table}
    signed = {**content, "signature": _sign(content)}
    with atomic_write(folder / FILE) as file:
        json.dump(signed, file, ensure_ascii=False, indent=1)
    return info


def read(folder: Path) -> IndexInfo:
    """The signed information of the index in ``folder``; its files are not looked at. Raises like ``check``."""
    return _info(_content(folder))


def check(folder: Path, thorough: bool = False) -> IndexInfo:
    """``read``, and all files are what they were when the index was built.

    Raises ``MissingIndex`` for a folder that this home did not build, ``RetrievalError`` for one that has changed.
    """
    content = _content(folder)
    info, table = _info(content), content["files"]
    present = set(_files(folder))
    if present != set(table):
        odd = sorted(present ^ set(table))[0]
        raise _changed(info.name, f"{odd} was {'added' if odd in present else 'removed'}")
    for name, entry in table.items():
        stat = (folder / name).stat()
        same = stat.st_size == entry["size"] and stat.st_mtime_ns == entry["mtime_ns"] and not thorough
        if not same and (stat.st_size != entry["size"] or sha256_file(folder / name) != entry["sha256"]):
            raise _changed(info.name, f"{name} differs from what was built")
    return info


def _content(folder: Path) -> dict[str, Any]:
    hint = f"build it on this machine: localcheck index build SOURCE --name {_name(folder)}"
    try:
        content: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
        signature = content.pop("signature")
    except FileNotFoundError:
        raise MissingIndex(f"{folder} is not an index", hint) from None
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        raise RetrievalError(f"{folder / FILE} cannot be read", hint) from None
    if not isinstance(signature, str) or not hmac.compare_digest(signature.encode(), _sign(content).encode()):
        raise MissingIndex(
            f"the index in {folder} was not built by this home and is not opened: it could run code", hint
        )
    if content.get("format") != FORMAT:
        raise RetrievalError(f"the index in {folder} has format {content.get('format')}, not {FORMAT}", hint)
    return content


def _info(content: dict[str, Any]) -> IndexInfo:
    known = {f.name for f in fields(IndexInfo)}
    return IndexInfo(**{key: value for key, value in content["info"].items() if key in known})


def _name(folder: Path) -> str:
    return folder.name.removesuffix(".index")


def _changed(name: str, why: str) -> RetrievalError:
    return RetrievalError(f"index {name} has changed since it was built: {why}", "build it again with --force")


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
    return hashlib.sha256(listing.encode()).hexdigest()


def _sign(content: dict[str, Any]) -> str:
    message = json.dumps(content, sort_keys=True, ensure_ascii=True).encode()
    return hmac.new(_key(), message, "sha256").hexdigest()


def _key() -> bytes:
    """This home's key, made on first use."""
    path = indexes_dir() / KEY
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes()
    with os.fdopen(handle, "wb") as file:
        file.write(secrets.token_bytes(32))
    return path.read_bytes()
