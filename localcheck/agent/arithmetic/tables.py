"""Totals of Markdown tables: a row "Total" held against the sums of the rows above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from localcheck.agent.arithmetic.formula import shown
from localcheck.text.patterns import regex

_TOTAL = regex(
    r"(?:grand |overall )?(?:totals?|sum)(?: (?:costs?|amount|price|hours|expenses|sales))?|合计|总计|总和|总额|共计",
    re.IGNORECASE,
)
_PART = regex(r"(?:sub|running |cumulative )-?total|小计|累计|average|mean|discount|refund|平均|折扣", re.IGNORECASE)
"""A row that is no summand, or one that is taken off."""
_ROUNDED = regex(r"\b(?:thousands?|millions?|billions?|mn|bn|rounded|approx\w*|about)\b|[万亿约≈~]", re.IGNORECASE)
"""In a table or the line above it: its numbers may be rounded, and their sum another one."""
_RULE = regex(r"\|?[ :|-]*-[ :|-]*")
_AMOUNT = regex(
    r"(?P<sign>[-−]?)(?P<before>[$€£¥]?)\s?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(?P<after>[^\W\d_]{0,10}|[$€£¥])"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a cell."""

    value: Fraction
    unit: str
    last: Fraction
    """What one in its last place is worth."""


def total_lines(row: str, text: str) -> Iterator[tuple[str, bool]]:
    """What the table of ``text`` says in its ``row`` "Total", column by column: a line for a person, and whether it is right.

    Nothing where a column has a cell that is no plain amount in the same unit, or the table another kind of row.
    """
    lines = text.splitlines()
    place = next((i for i, line in enumerate(lines) if line.strip() == row.strip()), None)
    if place is None or not _TOTAL.fullmatch(next(iter(_cells(row)), "")):
        return
    above: list[list[str]] = []
    while place and "|" in lines[place - 1] and not _RULE.fullmatch(lines[place - 1].strip()):
        place -= 1
        above.insert(0, _cells(lines[place]))
    if len(above) < 2 or any(len(cells) != len(_cells(row)) or _PART.search(cells[0]) for cells in above):
        return
    rounded = _ROUNDED.search("\n".join([*lines[max(0, place - 4) : place], *map("|".join, above)])) is not None
    for column, said in enumerate(_cells(row)[1:], 1):
        if (told := _told([_amount(cells[column]) for cells in above], _amount(said), rounded)) is not None:
            yield told


def _told(amounts: list[Amount | None], total: Amount | None, rounded: bool) -> tuple[str, bool] | None:
    """What one column says; None where its sum cannot be told."""
    plain = [a for a in [*amounts, total] if a is not None]
    if total is None or len(plain) <= len(amounts) or len({a.unit for a in plain if a.unit}) > 1:
        return None
    parts = [a.value for a in plain[:-1]]
    whole = sum(parts, Fraction(0))
    last = max(a.last for a in plain)
    if whole != total.value and (rounded or last < 1) and abs(whole - total.value) <= last * len(parts) / 2:
        return None
    return (
        f"{' + '.join(map(shown, parts))} = {shown(whole)}; the table says {shown(total.value)}",
        whole == total.value,
    )


def _cells(line: str) -> list[str]:
    return [cell.strip(" *_:：`") for cell in line.strip().strip("|").split("|")]


def _amount(cell: str) -> Amount | None:
    """What a cell holds; None for anything else than an amount, a share among them."""
    match = _AMOUNT.fullmatch(cell)
    if match is None:
        return None
    decimals = len(match["n"].partition(".")[2])
    value = Fraction(match["n"].replace(",", "")) * (-1 if match["sign"] else 1)
    return Amount(value, match["before"] or match["after"], Fraction(1, 10**decimals))
