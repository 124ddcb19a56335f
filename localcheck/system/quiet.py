"""Libraries that talk: their logs and warnings are not the user's business."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet(*loggers: str) -> Iterator[None]:
    """Silence a library's own log and warnings; its exceptions are translated by the caller."""
    named = [logging.getLogger(name) for name in loggers]
    levels = [logger.level for logger in named]
    for logger in named:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(named, levels, strict=True):
            logger.setLevel(level)
