"""What the rows of a table tell, and of what: a child of 15 kg is in the row of "13–19 kg", and in no other. Pure.

Claims that compare two values of which a row, or a list, gives both: "more fouls than the Giants" beside "Fouls: Falcons 22,
Giants 26".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import Says, negated
from localcheck.text.irregular_verbs import content_singulars
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import Quantity
from localcheck.text.words import words
from localcheck.types import Span

_OF_A_BAND = regex(r"\bThe (?:[^.:;()]|\([^()]{1,30}\)){2,60}? (?:of|for [A-Z][\w ().]{1,30}?) (?=\d)|(?:^|: )(?=\d)")
"""What stands before the interval of a row: "The single dose of 5–8 kg is 3 ml.", "Parcels: 5–8 kg: €7."."""
_TOLD = regex(r" is |: ")
_END = regex(r"\.(?= The |$)")
_ROW = regex(r"\bThe (?P<what>[^.:]{1,40}?) of (?P<whom>[^.:]{1,60}?) is (?P<value>[^.:]{1,80})(?:\.|$)")
MOST = 8
"""Words around these sentences, at most: the title of a table."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """What is told of one interval."""

    span: Span
    """Where the sentence stands."""
    band: Quantity


def of_another_row(claim: str, premise: str) -> bool:
    """True if the premise tells the same of another thing of the kind, in the words of a table's row, and nothing of the
    claim's: who the captain of one ship is does not say who that of another is.

    >>> said = "Fleet. The captain of Tindra is Eva Lie. Tindra has 80 passengers."
    >>> of_another_row("The captain of Havella is Eva Lie.", said), of_another_row("The captain of Tindra is Jon Vik.", said)
    (True, False)
    """
    mine = _ROW.fullmatch(claim)
    if mine is None:
        return False
    what, whom, value = (mine[name].casefold() for name in ("what", "whom", "value"))
    told = [row for row in _ROW.finditer(premise) if (row["what"].casefold(), row["value"].casefold()) == (what, value)]
    return bool(told) and not {*words(whom)} & {*words(premise.casefold())} - ENGLISH


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


_NAME = r"(?:[Tt]he |[Aa]n? )?(?P<{}>[^\s,;:.]+(?: (?!than\b)[^\s,;:.]+){{0,3}})"
_ONE, _OTHER = _NAME.format("one"), _NAME.format("other")
_HIGH = "higher|larger|bigger|greater|lower|smaller"
_WHAT = r"(?P<what>[A-Za-z-]+(?: (?!than\b)[A-Za-z-]+){0,3})"
_IN = r"(?:in|at|for|with|among|on|by|of)"
_LIST_END = r"(?: (?:did|do|does|have|has|had|is|are|was|were))?[.!]?$"
_CLAIMS = (
    regex(rf"^{_ONE} [a-z]+ (?P<more>more|fewer|less) {_WHAT} than {_OTHER}{_LIST_END}"),
    regex(rf"^{_ONE} (?:has|have|had) (?:an? )?(?P<more>{_HIGH}) {_WHAT} than {_OTHER}{_LIST_END}"),
    regex(rf"^(?:The )?{_WHAT} (?:is|are|was|were) (?P<more>{_HIGH}) {_IN} {_ONE} than (?:{_IN} )?{_OTHER}{_LIST_END}"),
    regex(
        rf"^There (?:is|are|was|were) (?P<more>more|fewer|less) {_WHAT} {_IN} {_ONE} than (?:{_IN} )?{_OTHER}{_LIST_END}"
    ),
)
_FEWER = frozenset("fewer less lower smaller".split())
_RANKS = frozenset("rank ranking place position grade mark number".split())
"""Of these a higher one may be a lower number."""
_LIST = regex(r"(?:^|(?<=[.;] ))(?P<what>[A-Z][^:.;,\d]{1,60}): (?P<items>[^:;]{3,300}?)(?:\.(?= |$)|;|$)")
_BETWEEN = regex(r",? and |, ")
_BEHIND = regex(r"(?P<name>[^\d€$£]{2,40}?):? (?P<value>[€$£]?\d[^,]{0,20})")
_BEFORE = regex(r"(?P<value>[€$£]?\d[^,]{0,20}?) (?:from|in|for|with|at|by|among) (?:the )?(?P<name>\D{2,40})")
_LISTED = regex(
    r"\bThe (?:value of (?P<row>[^.:;]{2,60}?) in (?P<column>[^.:;]{1,40}?)|(?P<what>[^.:;]{2,60}?) of (?P<name>[^.:;]{1,40}?))"
    r" is (?P<value>[€$£]?\d[^:;]{0,24}?)\.(?= |$)"
)


@dataclass(frozen=True, slots=True)
class _Told:
    """A value that a text gives of one thing."""

    what: frozenset[str]
    name: frozenset[str]
    value: Quantity


@lru_cache(maxsize=4096)
def listed(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where a claim says only that one thing has more of something than another, and the
    premise gives both values side by side; else None.

    >>> fouls = "Fouls: Falcons 22, Giants 26."
    >>> listed("The Falcons committed more fouls than the Giants.", fouls)
    'contradicted'
    >>> listed("Turnout was higher in Kirkford than in Aldby.", "Turnout: 62% in Kirkford, 58% in Aldby.")
    'borne out'
    >>> listed("The Falcons scored more points than the Giants.", fouls) is None
    True
    """
    found = None if negated(claim) else next((m for form in _CLAIMS if (m := form.match(claim))), None)
    if found is None:
        return None
    what = content_singulars(found["what"]) - _RANKS
    told = [one for one in _told(premise) if one.what == what]
    mine, its = (_value(found[side], told) for side in ("one", "other"))
    if mine is None or its is None or mine.kind != its.kind:
        return None
    order = (mine.ends[0] > its.ends[1]) - (its.ends[0] > mine.ends[1])
    return ("borne out" if (order < 0) == (found["more"] in _FEWER) else "contradicted") if order else None


def _value(name: str, told: list[_Told]) -> Quantity | None:
    """The value of what has a name in its text, if just one thing there has it."""
    words = content_singulars(name)
    found = [one.value for one in told if one.name == words] or [
        one.value for one in told if one.name <= words or words <= one.name
    ]
    return found[0] if len(found) == 1 else None


def _told(premise: str) -> Iterator[_Told]:
    """What lists behind a label, and rows of tables, tell."""
    for cell in _LISTED.finditer(premise):
        yield from _one(cell["row"] or cell["what"], cell["column"] or cell["name"], cell["value"])
    for found in _LIST.finditer(premise):
        for item in _BETWEEN.split(found["items"]):
            if part := _BEHIND.fullmatch(item) or _BEFORE.fullmatch(item):
                yield from _one(found["what"], part["name"], part["value"])


def _one(what: str, name: str, value: str) -> Iterator[_Told]:
    numbers = quantities(value)
    if len(numbers) == 1:
        yield _Told(content_singulars(what), content_singulars(name), numbers[0])
