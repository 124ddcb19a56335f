"""Options that several commands share, and how they become ``Settings``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck import settings
from localcheck.cli import completing
from localcheck.cli.arguments import STORE, defaulted, gathered, options
from localcheck.errors import UsageError
from localcheck.registry import DETECTORS, EXTRACTORS, load_settings
from localcheck.settings import Settings
from localcheck.settings.ranges import Range
from localcheck.settings.requests import Call
from localcheck.settings.signatures import options_for
from localcheck.system import network, resources
from localcheck.types import JSON, Document
from localcheck.types.infos import BETWEEN

if TYPE_CHECKING:
    from localcheck.run.runtime import Runtime

FIELDS = ("detector", "index", "effort", "nli", "encoder", "llm", "claims", "seed", "threads", "samples", "cache")


@dataclass(frozen=True, slots=True)
class Typed:
    """What the user typed of the options that choose method, models and evidence."""

    given: Mapping[str, JSON] = field(default_factory=dict)
    """Settings by name, only those that were typed."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the method."""
    config: Path | None = None
    """The settings file that was named."""

    def or_else(self, **defaults: JSON) -> Typed:
        """The same with ``defaults`` for settings that were not typed; these win over the settings file and the environment."""
        return replace(self, given={**defaults, **self.given})

    def over(self, documents: Sequence[Document]) -> Typed:
        """With the method ``faithfulness`` where a document comes with a context, unless a method or an index is named.

        Where nothing was retrieved for another one, its claims lack evidence. Another method that reads the context stays.
        """
        from localcheck.run.effort import any_context, passes_over_context

        if any_context(documents) and "index" not in self.given and passes_over_context(self.settings().detector):
            return self.or_else(detector="faithfulness")
        return self

    def settings(self) -> Settings:
        """Settings from file, environment and what was typed. Raises ``BadInput``, ``BadSetting`` and ``UnknownName``."""
        result = load_settings(resources.settings_file(self.config), self.given)
        return settings.with_options(result, result.detector, self.options) if self.options else result

    def checked_settings(self) -> Settings:
        """The same; the options of the method are checked now, so that a server says what is wrong when it starts."""
        result = self.settings()
        options_for(DETECTORS.load(result.detector), result.detector_options(result.detector), result.detector)
        return result

    @contextmanager
    def runtime(self) -> Iterator[Runtime]:
        """Models and evidence by these settings, opened when first needed; the network is open where they allow it."""
        from localcheck.run.runtime import open_runtime

        chosen = self.settings()
        with network.allow(chosen.network), open_runtime(chosen) as runtime:
            yield runtime


def typed_now(given: Mapping[str, JSON], options: Iterable[str] = ()) -> Typed:
    """What was typed. ``given``: the options of the command by the name of their setting, None if not typed."""
    top = click.get_current_context().find_root().obj or {}
    every = {**given, "network": top.get("network")}
    named = {name: value for name, value in every.items() if value is not None}
    return Typed(named, dict(map(split_option, options)), top.get("config"))


def number(within: Range) -> Callable[[str], float]:
    """The type of an option that is a number in a range. Infinity and NaN are never accepted."""

    def convert(value: str) -> float:
        try:
            found = float(value)
        except ValueError:
            raise click.BadParameter(f"{value!r} is not a valid float.") from None
        if found not in within:
            raise click.BadParameter(f"{value!r} is not {within}.")
        return found

    convert.__name__ = "float"
    return convert


FINITE = number(Range())
THREADS = click.option("--threads", type=int, help="CPU threads; 0: chosen automatically.  [default: 0]")


def _typed(*values: Any) -> Typed:
    """What was typed: for the settings in ``FIELDS``, for ``context``, and the options of the method."""
    *settings_typed, chosen = values
    given = dict(zip((*FIELDS, "context"), settings_typed, strict=True))
    given["index"] = BETWEEN.join(given["index"]) if given["index"] else None
    return typed_now(given, chosen)


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose detector, models and evidence; the command gets them as one argument, ``typed: Typed``."""
    add = gathered(
        "typed",
        _typed,
        (*FIELDS, "llm_context", "options"),
        click.option("-d", "--detector", shell_complete=completing.METHOD, help="Method; see localcheck detectors."),
        click.option(
            "-o",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=completing.OPTION,
            help="Option of the method; repeatable.",
        ),
        click.option(
            "--index",
            multiple=True,
            shell_complete=completing.INDEX,
            help="Evidence index; repeatable, the first named has precedence.  [default: starter]",
        ),
        click.option(
            "--effort",
            type=click.Choice(["quick", "careful", "thorough"]),
            help="How thoroughly evidence is read: by starter-nli alone, also by careful-nli, or also by a language model "
            "where that is worth the time.  [default: careful; thorough if an answer of an installed "
            "language model was measured to take at most 2 s here]",
        ),
        click.option(
            "--nli",
            shell_complete=completing.READER,
            help="NLI model: name, path, or cascade.  [default: cascade, starter-nli and then careful-nli]",
        ),
        click.option(
            "--encoder", shell_complete=completing.MODEL, help="Encoder for BERTScore.  [default: the NLI model's]"
        ),
        click.option("--llm", help="Language model: gguf:PATH, server:URL#MODEL or recorded:FILE."),
        click.option(
            "--llm-context",
            type=click.IntRange(64, 10_000_000),
            help="Context window of the language model, in tokens.  [default: 4096]",
        ),
        click.option(
            "--claims",
            type=click.Choice(list(EXTRACTORS.entries())),
            help="How sentences are split into claims.  [default: rules]",
        ),
        click.option(
            "--samples", type=click.IntRange(1), help="Answers to draw, or to read of a document's own.  [default: 20]"
        ),
        click.option("--seed", type=int, help="Seed of all random choices.  [default: 0]"),
        THREADS,
        click.option(
            "--cache/--no-cache",
            default=None,
            help="Keep scores, answers and verdicts for the next run.  [default: cache]",
        ),
    )
    return add(command)


def split_option(text: str) -> tuple[str, str]:
    """``name=value`` in two. Raises ``UsageError``."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        hint = "-o is an option of the method, such as -o k=5: see localcheck detectors NAME; a report is written to --out FILE"
        raise UsageError(f"-o {text}: not NAME=VALUE", hint)
    return name.strip(), value.strip()


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
