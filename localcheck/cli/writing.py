"""Where a command may write: never over its own input, and over a file of the user only with ``--force``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import click

from localcheck.cli.diagnostics import note
from localcheck.cli.options import Typed
from localcheck.errors import BadInput
from localcheck.system import resources


def writes(*outputs: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorates a command, under its options: the paths given for ``outputs`` are written, all others are read.

    Adds ``--force``. The command raises ``BadInput`` before it starts for an output that is one of the inputs (the same file
    under any name), for two outputs that are one file, and without ``--force`` for a file that localcheck did not write.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def guarded(*, force: bool, **values: Any) -> Any:
            written = [values[name] for name in outputs if isinstance(values[name], Path) and str(values[name]) != "-"]
            rest = {name: value for name, value in values.items() if name not in outputs}
            check_outputs(written, [*_paths(rest.values()), _settings()], force)
            return command(**values)

        return click.option("--force", is_flag=True, help="Replace an output file that localcheck did not write.")(
            guarded
        )

    return decorate


def check_outputs(written: list[Path], read: list[Path], force: bool) -> None:
    """Raise ``BadInput`` unless every file of ``written`` may be written."""
    from localcheck.reports.recognise import check_replaceable

    for number, path in enumerate(written):
        if any(_same(path, other) for other in read):
            raise BadInput(
                path, "is an input of this command and would be overwritten", "choose another file to write to"
            )
        if any(_same(path, other) for other in written[:number]):
            raise BadInput(path, "is named for two outputs", "choose another file for one of them")
        if not force:
            check_replaceable(path, "choose another name, or replace it with --force")


def sign_or_unsign(written: Path, key: Path | None) -> None:
    """Sign a file that was written; without a key, remove the signature of what stood there before. Either is said."""
    from localcheck.run.rechecking.signatures import sign, unsign

    removed = unsign(written)
    if key is not None:
        note(f"signed: {sign(written, key)}")
    elif removed is not None:
        note(f"{removed} is removed: it signed what stood in {written.name} before")


def _paths(values: Any) -> Iterator[Path]:
    """The paths among the values of a command's options, also in tuples, as ``KIND:PLACE`` and in ``typed``."""
    for value in values:
        if isinstance(value, Path):
            yield value
        elif isinstance(value, Typed):
            yield from _paths(value.given.values())
        elif isinstance(value, tuple):
            yield from _paths(value)
        elif isinstance(value, str) and 0 < len(value) < 4096 and "\0" not in value:
            yield from (Path(part) for part in {value, value.partition(":")[2].partition("#")[0]} if part)


def _settings() -> Path:
    top = click.get_current_context().find_root().obj or {}
    return Path(top.get("config") or resources.config_path())


def _same(first: Path, second: Path) -> bool:
    """Whether both are one file: by links, hard links, or another spelling of the name."""
    try:
        return first.samefile(second)
    except (OSError, ValueError):
        return os.path.realpath(first) == os.path.realpath(second)
