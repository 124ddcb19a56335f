"""Rows of a table that are each of an interval: a child of 15 kg is in the row of "13–19 kg", and in no other. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import Quantity
from localcheck.types import Span

_OF_A_BAND = regex(r"\bThe (?:[^.:;()]|\([^()]{1,30}\)){2,60}? (?:of|for [A-Z][\w ().]{1,30}?) (?=\d)|(?:^|: )(?=\d)")
"""What stands before the interval of a row: "The single dose of 5–8 kg is 3 ml.", "Parcels: 5–8 kg: €7."."""
_TOLD = regex(r" is |: ")
_END = regex(r"\.(?= The |$)")
MOST = 8
"""Words around these sentences, at most: the title of a table."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """What is told of one interval."""

    span: Span
    """Where the sentence stands."""
    band: Quantity


def of_another_band(claim: str, premise: str) -> bool:
    """True if the premise tells only of intervals that do not hold the claim's value.

    >>> said = "The dose of 5–8 kg is 3 ml. The limit of 5–8 kg is 12 ml."
    >>> of_another_band("A child of 15 kg gets 3 ml.", said), of_another_band("A child of 6 kg gets 3 ml.", said)
    (True, False)
    """
    cells = list(_cells(premise))
    outer = premise[: cells[0].span.start] + premise[cells[-1].span.end :] if cells else premise
    return bool(cells) and len(outer.split()) <= MOST and all(_inside(claim, premise, c) is False for c in cells)


def of_its_band(claim: str, premise: str) -> str:
    """The premise without the sentences about intervals that do not hold the claim's value, where others do."""
    told = [(cell, _inside(claim, premise, cell)) for cell in _cells(premise)]
    if not any(held for _, held in told):
        return premise
    for cell, held in reversed(told):
        if held is False:
            premise = f"{premise[: cell.span.start].rstrip()} {premise[cell.span.end :].lstrip()}".strip()
    return premise


def in_its_band(claim: str, premise: str) -> str:
    """The claim with the interval of the premise that holds its value in the place of that.

    >>> in_its_band("A child of 15 kg gets 7 ml.", "The dose of 13–19 kg is 7 ml.")
    'A child of 13–19 kg gets 7 ml.'
    """
    for cell in _cells(premise):
        own = _own(claim, cell.band)
        if own is not None and _inside(claim, premise, cell):
            return f"{claim[: own.span.start]}{cell.band.span.of(premise)}{claim[own.span.end :]}"
    return claim


def _cells(premise: str) -> Iterator[_Cell]:
    bands = {q.span.start: q for q in quantities(premise) if q.upto is not None} if _OF_A_BAND.search(premise) else {}
    for found in _OF_A_BAND.finditer(premise) if bands else ():
        band = bands.get(found.end())
        if band is not None and _TOLD.match(premise, band.span.end):
            end = _END.search(premise, band.span.end)
            yield _Cell(Span(found.start(), end.end() if end else len(premise)), band)


def _own(claim: str, band: Quantity) -> Quantity | None:
    """The one value of the claim that is of the kind of an interval."""
    found = [q for q in quantities(claim) if q.kind == band.kind]
    return found[0] if len(found) == 1 and not found[0].ranges and not found[0].about else None


def _inside(claim: str, premise: str, cell: _Cell) -> bool | None:
    """Whether an interval holds the claim's value; None where that may be another one: the cell tells one of this kind."""
    own = _own(claim, cell.band)
    others = quantities(cell.span.of(premise))
    if own is None or sum(q.kind == cell.band.kind for q in others) > 1:
        return None
    low, high = cell.band.ends
    return low <= own.value <= high
