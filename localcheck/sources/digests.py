"""Which builds of the indexes are on this machine: a run and a sign-off name them, and a later reader can compare."""

from __future__ import annotations

from contextlib import suppress

from localcheck.errors import LocalcheckError
from localcheck.system.resources import indexes_dir


def digests(index: str) -> dict[str, str]:
    """Digest by name of each index in ``index`` (names joined by commas) that was built on this machine."""
    # Here, because the terminal app reads the store before it needs any index.
    from localcheck.sources import manifest
    from localcheck.sources.indexes import SUFFIX
    from localcheck.sources.several import names_of

    found = {}
    for name in names_of(index) if index else ():
        with suppress(LocalcheckError, OSError):
            found[name] = manifest.read(indexes_dir() / f"{name}{SUFFIX}").digest
    return found
