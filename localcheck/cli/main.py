"""The command line: a lazy table of commands, and one place where errors become exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click

from localcheck import __version__
from localcheck.cli import diagnostics, output, signals
from localcheck.cli.arguments import NO_COMMAND, PATH, Group, as_usage
from localcheck.cli.diagnostics import Exit
from localcheck.errors import LocalcheckError, OutputError, UsageError

COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("checks.check:check", "Check a document against evidence."),
    "batch": ("checks.batch:batch", "Check many documents; can be stopped and resumed."),
    "faithfulness": ("checks.faithfulness:faithfulness", "Compare an answer with the context it was given."),
    "correct": ("checks.correct:correct", "Propose minimal edits, each tied to a quote."),
    "prompts": ("checks.prompts:prompts", "Prompts that make answers checkable, and their checks."),
    "serve": ("checks.serve:serve", "Answer checks over HTTP, on this machine only."),
    "mcp": ("checks.mcp:mcp", "Answer agents over the Model Context Protocol, on this machine only."),
    "lsp": ("checks.lsp:lsp", "Show verdicts in an editor, over the Language Server Protocol."),
    "review": ("checks.review:review", "Review documents in the terminal app."),
    "index": ("keeping.index:index", "Build, search and verify evidence indexes."),
    "kit": ("keeping.kit:kit", "Carry everything to a machine without a network."),
    "models": ("keeping.models:models", "List, pull, import, convert and verify models."),
    "runs": ("keeping.runs:runs", "List, show, export, merge and remove stored runs."),
    "monitor": ("keeping.monitor:monitor", "Rolling faithfulness over all checks, alerts, export."),
    "eval": ("measuring.eval:eval_", "Measure a detector on a data set."),
    "agent": ("measuring.agent:agent", "Export what the agent did as training data."),
    "calibrate": ("measuring.calibrate:calibrate", "Learn likelihoods from labelled claims or reviews."),
    "explain": ("measuring.explain:explain", "Explain decisions: when reading stops, and which label follows."),
    "verify-report": ("checks.verify_report:verify_report", "Re-check a report without any model."),
    "detectors": ("measuring.detectors:detectors", "List the methods and their options."),
    "setup": ("keeping.setup:setup", "Say which models are best on this machine, and fetch them."),
    "doctor": ("keeping.doctor:doctor", "Report what is installed, what is missing, and how to fix it."),
    "completion": ("completing:completion", "Print a shell completion script."),
}
"""Module in this folder and command, and what it does."""


class LazyGroup(Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f"localcheck.cli.{module}"), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="localcheck")
@click.option("--debug", is_flag=True, help="Show a traceback with errors.")
@click.option("--home", type=PATH, help="Folder of models, indexes and runs ($LOCALCHECK_HOME).")
@click.option("--config", type=PATH, help="Settings file instead of HOME/localcheck.toml.")
@click.option("--network", is_flag=True, default=None, help="Allow connections beyond this machine. Off by default.")
@click.option("--sandbox", is_flag=True, help="No network at all, for C libraries and child processes too (Linux).")
@click.pass_context
def cli(
    ctx: click.Context, debug: bool, home: Path | None, config: Path | None, network: bool | None, sandbox: bool
) -> None:
    """Check any text for hallucinations and factual errors on your own machine.

    \b
    Examples:
      localcheck check article.txt
      localcheck check --text "Marie Curie was born in Paris in 1867."
      localcheck index build enwiki-pages-articles.xml.bz2 --name enwiki
      localcheck                      (on a terminal: the review app)
    """
    from localcheck.system import network as guard
    from localcheck.system.resources import typed_path

    try:
        Path.cwd()
    except OSError:  # the libraries of models end the process there
        raise UsageError("the current folder does not exist any more", "cd to another one") from None
    if home is not None:
        os.environ["LOCALCHECK_HOME"] = str(typed_path(home).absolute())
    if Path(os.environ.get("LOCALCHECK_HOME", "")).is_file():
        raise UsageError(
            f"the home {os.environ['LOCALCHECK_HOME']} is a file", "name a folder; it is made where there is none"
        )
    ctx.obj = {"config": config, "network": network}
    guard.install()
    if sandbox:
        _enter_sandbox(network)
    if ctx.invoked_subcommand is None:
        _open_app(ctx)


def _enter_sandbox(network: bool | None) -> None:
    """Cut off the network before any thread is started. Raises ``UsageError`` together with ``--network``, and
    ``SandboxError`` if this system cannot do it.
    """
    from localcheck.system.network_namespace import enter

    if network:
        raise UsageError("--sandbox and --network exclude each other", "give one of them")
    enter()


def _open_app(ctx: click.Context) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(ctx.get_help())
        return
    from localcheck.cli.checks.review import open_app

    open_app(**ctx.obj)


def entry(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit the process."""
    output.guard_streams()
    signals.install()
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code. An unexpected error never gives the exit code of a result."""
    debug = "--debug" in arguments
    try:
        result = cli.main(args=list(arguments), prog_name="localcheck", standalone_mode=False)
        sys.stdout.flush()
        return int(result) if isinstance(result, int) else Exit.OK
    except OutputError as problem:
        output.silence("stdout")
        return diagnostics.error(problem, debug=debug)
    except LocalcheckError as problem:
        return diagnostics.error(problem, debug=debug)
    except NO_COMMAND as problem:
        click.echo(getattr(problem, "message", problem), err=True)
        return Exit.USAGE
    except click.UsageError as problem:
        return diagnostics.error(as_usage(problem), debug=debug)
    except click.ClickException as problem:
        return diagnostics.error(UsageError(problem.format_message()), debug=debug)
    except (KeyboardInterrupt, click.Abort) as problem:
        return _stopped(problem)
    except BaseExceptionGroup as problem:  # what comes out of an event loop with tasks
        if (stop := signals.stop_in(problem)) is not None:
            return _stopped(stop)
        return diagnostics.unexpected(problem, debug=debug)
    except Exception as problem:
        return diagnostics.unexpected(problem, debug=debug)


def _stopped(problem: BaseException) -> int:
    """Ctrl-C, or another signal that asks the process to end."""
    cause = problem if isinstance(problem, signals.Stopped) else problem.__cause__
    diagnostics.say("localcheck: interrupted")
    return 128 + cause.number if isinstance(cause, signals.Stopped) else Exit.INTERRUPT
