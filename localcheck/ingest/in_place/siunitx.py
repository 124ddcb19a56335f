"""Quantities of LaTeX's siunitx in words: ``\\qty{5}{\\kilo\\metre}`` says "5 km". Pure."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from localcheck.text.lexicon import rows
from localcheck.text.patterns import regex

ARGUMENTS = {
    "[{": "num numlist numproduct unit si ang",
    "[{{": "qty qtylist qtyproduct numrange SIlist",
    "[{[{": "SI",
    "[{{{": "qtyrange SIrange",
}
"""The macros that are read here, by the arguments that they take, in the notation of pylatexenc."""
_NUMBERS = {"unit": 0, "si": 0, "numrange": 2, "qtyrange": 2, "SIrange": 2}
"""How many of a macro's arguments in braces are numbers, where it is not one."""
_RAISED = {"2": "²", "3": "³", "square": "²", "squared": "²", "cubic": "³", "cubed": "³"}
LARGEST = 15
"""The exponent up to which "3e6" is written out."""
_PRINTED = str.maketrans("~.", "  ")
_UNIT = regex(r"\\([A-Za-z]+)\s*(?:\{([^{}]*)\})?|\^\{?(-?\d+)\}?|([^\\^{}]+)")
_TIMES_TEN = regex(r"(\d+(?:\.\d+)?)[eEdD]([-+]?\d{1,3})")


def said(macro: str, given: Sequence[str]) -> str:
    """What a macro says whose arguments in braces are ``given``, without the braces.

    >>> said("SI", ["3.5e3", r"\\kilo\\metre\\per\\hour"]), said("numlist", ["1;2;5"]), said("qtyrange", ["4", "6", r"\\km"])
    ('3500 km/h', '1, 2 and 5', '4 to 6 km')
    """
    count = _NUMBERS.get(macro, 1)
    numbers = [_number(number) for one in given[:count] for number in one.split(";")]
    if macro == "ang":
        return "".join(number + sign for number, sign in zip(numbers, "°′″", strict=False) if number)
    *first, last = numbers or [""]
    told = " and ".join(filter(None, [", ".join(first), last]))
    if count == 2:
        told = " to ".join(numbers)
    elif macro.endswith("product"):
        told = " × ".join(numbers)
    return f"{told} {_unit(''.join(given[count:]))}".strip()


def _number(typed: str) -> str:
    """A number as it is typed in siunitx: "3e6" is 3000000, "1,5 +- 0,1" is 1.5 ± 0.1."""
    plain = "".join(typed.split()).replace("\\pm", "±").replace("+-", "±").replace(",", ".").replace("x", " × ")
    return _TIMES_TEN.sub(lambda found: _written_out(found[1], int(found[2])), plain).replace("±", " ± ")


def _written_out(number: str, power: int) -> str:
    return f"{number} × 10^{power}" if abs(power) > LARGEST else f"{Decimal(f'{number}e{power}'):f}"


def _unit(typed: str) -> str:
    """A unit, by its macros or as it is printed. One that an author declared is told by the name of its macro.

    >>> _unit(r"\\joule\\per\\mole\\per\\kelvin"), _unit(r"\\square\\metre"), _unit("kg.m/s^2"), _unit(r"\\kilo\\watt\\hour")
    ('J/mol/K', 'm²', 'kg m/s²', 'kWh')
    """
    made, prefix, raised, joint = "", "", "", ""
    prefixes, units = _symbols()
    for name, inside, power, printed in (found.groups() for found in _UNIT.finditer(typed)):
        if power or name in ("tothe", "squared", "cubed"):
            made += _raised(power or inside or name)
        elif name in ("square", "cubic", "raiseto"):
            raised = _raised(inside or name)
        elif name == "per":
            joint = "/"
        elif name in prefixes:
            prefix += prefixes[name]
        else:
            named = f"({inside})" if name == "of" else units.get(name, name)
            unit = named if name else printed.translate(_PRINTED).strip()
            made += (joint if made or joint == "/" else "") + prefix + unit + raised
            prefix, raised, joint = "", "", "" if made.endswith(("W", "A", "/")) else " "
    return made


def _raised(power: str) -> str:
    return _RAISED.get(power, f"^{power}")


@cache
def _symbols() -> tuple[dict[str, str], dict[str, str]]:
    """The symbols of prefixes and of units by their names."""
    lists = (rows("siunitx.prefixes"), rows("siunitx.units"))
    prefixes, units = (dict(one.split(":") for row in lines for one in row.split()) for lines in lists)
    return prefixes, units
