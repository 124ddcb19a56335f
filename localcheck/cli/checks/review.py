"""``localcheck review``: the terminal app. Textual is imported only here, and only when the app opens."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import click

from localcheck.errors import BadInput, MissingExtra, UsageError

THEMES = ("dark", "light", "contrast")


@click.command()
@click.argument("target", required=False, metavar="[FILE|RUN]")
@click.option(
    "--as",
    "reviewer",
    default="",
    metavar="NAME",
    help="Name of the reviewer; stored with every decision. Default: the one that was given before.",
)
@click.option("--blind", is_flag=True, help="Hide each verdict until you have decided.")
@click.option("--theme", type=click.Choice(THEMES), default=None, help="Colours. Default: the last ones, else dark.")
@click.option("--no-animation", is_flag=True, help="Switch animations off, for slow connections.")
@click.pass_context
def review(
    ctx: click.Context, target: str | None, reviewer: str, blind: bool, theme: str | None, no_animation: bool
) -> None:
    """Review a document, or a stored run, in the terminal app.

    \b
    Examples:
      localcheck review article.txt
      localcheck review 3 --as ada --blind
    """
    open_app(target, reviewer=reviewer, blind=blind, theme=theme, animation=not no_animation, **ctx.obj)


def open_app(
    target: str | None = None,
    *,
    reviewer: str = "",
    blind: bool = False,
    theme: str | None = None,
    animation: bool = True,
    config: Path | None = None,
    network: bool | None = None,
) -> None:
    """Open the app with a file, a run, or as it was last left. Raises ``MissingExtra`` and ``UsageError``."""
    if find_spec("textual") is None:
        raise MissingExtra("tui", "the terminal app")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the terminal app needs a terminal", "use localcheck check for output to a file or a pipe")
    chosen = find_target(target)
    from localcheck import settings
    from localcheck.cli.options import settings_file

    file = settings_file(config)
    loaded = settings.load(file, given={"network": network})
    from localcheck_tui.app import LocalcheckApp
    from localcheck_tui.live import LiveSession
    from localcheck_tui.places import usual

    LocalcheckApp(
        LiveSession(),
        loaded,
        usual(file),
        target=chosen,
        reviewer=reviewer,
        blind=blind,
        animation=animation,
        theme=f"localcheck-{theme}" if theme else "",
    ).run()


def find_target(target: str | None) -> Path | int | None:
    """A file that exists, else the number of a run that is stored. Raises ``BadInput`` and ``UnknownName``."""
    if target is None:
        return None
    path = Path(target).expanduser()
    if path.is_file():
        return path
    if not (target.isdecimal() and len(target) < 19):
        raise BadInput(target, "no such file, and not the number of a run", "see localcheck runs list")
    from localcheck.store import Store
    from localcheck.system.resources import store_path

    with Store(store_path()) as store:
        return store.summary(int(target)).id
