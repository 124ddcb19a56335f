"""Options of the commands that end with a ruling (``faithfulness``, ``batch``), and the exit codes that follow from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from localcheck.cli import completing
from localcheck.cli.arguments import STORE, options
from localcheck.settings.requests import Call

FAILS = {"block": ("block",), "warn": ("block", "warn"), "never": ()}
"""Value of ``--fail-on`` -> the dispositions that make exit code 1."""


def call_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say what call an answer comes from; the command gets them as ``call: Call``."""

    @wraps(command)
    def with_call(*arguments: Any, **values: Any) -> Any:
        call = Call(*(values.pop(name) for name in ("model", "template", "category", "risk")))
        return command(*arguments, call=call, **values)

    add = options(
        click.option(
            "--risk",
            default="",
            shell_complete=completing.RISK,
            help="Risk class: none, low, medium, high, critical or auto.  [default: the category's, else auto]",
        ),
        click.option(
            "--category", default="", help="Category of the document, for [risk.CATEGORY] and the checks log."
        ),
        click.option("--template", default="", help="Name of the prompt template, for the checks log."),
        click.option("--model", default="", help="Model whose answer this is, for the checks log."),
    )
    return add(with_call)


def ruling_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Those of ``call_options``, and what follows from the ruling.

    The command gets them as ``call: Call``, ``fails: tuple[str, ...]`` (dispositions that make exit code 1) and
    ``store: bool``.
    """

    @wraps(command)
    def with_fails(*arguments: Any, **values: Any) -> Any:
        return command(*arguments, fails=FAILS[values.pop("fail_on")], **values)

    add = options(
        click.option(
            "--fail-on",
            type=click.Choice(list(FAILS)),
            default="block",
            show_default=True,
            help="When to exit with code 1.",
        ),
        STORE,
    )
    return call_options(add(with_fails))
