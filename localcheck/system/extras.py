"""Libraries that come with an extra of the package, and may be missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from localcheck.errors import MissingExtra


@contextmanager
def of_extra(extra: str, what: str) -> Iterator[None]:
    """What is imported in the block comes with an extra, which ``what`` needs. Raises ``MissingExtra`` without it."""
    try:
        yield
    except ImportError as error:
        raise MissingExtra(extra, what) from error
