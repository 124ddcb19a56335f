"""Amounts of money in tables whose unit stands in the header: "(in £ million)" over 412.6. Pure."""

from __future__ import annotations

from localcheck.text.lexicon import word_set
from localcheck.text.patterns import regex

CURRENCY = r"[£€$¥]|EUR|USD|GBP|CHF|JPY|euros?|pounds|dollars|francs"
_SCALE = r"thousands?|millions?|billions?|[km](?![a-z])|mn|mio|bn"
_UNIT = regex(
    rf"(?:(?:all )?(?:amounts |figures |values )?in )?(?:(?P<before>{CURRENCY}) ?(?P<scaled>{_SCALE})?"
    rf"|(?P<scale>{_SCALE})(?: of)? (?P<behind>{CURRENCY}))"
)
_BEHIND_PERIOD = regex(r"(?P<period>[HQF].{0,3}\d{4}|\d{4})[, ]{1,2}(?P<unit>[(\[]?\D{1,20}[)\]]?)")
_NUMBER = regex(r"[-–−+]?\d[\d.,]*")
_SCALES = {**dict.fromkeys(("k",), "thousand"), **dict.fromkeys(("m", "mn", "mio"), "million"), "bn": "billion"}
_AMOUNTS = word_set(
    "assets budget capex cash cost costs debt depreciation dividends earnings ebit ebitda equity expenditure expense expenses"
    " income interest inventories investment investments liabilities loss losses payables payroll profit profits provisions"
    " receivables revenue revenues salaries sales spending tax taxes turnover wages"
)
"""Names of rows that are amounts of money."""
_NO_AMOUNT = word_set("employees customers margin number per rate ratio return share shares")


def of_period(name: str) -> tuple[str, str]:
    """The name of a column as a period and the unit of money behind it, which may be empty.

    >>> of_period("H1 2026 £m"), of_period("2026 (EUR thousand)"), of_period("2026 (plan)")
    (('H1 2026', '£m'), ('2026', 'EUR thousand'), ('2026 (plan)', ''))
    """
    found = _BEHIND_PERIOD.fullmatch(name)
    unit = found["unit"].strip("()[] ") if found else ""
    return (found["period"], unit) if found and _UNIT.fullmatch(unit) else (name, "")


def in_amounts(kind: str, row: str) -> str:
    """The unit of money that the name of a first column is, for a row that surely is an amount; else empty.

    >>> in_amounts("(in £ million)", "Net debt"), in_amounts("(in £ million)", "Employees"), in_amounts("Firm", "Sales")
    ('in £ million', '', '')
    """
    unit, words = kind.strip("()[] "), frozenset(row.casefold().split())
    amount = words & _AMOUNTS and not words & _NO_AMOUNT and "(" not in row and "%" not in row
    return unit if amount and _UNIT.fullmatch(unit) else ""


def money(number: str, unit: str) -> str:
    """A bare number with its unit; other cells as they are.

    >>> money("412.6", "in £ million"), money("250", "thousand euros"), money("5", "EURm"), money("n/a", "£m")
    ('£412.6 million', '250 thousand euros', '5 million EUR', 'n/a')
    """
    found = _UNIT.fullmatch(unit)
    if found is None or not _NUMBER.fullmatch(number):
        return number
    scale, currency = found["scaled"] or found["scale"] or "", found["before"] or found["behind"]
    scale = _SCALES.get(scale, scale.removesuffix("s"))
    if not currency.isalpha():
        return f"{currency}{number} {scale}".rstrip()
    return " ".join(filter(None, (number, scale, currency)))
