"""Equalities stated in a text: "3 + 4 = 8", "2.512 * 30 = 75.36 米", "50除以2再减去10，即25".

Before they are read, quantities that people write otherwise are put in that form: "240 grams in 2.4 kg" becomes an equality,
"3 hours 20 minutes" a sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from localcheck.agent.arithmetic.formula import Formula, FormulaError, computes, letters_of, read_formula
from localcheck.agent.arithmetic.measuring import SIZES, measured_by
from localcheck.agent.arithmetic.symbols import Symbol, plain, spoken, symbols, unknowns_of
from localcheck.text.patterns import regex

_CLOCK = regex(r"\b\d{1,2} : [0-5]\d\b")

_SHARES = frozenset("vat tax sales discount service tip".split())
"""Words behind a percentage that is one of what stands before it."""
_URL = regex(r"\b(?:https?|ftp|file)://[^\s\u3000-\u9fff]+|\bwww\.[^\s\u3000-\u9fff]+", re.I)
IS = "≙"
"""An English "is", as ``symbols.spoken`` writes it."""
_BEFORE_OPERANDS = frozenset("of than in to by from with for between twice thrice double triple".split())
_ITS_VALUE = frozenset("value result total sum product difference quotient answer solution".split())


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an equality."""

    formula: Formula
    text: str
    units: tuple[str, ...]
    based: Formula | None = None
    """The formula with every number in base units, where it has known units."""
    share: bool = False
    """Whether a percentage that is added, or taken off, is one of what stands before it for sure: 100 euros + 19%."""


@dataclass(frozen=True, slots=True)
class Equality:
    """Two neighbours of a chain of equalities."""

    left: Side
    right: Side
    sign: str
    """``=``, ``≈``, or ``≗`` for a spoken "is"."""

    @property
    def text(self) -> str:
        """As it is shown."""
        return f"{self.left.text} {'≈' if self.sign == '≈' else '='} {self.right.text}"

    @property
    def letters(self) -> frozenset[str]:
        """Its unknowns."""
        return letters_of(self.left.formula) | letters_of(self.right.formula)


def equalities(text: str, unknowns: frozenset[str] | None = None) -> list[Equality]:
    """The equalities of ``text`` in order; a side that is cut short by words is none."""
    bare = in_full(plain(_URL.sub(" ; ", text)))
    known = unknowns_of(bare) if unknowns is None else unknowns
    found: list[Equality] = []
    for run, opened in _runs(symbols(spoken(bare), known)):
        sides, signs = _sides(run, opened)
        for (left, right), sign in zip(pairwise(sides), signs, strict=True):
            if left is None or right is None or (sign == "≗" and not computes(left.formula)):
                continue
            whole = f"{left.text} {right.text}"
            # A colon is a ratio only against another ratio, and not in sums of times of day: 12:30 + 1 hour = 13:30.
            ratios, summed = (":" in left.text, ":" in right.text), " + " in whole or " - " in whole
            if ratios[0] == ratios[1] and not (ratios[0] and summed and _CLOCK.search(whole)):
                found.append(Equality(left, right, sign))
    return found


def _runs(found: list[Symbol]) -> Iterator[tuple[list[Symbol], str]]:
    """Stretches without a break that hold a relation, and the character before each: "and" or "of" where that says that it
    goes on with a sum, or is an operand.
    """
    run: list[Symbol] = []
    words: list[str] = []
    opened, before, listed = "", "", False
    for symbol in [*found, Symbol("break", "\n")]:
        if symbol.kind != "break":
            run.append(symbol)
            continue
        states = any(s.kind == "relation" for s in run)
        if states:
            yield run, opened
        said, listed = symbol.text.lower(), before in ("of", "between") or (listed and before == ",")
        goes_on = run and not states and said == "and" and (listed or run[-1].kind == "unit")
        # 1 hour and 30 minutes = 90 minutes; the sum of 2 and 3 * 3 is 11
        words = [said] if run else [*words[-2:], said]
        opened = "and" if goes_on else "of" if _is_operand(words) else symbol.text[-1:]
        run, before = [], said


def _is_operand(words: list[str]) -> bool:
    """Is the formula behind ``words`` an operand of what they name: "the remainder of 17 / 5", "three more than 4 * 5"?
    "The value of 4 * 5" is that of the formula itself; "the rounded value" is not.
    """
    its_own = len(words) > 1 and words[-2] in _ITS_VALUE and (len(words) < 3 or words[-3] in ("the", "a", "."))
    return words[-1] in _BEFORE_OPERANDS and not its_own


def _sides(run: list[Symbol], opened: str) -> tuple[list[Side | None], list[str]]:
    parts: list[list[Symbol]] = [[]]
    signs: list[str] = []
    for symbol in run:
        if symbol.kind == "relation":
            signs.append(symbol.text)
            parts.append([])
        else:
            parts[-1].append(symbol)
    first = parts[0]
    # A word before a sign, or a Latin name right before a number or bracket, belongs to the formula: it is cut short.
    name = opened.isascii() and opened.isalnum()
    cut = opened == "and" or (opened == "of" and signs[0] in (IS, "≗")) or _decimals(opened, first)
    cut = cut or (
        bool(opened and first)
        and ((first[0].kind == "sign" and opened.isalnum()) or (first[0].near and (name or opened in "_.)")))
    )
    cut = cut or (signs[0] == IS and _names_something(parts[0], parts[1], opened))
    sides = [None if (cut and i == 0) else _side(p) for i, p in enumerate(parts)]
    return sides, ["≗" if sign == IS else sign for sign in signs]


def _names_something(first: list[Symbol], second: list[Symbol], opened: str) -> bool:
    """Is what stands before "is" a date, a span of years or a name, whose numbers a hyphen or a slash joins without spaces?

    A sum that is written so begins its clause and has no unit of its result alone ("10-3 is 7"); a fraction may be a part of
    something ("1/2 of 10 is 5").
    """
    signs = [symbol for symbol in first if symbol.kind == "sign"]
    joins = [
        sign
        for before, sign, after in zip(first, first[1:], first[2:], strict=False)
        if sign.kind == "sign" and sign.text in "-/" and sign.near and after.near
        and before.kind == after.kind == "number"
    ]  # fmt: skip
    if not joins or (len(joins) == 1 and joins[0].text == "/" and len(signs) > 1):
        return False
    measured = [any(symbol.kind == "unit" for symbol in side) for side in (first, second)]
    return len(joins) > 1 or opened.isalnum() or measured[0] != measured[1]


def _decimals(opened: str, first: list[Symbol]) -> bool:
    """Is it the second half of a number with a comma as others write it: 12,50 € or 1,00,000?"""
    if opened != "," or not first or first[0].kind != "number" or not first[0].near:
        return False
    text = first[0].text
    return (len(text) == 2 and len(first) > 1 and first[1].kind == "unit") or (
        text[0] == "0" and text[1:2] not in ("", ".")
    )


def _side(part: list[Symbol]) -> Side | None:
    while part and part[-1].kind == "open":
        part = part[:-1]
    try:
        formula = read_formula(tuple(part))
    except (FormulaError, ValueError):
        return None
    units = tuple(s.text.strip("() ") for s in part if s.kind == "unit" and s.text.lower() not in _SHARES)
    try:
        based = read_formula(tuple(_in_base_units(part))) if units else None
    except (FormulaError, ValueError):
        based = None
    return Side(formula, _joined(part), units, based, _is_share(part))


def _is_share(part: list[Symbol]) -> bool:
    """Whether what stands before the first percentage has a unit, or the percentage is a tax, a discount or the like."""
    for before, symbol in enumerate(part):
        if symbol.kind == "percent":
            named = any(s.text.lower() in _SHARES for s in part[before + 1 : before + 2])
            return named or any(s.kind == "unit" or s.lead for s in part[:before])
    return False


def _in_base_units(part: list[Symbol]) -> list[Symbol]:
    """``part`` with each number times the size of its unit, in brackets; unknown units are left out."""
    found: list[Symbol] = []
    for symbol in part:
        if symbol.kind != "unit":
            found.append(symbol)
            continue
        name = symbol.text.strip("() ")
        if (measured := measured_by(name)) is None:
            continue
        times = [Symbol("sign", "/" if name.startswith("/") else "*"), Symbol("number", str(measured[1].numerator))]
        part_of = measured[1].denominator
        times += [Symbol("sign", "/"), Symbol("number", str(part_of))] if part_of > 1 else []
        if found and found[-1].kind == "number":
            found[-1:] = [Symbol("open", "("), found[-1], *times, Symbol("close", ")")]
        else:
            found += times
    return found


def _joined(part: list[Symbol]) -> str:
    around = zip([None, *part], part, [*part[1:], None], strict=False)
    text = "".join(_spaced(before, symbol, after) for before, symbol, after in around)
    return re.sub(r"\s+", " ", text).strip()


def _spaced(before: Symbol | None, symbol: Symbol, after: Symbol | None) -> str:
    """Signs stand free, but for a minus before a number and a fraction; units as the text writes them: 48 euros, 48kg, 6元."""
    if symbol.kind == "unit":
        said = re.sub(r"(?<=[^\W\d_])[23]$", lambda m: "²³"[int(m.group()) - 2], symbol.text)
        return said if symbol.near else f" {said}"
    if symbol.kind != "sign" or symbol.text == "^":
        return symbol.lead + symbol.text
    if before is None or before.kind in ("sign", "open"):
        return symbol.text
    fraction = symbol.text == "/" and before.kind == "number" and after is not None and after.kind == "number"
    return symbol.text if fraction and symbol.near and after is not None and after.near else f" {symbol.text} "


_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_HELD = regex(
    rf"\bthere (?:are|is)(?P<about> (?:about|around|approximately|roughly))?(?: exactly)? (?P<n>{_NUMBER}) ?"
    rf"(?P<unit>[A-Za-z]+) in (?P<m>an?|one|each|every|{_NUMBER}) ?(?P<whole>[A-Za-z]+)\b",
    re.IGNORECASE,
)
_TWO = regex(
    rf"(?<![\d.,+*/^-])(?<![+*/^-] )(?P<n>{_NUMBER})(?P<gap> ?)(?P<unit>[A-Za-z]+|[\u4e00-\u9fff]{{1,3}}?)(?: and|又|零)? ?"
    rf"(?P<m>{_NUMBER}) ?(?P<part>[A-Za-z]+|[\u4e00-\u9fff]{{1,2}})"
)

_SHARE = regex(
    rf"\b(?:an? |the )?({_NUMBER}) ?% (?:tip|discount|tax|vat|fee|surcharge|commission|service charge) (?:on|of) (?=[$€£¥\d])",
    re.IGNORECASE,
)


def in_full(text: str) -> str:
    """``text`` with what lies in a quantity as an equality, and a quantity in two units as a sum.

    >>> in_full("There are 90 minutes in 1.5 hours."), in_full("1 hour 30 minutes = 90 minutes")
    ('1.5 hours = 90 minutes.', '(1 hour + 30 minutes) = 90 minutes')
    """
    return _TWO.sub(_sum, _HELD.sub(_equality, _SHARE.sub(r"\1% of ", text)))


def _equality(match: re.Match[str]) -> str:
    if not _of_one_kind(match["unit"], match["whole"]):
        return match.group()
    many = match["m"] if match["m"][0].isdigit() else "1"
    # what stands in brackets is a sum of its own
    ends = ";" if match.string[match.end() :].lstrip().startswith("(") else ""
    return f"{many} {match['whole']} {'≈' if match['about'] else '='} {match['n']} {match['unit']}{ends}"


def _sum(match: re.Match[str]) -> str:
    unit, part = match["unit"], match["part"]
    if not _of_one_kind(unit, part) or SIZES[unit][1] <= SIZES[part][1]:
        return match.group()
    return f"({match['n']}{match['gap']}{unit} + {match['m']}{match['gap']}{part})"


def _of_one_kind(first: str, second: str) -> bool:
    return first in SIZES and second in SIZES and SIZES[first][0] == SIZES[second][0]
