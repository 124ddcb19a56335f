"""A model's answer, read once into a typed value. What does not fit raises ``Unparsed``; nothing is guessed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence

from localcheck import jsontext
from localcheck.errors import Unparsed
from localcheck.text.thoughts import without_thoughts
from localcheck.types import JSON

_FENCE = re.compile(r"```(?:json|JSON)?[ \t]*\n(.*?)```", re.DOTALL)
_OPENING = re.compile(r"[{\[]")
_ANNOUNCED = re.compile(r"\b(?:final answer|answer|conclusion|verdict)\b[*_\s]*(?:is|:)", re.IGNORECASE)
PLACES = 20
"""Places of a text where a JSON value is looked for, at most."""
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
    """``schema`` as JSON text, as ``CompletionRequest.schema`` wants it.

    The order of its properties is kept: a grammar makes the model write them in this order, and a question that is
    written after its options is no question.
    """
    return json.dumps(schema, separators=(",", ":"), ensure_ascii=False)


def parse_json(text: str, schema: Mapping[str, JSON]) -> JSON:
    """The JSON value in ``text``, checked against ``schema``. Raises ``Unparsed`` with the place that does not fit.

    Known keywords: type, properties, required, additionalProperties (as false), items, enum, minItems, maxItems, minLength,
    minimum, maximum. ``maxLength`` bounds what a grammar lets a model write; a longer text is an answer all the same. Raw
    control characters inside strings are taken as they are: grammars of some runtimes let them through.

    A server that holds no schema wraps its JSON in a thought, in Markdown fences or in prose: then the first value in the
    text that fits the schema is taken. A text whose values all break the schema is ``Unparsed``.

    >>> parse_json('Sure: {"claims": ["a"]}', {"type": "object", "required": ["claims"]})
    {'claims': ['a']}
    """
    first: Unparsed | None = None
    for value in _values(without_thoughts(text)):
        if isinstance(value, Unparsed):
            first = first or value
            continue
        try:
            _check(value, schema, "$")
        except Unparsed as error:
            first = first or error
        else:
            return value
    raise first or Unparsed("the model answered nothing")


def _values(text: str) -> Iterator[JSON]:
    """The JSON values in ``text``, the likeliest first; an ``Unparsed`` where the whole is none."""
    for candidate in (text, *_FENCE.findall(text)):
        try:
            yield jsontext.parse(candidate, control_characters=True)
        except jsontext.NotJson as error:
            yield Unparsed(error.why)
    decoder = json.JSONDecoder(strict=False)
    at = 0
    for _ in range(PLACES):
        opening = _OPENING.search(text, at)
        if opening is None:
            return
        try:
            _, at = decoder.raw_decode(text, opening.start())
            value = jsontext.parse(text[opening.start() : at], control_characters=True)
        except (ValueError, RecursionError):
            at = opening.end()
        else:
            yield value


def parse_choice(text: str, options: Sequence[str]) -> int:
    """Index of the option that ``text`` gives, whatever the case. Raises ``Unparsed``.

    The text gives an option by beginning with it, or by saying "the answer is" (or "answer:") before it. An option
    somewhere inside a sentence is no answer.

    >>> parse_choice("No, it is not.", ("Yes", "No"))
    1
    >>> parse_choice("<think>Hm.</think>The context says so. **Answer:** Yes", ("Yes", "No"))
    0
    """
    said = without_thoughts(text)
    for start in (said, *reversed(_ANNOUNCED.split(said)[1:])):
        bare = start.lstrip("*_\"'([{:# \n\t").casefold()
        for index in sorted(range(len(options)), key=lambda i: -len(options[i])):
            option = options[index].casefold()
            if bare.startswith(option) and not bare[len(option) : len(option) + 1].isalnum():
                return index
    raise Unparsed(f"{said[:60]!r} is none of {', '.join(options)}")


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
