"""A command that has commands of its own, and what is said of a wrong call: in the words of this program, with what helps."""

from __future__ import annotations

import click

from localcheck.errors import UnknownName, UsageError, nearest

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
