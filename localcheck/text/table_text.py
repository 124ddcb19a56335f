"""A table as sentences: each cell with its row and its column, so that a row can be read, and judged, without its header. Pure.

>>> list(sentences([("Country", "Capital"), ("Albania", "Tirana")]))
['The capital of Albania is Tirana.']
>>> list(sentences([("Year", "Work"), ("1843", "Notes")]))
['The Work for Year 1843 is Notes.']
>>> list(sentences([("Part", "Value"), ("Rivets", "40")]))
['Rivets: 40 (Value).']
>>> list(sentences([("Title", "Text"), ("Oslo", "Oslo is the capital of Norway.")]))
['Oslo is the capital of Norway.']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, pairwise

from localcheck.text.han import has_han
from localcheck.text.labels import of_cell, read_label, with_unit
from localcheck.text.lexicon import YEAR
from localcheck.text.patterns import regex

LONGEST_NAME = 60
"""Characters that a column's name, or the name that a row begins with, can have."""
_OF_LABELS = frozenset(
    " feature features fact facts property properties attribute attributes aspect characteristic characteristics detail details"
    " criterion criteria metric parameter".split(" ")
)
"""Names of a first column that holds labels, so that the other columns are each about something."""
BETWEEN = " | "
_A_YEAR = regex(rf"(?:{YEAR})(?: ?\([a-z]{{1,12}}\))?")
"""A year as the name of a column, also as "2026 (plan)"."""
EMPTY_NAMES = frozenset(
    "value values amount amounts figure figures number quantity count total result results data answer description detail "
    "details information info content notes note remark remarks comment comments wert betrag menge anzahl ergebnis "
    "valeur montant valor cantidad valore waarde värde".split()
)
"""Names of a second column that say nothing: the first one names what is stated, and "the Value of Rivets" reads badly."""


def sentences(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A block for each row: sentences where the first row reads like a header, else the cells side by side."""
    return (text for _, text in numbered(enumerate(rows)))


def numbered(rows: Iterable[tuple[int, Sequence[str]]]) -> Iterator[tuple[int, str]]:
    """``sentences`` of rows that have numbers. Rows without any text are left out.

    Rows are asked for one after the other, so that a table need not fit in memory.
    """
    left = ((n, tuple(" ".join(cell.split()) for cell in row)) for n, row in rows)
    filled = ((n, row) for n, row in left if any(row))
    first = next(filled, None)
    if first is None:
        return
    second = next(filled, None)
    text_of: Callable[[Sequence[str]], str]
    if second is None or not is_header(first[1]) or _years_below(first[1], second[1]):
        yield first[0], side_by_side(first[1])
        text_of = side_by_side
    else:
        text_of = partial(row_text, first[1])
    for n, row in chain((second,) if second else (), filled):
        yield n, text_of(row)


def is_header(row: Sequence[str]) -> bool:
    """True for at least two different short names without a number; empty cells may follow, or the first be empty. Years in
    even steps are names as well.
    """
    names = [cell for cell in row if cell]
    years = [int(cell[:4]) for cell in row[1:] if _A_YEAR.fullmatch(cell)]
    return (
        len(names) >= 2
        and (bool(row[0]) or len(names) == len(row) - 1)
        and len({name.casefold() for name in names}) == len(names)
        and all(len(name) <= LONGEST_NAME for name in names)
        and not any(_is_number(name) and not _A_YEAR.fullmatch(name) for name in names)
        and not _is_number(row[0])
        and (not years or _even(years, named=bool(row[0])))
    )


def _even(years: Sequence[int], named: bool) -> bool:
    """Whether years are the columns of a table: one after the other, or in even steps; not a life ("Ada", 1815, 1852)."""
    steps = {abs(b - a) for a, b in pairwise(years)}
    return not named if len(years) == 1 else len(steps) == 1 and (len(years) > 2 or steps == {1} or not named)


def _years_below(header: Sequence[str], row: Sequence[str]) -> bool:
    """Whether years stand below the years of a first row, so that it is a row as the others are."""
    below = [cell for name, cell in zip(header[1:], row[1:], strict=False) if _A_YEAR.fullmatch(name) and cell]
    return bool(below) and all(_A_YEAR.fullmatch(cell) for cell in below)


def row_text(header: Sequence[str], row: Sequence[str]) -> str:
    """The cells of a row under their header, one sentence each; side by side where the row has no name of its own."""
    subject = row[0] if row else ""
    rest = [(header[i], cell) for i, cell in enumerate(row) if i and cell and i < len(header) and header[i]]
    named = sum(bool(cell) for cell in row[1:])
    if not subject or len(subject) > LONGEST_NAME or len(rest) < named or not rest:
        return side_by_side(row)
    told = [cell if _speaks_for_itself(cell, subject) else "" for _, cell in rest]
    if len(header) == 2 and header[1].casefold() in EMPTY_NAMES and not _is_number(subject) and not told[0]:
        return f"{subject.rstrip(' :')}: {rest[0][1].rstrip('.')} ({header[1]})."
    turned = header[0].casefold() in _OF_LABELS and not any(_is_label(name) for name, _ in rest)
    stated = (
        _in_year(header[0], subject, name, cell)
        if _A_YEAR.fullmatch(name)
        else _stated(header[0], *((name, subject) if turned else (subject, name)), cell)
        for name, cell in rest
    )
    return " ".join(own or text for own, text in zip(told, stated, strict=True))


@lru_cache(maxsize=1024)  # the header is the same for each row
def _is_label(name: str) -> bool:
    return read_label(f"{name}: x") is not None


def _stated(kind: str, subject: str, name: str, cell: str) -> str:
    """What a cell says of its row: of "Capital", "Born" and the like as ``text.labels`` words it.

    Where labels begin the rows and names the columns, a cell is of its column.
    """
    name, cell = with_unit(name, cell)
    if has_han(name):
        return f"{kind if _is_number(subject) else ''}{subject}的{name}是{_ended(cell, '。')}"
    if _is_number(subject):
        return f"The {name} for {kind} {subject} is {_ended(cell)}"
    label = None if "(" in name else read_label(f"{name}: {cell}", anything=True)
    return of_cell(label, subject) if label and not label.who else f"The {name} of {subject} is {_ended(cell)}"


def _in_year(kind: str, subject: str, year: str, cell: str) -> str:
    """What stands in the column of a year; the unit may stand in the name of the first column: "Revenue (EUR)"."""
    _, cell = with_unit(kind, cell)
    return f"The value of {f'{kind} ' * _is_number(subject)}{subject} in {year} is {_ended(cell)}"


def _speaks_for_itself(cell: str, subject: str) -> bool:
    """True for a sentence that names what its row is about."""
    return cell[-1:] in ".!?。！？" and len(cell) > len(subject) + 1 and subject.casefold() in cell.casefold()


def side_by_side(row: Sequence[str]) -> str:
    """The cells that hold something."""
    return BETWEEN.join(cell for cell in row if cell)


def _ended(cell: str, stop: str = ".") -> str:
    return cell if cell[-1:] in ".!?。！？" else f"{cell}{stop}"


def _is_number(text: str) -> bool:
    """True where digits are at least half of what is written: years, amounts, dates."""
    written = [c for c in text if not c.isspace()]
    return 2 * sum(c.isdigit() for c in written) >= len(written) > 0
