"""Answers under a JSON schema: parsed once, checked against the schema, asked again once when they do not fit."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from localcheck.errors import Unparsed
from localcheck.llm.accounting import Meter
from localcheck.types import Completion, CompletionRequest

JSON = Any
RETRY_TEMPERATURE = 0.5
"""A second try at temperature 0 would give the first answer again."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The answer to one request under a schema."""

    value: JSON
    """The parsed answer; None when ``error`` is set."""
    completion: Completion
    """The last completion, parsed or not."""
    error: str = ""
    """Why there is no value, in one line: the backend failed, or both answers were outside the schema."""
    failures: int = 0
    """Answers outside the schema: 0, 1 (mended by the second try) or 2."""


def parse(text: str, schema: str | Mapping[str, JSON]) -> JSON:
    """The JSON value in ``text``, checked against ``schema``. Raises ``Unparsed`` with the place that is wrong.

    White space and one Markdown code fence around the value are allowed: models without grammar write them.
    """
    try:
        value = json.loads(_unfenced(text), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Unparsed(f"not JSON: {error}") from error
    wrong = next(violations(value, json.loads(schema) if isinstance(schema, str) else schema), "")
    if wrong:
        raise Unparsed(f"outside the schema: {wrong}")
    return value


def ask(meter: Meter, requests: Sequence[CompletionRequest]) -> list[Parsed]:
    """Ask for JSON (every request has a ``schema``), parse, ask once again for those that do not fit; all batched."""
    first = [_read(r, c) for r, c in zip(requests, meter.complete(requests), strict=True)]
    again = [i for i, p in enumerate(first) if p.failures]
    if again:
        retries = [_retry(requests[i]) for i in again]
        for i, request, completion in zip(again, retries, meter.complete(retries), strict=True):
            second = _read(request, completion)
            first[i] = replace(second, failures=first[i].failures + second.failures)
    if failures := sum(p.failures for p in first):
        meter.parse_failed(failures)
    return first


def violations(value: JSON, schema: Mapping[str, JSON], where: str = "$") -> Iterator[str]:
    """What in ``value`` does not fit, in words, one a line.

    Keywords: type, enum, const, anyOf, properties, required, additionalProperties, items, minItems, maxItems,
    minLength, maxLength, minimum, maximum. Others are ignored, as the standard says.
    """
    kinds = schema.get("type")
    if kinds is not None and not any(_is(value, k) for k in ([kinds] if isinstance(kinds, str) else kinds)):
        yield f"{where} is not {kinds if isinstance(kinds, str) else ' or '.join(kinds)}"
        return
    if "enum" in schema and not any(_same(value, e) for e in schema["enum"]):
        yield f"{where} is none of {schema['enum']}"
    if "const" in schema and not _same(value, schema["const"]):
        yield f"{where} is not {schema['const']!r}"
    if "anyOf" in schema and all(next(violations(value, s, where), "") for s in schema["anyOf"]):
        yield f"{where} fits no alternative"
    for keyword, measure, fits in BOUNDS:
        size = measure(value)
        if keyword in schema and size is not None and not fits(size, schema[keyword]):
            yield f"{where} is outside {keyword} {schema[keyword]}"
    if isinstance(value, dict):
        yield from _object(value, schema, where)
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            yield from violations(item, schema["items"], f"{where}[{i}]")


def _object(value: dict[str, JSON], schema: Mapping[str, JSON], where: str) -> Iterator[str]:
    known = schema.get("properties", {})
    yield from (f"{where} has no {name!r}" for name in schema.get("required", ()) if name not in value)
    others = schema.get("additionalProperties", True)
    for name, item in value.items():
        if name in known:
            yield from violations(item, known[name], f"{where}.{name}")
        elif others is False:
            yield f"{where} has an unexpected {name!r}"
        elif isinstance(others, dict):
            yield from violations(item, others, f"{where}.{name}")


def _read(request: CompletionRequest, completion: Completion) -> Parsed:
    if completion.error:
        return Parsed(None, completion, completion.error)
    try:
        return Parsed(parse(completion.texts[0], request.schema), completion)
    except Unparsed as error:
        return Parsed(None, completion, error.message, failures=1)


def _retry(request: CompletionRequest) -> CompletionRequest:
    key = f"{request.key}/retry" if request.key else ""
    return replace(request, seed=request.seed + 1, temperature=max(request.temperature, RETRY_TEMPERATURE), key=key)


def _unfenced(text: str) -> str:
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and "\n" in text:
        return text[text.index("\n") + 1 : -3]
    return text


def _no_constant(name: str) -> JSON:
    raise ValueError(f"{name} is not JSON")


def _is(value: JSON, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return isinstance(value, KINDS.get(kind, ()))


def _same(a: JSON, b: JSON) -> bool:
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)


def _number(value: JSON) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) and not math.isnan(value) else None


def _characters(value: JSON) -> float | None:
    return len(value) if isinstance(value, str) else None


def _members(value: JSON) -> float | None:
    return len(value) if isinstance(value, list) else None


def _at_least(size: float, bound: float) -> bool:
    return size >= bound


def _at_most(size: float, bound: float) -> bool:
    return size <= bound


KINDS: Mapping[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "null": type(None),
}
Measure = Callable[[JSON], float | None]
BOUNDS: tuple[tuple[str, Measure, Callable[[float, float], bool]], ...] = (
    ("minimum", _number, _at_least),
    ("maximum", _number, _at_most),
    ("minLength", _characters, _at_least),
    ("maxLength", _characters, _at_most),
    ("minItems", _members, _at_least),
    ("maxItems", _members, _at_most),
)
