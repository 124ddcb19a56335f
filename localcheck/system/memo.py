"""Small things that are worth remembering between runs: one JSON file each, in the cache of the home.

Nothing depends on them: one that is missing or damaged, or a home that cannot be written, costs time and nothing more.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from localcheck.errors import BadInput
from localcheck.system import resources
from localcheck.system.jsontext import parse


def recall(name: str) -> Any:
    """What was kept under ``name``, such as ``tried.json``; None where there is nothing that can be read."""
    try:
        return parse((resources.home() / "cache" / name).read_bytes())
    except (OSError, ValueError):
        return None


def keep(name: str, value: Any) -> None:
    """Write ``value`` in the place of what was kept under ``name``."""
    with suppress(OSError, BadInput), resources.atomic_write(resources.home() / "cache" / name) as file:
        json.dump(value, file)
