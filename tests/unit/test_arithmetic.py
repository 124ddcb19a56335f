"""The calculator's grammar: against Python's own arithmetic, and its limits."""

from __future__ import annotations

import ast
import contextlib
import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.agent.arithmetic.checking import check
from localcheck.agent.arithmetic.formula import FormulaError, evaluate, read_formula
from localcheck.agent.arithmetic.numerals import numeral
from localcheck.agent.arithmetic.statements import equalities
from localcheck.agent.arithmetic.symbols import plain, spoken, symbols
from localcheck.agent.tools.calculator import calculator
from localcheck.agent.tools.described import Unit
from localcheck.errors import ToolError
from localcheck.types import Label, Span

SIGNS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def value(text: str) -> Fraction:
    return evaluate(read_formula(tuple(symbols(spoken(plain(text))))))


def reference(node: ast.AST) -> Fraction:
    """Python's grammar for the same text, in fractions."""
    match node:
        case ast.Expression(body):
            return reference(body)
        case ast.Constant(number):
            return Fraction(str(number))
        case ast.UnaryOp(ast.USub(), operand):
            return -reference(operand)
        case ast.BinOp(left, op, right):
            result: Fraction = SIGNS[type(op)](reference(left), reference(right))
            return result
    raise AssertionError(ast.dump(node))


numbers = st.integers(0, 999).map(str) | st.decimals(0, 99, places=2).map(str)
formulas = st.recursive(
    numbers,
    lambda inner: (
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
        | st.tuples(inner, st.sampled_from("+-*/"), numbers).map(lambda t: f"{t[0]} {t[1]} {t[2]}")
    ),
    max_leaves=12,
)


@given(formulas)
def test_the_grammar_is_that_of_python(text: str) -> None:
    try:
        wanted = reference(ast.parse(text, mode="eval"))
    except ZeroDivisionError:
        with pytest.raises(FormulaError):
            value(text)
        return
    assert value(text) == wanted


@given(st.text(max_size=60))
def test_any_text_is_a_formula_or_an_error(text: str) -> None:
    with contextlib.suppress(FormulaError, ValueError):
        assert isinstance(value(text), Fraction)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("20% * 6483292", Fraction("1296658.4")),
        ("３×（２＋４）÷９", Fraction(2)),
        ("3(4 + 1)", Fraction(15)),
        ("2^10", Fraction(1024)),
        ("3½ * 2", Fraction(7)),
        ("1,043,573 + 1", Fraction(1043574)),
        ("3万 + 2", Fraction(30002)),
        ("5 米 * 3", Fraction(15)),
        ("$1.50 x 4", Fraction(6)),
        (r"\frac{1}{2} \times 4", Fraction(2)),
        ("50除以2再减去10", Fraction(15)),
        ("√16 + 1", Fraction(5)),
    ],
)
def test_written_and_spoken_arithmetic(text: str, wanted: Fraction) -> None:
    assert value(text) == wanted


@pytest.mark.parametrize(
    "text", ["9^9^9^9", "2^100000", "(" * 200 + "1" + ")" * 200, "1+" * 500 + "1", "1/0", "10^63^63"]
)
def test_what_would_never_end_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        value(text)


@pytest.mark.parametrize("formula", ["__import__('os').system('true')", "open('x')", "x.y", "lambda: 1", "[1][0].real"])
def test_nothing_is_executed(formula: str) -> None:
    with pytest.raises(ToolError):
        calculator()({"sentence": "5", "formula": formula})


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("3 + 4 = 7.", [True]),
        ("3 + 4 = 8, so that 8 * 2 = 16.", [False, True]),
        ("12 times 4 is 50", [False]),
        ("一共花了3 × 2 = 6元。", [True]),
        ("房租75元 + 伙食120元 = 195元", [True]),
        ("2 / 3 = 0.67", [True]),
        ("2 / 3 = 0.66", [True]),
        ("7 / 2 = 4", [False]),
        ("200 / 4824529 = 0.0000414", [True]),
        ("π * 7^2 ≈ 153.94", [True]),
        ("3.14 * 49 = 153.86", [True]),
        ("100厘米 = 1米", [True]),
        ("100厘米 = 2米", [False]),
        ("x + 5 = x + 2 + 3", [True]),
        ("3x - 7 = 38", [None]),
        ("log2(8) = 3", []),
        ("数量 + 5 = 8", []),
        ("The score was 3:30 = late", []),
        ("version 2.0 = new", []),
        ("10÷3=3……1", [True]),
        ("100÷7=14(盒)……2(个)", [True]),
        ("17除以5等于3余1", [False]),
        ("10 / 3 = 3 remainder 1", [True]),
        ("10÷3=2……4", [False]),
        ("100 - 30% = 70", [True]),
        ("80 + 25% = 120", [False]),
        ("100 + 19% = 119", [True]),
        ("100 + 19% = 100.19", [True]),
        ("100 + 19% VAT = 119", [True]),
        ("100 + 19% VAT = 100.19", [False]),
        ("50 - 20% discount = 49.8", [False]),
        ("200 + 10 % service = 220 euros", [True]),
        ("100 euros + 19% VAT = 119 euros", [True]),
        ("100 euros + 19% VAT = 100.19 euros", [False]),
        ("$80 + 25% = $80.25", [False]),
        ("2 million + 10% = 2,200,000", [True]),
        ("1 - 30% = 70%", [True]),
        ("50% + 25% = 62.5%", [False]),
        ("1/4 + 20% = 45%", [True]),
        ("20 percent of 50 equals 11", [False]),
        ("2 hours equal 120 minutes", [True]),
        ("12:30 = 2:5", [True]),
        ("2 kilograms = 2000 grams", [True]),
        ("5 miles = 8.05 km", [True]),
        ("1 inch = 3 cm", [False]),
        ("1 year = 12 months", [True]),
        ("1 gallon = 4 litres", [None]),
        ("1 m + 50 cm = 1.5 m", [True]),
        ("1 m + 50 cm = 150 cm", [True]),
        ("2 hours + 30 minutes = 150 minutes", [True]),
        ("$2 million + $500,000 = $2.5 million", [True]),
        ("1.5 billion - 300 million = 1.2 billion", [True]),
        ("1 kg + 500 g = 1.5 kg", [True]),
        ("60 km/h × 30 min = 30 km", [True]),
        ("40 cm × 50 cm = 0.2 m2", [True]),
        ("40 cm × 50 cm = 2000 cm2", [True]),
        ("2 × 3 dozen = 72", [True]),
        ("1小时+15分钟=75分钟", [True]),
        ("5元+5角=5.5元", [True]),
        ("3千克+500克=3.5千克", [True]),
        ("12 × 30 cm = 3.6 m", [True]),
        ("17 ÷ 5 = 3 R2", [True]),
        ("十二除以五等于二余二", [True]),
        ("1 m + 50 cm = 51 m", [False]),
        ("2 hours + 30 minutes = 32 minutes", [False]),
        ("2 million + 500 thousand = 502 million", [False]),
        ("1米+50厘米=51米", [False]),
        ("12 × 30 cm = 360 m", [False]),
        ("2 million × 3 = 7 million", [False]),
        ("10 euros + 50 cents = 10.50 euros", [None]),
        ("$1.5bn + $200m = $1.7bn", [None]),
        ("12,50 € × 4 = 50 €", []),
        ("1 hour and 30 minutes = 90 minutes", [True]),
        ("3 tickets cost 3 * 4.5 = 14 euros", [False]),
        ("3 tickets cost 3 * 4.5 = 13.5 euros", [True]),
        ("The 3 boxes weigh 3 * 4 kg = 13 kg", [False]),
        ("3 tickets are 3 x €4.50 = €14", [False]),
        ("3 * 4.5 euros ≈ 14 euros. 25% of 50 euros = 13 euros. 27 euros / 2 = 14 euros", [True] * 3),
        ("2 hours 30 minutes = 150 minutes", [True]),
        ("1,00,000 + 50,000 = 1,50,000", []),
        ("2 / 3 = 0.66. 2 / 3 = 0.67. 7 * 1.5 = 11.", [True, True, True]),  # cut off, rounded, rounded
        ("100 / 3 = 34. 66.4 * 3 = 200. 33% of 310 is 103. 7 * 1.5 = 10.", [False] * 4),
        ("2又1/2+1=3又1/2，1又3/4-3/4=1，3又1/2小时=210分钟", [True, True, True]),  # mixed numbers
        ("2又1/2+1=4又1/2，3小时又20分钟=210分钟", [False, False]),
        ("3(3/4)×4=15，2(1/2)+1=3.5，2(3+4)=15", [None, None, False]),  # three and three quarters, or a product
        ("2的10次方等于1000。3的平方加4的平方等于25。根号144等于13。", [False, True, False]),
        ("2 to the power of 10 is 1000. 7 squared is 49. The square root of 144 is 13.", [False, True, False]),
        ("30亩等于2公顷，1亩=667平方米，1公顷=10亩", [True, True, False]),
        ("1.5万加两千等于三万", []),
        ("三加四等于几？", []),
    ],
)
def test_equalities_of_a_text(text: str, outcomes: list[bool | None]) -> None:
    assert [check(e).holds for e in equalities(text)] == outcomes


@pytest.mark.parametrize(
    "text",
    ["10-3 is 8.", "12/4 is 4.", "1/2 of 10 is 6.", "10 - 3 m is 8 m.", "1/2 of 60 minutes is 20 minutes.", "10-3即8米",
     "12-3 leaves 8 m.", "(12-3)*2 is 17."],
)  # fmt: skip
def test_a_sum_without_spaces_is_computed_where_it_is_one(text: str) -> None:
    assert [check(e).holds for e in equalities(text)] == [False]


def test_a_tax_that_is_added_is_one_of_what_stands_before_it_in_the_note_too() -> None:
    checked = [check(equality) for equality in equalities("100 + 19% VAT = 129. 50 - 20% discount = 45.")]
    assert [c.value for c in checked] == [119, 40]


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6), st.sampled_from("+-*"))
def test_right_results_hold_and_wrong_ones_do_not(a: int, b: int, sign: str) -> None:
    result = {"+": a + b, "-": a - b, "*": a * b}[sign]
    text = f"({a}) {sign} ({b}) = "
    assert [check(e).holds for e in equalities(f"{text}{result}")] == [True]
    assert [check(e).holds for e in equalities(f"{text}{result + 1}")] == [False]


@pytest.mark.parametrize(
    ("question", "sentence", "label", "line"),
    [
        ("", "x/15 = x/17 + 4，解得 x = 30。", Label.REFUTED, "x = 30 does not satisfy x / 15 = x / 17 + 4"),
        ("", "x/15 = x/17 + 4，解得 x = 510。", Label.SUPPORTED, "x = 510 satisfies x / 15 = x / 17 + 4"),
        ("Solve 2x + 3 = 11.", "x = 4", Label.SUPPORTED, "x = 4 satisfies 2x + 3 = 11"),
        ("Solve 2x + 3 = 11.", "Divide by 2: x = 5", Label.REFUTED, "x = 5 does not satisfy 2x + 3 = 11"),
        (
            "解方程：3y-5=16",
            "移项得3y=11，所以y=11/3。",
            Label.REFUTED,
            "y = 3.666666667 (11/3) does not satisfy 3y - 5 = 16",
        ),
        ("", "由2x+3=11得到x=5。", Label.REFUTED, "x = 5 does not satisfy 2x + 3 = 11"),
        ("", "Solving 2x + 3 = 11 gives x = 5.", Label.REFUTED, "x = 5 does not satisfy 2x + 3 = 11"),
        ("Which of x = 2 and x = 3 solves 2x + 3 = 11?", "x = 4", None, ""),
        ("Solve x^2 = 49.", "x = 7 or x = -7", None, ""),
    ],
)
def test_a_solution_is_held_against_the_equations(question: str, sentence: str, label: Label | None, line: str) -> None:
    arguments = calculator().chosen(Unit(sentence, 0, Span(0, len(sentence)), question, sentence))
    assert arguments is not None
    result = calculator()(arguments)
    assert (result.label, result.line) == (label or Label.NOT_ENOUGH_EVIDENCE, line or result.line)


@pytest.mark.parametrize(
    ("document", "sentence", "label", "line"),
    [
        ("Suppose y = 5. Then 2y + 1 = 12.", "Suppose y = 5.", Label.NOT_ENOUGH_EVIDENCE, ""),
        (
            "Suppose y = 5. Then 2y + 1 = 12.",
            "Then 2y + 1 = 12.",
            Label.REFUTED,
            "with y = 5: 2y + 1 = 12: wrong, the result is 11",
        ),
        (
            "Let x = 3 and y = 2. So x + y = 5.",
            "So x + y = 5.",
            Label.SUPPORTED,
            "with x = 3 and y = 2: x + y = 5: correct",
        ),
        ("设x=3，则2x+1=8。", "设x=3，则2x+1=8。", Label.REFUTED, "with x = 3: 2x + 1 = 8: wrong, the result is 7"),
        (
            "2x + 3 = 11 holds if x = 5.",
            "2x + 3 = 11 holds if x = 5.",
            Label.REFUTED,
            "x = 5 does not satisfy 2x + 3 = 11",
        ),
        ("Let x = 3. Let x = 4. Then x + 1 = 5.", "Then x + 1 = 5.", Label.NOT_ENOUGH_EVIDENCE, ""),
    ],
)
def test_what_is_supposed_cannot_be_wrong_and_what_follows_is_held_against_it(
    document: str, sentence: str, label: Label, line: str
) -> None:
    result = calculator()({"sentence": sentence, "context": document})
    assert (result.label, result.line) == (label, line or result.line)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("7! = 5040", True),
        ("5! = 125", False),
        ("10! / (3! * 7!) = 120", True),
        ("900! = 3", None),
        ("(1/2)! = 1", None),
    ],
)
def test_factorials(text: str, holds: bool | None) -> None:
    assert [check(equality).holds for equality in equalities(text)] == [holds]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The sum of 17 and 25 is 42.", [True]),
        ("The average of 3, 5, and 10 is 7.", [False]),
        ("So the product of 12 and 1,000 equals 12,000.", [True]),
        ("The difference between 8 and 50 is 42.", [True]),
        ("The mean of 10% and 20% is 15%.", [True]),
        ("The geometric mean of 2 and 8 is 4.", []),
        ("The sum of 3 and 5 is greater than 7.", []),
        ("The sum of 2 and 3 × 3 is 11.", []),
        ("The average of 4, 6 and 2 × 4 is 6.", []),
        ("It is 3 kg + 2 kg = 5 kg and 2 + 2 = 5.", [True, False]),
        ("The square of 14 is 196, and the cube of 3 is 28.", [True, False]),
        ("Half of 90 is 40. A quarter of 200 is 50.", [False, True]),
        ("The half of 3 and 5 is 4.", []),
        ("The perfect square of 4 is 17.", []),
    ],
)
def test_an_operation_is_read_by_its_name_and_a_part_of_its_list_is_no_sum_by_itself(
    text: str, told: list[bool]
) -> None:
    assert [check(equality).holds for equality in equalities(text)] == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The remainder of 17 divided by 5 is 2.", []),
        ("The integer part of 17 / 5 is 3.", []),
        ("The rounded value of 17 / 5 is 3.", []),
        ("The number of digits in 12 × 12 is 3.", []),
        ("Three more than 4 × 5 is 23.", []),
        ("Twice 3 + 4 is 14, and twice the sum of 3 and 4 is 14.", []),
        ("The negative of 2 + 3 gives -5.", []),
        ("The value of 4 × 5 is 21.", [False]),
        ("The result of 17 divided by 5 is 3.4.", [True]),
        ("So 4 × 5 is 21.", [False]),
        ("At a speed of 240 / 3 = 90 km/h.", [False]),
    ],
)
def test_a_formula_that_is_an_operand_of_words_is_not_what_is_stated(text: str, told: list[bool]) -> None:
    assert [check(equality).holds for equality in equalities(text)] == told


def test_an_exclamation_is_no_factorial() -> None:
    assert [e.text for e in equalities("We have 5! 3 + 4 = 7 and 5 != 6")] == ["3 + 4 = 7"]


def test_the_papers_call() -> None:
    result = calculator()({"sentence": "3 hours + 0.5 hours + 1.5 hours = 4 hours", "formula": "3 + 0.5 + 1.5"})
    assert result.label is Label.REFUTED
    assert result.text.startswith("3 + 0.5 + 1.5 = 5")
    assert result.line in result.text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Four tickets cost 4 * 12.50 = 48 euros.", "4 * 12.50 = 48 euros: wrong, the result is 50"),
        ("They cost 4 x 12.50€ = 48€.", "4 * 12.50€ = 48€: wrong, the result is 50"),
        ("Total: 4 × $12.50 = $48.", "4 * $12.50 = $48: wrong, the result is 50"),
        ("一共花了 3 × 2元 = 7 元。", "3 * 2元 = 7 元: wrong, the result is 6"),
        ("１，２５０ ＋ １ ＝ １２５２", "1,250 + 1 = 1252: wrong, the result is 1251"),
        ("第一步2+3=5，5+4=8", "5 + 4 = 8: wrong, the result is 9"),
        ("12 dm³ - 2 dm³ = 9 dm³", "12 dm³ - 2 dm³ = 9 dm³: wrong, the result is 10"),
        ("60千米 ÷ 2小时 = 20 千米/小时", "60千米 / 2小时 = 20 千米/小时: wrong, the result is 30"),
        ("60 km / 2 h = 20 km/h", "60 km / 2 h = 20 km/h: wrong, the result is 30"),
        ("3 kg = 3500 g", "3 kg = 3500 g: wrong, the result is 3000"),
        ("1/2 + 1/3 = 2/5", "1/2 + 1/3 = 2/5: wrong, the result is 0.8333333333 (5/6)"),
        ("-3 + 5 = -2", "-3 + 5 = -2: wrong, the result is 2"),
        ("1\u202f250 + 1 = 1\u202f252", "1250 + 1 = 1252: wrong, the result is 1251"),
        ("1.5万 + 0.5万 = 3万人", "1.5万 + 0.5万 = 3万人: wrong, the result is 20000"),
        ("再加3元共7 + 3 = 11元", "7 + 3 = 11元: wrong, the result is 10"),
        ("三加四等于八", "3 + 4 = 8: wrong, the result is 7"),
        ("一百二十除以四得三十五", "120 / 4 = 35: wrong, the result is 30"),
    ],
)
def test_a_line_shows_units_and_numbers_as_the_text_writes_them(text: str, line: str) -> None:
    assert [check(e).line for e in equalities(text) if check(e).holds is False] == [line]


@pytest.mark.parametrize("text", ["1.250,50 + 1 = 1.251,50", "x + h = 5 and h = 2", "一加一队员等于两个人",
                                  "12:30 + 1 hour = 13:30", "9:00 - 7:30 = 1:30", "From 01-03-2024 to 04-03-2024 is 3 days.",
                                  "From 01/03/2024 to 04/03/2024 is 3 days.", "The period 2021–2024 is 3 years.",
                                  "2020-2024 is 4 years.", "The 1939-1945 war is 6 years.", "Room 12-3 is 9.5 m wide.",
                                  "Room 12/3 is 5.", "Version 3-2 is 2 days old."])  # fmt: skip
def test_what_is_no_arithmetic_of_ours_is_not_called_wrong(text: str) -> None:
    assert not [e for e in equalities(text) if check(e).holds is False]


@given(st.integers(0, 99_999_999))
def test_numerals_are_read_as_they_are_written(number: int) -> None:
    assert numeral(written(number)) == number


def written(number: int) -> str:
    """A number in Chinese numerals."""
    if number >= 10_000:
        rest = number % 10_000
        gap = "零" if 0 < rest < 1000 else ""
        return f"{written(number // 10_000)}万{gap}{written(rest) if rest else ''}"
    digits, said, zero = str(number), "", False
    for place, digit in enumerate(digits):
        if digit == "0":
            zero = bool(said)
            continue
        said += (
            ("零" if zero else "")
            + "零一二三四五六七八九"[int(digit)]
            + ["", "十", "百", "千"][len(digits) - place - 1]
        )
        zero = False
    return said or "零"
