"""What a question asks to be computed, and the result of an answer held against it where the question is a formula.

Nothing here solves word problems: their numbers do not tell which results are wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from localcheck.agent.arithmetic.checking import MIXED
from localcheck.agent.arithmetic.formula import FormulaError, computes, evaluate, numbers_of, read_formula, shown
from localcheck.agent.arithmetic.symbols import Symbol, plain, spoken, symbols, value_of
from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex

_ASKS = regex(r"多少|几|how (?:many|much|long|far|old|fast|tall|big)", re.I)
_YEARS = regex(
    r"\d{4}\s*年|\b(?:in|since|from|by|of|to|until|year)\s+(?:1[5-9]|20)\d\d\b|,\s*(?:1[5-9]|20)\d\d\b", re.I
)
_SIGNS = regex(r"(?:\d[万亿]|[\d.,+\-*/^×÷−=≗≙≈()\[\]{}%‰√$€£¥?:;!，。、；])+")
_ASKED = listed("word_problems.asked")
_ASKED_HAN = regex(
    r"(?:请问|请|帮我|你|能|计算|列式|口算|竖式|脱式|简便|运算|方法|用|求|算|出|一下|下面|下列|算式|式子|这道题|等于|结果|得数|答案"
    r"|数值|值|它们|的|和|差|积|商|是|为|得|多少|几|呢|吗)+"
)
"""All that a question has beside its formula where it asks for the value of the formula, and for nothing else."""
_ROUNDED = regex(r"\bround|\bnearest\b|\babout\b|\bapprox|约|近似|[≈~]", re.I)
_NEGATIVE = regex(r"\b(?:minus|negative)\s+(?=\d)", re.I)
_SCALED = regex(r"\d\s*(?:hundred|thousand|million|billion|trillion|dozen)", re.I)
_REMAINDER = regex(r"\bremainder\b|\bleft over\b|\d\s*R\s*\d|余", re.I)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the question says about a result."""

    right: bool | None
    """None where it says nothing."""
    line: str


def is_problem(question: str) -> bool:
    """True if ``question`` asks for a number that can be computed from the numbers in it; years do not count."""
    if asked_formula(question) is not None:
        return True
    chinese = bool(re.search(r"[\u4e00-\u9fff]", question))
    return bool(_ASKS.search(question)) and len(quantities(_YEARS.sub(" ", question))) >= (1 if chinese else 2)


def against_question(question: str, answer: str) -> Outcome:
    """Check the last number of ``answer`` against the formula that ``question`` asks for. Nothing is said where another
    number of the answer may be the result ("42, as you learn in grade 2").
    """
    values = quantities(_NEGATIVE.sub("-", answer))
    if not values:
        return Outcome(None, "the answer states no number")
    asked = asked_formula(question)
    if asked is None:
        return Outcome(None, "the question is no formula")
    line = f"the question's formula gives {shown(asked)}; the answer says {shown(values[-1])}"
    if _REMAINDER.search(answer) and asked.denominator != 1:
        whole = Fraction(asked.numerator // asked.denominator)
        return Outcome(True if _with_rest(question, values, whole) else None, f"{line}, with a remainder")
    if _SCALED.search(answer):  # 1 million is not 1
        return Outcome(None, line)
    if _rounded(asked, values[-1]):
        return Outcome(True, line)
    near = abs(asked - values[-1]) < 1 and _ROUNDED.search(answer)
    if near or any(_rounded(asked, v) for v in values):
        return Outcome(None, line)
    return Outcome(False, line)


def _rounded(value: Fraction, said: Fraction) -> bool:
    """Is ``said`` the value, or the value rounded or cut off at a decimal of ``said``, by half a per cent at most?"""
    apart = abs(value - said)
    place = next((Fraction(1, 10**n) for n in range(12) if (said * 10**n).denominator == 1), Fraction(0))
    cut = abs(said) < abs(value) and apart < place
    return apart <= abs(value) / 200 and (apart <= place / 2 or cut)


def _with_rest(question: str, values: tuple[Fraction, ...], whole: Fraction) -> bool:
    """Do the last two numbers of an answer give the quotient and what is left of the question's division?"""
    given = [v for v in map(value_of, re.findall(r"\d+", plain(question))) if v is not None]
    return len(given) == 2 and values[-2:] == (whole, given[0] - whole * given[1])


def asked_formula(question: str) -> Fraction | None:
    """The value of the formula that the question consists of, None where it is no formula or asks for something else of it.

    >>> asked_formula("What is 12 * 12?"), asked_formula("How many zeros has 12 * 50?"), asked_formula("3乘4等于多少？")
    (Fraction(144, 1), None, Fraction(12, 1))
    """
    bare = spoken(plain(question))
    runs = list(_runs(bare))
    if len(runs) != 1 or len(runs[0]) < 3 or any(s.kind in ("unit", "letter") for s in runs[0][:-1]):
        return None
    if MIXED.search(bare) or not _asks_for_it(bare, runs[0][-1]):
        return None
    try:
        formula = read_formula(tuple(runs[0]))
        value = evaluate(formula) if computes(formula) and len(numbers_of(formula)) > 1 else None
        return value if value == evaluate(formula, relative=True) else None  # 100 - 20% are 80, or 99.8
    except (FormulaError, ValueError):
        return None


def _asks_for_it(bare: str, last: Symbol) -> bool:
    """Is there nothing beside the formula and its unit but the words that ask for its value?"""
    rest = _SIGNS.sub(" ", bare).replace("'", " ").replace("’", " ").lower().split()
    return all(word in _ASKED or _ASKED_HAN.fullmatch(word) or word == last.text.lower() for word in rest)


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
