"""A command that has commands of its own: an unknown one is told with the nearest name, and none at all with the help."""

from __future__ import annotations

import click

from localcheck.errors import UnknownName, UsageError

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
