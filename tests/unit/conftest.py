"""What tests of units share: a model is tried in a process of its own once, however many tests install it or open it."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from localcheck.system import children

Key = tuple[str, tuple[int, int]]
TRIED: dict[Key, children.Trial] = {}
"""By what the files hold, and by the limit of addresses under which they were tried."""


@pytest.fixture(autouse=True, scope="module")
def tried_once() -> Iterator[None]:
    """The first trial of these bytes is a real one; a trial starts Python anew, and most tests have the same small models."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(children, "try_model", _remembering(children.try_model))
        yield


def _remembering(tried: Callable[[Path], children.Trial]) -> Callable[[Path], children.Trial]:
    def try_model(place: Path) -> children.Trial:
        key = _digest(place), resource.getrlimit(resource.RLIMIT_AS)
        if key not in TRIED:
            TRIED[key] = tried(place)
        return TRIED[key]

    return try_model


def _digest(place: Path) -> str:
    """Of the names and contents of all files; the name of the folder or file itself does not count."""
    files = [place] if place.is_file() else sorted(f for f in place.rglob("*") if f.is_file())
    listed = "".join(f"{sha256(f.read_bytes()).hexdigest()} {f.relative_to(place)}\n" for f in files)
    return sha256(listed.encode()).hexdigest()
