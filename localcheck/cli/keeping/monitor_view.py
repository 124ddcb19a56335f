"""How the figures of the checks log are shown: as a table, and as lines of characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from localcheck.cli import diagnostics
from localcheck.cli.output import console, emit
from localcheck.reports import rolling
from localcheck.text.inert import one_line

if TYPE_CHECKING:
    from rich.table import Table

    from localcheck.monitoring.monitor import Figures, Key

HEAD = ("checks", "scored", "faithfulness", "95 %", "warn", "block", "claims", "supported", "median s")
BESIDE = 3
"""Of these columns the last ones are left out where a terminal is too narrow."""
NAME = 8
"""Characters of a name that stand on a line at least: the terminal breaks lines that are wider than itself."""
MOST, LEAST = 60, 10
"""Characters of a line over time."""
LAST = len(" 0.000  < 0.00")


def show_figures(figures: Sequence[Figures], key: Key) -> None:
    """Print a table with a row for each group. No number in it is ever cut; long names go on in the next line on a terminal."""
    out = console()
    rows = [(key, *HEAD), *(_cells(f) for f in figures)]
    left = 0
    while out.is_terminal and left < BESIDE and _width(rows) > out.width:
        left, rows = left + 1, [row[:-1] for row in rows]
    if left:
        diagnostics.note(f"{', '.join(HEAD[-left:])}: in a wider terminal, and in --json")
    numbers = _width([row[1:] for row in rows])
    width = max(out.width, numbers + 1 + NAME) if out.is_terminal else _width(rows)
    console(width=width).print(_table(rows))


def _cells(f: Figures) -> tuple[str, ...]:
    mean = "–" if f.mean is None else f"{f.mean:.3f}"
    interval = "–" if f.low is None else f"{f.low:.3f}–{f.high:.3f}"
    counts = (f.warned, f.blocked, f.claims, f.supported)
    return (
        one_line(f.name) or rolling.NOT_GIVEN,
        f"{f.checks}",
        f"{f.scored}",
        mean,
        interval,
        *map(str, counts),
        f"{f.latency:.2f}",
    )


def _width(rows: Sequence[Sequence[str]]) -> int:
    """Characters of a line of the table, with a blank between columns."""
    from rich.cells import cell_len

    columns = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return sum(columns) + len(columns) - 1


def _table(rows: Sequence[Sequence[str]]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for number, title in enumerate(rows[0]):
        table.add_column(title, no_wrap=number > 0, overflow="fold")
    for row in rows[1:]:
        table.add_row(*map(Text, row))
    return table


def show_lines(found: Sequence[rolling.Line], start: float, end: float, below: float) -> None:
    """Print a line of characters for each group, as wide as the terminal has room for, and the last mean behind it."""
    from rich.cells import cell_len, set_cell_size

    names = [one_line(s.name) or rolling.NOT_GIVEN for s in found]
    longest, width = max(map(cell_len, names)), console().width
    beside = width - longest - 1 - LAST >= LEAST
    bins = max(LEAST, min(MOST, width - LAST - (longest + 1 if beside else 0)))
    for s, name in zip(found, names, strict=True):
        last = f"{s.values[-1]:.3f}{f'  < {below:g}' if s.values[-1] < below else ''}"
        before = f"{set_cell_size(name, longest)} " if beside else f"{name}\n"
        emit(f"{before}{_line(s, start, end, bins)} {last}")
    emit(f"{rolling.stamp(start)} to {rolling.stamp(end)}")
    emit("▁ 0.5 or less, █ 1")


def _line(s: rolling.Line, start: float, end: float, bins: int) -> str:
    from localcheck.monitoring.monitor import sparkline
    from localcheck.store import Check

    points = [Check("", t, "", score=m) for t, m in zip(s.times, s.values, strict=True)]
    return rolling.spark(sparkline(points, start, end, bins))
