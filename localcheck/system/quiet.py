"""Libraries that talk: their logs and warnings are not the user's business."""

from __future__ import annotations

import logging
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

_LOCK, _INSIDE, _UNDO = threading.Lock(), set[object](), ExitStack()
"""The blocks that are open now, in whatever threads, and what the last one to end undoes: an earlier one would let the others
talk, and each putting back what it found would leave the silence of another.
"""


@contextmanager
def quiet(*loggers: str) -> Iterator[None]:
    """Silence a library's own log and warnings; its exceptions are translated by the caller."""
    this = object()
    with _LOCK:
        if not _INSIDE:
            _UNDO.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore")
        _INSIDE.add(this)
        for logger in map(logging.getLogger, loggers):
            _UNDO.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        with _LOCK:
            _INSIDE.remove(this)
            if not _INSIDE:
                _UNDO.close()
