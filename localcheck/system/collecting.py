"""Python's collector of reference cycles, kept from programs that start for each conversation."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Collect nothing in the block, and never look again at what it made: modules and classes, which stay until the end.

    A tenth of the processor time in which a large library is imported is spent on looking through what it has made so far.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was:
            gc.enable()
