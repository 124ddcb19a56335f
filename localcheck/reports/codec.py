"""Versioned JSON for every type that is stored or published.

Encoding walks the dataclasses. Decoding follows their annotations and refuses unknown keys, so no type needs code of
its own. ``scripts/make_schema.py`` derives the published JSON Schema from the same annotations (docs/schema/report.v1.json).
"""

from __future__ import annotations

import dataclasses
import json
import math
import types
from collections.abc import Callable, Collection
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from localcheck.errors import BadInput, nearest
from localcheck.text.inert import shortened
from localcheck.types import JSON, Report, Verdict

T = TypeVar("T")
VERSION = 1
FORMAT = "localcheck-report"


def to_json(value: Any) -> JSON:
    """Plain JSON of a dataclass, tuple, enum or scalar. Infinity and NaN become ``null``."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _field_to_json(f.name, getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_json(v) for v in value]
    if isinstance(value, dict):
        return {str(k): to_json(v) for k, v in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def from_json(kind: type[T], value: JSON, where: str = "JSON") -> T:
    """A value of dataclass ``kind``. Raises ``BadInput`` naming the place that does not fit."""
    result: T = _decoder(kind)(value, where)  # type: ignore[arg-type]
    return result


PAIRS = {"meta", "raw", "parameters", "models", "counts", "passage_raw", "arguments"}
"""Fields that are tuples of (name, value) in memory and objects in JSON."""


def _field_to_json(name: str, value: Any) -> JSON:
    if name in PAIRS:
        return {k: to_json(v) for k, v in value}
    return to_json(value)


@cache
def _decoder(kind: Any) -> Callable[[JSON, str], Any]:
    if dataclasses.is_dataclass(kind):
        return _dataclass_decoder(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return lambda value, where: _enum(kind, value, where)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple:
        item = _decoder(arguments[0])
        return lambda value, where: tuple(item(v, f"{where}[{i}]") for i, v in enumerate(_list(value, where)))
    if origin in (Union, types.UnionType):
        inner = _decoder(next(a for a in arguments if a is not type(None)))
        return lambda value, where: None if value is None else inner(value, where)
    if kind in SCALARS:
        return lambda value, where: _scalar(kind, value, where)
    return lambda value, where: value


def _dataclass_decoder(kind: Any) -> Callable[[JSON, str], Any]:
    hints = get_type_hints(kind)
    decoders = {f.name: (_pairs if f.name in PAIRS else _decoder)(hints[f.name]) for f in dataclasses.fields(kind)}
    required = {
        f.name
        for f in dataclasses.fields(kind)
        if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
    }

    def decode(value: JSON, where: str) -> Any:
        if not isinstance(value, dict):
            raise BadInput(where, f"expected an object ({kind.__name__})")
        if unknown := value.keys() - decoders.keys():
            raise BadInput(where, f"unknown key {_short(min(unknown))}", _near(min(unknown), decoders))
        if missing := required - value.keys():
            raise BadInput(where, f"the key {min(missing)!r} is missing")
        try:
            return kind(**{k: decoders[k](v, f"{where}.{k}") for k, v in value.items()})
        except (ValueError, TypeError) as error:
            raise BadInput(where, str(error)) from error

    return decode


def _pairs(kind: Any) -> Callable[[JSON, str], Any]:
    item = _decoder(get_args(get_args(kind)[0])[1])

    def decode(value: JSON, where: str) -> tuple[tuple[str, JSON], ...]:
        if not isinstance(value, dict):
            raise BadInput(where, "expected an object")
        return tuple((k, tuple(v) if isinstance(v, list) else item(v, f"{where}.{k}")) for k, v in value.items())

    return decode


def _list(value: JSON, where: str) -> list[JSON]:
    if not isinstance(value, list):
        raise BadInput(where, "expected a list")
    return value


def _enum(kind: type[StrEnum], value: JSON, where: str) -> StrEnum:
    try:
        return kind(value)
    except ValueError:
        raise BadInput(where, f"{_short(value)} is not one of {', '.join(kind)}") from None


def _near(name: str, known: Collection[str]) -> str:
    near = nearest(name, known, most=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"


def _short(value: JSON) -> str:
    """What stands there, as far as an error needs to show it."""
    text = json.dumps(value) if value is None or isinstance(value, bool) else repr(value)
    return shortened(text, 78)


SCALARS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
"""What is expected, in the words of JSON."""


def _scalar(kind: type, value: JSON, where: str) -> Any:
    if kind is float and value is None:
        return math.inf
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not kind:
        raise BadInput(where, f"{_short(value)} is not {SCALARS[kind]}")
    return value


def report_to_json(report: Report) -> JSON:
    """The published form of a report, with its format and version."""
    return {"format": FORMAT, "version": VERSION, **to_json(report)}


def report_from_json(value: JSON, where: str = "report") -> Report:
    """A report from its published form. Raises ``BadInput`` for another format or a newer version."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BadInput(where, "not a localcheck report", "make one with: localcheck check FILE --format json")
    if value.get("version") != VERSION:
        said = f"says version {value['version']!r}" if "version" in value else "says no version"
        hint = f"this localcheck reads version {VERSION}; make one with: localcheck check FILE --format json"
        raise BadInput(where, f"a report that {said}", hint)
    return from_json(Report, {k: v for k, v in value.items() if k not in ("format", "version")}, where)


def verdict_from_json(value: JSON) -> Verdict:
    """A verdict from its JSON. Raises ``BadInput``."""
    return from_json(Verdict, value, "verdict")


def claim_json(verdict: Verdict) -> JSON:
    """One claim as JSON: its text, its label, and the excerpt with its place."""
    deciding = verdict.deciding
    return {
        "id": verdict.claim.id,
        "text": verdict.claim.text,
        "span": {"start": verdict.claim.span.start, "end": verdict.claim.span.end},
        "checkable": verdict.claim.checkable,
        "label": verdict.label.value,
        "score": verdict.score,
        "why": verdict.why,
        "excerpt": deciding.quote if deciding else "",
        "source": deciding.passage.source.locator if deciding else "",
        "source_span": {"start": deciding.quote_span.start, "end": deciding.quote_span.end} if deciding else None,
    }
