"""The rows of Markdown tables in a text: each says its cells with the names of their columns, as in a file. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType

from localcheck.judging.closed_forms import settled
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.table_header import OF_LABELS, in_amounts, is_header, is_number, is_period, money
from localcheck.text.table_text import cleaned, row_text
from localcheck.text.words import folded

_BELOW_HEADER = regex(r"\|(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?")
_CELL = regex(r"(?<!\\)\|")
_TITLE = regex(r"[*_]{0,3}(?:#{1,6} )?(?P<title>[^|.!?]{3,100}?)[*_]{0,3}:?")
_COMPARES = regex(
    r"\b(?!(?:rath|oth)er\b)(?:[a-z]{2,}er|more|less|worse)\b[^.;]{0,60}?\bthan (?!(?:[£$€]|[A-Z]{3} )?\d)"
)
_CHANGES = regex(
    r"\b(?:rose|rises?|risen|grew|grown|increased?|climbed|went|fell|falls?|fallen|declined|decreased|dropped|shrank|cut"
    r"|unchanged|the same)\b|\bthe year before\b|\bthe (?:previous|preceding) year\b|\ba year (?:before|earlier)\b"
)
"""Words of a claim that compares a year with an earlier one."""
_WITH = regex(r"\bcompared (?:with|to)\b|\bagainst\b|\bthan in\b")
_YEAR = regex(r"(?P<part>.*?)\b(?P<year>(?:19|20)\d\d)")
_IN_BRACKETS = regex(r"(?P<what>.+) [(](?P<unit>[^()]{1,24})[)]")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    title: str
    """The line above the table, without a colon; empty where a sentence stands there."""
    subject: str
    """Its first cell, which says what it is about."""
    cells: tuple[tuple[str, str, str], ...] = ()
    """The names of the other columns, what stands in them, and what this says of the row; none for the header."""
    labelled: bool = False
    """Is its first cell the label of something that each column has ("Weight")?"""
    table: int = 0
    """Where its table begins."""

    def is_named(self, claim: str) -> bool:
        """Whether a claim has a word of what the row is about: what another row tells contradicts nothing. A row that a number
        or a time begins is also about what half the words of one of its cells say, and one that a label begins about its
        columns. Which of two columns has more, a row tells only by its numbers.
        """
        wanted = _words(claim)
        over_time = _CHANGES.search(claim) and sum(is_period(column) for column, *_ in self.cells) > 1
        if (over_time or _COMPARES.search(claim)) and settled(claim, self.told(claim)) is None:
            return False
        if not self.subject or _words(self.subject) & wanted:
            return True
        if self.labelled:
            return any(_words(column) & wanted for column, *_ in self.cells)
        values = [_words(value) for _, value, _ in self._asked(wanted) if is_number(self.subject)]
        return any(words and 2 * len(words & wanted) >= len(words) for words in values)

    def told(self, claim: str = "") -> str:
        """What it says: all, or what stands in the columns that ``claim`` names, by a word that they alone have or by all of
        theirs ("DX 60", but not where it names "DX 60 Pro"); with a year also the one before where that is compared, and the
        one after where it is compared with.
        """
        asked = self._asked(_words(claim))
        changes, names = _CHANGES.search(claim), {column for column, *_ in asked}
        before = {_year_before(column) for column in names} if changes else set()
        later = names if changes and _WITH.search(claim) else set()
        said = [cell[2] for cell in self.cells if cell in asked or cell[0] in before or _year_before(cell[0]) in later]
        return " ".join([f"{self.title}:"] * bool(self.title and said) + said)

    def _asked(self, wanted: frozenset[str]) -> Sequence[tuple[str, str, str]]:
        names = [_words(column) for column, *_ in self.cells]
        own = [mine.difference(*names[:i], *names[i + 1 :]) for i, mine in enumerate(names)]
        whole = [name for name in names if name <= wanted]
        largest = [name for name in whole if not any(name < other for other in whole)]
        asked = (bool(words & wanted) or name in largest for name, words in zip(names, own, strict=True))
        return [cell for cell, named in zip(self.cells, asked, strict=True) if named] or self.cells


@lru_cache(maxsize=512)
def rows(text: str) -> Mapping[int, Row]:
    """The rows of the tables of a text by where their lines begin, the header among them.

    >>> table = "Prices (€)\\n\\n| Ticket | Day | Week |\\n|---|---|---|\\n| Adults | 7 | 30 |"
    >>> [row.told() for row in rows(table).values()]
    ['', 'Prices (€): The day of Adults is 7. The week of Adults is 30.']
    >>> [*rows(table).values()][1].told("A week costs €7.")
    'Prices (€): The week of Adults is 30.'
    """
    found: dict[int, Row] = {}
    if "|" not in text:
        return MappingProxyType(found)
    lines = list(_lines(text))
    for at, (start, line) in enumerate(lines[:-1]):
        header = _cells(line)
        if start in found or not _BELOW_HEADER.fullmatch(lines[at + 1][1]) or len(header) < 2:
            continue
        behind = ((begin, _cells(said)) for begin, said in lines[at + 2 :])
        below = [*takewhile(lambda row: len(row[1]) > 1, behind)]
        if below and (is_header(header, below[0][1], marked=True) or _names_one(header)):
            title = _title(lines[:at])
            found[start] = Row(title, header[0])
            row = _labelled if _names_one(header) else _row
            found |= {begin: replace(row(title, header, cells), table=start) for begin, cells in below}
    return MappingProxyType(found)


def is_outdone(text: str, start: int, claim: str) -> bool:
    """Whether another row of the same table is called by all the words of the claim that the one that begins at ``start`` is
    called by, and by more: "billed monthly" beside "billed yearly".

    >>> table = "| Price | Solo |\\n|---|---|\\n| billed yearly | 6 |\\n| billed monthly | 8 |"
    >>> [is_outdone(table, start, "Solo costs 8 when billed monthly.") for start in rows(table)]
    [False, True, False]
    """
    row = rows(text).get(start)
    if row is None or not row.cells or any(sign.isdigit() for sign in row.subject):
        return False  # which of several intervals a number lies in, words do not tell
    wanted = _words(claim)
    own = _words(row.subject) & wanted
    return any(
        own < _words(other.subject) & wanted for other in rows(text).values() if own and other.table == row.table
    )


def _row(title: str, header: Sequence[str], cells: Sequence[str]) -> Row:
    unit = _unit(title)
    told = []
    for name, cell in zip(header[1:], cells[1:], strict=False):
        if name and cell:
            said = money(cell, unit) if unit and is_period(name) else cell
            told.append((name, cell, row_text((header[0], name), (cells[0], said))))
    return Row(title, cells[0], tuple(told), header[0].casefold() in OF_LABELS)


def _names_one(header: Sequence[str]) -> bool:
    """Whether of two columns only one has a name, which is then one of the table: "| Price | |" above "| Child | €520 |"."""
    return len(header) == 2 and bool(header[0]) != bool(header[1])


def _labelled(title: str, header: Sequence[str], cells: Sequence[str]) -> Row:
    """A row of a label and what stands behind it, below the name of the table."""
    label, said = cells[0].rstrip(" :"), cells[1].rstrip(".") if len(cells) > 1 else ""
    told = ((header[0] or header[1], said, f"{label}: {said}."),) if label and said else ()
    return Row(header[0] or header[1] or title, label, told)


def _unit(title: str) -> str:
    """The unit of money in which a table's title says that its amounts are: "Revenue by region (£ million)"."""
    found = _IN_BRACKETS.fullmatch(title)
    return in_amounts(found["unit"], found["what"]) if found else ""


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines without spaces around them, and where they begin."""
    start = 0
    for line in text.split("\n"):
        yield start + len(line) - len(line.lstrip()), line.strip()
        start += len(line) + 1


def _cells(line: str) -> tuple[str, ...]:
    """The cells of a row; none for another line."""
    if not line.startswith("|") or line.count("|") < 2:
        return ()
    return cleaned([cell.replace("\\|", "|") for cell in _CELL.split(line.strip("|"))])


def _title(above: Sequence[tuple[int, str]]) -> str:
    last = next((line for _, line in reversed(above) if line), "")
    found = _TITLE.fullmatch(last)
    return found["title"] if found else ""


def _year_before(column: str) -> str:
    """The name that the column of the year before has: "Q3 2025" for "Q3 2026"; empty for another column."""
    found = _YEAR.fullmatch(column)
    return f"{found['part']}{int(found['year']) - 1}" if found else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(word.removesuffix("s") for word in folded(text) if word not in ENGLISH)
