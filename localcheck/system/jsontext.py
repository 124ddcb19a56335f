"""Reads all JSON from outside: files of users, answers of servers, settings, models, calibration tables.

It is stricter than ``json.loads`` where that protects, and more lenient where nothing is lost: nesting is bounded,
``NaN``, ``Infinity`` and numbers beyond a float are refused, integers beyond 64 bits become floats (as in most readers
of JSON), and a lone surrogate, which no file and no terminal can take, becomes U+FFFD. Every fault is one ``NotJson``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

from localcheck.types import JSON

DEPTH = 100
"""Lists and objects inside one another at most."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89abcdefABCDEF]")
_LINE = re.compile(r"[^\n]+")
_LONGEST_INTEGER = 20
"""Digits (and sign) of a number of 64 bits."""


class NotJson(ValueError):
    """``why`` says in a few words what is wrong: ``not JSON: …``, or ``JSON, but …``."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


def parse(text: str | bytes, *, control_characters: bool = False, infinities: bool = False, once: bool = False) -> JSON:
    """The value that ``text`` (one JSON value; bytes are UTF-8, with or without a mark) stands for. Raises ``NotJson``.

    ``control_characters`` admits raw line ends and tabs inside strings, as language models write them; ``infinities``
    admits ``Infinity`` and ``NaN``, as this package keeps the log-probabilities of models; ``once`` refuses an object with two
    values of one name.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise NotJson(f"not JSON: not UTF-8 (byte {error.start:,})") from None
    try:
        value = json.loads(
            text,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=float if infinities else _constant,
            strict=not control_characters,
            object_pairs_hook=_each_once if once else None,
        )
    except NotJson:
        raise
    except RecursionError:
        raise NotJson(f"not JSON: nested more than {DEPTH} deep") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise NotJson(f"not JSON: {error.msg} ({where})") from None
    if text.count("[") + text.count("{") > DEPTH:
        _check_depth(value)
    if _SURROGATE_ESCAPE.search(text) or (not text.isascii() and _SURROGATE.search(text)):
        value = _without_surrogates(value)
    return value


def parse_object(text: str | bytes, *, infinities: bool = False, once: bool = False) -> dict[str, JSON]:
    """``parse`` for what must be an object."""
    value = parse(text, infinities=infinities, once=once)
    if not isinstance(value, dict):
        raise NotJson("JSON, but not an object")
    return value


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of JSONL with their numbers, blank ones left out. A line ends at a line feed and nowhere else."""
    number, at = 1, 0
    for found in _LINE.finditer(text, 1 if text.startswith("\ufeff") else 0):
        number += text.count("\n", at, found.start())
        at = found.start()
        if line := found.group().strip(" \t\r"):
            yield number, line


def _each_once(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = Counter(name for name, _ in pairs)
        raise NotJson(f"JSON, but an object has two values of {names.most_common(1)[0][0][:40]!r}")
    return value


def _integer(digits: str) -> int | float:
    if len(digits) <= _LONGEST_INTEGER and -(2**63) <= (value := int(digits)) < 2**63:
        return value
    return _float(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        shown = digits if len(digits) <= 20 else f"{digits[:8]}… of {len(digits):,} characters"
        raise NotJson(f"not JSON: holds a number that is too large ({shown})")
    return value


def _constant(name: str) -> JSON:
    raise NotJson(f"not JSON: holds {name}, which is not JSON")


def _check_depth(value: JSON) -> None:
    level = [value]
    for _ in range(DEPTH):
        level = [inner for outer in level for inner in _inner(outer)]
        if not level:
            return
    raise NotJson(f"not JSON: nested more than {DEPTH} deep")


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
