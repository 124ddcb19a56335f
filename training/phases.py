"""The phases of training, one TOML file each in `training/phases/`: which pairs a phase sees and how they are drawn.

A new phase is a new file; its keys are the fields of `Mix`. What came of each phase is in the lab notebook of the model.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, UnknownName

FOLDER = Path(__file__).with_name("phases")


@dataclass(frozen=True, slots=True)
class Mix:
    """Pairs of one phase."""

    begins_at: str = ""
    """A note for the reader: with which weights the phase begins (`train --init` sets them)."""
    human: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each source, how many pairs at most and how many times each; empty takes all but `LICENSED_LATER`.

    In the file: `name = { pairs = 3000, times = 2 }`. The order of the sources is the order in which they are drawn.
    """
    unseen_after: int = 0
    """Without `human`: leave out the pairs that so many batches of 32 of the first phase have seen."""
    synthetic: int = 0
    """How many synthetic pairs."""
    skip: int = 0
    """Of the synthetic pairs in their random order, how many earlier phases have seen."""
    longest: int = 256
    """Tokens of the longest synthetic pair."""
    copied: int = 0
    """How many pairs with long windows and copied claims, from the start of their file or after those skipped."""
    copied_skip: int = 0
    """Of those, how many earlier phases have seen."""
    surrounded: dict[str, int] = field(default_factory=dict)
    """For each source, how many human pairs besides, each with its premise among sentences of a copied pair's window."""
    entailed_twice: str = ""
    """A source whose entailed pairs are taken twice as often as `human` says: WiCE has one of them in three."""
    reordered: str = ""
    """A source whose premises are put in another order each time a pair comes."""
    seed: int = 0
    """Of the choice among the human pairs."""


def names() -> list[str]:
    """All phases that have a file, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read(name: str) -> Mix:
    """The phase of that name. Raises `UnknownName`, or `BadInput` for a file with unknown keys or wrong values."""
    known = names()
    if name not in known:
        raise UnknownName("phase", name, known)
    return read_file(FOLDER / f"{name}.toml")


def read_file(path: Path) -> Mix:
    """The phase in a TOML file; an absent key keeps the default of its field."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(path, f"not TOML: {error}") from error
    known = {part.name: part.type for part in fields(Mix)}
    for key, value in table.items():
        if key not in known:
            raise BadInput(path, f"unknown key {key!r}", f"known: {', '.join(known)}")
        if key not in ("human", "surrounded") and type(value).__name__ != known[key]:
            raise BadInput(path, f"{key} is {value!r}, not of type {known[key]}")
    human = {source: _drawn(path, source, value) for source, value in table.pop("human", {}).items()}
    for source, count in table.get("surrounded", {}).items():
        _positive(path, source, count)
    return Mix(human=human, **table)


def _drawn(path: Path, source: str, value: Any) -> tuple[int, int]:
    """How many pairs of a source, and how many times each."""
    if not isinstance(value, dict) or set(value) != {"pairs", "times"}:
        raise BadInput(path, f"{source} is {value!r}", "write { pairs = 3000, times = 1 }")
    return _positive(path, source, value["pairs"]), _positive(path, source, value["times"])


def _positive(path: Path, source: str, value: Any) -> int:
    if type(value) is not int or value < 1:
        raise BadInput(path, f"{source} has {value!r} where a whole number above 0 belongs")
    return value
