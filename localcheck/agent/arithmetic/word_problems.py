"""A result held against the numbers of its question: computed where the question is a formula, else reached from them.

Nothing here solves word problems. It says "wrong" where a result cannot come from the question: a formula that was asked
for gives another value, the result repeats a given number, or no arithmetic over the given numbers reaches it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from localcheck.agent.arithmetic.formula import FormulaError, computes, evaluate, numbers_of, read_formula, shown
from localcheck.agent.arithmetic.measuring import SIZES
from localcheck.agent.arithmetic.statements import equalities
from localcheck.agent.arithmetic.symbols import Symbol, plain, spoken, symbols, value_of
from localcheck.text.lexicon import SCALES, SMALL, TENS
from localcheck.text.patterns import regex

MOST_NUMBERS = 5
CONSTANTS = (Fraction(1), Fraction(2), Fraction(100), Fraction(314, 100))
_ASKS = regex(r"多少|几|how (?:many|much|long|far|old|fast|tall|big)", re.I)
_YEARS = regex(
    r"\d{4}\s*年|\b(?:in|since|from|by|of|to|until|year)\s+(?:1[5-9]|20)\d\d\b|,\s*(?:1[5-9]|20)\d\d\b", re.I
)
_COMPARES = regex(
    r"哪|谁|是否|最[大小多少长短高低快慢]|which|whether|more likely|maximum|minimum|at (?:most|least)|至少|至多", re.I
)
_LISTED = regex(r"\d\s*[、,，]\s*\d+\s*[、,，和及]\s*\d")
_UNITS = "|".join(sorted(map(re.escape, SIZES), key=len, reverse=True))
_MEASURED = regex(rf"(?:\d\s*|/|多少|几|每|[Hh]ow many\s+|\bper\s+|\ban?\s+)({_UNITS})(?![A-Za-z])")
_RELATED = {"months": "time", "kitchen": "volume"}
"""Kinds of units that convert into another kind only roughly, or not everywhere alike: days of a month, litres of a gallon."""
_IN_WORDS = regex(
    rf"\b(?:{'|'.join([*SMALL[2:], *TENS, *SCALES])}|twice|thrice|doubl\w+|tripl\w+|quadrupl\w+|hal(?:f|ves|ved|ving)"
    r"|thirds?|fourths?|quarters?|fifths?|sixths?|eighths?|tenths?|dozens?|pairs?|couples?|cents?|pence|penn(?:y|ies)|nickels?"
    r"|dimes?|squared?|cubed?)\b|[\d一两几半每]\s*打",
    re.I,
)
"""What stands for a number without being one in digits: three boxes, twice as many, a quarter, a square."""
_DATED = regex(r"\d\s*[年月日号]|\d{1,2}\s*[:：]\s*\d{2}|\d{4}-\d{1,2}-\d{1,2}|点钟|星期")
_BEYOND = regex(
    r"\b(?:interest|compound|grow(?:s|ing)?|doubles|triples|times (?:its|their)|surface|perimeter|diagonal|hypotenuse|cylinder"
    r"|cone|sphere|circle|cube|average|mean|ways|choose|combinations?|permutations?|arrange|each other|handshakes?|power"
    r"|square root|sum of)\b|\bfrom \d+ to \d|利率|利息|复利|增长|翻|表面积|对角线|圆柱|圆锥|球|平均|组合|排列|握手|每两"
    r"|循环赛|次方|从\d+加到\d",
    re.I,
)
"""Asks for more than sums, products and quotients of its numbers, each used once: powers, series, combinations, solids."""
_CONVERTS = regex(r"多少个?[万亿千百]|换算|改写|[化写]成|合多少|\bconver(?:t|sion)\b|\bexpress\b|\brewrite\b", re.I)
"""Asks for the same quantity in another form."""
_ROUNDED = regex(r"\bround|\bnearest\b|\bwhole\b|\binteger|\babout\b|\bapprox|四舍五入|保留|约|整数|取整", re.I)
_REMAINDER = regex(r"\bremainder\b|\bleft over\b|\d\s*R\s*\d|余", re.I)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the question's numbers say about a result."""

    right: bool | None
    """None where they say nothing."""
    line: str


def is_problem(question: str) -> bool:
    """True if ``question`` asks for a number that can be computed from the numbers in it; years do not count."""
    if asked_formula(question) is not None:
        return True
    chinese = bool(re.search(r"[\u4e00-\u9fff]", question))
    return bool(_ASKS.search(question)) and len(quantities(_YEARS.sub(" ", question))) >= (1 if chinese else 2)


def against_question(question: str, answer: str) -> Outcome:
    """Check the last number of ``answer`` against the numbers of ``question``. Nothing is said where another number of the
    answer may be the result ("42, as you learn in grade 2").
    """
    values = quantities(answer)
    if not values:
        return Outcome(None, "the answer states no number")
    asked = asked_formula(question)
    if asked is not None:
        return _asked(asked, values, question, answer)
    settled = not any(p.search(question) for p in (_LISTED, _DATED, _COMPARES, _IN_WORDS, _CONVERTS))
    if not settled or worked(answer) or converts(f"{question} {answer}"):
        return Outcome(None, "the question's numbers alone do not settle it")
    if _BEYOND.search(question):
        return Outcome(None, "the question asks for more than sums and products of its numbers")
    return _reached(quantities(question), values)


def _asked(asked: Fraction, values: tuple[Fraction, ...], question: str, answer: str) -> Outcome:
    """The value of the question's formula against an answer."""
    final = values[-1]
    line = f"the question's formula gives {shown(asked)}; the answer says {shown(final)}"
    if _REMAINDER.search(answer) and asked.denominator != 1:
        whole = Fraction(asked.numerator // asked.denominator)
        return Outcome(True if _with_rest(question, values, whole) else None, f"{line}, with a remainder")
    if abs(asked - final) <= abs(asked) / 200:
        return Outcome(True, line)
    near = abs(asked - final) < 1 and _ROUNDED.search(question)
    if near or any(abs(asked - v) <= abs(asked) / 200 for v in values):
        return Outcome(None, line)
    return Outcome(False, line)


def _with_rest(question: str, values: tuple[Fraction, ...], whole: Fraction) -> bool:
    """Do the last two numbers of an answer give the quotient and what is left of the question's division?"""
    given = [v for v in map(value_of, re.findall(r"\d+", plain(question))) if v is not None]
    return len(given) == 2 and values[-2:] == (whole, given[0] - whole * given[1])


def _reached(given: tuple[Fraction, ...], values: tuple[Fraction, ...]) -> Outcome:
    final, others = values[-1], [v for v in values[:-1] if v not in given]
    numbers = ", ".join(shown(g) for g in given)
    if len(given) > MOST_NUMBERS or (len(given) < 2 and final not in given):
        return Outcome(None, "too few or too many numbers in the question")
    repeated = final in given
    pool = given if repeated or len(given) > 2 else (*given, *CONSTANTS)
    found = reachable(pool, max(len(given), 2 if repeated else 3), least=2 if repeated else 1)
    if any(abs(v - final) <= abs(final) / 200 for v in found):  # also 4, where 4 of 8 were eaten
        return Outcome(None, f"{shown(final)} can follow from the numbers of the question ({numbers})")
    if others:
        return Outcome(None, f"another number of the answer may be its result ({shown(others[-1])})")
    if repeated:
        return Outcome(False, f"the answer repeats {shown(final)} from the question ({numbers}) and computes nothing")
    return Outcome(False, f"no arithmetic over the numbers of the question ({numbers}) gives {shown(final)}")


def converts(text: str) -> bool:
    """Are there units of one kind and different size, such as hours and minutes? What they are to each other is not said."""
    measured = {SIZES[unit] for unit in _MEASURED.findall(plain(text))}
    return len({_RELATED.get(kind, kind) for kind, _ in measured}) < len(measured)


def worked(answer: str) -> bool:
    """Does the answer show any computation?"""
    return any(computes(side.formula) for e in equalities(answer) for side in (e.left, e.right))


def asked_formula(question: str) -> Fraction | None:
    """The value of the formula that the question consists of, None where it is no formula."""
    runs = [r for r in _runs(spoken(plain(question))) if len(r) > 2]
    words = re.findall(r"[A-Za-z]{2,}|[\u3400-\u9fff]", plain(question))
    if len(runs) != 1 or len(words) > 12 or any(s.kind in ("unit", "letter") for s in runs[0][:-1]):
        return None
    try:
        formula = read_formula(tuple(runs[0]))
        return evaluate(formula) if computes(formula) and len(numbers_of(formula)) > 1 else None
    except (FormulaError, ValueError):
        return None


def quantities(question: str) -> tuple[Fraction, ...]:
    """The numbers of a question, fractions whole."""
    return tuple(v for run in _runs(question) for v in _values(run))


def _runs(text: str) -> Iterator[list[Symbol]]:
    run: list[Symbol] = []
    for symbol in [*symbols(plain(text)), Symbol("break", "\n")]:
        if symbol.kind in ("break", "relation"):
            if any(s.kind == "number" for s in run):
                yield run
            run = []
        else:
            run.append(symbol)


def _values(run: list[Symbol]) -> tuple[Fraction, ...]:
    """The value of a run that is a formula, else its numbers one by one."""
    try:
        return (evaluate(read_formula(tuple(run))),)
    except (FormulaError, ValueError):
        found = (value_of(s.text) for s in run if s.kind == "number")
        return tuple(v for v in found if v is not None)


@lru_cache(maxsize=64)
def reachable(given: tuple[Fraction, ...], most: int, least: int = 1) -> frozenset[Fraction]:
    """Every value of + - × ÷ over ``least`` to ``most`` of ``given``, each used once.

    >>> Fraction(12) in reachable((Fraction(63), Fraction(3), Fraction(5)), 3)
    True
    """
    tables: dict[frozenset[int], set[Fraction]] = {frozenset([i]): {v} for i, v in enumerate(given)}
    for size in range(2, min(most, len(given)) + 1):
        for chosen in combinations(range(len(given)), size):
            whole = frozenset(chosen)
            tables[whole] = {
                v
                for cut in range(1, size // 2 + 1)
                for part in combinations(chosen, cut)
                for a in tables[frozenset(part)]
                for b in tables[whole - frozenset(part)]
                for v in _joined(a, b)
            }
    return frozenset(v for chosen, values in tables.items() if len(chosen) >= least for v in values)


def _joined(a: Fraction, b: Fraction) -> Iterator[Fraction]:
    yield a + b
    yield a - b
    yield b - a
    yield a * b
    if b:
        yield a / b
    if a:
        yield b / a
