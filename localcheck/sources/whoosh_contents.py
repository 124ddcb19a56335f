"""The table of contents of a Whoosh index as this package writes it: JSON, checked key by key."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from localcheck.errors import RetrievalError
from localcheck.system.jsontext import parse
from localcheck.system.resources import atomic_write
from localcheck.text.patterns import regex
from localcheck.types import JSON

FILE = "contents.json"
FIELDS = frozenset({"title", "body"})
_SEGMENT = regex(r"[a-z0-9]{1,32}")
MOST = (1 << 32) - 1
"""Articles and words at most: Whoosh counts articles in 32 bits."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What Whoosh needs to know to open the one segment of an index."""

    segment: str
    """Its name: letters and digits."""
    articles: int
    lengths: dict[str, int]
    """Words in all articles by field."""


def write(folder: Path, contents: Contents) -> None:
    """Write ``contents`` into the engine's ``folder``."""
    with atomic_write(folder / FILE) as file:
        json.dump(asdict(contents), file, sort_keys=True)


def read(folder: Path) -> Contents:
    """The contents of the engine in ``folder``. Raises ``RetrievalError`` for what this module did not write."""
    hint = f"localcheck index rebuild {folder.parent.name.removesuffix('.index')}"
    try:
        row = parse((folder / FILE).read_bytes())
        return Contents(_name(row["segment"]), _count(row["articles"]), _lengths(row["lengths"]))
    except FileNotFoundError:
        raise RetrievalError(f"{folder} holds an index in Whoosh's own form, which can run code", hint) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RetrievalError(f"{folder / FILE} is damaged ({error})", hint) from error


def _name(value: JSON) -> str:
    if not isinstance(value, str) or not _SEGMENT.fullmatch(value):
        raise ValueError("no name of a segment")
    return value


def _count(value: JSON) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError("no count")
    return value


def _lengths(value: JSON) -> dict[str, int]:
    if not isinstance(value, dict) or not set(value) <= FIELDS:
        raise ValueError("no lengths by field")
    return {field: _count(length) for field, length in value.items()}
