"""``eval haluagent --planner``: the method agent, by the name of its planner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from localcheck.cli.options import Typed
from localcheck.errors import UsageError


def planner_option(dataset: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--planner`` for HaluAgent's sets: the method agent with this planner."""
    if dataset != "haluagent":
        return lambda command: command
    planners = click.Choice(["rules", "llm", "llm-alone"])
    return click.option("--planner", type=planners, help="Measure the method agent with this planner.")


def with_planner(typed: Typed, planner: str | None) -> Typed:
    """Choose the method agent with the planner that was typed. Raises ``UsageError`` if another method was named."""
    if planner is None:
        return typed
    if dict(typed.given).get("detector", "agent") != "agent":
        raise UsageError("--planner goes with the method agent", "leave out -d, or --planner")
    return replace(typed.or_else(detector="agent"), options=(*typed.options, ("planner", planner)))
