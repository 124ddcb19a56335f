"""Formulas over a small grammar, read into a tree and evaluated with exact fractions. Nothing is ever executed.

ratio   = sum (":" sum)?
sum     = product (("+" | "-") product)*
product = sign (("*" | "/") sign | power)*          a factor may follow without a sign: 3(4), 2x
sign    = ("-" | "+") sign | power
power   = suffixed ("^" sign)?
suffixed= atom ("%" | "!" | unit)*
atom    = number | "π" | letter | "√" suffixed | "(" sum ")"
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from localcheck.agent.arithmetic.symbols import Symbol, as_number

MOST_BITS = 4096
"""Bits that a numerator or denominator may have."""
MOST_SYMBOLS = 400
DEEPEST = 60
PI = Fraction(math.pi)
EXPONENT = 64
MOST_FACTORS = 400


class FormulaError(ValueError):
    """Not a formula of the grammar, or beyond its limits."""


@dataclass(frozen=True, slots=True)
class Number:
    """A literal, with the place value of its last digit (how finely it is stated)."""

    value: Fraction
    last_place: Fraction = Fraction(0)
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """An unknown, or π."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """Two formulas and what joins them."""

    sign: Literal["+", "-", "*", "/", "^"]
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Root:
    """A square root."""

    of: Formula


@dataclass(frozen=True, slots=True)
class Factorial:
    """The product of the whole numbers up to one."""

    of: Formula


Formula = Number | Letter | Operation | Root | Factorial


class _Reader:
    """Recursive descent over symbols; ``depth`` bounds the recursion."""

    def __init__(self, symbols: tuple[Symbol, ...]) -> None:
        if len(symbols) > MOST_SYMBOLS:
            raise FormulaError("too long")
        self._symbols, self._at, self._depth = symbols, 0, 0

    def read(self) -> Formula:
        formula = self._sum()
        if self._peek().kind == "sign" and self._peek().text == ":":
            self._take()
            formula = Operation("/", formula, self._sum())
        if self._at < len(self._symbols):
            raise FormulaError(f"unexpected {self._symbols[self._at].text!r}")
        return formula

    def _peek(self) -> Symbol:
        return self._symbols[self._at] if self._at < len(self._symbols) else Symbol("end", "")

    def _take(self) -> Symbol:
        symbol = self._peek()
        self._at += 1
        return symbol

    def _sum(self) -> Formula:
        self._depth += 1
        if self._depth > DEEPEST:
            raise FormulaError("too deep")
        left = self._product()
        while self._peek().text in ("+", "-") and self._peek().kind == "sign":
            sign = self._take().text
            left = Operation("+" if sign == "+" else "-", left, self._product())
        self._depth -= 1
        return left

    def _product(self) -> Formula:
        left = self._signed()
        while True:
            following = self._peek()
            if following.kind == "sign" and following.text in ("*", "/"):
                self._take()
                left = Operation("*" if following.text == "*" else "/", left, self._signed())
            elif following.kind in ("letter", "root", "open") and self._multiplies():
                left = Operation("*", left, self._power())
            else:
                return left

    def _multiplies(self) -> bool:
        """Is what follows a factor? Not after a unit, and not an aside: 40 (40 heads)."""
        if self._symbols[self._at - 1].kind == "unit":
            return False
        aside = [s.kind for s in self._symbols[self._at : self._at + 3]]
        return aside != ["open", "number", "unit"]

    def _signed(self) -> Formula:
        if self._peek().kind == "sign" and self._peek().text in ("+", "-"):
            negative = self._take().text == "-"
            self._depth += 1
            if self._depth > DEEPEST:
                raise FormulaError("too deep")
            of = self._signed()
            self._depth -= 1
            if negative and isinstance(of, Number):
                return Number(-of.value, of.last_place)
            return Operation("-", Number(Fraction(0)), of) if negative else of
        return self._power()

    def _power(self) -> Formula:
        base = self._suffixed()
        if self._peek().kind == "sign" and self._peek().text == "^":
            self._take()
            return Operation("^", base, self._signed())
        return base

    def _suffixed(self) -> Formula:
        value = self._atom()
        while self._peek().kind in ("percent", "factorial", "unit"):
            symbol = self._take()
            if symbol.kind == "factorial":
                value = Factorial(value)
            elif symbol.kind == "percent":
                share = Fraction(1, 100) if symbol.text == "%" else Fraction(1, 1000)
                if isinstance(value, Number):
                    value = Number(value.value * share, value.last_place * share, percent=True)
                else:
                    value = Operation("*", value, Number(share))
        return value

    def _atom(self) -> Formula:
        symbol = self._take()
        match symbol.kind:
            case "number":
                return Number(*as_number(symbol.text))
            case "letter":
                return Letter(symbol.text)
            case "root":
                return Root(self._suffixed())
            case "open":
                inner = self._sum()
                if self._take().kind != "close":
                    raise FormulaError("a bracket is not closed")
                return inner
        raise FormulaError(f"unexpected {symbol.text!r}" if symbol.text else "ends too early")


def read_formula(symbols: tuple[Symbol, ...]) -> Formula:
    """The tree of a formula. Raises ``FormulaError``."""
    return _Reader(symbols).read()


def evaluate(
    formula: Formula, letters: Mapping[str, Fraction] | None = None, pi: Fraction = PI, relative: bool = False
) -> Fraction:
    """The exact value; roots and π are taken to about 15 digits. Raises ``FormulaError`` beyond the limits.

    ``relative``: a percentage that is added or taken off is one of what stands before it, as on a pocket calculator (80 + 25%).
    """
    match formula:
        case Number(value, _):
            return value
        case Letter("π"):
            return pi
        case Letter(name):
            if letters is None or name not in letters:
                raise FormulaError(f"{name} has no value")
            return letters[name]
        case Root(of):
            return _root(evaluate(of, letters, pi, relative))
        case Factorial(of):
            return _factorial(evaluate(of, letters, pi, relative))
        case Operation(sign, left, right):
            a, b = evaluate(left, letters, pi, relative), evaluate(right, letters, pi, relative)
            value = _APPLIED[sign](a, a * b if relative and _of_left(formula) else b)
            if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
                raise FormulaError("a number beyond the limits")
            return value


def _of_left(formula: Operation) -> bool:
    """Is a percentage added to, or taken off, what is not made of percentages alone?"""
    share = formula.sign in "+-" and isinstance(formula.right, Number) and formula.right.percent
    return share and not all(n.percent for n in nodes(formula.left) if isinstance(n, Number))


def _divided(a: Fraction, b: Fraction) -> Fraction:
    if b == 0:
        raise FormulaError("division by zero")
    return a / b


def _raised(a: Fraction, b: Fraction) -> Fraction:
    if b == Fraction(1, 2):
        return _root(a)
    if b.denominator != 1 or abs(b) > EXPONENT:
        raise FormulaError("an exponent beyond the limits")
    if a == 0 and b < 0:
        raise FormulaError("division by zero")
    if max(a.numerator.bit_length(), a.denominator.bit_length()) * abs(int(b)) > MOST_BITS:
        raise FormulaError("a number beyond the limits")
    return Fraction(a ** int(b))


_APPLIED: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    "^": _raised,
}


def _root(a: Fraction) -> Fraction:
    if a < 0:
        raise FormulaError("the root of a negative number")
    scale = 10**18
    exact = math.isqrt(a.numerator * a.denominator)
    if exact * exact == a.numerator * a.denominator:
        return Fraction(exact, a.denominator)
    return Fraction(math.isqrt(a.numerator * a.denominator * scale * scale), a.denominator * scale)


def _factorial(a: Fraction) -> Fraction:
    if a.denominator != 1 or not 0 <= a <= MOST_FACTORS:
        raise FormulaError("a factorial beyond the limits")
    return Fraction(math.factorial(int(a)))


def nodes(formula: Formula) -> Iterator[Formula]:
    """The formula and everything inside it."""
    yield formula
    match formula:
        case Operation(_, left, right):
            yield from nodes(left)
            yield from nodes(right)
        case Root(of) | Factorial(of):
            yield from nodes(of)


def letters_of(formula: Formula) -> frozenset[str]:
    """The unknowns of the formula (π is none)."""
    return frozenset(n.name for n in nodes(formula) if isinstance(n, Letter) and n.name != "π")


def numbers_of(formula: Formula) -> tuple[Fraction, ...]:
    """The literals of the formula, in order."""
    return tuple(n.value for n in nodes(formula) if isinstance(n, Number))


def computes(formula: Formula) -> bool:
    """True if the formula has an operation, and is not just one number or letter."""
    return not isinstance(formula, Number | Letter)


def shown(value: Fraction) -> str:
    """A value for people: whole, a short decimal, or rounded to ten significant digits; a fraction keeps its form.

    >>> shown(Fraction(27, 10)), shown(Fraction(1, 3))
    ('2.7', '0.3333333333 (1/3)')
    """
    if value.denominator == 1 and value.numerator.bit_length() < 200:
        return str(value.numerator)
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    try:
        text = f"{float(value):.10g}"
    except OverflowError:
        return "a very large number"
    if rest != 1 and value.denominator <= 1000:
        return f"{text} ({value.numerator}/{value.denominator})"
    return text
