"""``localcheck completion``: a script for the user's shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from localcheck.cli.output import emit


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a completion script for SHELL.

    \b
    Examples:
      localcheck completion bash >> ~/.bashrc
      localcheck completion fish > ~/.config/fish/completions/localcheck.fish
    """
    from localcheck.cli.main import cli

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    emit(kind(cli, {}, "localcheck", "_LOCALCHECK_COMPLETE").source())
