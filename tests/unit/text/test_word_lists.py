"""The lists of ``words.txt`` are those that the rules read."""

from __future__ import annotations

import re
from pathlib import Path

import localcheck

PRODUCT = Path(localcheck.__file__).parent


def test_every_list_is_read_and_every_list_that_is_read_is_there() -> None:
    read = {
        name
        for file in PRODUCT.rglob("*.py")
        for name in re.findall(r'\b(?:listed|in_order|rows)\("([a-z_.]+)"\)', file.read_text(encoding="utf-8"))
    }
    there = re.findall(r"^\[([a-z_.]+)\]$", (PRODUCT / "text" / "words.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(there) == sorted(read)
