"""Whatever prints data prints it as JSON, too."""

from __future__ import annotations

from collections.abc import Iterator

import click

from localcheck.cli.main import cli

WITHOUT = {
    "prompts show": "prints a prompt, to be pasted",
    "serve": "answers by HTTP",
    "mcp": "answers agents",
    "lsp": "answers editors",
    "review": "is the terminal app",
    "runs remove": "prints nothing but what it did",
    "monitor check": "prints JSON always",
    "monitor plot": "draws a picture",
    "agent export-trajectories": "writes JSONL",
    "completion": "prints a script",
}


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from commands(found, (*path, name))
    else:
        yield " ".join(path), command


def test_every_command_that_prints_data_prints_json() -> None:
    lacking = {
        name
        for name, command in commands(cli)
        if not {"--json", "--format"} & {option for parameter in command.params for option in parameter.opts}
    }
    assert lacking == set(WITHOUT)
