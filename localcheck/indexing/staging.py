"""The hidden folder that an index grows in, its lock, its journal, and the rename that makes it an index."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from localcheck.corpus import Malformed
from localcheck.errors import BadSetting
from localcheck.resources import indexes_dir

MALFORMED_SHOWN = 20
"""Malformed pages kept by name; all are counted."""


@dataclass
class State:
    """How far the reading has come; kept in the journal."""

    items: int = 0
    articles: int = 0
    skipped: int = 0
    malformed: int = 0
    language: str = ""
    date: str = ""

    def __post_init__(self) -> None:
        self.shown: list[Malformed] = []

    @classmethod
    def load(cls, journal: dict[str, str]) -> State:
        return cls(**json.loads(journal["state"])) if "state" in journal else cls()

    def note_malformed(self, item: Malformed) -> None:
        """Count one, and keep the first ones."""
        self.malformed += 1
        if len(self.shown) < MALFORMED_SHOWN:
            self.shown.append(item)

    def notes(self) -> dict[str, str]:
        return {"state": json.dumps({k: v for k, v in vars(self).items() if k != "shown"})}


def staging_folder(name: str) -> Path:
    return indexes_dir() / f".{name}.building"


def prepare(staging: Path, digest: str) -> None:
    """Keep an unfinished build of the same plan, otherwise begin anew."""
    note = staging / "plan"
    if not (note.is_file() and note.read_text(encoding="utf-8") == digest):
        shutil.rmtree(staging, ignore_errors=True)
        staging.mkdir(parents=True)
        note.write_text(digest, encoding="utf-8")


def take_name(staging: Path, target: Path) -> None:
    """Put the finished index in its place; an older one steps aside first and is deleted after."""
    old = target.with_name(f".{target.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    staging.rename(target)
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def locked(name: str, wait: bool = False) -> Iterator[None]:
    """Only one build of a name at a time, also between processes."""
    indexes_dir().mkdir(parents=True, exist_ok=True)
    with (indexes_dir() / f".{name}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadSetting("--name", f"another build of {name!r} is running", "command line", "wait for it") from None
        yield
