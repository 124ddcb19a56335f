"""A model's answer, read once into a typed value. What does not fit raises ``Unparsed``; nothing is guessed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence

from localcheck.errors import Unparsed
from localcheck.types import JSON

_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL)
_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def canonical(schema: JSON) -> str:
    """``schema`` as canonical JSON text, as ``CompletionRequest.schema`` wants it."""
    return json.dumps(schema, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def parse_json(text: str, schema: Mapping[str, JSON]) -> JSON:
    """The JSON value in ``text``, checked against ``schema``. Raises ``Unparsed`` with the place that does not fit.

    Known keywords: type, properties, required, additionalProperties (as false), items, enum, minItems, maxItems, minLength,
    minimum, maximum. ``maxLength`` bounds what a grammar lets a model write; a longer text is an answer all the same. White
    space and one Markdown code fence around the value are allowed; other text is not. Raw control characters inside
    strings are taken as they are: grammars of some runtimes let them through.

    >>> parse_json('{"claims": ["a"]}', {"type": "object", "required": ["claims"]})
    {'claims': ['a']}
    """
    fenced = _FENCE.match(text)
    try:
        value = json.loads(fenced.group(1) if fenced else text, strict=False, parse_constant=_not_json)
    except (ValueError, RecursionError) as error:
        raise Unparsed(f"not JSON: {error}") from error
    _check(value, schema, "$")
    return value


def parse_choice(text: str, options: Sequence[str]) -> int:
    """Index of the option that ``text`` starts with as a whole word, whatever the case. Raises ``Unparsed``.

    >>> parse_choice("No, it is not.", ("Yes", "No"))
    1
    """
    bare = text.strip().strip("*_\"'([{ ").casefold()
    for index in sorted(range(len(options)), key=lambda i: -len(options[i])):
        option = options[index].casefold()
        if bare.startswith(option) and not bare[len(option) : len(option) + 1].isalnum():
            return index
    raise Unparsed(f"{text.strip()[:60]!r} is none of {', '.join(options)}")


def _not_json(name: str) -> JSON:
    raise ValueError(f"{name} is not JSON")


def _check(value: JSON, schema: Mapping[str, JSON], path: str) -> None:
    """Raise ``Unparsed`` at the first place where ``value`` breaks ``schema``."""
    _check_scalar(value, schema, path)
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                raise Unparsed(f"{path}.{name} is missing")
        known = schema.get("properties", {})
        for name, part in value.items():
            if name in known:
                _check(part, known[name], f"{path}.{name}")
            elif schema.get("additionalProperties") is False:
                raise Unparsed(f"{path}.{name} is not expected")
    if isinstance(value, list):
        low, high = schema.get("minItems", 0), schema.get("maxItems")
        if len(value) < low or (high is not None and len(value) > high):
            raise Unparsed(f"{path} has {len(value)} items")
        for index, item in enumerate(value):
            _check(item, schema.get("items", {}), f"{path}[{index}]")


def _check_scalar(value: JSON, schema: Mapping[str, JSON], path: str) -> None:
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        raise Unparsed(f"{path} is not {' or '.join(kinds)}")
    if "enum" in schema and not any(_same(value, option) for option in schema["enum"]):
        raise Unparsed(f"{path} is not one of {schema['enum']}")
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        raise Unparsed(f"{path} is too short")
    if _is(value, "number") and not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf):
        raise Unparsed(f"{path} is out of range")


def _is(value: JSON, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])


def _same(a: JSON, b: JSON) -> bool:
    """Equality of JSON values: to Python ``False == 0``, in JSON they are two things (and 1 and 1.0 are one)."""
    match a, b:
        case (bool(), _) | (_, bool()):
            return a is b
        case (list(), list()):
            return len(a) == len(b) and all(map(_same, a, b))
        case (dict(), dict()):
            return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    return bool(a == b)
