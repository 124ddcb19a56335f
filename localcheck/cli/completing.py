"""``localcheck completion``, and the names that a shell completes: of methods and their options, indexes, models, runs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module

import click
from click.shell_completion import CompletionItem, get_completion_class

from localcheck.cli.output import emit
from localcheck.errors import LocalcheckError
from localcheck.registry import DETECTORS, load_settings
from localcheck.settings.risk_tables import CLASSES
from localcheck.system import resources

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
NEWEST = 50
"""Runs that are offered."""


def completer(names: Callable[[click.Context], Iterable[str]], several: bool = False) -> Completer:
    """Offers those of ``names`` that begin as typed; none where they cannot be read, for a shell shows no error then.

    ``several``: the option takes names that are separated by commas, and the last one is completed.
    """

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",") if several else ("", "", incomplete)
        try:
            fit = [name for name in dict.fromkeys(names(ctx)) if name.startswith(last)]
        except LocalcheckError:
            return []
        return [CompletionItem(f"{before}{comma}{name}") for name in fit]

    return complete


def _options(ctx: click.Context) -> Iterator[str]:
    """Each option of the method that was named, or is in the settings, with its default or with each value it can have."""
    from localcheck.settings.signatures import parameters

    method = ctx.params.get("detector") or load_settings(resources.settings_file(None), {}).detector
    for option in parameters(DETECTORS.load(method)):
        for value in option.choices or (option.default,):
            plain = str(value).lower() if value is None or isinstance(value, bool) else value
            yield f"{option.name}={'' if value is inspect.Parameter.empty else plain}"


def _names(module: str, function: str) -> Callable[[click.Context], Iterable[str]]:
    """What a function of localcheck returns, whose module is imported when a name is completed."""
    return lambda _: getattr(import_module(f"localcheck.{module}"), function)()


def _readers(_: click.Context) -> Iterator[str]:
    from localcheck.models.manifest import installed, read_card
    from localcheck.models.packed import packed_models

    yield from ("cascade", *packed_models())
    for name, folder in installed().items():
        with suppress(LocalcheckError):
            if read_card(folder).kind.startswith("nli"):
                yield name


def _runs(_: click.Context) -> Iterator[str]:
    from localcheck.store import open_to_read

    if resources.store_path().is_file():
        with open_to_read(resources.store_path()) as store:
            yield from [str(run.id) for run in store.runs(limit=NEWEST)]


METHOD = completer(lambda _: DETECTORS.names())
OPTION = completer(_options)
OWN, HERE = _names("sources.indexes", "index_names"), _names("models.manifest", "installed")
INDEX = completer(lambda ctx: sorted({"starter", *OWN(ctx)}))
OWN_INDEX, OWN_INDEXES = completer(OWN), completer(OWN, several=True)
MODEL, MODELS, READER = completer(HERE), completer(HERE, several=True), completer(_readers)
CATALOGUE, RUN = completer(_names("models.catalogue", "read_catalogue")), completer(_runs)
RISK = completer(lambda _: [*CLASSES, "auto"])


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a completion script for SHELL.

    \b
    Examples:
      localcheck completion bash >> ~/.bashrc
      localcheck completion fish > ~/.config/fish/completions/localcheck.fish
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    emit(kind(click.get_current_context().find_root().command, {}, "localcheck", "_LOCALCHECK_COMPLETE").source())
