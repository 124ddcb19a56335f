"""What many commands are declared with: types, options, groups of commands; and what is said of a wrong call.

Of localcheck nothing but its errors is imported.

``90s``, ``10m``, ``24h``, ``7d`` on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from localcheck.errors import UnknownName, UsageError, nearest
from localcheck.settings.ranges import Range
from localcheck.text.counting import many

POSSIBLE = Range(0.001, 100 * 366 * 86400.0)
"""Seconds: dates of the calendar and numbers of JSON end not far beyond."""
UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}


def duration(text: str) -> float:
    """A length of time in seconds, for click's ``type``. A number without a unit is refused: 7 may be meant in days."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw]?)", text.strip().lower())
    if match and not match[2]:
        raise click.BadParameter(
            f"{text[:40]!r} has no unit; write for example {match[1]}m, {match[1]}h or {match[1]}d"
        )
    seconds = float(match[1]) * UNITS[match[2]] if match else 0.0
    if seconds not in POSSIBLE:
        raise click.BadParameter(
            f"{text[:40]!r} is not a length of time of at most a hundred years; write for example 90s, 10m, 24h or 7d"
        )
    return seconds


def told(seconds: float) -> str:
    """A length of time in the largest unit of which it has two or more.

    >>> told(86400), told(604800), told(90)
    ('24 hours', '7 days', '90 seconds')
    """
    for unit, letter in (("day", "d"), ("hour", "h"), ("minute", "m")):
        if seconds >= 2 * UNITS[letter] and not seconds % UNITS[letter]:
            return many(int(seconds // UNITS[letter]), unit)
    return many(int(seconds), "second") if seconds == int(seconds) else f"{seconds:g} seconds"


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
defaulted = partial(click.option, show_default=True)
"""An option whose help names its default."""


class _Place(click.Path):
    """A path; never an empty one, which means the current folder and is a variable of a shell without a value."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(value, param, ctx) if value else self.fail("the path is empty", param, ctx)


PATH = _Place(path_type=Path)
FILE = _Place(path_type=Path, dir_okay=False)
TEXT = _Place(path_type=Path, allow_dash=True)
"""What is read: - is standard input."""


class Count(click.IntRange):
    """A number from ``least`` on, and as large as the store can hold, which help need not say."""

    def __init__(self, least: int) -> None:
        super().__init__(least, 2**63 - 1)

    def _describe_range(self) -> str:
        return f"x>={self.min}"


COUNT = Count(1)
"""A number of things, or of a run."""
COUNT_OR_ALL = Count(0)
"""The same where 0 means all."""
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
YES = click.option("-y", "--yes", is_flag=True, help="Do not ask.")
QUIET = click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
PROMPT = click.option("--prompt", default="", help="The question that was answered.")
STORE = click.option(
    "--store/--no-store", default=True, help="Write every check into the checks log.  [default: store]"
)
SIGN = click.option("--sign", type=PATH, metavar="KEY", help="Sign the written file with this SSH key, as FILE.sig.")
KIND_OF_EVIDENCE = defaulted("--kind", type=click.Choice(["index", "web"]), default="index", help="Kind of evidence.")
FORM = click.option(
    "--format", "form", default="", metavar="NAME", help="Format of SOURCE, if it is not recognised correctly."
)
DATED = click.option(
    "--dated", default="", metavar="DATE", help="When the texts were written: 2018, 2018-06, 2018-06-01."
)
PROCESSES = defaulted(
    "--processes",
    type=click.IntRange(0, 256),
    default=0,
    help="Processes that read and clean texts with markup (0: one per processor).",
)


def options(*listed: Decorator) -> Decorator:
    """One decorator that adds several options; help shows them in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(listed):
            command = option(command)
        return command

    return decorate


def gathered(name: str, made_of: Callable[..., Any], fields: Sequence[str], *listed: Decorator) -> Decorator:
    """The same; the command gets what ``made_of`` makes of the options in ``fields``, as the argument ``name``."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(*arguments: Any, **values: Any) -> Any:
            made = made_of(*(values.pop(field) for field in fields))
            return command(*arguments, **{name: made}, **values)

        return options(*listed)(called)

    return decorate


def separated(listing: str) -> tuple[str, ...]:
    """The parts between commas, without empty ones."""
    return tuple(part.strip() for part in listing.split(",") if part.strip())


NO_COMMAND: type[Exception] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""Raised where a command of the group is missing; click before 8.2 prints the help itself."""


class Group(click.Group):
    """Raises ``UnknownName`` for a command that it has not."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] == "help":
            raise UsageError("there is no command 'help'", " ".join([ctx.command_path, *args[1:2], "--help"]))
        if args and not args[0].startswith("-") and args[0] not in known and not ctx.resilient_parsing:
            raise UnknownName("command", args[0], known)
        return super().resolve_command(ctx, args)


PLAIN = {
    "a valid integer range": "a whole number",
    "a valid integer": "a whole number",
    "a valid float": "a number",
    "is a directory": "is a folder",
    ": File ": ": ",
}
"""Words of click, and plain ones."""


def as_usage(problem: click.UsageError) -> UsageError:
    """The error that says the same: which option is unknown and which may be meant, or what is wrong with a value."""
    path = problem.ctx.command_path if problem.ctx else "localcheck"
    see = f"see {path} --help"
    if isinstance(problem, click.NoSuchOption):
        return _unknown(problem, path, see)
    message = problem.format_message()
    for theirs, ours in PLAIN.items():
        message = message.replace(theirs, ours)
    return UsageError(message, see)


def _unknown(problem: click.NoSuchOption, path: str, see: str) -> UsageError:
    name, context = problem.option_name, problem.ctx
    if context is None:
        return UsageError(f"unknown option {name!r}", see)
    root = context.find_root()
    if name in (before := _options(root)):
        rest = path.removeprefix(root.command_path)
        shown = name if getattr(before[name], "is_flag", False) else f"{name} PATH"
        return UsageError(f"the option {name} stands before the command", f"{root.command_path} {shown}{rest} …")
    near = nearest(name, _options(context), cutoff=0.6) if name.startswith("--") else []
    return UnknownName("option", name, near) if near else UsageError(f"unknown option {name!r}", see)


def _options(context: click.Context) -> dict[str, click.Parameter]:
    """The long options of a command."""
    every = {name: p for p in context.command.get_params(context) for name in (*p.opts, *p.secondary_opts)}
    return {name: p for name, p in every.items() if name.startswith("--")}
