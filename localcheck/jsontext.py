"""The one reader of JSON that others wrote: files of users, answers of servers, settings, models, calibration tables.

Compared with ``json.loads`` it is strict where strictness protects and lenient where nothing is lost: nesting is bounded,
``NaN``, ``Infinity`` and numbers beyond a float are refused, integers beyond 64 bits become floats (as in most readers of
JSON), and a lone surrogate, which no file and no terminal can take, becomes U+FFFD. Every fault is one ``NotJson``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

JSON = Any
DEPTH = 100
"""Lists and objects inside one another at most."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89abcdefABCDEF]")
_LONGEST_INTEGER = 18
"""Digits (and sign) that always fit in 64 bits."""


class NotJson(ValueError):
    """``why`` says in a few words what is wrong."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def parse(text: str | bytes, *, control_characters: bool = False) -> JSON:
    """The value that ``text`` (one JSON value; bytes are UTF-8, with or without a mark) stands for. Raises ``NotJson``.

    ``control_characters`` admits raw line ends and tabs inside strings, as language models write them.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise NotJson(f"is not UTF-8 (byte {error.start:,})") from None
    try:
        value = json.loads(
            text, parse_int=_integer, parse_float=_float, parse_constant=_constant, strict=not control_characters
        )
    except NotJson:
        raise
    except RecursionError:
        raise NotJson(f"is nested more than {DEPTH} deep") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise NotJson(f"is not JSON ({error.msg}, {where})") from None
    if text.count("[") + text.count("{") > DEPTH:
        _check_depth(value)
    if _SURROGATE_ESCAPE.search(text) or (not text.isascii() and _SURROGATE.search(text)):
        value = _without_surrogates(value)
    return value


def parse_object(text: str | bytes) -> dict[str, JSON]:
    """``parse`` for what must be an object."""
    value = parse(text)
    if not isinstance(value, dict):
        raise NotJson("is not a JSON object")
    return value


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of JSONL with their numbers, blank ones left out. A line ends at a line feed and nowhere else."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip(" \t\r"):
            yield number, line.removesuffix("\r")


def _integer(digits: str) -> int | float:
    if len(digits) <= _LONGEST_INTEGER:
        return int(digits)
    value = _float(digits)
    if abs(value) < 2.0**63:
        return int(digits)
    return value


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        shown = digits if len(digits) <= 20 else f"{digits[:8]}… of {len(digits):,} characters"
        raise NotJson(f"holds a number that is too large ({shown})")
    return value


def _constant(name: str) -> JSON:
    raise NotJson(f"holds {name}, which is not JSON")


def _check_depth(value: JSON) -> None:
    level = [value]
    for _ in range(DEPTH + 1):
        level = [inner for outer in level for inner in _inner(outer)]
        if not level:
            return
    raise NotJson(f"is nested more than {DEPTH} deep")


def _inner(value: JSON) -> list[JSON]:
    found = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [inner for inner in found if isinstance(inner, dict | list)]


def _without_surrogates(value: JSON) -> JSON:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(inner) for inner in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(inner) for key, inner in value.items()}
    return value
