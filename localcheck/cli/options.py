"""Options that several commands share, and how they become ``Settings``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from localcheck import resources, settings
from localcheck.errors import BadInput, UsageError
from localcheck.registry import DETECTORS
from localcheck.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])
JSON = Any

FIELDS = ("detector", "index", "nli", "encoder", "llm", "claims", "seed", "threads", "samples", "network", "cache")


def _complete_detector(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(n) for n in DETECTORS.names() if n.startswith(incomplete)]


def _complete_index(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    folder = resources.indexes_dir()
    names = {"starter", *(p.name for p in folder.iterdir() if p.is_dir())} if folder.is_dir() else {"starter"}
    return [CompletionItem(n) for n in sorted(names) if n.startswith(incomplete)]


def run_options(command: F) -> F:
    """The options that choose detector, models and evidence."""
    for option in reversed(
        (
            click.option(
                "-d", "--detector", shell_complete=_complete_detector, help="Method; see localcheck detectors."
            ),
            click.option(
                "-o", "options", multiple=True, metavar="NAME=VALUE", help="Option of the method; repeatable."
            ),
            click.option("--index", shell_complete=_complete_index, help="Evidence index.  [default: starter]"),
            click.option("--nli", help="NLI model, name or path.  [default: starter-nli]"),
            click.option("--encoder", help="Encoder for BERTScore; default the NLI model's."),
            click.option("--llm", help="gguf:PATH, server:URL#MODEL, recorded:FILE."),
            click.option("--claims", type=click.Choice(["rules", "llm", "sentences"]), help="How claims are made."),
            click.option("--samples", type=int, help="Answers to draw where a document has none."),
            click.option("--seed", type=int, help="Seed of everything random."),
            click.option("--threads", type=int, help="CPU threads; 0 chooses."),
            click.option("--cache/--no-cache", default=None, help="Keep scores and answers for the next run."),
        )
    ):
        command = option(command)
    return command


def chosen_settings(ctx: click.Context, values: dict[str, JSON], options: Iterable[str] = ()) -> Settings:
    """Settings from file, environment and what was typed. ``values`` may hold more than settings."""
    top = ctx.find_root().obj or {}
    file: Path | None = top.get("config")
    if file is not None and not file.is_file():
        raise BadInput(file, "no such settings file")
    given = {name: values.get(name) for name in FIELDS}
    given["network"] = top.get("network")
    result = settings.load(file or resources.config_path(), given=given)
    typed = dict(split_option(o) for o in options)
    return settings.with_options(result, result.detector, typed) if typed else result


def split_option(text: str) -> tuple[str, str]:
    """``name=value`` in two. Raises ``UsageError``."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"-o {text}: not NAME=VALUE", "for example -o k=5; see localcheck detectors NAME")
    return name.strip(), value.strip()
