"""Rows of a Markdown table in a text, each as what it says below its header. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.text.patterns import regex
from localcheck.text.table_text import LINE, cleaned, is_sentence, row_text, side_by_side

COLUMNS = "the names of a table's columns"
_UNDERLINE = regex(r"\s*\|?\s*(?::?-{3,}:?|:-+:?|-+:)(?:\s*\|\s*:?-+:?)*\s*\|?")
"""The line below the names of the columns, which is no sentence of its own."""
_BETWEEN_CELLS = regex(r"(?<!\\)\|")


def rows(texts: Sequence[str]) -> dict[int, str]:
    """Place of a line of a table among ``texts``, the sentences of a text without markup, -> the sentences that its cells say;
    empty for the names of the columns.

    Rows of a table whose columns have no names, and rows without a name of their own, say nothing by themselves.

    >>> rows(["| City | Founded | |---|---|", "| Reykjavik | 1786 |", "It is cold."])
    {0: '', 1: 'Reykjavik was founded in 1786.'}
    >>> rows(["| No. | Claim | By | |---|---|", "| 1 | Reykjavik was founded in 1786 | Ann |"])
    {0: '', 1: 'Reykjavik was founded in 1786.'}
    >>> rows(["| Facts | |---|", "| Reykjavik was founded in 1786. |", "| big |"])
    {0: '', 1: 'Reykjavik was founded in 1786.'}
    """
    found: dict[int, str] = {}
    header: tuple[str, ...] = ()
    begun = 0
    for i, text in enumerate(texts):
        line = " ".join(text.split())
        if "|" not in line:
            header = ()
        elif (under := _underlined(line)) >= 0:
            header, begun = _cells(line[:under]), i
        elif header:
            said = row_text(header, cells := _cells(line))
            if said != side_by_side(cells) or LINE in said or (len(cells) == 1 and is_sentence(said)):
                found[begun], found[i] = "", said.partition(LINE)[0]
    return found


def _underlined(line: str) -> int:
    """Where the line below the names of columns begins; -1 for a line without one."""
    return next((m.start() for m in _UNDERLINE.finditer(line) if m.end() == len(line) and m.start() > 1), -1)


def _cells(line: str) -> tuple[str, ...]:
    return cleaned(_BETWEEN_CELLS.split(line.strip().removeprefix("|").removesuffix("|")))
