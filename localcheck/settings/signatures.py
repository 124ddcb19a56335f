"""What a factory's signature says: its keyword-only parameters are the user's options.

The same signature gives command-line help, the form in the terminal app, the docs table and ``RunInfo.parameters``. Parameters
annotated with a port (``NLI``, ``LLM``, …), or with a class that sets ``__provided__``, come from the runtime.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from localcheck.errors import BadSetting, UnknownName
from localcheck.settings.ranges import Range
from localcheck.types import JSON

TRUTH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
"""Truth values as they are written in settings files, the environment and options."""
Factory = Callable[..., Any]
ANY_NUMBER = Range()
IN_WORDS = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One keyword-only parameter of a factory."""

    name: str
    """As the user writes it, with dashes kept as underscores."""
    annotation: Any
    default: JSON
    """``inspect.Parameter.empty`` when it must be given."""
    choices: tuple[JSON, ...] = ()
    """The values of a ``Literal``."""
    range: Range | None = None
    """What a number must lie in, from ``Annotated[int, Range(1)]``."""

    @property
    def type_name(self) -> str:
        """A word for help texts."""
        if self.choices:
            return "|".join(str(c) for c in self.choices)
        return getattr(self.annotation, "__name__", str(self.annotation))

    @property
    def wanted(self) -> str:
        """The type and the range in words: ``int, 1 to 100``."""
        return f"{self.type_name}, {self.range}" if self.range else self.type_name

    @property
    def told(self) -> str:
        """The same for an error: ``a whole number, 1 to 100``."""
        kind = IN_WORDS.get(self.type_name, self.type_name)
        return f"{kind}, {self.range}" if self.range else kind


def parameters(factory: Factory) -> list[Parameter]:
    """The user's options of ``factory``: keyword-only parameters with a plain type (ports excluded)."""
    hints = _hints(factory)
    found = []
    for p in inspect.signature(factory).parameters.values():
        hint, within = _plain(hints.get(p.name, Any))
        if p.kind is not inspect.Parameter.KEYWORD_ONLY or is_port(hint):
            continue
        choices = get_args(hint) if get_origin(hint) is Literal else ()
        found.append(Parameter(p.name, hint, p.default, choices, within))
    return found


@cache
def _hints(factory: Factory) -> dict[str, Any]:
    return get_type_hints(factory, include_extras=True)


def _plain(hint: Any) -> tuple[Any, Range | None]:
    """An annotation without what ``Annotated`` adds, and the range that it adds."""
    if get_origin(hint) is not Annotated:
        return hint, None
    return hint.__origin__, next((m for m in hint.__metadata__ if isinstance(m, Range)), None)


def ports(factory: Factory) -> dict[str, tuple[Any, bool]]:
    """The port parameters of ``factory``: name -> (port class, required)."""
    hints = _hints(factory)
    result = {}
    for p in inspect.signature(factory).parameters.values():
        hint = hints.get(p.name, Any)
        if is_port(hint):
            port = next(a for a in (*get_args(hint), hint) if _provided(a))
            result[p.name] = (port, p.default is inspect.Parameter.empty)
    return result


def is_port(hint: Any) -> bool:
    """True if this annotation (or a member of its union) is a port, or a value that the runtime provides."""
    return any(_provided(a) for a in (hint, *get_args(hint)))


def _provided(annotation: Any) -> bool:
    return bool(getattr(annotation, "_is_protocol", False) or getattr(annotation, "__provided__", False))


def convert(parameter: Parameter, value: JSON, owner: str) -> JSON:
    """``value`` (a string from a command line, or a TOML value) in the parameter's type. Raises ``BadSetting``."""
    if parameter.choices:
        for choice in parameter.choices:
            if str(choice) == str(value):
                return choice
        raise BadSetting(parameter.name, f"{value!r} is not one of {parameter.type_name}", owner)
    kinds = [k for k in (get_args(parameter.annotation) or (parameter.annotation,)) if k is not type(None)]
    if value is None or (isinstance(value, str) and value == "none" and type(None) in get_args(parameter.annotation)):
        return None
    for kind in kinds:
        try:
            return _within(parameter, _as(kind, value))
        except (ValueError, TypeError, OverflowError):
            continue
    raise BadSetting(parameter.name, f"must be {parameter.told}, not {str(value)[:60]!r}", owner)


def _within(parameter: Parameter, value: JSON) -> JSON:
    """``value``, if it is no number or lies in the range of the parameter. Raises ``ValueError``."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and value not in (parameter.range or ANY_NUMBER):
        raise ValueError(value)
    return value


def _as(kind: Any, value: JSON) -> JSON:
    if kind is bool:
        return as_bool(value)
    if kind is int:
        return as_int(value)
    if kind in (float, str):
        if isinstance(value, bool):
            raise ValueError(value)
        return kind(value)
    return value


def as_bool(value: Any) -> bool:
    """True for ``true``, ``yes``, ``on`` and ``1``, False for their opposites. Raises ``ValueError`` for anything else."""
    if isinstance(value, bool):
        return value
    word = str(value).lower()
    if word not in TRUTH:
        raise ValueError(f"{value!r} is not true or false")
    return TRUTH[word]


def as_int(value: Any) -> int:
    """A whole number, also written as ``3.0`` or ``"3"``. Raises ``ValueError`` for ``1.9``, ``true``, ``inf`` and words."""
    whole = not isinstance(value, float) or value.is_integer()
    if isinstance(value, bool) or not whole or not isinstance(value, int | float | str):
        raise ValueError(f"{value!r} is not a whole number")
    return int(value)


def options_for(factory: Factory, given: Mapping[str, JSON], owner: str) -> dict[str, JSON]:
    """Check ``given`` against the signature: unknown names and bad values raise; defaults are filled in."""
    known = {p.name: p for p in parameters(factory)}
    result = {n: p.default for n, p in known.items() if p.default is not inspect.Parameter.empty}
    for raw, value in given.items():
        name = raw.replace("-", "_")
        if name not in known:
            raise UnknownName(f"option of {owner}", raw, known)
        result[name] = convert(known[name], value, owner)
    missing = [n for n in known if n not in result]
    if missing:
        raise BadSetting(missing[0], "must be given", owner, f"-o {missing[0]}=…")
    return result
