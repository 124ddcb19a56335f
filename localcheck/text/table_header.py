"""Whether the first row of a table names its columns, or the table has labels in its first column and values beside them. Pure.

>>> is_header(("Country", "Capital"), ("Albania", "Tirana"))
True
>>> is_header(("Chair", "Ines Baumann"), ("Treasurer", "Tobias Krell"))
False

Amounts of money in tables whose unit stands in the header: "(in £ million)" over 412.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from localcheck.text.label_forms import LABELS
from localcheck.text.lexicon import MONTH_NAME, YEAR, listed, word_set
from localcheck.text.patterns import regex

CURRENCY = r"[£€$¥]|EUR|USD|GBP|CHF|JPY|euros?|pounds|dollars|francs"
_SCALE = r"thousands?|millions?|billions?|[km](?![a-z])|mn|mio|bn"
_IN_UNITS = regex(
    rf"(?:(?:all )?(?:amounts |figures |values )?in )?(?:(?P<before>{CURRENCY}) ?(?P<scaled>{_SCALE})?"
    rf"|(?P<scale>{_SCALE})(?: of)? (?P<behind>{CURRENCY}))"
)
_BEHIND_PERIOD = regex(r"(?P<period>[HQF].{0,3}\d{4}|\d{4})[, ]{1,2}(?P<unit>[(\[]?\D{1,20}[)\]]?)")
_NUMBER = regex(r"[-–−+]?\d[\d.,]*")
_SCALES = {**dict.fromkeys(("k",), "thousand"), **dict.fromkeys(("m", "mn", "mio"), "million"), "bn": "billion"}
_AMOUNTS = listed("table_header.amounts")
"""Names of rows that are amounts of money."""
_NO_AMOUNT = word_set("employees customers margin number per rate ratio return share shares")


def of_period(name: str) -> tuple[str, str]:
    """The name of a column as a period and the unit of money behind it, which may be empty.

    >>> of_period("H1 2026 £m"), of_period("2026 (EUR thousand)"), of_period("2026 (plan)")
    (('H1 2026', '£m'), ('2026', 'EUR thousand'), ('2026 (plan)', ''))
    """
    found = _BEHIND_PERIOD.fullmatch(name)
    unit = found["unit"].strip("()[] ") if found else ""
    return (found["period"], unit) if found and _IN_UNITS.fullmatch(unit) else (name, "")


def in_amounts(kind: str, row: str) -> str:
    """The unit of money that the name of a first column is, for a row that surely is an amount; else empty.

    >>> in_amounts("(in £ million)", "Net debt"), in_amounts("(in £ million)", "Employees"), in_amounts("Firm", "Sales")
    ('in £ million', '', '')
    """
    unit, words = kind.strip("()[] "), frozenset(row.casefold().split())
    amount = words & _AMOUNTS and not words & _NO_AMOUNT and "(" not in row and "%" not in row
    return unit if amount and _IN_UNITS.fullmatch(unit) else ""


def money(number: str, unit: str) -> str:
    """A bare number with its unit; other cells as they are.

    >>> money("412.6", "in £ million"), money("250", "thousand euros"), money("5", "EURm"), money("n/a", "£m")
    ('£412.6 million', '250 thousand euros', '5 million EUR', 'n/a')
    """
    found = _IN_UNITS.fullmatch(unit)
    if found is None or not _NUMBER.fullmatch(number):
        return number
    scale, currency = found["scaled"] or found["scale"] or "", found["before"] or found["behind"]
    scale = _SCALES.get(scale, scale.removesuffix("s"))
    if not currency.isalpha():
        return f"{currency}{number} {scale}".rstrip()
    return " ".join(filter(None, (number, scale, currency)))


LONGEST_NAME = 60
"""Characters that a column's name, or the name that a row begins with, can have."""
PERIOD = regex(
    rf"(?:(?:[HQ][1-4]|FY|{MONTH_NAME}|Plan|Budget|Forecast|Target)[ -]?)?(?:1\d|2[01])\d\d(?:[/–-]\d\d(?:\d\d)?)?"
    r"(?: ?\([a-z]{1,12}\))?"
    r"|FY ?\d\d|[HQ][1-4]"
)
"""A year or a part of one as the name of a column: "2026", "2026 (plan)", "Plan 2026", "H1 2026", "2025/26"."""
_A_YEAR = regex(rf"(?:{YEAR})(?: ?\([a-z]{{1,12}}\))?")
OF_LABELS = listed("table_header.of_labels") | {""}
"""Names of a first column that holds labels, so that the other columns are each about something."""
EMPTY_NAMES = listed("table_header.empty_names")
"""Names of a second column that say nothing: the first one names what is stated, and "the Value of Rivets" reads badly."""
STATEMENTS = word_set("claim claims statement statements sentence sentences")
"""Names of a column whose cells are statements of their own."""
NUMBERING = frozenset(("", "#", "id", "no", "no.", "nr", "nr.", "number", "row", "line"))
"""Names of a first column that only counts the rows."""
_KINDS = listed("table_header.kinds")
"""What the rows of a table may each be one of."""
_HAD = listed("table_header.had")
"""What one thing has: labels of a first column, and names of a second one."""
_UNIT = regex(r"[(\[][^()\[\]]{1,24}[)\]]$")
_CODE = regex(rf"(?!(?:{MONTH_NAME}|{CURRENCY})\b)[A-Za-z]{{1,12}}[ -]?\d{{1,5}}[A-Za-z]?")
"""What tells one thing of a kind from the next: "DX 45", "Room 101", "A4"."""


def is_header(row: Sequence[str], below: Sequence[str] = (), marked: bool | None = None) -> bool:
    """True for at least two different short names without a number; empty cells may follow, or the first be empty. Years in
    even steps are names as well, but not above other years.

    ``below``: the next row. ``marked``: whether the file says that the first row is a header; None where it cannot say so.
    Of two columns the first row is one where it is marked, or names a kind of thing; not where labels stand below each other.
    """
    names = [cell for cell in row if cell]
    coded = marked or not row[0]
    years = [int(cell[:4]) for cell in row[1:] if _A_YEAR.fullmatch(cell)]
    named = (
        len(names) >= 2
        and (bool(row[0]) or len(names) == len(row) - 1)
        and len({name.casefold() for name in names}) == len(names)
        and all(len(name) <= LONGEST_NAME for name in names)
        and not any(is_number(name) and not is_period(name) and not (coded and _CODE.fullmatch(name)) for name in names)
        and not is_number(row[0])
        and (not years or _even(years, named=bool(row[0])))
        and not _years_below(row, below)
    )
    return named and marked is not False if len(row) != 2 or not row[0] else named and _names_two(row, below, marked)


def is_label(name: str, value: str) -> bool:
    """Whether two cells beside each other are a label and its value: "Chair", "Ines Baumann"."""
    short = bool(name) and bool(value) and len(name) <= LONGEST_NAME
    return short and not is_number(name) and name[-1:] not in ".!?。！？"


def is_period(name: str) -> bool:
    """Whether the name of a column is a year or a part of one."""
    return PERIOD.fullmatch(of_period(name)[0]) is not None


def is_number(text: str) -> bool:
    """True where digits are at least half of what is written: years, amounts, dates."""
    written = [c for c in text if not c.isspace()]
    return 2 * sum(c.isdigit() for c in written) >= len(written) > 0


def _names_two(row: Sequence[str], below: Sequence[str], marked: bool | None) -> bool:
    """Whether the first of two columns names what the rows are, and the second what they have."""
    first, second = row[0], row[1]
    plainly = first.casefold() in OF_LABELS | STATEMENTS or second.casefold() in EMPTY_NAMES | STATEMENTS
    plainly |= first.casefold() in NUMBERING and bool(below) and is_number(below[0])
    if marked is False or plainly:
        return plainly and marked is not False
    had = _last(second) in _HAD or second.casefold() in LABELS or is_period(second)
    value = any(c.isdigit() for c in second) and not is_period(second) and not _UNIT.search(second)
    labels = bool(below) and (_last(below[0]) in _HAD or below[0].casefold() in LABELS)
    if not had and (value or labels or (second[:1].islower() and first[:1].isupper())):
        return False
    if marked or had or _UNIT.search(second) is not None:
        return True
    proper = " " in second and all(word[:1].isupper() for word in second.split()) and _last(first) != "year"
    return _last(first) in _KINDS and not proper


def _last(name: str) -> str:
    """The noun of a short name, in small letters: "size" of "Pack size (cm)", "name" of "Name of the tariff"."""
    words = _UNIT.sub("", name).casefold().split(" of ")[0].rstrip(" :").split()
    last = words[-1] if words else ""
    return last.removesuffix("s") if last not in _HAD | _KINDS else last


def _even(years: Sequence[int], named: bool) -> bool:
    """Whether years are the columns of a table: one after the other, or in even steps; not a life ("Ada", 1815, 1852)."""
    steps = {abs(b - a) for a, b in pairwise(years)}
    return not named if len(years) == 1 else len(steps) == 1 and (len(years) > 2 or steps == {1} or not named)


def _years_below(header: Sequence[str], row: Sequence[str]) -> bool:
    """Whether years stand below the years of a first row, so that it is a row as the others are."""
    below = [cell for name, cell in zip(header[1:], row[1:], strict=False) if _A_YEAR.fullmatch(name) and cell]
    return bool(below) and all(_A_YEAR.fullmatch(cell) for cell in below)
