"""Records what the conversion of an installed model gave: adds or replaces its row in models/built.toml.

localcheck models pull careful-nli --network     (or import --recipe), then
python scripts/record_built.py careful-nli
"""

from __future__ import annotations

import sys
from pathlib import Path

from localcheck.errors import MissingModel
from localcheck.models.catalogue import read_catalogue
from localcheck.models.conversion.adapter import adapter_folder, read_adapter
from localcheck.models.conversion.convert import CONVERTER
from localcheck.models.manifest import installed, read_record
from localcheck.models.origin import Built, built_path, read_built


def row_of(name: str) -> Built:
    """The row that belongs to the installed model ``name``. Raises ``MissingModel`` and ``BadInput``."""
    entry, folder = read_catalogue().get(name), installed().get(name)
    record = read_record(folder) if folder else None
    if entry is None or entry.convert is None or record is None:
        raise MissingModel(f"{name!r} is not a model that was converted here", f"localcheck models pull {name}")
    adapter = read_adapter(adapter_folder(entry.adapter)).sha256 if entry.adapter else ""
    return Built(name, adapter, CONVERTER, record.digest())


def written(rows: list[Built], head: str) -> str:
    """The file: its comment, and a table for each row."""
    tables = (
        f'[[built]]\nname = "{r.name}"\n'
        f'adapter_sha256 = "{r.adapter_sha256}"\nconverter = {r.converter}\ndigest = "{r.digest}"\n'
        for r in rows
    )
    return head + "\n".join(tables)


def main(names: list[str], path: Path) -> None:
    """Write the rows of ``names``; rows of other adapters or converters stay."""
    head = path.read_text("utf-8").partition("[[built]]")[0]
    rows = list(read_built(path))
    for row in map(row_of, names):
        key = (row.name, row.adapter_sha256, row.converter)
        rows = [r for r in rows if (r.name, r.adapter_sha256, r.converter) != key] + [row]
        print(f"{row.name}: {row.digest}")
    path.write_text(written(rows, head), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:], built_path())
