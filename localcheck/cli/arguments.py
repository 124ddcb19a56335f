"""Types and options that many commands declare alike. Nothing else of localcheck is imported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
defaulted = partial(click.option, show_default=True)
"""An option whose help names its default."""

PATH = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)
TEXT = click.Path(path_type=Path, allow_dash=True)
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
FORM = click.option(
    "--format", "form", default="", metavar="NAME", help="Format of SOURCE, if it is not recognised correctly."
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
