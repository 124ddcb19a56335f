"""The data sets by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.evaluate.datasets.examples import Example, claims, phd, wikibio
from localcheck.evaluate.datasets.haluagent import haluagent

Reader = Callable[[Path], Iterator[Example]]
READERS: dict[str, Reader] = {"wikibio": wikibio, "phd": phd, "claims": claims, "haluagent": haluagent}


def unique(path: Path, examples: Iterator[Example]) -> Iterator[Example]:
    """``examples``. Raises ``BadInput`` if two of them have the same id."""
    seen: set[str] = set()
    for example in examples:
        if example.id in seen:
            raise BadInput(path, f"the id {example.id!r} occurs twice", "give every row an id of its own")
        seen.add(example.id)
        yield example


def examples_of(dataset: str, path: Path) -> list[Example]:
    """All examples of a data set. Raises ``BadInput``, also when there is none."""
    found = list(unique(path, READERS[dataset](path)))
    if not found:
        raise BadInput(path, "no example in it", "a data set has one example a row")
    return found
