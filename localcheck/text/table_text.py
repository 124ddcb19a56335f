"""A table as sentences: each cell with its row and its column, so that a row can be read, and judged, without its header. Pure.

>>> list(sentences([("Country", "Capital"), ("Albania", "Tirana")]))
['The capital of Albania is Tirana.']
>>> list(sentences([("Year", "Work"), ("1843", "Notes")]))
['The Work for Year 1843 is Notes.']
>>> list(sentences([("Part", "Value"), ("Rivets", "40")]))
['Rivets: 40 (Value).']
>>> list(sentences([("Title", "Text"), ("Oslo", "Oslo is the capital of Norway.")]))
['Oslo is the capital of Norway.']
>>> list(sentences([("id", "Claim", "by"), ("7", "Oslo is the capital of Norway", "Ann")]))
['Oslo is the capital of Norway.\\n7 | Ann']

What a cell of a table says of its row, by the name of its column: "Founded", not "Director", is what happened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain

from localcheck.text.dated_labels import (
    PREPOSITIONS,
    leading_time,
    opens_with_when,
    spelled,
)
from localcheck.text.han import has_han
from localcheck.text.irregular_verbs import PAST, is_participle
from localcheck.text.label_forms import LABELS
from localcheck.text.labels import BARE, COUNTED, NUMBER, SIZES, Labelled, has, read_label, statement, with_unit
from localcheck.text.lexicon import NOT_NAMES, listed, word_set
from localcheck.text.patterns import regex
from localcheck.text.table_header import (
    EMPTY_NAMES,
    LONGEST_NAME,
    NUMBERING,
    OF_LABELS,
    STATEMENTS,
    in_amounts,
    is_header,
    is_label,
    is_number,
    is_period,
    money,
    of_period,
)
from localcheck.text.words import is_plural, with_capital

BETWEEN, LINE = " | ", "\n"
FEWEST_WORDS = 4
"""Words of a cell that is a sentence."""
_MEANT = {
    "TRUE": "yes",
    "FALSE": "no",
    **dict.fromkeys("✓✔☑✅", "yes"),
    **dict.fromkeys("✗✘☐❌✖", "no"),
    **dict.fromkeys("–—−-", ""),
}
"""What a cell means that holds one of these signs alone: a dash stands for nothing."""
_WEEKDAY = regex(r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:days?)?")
_STATES = listed("table_text.states")
"""Names of columns beside participles that say in what state something is: "Covered", "Available"."""
_BEGINS_NO_NOUN = word_set(
    "in on at by of with without for from to into since until before after during as when where while between through per via"
    " what why how who whom which whose if not"
)
"""Not "inside", "near" and the like, with which nouns begin as well: "Inside diameter"."""
_VARIANT = "\ufe0f"
"""What makes an emoji of the sign before it."""


def sentences(rows: Iterable[Sequence[str]], marked: bool | None = None) -> Iterator[str]:
    """A block for each row: sentences where the first row reads like a header, else the cells side by side.

    ``marked``: whether the file says that the first row is a header; None where it cannot say so.
    """
    return (text for _, text in numbered(enumerate(rows), marked))


def numbered(rows: Iterable[tuple[int, Sequence[str]]], marked: bool | None = None) -> Iterator[tuple[int, str]]:
    """``sentences`` of rows that have numbers. Rows without any text are left out, and a single cell above a header is a title.

    Rows are asked for one after the other, so that a table need not fit in memory.
    """
    left = ((n, cleaned(row)) for n, row in rows)
    filled = ((n, row) for n, row in left if any(row))
    first = next(filled, None)
    while first is not None and sum(map(bool, first[1])) == 1:
        yield first[0], side_by_side(first[1])
        first = next(filled, None)
    if first is None:
        return
    second = next(filled, None)
    text_of: Callable[[Sequence[str]], str]
    if second is None or not is_header(first[1], second[1], marked):
        text_of = _labelled if second and len(_full(first[1])) == len(_full(second[1])) == 2 else side_by_side
        yield first[0], text_of(first[1])
    else:
        text_of = partial(row_text, first[1])
    for n, row in chain((second,) if second else (), filled):
        yield n, text_of(row)


def is_told(rows: Sequence[Sequence[str]], marked: bool | None = None) -> bool:
    """Whether the rows of a table are told as sentences, or with labels."""
    filled = [row for row in map(cleaned, rows) if any(row)]
    if len(filled) < 2:
        return False
    return is_header(filled[0], filled[1], marked) or all(len(row) == 2 and is_label(*row) for row in filled)


def spread(rows: Iterable[Sequence[tuple[str, int]]]) -> list[list[str]]:
    """The rows of a table whose cells say over how many rows they go: such a cell stands in each of them.

    >>> spread([[("Adults", 2), ("Summer", 1)], [("Winter", 1)]])
    [['Adults', 'Summer'], ['Adults', 'Winter']]
    """
    above: dict[int, tuple[str, int]] = {}
    told: list[list[str]] = []
    for row in rows:
        cells, own = list[str](), iter(row)
        while True:
            said, more = above.pop(len(cells), ("", 0))
            if not more and (cell := next(own, None)) is not None:
                said, more = cell
            elif not more:
                break
            if more > 1:
                above[len(cells)] = said, more - 1
            cells.append(said)
        told.append(cells)
    return told


def cleaned(row: Sequence[str]) -> tuple[str, ...]:
    """The cells of a row on one line each, and signs as what they mean: "✓" as "yes", a dash as nothing."""
    said = (" ".join(cell.split()) for cell in row)
    return tuple(_MEANT.get(cell.rstrip(_VARIANT), cell) for cell in said)


def _full(row: Sequence[str]) -> list[str]:
    return [cell for cell in row if cell]


def _labelled(row: Sequence[str]) -> str:
    """A row of a label and its value: "Chair: Ines Baumann"; a question has no colon. Other rows side by side."""
    if len(full := _full(row)) != 2:
        return side_by_side(row)
    name, value = full
    if name[-1] in "?？":
        return f"{name} {value}"
    return f"{name.rstrip(' :')}: {value}" if is_label(name, value) else side_by_side(row)


def row_text(header: Sequence[str], row: Sequence[str]) -> str:
    """The cells of a row under their header, one sentence each; side by side where the row has no name of its own. Statements
    below each other, with or without numbers, are said as they are, with what stands beside them on another line.
    """
    subject = row[0] if row else ""
    begins = header[0].casefold() if header else ""
    stated = [_states(name, cell) for name, cell in zip(header, row, strict=False)]
    if stated and (stated[0] or ((begins in NUMBERING or len(subject) > LONGEST_NAME) and any(stated))):
        beside = [cell for i, cell in enumerate(row) if cell and not (i < len(stated) and stated[i])]
        if not stated[0] and len(beside) == 1:
            beside = []  # a number or a name alone
        said = (_ended(cell) for cell, alone in zip(row, stated, strict=False) if alone)
        return LINE.join(filter(None, (" ".join(said), side_by_side(beside))))
    rest = [(header[i], cell) for i, cell in enumerate(row) if i and cell and i < len(header) and header[i]]
    named = sum(bool(cell) for cell in row[1:])
    if not subject or len(subject) > LONGEST_NAME or len(rest) < named or not rest:
        return side_by_side(row)
    if len(header) == 2 and subject[-1] in "?？":
        return f"{subject} {rest[0][1]}"
    told = [cell if _speaks_for_itself(cell, subject) else "" for _, cell in rest]
    if len(header) == 2 and header[1].casefold() in EMPTY_NAMES and not is_number(subject) and not told[0]:
        return f"{subject.rstrip(' :')}: {rest[0][1].rstrip('.')} ({header[1]})."
    turned = header[0].casefold() in OF_LABELS and not any(_is_label(name) for name, _ in rest)
    worded = (
        _in_year(header[0], subject, name, cell)
        if is_period(name)
        else _stated(*(("", name, subject) if turned else (header[0], subject, name)), cell)
        for name, cell in rest
    )
    return " ".join(own or text for own, text in zip(told, worded, strict=True))


@lru_cache(maxsize=1024)  # the header is the same for each row
def _is_label(name: str) -> bool:
    return read_label(f"{name}: x") is not None


def _stated(kind: str, subject: str, name: str, cell: str) -> str:
    """What a cell says of its row: of "Capital", "Born" and the like as ``text.labels`` words it.

    Where labels begin the rows and names the columns, a cell is of its column.

    >>> _stated("", "Hamlet", "By", "Shakespeare"), _stated("", "Hamlet", "Setting", "Denmark")
    ('Hamlet: by Shakespeare.', 'The setting of Hamlet is Denmark.')
    """
    name, cell = with_unit(name, cell)
    if has_han(name):
        return f"{kind if is_number(subject) else ''}{subject}的{name}是{_ended(cell, '。')}"
    if _WEEKDAY.fullmatch(name):
        return (
            f"On {name}, {'' if ':' in subject else f'{kind} ' * is_number(subject)}{subject}, there is {_ended(cell)}"
        )
    if kind and is_number(subject):
        return f"The {name} for {kind} {subject} is {_ended(cell)}"
    if said := _yes_or_no(subject, name, cell):
        return said
    label = None if "(" in name else read_label(f"{name}: {cell}", anything=True)
    said = of_cell(label, subject) if label and not label.who else f"The {name} of {subject} is {_ended(cell)}"
    return f"{subject}: {name.lower()} {_ended(cell)}" if said.startswith("The ") and _is_no_noun(name) else said


def _is_no_noun(name: str) -> bool:
    """Whether the name of a column is none of a property: a preposition, a conjunction or an adverb ("Since"), or words that
    begin or end with one ("Before tax", "Used for").

    >>> [name for name in ("Since", "Why it matters", "Used for", "Inside diameter", "Date of birth") if _is_no_noun(name)]
    ['Since', 'Why it matters', 'Used for']
    """
    words = name.casefold().split()
    if len(words) == 1:
        return words[0] in NOT_NAMES | PREPOSITIONS
    return words[0] in _BEGINS_NO_NOUN or words[-1] in PREPOSITIONS


def _yes_or_no(subject: str, name: str, cell: str) -> str:
    """What "yes" or "no" below the name of a state says of a row; empty for any other cell.

    >>> _yes_or_no("Flood", "Covered", "no"), _yes_or_no("Pets", "Allowed", "Yes"), _yes_or_no("Rome", "Capital", "yes")
    ('Flood is not covered.', 'Pets are allowed.', '')
    """
    told, state = cell.casefold().rstrip("."), name.casefold()
    if told not in ("yes", "no") or not (is_participle(state) or state in _STATES) or " " in state:
        return ""
    return f"{subject} {'are' if is_plural(subject.split()[-1]) else 'is'} {'not ' * (told == 'no')}{state}."


def _in_year(kind: str, subject: str, year: str, cell: str) -> str:
    """What stands in the column of a year; the unit may stand in the name of the first column: "Revenue (EUR)"."""
    period, unit = of_period(year)
    if unit or (amounts := in_amounts(kind, subject)):
        year, cell = period, money(cell, unit or amounts)
    else:
        _, cell = with_unit(kind, cell)
    return f"The value of {f'{kind} ' * is_number(subject)}{subject} in {year} is {_ended(cell)}"


def _speaks_for_itself(cell: str, subject: str) -> bool:
    """True for a sentence that names what its row is about."""
    return cell[-1:] in ".!?。！？" and len(cell) > len(subject) + 1 and subject.casefold() in cell.casefold()


def _states(name: str, cell: str) -> bool:
    """Whether a cell is a statement of its own: a sentence, or several words below "Claim"."""
    return is_sentence(cell) or (name.casefold() in STATEMENTS and len(cell.split()) >= FEWEST_WORDS)


def is_sentence(cell: str) -> bool:
    """Whether a cell is a sentence: of some words, with a full stop."""
    return cell[-1:] in ("。", "！") or (cell[-1:] in (".", "!") and len(cell.split()) >= FEWEST_WORDS)


def side_by_side(row: Sequence[str]) -> str:
    """The cells that hold something; a sentence ends its line, so that the next one does not begin with a sign.

    >>> side_by_side(["7 °C", "dry"]), side_by_side(["Graz lies on the Mur.", "Linz lies on the Danube."])
    ('7 °C | dry', 'Graz lies on the Mur.\\nLinz lies on the Danube.')
    """
    full = [cell for cell in row if cell]
    return "".join(f"{cell}{LINE if is_sentence(cell) else BETWEEN}" for cell in full[:-1]) + "".join(full[-1:])


def _ended(cell: str, stop: str = ".") -> str:
    return cell if cell[-1:] in ".!?。！？" else f"{cell}{stop}"


_CLOCK = regex(r"\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?", re.IGNORECASE)
_RUNS = word_set("departs arrives opens closes starts ends begins leaves")
"""Names of columns that hold a time of day."""
_VERBS = listed("table_text.verbs")
"""Those of ``_THIRD`` that are no nouns as well, as "uses" and "features" are."""
_SAYS_NOTHING = word_set("– — - n/a none no yes unknown tbd tba ? open pending ongoing never")
_TALLIED = word_set("opened completed finished started ended signed launched closed")
"""Labels whose number may be a year or a count: "Completed: 2000"."""
_SIZED = regex(r"\D{0,12}\d[\d.,]* ?[a-zA-Z′″]", re.DOTALL)


def of_cell(line: Labelled, who: str) -> str:
    """What a cell of a table says of its row ``who``, and no more: a column's name is a noun unless it surely is none, and
    what has a date may still be to come.

    >>> of_cell(Labelled("director", "Ann", ""), "Sales"), of_cell(Labelled("date", "5 April 2027", ""), "Review")
    ('The director of Sales is Ann.', 'The date of Review is 5 April 2027.')
    >>> of_cell(Labelled("founded", "1912", ""), "Pirna AG"), of_cell(Labelled("departs", "11:33", ""), "IC 5")
    ('Pirna AG was founded in 1912.', 'IC 5 departs at 11:33.')
    """
    value = line.value.strip().rstrip(".")
    told = value.lower() not in _SAYS_NOTHING
    if line.label in _RUNS and _CLOCK.fullmatch(value):
        return f"{with_capital(who)} {line.label} at {value}."
    form = LABELS.get(line.label, "{who} is in {what}" if line.label in _VERBS else "")
    if (COUNTED.fullmatch(line.label) and NUMBER.fullmatch(value)) or (told and _worded(line.label, form, value)):
        return statement(line, who)
    amount = value[:1].isdigit() and (line.label == "actual" or (line.label.endswith("ed") and " " not in line.label))
    return f"{with_capital(has(f'{line.label} value' if amount else line.label, value, who))}."


def _worded(label: str, form: str, value: str) -> bool:
    """Whether the form of a label surely fits a cell under it: "Founded", not "Director" or "Partner", and no bare amounts."""
    last = label.split()[-1]
    if "{when}" in form:
        when, rest = leading_time(value)
        dated = spelled(value) is not None or (when and (rest[:1].isupper() or opens_with_when(rest)))
        amount = BARE.fullmatch(value) is not None and (label in _TALLIED or spelled(value) is None)
        return (is_participle(last) or last in PAST) and bool(dated) and not amount
    if any(size in form for size in SIZES):
        return _SIZED.match(value) is not None
    if "population" in form:
        return value[:1].isdigit()
    if not form:
        return last == "by" and is_participle(label.split()[0])
    plain = form.startswith(("The ", "the ")) or label in _VERBS or label in ("continent", "located")
    return plain or (last in (*PREPOSITIONS, "by", "of", "to", "as") and not BARE.fullmatch(value))
