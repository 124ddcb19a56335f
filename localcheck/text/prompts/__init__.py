"""Prompts of the methods, one file a family; verbatim where a paper prints them."""

from __future__ import annotations

from pathlib import Path


def written(family: str) -> dict[str, str]:
    """The longer prompts of a family by name, as they stand in its file: behind a line with the name each."""
    text = Path(__file__).with_name(f"{family}.txt").read_text(encoding="utf-8").removesuffix("\n")
    return dict(part.split(" ===\n", 1) for part in f"\n{text}".split("\n=== ")[1:])
