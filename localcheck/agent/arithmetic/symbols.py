"""Text to the symbols of arithmetic: digits and signs of English and Chinese, full width or not, spoken or written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from localcheck.agent.arithmetic.numerals import in_digits
from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex

MULTIPLIERS = {"万": 10**4, "亿": 10**8}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SUPERSCRIPT = regex(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_THIN = regex(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
"""Spaces that group the digits of one number; an ordinary space does not."""
_VULGAR = regex(r"(?:(?<!\d)(\d+)\s{0,4})?([¼-¾⅐-⅞])")
"""Digits are begun once a number: from each of them anew, a long number took the square of its length."""
_LATEX = (
    (regex(r"\\(?:d|t)?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"((\1)/(\2))"),
    (regex(r"\\sqrt\s*\{([^{}]*)\}"), r"√(\1)"),
    (regex(r"\\(?:times|cdot|ast)\b"), "*"),
    (regex(r"\\div\b"), "/"),
    (regex(r"\\approx\b"), "≈"),
    (regex(r"\\pi\b"), "π"),
    (regex(r"\\%"), "%"),
    (regex(r"\\(?:left|right|quad|,|;|!|\(|\)|\[|\])"), " "),
)
_SQUARE = regex(r"(?<=\d)( ?)(mm|cm|dm|km|m)([23])(?![\w^])")
"""Square and cubic measures without the sign of a power: 5 m2."""
_AFTER = r"(?<=[\d%‰)\u4e00-\u9fffa-zA-Z°])\s*"
_SPOKEN = (
    (regex(r"(?<=\d)\s*(?:percent|per cent)\b", re.I), "%"),
    (regex(r"(?<![\d./])(\d+)又(\d+/\d+)"), r"(\1+\2)"),
    (regex(r"(?<=[\d)])的(\d{1,2})次[方幂]"), r"^\1"),
    (regex(r"(?<=[\d)])的平方(?=[加减乘除等是为得])"), "^2"),
    (regex(r"(?<=[\d)])的立方(?=[加减乘除等是为得])"), "^3"),
    (regex(r"根号\s*(?=[\d(])"), "√"),
    (regex(r"(?<=[\d)])\s+(?:raised )?to the power of\s+(?=\d)", re.I), "^"),
    (regex(r"(?<=[\d)])\s+squared\b", re.I), "^2"),
    (regex(r"(?<=[\d)])\s+cubed\b", re.I), "^3"),
    (regex(r"(?:\bthe )?\bsquare root of\s+(?=[\d(])", re.I), "√"),
    (regex(_AFTER + r"(?:然后|再)?(?:乘以|乘上|乘)(?=\s*[\d(])"), " * "),
    (regex(_AFTER + r"(?:然后|再)?除以(?=\s*[\d(])"), " / "),
    (regex(_AFTER + r"(?:然后|再)?(?:加上|加)(?=\s*[\d(])"), " + "),
    (regex(_AFTER + r"(?:然后|再)?(?:减去|减)(?=\s*[\d(])"), " - "),
    (regex(r"(\d[\u4e00-\u9fff]{0,4})的(?=\s*\(?\d+(?:\.\d+)?\s*(?:/\s*\d|%))"), r"\1 * "),
    (regex(_AFTER + r"(?:[,，]\s*)?(?:等于|结果为|结果是)(?=\s*[-\d(√π])"), " = "),
    (regex(_AFTER + r"(?:[,，]\s*)?(?:也就是|就是|即为|即是|即|得到|得出|得|为|是)(?=\s*[-\d(√π])"), " ≗ "),
    (regex(r"(?<=[\d)%‰])\s+(?:multiplied by|times)\s+(?=[\d($€£¥])", re.I), " * "),
    (regex(r"(?<=[\d)%‰])\s+divided by\s+(?=[\d($€£¥])", re.I), " / "),
    (regex(r"(?<=[\d)%‰])\s+plus\s+(?=[\d($€£¥])", re.I), " + "),
    (regex(r"(?<=[\d)%‰])\s+minus\s+(?=[\d($€£¥])", re.I), " - "),
    (regex(r"(?:(?<=[%‰])|(?<=/\d)|(?<=\d\)))\s+of\s+(?=[\d($€£¥])", re.I), " * "),
    (regex(r"(?<=[\d)%‰A-Za-z])\s+(?:equals?|(?:is|are) equal to)\s+(?=[-\d($€£¥])", re.I), " = "),
    (regex(r"(?<=[\d)%‰A-Za-z])\s*,?\s+(?:gives|makes|leaves)\s+(?=[-\d($€£¥])", re.I), " ≗ "),
    (regex(r"(?<=[\d)%‰A-Za-z])\s*,?\s+(?:which is|is)\s+(?=[-\d($€£¥])", re.I), " ≙ "),
)
_SYMBOL = regex(
    r"(?P<identifier>(?<![\d)A-Za-z])[A-Za-z_]+\d+\w*)"
    r"|(?P<other_style>\d{1,3}(?:\.\d{3})+,\d+)"
    r"|(?P<number>\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?(?![\d,]*\d)|\d+\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?"
    r"|(?<!\d)\.\d+)(?P<multiplier>[万亿](?!分))?"
    r"|(?P<factorial>(?<=[\d)])!(?=\s*[=≈+*/^×÷·)−-]))"
    r"|(?P<relation>≈|≒|≗|≙|==?(?!>))"
    r"|(?P<arrow>=>|->|<=|>=|!=|[<>])"
    r"|(?P<sign>\*\*|[-+*/^×÷·∙⋅−–✕:])"
    r"|(?P<percent>[%‰])"
    r"|(?P<bracketed>\(\s*[\u4e00-\u9fff]{1,6}\s*\))"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<pi>π|\bpi\b)|(?P<root>√|\bsqrt(?=\())"
    r"|(?P<money>[$€£¥])"
    r"|(?P<word>[A-Za-z\u00b0'’]+|[\u3400-\u9fff]+)"
    r"|(?P<space>[ \t\u00a0]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_LABELS = regex(r"(?:[A-Za-z]: |\d: (?!\d))")
"""The end of a label: "Divide by 2: x = 4", "Solve for r: 2 * r = 10"; but "3: 4 = 6: 8"."""
_SIGNS = {"**": "^", "×": "*", "✕": "*", "·": "*", "∙": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-"}


UNIT_LETTERS = "mgLltshKNWVAJ"
"""Letters that measure something after a number."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol of a text."""

    kind: str
    """``number``, ``letter``, ``sign``, ``percent``, ``factorial``, ``unit``, ``open``, ``close``, ``root``,
    ``relation`` or ``break``."""
    text: str
    near: bool = False
    """Does it stand right after the symbol before it, without a space?"""
    lead: str = ""
    """The sign of a currency before a number."""


def as_number(text: str) -> tuple[Fraction, Fraction]:
    """Value and place value of the last digit.

    >>> as_number("1,043.50")
    (Fraction(2087, 2), Fraction(1, 100))
    """
    multiplier = MULTIPLIERS.get(text[-1], 1)
    digits = text.rstrip("万亿").replace(",", "").replace("_", "")
    mantissa, _, exponent = digits.lower().partition("e")
    power = int(exponent or 0)
    if abs(power) > 300 or len(digits) > 400:
        raise ValueError("a number beyond the limits")
    scale = Fraction(10) ** power * multiplier
    decimals = len(mantissa.partition(".")[2])
    return Fraction(mantissa) * scale, Fraction(1, 10**decimals) * scale


def value_of(text: str) -> Fraction | None:
    """The value of a number, None for one beyond the limits."""
    try:
        return as_number(text)[0]
    except ValueError:
        return None


def plain(text: str) -> str:
    """``text`` with full-width characters, superscripts, vulgar fractions and LaTeX in plain form."""
    text = _THIN.sub("", text)
    text = _SUPERSCRIPT.sub(lambda m: "^" + m.group().translate(SUPERSCRIPTS), text)
    text = _VULGAR.sub(_fraction, text)
    text = unicodedata.normalize("NFKC", text).replace("⁄", "/")
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    return _SQUARE.sub(r"\1\2^\3", text)


def _fraction(match: re.Match[str]) -> str:
    value = Fraction(unicodedata.numeric(match.group(2))).limit_denominator(100)
    whole = f"{match.group(1)}+" if match.group(1) else ""
    return f"({whole}{value.numerator}/{value.denominator})"


def spoken(text: str) -> str:
    """Spoken arithmetic as signs: "50 divided by 2", "50除以2再减去10，即25". ``≗`` stands for a spoken "is",
    and ``≙`` for an English one, which is also said of a date or a number with a hyphen.
    """
    text = _NAMED.sub(_signs_of, in_digits(text))
    for pattern, replacement in _SPOKEN:
        text = pattern.sub(replacement, text)
    return _REMAINDER.sub(_with_remainder, text)


_N = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)%?"
_NAMED = regex(
    rf"\b(?:the |(?:a |one )?(?=half|third|quarter))(?:arithmetic )?(?P<name>sum|product|difference|quotient|average|mean"
    rf"|square|cube|half|third|quarter) (?:of|between) (?P<of>{_N}(?:,? and {_N}|, {_N})*)(?= (?:is|equals|=)\s)",
    re.IGNORECASE,
)
"""An operation by its name: "the average of 3, 5 and 10"; but "the geometric mean of 2 and 8"."""
_OPERATORS = {"sum": "+", "average": "+", "mean": "+", "product": "*", "difference": "-", "quotient": "/"}
_OF_ONE = {"square": "^2", "cube": "^3", "half": " / 2", "third": " / 3", "quarter": " / 4"}


def _signs_of(match: re.Match[str]) -> str:
    """The same in signs; a difference is of the larger and the smaller."""
    name, numbers = match["name"].lower(), re.findall(_N, match["of"])
    if (name in _OF_ONE) != (len(numbers) == 1) or (name in ("difference", "quotient") and len(numbers) > 2):
        return match.group()
    if name in _OF_ONE:
        return f"{numbers[0]}{_OF_ONE[name]}"
    if name == "difference":
        numbers.sort(key=lambda n: float(n.replace(",", "").rstrip("%")), reverse=True)
    formula = f" {_OPERATORS[name]} ".join(numbers)
    return f"(({formula}) / {len(numbers)})" if name in ("average", "mean") else f"({formula})"


_MEASURED = r"\s*(?:\(\s*[\u4e00-\u9fff]{1,4}\s*\)|[\u4e00-\u9fff]{0,2})\s*"
_REMAINDER = regex(
    rf"(?<![\d.,])(\d+){_MEASURED}[÷/]\s*(\d+){_MEASURED}[=≗≙]\s*(\d+){_MEASURED}(?:\.{{3,}}|⋯+|余|,?\s+(?:remainder|R(?=\s?\d))\s?)\s*(\d+)(?!\.?\d)",
    re.I,
)
"""A division with a remainder, as schools write it: 10÷3=3……1."""


def _with_remainder(match: re.Match[str]) -> str:
    """``10 = 3 * 3 + 1``; what is left must be smaller than the divisor, else the division stands as it is."""
    dividend, divisor, quotient, rest = match.groups()
    if int(rest) >= int(divisor):
        return f"{dividend} / {divisor} = {quotient} "
    return f"{dividend} = {divisor} * {quotient} + {rest}"


_REFUSED = regex(
    r"[的又比几共]|分之|多少|倍数|余数|以上|以下|左右|多$"
    r"|^(?:和|与|或|且|及|到|至|小时前|年代|得|解得|所以|则|那么|因此|故|于是)"
)
_DONE = listed("symbols.done")
"""What is said of things that were counted: 3 tickets cost 3 * 4.5 = 13.5 euros."""
_ENDS = _DONE.union("and or then so but if is are was the to from in at on we now gives yields means implies".split())


PER = listed("symbols.per")


def symbols(text: str, unknowns: frozenset[str] = frozenset()) -> list[Symbol]:
    """The symbols of ``text``, as ``_scan`` finds them, "per something" joined to the unit before it."""
    found: list[Symbol] = []
    for symbol in _scan(text, unknowns):
        if symbol.kind == "unit" and len(found) > 1 and (found[-1].kind, found[-1].text) == ("sign", "/"):
            if found[-2].kind in ("unit", "number"):
                slash = found.pop()
                symbol = Symbol("unit", f"/{symbol.text}", slash.near)
            else:
                symbol = Symbol("break", symbol.text)
        found.append(symbol)
    return _with_powers(found)


def _with_powers(found: list[Symbol]) -> list[Symbol]:
    """The power of a unit belongs to the unit: 12 dm^3 is no cube of 12."""
    joined: list[Symbol] = []
    for symbol in found:
        if symbol.kind == "number" and symbol.text in ("2", "3") and len(joined) > 1:
            sign, unit = joined[-1], joined[-2]
            if sign.text == "^" and unit.kind == "unit":
                joined[-2:] = [Symbol("unit", unit.text + symbol.text, unit.near)]
                continue
        joined.append(symbol)
    return joined


def _scan(text: str, unknowns: frozenset[str] = frozenset()) -> Iterator[Symbol]:
    """The symbols of ``text`` (already ``plain``); what is no arithmetic becomes ``break``.

    A single letter is an unknown; after a number a letter that is not in ``unknowns`` may be a unit. A word after a number
    is its unit, unless it changes what the number means.
    """
    previous = Symbol("break", "\n")
    gap, lead = False, ""
    for match in _SYMBOL.finditer(text):
        kind = match.lastgroup or "other"
        if kind == "space":
            gap = True
            continue
        found = _symbol(match, previous, unknowns, text)
        if found is None:
            lead = match.group() if kind == "money" else ""
            continue
        previous = Symbol(found.kind, found.text, not gap, lead if found.kind == "number" else "")
        gap, lead = False, ""
        yield previous


def _symbol(match: re.Match[str], previous: Symbol, unknowns: frozenset[str], text: str) -> Symbol | None:
    kind, value = match.lastgroup or "other", match.group()
    match kind:
        case "number" | "multiplier":
            return Symbol("number", value)
        case "sign" if value == ":" and (
            previous.kind not in ("number", "letter", "close") or _LABELS.match(text, match.start() - 1)
        ):
            return Symbol("break", value)
        case "sign":
            return Symbol("sign", _SIGNS.get(value, value))
        case "relation":
            return Symbol("relation", {"==": "=", "≒": "≈"}.get(value, value))
        case "pi":
            return Symbol("letter", "π")
        case "money":
            trails = previous.kind == "number" and not re.match(r"\s*\d", text[match.end() :])
            return Symbol("unit", value) if trails else None
        case "bracketed":
            return Symbol("unit" if previous.kind in ("number", "unit", "close") else "break", value)
        case "word":
            return _word(match, previous, unknowns, text)
        case "percent" | "factorial" | "open" | "close" | "root":
            return Symbol(kind, value)
    return Symbol("break", value)


def _word(match: re.Match[str], previous: Symbol, unknowns: frozenset[str], text: str) -> Symbol | None:
    value = match.group()
    after_value = previous.kind in ("number", "unit", "close", "percent")
    per = previous.kind == "sign" and previous.text == "/"
    near = match.start() == 0 or not text[match.start() - 1].isspace()
    if len(value) == 1 and value.isascii() and value.isalpha():
        return _letter(match, previous, unknowns, text)
    if previous.kind == "sign" and previous.text in "+-*/" and text[match.end() : match.end() + 1].isdigit():
        return None  # the name of the number that follows: 房租75元 + 伙食120元
    if value == "of" or value.lower() in _ENDS or _REFUSED.search(value):
        return Symbol("break", value)
    if after_value or (per and near and (value in PER or value.isascii())):
        return Symbol("unit", value)
    return Symbol("break", value)


def _letter(match: re.Match[str], previous: Symbol, unknowns: frozenset[str], text: str) -> Symbol:
    """``x`` between two numbers multiplies; a letter after a number is a unit unless the text uses it as an unknown."""
    value = match.group()
    ahead = text[match.end() :].lstrip(" $€£¥")[:1]
    if value in "xX" and previous.kind in ("number", "unit", "close", "percent") and (ahead.isdigit() or ahead == "("):
        return Symbol("sign", "*")
    per = previous.kind == "sign" and previous.text == "/" and not text[match.start() - 1].isspace()
    if (previous.kind == "number" or per) and value not in unknowns and value in UNIT_LETTERS:
        return Symbol("unit", value)
    return Symbol("letter", value)


_ALONE = regex(r"(?<![A-Za-z0-9.'’])([A-Za-z])(?![A-Za-z'’])")
_MEASURES = regex(rf"(?:\d\s*|[A-Za-z\u4e00-\u9fff]{{2,}}/)[{UNIT_LETTERS}]$")


def unknowns_of(text: str) -> frozenset[str]:
    """Letters that stand alone in ``text``: unknowns, where they are not units all over (2 h, km/h)."""
    found = _ALONE.finditer(text)
    return frozenset(m[1] for m in found if not _MEASURES.search(text[max(0, m.start() - 12) : m.end()]))
