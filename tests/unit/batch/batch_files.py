"""Documents of batches, and their files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FACT = "The museum opened in 1912."
WRONG = "The museum lies in Utrecht."


def write_rows(path: Path, rows: Iterable[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" if not isinstance(row, str) else row + "\n" for row in rows))
    return path


def documents(n: int) -> list[dict[str, Any]]:
    return [{"id": f"d{i}", "text": f"{FACT} {WRONG}" if i % 3 else FACT, "context": [FACT]} for i in range(n)]
