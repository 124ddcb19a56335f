"""Options of the commands that end with a ruling (``faithfulness``, ``batch``), and the exit codes that follow from it."""

from __future__ import annotations

import click

from localcheck.cli import completing
from localcheck.cli.arguments import STORE, defaulted, gathered, options
from localcheck.settings.requests import Call

FAILS = {"block": ("block",), "warn": ("block", "warn"), "never": ()}
"""Value of ``--fail-on`` -> the dispositions that make exit code 1."""


call_options = gathered(
    "call",
    Call,
    ("model", "template", "category", "risk"),
    click.option(
        "--risk",
        default="",
        shell_complete=completing.RISK,
        help="Risk class: none, low, medium, high, critical or auto.  [default: the category's, else auto]",
    ),
    click.option("--category", default="", help="Category of the document, for [risk.CATEGORY] and the checks log."),
    click.option("--template", default="", help="Name of the prompt template, for the checks log."),
    click.option("--model", default="", help="Model whose answer this is, for the checks log."),
)
"""Options that say what call an answer comes from; the command gets them as ``call: Call``."""

ruling_options = options(
    call_options,
    gathered(
        "fails",
        lambda value: FAILS[value],
        ("fail_on",),
        defaulted("--fail-on", type=click.Choice(list(FAILS)), default="block", help="When to exit with code 1."),
    ),
    STORE,
)
"""Those of ``call_options``, and what follows from the ruling: the command gets ``fails``, the dispositions that make exit code
1, and ``store``.
"""
