"""``localcheck review``: the terminal app. Textual is imported only here, and only when the app opens."""

from __future__ import annotations

import codecs
import gc
import os
import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli.diagnostics import Exit
from localcheck.cli.options import Typed, run_options
from localcheck.errors import BadInput, MissingExtra, UsageError
from localcheck.registry import load_settings
from localcheck.system.resources import settings_file, store_path, typed_path

if TYPE_CHECKING:
    from textual.app import App

    from localcheck_tui.engine import Engine

THEMES = ("dark", "light", "contrast")


@click.command()
@click.argument("targets", nargs=-1, metavar="[FILE|FOLDER|RUN]...")
@click.option(
    "--as",
    "reviewer",
    default="",
    metavar="NAME",
    help="Name of the reviewer; stored with every decision. Default: the name used last.",
)
@click.option("--blind", is_flag=True, help="Hide each verdict until you have decided.")
@click.option("--theme", type=click.Choice(THEMES), default=None, help="Colours. Default: those used last, else dark.")
@click.option("--no-animation", is_flag=True, help="Switch animations off, for slow connections.")
@run_options
def review(targets: tuple[str, ...], no_animation: bool, typed: Typed, **shown: Any) -> None:
    """Review documents, or a stored run, in the terminal app.

    Several files, a folder, or a file of many documents (JSON lines, a mailbox) make a queue: all of it is checked in the
    background, one document after another, while you review.

    \b
    Examples:
      localcheck review article.txt
      localcheck review one.txt two.docx drafts/ set.jsonl --index mine
      localcheck review 3 --as ada --blind
    """
    open_app(targets, typed=typed, animation=not no_animation, **shown, **click.get_current_context().obj)


def open_app(
    targets: Sequence[str] = (),
    *,
    theme: str | None = None,
    typed: Typed | None = None,
    config: Path | None = None,
    network: bool | None = None,
    **shown: Any,
) -> None:
    """Open the app with a file, a run, a queue, or as it was last left; ``shown`` is what the app takes.

    Raises ``MissingExtra`` and ``UsageError``.
    """
    if find_spec("textual") is None:
        raise MissingExtra("tui", "the terminal app")
    _terminal_needed()
    chosen = find_targets(targets)
    gc.disable()  # until the first frame: nothing of what is imported becomes garbage

    file = settings_file(config)
    settings = load_settings(file, {"network": network}) if typed is None else typed.checked_settings()
    from localcheck_tui.app import LocalcheckApp
    from localcheck_tui.places import usual
    from localcheck_tui.session import Session

    app = LocalcheckApp(
        Session(),
        settings,
        usual(file),
        target=chosen,
        theme=f"localcheck-{theme}" if theme else "",
        settled_down=keep_for_good,
        **shown,
    )
    try:
        app.run()
    finally:
        _read_no_more(app)
    _leave(app.engine)


def _terminal_needed() -> None:
    """Raises ``UsageError`` where the app cannot be shown: it is drawn on standard error, in UTF-8."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the terminal app needs a terminal", "use localcheck check for output to a file or a pipe")
    if sys.__stderr__ is None or not sys.__stderr__.isatty():
        raise UsageError("the terminal app is drawn on standard error, which goes elsewhere", "leave out the 2>")
    if os.environ.get("TERM") == "dumb":
        raise UsageError(
            "the terminal app cannot be drawn where TERM is dumb", "use another terminal, or localcheck check"
        )
    encoding = sys.__stderr__.encoding or "utf-8"
    if codecs.lookup(encoding).name != "utf-8":
        told = f"the terminal app needs UTF-8, and the locale of this terminal says {encoding}"
        raise UsageError(told, "begin the command with LC_ALL=C.UTF-8, or set the locale to one in UTF-8")


def _read_no_more(app: App[Any]) -> None:
    """End the thread that reads keys. Where the terminal is gone it may still run, would find no more keys again and again, and
    the process would never end.
    """
    ended: threading.Event | None = getattr(app._driver, "exit_event", None)
    if ended is not None:
        ended.set()


def _leave(engine: Engine) -> None:
    """End the process at once where a model's call goes on: Python would take away what the call works with, which aborts the
    process, or fails the run in the store that is to stay open.
    """
    if engine.left_behind:
        os._exit(Exit.OK)


def keep_for_good() -> None:
    """What was made so far stays: the garbage collector does not look through it again and again, which takes up to a tenth of
    a second at a key press where ten thousand sentences are open.
    """
    gc.freeze()
    gc.enable()


def find_targets(targets: Sequence[str]) -> Path | int | tuple[Path, ...] | None:
    """A file, the number of a stored run, or the files and folders of a queue; None for nothing in particular.

    Raises ``BadInput`` and ``UnknownName``.
    """
    if not targets:
        return None
    from localcheck.ingest.documents.kinds import MANY

    paths = [typed_path(target) for target in targets]
    if len(paths) == 1 and not paths[0].exists():
        return _run(targets[0])
    for target, path in zip(targets, paths, strict=True):
        if not path.exists():
            hint = "a stored run is opened alone: localcheck review RUN" if target.isdecimal() else ""
            raise BadInput(target, "no such file or folder", hint)
    many = len(paths) > 1 or paths[0].is_dir() or paths[0].suffix.lower() in MANY
    return tuple(paths) if many else paths[0]


def _run(target: str) -> int:
    """The number of a run that is stored."""
    if not (target.isdecimal() and len(target) < 19):
        raise BadInput(target, "no such file, and not the number of a run", "see localcheck runs list")
    from localcheck.store import open_store

    with open_store(store_path()) as store:
        return store.summary(int(target)).id
