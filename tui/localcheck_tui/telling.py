"""How an error of the core is told: what happened, and what helps, as one notice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from textual.app import App
from textual.widget import Widget

from localcheck.errors import LocalcheckError


@contextmanager
def errors_told(where: App[Any] | Widget) -> Iterator[list[LocalcheckError]]:
    """Where the core refuses something in the block, the rest of the block is left out, and ``where`` says why.

    The block gets the list of what was refused, which is empty before its end.
    """
    refused: list[LocalcheckError] = []
    try:
        yield refused
    except LocalcheckError as error:
        refused.append(error)
        where.notify(error.hint, title=error.message, severity="error")
