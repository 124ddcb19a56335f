"""``localcheck monitor``: statistics and alerts from the checks log, by prompt template, model and category.

How the figures of the checks log are shown: as a table, and as lines of characters.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import AS_JSON, FILE, Group, defaulted, duration, told
from localcheck.cli.diagnostics import warn
from localcheck.cli.options import typed_now
from localcheck.cli.output import console, emit, emit_json, write_file
from localcheck.cli.writing import writes
from localcheck.errors import BackendError, UsageError
from localcheck.reports import rolling
from localcheck.system import network
from localcheck.system.resources import store_path
from localcheck.text.inert import dumps, one_line
from localcheck.types import JSON

if TYPE_CHECKING:
    from rich.table import Table

    from localcheck.monitoring.monitor import Figures, Key
    from localcheck.store import Check

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

    from localcheck.monitoring.monitor import sparkline

    names = [one_line(s.name) or rolling.NOT_GIVEN for s in found]
    longest, width = max(map(cell_len, names)), console().width
    beside = width - longest - 1 - LAST >= LEAST
    bins = max(LEAST, min(MOST, width - LAST - (longest + 1 if beside else 0)))
    for s, name in zip(found, names, strict=True):
        last = f"{s.values[-1]:.3f}{f'  < {below:g}' if s.values[-1] < below else ''}"
        before = f"{set_cell_size(name, longest)} " if beside else f"{name}\n"
        means = sparkline(zip(s.times, s.values, strict=True), start, end, bins)
        emit(f"{before}{rolling.spark(means)} {last}")
    emit(f"{rolling.stamp(start)} to {rolling.stamp(end)}")
    emit("▁ 0.5 or less, █ 1")


BY = defaulted(
    "--by",
    "key",
    type=click.Choice(["template", "model", "category"]),
    default="template",
    help="What the checks are grouped by.",
)
WINDOW = defaulted("--window", type=duration, default="24h", help="Length of the rolling window.")
BELOW = defaulted("--below", type=click.FloatRange(0, 1), default=0.90, help="A mean below this raises an alert.")
HOOK_SECONDS = 60


@click.group(cls=Group)
def monitor() -> None:
    """Rolling faithfulness by prompt template, model and category, from the log of all checks.

    \b
    Examples:
      localcheck monitor report --by model --window 7d
      localcheck monitor check --hook "/usr/local/bin/page-someone --stdin"
    """


@monitor.command()
@BY
@WINDOW
@AS_JSON
def report(key: Key, window: float, as_json: bool) -> None:
    """Counts, mean faithfulness with its interval, and dispositions of the window that ends now.

    \b
    Example:
      localcheck monitor report --by category --json
    """
    from localcheck.reports.codec import to_json

    now, figures = _figures(key, window)
    if as_json:
        emit_json({"now": now, "window": window, "by": key, "groups": [to_json(f) for f in figures]})
        return
    if not figures:
        emit(f"no checks in the last {told(window)}")
        return
    show_figures(figures, key)


@monitor.command()
@BY
@WINDOW
@BELOW
@defaulted(
    "--least", type=click.IntRange(1), default=20, help="Number of scored checks below which no alert is raised."
)
@click.option("--certain", is_flag=True, help="Alert only if the whole interval is below the threshold.")
@click.option(
    "--hook",
    metavar="COMMAND",
    help="Command to run for an alert, with the JSON on its standard input; no shell is used.",
)
def check(key: Key, window: float, below: float, least: int, certain: bool, hook: str | None) -> int:
    """Exit 1 and print a JSON alert when a rolling mean has dropped; print nothing and exit 0 when none has.

    \b
    Examples:
      localcheck monitor check
      localcheck monitor check --by model --certain --hook "notify-send localcheck"
    """
    from localcheck.monitoring.monitor import alerts
    from localcheck.reports.codec import to_json

    now, figures = _figures(key, window)
    found = alerts(figures, below, least, certain)
    alert = {"alert": "faithfulness", "now": now, "window": window, "by": key, "groups": [to_json(a) for a in found]}
    if found:
        emit_json(alert)
    command = command_of(hook) if hook is not None else None
    if found and command is not None:
        deliver(command, alert)
    return 1 if found else 0


def command_of(hook: str) -> list[str]:
    """The program and its arguments in a line. Raises ``UsageError`` for what could not be run, whether there is an alert or
    not: the first one might come months later.
    """
    try:
        command = shlex.split(hook)
    except ValueError as error:
        raise UsageError(f"--hook {hook}: {error}", "quote it as for a POSIX shell") from error
    if not command:
        raise UsageError("--hook is empty", "name a program")
    if shutil.which(command[0]) is None:
        if Path(command[0]).is_file():
            raise UsageError(f"--hook {hook}: {command[0]} may not be executed", f"chmod +x {command[0]}")
        raise UsageError(f"--hook {hook}: no program {command[0]}", "give its whole path, or look at $PATH")
    return command


def deliver(command: list[str], alert: JSON) -> None:
    """Run the command with the alert on its standard input. Raises ``BackendError`` if it fails."""
    data = dumps(alert).encode()
    try:
        done = subprocess.run(command, input=data, stdout=subprocess.DEVNULL, timeout=HOOK_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BackendError(f"the alert could not be delivered: {error}", "see --hook") from error
    if done.returncode:
        raise BackendError(f"the alert could not be delivered: {command[0]} ended with {done.returncode}", "see --hook")


@monitor.command()
@BY
@WINDOW
@BELOW
@defaulted("--span", type=duration, default="7d", help="How far back the plot goes.")
@click.option("--svg", type=FILE, help="Write an SVG there.")
@writes("svg")
def plot(key: Key, window: float, below: float, span: float, svg: Path | None) -> None:
    """Plot rolling means over time, as characters on the terminal or as an SVG file.

    \b
    Examples:
      localcheck monitor plot --by model
      localcheck monitor plot --span 30d --svg faithfulness.svg
    """
    from localcheck.monitoring.monitor import series

    now = time.time()
    found = series(logged(now, span + window), key, now - span, now, window)
    if svg is not None:
        write_file(svg, rolling.svg(found, now - span, now, below) + "\n")
        return
    if not found:
        emit(f"no scored checks in the last {told(span)}")
        return
    show_lines(found, now - span, now, below)


@monitor.command()
@WINDOW
@defaulted(
    "--format",
    "format_",
    type=click.Choice(["prometheus", "opentelemetry"]),
    default="prometheus",
    help="Output format.",
)
@click.option(
    "--otlp", metavar="URL", help="Send the figures to this OpenTelemetry collector instead of printing them."
)
def export(window: float, format_: str, otlp: str | None) -> None:
    """Export the figures of all templates, models and categories as Prometheus text or OpenTelemetry JSON, or send them.

    \b
    Examples:
      localcheck monitor export > /var/lib/node_exporter/localcheck.prom
      localcheck monitor export --otlp http://127.0.0.1:4318/v1/metrics
    """
    from localcheck.monitoring import telemetry
    from localcheck.monitoring.monitor import KEYS
    from localcheck.monitoring.monitor import report as figures_of

    now = time.time()
    checks = logged(now, window)
    figures = [f for key in KEYS for f in figures_of(checks, key, now, window)]
    if otlp is not None:
        with network.allow(typed_now({}).settings().network):
            telemetry.push(figures, window, otlp)
        return
    render = telemetry.prometheus if format_ == "prometheus" else telemetry.opentelemetry
    emit(render(figures, window))


def _figures(key: Key, window: float) -> tuple[float, list[Figures]]:
    """The time now, and the figures of the window that ends now."""
    from localcheck.monitoring.monitor import report as figures_of

    now = time.time()
    return now, figures_of(logged(now, window), key, now, window)


def logged(now: float, reach: float) -> list[Check]:
    """The checks of the last ``reach`` seconds. Warns if some have a time in the future, so the clock was set back."""
    from localcheck.store import open_store

    with open_store(store_path()) as store:
        if ahead := store.checks.ahead(now):
            warn(f"{ahead} checks were logged later than now: was the clock set back? They are left out until then")
        return store.checks.between(now - reach, now)
