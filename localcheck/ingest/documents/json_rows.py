"""Documents as JSON: one object, a list of objects, or one object a line (JSONL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from localcheck.errors import BadInput
from localcheck.system.jsontext import NotJson, lines, parse
from localcheck.types import JSON, OF_READERS, Document

_HINT = 'a row looks like {"id": "1", "text": "…", "title": "…", "prompt": "…", "samples": ["…"], "context": ["…"]}'
_FIELDS = ("id", "text", "title", "prompt", "samples", "context")


def json_lines(source: str, path: str) -> Iterator[Document]:
    """One document per line that is not blank. Raises ``BadInput`` with the line number at a bad row."""
    for number, line in lines(source):
        yield from_row(_parsed(line, path, number), path, number, default_id=f"{path}:{number}")


def json_value(source: str, path: str) -> Iterator[Document]:
    """The documents of a JSON object or list."""
    value = _parsed(source, path, None)
    if not isinstance(value, list):
        yield from_row(value, path, None, default_id=path)
        return
    for number, row in enumerate(value, 1):
        yield from_row(row, path, None, default_id=f"{path}#{number}")


def from_row(row: object, path: str, line: int | None, default_id: str) -> Document:
    """A document from a parsed row. Only the keys in ``_FIELDS`` have an effect; others are kept in ``meta``, but for those by
    which readers of files say how they read.
    """
    if not isinstance(row, Mapping):
        raise BadInput(path, f"a row must be an object, not {type(row).__name__}", _HINT, line)
    text = _string(row, "text", path, line)
    if str(row.get("format", "")).startswith("localcheck-"):
        raise BadInput(
            path, "is what localcheck wrote, and no text to check", "localcheck verify-report checks a report", line
        )
    if not text.strip():
        raise BadInput(path, 'a row needs a non-empty "text"', _HINT, line)
    return Document(
        id=_id(row, default_id, path, line),
        text=text,
        title=_string(row, "title", path, line),
        prompt=_string(row, "prompt", path, line),
        samples=_strings(row, "samples", path, line),
        context=_strings(row, "context", path, line),
        meta=tuple((str(key), _carried(value)) for key, value in row.items() if key not in (*_FIELDS, *OF_READERS)),
    )


def _carried(value: Any) -> JSON:
    """A value as reports can carry it: a table has times, decimals, bytes and numbers that are none, which JSON has not."""
    if isinstance(value, Mapping):
        return {str(key): _carried(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_carried(inner) for inner in value]
    if isinstance(value, float):
        return value if isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)


def _parsed(source: str, path: str, line: int | None) -> Any:
    try:
        return parse(source, once=True)
    except NotJson as error:
        raise BadInput(path, error.why, _HINT, line) from None


def _id(row: Mapping[str, Any], default: str, path: str, line: int | None) -> str:
    value = row.get("id")
    if value is None or value == "":
        return default
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise BadInput(path, '"id" must be a string or a whole number', _HINT, line)
    return str(value)


def _string(row: Mapping[str, Any], key: str, path: str, line: int | None) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadInput(path, f'"{key}" must be a string', _HINT, line)
    return value


def _strings(row: Mapping[str, Any], key: str, path: str, line: int | None) -> tuple[str, ...]:
    value = row.get(key)
    if value is None:
        return ()
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise BadInput(path, f'"{key}" must be a list of strings', _HINT, line)
    return tuple(items)
