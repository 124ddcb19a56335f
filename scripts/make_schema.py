"""Writes docs/schema/report.v1.json: the JSON Schema of a report, derived from the types that the codec reads and writes.

python scripts/make_schema.py
"""

from __future__ import annotations

import dataclasses
import json
import types
from enum import StrEnum
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from localcheck.reports.codec import FORMAT, PAIRS, VERSION
from localcheck.types import JSON, Report

FILE = Path(__file__).resolve().parents[1] / "docs" / "schema" / "report.v1.json"


def schema() -> JSON:
    """JSON Schema (2020-12) of a report, derived from the types."""
    definitions: dict[str, JSON] = {}
    body = _schema(Report, definitions)
    report = definitions.pop(body["$ref"].rsplit("/", 1)[1])
    report["properties"] = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        **report["properties"],
    }
    report["required"] = ["format", "version", *report["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "localcheck report, version 1",
        **report,
        "$defs": definitions,
    }


def _schema(kind: Any, definitions: dict[str, JSON]) -> JSON:
    if dataclasses.is_dataclass(kind):
        name = kind.__name__ if isinstance(kind, type) else type(kind).__name__
        if name not in definitions:
            definitions[name] = {}
            hints = get_type_hints(kind)
            properties = {
                f.name: {"type": "object"} if f.name in PAIRS else _schema(hints[f.name], definitions)
                for f in dataclasses.fields(kind)
            }
            definitions[name] = {
                "type": "object",
                "properties": properties,
                "required": sorted(properties),
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{name}"}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [str(v) for v in kind]}
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple:
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [{"type": "null"}, *(_schema(a, definitions) for a in arguments if a is not type(None))]}
    names: dict[Any, JSON] = {
        str: {"type": "string"},
        int: {"type": "integer"},
        float: {"type": ["number", "null"]},
        bool: {"type": "boolean"},
    }
    return names.get(kind, {})


if __name__ == "__main__":
    FILE.write_text(json.dumps(schema(), indent=2) + "\n", encoding="utf-8")
