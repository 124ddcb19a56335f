"""What the rows of a table tell, and of what: a child of 15 kg is in the row of "13–19 kg", and in no other. Pure.

Claims that compare two values of which a row, or a list, gives both: "more in 2026 than in 2025", "fell from 40 to 30", and
"more fouls than the Giants" beside "Fouls: Falcons 22, Giants 26".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import Says, negated
from localcheck.text.irregular_verbs import content_singulars
from localcheck.text.lexicon import word_set
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import DAY, ORDINAL, YEAR, Quantity
from localcheck.text.words import folded, singular
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


_PERIOD = r"(?:[QH][1-4] )?(?:19|20)\d\d"
_WHEN = regex(rf"\b{_PERIOD}\b")
_CELL = regex(
    rf"The value of (?P<what>[^:;]{{2,60}}?) in (?P<when>{_PERIOD}) is (?P<value>[^:;]{{1,40}}?)\.(?= The | [A-Z][^.:]+: |$)"
)
_MORE = regex(r"\b(?:more|higher|larger|greater|bigger)\b", re.IGNORECASE)
_LESS = regex(r"\b(?:less|fewer|lower|smaller)\b", re.IGNORECASE)
_SAME = regex(r"\b(?:the same|unchanged|equal|equally high)\b", re.IGNORECASE)
_YEAR_BEFORE = regex(r"\b(?:(?:the|a) year (?:before|earlier)|the (?:previous|preceding) year)\b")
_FROM_TO = regex(r"\b(?:(?P<up>rose|grew|increased|climbed|went up)|fell|declined|decreased|dropped|went down) from\b")
_LIMITS = regex(
    r"\b(?:twice|half|double|times|only|almost|nearly|much|far|slightly|most|all|every|each|any|both|again|still"
    r"|about|around|roughly|approximately)\b"
)
_FILLING = word_set(
    "a bring brought spend spent cost pay paid receive received earn earned take took make made raise raised amount amounted"
    " value year previous preceding before earlier than in on more higher larger greater bigger less fewer lower smaller same"
    " unchanged equal euro euros pound pounds dollar dollars million billion rise rose grew increased climbed went"
    " up fell declined decreased dropped down"
)
"""Words with which what a row tells is put in a sentence."""


def told_in_columns(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where a claim says only in which of two years a row of a table has more, that both have
    the same, or from what to what it went; else None.

    >>> row = "The value of Boat hire in 2024 is €7,400. The value of Boat hire in 2025 is €9,100."
    >>> told_in_columns("Boat hire brought in more in 2025 than in 2024.", row)
    'borne out'
    >>> told_in_columns("Less was spent on boat hire in 2025 than in the year before.", row)
    'contradicted'
    >>> told_in_columns("Boat hire rose from 7,400 to 9,100 euros.", row)
    'borne out'
    """
    what, cells = _row(premise)
    if len(cells) < 2 or negated(claim) or _LIMITS.search(claim) or not what <= _words(claim) <= what | _FILLING:
        return None
    numbers = [q for q in quantities(_YEAR_BEFORE.sub("", _WHEN.sub("", claim))) if q.kind not in (YEAR, DAY, ORDINAL)]
    if found := _FROM_TO.search(claim):
        return "borne out" if len(numbers) == 2 and _went(cells, numbers, bool(found["up"])) else None
    if numbers:
        return None
    pair = _pair(claim, cells)
    if pair is None or pair[0].kind != pair[1].kind:
        return None
    order = (pair[0].value > pair[1].value) - (pair[0].value < pair[1].value)
    signs = [sign for sign, form in ((1, _MORE), (-1, _LESS), (0, _SAME)) if form.search(claim)]
    if len(signs) != 1 or (" than " in claim) != bool(signs[0]):
        return None
    return "borne out" if order == signs[0] else "contradicted"


def _row(premise: str) -> tuple[frozenset[str], Mapping[str, Quantity]]:
    """The words of what a row is about, and its values by year; nothing where several rows are told."""
    told = [(_words(m["what"]), m["when"], quantities(m["value"])) for m in _CELL.finditer(premise)]
    if len({what for what, *_ in told}) != 1 or any(len(numbers) != 1 or numbers[0].span.start for *_, numbers in told):
        return frozenset(), {}
    return told[0][0], {when: numbers[0] for _, when, numbers in told}


def _pair(claim: str, cells: Mapping[str, Quantity]) -> tuple[Quantity, Quantity] | None:
    """The values of the two years of a claim, in its order; None where it has not two, or the row has not both."""
    years = _WHEN.findall(claim)
    if len(years) == 1 and _YEAR_BEFORE.search(claim):
        years.append(f"{years[0][:-4]}{int(years[0][-4:]) - 1}")
    if len(years) != 2 or years[0] == years[1] or not all(year in cells for year in years):
        return None
    return cells[years[0]], cells[years[1]]


def _went(cells: Mapping[str, Quantity], numbers: list[Quantity], up: bool) -> bool:
    """Whether the row has the first number for one year and the second for a later one."""
    in_order = [cells[when].told for when in sorted(cells, key=lambda when: (when[-4:], when))]
    first, second = (number.told for number in numbers)
    return (second > first) == up and any(a == first and second in in_order[i + 1 :] for i, a in enumerate(in_order))


def _words(text: str) -> frozenset[str]:
    return frozenset(
        singular(word) for word in folded(_WHEN.sub("", text)) if word not in ENGLISH and not word.isdigit()
    )


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
    if mine is None or its is None or mine.kind != its.kind or mine is its:
        return None
    order = (mine.ends[0] > its.ends[1]) - (its.ends[0] > mine.ends[1])
    return ("borne out" if (order < 0) == (found["more"] in _FEWER) else "contradicted") if order else None


def _value(name: str, told: list[_Told]) -> Quantity | None:
    """The value of what has a name in its text, if just one thing there has it."""
    words = content_singulars(name)
    found = [one.value for one in told if one.name == words] or [
        one.value for one in told if one.name <= words or words <= one.name
    ]
    return found[0] if words and len(found) == 1 else None


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
    if len(numbers) == 1 and re.match(r"\W{0,2}\d", value):
        yield _Told(content_singulars(what), content_singulars(name), numbers[0])
